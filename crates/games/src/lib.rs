//! The list of games. To add a game, add its module, and a line for it in `games!`.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

/// Lists the files that `wag new` writes for a game, as [`python_files!`](wag_core::python_files) does, and adds the
/// stubs of `aitools`.
macro_rules! new_files {
    ($folder:literal, $($name:literal $(= $path:literal)?),* $(,)?) => {
        wag_core::python_files!(
            $folder,
            $($name $(= $path)?,)*
            "typings/aitools/__init__.pyi" = "aitools/__init__.pyi",
            "typings/aitools/ants.pyi" = "aitools/ants.pyi",
            "typings/aitools/combat.pyi" = "aitools/combat.pyi",
            "typings/aitools/draw.pyi" = "aitools/draw.pyi",
            "typings/aitools/influence.pyi" = "aitools/influence.pyi",
            "typings/aitools/live_info.pyi" = "aitools/live_info.pyi",
            "typings/aitools/log.pyi" = "aitools/log.pyi",
            "typings/aitools/search.pyi" = "aitools/search.pyi",
            "typings/aitools/tiles.pyi" = "aitools/tiles.pyi",
        )
    };
}

pub mod ants;
pub mod flowers;
pub mod gems;
#[cfg(test)]
mod tests;
pub mod tron;
pub mod warriors;

use wag_core::game::{Game, Playable, PythonModule};
use wag_i18n::Translations;
use wag_python::GameBindings;

/// The parts of the games that Python workers need: bindings, modules and packages.
pub const BINDINGS: GameBindings =
    GameBindings { make_bindings, modules, packages: &[AITOOLS, ants::experiments::PACKAGE] };

/// The modules of the Python package `aitools`. Its module `ants` is for one game only.
const AITOOLS: &[PythonModule] = wag_core::python_package!(
    "aitools",
    "aitools",
    ["ants", "combat", "draw", "influence", "live_info", "log", "search", "tiles"]
);

/// An operation that can be carried out for every game.
pub trait Visitor {
    fn visit<G: Playable>(&mut self);
}

/// Defines everything that depends on the list of games. Each line names a game's module and type.
macro_rules! games {
    ($($module:ident::$game:ident,)+) => {
        /// Calls the visitor once for every game, in the sequence of the list. The first game is the default.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit::<$module::$game>();)+
        }

        /// Returns the names of all games, in the sequence of the list.
        pub fn names() -> Vec<&'static str> {
            vec![$(<$module::$game as Game>::NAME),+]
        }

        const TRANSLATIONS: &[Translations] =
            &[$(("de", include_str!(concat!(stringify!($module), "/de.yml")))),+];

        fn make_bindings(name: &str) -> Option<wag_python::worker::py_bindings::Make> {
            $(
                if name == <$module::$game as Game>::NAME {
                    return Some($module::python::make_bindings);
                }
            )+
            None
        }

        fn modules() -> Vec<(&'static str, wag_python::worker::py_bindings::Fill)> {
            vec![$(($module::python::MODULE, $module::python::fill)),+]
        }

        #[cfg(test)]
        mod conformance {
            $(wag_core::game::conformance::conformance!($module, crate::$module::$game);)+

            mod offered {
                $(wag_core::game::conformance::offered!($module, crate::$module::$game);)+
            }
        }
    };
}

games! {
    warriors::Warriors,
    gems::Gems,
    tron::Tron,
    flowers::Flowers,
    ants::Ants,
}

/// Registers the translations of all games. Must be called before anything is translated.
pub fn add_translations() {
    wag_i18n::add_translations(TRANSLATIONS);
}
