//! Words of strangers in a page, and tables.

/// A text in a page: nothing of it is a tag.
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

/// A part of the page with its heading.
pub fn section(title: &str, body: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{body}\n</section>\n", escaped(title))
}

/// A table of texts, whose first column says what a row is about.
pub fn table(name: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let row = |row: &Vec<String>| {
        let cells = row.iter().skip(1).map(|cell| format!("<td>{}</td>", escaped(cell)));
        let first = row.first().map(|cell| escaped(cell)).unwrap_or_default();
        format!("<tr><th scope=\"row\">{first}</th>{}</tr>", cells.collect::<String>())
    };
    raw_table(name, head, &rows.iter().map(row).collect::<String>())
}

/// A table whose rows are tags already. It can be scrolled with the keys where it is too wide.
pub fn raw_table(name: &str, head: &[String], rows: &str) -> String {
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell))).collect();
    format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
        escaped(name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_strangers_are_no_tags() {
        assert_eq!(escaped("<b a='1'>&\"</b>"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;&lt;/b&gt;");
        let told = table("x\"y", &["<i>".to_string()], &[vec!["<b>".to_string(), "</td>".to_string()]]);
        assert!(!told.contains("<b>") && !told.contains("<i>") && told.contains("x&quot;y"), "{told}");
    }
}
