//! Checks that reject locked built-in players and files, with a message about what unlocks them.

use crate::{Progress, UserProgress, Warn, command, is_unlocked_by_environment, of, wins};
use wag_core::game::GameInfo;
use wag_core::game::{Opt, Unlockable};
use wag_games::KnownGame;
use wag_i18n::t;
use wag_play::{Kind as Plays, PlayerSpec, Session};
use wag_play::{PlayError, user_error};

/// Returns an error if a match uses a locked player or file. The user's own files are never locked. Reads the user's
/// progress only if one of the items is locked for a new learner.
pub fn check(session: &Session, warn: Warn) -> Result<(), PlayError> {
    check_all(session.game, &session.entrants, session.game.info.files(&session.game_options), warn)
}

/// Returns an error if one of these players or option files is locked, by the same rules as [`check`].
pub fn check_all<'w>(
    game: KnownGame,
    entrants: impl IntoIterator<Item = &'w PlayerSpec>,
    files: impl IntoIterator<Item = (&'static Opt, &'w str)>,
    warn: Warn,
) -> Result<(), PlayError> {
    let players = entrants.into_iter().filter_map(|entrant| match entrant.kind {
        Plays::BuiltIn(name) => Some(Unlockable::Player(name)),
        _ => None,
    });
    let files = files.into_iter().map(|(option, word)| Unlockable::File(option.name, word));
    let ladder = of(game.info);
    let mut lockable = players.chain(files).filter(|item| ladder.opened_by(*item).is_some()).peekable();
    if lockable.peek().is_none() {
        return Ok(());
    }
    if is_unlocked_by_environment()? {
        return Ok(());
    }
    let progress = UserProgress::of(game.info, warn).progress()?;
    match lockable.find_map(|item| locked(game.info, item, &progress)) {
        Some(sentence) => user_error(sentence),
        None => Ok(()),
    }
}

/// Returns a sentence that says what unlocks this item, or `None` if it is already unlocked.
pub fn locked(info: &GameInfo, item: Unlockable<'_>, progress: &Progress) -> Option<String> {
    let number = progress.ladder().opened_by(item).filter(|_| !progress.is_open(item))?;
    let (stage, command) = (number.stage().name, command(info));
    let wins = wins(progress, number);
    Some(match item {
        Unlockable::Player(name) => t!(
            "the AI %{name} is locked until you master the challenge %{stage} (%{wins}); `%{command}` shows your progress",
            name,
            stage,
            wins,
            command
        ),
        Unlockable::File(option, name) => t!(
            "the %{option} %{name} is locked until you master the challenge %{stage} (%{wins}); `%{command}` shows your progress",
            option,
            name,
            stage,
            wins,
            command
        ),
    })
}
