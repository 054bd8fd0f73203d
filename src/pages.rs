//! The pages: what lies in `web/`, embedded in the program, as files and as one page that needs no server.
//!
//! Nothing here is read from a disk that a request names.

use crate::replay::DATA_MARK;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rust_embed::Embed;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

#[derive(Embed)]
#[folder = "web/"]
#[exclude = ".*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
#[exclude = "*.md"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
struct Files;

/// What a page from a disk may do: run what it carries, and nothing else.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:";

/// A file of `web/` by its path in there.
pub fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}

/// The page as it is served.
pub fn index() -> String {
    text("index.html")
}

/// The page as one file, complete but for the replay, in whose place stands [`DATA_MARK`]: see web/README.md.
pub fn single() -> String {
    let style = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"><style>{}</style>",
        text("style.css")
    );
    // Within a script nothing but `<` can end it.
    let imports = json!({ "imports": modules() }).to_string().replace('<', "\\u003c");
    let modules = format!(
        "<script type=\"importmap\">{imports}</script>\n<script type=\"module\">import 'wag/main.js'</script>"
    );
    let page = replace(&index(), "style", &style);
    replace(&replace(&page, "modules", &modules), "data", DATA_MARK)
}

/// Every module, under the name by which the others import it.
fn modules() -> Map<String, Value> {
    let names = Files::iter().filter(|name| name.ends_with(".js"));
    names
        .map(|name| {
            let module = STANDARD.encode(file(&name).unwrap_or_default());
            (format!("wag/{name}"), format!("data:text/javascript;base64,{module}").into())
        })
        .collect()
}

/// Puts something into the place of a part of the page, its marks included.
fn replace(page: &str, part: &str, content: &str) -> String {
    let (open, close) = (format!("<!--wag:{part}-->"), format!("<!--/wag:{part}-->"));
    let (before, rest) = page.split_once(&open).expect("the page has the marks of its parts, see the test");
    let (_, after) = rest.split_once(&close).expect("every mark is closed, see the test");
    [before, content, after].concat()
}

fn text(name: &str) -> String {
    String::from_utf8_lossy(&file(name).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_single_page_has_everything_and_a_place_for_the_replay() {
        let page = single();
        assert!(page.contains(DATA_MARK));
        assert!(page.contains("\"wag/main.js\":\"data:text/javascript;base64,"));
        assert!(page.contains("\"wag/games/warriors.js\""));
        assert!(!page.contains("wag:style") && !page.contains("src=\"/web"), "nothing is left to be fetched");
    }

    #[test]
    fn tests_and_tools_are_not_embedded() {
        assert!(Files::iter().all(|name| !name.starts_with("tests/") && !name.ends_with(".json")));
        assert!(file("index.html").is_some() && file("../Cargo.toml").is_none());
    }
}
