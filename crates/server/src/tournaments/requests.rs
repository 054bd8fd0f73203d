//! Prepares a tournament that a page requests. This works as in `wag tournament`, but only with files in the
//! working folder.

use super::classes::{self, CheckedClasses};
use super::files;
use crate::folder::check_inside;
use crate::matches::offers::{check_options, game};
use crate::matches::requests::{entrant, spec_of};
use crate::workspace::Workspace;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::files::is_beneath;
use wag_core::game::GameInfo;
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_play::{ParsedSpec, PlayError, PlayerSpec, RawOptions, user_error};
use wag_tournament::intake::is_in_zip;
use wag_tournament::{Caller, PLAYERS_MAX, RunningTournament, Store, TournamentRequest, base_folder, start};

/// The maximum number of matches of a player on each map or board.
const GAMES_MAX: u32 = 10_000;
/// The maximum number of maps or boards.
const PLACES_MAX: usize = 100;

/// A page's request to start or resume a tournament.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TournamentForm {
    /// The name of the game; empty for the default game.
    #[serde(default)]
    pub game: String,
    /// The file of the tournament to resume; `None` to start a new one. A resumed tournament keeps its players, and the
    /// requested players join it. Its number of matches can only grow, and all other settings stay the same.
    #[serde(default)]
    pub file: Option<String>,
    /// The players: files in the working folder, or names of built-in players.
    #[serde(default)]
    pub players: Vec<String>,
    /// The ZIP file with the submissions of a class; `None` if there are none.
    #[serde(default)]
    pub submissions: Option<String>,
    /// The names that the user gives to submissions, by their paths.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// Limits of each player in a new tournament in place of those of the client, by the names in `Offer`.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<BTreeMap<String, f64>>", optional))]
    pub limits: Map<String, Value>,
    /// The names of players that leave the tournament. The matches that they have played stay in the table.
    #[serde(default)]
    pub without: Vec<String>,
    /// The values of the game's options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The files for the option that chooses the map or board; empty for the default.
    #[serde(default)]
    pub places: Vec<String>,
    /// The minimum number of matches of each player on each map or board; `None` for the default.
    #[serde(default)]
    pub games: Option<u32>,
    /// The number of players in a match; `None` for the largest possible number.
    #[serde(default)]
    pub seats: Option<u32>,
    /// The seed; `None` means a random seed.
    #[serde(default, with = "crate::seed")]
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seed: Option<u64>,
}

/// Prepares a new tournament, or one that is resumed, and stores the new schedule in its file. Returns it with warnings
/// for the user. It is locked, so that other programs cannot play it.
pub fn prepare(
    workspace: &Workspace,
    classes: &CheckedClasses,
    form: &TournamentForm,
) -> Result<(RunningTournament, Vec<String>), PlayError> {
    let mut request = match &form.file {
        Some(file) => resume_request(workspace, file, form)?,
        None => start_request(workspace, form)?,
    };
    if let Some(file) = &form.submissions {
        let class = classes::find(&workspace.folder, file)?;
        request.players.push(class.display().to_string());
        request.known_refusals = classes.refusals(file);
    }
    let mut warnings = Vec::new();
    let tournament = start(request, &mut |text| warnings.push(printable(&text)), workspace.warn)?;
    Ok((tournament, warnings))
}

/// Checks a request for a new tournament, and fills in the values that the page leaves out.
fn start_request(workspace: &Workspace, form: &TournamentForm) -> Result<TournamentRequest, PlayError> {
    let game = game(workspace, &form.game)?;
    check_lengths(form)?;
    let players = players(workspace, game.info, &form.players)?;
    check_places(workspace, game, &form.options, &form.places)?;
    check_games(form.games)?;
    let (file, replays) = files::free(&workspace.folder);
    check_replays(workspace, &replays)?;
    let limits = workspace.limits.with_values(&form.limits)?;
    Ok(TournamentRequest {
        limits,
        options: form.options.clone(),
        places: form.places.clone(),
        seats: form.seats,
        seed: form.seed,
        is_resumed: false,
        ..request(workspace, game, form, players, file, replays)
    })
}

/// Checks a request to resume a tournament, and fills in the values that the page leaves out. A tournament that uses
/// anything outside the working folder can be resumed only in the terminal.
fn resume_request(
    workspace: &Workspace,
    file: &str,
    form: &TournamentForm,
) -> Result<TournamentRequest, PlayError> {
    check_lengths(form)?;
    let file = files::find(&workspace.folder, file)?;
    let store = Store::open_to_read(&file)?;
    let settings = store.settings()?;
    base_folder(&workspace.folder.join(&file), &settings, false)?;
    let game = settings.open_game(&file, &workspace.folder)?;
    check_places(workspace, game, &settings.options, &settings.places)?;
    for member in store.members()?.iter().filter(|member| member.is_current) {
        check_player(workspace, game.info, &member.word)?;
    }
    check_games(form.games)?;
    let stored = settings.replays.filter(|replays| is_beneath(&workspace.folder, replays));
    let replays = stored.unwrap_or_else(|| files::replays(&file));
    check_replays(workspace, &replays)?;
    let players = players(workspace, game.info, &form.players)?;
    Ok(TournamentRequest {
        without: form.without.clone(),
        ..request(workspace, game, form, players, file, replays)
    })
}

/// Returns a request with the values that new and resumed tournaments have in common.
fn request(
    workspace: &Workspace,
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
        given_names: form.names.clone(),
        known_refusals: BTreeMap::new(),
        without: Vec::new(),
        games: form.games,
        seats: None,
        form: None,
        seed: None,
        file,
        is_resumed: true,
        is_estimate: false,
        watched: None,
        trust_programs: false,
        replays: Some(replays),
        default_replays: None,
        limits: workspace.limits.clone(),
        caller: Caller::Client,
    }
}

/// Returns an error if a player is a command or is outside the working folder. For a missing Python file and for a ZIP
/// file, checks only the path: there may be a copy of the missing file, and a ZIP file is only read.
fn check_player(workspace: &Workspace, info: &GameInfo, word: &str) -> Result<(), PlayError> {
    let path = Path::new(word);
    let is_gone = path.extension().is_some_and(|ending| ending == "py") && !path.exists();
    match is_in_zip(word) || is_gone {
        true => check_inside(&workspace.folder, word),
        false => entrant(workspace, info, &workspace.limits.rights.readable, word).map(|_| ()),
    }
}

/// Returns an error if a request names too many players or maps.
fn check_lengths(form: &TournamentForm) -> Result<(), PlayError> {
    if form.players.len().max(form.without.len()) > PLAYERS_MAX {
        return user_error(message!("a tournament can have at most %{most} players", most = PLAYERS_MAX));
    }
    if form.places.len() > PLACES_MAX {
        return user_error(message!("a tournament can have at most %{most} maps", most = PLACES_MAX));
    }
    Ok(())
}

fn check_games(games: Option<u32>) -> Result<(), PlayError> {
    match games.filter(|games| !(1..=GAMES_MAX).contains(games)) {
        None => Ok(()),
        Some(games) => user_error(message!(
            "each player can have 1 to %{most} matches per map, not %{games}",
            most = GAMES_MAX,
            games
        )),
    }
}

/// Returns an error if a symbolic link leads the folder for replays out of the working folder.
fn check_replays(workspace: &Workspace, replays: &Path) -> Result<(), PlayError> {
    match is_beneath(&workspace.folder, replays) {
        true => Ok(()),
        false => user_error(message!(
            "replays cannot be saved in %{folder}: a link leads out of the working folder",
            folder = replays.display()
        )),
    }
}

fn check_places(
    workspace: &Workspace,
    game: KnownGame,
    options: &RawOptions,
    places: &[String],
) -> Result<(), PlayError> {
    check_options(game.info, &workspace.folder, options)?;
    let Some(option) = game.info.place_option() else { return Ok(()) };
    places.iter().try_for_each(|word| {
        let words = RawOptions::from_iter([(option.name.to_string(), word.clone())]);
        check_options(game.info, &workspace.folder, &words)
    })
}

/// Returns the player specs. Players that would have the same name are named after the paths of their files.
fn players(workspace: &Workspace, info: &GameInfo, words: &[String]) -> Result<Vec<String>, PlayError> {
    let entrants = words.iter().map(|word| entrant(workspace, info, &workspace.limits.rights.readable, word));
    let entrants: Vec<PlayerSpec> = entrants.collect::<Result<_, PlayError>>()?;
    let name = |entrant: &PlayerSpec| entrant.name.to_lowercase();
    let is_shared = |one: &PlayerSpec| entrants.iter().filter(|other| name(other) == name(one)).count() > 1;
    let spec = |(word, entrant): (&String, &PlayerSpec)| match entrant.file() {
        Some(_) if is_shared(entrant) && spec_of(&workspace.folder, word).name.is_none() => {
            let source = spec_of(&workspace.folder, word).source;
            ParsedSpec { name: Some(long_name(word)), source }.to_string()
        }
        _ => spec_of(&workspace.folder, word).to_string(),
    };
    Ok(words.iter().zip(&entrants).map(spec).collect())
}

/// Returns a player name made from the path of the player's file, such as `bots-fast` for `bots/fast.py`.
fn long_name(word: &str) -> String {
    let stem = word.strip_suffix(".py").unwrap_or(word).trim_start_matches("./");
    let fits = |sign: char| if sign.is_alphanumeric() || "._".contains(sign) { sign } else { '-' };
    stem.chars().map(fits).collect()
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
