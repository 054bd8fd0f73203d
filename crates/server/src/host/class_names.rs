//! Names of classes.

use wag_core::text::printable;

/// The maximum length of a class's name, in characters.
pub const CLASS_NAME_MAX: usize = 60;

/// Returns the name of a class with single spaces; `None` unless it has visible characters only, and not too many.
pub fn class_name_of(text: &str) -> Option<String> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_plain = printable(&name) == name;
    ((1..=CLASS_NAME_MAX).contains(&name.chars().count()) && is_plain).then_some(name)
}
