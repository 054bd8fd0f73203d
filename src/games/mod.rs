//! The one list of games. Adding a game adds its folder and its line here.

use crate::game::{Game, Playable};

/// Does something with every game.
pub trait Visitor {
    fn visit<G: Playable>(&mut self);
}

/// A line names the folder, the game's type in it, and `python` if the folder has a face for Python.
macro_rules! games {
    ($($folder:ident $game:ident [$($python:ident)?];)+) => {
        $(pub mod $folder;)+

        /// Shows a visitor every game, in the order of the list. The first one is meant where none is named.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit::<$folder::$game>();)+
        }

        /// The names of all games, in the order of the list.
        pub fn names() -> Vec<&'static str> {
            vec![$(<$folder::$game as Game>::NAME),+]
        }

        /// What makes the face of a game for Python.
        pub fn face(name: &str) -> Option<crate::worker::face::Make> {
            $($(
                if name == <$folder::$game as Game>::NAME {
                    return Some($folder::$python::face);
                }
            )?)+
            None
        }

        /// The modules for Python, by name, and what fills each: for scripts, where no match is played.
        pub fn modules() -> Vec<(&'static str, crate::worker::face::Fill)> {
            vec![$($(($folder::$python::MODULE, $folder::$python::fill),)?)+]
        }

        #[cfg(test)]
        mod conformance {
            $(crate::game::conformance::conformance!($folder, crate::games::$folder::$game);)+

            mod offered {
                $(crate::game::conformance::offered!($folder, crate::games::$folder::$game);)+
            }
        }
    };
}

games! {
    warriors Warriors [python];
    gems Gems [python];
    tron Tron [python];
    flowers Flowers [python];
    ants Ants [python];
}
