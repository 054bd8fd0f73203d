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
    compile_prelude(executable);
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

/// Compiles the prelude of each match for `worker/process/interpreter.rs`. Writes an empty file if this Python cannot
/// compile it.
fn compile_prelude(executable: &str) {
    const SOURCE: &str = "src/worker/process/prelude.py";
    const COMPILE: &str = "import importlib.util, marshal, sys; code = compile(open(sys.argv[1], 'rb').read(), '<string>', 'exec'); \
         sys.stdout.buffer.write(importlib.util.MAGIC_NUMBER + marshal.dumps(code))";
    println!("cargo:rerun-if-changed={SOURCE}");
    let compiled = Command::new(executable).args(["-I", "-S", "-c", COMPILE, SOURCE]).output();
    let target = Path::new(&std::env::var_os("OUT_DIR").expect("cargo names it")).join("prelude.pyc");
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
