//! Explanations of missing attributes.

use super::types::{FUNCTIONS, none_value};
use super::{Explainer, Failure, class_of, is_of_python, names_of};
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyType};
use wag_core::problem::Explanation;
use wag_core::text::nearest;

impl Explainer {
    pub(super) fn attribute_error(&self, failure: &Failure<'_>) -> Option<Explanation> {
        let name: String = failure.value.getattr("name").ok()?.extract().ok()?;
        let object = failure.value.getattr("obj").ok()?;
        // The message already says which attribute can't be set.
        if failure.message.starts_with("can't set") {
            return None;
        }
        if object.is_none() {
            return if failure.message.contains("NoneType") { none_value() } else { None };
        }
        if let Ok(module) = object.cast::<PyModule>() {
            return self.attribute_of_module(module, &name, &failure.message);
        }
        let class = class_of(&object);
        if FUNCTIONS.contains(&class.as_str()) {
            let method: String = object.getattr("__name__").ok()?.extract().ok()?;
            return Some(Explanation::new("method_not_called", &[("name", &method)]));
        }
        if ["list", "tuple"].contains(&class.as_str())
            && self.is_method_of_the_game(failure.value.py(), &name)
        {
            return Some(Explanation::new("list_of_objects", &[("name", &name)]));
        }
        Some(self.missing_attribute(&object, &name))
    }

    fn missing_attribute(&self, object: &Bound<'_, PyAny>, name: &str) -> Explanation {
        let kind = match object.cast::<PyType>() {
            Ok(class) => class.name().map_or_else(|_| String::new(), |name| name.to_string()),
            Err(_) => class_of(object),
        };
        let is_of_the_game = self.items.bind(object.py()).contains(&kind).unwrap_or(false);
        let names = names_of(object);
        // Games name their methods `getUnits`; beginners write `units`.
        let getter = format!("get{}", name.to_lowercase());
        let getter = names.iter().find(|known| known.to_lowercase() == getter);
        let nearest = nearest(name, names.iter().map(String::as_str));
        let meant = getter.map(String::as_str).or(nearest);
        if is_of_the_game
            && object.is_instance_of::<PyType>()
            && meant.is_none_or(|meant| is_called(object, meant))
        {
            return Explanation::new("class_not_object", &[("kind", &kind), ("name", name)]);
        }
        if let Some(meant) = meant {
            let values = [("kind", kind.as_str()), ("name", name), ("meant", meant)];
            return Explanation::new("attribute_misspelt", &values);
        }
        let code = if is_of_the_game { "attribute_unknown" } else { "wrong_kind" };
        Explanation::new(code, &[("kind", &kind), ("name", name)])
    }

    fn attribute_of_module(
        &self,
        module: &Bound<'_, PyModule>,
        name: &str,
        message: &str,
    ) -> Option<Explanation> {
        let called = module.name().ok()?.to_string();
        if let Some(shadow) = self.shadow_of_python(module.py(), &called) {
            return Some(shadow);
        }
        if message.contains("partially initialized") {
            return Some(Explanation::new("circular_import", &[("module", &called)]));
        }
        Some(imported(module.as_any(), &called, name))
    }

    /// Explains that a file of the AI hides a module of Python's library.
    pub(super) fn shadow_of_python(&self, py: Python<'_>, module: &str) -> Option<Explanation> {
        let path = self.files.path_of(&format!("{module}.py"));
        (is_of_python(py, module) && path.is_file()).then(|| {
            let file = self.files.name(&path.to_string_lossy());
            Explanation::new("own_module_shadows", &[("module", module), ("file", &file)])
        })
    }

    pub(super) fn is_method_of_the_game(&self, py: Python<'_>, name: &str) -> bool {
        let has =
            |item: &Bound<'_, PyAny>| item.is_instance_of::<PyType>() && item.hasattr(name).unwrap_or(false);
        self.items.bind(py).values().iter().any(|item| has(&item))
    }
}

/// Returns true if an attribute of an object can be called.
fn is_called(object: &Bound<'_, PyAny>, name: &str) -> bool {
    object.getattr(name).is_ok_and(|value| value.is_callable())
}

/// Explains that a module lacks an imported name.
pub(super) fn imported(module: &Bound<'_, PyAny>, called: &str, name: &str) -> Explanation {
    let names = names_of(module);
    match nearest(name, names.iter().map(String::as_str)) {
        Some(meant) => {
            Explanation::new("import_misspelt", &[("module", called), ("name", name), ("meant", meant)])
        }
        None => Explanation::new("import_unknown", &[("module", called), ("name", name)]),
    }
}
