//! Starting or resuming a tournament: its file, settings, players and schedule.

use crate::effective_limits;
use crate::field::Field;
use crate::intake::{Copies, PlayerIntake, Warn};
use crate::request::TournamentRequest;
use crate::stages::next_stage;
use crate::tournament_file::TournamentFile;
use crate::trust::Trust;
use crate::watch::{WatchedSchedule, ladder_matches};
use crate::{Settings, Store, StoredLimits, StoredMatch, options_fingerprint};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use wag_core::files;
use wag_core::files::check_folder;
use wag_core::game::{Draw, Seated};
use wag_core::text::{option_arguments, printable, quoted};
use wag_games::{KnownGame, PackedGame, word_of};
use wag_i18n::{message, t};
use wag_ladder as ladder;
use wag_ladder::locks;
use wag_play::seed::random_seed;
use wag_play::{PlayError, PlayerSpec, RawOptions, place_in_words, user_error};
use wag_sandbox::Limits;
use wag_series::Place;
use wag_series::series::places_in;
use wag_stats::forms::FormName;
use wag_stats::schedule::{MATCHES_MAX, TournamentSpec};
use wag_stats::series::Fixture;

/// The default for the minimum number of matches of each player on each map or board.
const GAMES: u32 = 20;

/// A tournament that is ready to be played.
pub struct RunningTournament {
    pub data: TournamentFile,
    pub store: Store,
    pub limits: Limits,
    pub places: Vec<Place>,
    /// The active players, each with the index of its version in the list of all versions.
    pub active: Vec<(usize, PlayerSpec)>,
    /// The folder with the copies of the players' files.
    pub copies: PathBuf,
    /// The folder to which the paths in the tournament's file are relative; the current folder if it is empty.
    pub(crate) base: PathBuf,
    /// The number of matches that have been played.
    pub played: usize,
    /// The minimum and maximum number of players in a match, for each map or board.
    pub(crate) possible_seats: Vec<RangeInclusive<usize>>,
    /// The choice of matches if files are watched.
    pub(crate) watched: Option<WatchedSchedule>,
    /// The number of seats of a match on each map or board.
    pub(crate) seats: Vec<usize>,
    /// The minimum number of matches that the user has requested.
    pub(crate) games: Option<u32>,
    /// The number of matches of the whole schedule; more than the file contains if the schedule was shortened.
    pub scheduled: usize,
}

/// A tournament's file that already exists, and its settings.
struct ExistingStore {
    store: Store,
    settings: Settings,
}

/// Starts or resumes a tournament: reads the file, collects the players and stores the schedule. If the caller is the
/// terminal, the paths of a resumed tournament are relative to the folder in which it was started.
pub fn start(
    request: TournamentRequest,
    warn: Warn<'_>,
    warn_user: ladder::Warn,
) -> Result<RunningTournament, PlayError> {
    let request = &request;
    check_replay_folder(request)?;
    let file = request.file.clone();
    let found = open_existing(&file, request.is_resumed)?;
    let path = std::path::absolute(&file)?;
    let game = match &found {
        Some(found) => game_of(request, &path, &file, &found.settings)?,
        None => request.game,
    };
    let stored = found.as_ref().map(|found| &found.settings);
    let base = match stored {
        Some(stored) => base_folder(&path, stored, request.caller.is_terminal() && request.is_resumed)?,
        None => PathBuf::new(),
    };
    let mut settings = settings(request, game, stored, (&path, &base))?;
    let effective = match stored {
        Some(stored) => {
            effective_limits::resumed(&stored.limits, &request.limits, game.info, &stored.options)
        }
        None => effective_limits::started(&request.limits, game.info, &settings.options),
    };
    let lost_replays = stored.and_then(|stored| stored.replays.clone());
    let lost_replays =
        lost_replays.filter(|folder| request.replays.is_none() && !is_beside(&path, &base.join(folder)));
    let places = places_in(game, &settings.options, &settings.places, &base)?;
    check_places(&mut settings, &places)?;
    let possible_seats = seats(game, &places, &settings, request.seats)?;
    let members = found.as_ref().map_or(Ok(Vec::new()), |found| found.store.members());
    let copies = Copies::beside(&path);
    let mut intake = PlayerIntake::new(game.info, &base, &request.limits.rights.readable, copies, warn);
    (intake.given_names, intake.known_refusals) = (&request.given_names, &request.known_refusals);
    let members = members?;
    // The user may name a version of a player, such as `anna@2`, as the table does.
    let without = request.without.iter().map(|name| name.split('@').next().unwrap_or_default().to_string());
    let without: Vec<String> = without.collect();
    let mut field = Field::gather(&mut intake, members, &settings.refused, &request.players, &without)?;
    settings.refused = std::mem::take(&mut field.refused);
    let mut trust = Trust::of(game.info, &path, settings.mark.as_deref(), warn_user);
    if !request.trust_programs {
        trust.check(request.caller, &file, &field.stored_programs)?;
    }
    settings.mark = Some(trust.mark()?);
    let least = possible_seats.iter().map(|seats| *seats.start()).max().unwrap_or(0);
    field.fill_up(least, &mut intake)?;
    let seats = seats_per_match(game, &places, &possible_seats, field.active.len())?;
    check_playable(game, &places, &seats, settings.seed)?;
    let entrants: Vec<PlayerSpec> = field.active.iter().map(|(_, entrant)| entrant.clone()).collect();
    locks::check_all(
        game,
        &entrants,
        places.iter().flat_map(|place| game.info.files(&place.game_options)),
        warn_user,
    )?;
    let mut store = match found {
        Some(found) => found.store,
        None => Store::create(&path)?,
    };
    store.claim()?;
    let (mut matches, scheduled) = match &request.watched {
        Some(watched) => planned_by_ladder(&mut store, &settings, &field, (request.games, &seats), watched)?,
        None => planned(&mut store, &mut settings, &field, (&possible_seats, &seats), request.is_estimate)?,
    };
    join_replays(&mut matches, &base);
    intake
        .copies
        .keep()
        .map_err(|err| PlayError::UserError(message!("the players' files cannot be copied: %{err}", err)))?;
    warn_of_lost_options(&effective.not_taken, lost_replays, &settings, &file, intake.warn);
    field.warn_of_copies(game.info, intake.warn);
    let active = field.active.iter();
    let commands = active.map(|(number, entrant)| (field.members[*number].word.clone(), entrant.clone()));
    if let Err(err) = trust.allow(commands) {
        (intake.warn)(t!("wag cannot save that you trust these programs, so it will ask again: %{err}", err));
    }
    let copies = intake.copies.folder().to_path_buf();
    let (members, active) = (field.members, field.active);
    let possible_seats = possible_seats.clone();
    let data = TournamentFile { game, file, settings, members, matches };
    let played = data.matches.iter().filter(|stored| stored.result.is_some()).count();
    Ok(RunningTournament {
        data,
        store,
        limits: effective.limits,
        places,
        active,
        copies,
        base,
        played,
        scheduled,
        possible_seats,
        watched: request.watched.clone(),
        seats,
        games: request.games,
    })
}

/// Replaces the paths of replays, which are relative to this folder, by paths that can be opened.
fn join_replays(matches: &mut [StoredMatch], base: &Path) {
    for replay in matches.iter_mut().filter_map(|stored| stored.replay.as_mut()) {
        *replay = base.join(&*replay).display().to_string();
    }
}

impl RunningTournament {
    /// Plans the next stage of a tournament whose matches are all over. Returns false if there is none.
    pub(crate) fn plan_next_stage(&mut self) -> Result<bool, PlayError> {
        if self.watched.is_some() {
            return self.plan_ladder();
        }
        if self.data.settings.form.is_one_stage() {
            return Ok(false);
        }
        let active: Vec<usize> = self.active.iter().map(|(number, _)| *number).collect();
        let TournamentFile { settings, members, matches, .. } = &mut self.data;
        let next = next_stage(settings, &active, matches, &self.possible_seats)?;
        if next.is_empty() {
            return Ok(false);
        }
        self.store.plan(settings, members, &[], &next)?;
        *matches = self.store.matches()?;
        self.scheduled = matches.len();
        join_replays(matches, &self.base);
        Ok(true)
    }
}

impl RunningTournament {
    /// Plans the next matches of a tournament whose files are watched. Returns false if files have changed or nobody needs
    /// another match.
    fn plan_ladder(&mut self) -> Result<bool, PlayError> {
        let Some(watched) = &self.watched else { return Ok(false) };
        if watched.has_changed.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let TournamentFile { settings, members, matches, .. } = &mut self.data;
        let schedule = (self.seats.as_slice(), settings.seed);
        let next = ladder_matches((members, &self.active), matches, schedule, self.games, watched.groups);
        if next.is_empty() {
            return Ok(false);
        }
        self.store.plan(settings, members, &[], &next)?;
        *matches = self.store.matches()?;
        self.scheduled = matches.len();
        join_replays(matches, &self.base);
        Ok(true)
    }
}

/// Warns about limits and a folder for replays that were set when the tournament was started and are not taken from its file.
fn warn_of_lost_options(
    not_taken: &[String],
    lost_replays: Option<PathBuf>,
    settings: &Settings,
    file: &Path,
    warn: Warn<'_>,
) {
    if !not_taken.is_empty() {
        warn(t!(
            "this tournament was started with %{options}, but these options are not read from its file: it continues with the current sandbox and limits; repeat the options if you still want them",
            options = not_taken.join(" ")
        ));
    }
    if let Some(folder) = lost_replays.filter(|folder| settings.replays.as_ref() != Some(folder)) {
        warn(t!(
            "replays were saved in %{folder}, which is not inside the folder of %{file}; use --replays to choose a folder again",
            folder = printable(&folder.display().to_string()),
            file = file.display()
        ));
    }
}

/// Returns the minimum and maximum number of players in a match on each map or board. Both the map and the user can
/// limit it.
fn seats(
    game: KnownGame,
    places: &[Place],
    settings: &Settings,
    said: Option<u32>,
) -> Result<Vec<RangeInclusive<usize>>, PlayError> {
    let of_place = |place: &Place| {
        let seats = game.info.seats_with(&place.game_options)?;
        let (least, most) = seats.into_inner();
        match said {
            Some(said) if !(least..=most).contains(&(said as usize)) => user_error(message!(
                "%{place} is for %{seats}, not for %{said}",
                place = place_name(game, place),
                seats = player_count(least, most),
                said
            )),
            _ => Ok(least..=most.min(settings.seats).max(least)),
        }
    };
    places.iter().map(of_place).collect()
}

/// Returns the number of players in a match on each map or board; `players` is the number of players in the tournament.
fn seats_per_match(
    game: KnownGame,
    places: &[Place],
    seats: &[RangeInclusive<usize>],
    players: usize,
) -> Result<Vec<usize>, PlayError> {
    let seat_count = |(place, seats): (&Place, &RangeInclusive<usize>)| match players < *seats.start() {
        true => user_error(message!(
            "%{place} is for %{seats}, but only %{players} take part; name %{missing} more",
            place = place_name(game, place),
            seats = player_count(*seats.start(), *seats.end()),
            players,
            missing = seats.start() - players
        )),
        false => Ok(*seats.end().min(&players)),
    };
    places.iter().zip(seats).map(seat_count).collect()
}

/// Checks, before anything is written, that matches can be played on all maps or boards.
fn check_playable(game: KnownGame, places: &[Place], seats: &[usize], seed: u64) -> Result<(), PlayError> {
    for (place, seats) in places.iter().zip(seats) {
        let seated = vec![Seated { name: "", built_in: None }; *seats];
        wag_games::rounds(game, &place.game_options, &seated, Draw { seed, game: 0 })?;
    }
    Ok(())
}

/// Returns the name of a map or board for use in a sentence; the name of the game if the game has no maps.
fn place_name(game: KnownGame, place: &Place) -> String {
    match game.info.place_option() {
        Some(option) if !place.word.is_empty() => {
            t!(
                "the %{kind} %{place}",
                kind = t!(option.name),
                place = place_in_words(&place.word, game.info.options)
            )
        }
        _ => t!(game.info.title),
    }
}

fn player_count(least: usize, most: usize) -> String {
    match least == most {
        true => t!("%{most} players", most),
        false => t!("%{least} to %{most} players", least, most),
    }
}

/// Opens an existing file. If there is no file or the file is empty, returns an error if `is_needed`, and `None`
/// otherwise.
fn open_existing(file: &Path, is_needed: bool) -> Result<Option<ExistingStore>, PlayError> {
    let is_there = file.metadata().is_ok_and(|about| about.len() > 0);
    if file.is_dir() {
        return user_error(message!("%{file} is a folder; name a file", file = file.display()));
    }
    if !is_there && !is_needed {
        return Ok(None);
    }
    let store = Store::open(file)?;
    let settings = store.settings()?;
    // This reports a damaged file early. The values that count are read again later, when no other program can change
    // the file.
    store.matches()?;
    Ok(Some(ExistingStore { store, settings }))
}

/// Returns the game of the tournament's file, or an error if the user has named another game.
fn game_of(
    request: &TournamentRequest,
    path: &Path,
    file: &Path,
    settings: &Settings,
) -> Result<KnownGame, PlayError> {
    let is_any = request.is_resumed && wag_play::is_first(request.game.info);
    if is_any || settings.game == request.game.info.name || settings.game == word_of(request.game.info) {
        let base = base_folder(path, settings, true)?;
        return settings.open_game(file, &base);
    }
    user_error(message!(
        "%{file} contains a %{game} tournament, not a %{requested} tournament; choose another file with --into",
        file = file.display(),
        game = settings.game,
        requested = request.game.info.name
    ))
}

/// Returns the folder in which the tournament was started, because players' paths are relative to that folder; an empty
/// path if it is the current folder. Returns an error if it is another one and `may_differ` is false.
pub fn base_folder(path: &Path, settings: &Settings, may_differ: bool) -> Result<PathBuf, PlayError> {
    let beside = path.parent().unwrap_or(Path::new("/"));
    let folder = if settings.folder.as_os_str().is_empty() { beside } else { &settings.folder };
    let is_here = folder.canonicalize().ok().zip(std::env::current_dir().ok()).is_some_and(|(a, b)| a == b);
    if is_here {
        return Ok(PathBuf::new());
    }
    let folder_text = folder.display();
    if !may_differ {
        return user_error(message!(
            "this tournament was started in %{folder}; change to that folder, so that the players' files are found",
            folder = folder_text
        ));
    }
    std::fs::metadata(folder.join(".")).map(|_| folder.to_path_buf()).or_else(|err| {
        user_error(message!(
            "this tournament was started in %{folder}, which cannot be entered: %{fault}",
            folder = folder_text,
            fault = err
        ))
    })
}

/// Combines the settings from the command line and the file. Returns an error if the two differ in a setting that
/// influences matches.
fn settings(
    request: &TournamentRequest,
    game: KnownGame,
    stored: Option<&Settings>,
    (path, base): (&Path, &Path),
) -> Result<Settings, PlayError> {
    let (least, most) = (*game.info.seats.start(), game.info.most());
    let seats = request.seats.map(|seats| seats as usize);
    if let Some(requested) = seats.filter(|seats| !(least..=most).contains(seats)) {
        return user_error(message!(
            "%{title} is for %{seats}, not for %{requested}",
            title = message!(game.info.title),
            seats = wag_play::seats_in_words(game.info),
            requested
        ));
    }
    if let (Some(needed), Some(said)) = (request.form.and_then(FormName::seats), seats)
        && needed != said
    {
        return user_error(message!(
            "a match of the form %{form} has %{needed} players, not %{said}; leave out --seats",
            form = request.form.unwrap_or_default().as_str(),
            needed,
            said
        ));
    }
    match stored {
        None => new_settings(request, game, path),
        Some(stored) => {
            check_same(request, game, stored, path)?;
            let given = stored.limits.given.or(request.limits.rights.given());
            Ok(Settings {
                limits: StoredLimits { given, ..stored.limits.clone() },
                games: request.games.unwrap_or(stored.games),
                replays: from_base(request.replays.as_ref(), base)?
                    .or_else(|| stored.replays.clone().filter(|folder| is_beside(path, &base.join(folder))))
                    .map_or_else(
                        || from_base(request.default_replays.as_ref(), base),
                        |given| Ok(Some(given)),
                    )?,
                ..stored.clone()
            })
        }
    }
}

/// Returns a folder that the user has named, as a path that is valid in the base folder, too.
fn from_base(folder: Option<&PathBuf>, base: &Path) -> Result<Option<PathBuf>, PlayError> {
    let is_here = base.as_os_str().is_empty();
    let whole = |folder: &PathBuf| if is_here { Ok(folder.clone()) } else { std::path::absolute(folder) };
    Ok(folder.map(whole).transpose()?)
}

/// Returns whether a folder that the tournament's file names is below the folder that contains the file. An untrusted
/// file must not choose other folders.
fn is_beside(path: &Path, folder: &Path) -> bool {
    files::is_beneath(path.parent().unwrap_or(Path::new("/")), folder)
}

/// Returns an error if the folder for replays cannot be used, for example because it is a symbolic link.
fn check_replay_folder(request: &TournamentRequest) -> Result<(), PlayError> {
    match request.replays.iter().find_map(|folder| Some((folder, check_folder(folder).err()?))) {
        Some((folder, err)) => {
            user_error(message!("%{folder} cannot be created: %{err}", folder = folder.display(), err))
        }
        None => Ok(()),
    }
}

fn new_settings(request: &TournamentRequest, game: KnownGame, path: &Path) -> Result<Settings, PlayError> {
    let form = request.form.unwrap_or_default();
    Ok(Settings {
        wag: env!("CARGO_PKG_VERSION").to_string(),
        game: word_of(game.info),
        game_file: PackedGame::of(game.info),
        seed: request.seed.map_or_else(random_seed, Ok)?,
        games: request.games.unwrap_or(GAMES),
        seats: form.seats().unwrap_or(request.seats.map_or(game.info.most(), |seats| seats as usize)),
        form,
        stages: Vec::new(),
        options: request.options.clone(),
        places: request.places.clone(),
        words: Vec::new(),
        sums: Vec::new(),
        limits: StoredLimits::of(&request.limits),
        replays: request.replays.clone().or_else(|| request.default_replays.clone()),
        mark: None,
        refused: Vec::new(),
        folder: folder(path)?,
    })
}

/// Returns an error if the options that the user gives now differ from those in the file.
fn check_same(
    request: &TournamentRequest,
    game: KnownGame,
    stored: &Settings,
    path: &Path,
) -> Result<(), PlayError> {
    let limits = StoredLimits::of(&request.limits);
    let place = game.info.place_option().map(|option| option.name);
    let own = |words: &RawOptions| -> RawOptions {
        let mut own = words.clone();
        own.retain(|name, _| Some(name.as_str()) != place);
        own
    };
    let said = own(&request.options);
    let differs = request.seed.is_some_and(|seed| seed != stored.seed)
        || request.seats.is_some_and(|seats| seats as usize != stored.seats)
        || request.form.is_some_and(|form| form != stored.form)
        || !request.places.is_empty() && request.places != stored.places
        || !said.is_empty() && said != own(&stored.options)
        || request.caller.is_terminal() && limits.differs_from(&stored.limits);
    if !differs {
        return Ok(());
    }
    user_error(message!(
        "%{file} was started with other settings: seed %{seed}%{words}; leave yours out to resume it, or choose another file with --into",
        file = path.file_name().unwrap_or_default().display(),
        seed = stored.seed,
        words = as_words(stored, place)
    ))
}

/// Returns the current folder as it is stored in the file. It is empty if the file is in that folder, so that both can
/// be moved together.
fn folder(path: &Path) -> Result<PathBuf, PlayError> {
    let here = std::env::current_dir()?;
    let beside = path.parent().and_then(|beside| beside.canonicalize().ok());
    Ok(if beside.as_ref() == Some(&here) { PathBuf::new() } else { here })
}

/// Formats the settings as command-line options.
fn as_words(settings: &Settings, place_option: Option<&str>) -> String {
    let places =
        settings.places.iter().flat_map(|place| option_arguments(place_option.unwrap_or_default(), place));
    let own = settings.options.iter().filter(|(name, _)| Some(name.as_str()) != place_option);
    let options = own.flat_map(|(name, value)| option_arguments(name, value));
    let limits = settings.limits.options.clamped().words();
    let words = places.chain(options).chain(limits);
    words.map(|word| format!(" {}", quoted(&word))).collect()
}

/// Returns an error if the files of the maps or boards have changed since the tournament started.
fn check_places(settings: &mut Settings, places: &[Place]) -> Result<(), PlayError> {
    // The stored matches refer to these places.
    if !settings.words.is_empty() && settings.words.len() != places.len() {
        return user_error(message!(
            "the tournament file is damaged: it lists %{named} maps but plays on %{played}",
            named = places.len(),
            played = settings.words.len()
        ));
    }
    let sums: Vec<String> = places.iter().map(|place| options_fingerprint(&place.game_options)).collect();
    let changed = settings.sums.iter().zip(&sums).position(|(before, now)| before != now);
    if let Some(changed) = changed {
        return user_error(message!(
            "map %{place} has changed since the tournament started; restore the file, or start another tournament",
            place = places[changed].word
        ));
    }
    settings.words = places.iter().map(|place| place.word.clone()).collect();
    settings.sums = sums;
    Ok(())
}

/// The maximum number of matches of a schedule from which an estimate takes its sample, unless a tournament may have all.
const SHORTENED_MATCHES: usize = 10_000;

/// Plans the first matches of a tournament whose files are watched. Those that were not played are planned again, because
/// somebody else may be new. Returns all matches and their number.
fn planned_by_ladder(
    store: &mut Store,
    settings: &Settings,
    field: &Field,
    (games, seats): (Option<u32>, &[usize]),
    watched: &WatchedSchedule,
) -> Result<(Vec<StoredMatch>, usize), PlayError> {
    if !settings.form.is_one_stage() {
        return user_error(message!(
            "this tournament has the form %{form}, whose matches cannot follow changes of files; choose another file with --into",
            form = settings.form.as_str()
        ));
    }
    let matches = store.matches()?;
    let gone: Vec<i64> =
        matches.iter().filter(|stored| stored.result.is_none()).map(|stored| stored.id).collect();
    let (players, schedule) = ((&*field.members, &*field.active), (seats, settings.seed));
    let next = ladder_matches(players, &matches, schedule, games, watched.groups);
    store.plan(settings, &field.members, &gone, &next)?;
    let planned = store.matches()?;
    let scheduled = planned.len();
    Ok((planned, scheduled))
}

/// Brings the schedule up to date. Returns its matches, and the number of those that it has without a limit.
fn planned(
    store: &mut Store,
    settings: &mut Settings,
    field: &Field,
    (possible_seats, seats): (&[RangeInclusive<usize>], &[usize]),
    is_estimate: bool,
) -> Result<(Vec<StoredMatch>, usize), PlayError> {
    let matches = store.matches()?;
    let active: Vec<usize> = field.active.iter().map(|(number, _)| *number).collect();
    let numbers: BTreeMap<usize, usize> =
        active.iter().enumerate().map(|(at, member)| (*member, at)).collect();
    let number = |member: &usize| numbers.get(member).copied();
    let still = |stored: &StoredMatch| -> Option<Fixture> {
        let seats: Option<Vec<usize>> = stored.seats.iter().map(number).collect();
        Some(Fixture { place: stored.place, seed: stored.seed, seats: seats?, group: stored.group })
    };
    let can_be_played = |stored: &StoredMatch| possible_seats[stored.place].contains(&stored.seats.len());
    let is_gone = |stored: &&StoredMatch| {
        stored.result.is_none() && (still(stored).is_none() || !can_be_played(stored))
    };
    let gone: Vec<i64> = matches.iter().filter(is_gone).map(|stored| stored.id).collect();
    let fixtures: Vec<Fixture> = matches.iter().filter(|stored| !is_gone(stored)).filter_map(still).collect();
    let spec = TournamentSpec {
        players: active.len(),
        seats: seats.to_vec(),
        games: settings.games,
        seed: settings.seed,
    };
    if !settings.form.is_one_stage() {
        let missing = next_stage(settings, &active, &matches, possible_seats)?;
        store.plan(settings, &field.members, &[], &missing)?;
        let planned = store.matches()?;
        let scheduled = planned.len();
        return Ok((planned, scheduled));
    }
    let first_group = matches.iter().map(|stored| stored.group + 1).max().unwrap_or(0);
    let count = spec.count();
    let is_shortened = is_estimate && count > MATCHES_MAX;
    let mut missing = match is_shortened {
        true => spec.shortened(SHORTENED_MATCHES).missing(&fixtures),
        false => spec.missing(&fixtures),
    };
    if is_estimate {
        missing.truncate(MATCHES_MAX);
    }
    for fixture in &mut missing {
        fixture.seats.iter_mut().for_each(|seat| *seat = active[*seat]);
        fixture.group += first_group;
    }
    store.plan(settings, &field.members, &gone, &missing)?;
    let planned = store.matches()?;
    let scheduled = if is_shortened { count } else { planned.len() };
    Ok((planned, scheduled))
}
