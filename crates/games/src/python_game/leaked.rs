//! Texts of declarations as constants.

/// Returns a text that is never freed. Only what the store of declarations has counted is leaked.
pub fn leaked(text: &str) -> &'static str {
    Box::leak(text.into())
}
