//! Python packages that are embedded in the program.

/// A module of an embedded Python package.
pub struct PythonModule {
    /// The import name, such as `aitools.search`.
    pub name: &'static str,
    pub text: &'static str,
    pub is_package: bool,
}

/// Embeds the modules of a Python package from a folder below `python/`: `python_package!("name", "folder", ["one",
/// "two"])`.
#[macro_export]
macro_rules! python_package {
    ($package:literal, $folder:literal, [$($module:literal),* $(,)?]) => {
        &[
            $crate::python_module!($package, $folder, "__init__", true),
            $($crate::python_module!(concat!($package, ".", $module), $folder, $module, false)),*
        ]
    };
}

/// Embeds one module of a [`python_package!`].
#[macro_export]
macro_rules! python_module {
    ($name:expr, $folder:literal, $file:literal, $is_package:literal) => {
        $crate::game::PythonModule {
            name: $name,
            text: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../python/",
                $folder,
                "/",
                $file,
                ".py"
            )),
            is_package: $is_package,
        }
    };
}
