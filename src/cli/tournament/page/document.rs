//! A self-contained HTML page, which includes its style and its script.

use super::html::escaped;
use crate::cli::answer::user_error;
use crate::cli::chart;
use std::path::Path;
use wag_core::files;
use wag_i18n::{Language, message};
use wag_server::pages;

/// The content security policy of the page. It allows only the page's own style and script, and those of the embedded
/// matches.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; font-src data:";
/// The time after which the page of a running tournament reloads itself, in seconds.
const AGAIN: u32 = 10;

/// Returns a complete HTML page with this title and body.
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
         <style>{colours}{style}{chart}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<script>{script}</script>\n</body>\n</html>\n",
        lang = Language::spoken().code,
        title = escaped(title),
        colours = colours(),
        style = include_str!("style.css"),
        chart = chart::STYLE,
        script = include_str!("script.js"),
    )
}

/// Returns the CSS rules with the colors of the client's pages, for light and dark mode.
fn colours() -> String {
    let style = pages::file("style.css").unwrap_or_default();
    let (light, dark) = (block(&style, ":root {"), block(&style, "[data-theme=\"dark\"] {"));
    format!(":root {{{light}}}\n@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}\n")
}

/// Returns the text between the braces of a rule in a style sheet.
fn block<'s>(style: &'s str, rule: &str) -> &'s str {
    let after = style.split_once(rule).map_or("", |(_, after)| after);
    after.split_once('}').map_or("", |(block, _)| block)
}

/// Replaces a file atomically, so that readers see either its old or its new content.
pub fn write_whole(file: &Path, text: &str) -> anyhow::Result<()> {
    match files::write(file, text.as_bytes()) {
        Ok(()) => Ok(()),
        Err(err) => {
            user_error(message!("%{file} cannot be written: %{fault}", file = file.display(), fault = err))
        }
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
    fn file_is_replaced_atomically() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.html");
        write_whole(&file, "one").unwrap();
        write_whole(&file, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        assert!(write_whole(&folder.path().join("none/x.html"), "x").is_err());
    }

    #[test]
    fn only_page_of_running_tournament_reloads() {
        assert!(document("<x>", true, "").contains("http-equiv=\"refresh\""));
        let page = document("<x>", false, "");
        assert!(!page.contains("refresh") && page.contains("&lt;x&gt;"));
    }
}
