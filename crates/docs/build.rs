//! Embeds what the two summaries name: the pages, and the pictures that these show. The pages of the course are made from
//! its lessons.

#[path = "src/course.rs"]
mod course;
#[path = "src/summary.rs"]
mod summary;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The languages of the books.
const LANGUAGES: [&str; 2] = ["en", "de"];

fn main() -> ExitCode {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../docs");
    println!("cargo:rerun-if-changed=../../python/course");
    match write_files() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo:error={message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the list of the embedded files, by their paths below `docs/`.
fn write_files() -> Result<(), String> {
    let project = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    let docs = project.join("docs");
    let mut files = BTreeMap::new();
    for language in LANGUAGES {
        let summary = format!("{language}/SUMMARY.md");
        let parsed = summary::parse(&read(&docs, &summary)?)
            .map_err(|line| format!("docs/{summary}: this line is neither a part nor a page: {line}"))?;
        for entry in parsed.entries {
            let page = format!("{language}/{}.md", entry.topic);
            let (path, text) = match course::page(&project, language, &entry.topic) {
                Some(made) => {
                    let (path, text) = (out.join(page.replace('/', "-")), made?);
                    fs::write(&path, &text).map_err(|err| err.to_string())?;
                    (path, text)
                }
                None => {
                    let text = read(&docs, &page).map_err(|_| {
                        format!("docs/{summary} names {}.md, but there is no file docs/{page}", entry.topic)
                    })?;
                    (docs.join(&page), text)
                }
            };
            let shown =
                pictures(&text).map(|name| (docs.join(&name), name)).filter(|(path, _)| path.exists());
            files.extend(shown.map(|(path, name)| (name, path)));
            files.insert(page, path);
        }
        files.insert(summary.clone(), docs.join(&summary));
    }
    let list: String =
        files.iter().map(|(name, path)| format!("    ({name:?}, include_bytes!({path:?})),\n")).collect();
    fs::write(out.join("files.rs"), format!("pub const FILES: &[(&str, &[u8])] = &[\n{list}];\n"))
        .map_err(|err| err.to_string())
}

/// Returns the pictures that a page shows, by their paths below `docs/`.
fn pictures(text: &str) -> impl Iterator<Item = String> {
    let targets = text.split("](../pictures/").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|name| format!("pictures/{name}"))
}

fn read(docs: &Path, name: &str) -> Result<String, String> {
    fs::read_to_string(docs.join(name)).map_err(|err| format!("docs/{name}: {err}"))
}
