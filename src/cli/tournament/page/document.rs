//! A page that needs nothing else: its head, its style and its little script.

use super::html::escaped;
use crate::cli::answer::user_error;
use std::path::Path;
use wag_core::files;
use wag_i18n::{Language, t};
use wag_server::pages;

/// All that a page may do: its own style and script, and those of the matches within it.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:";
/// A page of a tournament that goes on loads itself again, after so many seconds.
const AGAIN: u32 = 10;

/// A whole page.
pub fn document(title: &str, is_running: bool, body: &str) -> String {
    let again = match is_running {
        true => format!("<meta http-equiv=\"refresh\" content=\"{AGAIN}\">\n"),
        false => String::new(),
    };
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n{again}<title>{title}</title>\n\
         <style>{colours}{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<script>{script}</script>\n</body>\n</html>\n",
        lang = Language::spoken().code,
        title = escaped(title),
        colours = colours(),
        style = include_str!("style.css"),
        script = include_str!("script.js"),
    )
}

/// The colours of the client's pages, light and dark as the reader's system is.
fn colours() -> String {
    let style = pages::file("style.css").unwrap_or_default();
    let (light, dark) = (block(&style, ":root {"), block(&style, "[data-theme=\"dark\"] {"));
    format!(":root {{{light}}}\n@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}\n")
}

/// What stands between the braces of a rule.
fn block<'s>(style: &'s str, rule: &str) -> &'s str {
    let after = style.split_once(rule).map_or("", |(_, after)| after);
    after.split_once('}').map_or("", |(block, _)| block)
}

/// Writes a file in one step: whoever reads it sees the one or the other, never a part.
pub fn write_whole(file: &Path, text: &str) -> anyhow::Result<()> {
    match files::write(file, text.as_bytes()) {
        Ok(()) => Ok(()),
        Err(err) => user_error(t!("%{file} can't be written: %{fault}", file = file.display(), fault = err)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_are_those_of_the_client() {
        let colours = colours();
        for token in ["--ground", "--panel", "--ink", "--soft", "--accent", "--good-ground", "--bad"] {
            assert_eq!(colours.matches(&format!("{token}:")).count(), 2, "{token}, light and dark");
        }
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.html");
        write_whole(&file, "one").unwrap();
        write_whole(&file, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        assert!(write_whole(&folder.path().join("none/x.html"), "x").is_err());
    }

    #[test]
    fn only_a_page_of_a_tournament_that_goes_on_loads_itself_again() {
        assert!(document("<x>", true, "").contains("http-equiv=\"refresh\""));
        let page = document("<x>", false, "");
        assert!(!page.contains("refresh") && page.contains("&lt;x&gt;"));
    }
}
