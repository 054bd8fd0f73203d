//! Runs the Python tests of a folder, for `wag test`.
//!
//! The tests are untrusted, like an AI: none of the folder's files runs before the process has entered the sandbox.

use crate::worker::process::interpreter::{self, Prepared};
use crate::worker::scripts::script;
use crate::worker::turn::scratch_name;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use wag_sandbox::Bounds;
use wag_sandbox::confine::{self, Places};
use wag_sandbox::descriptors::close_inherited;
use wag_sandbox::process::die_with_parent;

/// The Python module that finds and runs the tests.
const FOLDER_TESTS: &str = "_wag_folder_tests";
/// The names of folders whose tests may import the modules of the folder above.
const BESIDE_MODULES: [&str; 2] = ["test", "tests"];

/// The request to run the tests of a folder, as JSON in the process's argument.
#[derive(Debug, Serialize, Deserialize)]
pub struct FolderTests {
    /// The absolute path of the folder.
    pub folder: PathBuf,
    /// Other files and folders that the tests may read.
    pub readable: Vec<PathBuf>,
    /// The folder in which the tests may write.
    pub scratch: PathBuf,
    pub bounds: Bounds,
}

/// Runs the tests of the folder that the argument names. Their output goes to the standard streams.
pub fn run(arguments: &[OsString]) -> u8 {
    close_inherited();
    die_with_parent();
    let request = arguments.first().and_then(|json| serde_json::from_str::<FolderTests>(json.to_str()?).ok());
    let Some(request) = request else {
        eprintln!("wag: this is an inner command of wag itself; run `wag --help`");
        return 2;
    };
    let ran = interpreter::start()
        .and_then(|()| Python::attach(|py| run_tests(py, &request)).map_err(|err: PyErr| err.to_string()));
    match ran {
        Ok(status) => status,
        Err(reason) => {
            eprintln!("wag: {reason}");
            1
        }
    }
}

fn run_tests(py: Python<'_>, request: &FolderTests) -> PyResult<u8> {
    let prepared = interpreter::prepare(py)?;
    script::offer_all_modules(py)?;
    let tests = py.import(FOLDER_TESTS)?;
    let scratch = scratch_name::path_for_ai(&request.scratch, request.bounds.confined);
    let environment = py.import("os")?.getattr("environ")?;
    for name in ["HOME", "TMPDIR"] {
        environment.set_item(name, scratch.as_os_str())?;
    }
    let modules = modules_above(&request.folder);
    for missing in confine(request, &modules, &prepared) {
        eprintln!("wag: {missing}");
    }
    match tests.getattr("main")?.call1((&request.folder, modules)) {
        Ok(status) => status.extract(),
        Err(err) => {
            err.print(py);
            Ok(1)
        }
    }
}

/// Confines this process before the tests run. Returns the restrictions that the system could not apply.
fn confine(request: &FolderTests, modules: &[PathBuf], prepared: &Prepared) -> Vec<String> {
    let (mut readable, mut listable) = (prepared.places.clone(), Vec::new());
    for place in std::iter::once(&request.folder).chain(modules) {
        let opened = confine::open_folder(place, &[]);
        readable.extend(opened.readable);
        listable.extend(opened.listable);
    }
    readable.extend(request.readable.iter().cloned());
    let places = Places { readable: &readable, listable: &listable, scratch: Some(&request.scratch) };
    confine::enter(&request.bounds, &places, None)
}

/// Returns the modules of the folder above, which are files and packages, if the folder's name says that it contains
/// their tests.
fn modules_above(folder: &Path) -> Vec<PathBuf> {
    let is_beside = folder.file_name().is_some_and(|name| BESIDE_MODULES.iter().any(|known| name == *known));
    let above = folder.parent().filter(|_| is_beside);
    let entries = above.and_then(|above| std::fs::read_dir(above).ok()).into_iter().flatten().flatten();
    let is_module = |path: &PathBuf| match path.symlink_metadata() {
        Ok(about) if about.is_dir() => path.join("__init__.py").is_file() && path != folder,
        Ok(about) => about.is_file() && path.extension().is_some_and(|ending| ending == "py"),
        Err(_) => false,
    };
    entries.map(|entry| entry.path()).filter(is_module).collect()
}

#[cfg(test)]
mod tests {
    use super::modules_above;
    use std::fs;

    #[test]
    fn only_modules_of_the_folder_above_are_open() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["tests", "other", "package", "data"] {
            fs::create_dir(root.path().join(folder)).unwrap();
        }
        for file in ["a.py", "secret.txt", "package/__init__.py", "tests/__init__.py", "data/b.py"] {
            fs::write(root.path().join(file), "").unwrap();
        }
        std::os::unix::fs::symlink("/etc/passwd", root.path().join("link.py")).unwrap();
        let mut modules = modules_above(&root.path().join("tests"));
        modules.sort();
        assert_eq!(modules, ["a.py", "package"].map(|name| root.path().join(name)));
        assert!(modules_above(&root.path().join("other")).is_empty());
    }
}
