//! Finds the Python that the program embeds, checks that it can be embedded, and tells the linker where its library
//! lies at run time; gathers what comes with the engine as text. `scripts/set-up` asks the same of a Python before anything is built.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The versions of CPython 3 the project is tested with; a newer one is tried.
const TESTED: std::ops::RangeInclusive<u8> = 10..=15;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    write_packages();
    write_books();
    pyo3_build_config::use_pyo3_cfgs();
    pyo3_build_config::add_libpython_rpath_link_args();

    let config = pyo3_build_config::get();
    if let Some(folder) = config.lib_dir() {
        println!("cargo::metadata=folder={folder}");
    }
    let (major, minor) = (config.version().major, config.version().minor);
    let executable = config.executable().unwrap_or("python3");
    let (oldest, newest) = (TESTED.start(), TESTED.end());
    if major != 3 || minor < *oldest {
        println!(
            "cargo::error={executable} is Python {major}.{minor}; Wag embeds 3.{oldest} or newer. \
             Name such a one: PYO3_PYTHON=python3.{newest} cargo build --release"
        );
        return;
    }
    if minor > *newest {
        println!(
            "cargo::warning={executable} is Python {major}.{minor}, newer than what Wag is tested with, \
             3.{oldest} to 3.{newest}. Should it fail, name another: PYO3_PYTHON=python3.{newest} cargo build --release"
        );
    }
    let Some(library) = find_library(config.lib_dir(), config.lib_name(), major, minor) else {
        let remedy = if executable.contains("/.pyenv/") {
            format!("PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install --force {major}.{minor}")
        } else if cfg!(target_os = "macos") {
            format!("brew install python@{major}.{minor}")
        } else {
            format!("sudo apt install libpython{major}.{minor}-dev")
        };
        println!(
            "cargo::error=The library of Python {major}.{minor} ({executable}) is missing; install it: {remedy}"
        );
        return;
    };
    compile_prelude(executable);
    println!("cargo:rustc-env=WAG_PYTHON_EXECUTABLE={executable}");
    println!("cargo:rustc-env=WAG_PYTHON_VERSION={major}.{minor}");
    println!("cargo:rustc-env=WAG_PYTHON_LIBRARY={}", library.display());
}

/// Compiles what each match begins with, for `worker/interpreter.rs`; nothing, where this Python can't do it.
fn compile_prelude(executable: &str) {
    const SOURCE: &str = "src/worker/prelude.py";
    const COMPILE: &str = "import importlib.util, marshal, sys; code = compile(open(sys.argv[1], 'rb').read(), '<string>', 'exec'); \
         sys.stdout.buffer.write(importlib.util.MAGIC_NUMBER + marshal.dumps(code))";
    println!("cargo:rerun-if-changed={SOURCE}");
    let compiled = Command::new(executable).args(["-I", "-S", "-c", COMPILE, SOURCE]).output();
    let target = Path::new(&std::env::var_os("OUT_DIR").expect("cargo names it")).join("prelude.pyc");
    std::fs::write(target, compiled.map_or_else(|_| Vec::new(), |done| done.stdout))
        .expect("OUT_DIR can be written");
}

/// Lists the modules of the Python packages that come with the program, for `worker/packages.rs`: the toolkit, and the experiments
/// of each game that has some.
fn write_packages() {
    println!("cargo:rerun-if-changed=../python");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../python");
    let mut list = String::from("const SOURCES: &[Source] = &[\n");
    list += &package("aitools", &folder.join("aitools"));
    for game in files(&folder) {
        let experiments = game.join("experiments");
        if experiments.is_dir() {
            let name = game.file_name().and_then(|name| name.to_str()).expect("games have plain names");
            list += &package(&format!("{name}_experiments"), &experiments);
        }
    }
    write("packages.rs", &(list + "];\n"));
}

/// Lists the files of what is said in other languages, for `language/book.rs`: the common ones, and those of the games.
fn write_books() {
    println!("cargo:rerun-if-changed=../games/src");
    println!("cargo:rerun-if-changed=src/language");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = files(&here.join("../games/src")).into_iter().filter(|entry| entry.is_dir());
    let all = std::iter::once(here.join("src/language")).chain(games).flat_map(|folder| files(&folder));
    let books = all.filter(|file| file.extension().is_some_and(|ending| ending == "yml"));
    let line = |book: PathBuf| {
        let language = book.file_stem().and_then(|stem| stem.to_str()).expect("languages have plain names");
        format!("    ({language:?}, include_str!({book:?})),\n")
    };
    let list: String = books.map(line).collect();
    write("books.rs", &format!("const FILES: &[(&str, &str)] = &[\n{list}];\n"));
}

fn write(name: &str, text: &str) {
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    std::fs::write(Path::new(&out).join(name), text).expect("cargo's folder can be written");
}

/// The modules of a package, as elements of the list.
fn package(package: &str, folder: &Path) -> String {
    let modules =
        files(folder).into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "py"));
    let line = |file: PathBuf| {
        let stem = file.file_stem().and_then(|stem| stem.to_str()).expect("modules have plain names");
        let is_package = stem == "__init__";
        let name = if is_package { package.to_string() } else { format!("{package}.{stem}") };
        format!("    Source {{ name: {name:?}, text: include_str!({file:?}), is_package: {is_package} }},\n")
    };
    modules.map(line).collect()
}

/// What is in a folder, in the order of the names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}

/// The shared library that the linker will take for Python's.
fn find_library(folder: Option<&str>, name: Option<&str>, major: u8, minor: u8) -> Option<PathBuf> {
    let name = name.map_or_else(|| format!("python{major}.{minor}"), str::to_string);
    let folders = folder.into_iter().chain(["/usr/lib", "/usr/local/lib", "/usr/lib64"]);
    folders
        .flat_map(|folder| ["so", "dylib"].map(|end| Path::new(folder).join(format!("lib{name}.{end}"))))
        .find(|file| file.exists())
}
