//! Responses that browsers save instead of displaying them.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

/// Returns a response that is saved under a name. Whatever it contains, browsers do not display or run it.
pub fn download(kind: &'static str, name: &str, content: impl Into<Body>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CONTENT_DISPOSITION, disposition(name));
    (headers, content.into()).into_response()
}

/// Returns the header with a file name: the name itself for browsers, and a plain one for other programs.
fn disposition(name: &str) -> HeaderValue {
    let is_plain = |one: &char| one.is_ascii_alphanumeric() || ['.', '-', '_', ' '].contains(one);
    let plain: String = name.chars().map(|one| if is_plain(&one) { one } else { '_' }).collect();
    let is_attr = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_".contains(byte);
    let encoded: String = name
        .bytes()
        .map(|byte| if is_attr(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    let value = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    HeaderValue::from_str(&value).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

/// Returns a name of a file that was uploaded, without anything that could be a path.
pub fn file_name(text: &str, otherwise: &str) -> String {
    let name: String = text.rsplit(['/', '\\']).next().unwrap_or_default().chars().take(100).collect();
    let name: String = name.chars().filter(|one| !one.is_control() && *one != '"').collect();
    let name = name.trim_matches(['.', ' ']).to_string();
    if name.is_empty() { otherwise.to_string() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_downloads_are_harmless() {
        let header = disposition("Zoë \"x\"\r\n.csv");
        let expected =
            "attachment; filename=\"Zo_ _x___.csv\"; filename*=UTF-8''Zo%C3%AB%20%22x%22%0D%0A.csv";
        assert_eq!(header.to_str().unwrap(), expected);
        let names = [
            ("../../etc/passwd", "passwd"),
            ("C:\\a\\Grades.csv", "Grades.csv"),
            ("..", "x"),
            ("a\n\"b", "ab"),
        ];
        for (text, expected) in names {
            assert_eq!(file_name(text, "x"), expected);
        }
    }
}
