//! Explanations of modules, and names in them, that can't be imported.

use super::attributes::imported;
use super::{Explainer, Failure, quoted};
use crate::worker::debugging::traceback::OwnFiles;
use pyo3::prelude::*;
use wag_core::problem::Explanation;
use wag_core::text::nearest;

/// Packages that many people have installed: the name in an import, and pip's name for the package.
const PACKAGES: &[(&str, &str)] = &[
    ("numpy", "numpy"),
    ("scipy", "scipy"),
    ("pandas", "pandas"),
    ("matplotlib", "matplotlib"),
    ("networkx", "networkx"),
    ("sympy", "sympy"),
    ("numba", "numba"),
    ("sklearn", "scikit-learn"),
    ("torch", "torch"),
    ("tensorflow", "tensorflow"),
    ("keras", "keras"),
    ("jax", "jax"),
    ("cv2", "opencv-python"),
    ("PIL", "pillow"),
    ("pygame", "pygame"),
    ("requests", "requests"),
    ("ortools", "ortools"),
];

/// Explains that no module with this name was found.
pub fn missing_module(py: Python<'_>, name: &str, files: &OwnFiles) -> Explanation {
    if let Some((_, package)) = PACKAGES.iter().find(|(module, _)| *module == name) {
        return Explanation::new("package_missing", &[("name", package)]);
    }
    let mut known = files.modules();
    let of_python = py.import("sys").and_then(|sys| sys.getattr("stdlib_module_names"));
    let of_python = of_python.and_then(|names| names.try_iter()).into_iter().flatten();
    known.extend(of_python.filter_map(|name| name.ok()?.extract().ok()));
    known.retain(|name: &String| !name.starts_with('_'));
    match nearest(name, known.iter().map(String::as_str)) {
        Some(meant) => Explanation::new("module_misspelt", &[("name", name), ("meant", meant)]),
        None => Explanation::new("module_missing", &[("name", name)]),
    }
}

impl Explainer {
    pub(super) fn import_error(&self, failure: &Failure<'_>) -> Option<Explanation> {
        let py = failure.value.py();
        let words = quoted(&failure.message);
        if failure.kind == "ModuleNotFoundError" {
            let module = words.first()?.split('.').next()?;
            return Some(missing_module(py, module, &self.files));
        }
        let (name, module) = (*words.first()?, *words.get(1)?);
        if module == self.module {
            if let Some(shadowed) = self.shadowed_by_the_game(name) {
                return Some(shadowed);
            }
        } else if let Some(shadow) = self.shadow_of_python(py, module) {
            return Some(shadow);
        }
        if failure.message.contains("partially initialized") {
            return Some(Explanation::new("circular_import", &[("module", module)]));
        }
        let found = py.import("sys").and_then(|sys| sys.getattr("modules")?.get_item(module)).ok()?;
        Some(imported(&found, module, name))
    }
}
