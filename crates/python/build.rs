//! Finds the Python that the program embeds, checks that it can be embedded, and tells the linker where its library is
//! at run time. `scripts/set-up` makes the same checks before anything is built.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The minor versions of CPython 3 that the project is tested with; newer ones are allowed.
const TESTED: std::ops::RangeInclusive<u8> = 10..=15;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    pyo3_build_config::use_pyo3_cfgs();
    println!("cargo:rerun-if-env-changed=PYO3_BUILD_EXTENSION_MODULE");
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
    compile_modules(executable);
    println!("cargo:rustc-env=WAG_PYTHON_EXECUTABLE={executable}");
    println!("cargo:rustc-env=WAG_PYTHON_VERSION={major}.{minor}");
    if std::env::var_os("PYO3_BUILD_EXTENSION_MODULE").is_some() {
        // The interpreter that loads the extension module contains the library.
        println!("cargo:rustc-env=WAG_PYTHON_LIBRARY=");
        return;
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
    println!("cargo:rustc-env=WAG_PYTHON_LIBRARY={}", library.display());
}

/// Compiles the Python code of workers: the prelude for `worker/process/interpreter.rs`, and the modules of games for
/// `worker/modules/packages.rs`. Compiling it in a worker would take twenty times as long as reading it.
fn compile_modules(executable: &str) {
    compile(executable, "src/worker/process/prelude.py", "<string>", "prelude");
    for name in GAME_MODULES {
        compile(executable, &format!("../../python/wag/{name}.py"), &format!("<frozen wag.{name}>"), name);
    }
}

/// The modules of `python/wag/` that the workers of games have.
const GAME_MODULES: [&str; 7] = [
    "game",
    "_game_session",
    "_game_board",
    "_game_bots",
    "_game_check",
    "_game_declaration",
    "_course_game",
];

/// Compiles a file to `NAME.pyc`. Writes an empty file if this Python cannot compile it. `shown` is the file's name in
/// tracebacks.
fn compile(executable: &str, source: &str, shown: &str, name: &str) {
    const COMPILE: &str = "import importlib.util, marshal, sys; code = compile(open(sys.argv[1], 'rb').read(), sys.argv[2], 'exec'); \
         sys.stdout.buffer.write(importlib.util.MAGIC_NUMBER + marshal.dumps(code))";
    println!("cargo:rerun-if-changed={source}");
    let compiled = Command::new(executable).args(["-I", "-S", "-c", COMPILE, source, shown]).output();
    let target = Path::new(&std::env::var_os("OUT_DIR").expect("cargo names it")).join(format!("{name}.pyc"));
    std::fs::write(target, compiled.map_or_else(|_| Vec::new(), |done| done.stdout))
        .expect("OUT_DIR can be written");
}

/// Finds the shared Python library that the linker will use.
fn find_library(folder: Option<&str>, name: Option<&str>, major: u8, minor: u8) -> Option<PathBuf> {
    let name = name.map_or_else(|| format!("python{major}.{minor}"), str::to_string);
    let folders = folder.into_iter().chain(["/usr/lib", "/usr/local/lib", "/usr/lib64"]);
    folders
        .flat_map(|folder| ["so", "dylib"].map(|end| Path::new(folder).join(format!("lib{name}.{end}"))))
        .find(|file| file.exists())
}
