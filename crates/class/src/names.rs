//! Names of people: which characters they have, and when two of them look the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use wag_i18n::{Message, message};

/// The maximum length of a name, in characters.
const LENGTH_MAX: usize = 40;
/// The maximum number of marks on one letter. Vietnamese needs two, and Hebrew three.
const MARKS_MAX: usize = 4;
/// The characters of names that are neither letters, marks nor digits.
const SIGNS: [char; 4] = [' ', '-', '\'', '.'];
/// Letters and marks that are invisible.
const INVISIBLE: [(char, char); 8] = [
    ('\u{34f}', '\u{34f}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{e0100}', '\u{e01ef}'),
];

/// The name of a person: 1 to 40 letters, marks, digits, spaces and `-'.`, in Unicode's composed form (NFC).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName(String);

/// The reason why a text is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message().english())]
pub enum NameError {
    Empty,
    TooLong,
    /// A name has no such character.
    Character(char),
    /// The text would be a formula in a spreadsheet.
    Formula,
    TooManyMarks,
}

impl NameError {
    /// Returns a short name of the reason, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            NameError::Empty => "name_empty",
            NameError::TooLong => "name_too_long",
            NameError::Character(_) | NameError::TooManyMarks => "name_character",
            NameError::Formula => "name_formula",
        }
    }

    pub fn message(&self) -> Message {
        match self {
            NameError::Empty => message!("the name is missing: write at least one letter or digit"),
            NameError::TooLong => message!("the name is too long: at most %{n} characters", n = LENGTH_MAX),
            NameError::Character(one) if one.is_control() || !is_visible(*one) => {
                message!("the name contains an invisible character: type it again")
            }
            NameError::Character(one) => {
                message!("a name cannot contain %{one}: use letters, digits, spaces and - ' .", one)
            }
            NameError::Formula => message!("this is a formula, not a name"),
            NameError::TooManyMarks => message!("a letter of the name has too many marks: type it again"),
        }
    }
}

impl PersonName {
    /// Reads a name. Spaces at the ends and double spaces are removed, and typographic apostrophes and hyphens replaced.
    ///
    /// # Errors
    /// The first reason why the text is no name.
    pub fn parse(text: &str) -> Result<PersonName, NameError> {
        // A longer text cannot become a name; this bounds the work.
        if text.chars().take(8 * LENGTH_MAX).count() == 8 * LENGTH_MAX {
            return Err(NameError::TooLong);
        }
        let text: String = text.nfc().map(plain_sign).collect();
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let name = words.join(" ");
        if name.starts_with(['=', '+', '@']) {
            return Err(NameError::Formula);
        }
        let mut marks = 0;
        for one in name.chars() {
            marks = if is_combining_mark(one) { marks + 1 } else { 0 };
            if marks > MARKS_MAX {
                return Err(NameError::TooManyMarks);
            }
            if !is_allowed(one) {
                return Err(NameError::Character(one));
            }
        }
        match name.chars().count() {
            _ if !name.chars().any(char::is_alphanumeric) => Err(NameError::Empty),
            n if n > LENGTH_MAX => Err(NameError::TooLong),
            _ => Ok(PersonName(name)),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the key by which names are compared: two names that look the same have the same key.
    pub fn key(&self) -> String {
        name_key(&self.0)
    }
}

/// Returns the key by which names are compared. It ignores case, spaces and signs, and letters of other scripts count as
/// the Latin ones that they look like.
pub fn name_key(name: &str) -> String {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).collect();
    let folded = folded.replace('ß', "ss").replace('ς', "σ");
    let skeleton: String = unicode_security::skeleton(&folded).collect();
    let lower: String = skeleton.nfc().flat_map(char::to_lowercase).collect();
    let key: String = lower.chars().filter(|one| one.is_alphanumeric() || is_combining_mark(*one)).collect();
    // The look-alike of a whole name may consist of signs.
    if key.is_empty() { folded } else { key }
}

/// Returns the name of a group of pupils: the first 40 characters that are visible; `None` if there are none.
pub fn group_name(text: &str) -> Option<String> {
    let visible = |one: &char| !one.is_control() && (is_visible(*one) || *one == ' ');
    let text: String = text.nfc().filter(visible).collect();
    let text: String =
        text.trim().trim_start_matches(['=', '+', '@', '-']).chars().take(LENGTH_MAX).collect();
    Some(text.trim().to_string()).filter(|text| !text.is_empty())
}

/// Returns the sign that stands for a typographic variant.
fn plain_sign(one: char) -> char {
    match one {
        '\u{2019}' | '\u{2018}' | '`' | '\u{b4}' => '\'',
        '\u{2010}' | '\u{2011}' | '\u{2013}' => '-',
        '\u{a0}' | '\u{202f}' | '\t' => ' ',
        _ => one,
    }
}

fn is_allowed(one: char) -> bool {
    SIGNS.contains(&one) || (one.is_alphanumeric() || is_combining_mark(one)) && is_visible(one)
}

/// Returns whether a character is visible: no control, direction, space or other character without a picture.
pub(crate) fn is_visible(one: char) -> bool {
    let format = matches!(one, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    !format && !one.is_whitespace() && !INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_tidied_and_bad_ones_are_rejected() {
        let cases = [
            ("Anna Muster", Ok("Anna Muster")),
            ("  Zoë   O\u{2019}Neill-Ş. ", Ok("Zoë O'Neill-Ş.")),
            ("Zoe\u{308}", Ok("Zoë")),
            ("李小龙", Ok("李小龙")),
            ("Nguyễn Thị Ánh", Ok("Nguyễn Thị Ánh")),
            ("B2", Ok("B2")),
            ("", Err(NameError::Empty)),
            (" -.- ", Err(NameError::Empty)),
            ("=1+1", Err(NameError::Formula)),
            ("@SUM(A1)", Err(NameError::Formula)),
            ("<b>", Err(NameError::Character('<'))),
            ("An\u{202e}na", Err(NameError::Character('\u{202e}'))),
            ("An\u{200b}na", Err(NameError::Character('\u{200b}'))),
            ("\u{3164}", Err(NameError::Character('\u{3164}'))),
            ("Anna\n", Err(NameError::Character('\n'))),
            ("a😀", Err(NameError::Character('😀'))),
            ("x\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", Err(NameError::TooManyMarks)),
        ];
        for (text, expected) in cases {
            let name = PersonName::parse(text);
            assert_eq!(name.as_ref().map(PersonName::as_str).map_err(Clone::clone), expected, "{text:?}");
        }
        assert_eq!(PersonName::parse(&"a".repeat(40)).unwrap().as_str().len(), 40);
        assert_eq!(PersonName::parse(&"a".repeat(41)), Err(NameError::TooLong));
        assert_eq!(PersonName::parse(&"a".repeat(1 << 20)), Err(NameError::TooLong));
    }

    #[test]
    fn names_that_look_the_same_have_one_key() {
        let same = [
            ("Anna", "anna"),
            ("Anna", "Аnnа"), // Cyrillic А and а
            ("Weiß", "WEISS"),
            ("Bernd", "Bemd"),
            ("Anna Lena", "Anna-Lena"),
            ("Zoë", "Zoe\u{308}"),
            ("Ο", "O"), // Greek
        ];
        for (one, other) in same {
            assert_eq!(name_key(one), name_key(other), "{one} {other}");
        }
        let different = [("Anna", "Anne"), ("Zoë", "Zoe"), ("Anna M", "Anna N"), ("Jan", "Jana")];
        for (one, other) in different {
            assert_ne!(name_key(one), name_key(other), "{one} {other}");
        }
    }

    #[test]
    fn groups_are_short_visible_texts() {
        assert_eq!(group_name(" 7b / Gruppe A "), Some("7b / Gruppe A".into()));
        assert_eq!(group_name("=cmd|' /C calc'"), Some("cmd|' /C calc'".into()));
        assert_eq!(group_name("\u{202e} \n"), None);
        assert_eq!(group_name(&"x".repeat(100)).unwrap().len(), 40);
    }

    proptest! {
        #[test]
        fn a_name_is_stable_and_short(text in "\\PC{0,60}|[a-zäß '.-]{0,60}") {
            if let Ok(name) = PersonName::parse(&text) {
                prop_assert_eq!(PersonName::parse(name.as_str()), Ok(name.clone()));
                prop_assert!((1..=40).contains(&name.as_str().chars().count()));
                prop_assert!(!name.key().is_empty());
                prop_assert_eq!(name_key(&name.as_str().to_lowercase()), name.key());
            }
        }
    }
}
