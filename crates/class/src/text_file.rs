//! Texts of other programs: which encoding a file has, and the way back to the same bytes.

use crate::ClassError;
use encoding_rs::WINDOWS_1252;
use serde::Serialize;

/// The maximum size of a file, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// The encoding of a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Encoding {
    #[serde(rename = "UTF-8")]
    Utf8,
    #[serde(rename = "UTF-16LE")]
    Utf16Le,
    #[serde(rename = "UTF-16BE")]
    Utf16Be,
    #[serde(rename = "Windows-1252")]
    Windows1252,
}

/// A decoded text and its encoding. [`TextFile::encode`] returns exactly the bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The text. A byte-order mark is its first character.
    pub text: String,
    pub encoding: Encoding,
}

impl TextFile {
    /// Decodes a file: UTF-8 and UTF-16 with or without a byte-order mark, or else Windows-1252.
    ///
    /// # Errors
    /// The file is too large, or not a text.
    pub fn decode(bytes: &[u8]) -> Result<TextFile, ClassError> {
        if bytes.len() > BYTES_MAX {
            return Err(ClassError::TooLarge { megabytes: BYTES_MAX >> 20 });
        }
        let encoding = match bytes {
            [0xff, 0xfe, ..] => Encoding::Utf16Le,
            [0xfe, 0xff, ..] => Encoding::Utf16Be,
            [first, 0, ..] if *first != 0 => Encoding::Utf16Le,
            [0, second, ..] if *second != 0 => Encoding::Utf16Be,
            _ if std::str::from_utf8(bytes).is_ok() => Encoding::Utf8,
            _ => Encoding::Windows1252,
        };
        let text = match encoding {
            Encoding::Utf8 => String::from_utf8(bytes.to_vec()).ok(),
            Encoding::Windows1252 => Some(WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()),
            Encoding::Utf16Le => from_utf16(bytes, u16::from_le_bytes),
            Encoding::Utf16Be => from_utf16(bytes, u16::from_be_bytes),
        };
        // Pictures, ZIP files and sheets of Excel contain zeros.
        let text = text.filter(|text| !text.contains('\0') && !bytes.starts_with(b"PK\x03\x04"));
        text.map(|text| TextFile { text, encoding }).ok_or(ClassError::NotText)
    }

    /// Returns the bytes of a text in this encoding. Characters that the encoding does not have become `?`.
    pub fn encode(&self) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => self.text.as_bytes().to_vec(),
            Encoding::Utf16Le => self.text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => self.text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Encoding::Windows1252 => self.text.chars().map(windows_1252).collect(),
        }
    }
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16(&units).ok().filter(|_| rest.is_empty())
}

fn windows_1252(one: char) -> u8 {
    let mut place = [0; 4];
    let (bytes, _, is_replaced) = WINDOWS_1252.encode(one.encode_utf8(&mut place));
    if is_replaced { b'?' } else { bytes[0] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn encodings_are_recognized() {
        let cases: [(&[u8], &str, Encoding); 6] = [
            (b"a;\xc3\xa4", "a;ä", Encoding::Utf8),
            (b"\xef\xbb\xbfa", "\u{feff}a", Encoding::Utf8),
            (b"a;\xe4\x80", "a;ä€", Encoding::Windows1252),
            (b"\xff\xfea\0\xe4\0", "\u{feff}aä", Encoding::Utf16Le),
            (b"\xfe\xff\0a", "\u{feff}a", Encoding::Utf16Be),
            (b"a\0;\0", "a;", Encoding::Utf16Le),
        ];
        for (bytes, text, encoding) in cases {
            let file = TextFile::decode(bytes).unwrap();
            assert_eq!((file.text.as_str(), file.encoding), (text, encoding));
            assert_eq!(file.encode(), bytes);
        }
        assert!(matches!(TextFile::decode(b"PK\x03\x04abc"), Err(ClassError::NotText)));
        assert!(matches!(TextFile::decode(b"abc\0\0\0"), Err(ClassError::NotText)));
        assert!(matches!(TextFile::decode(b"\xff\xfea"), Err(ClassError::NotText)));
        assert!(matches!(TextFile::decode(&vec![b'a'; 2 << 20]), Err(ClassError::TooLarge { megabytes: 1 })));
        let foreign = TextFile { text: "ä李".into(), encoding: Encoding::Windows1252 };
        assert_eq!(foreign.encode(), b"\xe4?");
    }

    proptest! {
        #[test]
        fn each_file_is_encoded_as_it_was(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(file) = TextFile::decode(&bytes) {
                prop_assert_eq!(file.encode(), bytes);
            }
        }
    }
}
