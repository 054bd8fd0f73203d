//! The web pages, which are embedded in the program: the files of `web/`, and the book (`wag_docs`). They are available as separate files, and as a single HTML file that needs no server.
//!
//! A request can only name embedded files; it never opens a file on the disk. Two modules have no file in `web/`,
//! because they are generated: the list of games and the translations.

use super::icons;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use wag_i18n::{LANGUAGES, Language};
use wag_replay::{DATA_MARK, ReplayError, ReplayJson, Template, gzip_base64};

// `FILES`: the files of `web/` that the pages need, sorted by path. `EDITOR_BUNDLE`: the bundle of the
// editor; empty if it could not be made. `build.rs` generates both.
include!(concat!(env!("OUT_DIR"), "/pages.rs"));
// `FONTS`: the font files by path; empty if they could not be installed.
include!(concat!(env!("OUT_DIR"), "/fonts.rs"));

/// The content security policy of a page that is opened as a file. The page may run its own scripts but must not load
/// anything.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; font-src data:";

/// The page itself, into which the icons are inserted.
const INDEX: &str = "index.html";

/// The path of the generated module with the list of games.
const GAMES: &str = "games/index.js";

/// The path of the generated module with the names of the games, for the bundle, which contains what draws them.
pub const GAME_NAMES: &str = "games/names.js";

/// The path of the bundle of the editor. Pages with a replay do not contain it.
const EDITOR: &str = "editor.js";

/// The path of the style sheet that names the fonts.
pub const FONT_FACES: &str = "fonts.css";

/// The path of the generated module with the translations of the program's English messages.
pub const SENTENCES: &str = "i18n/sentences.js";

/// Returns the content of a file of the pages. `name` is its path relative to `web/`.
pub fn file(name: &str) -> Option<Cow<'static, str>> {
    match name {
        GAMES => Some(Cow::Owned(list(&games()))),
        GAME_NAMES => Some(Cow::Owned(game_names())),
        SENTENCES => Some(Cow::Owned(sentences())),
        EDITOR => (!EDITOR_BUNDLE.is_empty()).then_some(Cow::Borrowed(EDITOR_BUNDLE)),
        INDEX => Some(Cow::Owned(page())),
        FONT_FACES if FONTS.is_empty() => Some(Cow::Borrowed("")),
        _ => unchanged(name),
    }
}

/// Returns the content of a font file. `name` is its path relative to `web/`.
pub fn font(name: &str) -> Option<&'static [u8]> {
    FONTS.iter().find(|(file, _)| *file == name).map(|(_, content)| *content)
}

/// Returns the style sheet that names the fonts, for a page without a server: it contains the fonts for Latin letters.
fn embedded_faces() -> String {
    let replace = |sheet: String, (name, content): &(&str, &[u8])| {
        let data = match name.contains("latin-ext") {
            false => format!("data:font/woff2;base64,{}", STANDARD.encode(content)),
            true => "data:,".to_string(),
        };
        sheet.replace(&format!("/web/{name}"), &data)
    };
    FONTS.iter().fold(text(FONT_FACES), replace)
}

/// Returns the content of a file as it is in the sources.
fn unchanged(name: &str) -> Option<Cow<'static, str>> {
    embedded(name).map(|text| read_from_disk(name).map_or(Cow::Borrowed(text), Cow::Owned))
}

/// Returns whether the program contains the editor.
pub fn has_editor() -> bool {
    !EDITOR_BUNDLE.is_empty()
}

/// Returns the content of an embedded file. Does not find the generated modules.
fn embedded(name: &str) -> Option<&'static str> {
    FILES.binary_search_by_key(&name, |(file, _)| file).ok().map(|at| FILES[at].1)
}

/// Returns the current content of a file on the disk in debug builds, so that changes to the pages take effect without
/// a new build. Returns `None` in release builds.
fn read_from_disk(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    cfg!(debug_assertions).then(|| fs::read_to_string(folder.join(name)).ok()).flatten()
}

/// Returns a file of the book. `name` is its path below `docs/`. As for the pages, debug builds read it from the disk.
pub fn book_file(name: &str) -> Option<Cow<'static, [u8]>> {
    let embedded = wag_docs::file(name)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let current = cfg!(debug_assertions).then(|| fs::read(folder.join(name)).ok()).flatten();
    Some(current.map_or(Cow::Borrowed(embedded), Cow::Owned))
}

/// Returns the name and the title of each game, in the order of the engine's list.
fn games() -> Vec<(&'static str, &'static str)> {
    wag_games::all().map(|game| (game.info.name, game.info.title)).collect()
}

/// Generates the module that lists these games. A game's `view` is `null` if there is no module that draws the game.
fn list(games: &[(&str, &str)]) -> String {
    let (mut imports, mut entries) = (String::new(), String::new());
    for (number, (name, title)) in games.iter().enumerate() {
        let drawing = format!("games/{name}.js");
        let view = match embedded(&drawing) {
            Some(_) => format!("game{number}"),
            None => "null".to_string(),
        };
        if view != "null" {
            imports += &format!("import {view} from 'wag/{drawing}';\n");
        }
        entries +=
            &format!("  {{ name: {}, title: {}, view: {view} }},\n", Value::from(*name), Value::from(*title));
    }
    format!("{imports}\nexport const games = [\n{entries}];\n")
}

/// Generates the module with the names and titles of the games.
fn game_names() -> String {
    let list: Vec<Value> =
        games().iter().map(|(name, title)| json!({ "name": name, "title": title })).collect();
    format!("export const names = {};\n", json!(list))
}

/// Generates the module with the translations. Omits texts of several lines, because only commands print them.
fn sentences() -> String {
    let is_for_pages =
        |(english, translation): &(&String, &String)| !english.contains('\n') && english != translation;
    let of = |language: &Language| {
        let book: BTreeMap<&String, &String> = language.catalog()?.iter().filter(is_for_pages).collect();
        Some((language.code, book))
    };
    let books: BTreeMap<_, _> = LANGUAGES.iter().filter_map(of).collect();
    format!("export const sentences = {};\n", json!(books))
}

/// Returns the HTML page with the marks of its parts.
pub fn page() -> String {
    replace(&unchanged(INDEX).unwrap_or_default(), "icons", &icons::symbols())
}

/// Returns the pages as a single HTML file that contains a replay. If `with_sources` is true, it also contains the
/// players' source files, if the replay has them.
pub fn page_with_replay(json_replay: &dyn ReplayJson, with_sources: bool) -> Result<String, ReplayError> {
    wag_replay::page(json_replay, Template { html: &single_page() }, with_sources)
}

/// Returns the pages as a single HTML file with the placeholder [`DATA_MARK`] instead of a replay; see
/// docs/contributors/pages.md.
fn single_page() -> String {
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let packed = json!({ "style": embedded_faces() + &text("style.css"), "modules": modules() }).to_string();
    let packed = gzip_base64(packed.as_bytes()).expect("memory can be written");
    let modules = format!(
        "<script type=\"application/octet-stream\" id=\"wag-packed\">{packed}</script>\n<script>{}</script>",
        text("single.js")
    );
    let page = replace(&page(), "style", &policy);
    replace(&replace(&page, "modules", &modules), "data", DATA_MARK)
}

/// Returns the modules of a page without a server, by the names under which other modules import them: all except those
/// of a class server, and `single.js`, the script that loads the modules.
fn modules() -> Map<String, Value> {
    let is_hosted = |name: &str| name.starts_with("shell/host/") || name.starts_with("i18n/host-");
    let names = FILES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| name.ends_with(".js") && *name != "single.js" && !is_hosted(name));
    names.chain([GAMES, SENTENCES]).map(|name| (format!("wag/{name}"), text(name).into())).collect()
}

/// Replaces the part of the page between two marks, and also the marks themselves.
pub fn replace(page: &str, part: &str, content: &str) -> String {
    let (open, close) = (format!("<!--wag:{part}-->"), format!("<!--/wag:{part}-->"));
    let (before, rest) = page.split_once(&open).expect("the page has the marks of its parts, see the test");
    let (_, after) = rest.split_once(&close).expect("every mark is closed, see the test");
    [before, content, after].concat()
}

fn text(name: &str) -> String {
    file(name).unwrap_or_default().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_single_page_has_everything_and_a_place_for_the_replay() {
        let page = single_page();
        assert!(page.contains(DATA_MARK));
        assert!(page.contains("id=\"wag-packed\"") && page.contains("DecompressionStream"));
        assert!(modules().contains_key("wag/main.js") && modules().contains_key("wag/games/warriors.js"));
        assert!(modules().keys().all(|name| !name.contains("/host")), "a single page has no class server");
        assert!(!page.contains("wag:style") && !page.contains("src=\"/web"), "nothing is left to be fetched");
        assert!([page, text(INDEX)].iter().all(|page| page.contains("id=\"icon-play\"")));
    }

    #[test]
    fn every_font_is_a_file_and_nothing_of_a_single_page_is_fetched() {
        let faces = text(FONT_FACES);
        assert!(FONTS.iter().all(|(name, content)| {
            faces.contains(&format!("\"/web/{name}\""))
                && content.starts_with(b"wOF2")
                && font(name).is_some()
        }));
        assert_eq!(faces.matches("/web/fonts/").count(), FONTS.len());
        assert!(!embedded_faces().contains("/web/"));
        assert_eq!(font("fonts/../style.css"), None);
    }

    #[test]
    fn the_list_of_games_is_the_engines_own() {
        let list = text(GAMES);
        let at = |word: &str| list.find(word).unwrap_or_else(|| panic!("{word} is not in {list}"));
        let places: Vec<_> = games().iter().map(|(name, _)| at(&format!("name: \"{name}\""))).collect();
        assert!(places.is_sorted(), "{list}");
        assert_eq!(modules()["wag/games/index.js"], list.as_str());
    }

    #[test]
    fn pages_have_translations_of_program_messages() {
        let text = text(SENTENCES);
        let json = text.strip_prefix("export const sentences = ").and_then(|rest| rest.strip_suffix(";\n"));
        let books: Value = serde_json::from_str(json.unwrap()).unwrap();
        assert_eq!(books["de"]["in its turn"], "in seinem Zug");
        assert!(books["en"].is_null() && modules().contains_key("wag/i18n/sentences.js"));
    }

    #[test]
    fn game_without_drawing_is_listed() {
        let list = list(&[("nowhere", "A \"game\""), ("warriors", "W")]);
        assert_eq!(
            list,
            "import game1 from 'wag/games/warriors.js';\n\nexport const games = [\n  \
             { name: \"nowhere\", title: \"A \\\"game\\\"\", view: null },\n  \
             { name: \"warriors\", title: \"W\", view: game1 },\n];\n"
        );
    }

    #[test]
    fn tests_and_tools_are_not_embedded() {
        assert!(FILES.iter().all(|(name, _)| !name.starts_with("tests/") && !name.ends_with(".json")));
        assert!(file("index.html").is_some() && file("../Cargo.toml").is_none());
    }
}
