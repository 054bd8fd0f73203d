//! The one list of games: adding a game adds its folder and its line here.

use engine::game::Game;
use engine::listed::Listed;
use engine::worker::Faces;

/// The faces of the games, for their workers.
pub const FACES: Faces = Faces { face, modules };

/// Does something with every game.
pub trait Visitor {
    fn visit<G: Listed>(&mut self);
}

/// A line names the folder, the game's type in it, and `python` if the folder has a face for Python.
macro_rules! games {
    ($($folder:ident $game:ident [$($python:ident)?];)+) => {
        $(pub mod $folder;)+

        $(engine::listed!($folder::$game);)+

        /// Shows a visitor every game, in the order of the list. The first one is meant where none is named.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit::<$folder::$game>();)+
        }

        /// The names of all games, in the order of the list.
        pub fn names() -> Vec<&'static str> {
            vec![$(<$folder::$game as Game>::NAME),+]
        }

        fn face(name: &str) -> Option<engine::worker::face::Make> {
            $($(
                if name == <$folder::$game as Game>::NAME {
                    return Some($folder::$python::face);
                }
            )?)+
            None
        }

        fn modules() -> Vec<(&'static str, engine::worker::face::Fill)> {
            vec![$($(($folder::$python::MODULE, $folder::$python::fill),)?)+]
        }

        #[cfg(test)]
        mod conformance {
            $(engine::game::conformance::conformance!($folder, crate::$folder::$game);)+

            mod offered {
                $(engine::game::conformance::offered!($folder, crate::$folder::$game);)+
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
