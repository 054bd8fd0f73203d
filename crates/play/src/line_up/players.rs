//! The players of a match or a series, from the user's words.

use crate::error::{PlayError, user_error};
use crate::line_up::game_info::seats_in_words;
use crate::line_up::player_names::with_distinct_names;
use crate::line_up::player_spec::{PlayerSpec, introduction};
use crate::line_up::resolve::one_of;
use std::path::PathBuf;
use wag_core::game::GameInfo;
use wag_i18n::{message, t};

/// Resolves the players of a match, fills empty seats, and makes all names different. Programs may read the files and
/// folders in `readable` in addition to their own.
pub fn line_up(
    info: &GameInfo,
    words: &[String],
    readable: &[PathBuf],
) -> Result<Vec<PlayerSpec>, PlayError> {
    if words.len() > info.most() {
        let (title, most) = (t!(info.title), info.most());
        return user_error(message!(
            "too many players (%{n}): %{title} has %{most} seats; leave %{many} out",
            n = words.len(),
            title,
            most,
            many = words.len() - most
        ));
    }
    let missing = info.seats.start().saturating_sub(words.len());
    if info.filler.is_none() && missing > 0 {
        return user_error(message!(
            "%{title} is for %{seats}, but %{named}; name %{missing} more, such as: wag play %{name} %{suggested}",
            title = message!(info.title),
            seats = seats_in_words(info),
            named = if words.len() == 1 {
                message!("only 1 is named")
            } else {
                message!("only %{n} are named", n = words.len())
            },
            missing,
            name = info.name,
            suggested = info.suggested.join(" ")
        ));
    }
    let fillers = info.filler.into_iter().flat_map(|filler| std::iter::repeat_n(filler.to_string(), missing));
    let words: Vec<String> = words.iter().cloned().chain(fillers).collect();
    let mut entrants = each(info, &words, readable)?;
    take_claimed_seats(info, &mut entrants);
    with_distinct_names(entrants)
}

/// Moves players to the seats that their files request, if every file requests a seat and all requested seats differ.
fn take_claimed_seats(info: &GameInfo, entrants: &mut [PlayerSpec]) {
    let claims: Vec<Option<usize>> =
        entrants.iter().map(|entrant| introduction(info, entrant.file()?).seat).collect();
    let mut claimed: Vec<usize> = claims.iter().flatten().copied().collect();
    claimed.sort_unstable();
    if claimed.into_iter().eq(1..=entrants.len()) {
        entrants.sort_by_cached_key(|entrant| introduction(info, entrant.file()?).seat);
    }
}

/// Resolves any number of player specs.
pub fn several(
    info: &GameInfo,
    words: &[String],
    readable: &[PathBuf],
) -> Result<Vec<PlayerSpec>, PlayError> {
    with_distinct_names(each(info, words, readable)?)
}

fn each(info: &GameInfo, words: &[String], readable: &[PathBuf]) -> Result<Vec<PlayerSpec>, PlayError> {
    words.iter().map(|word| one_of(info, word, readable)).collect()
}

#[cfg(test)]
mod tests {
    use crate::line_up::players::*;

    fn info(name: &str) -> &'static GameInfo {
        wag_games::find(name).unwrap().info
    }

    #[test]
    fn too_many_and_too_few_players_are_rejected() {
        let names = |game, words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            line_up(info(game), &words, &[])
                .map(|all| all.into_iter().map(|one| one.name).collect::<Vec<_>>())
        };
        assert_eq!(names("warriors", &["Dummy"]).unwrap(), ["Dummy", "Noob1", "Noob2", "Noob3"]);
        assert!(names("warriors", &["Noob"; 5]).unwrap_err().to_string().contains("leave 1 out"));
        assert!(names("gems", &["ref"]).unwrap_err().to_string().contains("wag play gems human greedy"));
        assert_eq!(names("gems", &["ref", "ref"]).unwrap(), ["ref1", "ref2"]);
    }
}
