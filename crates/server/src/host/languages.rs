//! The language in which a request is answered.

use axum::http::header::{self, HeaderMap};
use wag_i18n::{LANGUAGES, Language};
use wag_store::Account;

/// Returns the language of a request: the one that the person has chosen, else the first one of the browser that exists.
pub fn language_of(account: Option<&Account>, headers: &HeaderMap) -> Language {
    let chosen = account.and_then(|account| named(account.language.as_deref()?));
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut accepted = accepted.unwrap_or_default().split([',', ';']).take(20);
    chosen.or_else(|| accepted.find_map(|word| named(word.trim().get(..2)?))).unwrap_or_else(Language::spoken)
}

/// Returns the language with a code such as `de`.
pub fn named(code: &str) -> Option<Language> {
    LANGUAGES.into_iter().find(|language| language.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_known_language_counts() {
        for (accepted, code) in
            [("de-AT,de;q=0.9,en;q=0.8", "de"), ("sr, fr;q=0.9, en;q=0.1, de", "en"), ("é", "en")]
        {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, accepted.parse().unwrap())]);
            assert_eq!(language_of(None, &headers).code, code, "{accepted}");
        }
    }
}
