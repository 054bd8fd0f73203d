//! Generates the list of the files that are embedded for the web pages. Also tells the linker the folder of Python's
//! library at run time, which `crates/python/build.rs` finds.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = std::env::var_os("DEP_WAG_PYTHON_FOLDER") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
    write_pages();
}

/// Writes the list of the files of `web/` that make up the pages, for `pages.rs`. The other files there are for tests
/// and tools.
fn write_pages() {
    let web = project().join("web");
    let mut files = Vec::new();
    for name in ["index.html", "main.js", "single.js", "style.css", "shell", "games", "two", "i18n"] {
        println!("cargo:rerun-if-changed=../../web/{name}");
        collect(web.join(name), &mut files);
    }
    let name = |file: &Path| file.strip_prefix(&web).expect("it lies in there").display().to_string();
    let mut named: Vec<(String, PathBuf)> = files.into_iter().map(|file| (name(&file), file)).collect();
    named.extend(documents());
    named.sort();
    let line = |(name, file): &(String, PathBuf)| format!("    ({name:?}, include_str!({file:?})),\n");
    let list: String = named.iter().map(line).collect();
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("pages.rs"), format!("const FILES: &[(&str, &str)] = &[\n{list}];\n"))
        .expect("cargo's folder can be written");
}

/// Returns the documents of `docs/`, with the names `docs/NAME.md` by which the pages show them.
fn documents() -> Vec<(String, PathBuf)> {
    let folder = project().join("docs");
    println!("cargo:rerun-if-changed=../../docs");
    let mut files = Vec::new();
    collect(folder, &mut files);
    let texts = files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "md"));
    texts
        .map(|file| (format!("docs/{}", file.file_name().unwrap_or_default().to_string_lossy()), file))
        .collect()
}

/// Adds a file to `files`; for a folder, adds all files in it and in its subfolders.
fn collect(path: PathBuf, files: &mut Vec<PathBuf>) {
    match fs::read_dir(&path) {
        Ok(entries) => entries.for_each(|entry| collect(entry.expect("it can be read").path(), files)),
        Err(_) => files.push(path),
    }
}

/// Returns the project's folder. The path is read when the build script runs: a build script that was copied to another
/// folder still contains the path of the old folder.
fn project() -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..")
}
