//! Reading of the files that the user names. Text files, such as maps, boards and rules, are read without a byte-order
//! mark; files in other formats are rejected with the name of their format.

use std::io;
use std::path::Path;
use wag_i18n::t;

/// Maximum size of a file, in bytes.
const FILE_MAX: u64 = 1 << 24;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a whole file or pipe; fails if it is larger than `FILE_MAX` bytes.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    wag_core::files::read(path, FILE_MAX)
}

/// Reads a whole text file and removes its byte-order mark.
pub fn read_text_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = read_file(path)?;
    if let Some(what) = other_format(&bytes) {
        return Err(io::Error::other(what));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// Returns a message that names the format of a file that is not UTF-8 text; `None` if the file may be text.
fn other_format(bytes: &[u8]) -> Option<String> {
    let picture = |format: &str| t!("it is a picture (%{format}), not a text", format);
    let begins_with = |sign: &[u8]| bytes.starts_with(sign);
    if begins_with(b"\x1f\x8b") {
        return Some(t!("it is packed with gzip; unpack it with gunzip first"));
    }
    if begins_with(b"PK\x03\x04") {
        return Some(t!("it is a ZIP archive; unpack it first"));
    }
    if begins_with(b"%PDF-") {
        return Some(t!("it is a PDF document, not a text"));
    }
    if begins_with(b"\x89PNG\r\n") {
        return Some(picture("PNG"));
    }
    if begins_with(b"\xff\xd8\xff") {
        return Some(picture("JPEG"));
    }
    if begins_with(b"GIF8") {
        return Some(picture("GIF"));
    }
    unicode_of_many_bytes(bytes).map(|encoding| t!("it is a text in %{encoding}; save it as UTF-8", encoding))
}

/// Detects text with two or four bytes per character, by its byte-order mark or its zero bytes. Returns the encoding's
/// name.
fn unicode_of_many_bytes(bytes: &[u8]) -> Option<&'static str> {
    const LOOKED_AT: usize = 64;
    if bytes.starts_with(b"\xff\xfe\0\0") || bytes.starts_with(b"\0\0\xfe\xff") {
        return Some("UTF-32");
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some("UTF-16");
    }
    let (pairs, _) = bytes[..bytes.len().min(LOOKED_AT)].as_chunks::<2>();
    let is_text = |letter: fn(&[u8; 2]) -> [u8; 2]| {
        pairs.len() > 1 && pairs.iter().map(letter).all(|[sign, zero]| zero == 0 && sign != 0)
    };
    (is_text(|pair| *pair) || is_text(|pair| [pair[1], pair[0]])).then_some("UTF-16")
}

#[cfg(test)]
mod tests {
    use crate::line_up::files::*;

    fn utf_16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    #[test]
    fn other_formats_are_named() {
        let format_of = |bytes: &[u8]| other_format(bytes).unwrap_or_default();
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(
                format_of(&utf_16("mapVersion=3\n20\n", order)),
                "it is a text in UTF-16; save it as UTF-8"
            );
            assert_eq!(format_of(&utf_16("\u{feff}{}", order)), "it is a text in UTF-16; save it as UTF-8");
        }
        assert!(format_of(b"\xff\xfe\0\0{\0\0\0").contains("UTF-32"));
        assert!(format_of(b"\x1f\x8b\x08\0").contains("gzip"));
        assert!(format_of(b"PK\x03\x04..").contains("ZIP"));
        assert_eq!(format_of(b"\x89PNG\r\n\x1a\n"), "it is a picture (PNG), not a text");
        for text in ["", "{", "{}", "mapVersion=3\n", "\u{feff}{}", "Größe", "a\0bcd"] {
            assert_eq!(format_of(text.as_bytes()), "", "{text:?}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        std::fs::write(&file, "\u{feff}{}").unwrap();
        assert_eq!(read_text_file(&file).unwrap(), b"{}");
        std::fs::write(&file, "{}").unwrap();
        assert_eq!(read_text_file(&file).unwrap(), b"{}");
    }
}
