//! Generates the list of the files that are embedded for the web pages. Also tells the linker the folder of Python's
//! library at run time, which `crates/python/build.rs` finds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = std::env::var_os("DEP_WAG_PYTHON_FOLDER") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
    write_pages();
    bundle_editor();
    bundle_pages();
    write_fonts();
}

/// Writes the list of the files of `web/` that make up the pages, for `pages.rs`. The other files there are for tests
/// and tools.
fn write_pages() {
    let web = project().join("web");
    let mut files = Vec::new();
    for name in ["index.html", "main.js", "single.js", "style.css", "fonts.css", "shell", "games", "i18n"] {
        println!("cargo:rerun-if-changed=../../web/{name}");
        collect(web.join(name), &mut files);
    }
    let name = |file: &Path| file.strip_prefix(&web).expect("it lies in there").display().to_string();
    let mut named: Vec<(String, PathBuf)> = files.into_iter().map(|file| (name(&file), file)).collect();
    named.sort();
    let line = |(name, file): &(String, PathBuf)| format!("    ({name:?}, include_str!({file:?})),\n");
    let list: String = named.iter().map(line).collect();
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    let bundle = "const EDITOR_BUNDLE: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/editor.js\"));";
    fs::write(
        Path::new(&out).join("pages.rs"),
        format!("const FILES: &[(&str, &str)] = &[\n{list}];\n{bundle}\n"),
    )
    .expect("cargo's folder can be written");
}

/// Bundles the editor of the pages with Node. Without Node, or without its packages, the bundle is empty, and the pages
/// say how to get the editor; `make editor` prints what is missing.
fn bundle_editor() {
    let folder = project().join("web/editor");
    for name in ["bundle.js", "package.json", "package-lock.json", "src"] {
        println!("cargo:rerun-if-changed=../../web/editor/{name}");
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where")).join("editor.js");
    let made = Command::new("node").arg(folder.join("bundle.js")).arg(&out).current_dir(&folder).output();
    if !made.is_ok_and(|output| output.status.success()) {
        fs::write(out, "").expect("cargo's folder can be written");
    }
}

/// Bundles and compresses the pages with Node, as the editor, whose packages this uses. Without Node the files are empty,
/// and the program serves the modules one by one.
fn bundle_pages() {
    println!("cargo:rerun-if-changed=../../web/bundle.js");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    let made = Command::new("node").arg(project().join("web/bundle.js")).arg(&out).output();
    if !made.is_ok_and(|output| output.status.success()) {
        println!(
            "cargo:warning=the pages are served module by module, because Node could not bundle them; it changes nothing \
             but the time they take to load"
        );
        for name in ["main.js", "main.js.gz", "style.css", "style.css.gz", "editor.js.gz"] {
            fs::write(out.join(name), "").expect("cargo's folder can be written");
        }
    }
}

/// Writes the list of the pages' fonts, for `pages.rs`. They come with the packages of the editor; without these, the
/// list is empty, and the pages use the fonts of the system.
fn write_fonts() {
    let packages = project().join("web/editor/node_modules/@fontsource-variable");
    let mut lines = String::new();
    for name in ["next", "mono"] {
        for letters in ["latin", "latin-ext"] {
            let file = format!("atkinson-hyperlegible-{name}-{letters}-wght-normal.woff2");
            let path = packages.join(format!("atkinson-hyperlegible-{name}/files/{file}"));
            if path.exists() {
                lines += &format!("    ({:?}, include_bytes!({path:?})),\n", format!("fonts/{file}"));
            }
        }
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    let list = format!("pub const FONTS: &[(&str, &[u8])] = &[\n{lines}];\n");
    fs::write(out.join("fonts.rs"), list).expect("cargo's folder can be written");
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
