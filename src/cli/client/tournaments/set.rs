//! Prepares and plays a tournament that a page requests. This works as in `wag tournament`, but only with files in the
//! working folder.

use super::super::super::answer::user_error;
use super::super::super::progress::warn;
use super::super::super::tournament::View;
use super::super::choices::{check_options, game};
use super::super::matches::entrant;
use super::super::{LocalHost, host_error};
use super::files;
use super::tables::table;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::files::is_beneath;
use wag_core::game::GameInfo;
use wag_core::text::printable;
use wag_games::{KnownGame, find};
use wag_i18n::t;
use wag_play::{PlayError, PlayerSpec, RawOptions};
use wag_server::check_inside;
use wag_server::host::{HostError, PreparedTournament, Score, TournamentForm, TournamentListener};
use wag_tournament::{
    Caller, PLAYERS_MAX, RunningTournament, Store, TournamentRequest, enter_folder, play, start,
};

/// The maximum number of matches of a player on each map or board.
const GAMES_MAX: u32 = 10_000;
/// The maximum number of maps or boards.
const PLACES_MAX: usize = 100;

/// A tournament that is ready to be played.
pub struct PlannedTournament {
    tournament: RunningTournament,
    warnings: Vec<String>,
}

/// Prepares a new tournament, or one that is resumed.
pub fn set(referee: &LocalHost, form: &TournamentForm) -> anyhow::Result<PlannedTournament> {
    let request = match &form.file {
        Some(file) => resume_request(referee, file, form)?,
        None => start_request(referee, form)?,
    };
    let mut warnings = Vec::new();
    let tournament = start(request, &mut |text| warnings.push(text), warn)?;
    Ok(PlannedTournament { tournament, warnings })
}

/// Checks a request for a new tournament, and fills in the values that the page leaves out.
fn start_request(referee: &LocalHost, form: &TournamentForm) -> anyhow::Result<TournamentRequest> {
    let game = game(&form.game)?;
    check_lengths(form)?;
    let players = players(referee, game.info, &form.players)?;
    check_places(referee, game, &form.options, &form.places)?;
    check_games(form.games)?;
    let (file, replays) = files::free(&referee.folder);
    check_replays(referee, &replays)?;
    Ok(TournamentRequest {
        options: form.options.clone(),
        places: form.places.clone(),
        seats: form.seats,
        seed: form.seed,
        is_resumed: false,
        ..request(referee, game, form, players, file, replays)
    })
}

/// Checks a request to resume a tournament, and fills in the values that the page leaves out. A tournament that uses
/// anything outside the working folder can be resumed only in the terminal.
fn resume_request(
    referee: &LocalHost,
    file: &str,
    form: &TournamentForm,
) -> anyhow::Result<TournamentRequest> {
    check_lengths(form)?;
    let file = files::find(&referee.folder, file)?;
    let store = Store::open_to_read(&file).map_err(PlayError::from)?;
    let settings = store.settings().map_err(PlayError::from)?;
    let game = match find(&settings.game) {
        Some(known) => known,
        None => game(&settings.game)?,
    };
    enter_folder(&referee.folder.join(&file), &settings, false)?;
    check_places(referee, game, &settings.options, &settings.places)?;
    for member in store.members().map_err(PlayError::from)?.iter().filter(|member| member.is_current) {
        check_player(referee, game.info, &member.word)?;
    }
    check_games(form.games)?;
    let stored = settings.replays.filter(|replays| is_beneath(&referee.folder, replays));
    let replays = stored.unwrap_or_else(|| files::replays(&file));
    check_replays(referee, &replays)?;
    let players = players(referee, game.info, &form.players)?;
    Ok(TournamentRequest {
        without: form.without.clone(),
        ..request(referee, game, form, players, file, replays)
    })
}

/// Returns a request with the values that new and resumed tournaments have in common.
fn request(
    referee: &LocalHost,
    game: KnownGame,
    form: &TournamentForm,
    players: Vec<String>,
    file: PathBuf,
    replays: PathBuf,
) -> TournamentRequest {
    TournamentRequest {
        game,
        options: RawOptions::new(),
        places: Vec::new(),
        players,
        without: Vec::new(),
        games: form.games,
        seats: None,
        seed: None,
        file,
        is_resumed: true,
        trust_programs: false,
        replays: Some(replays),
        default_replays: None,
        limits: referee.limit_args.clone(),
        caller: Caller::Client,
    }
}

/// Returns an error if a player is a command or is outside the working folder. For a missing Python file and for a ZIP
/// file, checks only the path: there may be a copy of the missing file, and a ZIP file is only read.
fn check_player(referee: &LocalHost, info: &GameInfo, word: &str) -> anyhow::Result<()> {
    let path = Path::new(word);
    let is_zip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let is_gone = path.extension().is_some_and(|ending| ending == "py") && !path.exists();
    match is_zip || is_gone {
        true => check_inside(&referee.folder, word).or_else(user_error),
        false => entrant(info, &referee.folder, &referee.limit_args.readable, word).map(|_| ()),
    }
}

/// Returns an error if a request names too many players or maps.
fn check_lengths(form: &TournamentForm) -> anyhow::Result<()> {
    if form.players.len().max(form.without.len()) > PLAYERS_MAX {
        return user_error(t!("a tournament can have at most %{most} players", most = PLAYERS_MAX));
    }
    if form.places.len() > PLACES_MAX {
        return user_error(t!("a tournament can have at most %{most} maps", most = PLACES_MAX));
    }
    Ok(())
}

fn check_games(games: Option<u32>) -> anyhow::Result<()> {
    match games.filter(|games| !(1..=GAMES_MAX).contains(games)) {
        None => Ok(()),
        Some(games) => user_error(t!(
            "each player can have 1 to %{most} matches per map, not %{games}",
            most = GAMES_MAX,
            games
        )),
    }
}

/// Returns an error if a symbolic link leads the folder for replays out of the working folder.
fn check_replays(referee: &LocalHost, replays: &Path) -> anyhow::Result<()> {
    match is_beneath(&referee.folder, replays) {
        true => Ok(()),
        false => user_error(t!(
            "replays cannot be saved in %{folder}: a link leads out of the working folder",
            folder = replays.display()
        )),
    }
}

fn check_places(
    referee: &LocalHost,
    game: KnownGame,
    options: &RawOptions,
    places: &[String],
) -> anyhow::Result<()> {
    check_options(game.info, &referee.folder, options)?;
    let Some(option) = game.info.place_option() else { return Ok(()) };
    places.iter().try_for_each(|word| {
        let words = RawOptions::from_iter([(option.name.to_string(), word.clone())]);
        check_options(game.info, &referee.folder, &words)
    })
}

/// Returns the player specs. Players that would have the same name are named after the paths of their files.
fn players(referee: &LocalHost, info: &GameInfo, words: &[String]) -> anyhow::Result<Vec<String>> {
    let entrants =
        words.iter().map(|word| entrant(info, &referee.folder, &referee.limit_args.readable, word));
    let entrants: Vec<PlayerSpec> = entrants.collect::<anyhow::Result<_>>()?;
    let name = |entrant: &PlayerSpec| entrant.name.to_lowercase();
    let is_shared = |one: &PlayerSpec| entrants.iter().filter(|other| name(other) == name(one)).count() > 1;
    let spec = |(word, entrant): (&String, &PlayerSpec)| match entrant.file() {
        Some(_) if is_shared(entrant) && !word.contains('=') => format!("{}={word}", long_name(word)),
        _ => word.clone(),
    };
    Ok(words.iter().zip(&entrants).map(spec).collect())
}

/// Returns a player name made from the path of the player's file, such as `bots-fast` for `bots/fast.py`.
fn long_name(word: &str) -> String {
    let stem = word.strip_suffix(".py").unwrap_or(word).trim_start_matches("./");
    let fits = |sign: char| if sign.is_alphanumeric() || "._".contains(sign) { sign } else { '-' };
    stem.chars().map(fits).collect()
}

fn score<'v>(view: View<'v>) -> Score<'v> {
    Score { played: view.played(), planned: view.matches.len(), table: Box::new(move || table(&view)) }
}

impl PreparedTournament for PlannedTournament {
    fn file(&self) -> String {
        self.tournament.data.file.display().to_string()
    }

    fn game(&self) -> &'static str {
        self.tournament.data.game.info.name
    }

    fn score(&self) -> Score<'_> {
        score(View::of(&self.tournament.data))
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.iter().map(|words| printable(words)).collect()
    }

    fn play(
        &mut self,
        listener: &mut dyn TournamentListener,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), HostError> {
        let listener = RefCell::new(listener);
        let mut progress =
            |tournament: &RunningTournament| listener.borrow_mut().scored(score(View::of(&tournament.data)));
        let mut start = |words: &str| {
            let lines: Vec<String> = words.trim_end().lines().map(printable).collect();
            listener.borrow_mut().warned(&lines.join("\n"));
        };
        play(&mut self.tournament, wag_series::LocalPool::executor(None), stop, &mut progress, &mut start)
            .map_err(|err| host_error(err.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::long_name;

    #[test]
    fn files_with_the_same_name_are_named_after_their_path() {
        assert_eq!(long_name("bots/fast.py"), "bots-fast");
        assert_eq!(long_name("./my bots/a=b.py"), "my-bots-a-b");
        assert_eq!(long_name("fast.py"), "fast");
    }
}
