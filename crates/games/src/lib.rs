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
pub mod python_game;
pub mod python_source;
pub mod tron;
pub mod warriors;

use wag_core::game::{GameInfo, Playable, PythonModule};
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

/// Defines everything that depends on the list of games. Each line names a game's module and type. The first token is a
/// dollar sign, for the macro that this one defines.
macro_rules! games {
    ($dollar:tt $($module:ident::$game:ident,)+) => {
        /// Evaluates an expression with the type of a game: `with_game!(game, G => play::<G>(request))`.
        ///
        /// Use it only where a package turns a [`KnownGame`] into a type; everything else takes the value or is generic.
        #[macro_export]
        macro_rules! with_game {
            ($dollar game:expr, $dollar G:ident => $dollar body:expr) => {
                match $dollar game.info.rules {
                    $(<$crate::$module::$game as $crate::Game>::NAME => {
                        type $dollar G = $crate::$module::$game;
                        $dollar body
                    })+
                    <$crate::PythonGame as $crate::Game>::NAME => {
                        type $dollar G = $crate::PythonGame;
                        $dollar body
                    }
                    _ => $crate::with_test_game!($dollar G => $dollar body),
                }
            };
        }

        /// The information about all games, in the sequence of the list.
        const INFO: &[&GameInfo] = &[$(&<$module::$game as Playable>::INFO),+];

        const TRANSLATIONS: &[Translations] =
            &[$(("de", include_str!(concat!(stringify!($module), "/de.yml"))),)+
              ("de", include_str!("python_game/de.yml"))];

        fn make_bindings(name: &str) -> Option<wag_python::worker::turn::py_bindings::Make> {
            $(
                if name == <$module::$game as Game>::NAME {
                    return Some($module::python::make_bindings);
                }
            )+
            (name == PythonGame::NAME).then_some(python_game::python::make_bindings)
        }

        fn modules() -> Vec<(&'static str, wag_python::worker::turn::py_bindings::Fill)> {
            vec![
                $(($module::python::MODULE, $module::python::fill),)+
                (python_game::python::MODULE, python_game::python::fill),
            ]
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

games! { $
    warriors::Warriors,
    gems::Gems,
    tron::Tron,
    flowers::Flowers,
    ants::Ants,
}

/// The last arm of [`with_game!`].
#[cfg(not(any(test, feature = "testing")))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_test_game {
    ($G:ident => $body:expr) => {
        unreachable!("a KnownGame is in the list of games")
    };
}

/// The last arm of [`with_game!`]: the game of the tests of the program.
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_test_game {
    ($G:ident => $body:expr) => {{
        type $G = $crate::Fives;
        $body
    }};
}

// After the macros that they use.
mod find_game;
mod known;
mod packed_game;
mod replays;
#[cfg(test)]
mod tests;

pub use find_game::{
    FOLDERS, ListedGame, Origin, file_in_word, game_classes, game_folders, has_game, hidden_game_file,
    is_game_file, listed_games, player_classes, recorded_word,
};
pub use known::{KnownGame, all, find, first, forget, opened_words, rounds, scene, word_of};
pub use packed_game::{PackedGame, check_name, is_replay_of};
pub use python_game::{Finding, GameCheck, PythonGame, check as check_game, close_files};
pub use replays::{
    alternatives, changed_game_files, contest_replay, frame_arrays, json_replay, json_replay_of, open_replay,
    recorded_losses, redacted, setup_with_rules, text_replay,
};
#[doc(hidden)]
pub use wag_core::game::Game;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub use wag_core::game::tiny::Fives;

/// Registers the translations of all games. Must be called before anything is translated.
pub fn add_translations() {
    wag_i18n::add_translations(TRANSLATIONS);
}
