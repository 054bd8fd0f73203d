//! Random identifiers and secrets. All are written in Crockford's base32, which has no I, L, O and U.

use rand::TryRng;
use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The number of characters of a code, 5 bits each.
const CODE_CHARS: usize = 12;
/// The number of characters between two dashes of a code.
const CODE_GROUP: usize = 4;
/// The number of characters of an id, from 16 random bytes.
const ID_CHARS: usize = 26;

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).expect("the system has random numbers once it has started");
    bytes
}

/// Returns the base32 of some bytes, without padding; missing bits of the last character are 0.
fn base32(bytes: &[u8]) -> String {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let digit =
        |start: usize| (start..start + 5).fold(0_usize, |digit, at| digit << 1 | usize::from(bit(at)));
    (0..bytes.len() * 8).step_by(5).map(|start| ALPHABET[digit(start)] as char).collect()
}

/// Returns a new id: 26 lower-case characters from 16 random bytes.
pub fn new_id() -> String {
    base32(&random::<16>()).to_ascii_lowercase()
}

/// Returns whether a text has the form of an id. Only such texts may become names of files.
pub fn is_id(text: &str) -> bool {
    let is_digit = |byte: u8| !byte.is_ascii_uppercase() && ALPHABET.contains(&byte.to_ascii_uppercase());
    text.len() == ID_CHARS && text.bytes().all(is_digit)
}

/// A secret of a session or a link: 43 or more characters from 32 random bytes. The database has only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new() -> Secret {
        Secret(base32(&random::<32>()).to_ascii_lowercase())
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    pub fn sha256(&self) -> String {
        sha256(&self.0)
    }

    /// Returns the hash by which a secret that somebody has sent is found.
    pub fn sha256_of(sent: &str) -> String {
        sha256(sent)
    }
}

impl Default for Secret {
    fn default() -> Self {
        Secret::new()
    }
}

/// A code with which somebody logs in: 60 random bits. The database has only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    pub fn new() -> Code {
        let bytes = random::<8>();
        Code(base32(&bytes)[..CODE_CHARS].to_string())
    }

    /// Reads a code as somebody types it: in any case, with any spaces and dashes, `O` for 0, `I` and `L` for 1. Returns
    /// `None` if it cannot be a code.
    pub fn parse(typed: &str) -> Option<Code> {
        let is_space =
            |c: char| c.is_whitespace() || ['-', '\u{2010}', '\u{2011}', '\u{2013}', '.'].contains(&c);
        let letters =
            typed.chars().take(64).filter(|c| !is_space(*c)).map(|c| match c.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            });
        let code: String = letters.collect();
        let is_code = code.len() == CODE_CHARS && code.bytes().all(|byte| ALPHABET.contains(&byte));
        is_code.then_some(Code(code))
    }

    /// Returns the code as it is printed, `ABCD-EFGH-JKMN`.
    pub fn printed(&self) -> String {
        let groups: Vec<&str> =
            (0..CODE_CHARS).step_by(CODE_GROUP).map(|at| &self.0[at..at + CODE_GROUP]).collect();
        groups.join("-")
    }

    pub fn sha256(&self) -> String {
        sha256(&self.0)
    }
}

impl Default for Code {
    fn default() -> Self {
        Code::new()
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_have_one_form_and_differ() {
        let ids: BTreeSet<String> = (0..1000).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| is_id(id)), "{ids:?}");
        let upper = new_id().to_ascii_uppercase().replace(|c: char| c.is_ascii_digit(), "A");
        for other in ["", "../../../../../../etc/passwd", "abc", &"u".repeat(26), &upper, &"é".repeat(13)] {
            assert!(!is_id(other), "{other}");
        }
    }

    #[test]
    fn base32_reads_bits_from_the_left() {
        assert_eq!(base32(&[0xff, 0x00]), "ZW00");
        assert_eq!(base32(&[0x08]), "10");
    }

    #[test]
    fn typed_codes_are_read_generously() {
        let code = Code("0123456789AB".into());
        assert_eq!(code.printed(), "0123-4567-89AB");
        for typed in ["0123-4567-89AB", "oI23 4567 89ab", " 0l23–4567.89aB\n", "0123456789ab"] {
            assert_eq!(Code::parse(typed).map(|code| code.0).as_deref(), Some("0123456789AB"), "{typed}");
        }
        for typed in
            ["", "0123-4567-89A", "0123-4567-89ABC", "0123-4567-89AU", "0123-4567-89Aé", &"-".repeat(99)]
        {
            assert!(Code::parse(typed).is_none(), "{typed}");
        }
    }

    #[test]
    fn new_codes_and_secrets_differ_and_are_hashed() {
        assert!(Code::new() != Code::new() && Secret::new() != Secret::new());
        let code = Code::new();
        assert!(Code::parse(&code.printed()) == Some(code.clone()));
        assert_eq!(code.sha256().len(), 64);
        let secret = Secret::new();
        assert_eq!((secret.text().len(), secret.sha256()), (52, Secret::sha256_of(secret.text())));
    }
}
