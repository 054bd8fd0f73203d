//! The one list of games. Adding a game adds its folder and its line here.

pub mod gems;
pub mod warriors;

/// Calls `$each!` with the name of every game's type, for whatever is done with all games alike.
#[macro_export]
macro_rules! for_each_game {
    ($each:ident) => {
        $each!(warriors, $crate::games::warriors::Warriors);
        $each!(gems, $crate::games::gems::Gems);
    };
}
