//! Embeds what the two summaries name: the pages, and the pictures that these show. The pages of the course are made from
//! its lessons. Also embeds the examples that the pages name.

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
    println!("cargo:rerun-if-changed=../../examples");
    match write_files().and_then(|()| write_examples()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo:error={message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the list of the embedded files, by their paths below `docs/`.
fn write_files() -> Result<(), String> {
    let (project, out) = (project(), out());
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

/// Writes the list of the examples, by their paths below `examples/`.
fn write_examples() -> Result<(), String> {
    let folder = project().join("examples");
    let mut files = BTreeMap::new();
    collect(&folder, &folder, &mut files).map_err(|err| format!("{}: {err}", folder.display()))?;
    let list: String =
        files.iter().map(|(name, path)| format!("    ({name:?}, include_str!({path:?})),\n")).collect();
    fs::write(out().join("examples.rs"), format!("pub const EXAMPLES: &[(&str, &str)] = &[\n{list}];\n"))
        .map_err(|err| err.to_string())
}

/// Adds the files in a folder and in its subfolders, except for those that Python writes.
fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() {
            let name = path.strip_prefix(root).expect("it is in there").to_string_lossy().into_owned();
            files.insert(name, path);
        } else if !path.ends_with("__pycache__") {
            collect(root, &path, files)?;
        }
    }
    Ok(())
}

fn project() -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..")
}

fn out() -> PathBuf {
    PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"))
}

/// Returns the pictures that a page shows, by their paths below `docs/`.
fn pictures(text: &str) -> impl Iterator<Item = String> {
    let targets = text.split("](../pictures/").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|name| format!("pictures/{name}"))
}

fn read(docs: &Path, name: &str) -> Result<String, String> {
    fs::read_to_string(docs.join(name)).map_err(|err| format!("docs/{name}: {err}"))
}
