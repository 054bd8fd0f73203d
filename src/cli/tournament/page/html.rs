//! Functions that escape untrusted texts and create HTML.

use std::fmt::Write;
use std::path::Path;

/// Escapes a text so that it cannot contain HTML tags.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            letter => out.push(letter),
        }
    }
    out
}

/// Returns a section of the page with its heading.
pub fn section(title: &str, body: &str) -> String {
    format!("<section class=\"panel\">\n<h2>{}</h2>\n{body}\n</section>\n", escaped(title))
}

/// Returns a table of texts; `name` is the table's accessible name. The first column contains the names of the rows.
pub fn table(name: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let class = |at: usize| if at == 0 { " class=\"name\"" } else { "" };
    let head: String = head
        .iter()
        .enumerate()
        .map(|(at, cell)| format!("<th scope=\"col\"{}>{}</th>", class(at), escaped(cell)))
        .collect();
    let row = |row: &Vec<String>| {
        let cells = row.iter().skip(1).map(|cell| format!("<td>{}</td>", escaped(cell)));
        let first = row.first().map(|cell| escaped(cell)).unwrap_or_default();
        format!("<tr><th scope=\"row\" class=\"name\">{first}</th>{}</tr>", cells.collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
        escaped(name)
    )
}

/// Returns the link to a file from a page in this folder. Returns `None` if the file is outside the folder.
pub fn href(folder: &Path, file: &Path) -> Option<String> {
    let file = std::path::absolute(file).ok()?;
    let below = file.strip_prefix(folder).ok()?.to_str()?;
    let mut link = String::new();
    for byte in below.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                link.push(char::from(byte))
            }
            byte => write!(link, "%{byte:02X}").ok()?,
        }
    }
    Some(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_contains_no_tags() {
        assert_eq!(escaped("<b a='1'>&\"</b>"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;&lt;/b&gt;");
        let html = table("x\"y", &["<i>".to_string()], &[vec!["<b>".to_string(), "</td>".to_string()]]);
        assert!(!html.contains("<b>") && !html.contains("<i>") && html.contains("x&quot;y"), "{html}");
    }

    #[test]
    fn links_lead_to_files_below_the_page() {
        let link = |file: &str| href(Path::new("/a"), Path::new(file));
        assert_eq!(link("/a/kept/1 #2.wag").as_deref(), Some("kept/1%20%232.wag"));
        assert_eq!(link("/b/1.wag"), None);
    }
}
