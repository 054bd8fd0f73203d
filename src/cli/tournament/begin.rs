//! Starts or resumes a tournament: its file, its settings, its players and its schedule.

use super::super::answer::{UserError, user_error};
use super::super::locks;
use super::super::series::places;
use super::super::start::drawn_seed;
use super::super::with_game::WithGame;
use super::args::{Caller, Tournament};
use super::intake::{Copies, PlayerIntake, Warn};
use super::limits;
use super::opened::TournamentFile;
use super::players::Field;
use super::trust::Trust;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_core::files::check_folder;
use wag_core::game::{Draw, Seated};
use wag_core::text::printable;
use wag_i18n::t;
use wag_runner::tournament::{Settings, Store, StoredLimits, StoredMatch, options_fingerprint};
use wag_runner::{KnownGame, Place, PlayError, PlayerSpec, RawOptions, find, place_in_words};
use wag_sandbox::Limits;
use wag_stats::schedule::TournamentSpec;
use wag_stats::series::Fixture;

/// The default minimum number of matches of each player at each place.
const GAMES: u32 = 20;

/// A tournament that is ready to be played.
pub struct RunningTournament {
    pub opened: TournamentFile,
    pub store: Store,
    pub limits: Limits,
    pub places: Vec<Place>,
    /// The active players, each with the index of its version among the members.
    pub active: Vec<(usize, PlayerSpec)>,
    /// The folder with the copies of the players' files.
    pub copies: PathBuf,
}

/// A tournament's file that exists already.
struct ExistingStore {
    store: Store,
    settings: Settings,
}

/// Reads an existing file, determines the players and stores the schedule. When a command line resumes a tournament of
/// another folder, this changes to that folder.
pub fn begin(
    options: &mut WithGame<Tournament>,
    caller: Caller,
    warn: Warn<'_>,
) -> anyhow::Result<RunningTournament> {
    check_folders(&options.words)?;
    let is_resumed = options.words.resume.is_some();
    let file = options.words.resume.as_ref().unwrap_or(&options.words.into).clone();
    let found = found(&file, is_resumed)?;
    let path = std::path::absolute(&file)?;
    let game = match &found {
        Some(found) => game_of(options, &file, &found.settings)?,
        None => options.game,
    };
    if let Some(found) = &found {
        let here = std::env::current_dir()?;
        go_to(&path, &found.settings, caller == Caller::Terminal && is_resumed)?;
        if std::env::current_dir()? != here {
            options.words.name_paths_from(&here);
        }
    }
    let (options, words) = (&*options, &options.words);
    let stored = found.as_ref().map(|found| &found.settings);
    let mut settings = settings(options, caller, game, stored, &path)?;
    let effective = match stored {
        Some(stored) => limits::resumed(&stored.limits, &words.limit_args, &game.card, &stored.options),
        None => limits::started(&words.limit_args, &game.card, &settings.options),
    };
    let lost_replays = stored.and_then(|stored| stored.replays.clone());
    let lost_replays = lost_replays.filter(|folder| words.replays.is_none() && !is_beside(&path, folder));
    let places = places(game, &settings.options, &settings.places)?;
    check_places(&mut settings, &places)?;
    let possible_seats = seats(game, &places, &settings, words.seats)?;
    let members = found.as_ref().map_or(Ok(Vec::new()), |found| found.store.members());
    let copies = Copies::beside(&path);
    let mut intake = PlayerIntake { card: &game.card, readable: &words.limit_args.readable, copies, warn };
    let members = members.map_err(UserError::from)?;
    // The user may name a version of a player, such as `anna@2`, as the table does.
    let without = words.without.iter().map(|name| name.split('@').next().unwrap_or_default().to_string());
    let without: Vec<String> = without.collect();
    let mut field = Field::gather(&mut intake, members, &words.players, &without)?;
    let mut trust = Trust::of(&game.card, &path, settings.mark.as_deref());
    if !words.trust_programs {
        trust.check(caller, &file, &field.stored_programs)?;
    }
    settings.mark = Some(trust.mark()?);
    let least = possible_seats.iter().map(|seats| *seats.start()).max().unwrap_or(0);
    field.fill_up(least, &mut intake)?;
    let seats = seats_taken(game, &places, &possible_seats, field.active.len())?;
    check_playable(game, &places, &seats, settings.seed)?;
    let entrants: Vec<PlayerSpec> = field.active.iter().map(|(_, entrant)| entrant.clone()).collect();
    locks::check_all(game, &entrants, places.iter().flat_map(|place| game.card.files(&place.chosen)))?;
    let mut store = match found {
        Some(found) => found.store,
        None => Store::create(&path).map_err(UserError::from)?,
    };
    store.claim().map_err(UserError::from)?;
    let kept = planned(&mut store, &settings, &field, (&possible_seats, &seats))?;
    intake.copies.keep().map_err(|err| UserError(t!("the players' files can't be copied: %{err}", err)))?;
    if !effective.not_taken.is_empty() {
        (intake.warn)(t!(
            "this tournament was started with %{options}, which a file cannot decide: it goes on with the sandbox and the limits of now; repeat what you want of it",
            options = effective.not_taken.join(" ")
        ));
    }
    if let Some(folder) = lost_replays.filter(|folder| settings.replays.as_ref() != Some(folder)) {
        (intake.warn)(t!(
            "replays were kept in %{folder}, which does not lie in the folder of %{file}; --replays names a folder again",
            folder = printable(&folder.display().to_string()),
            file = file.display()
        ));
    }
    field.warn_of_copies(&game.card, intake.warn);
    let active = field.active.iter();
    let commands = active.map(|(number, entrant)| (field.members[*number].word.clone(), entrant.clone()));
    if let Err(err) = trust.allow(commands) {
        (intake.warn)(t!(
            "it can't be noted that the programs are yours, so you will be asked for them: %{err}",
            err
        ));
    }
    let copies = intake.copies.folder().to_path_buf();
    let (members, active) = (field.members, field.active);
    let opened = TournamentFile { game, file, settings, members, kept };
    Ok(RunningTournament { opened, store, limits: effective.limits, places, active, copies })
}

/// Returns the range of seats that each place (map or board) and the user allow.
fn seats(
    game: &KnownGame,
    places: &[Place],
    settings: &Settings,
    said: Option<u32>,
) -> anyhow::Result<Vec<RangeInclusive<usize>>> {
    let of_place = |place: &Place| {
        let seats = game.any.seats_for(&place.chosen).map_err(PlayError::from)?;
        let (least, most) = seats.into_inner();
        match said {
            Some(said) if !(least..=most).contains(&(said as usize)) => user_error(t!(
                "%{place} is for %{seats}, not for %{said}",
                place = named(game, place),
                seats = in_words(least, most),
                said
            )),
            _ => Ok(least..=most.min(settings.seats).max(least)),
        }
    };
    places.iter().map(of_place).collect()
}

/// Returns the number of players in a match at each place, given the number of participants.
fn seats_taken(
    game: &KnownGame,
    places: &[Place],
    seats: &[RangeInclusive<usize>],
    players: usize,
) -> anyhow::Result<Vec<usize>> {
    let taken = |(place, seats): (&Place, &RangeInclusive<usize>)| match players < *seats.start() {
        true => user_error(t!(
            "%{place} is for %{seats}, and only %{players} take part; name %{missing} more",
            place = named(game, place),
            seats = in_words(*seats.start(), *seats.end()),
            players,
            missing = seats.start() - players
        )),
        false => Ok(*seats.end().min(&players)),
    };
    places.iter().zip(seats).map(taken).collect()
}

/// Checks that matches can be played at all places, before anything is written.
fn check_playable(game: &KnownGame, places: &[Place], seats: &[usize], seed: u64) -> anyhow::Result<()> {
    for (place, seats) in places.iter().zip(seats) {
        let seated = vec![Seated { name: "", built_in: None }; *seats];
        game.any.rounds(&place.chosen, &seated, Draw { seed, game: 0 }).map_err(PlayError::from)?;
    }
    Ok(())
}

/// Returns the name of a place for a sentence: the map, or the game if it has no such option.
fn named(game: &KnownGame, place: &Place) -> String {
    match game.card.place_option() {
        Some(option) if !place.word.is_empty() => {
            t!(
                "the %{kind} %{place}",
                kind = t!(option.name),
                place = place_in_words(&place.word, game.card.options)
            )
        }
        _ => t!(game.card.title),
    }
}

fn in_words(least: usize, most: usize) -> String {
    match least == most {
        true => t!("%{most} players", most),
        false => t!("%{least} to %{most} players", least, most),
    }
}

/// Opens an existing file; an empty file counts as missing.
fn found(file: &Path, is_needed: bool) -> anyhow::Result<Option<ExistingStore>> {
    let is_there = file.metadata().is_ok_and(|about| about.len() > 0);
    if file.is_dir() {
        return user_error(t!("%{file} is a folder; name a file", file = file.display()));
    }
    if !is_there && !is_needed {
        return Ok(None);
    }
    let store = Store::open(file).map_err(UserError::from)?;
    let settings = store.settings().map_err(UserError::from)?;
    // This reports a damaged file early. The values that count are read again later, when no other program can change
    // the file.
    store.matches().map_err(UserError::from)?;
    Ok(Some(ExistingStore { store, settings }))
}

/// Returns the game of the tournament's file, or an error if the user has named another game.
fn game_of(
    options: &WithGame<Tournament>,
    file: &Path,
    settings: &Settings,
) -> anyhow::Result<&'static KnownGame> {
    let is_meant = |game: &KnownGame| {
        game.card.name == options.game.card.name
            || options.words.resume.is_some() && wag_runner::is_first(options.game.card)
    };
    match find(&settings.game) {
        Some(game) if is_meant(game) => Ok(game),
        _ => user_error(t!(
            "%{file} holds a tournament of %{game}, not of %{asked}; name another file with --into",
            file = file.display(),
            game = settings.game,
            asked = options.game.card.name
        )),
    }
}

/// Changes to the folder in which the tournament was started, if allowed, because players' paths are relative to it.
pub fn go_to(path: &Path, settings: &Settings, may_go: bool) -> anyhow::Result<()> {
    let beside = path.parent().unwrap_or(Path::new("/"));
    let folder = if settings.folder.as_os_str().is_empty() { beside } else { &settings.folder };
    let is_here = folder.canonicalize().ok().zip(std::env::current_dir().ok()).is_some_and(|(a, b)| a == b);
    if is_here {
        return Ok(());
    }
    let folder_told = folder.display();
    if !may_go {
        return user_error(t!(
            "this tournament was begun in %{folder}; go there, so that its players' files are found",
            folder = folder_told
        ));
    }
    std::env::set_current_dir(folder).or_else(|fault| {
        user_error(t!(
            "this tournament was begun in %{folder}, which can't be entered: %{fault}",
            folder = folder_told,
            fault
        ))
    })
}

/// Returns the settings from the command line and the file. Settings that influence matches must not differ from the
/// file.
fn settings(
    options: &WithGame<Tournament>,
    caller: Caller,
    game: &KnownGame,
    stored: Option<&Settings>,
    path: &Path,
) -> anyhow::Result<Settings> {
    let words = &options.words;
    let (least, most) = (*game.card.seats.start(), game.card.most());
    let seats = words.seats.map(|seats| seats as usize);
    if let Some(asked) = seats.filter(|seats| !(least..=most).contains(seats)) {
        return user_error(t!(
            "%{title} is for %{seats}, not for %{asked}",
            title = t!(game.card.title),
            seats = wag_runner::seats_in_words(game.card),
            asked
        ));
    }
    match stored {
        None => new_settings(options, game, path),
        Some(stored) => {
            check_same(options, caller, game, stored, path)?;
            let now = limits::stored(&words.limit_args);
            let given = stored.limits.given.or(now.given);
            Ok(Settings {
                limits: StoredLimits { given, ..stored.limits.clone() },
                games: words.games.unwrap_or(stored.games),
                replays: words
                    .replays
                    .clone()
                    .or_else(|| stored.replays.clone().filter(|folder| is_beside(path, folder)))
                    .or_else(|| for_reports(words)),
                ..stored.clone()
            })
        }
    }
}

/// Returns whether a folder that a file names is below the file's own folder. An untrusted file must not choose other
/// folders.
fn is_beside(path: &Path, folder: &Path) -> bool {
    files::is_beneath(path.parent().unwrap_or(Path::new("/")), folder)
}

/// Rejects a symbolic link in place of a folder to which the tournament writes.
fn check_folders(words: &Tournament) -> anyhow::Result<()> {
    for folder in words.replays.iter().chain(&words.reports) {
        if let Err(err) = check_folder(folder) {
            return user_error(t!("%{folder} can't be created: %{err}", folder = folder.display(), err));
        }
    }
    Ok(())
}

/// Returns the folder for replays that reports need for their matches.
fn for_reports(words: &Tournament) -> Option<PathBuf> {
    words.reports.as_ref().map(|folder| folder.join("replays"))
}

fn new_settings(options: &WithGame<Tournament>, game: &KnownGame, path: &Path) -> anyhow::Result<Settings> {
    let words = &options.words;
    Ok(Settings {
        wag: env!("CARGO_PKG_VERSION").to_string(),
        game: game.card.name.to_string(),
        seed: words.seed.map_or_else(drawn_seed, Ok)?,
        games: words.games.unwrap_or(GAMES),
        seats: words.seats.map_or(game.card.most(), |seats| seats as usize),
        options: options.options.clone(),
        places: options.places.clone(),
        words: Vec::new(),
        sums: Vec::new(),
        limits: limits::stored(&words.limit_args),
        replays: words.replays.clone().or_else(|| for_reports(words)),
        mark: None,
        folder: folder(path)?,
    })
}

/// Checks that the options given now agree with the file.
fn check_same(
    options: &WithGame<Tournament>,
    caller: Caller,
    game: &KnownGame,
    stored: &Settings,
    path: &Path,
) -> anyhow::Result<()> {
    let (words, limits) = (&options.words, limits::stored(&options.words.limit_args));
    let place = game.card.place_option().map(|option| option.name);
    let own = |words: &RawOptions| -> RawOptions {
        let mut own = words.clone();
        own.retain(|name, _| Some(name.as_str()) != place);
        own
    };
    let said = own(&options.options);
    let differs = words.seed.is_some_and(|seed| seed != stored.seed)
        || words.seats.is_some_and(|seats| seats as usize != stored.seats)
        || !options.places.is_empty() && options.places != stored.places
        || !said.is_empty() && said != own(&stored.options)
        || caller == Caller::Terminal && limits.differs_from(&stored.limits);
    if !differs {
        return Ok(());
    }
    user_error(t!(
        "%{file} was begun with other settings: seed %{seed}%{words}; leave them out to go on, or name another file with --into",
        file = path.file_name().unwrap_or_default().display(),
        seed = stored.seed,
        words = as_words(stored, place)
    ))
}

/// Returns the folder to store; empty for the folder of the file, so that both can be moved together.
fn folder(path: &Path) -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir()?;
    let beside = path.parent().and_then(|beside| beside.canonicalize().ok());
    Ok(if beside.as_ref() == Some(&here) { PathBuf::new() } else { here })
}

/// Returns the settings as command-line options.
fn as_words(settings: &Settings, place_option: Option<&str>) -> String {
    let places =
        settings.places.iter().map(|place| format!(" --{} {place}", place_option.unwrap_or_default()));
    let own = settings.options.iter().filter(|(name, _)| Some(name.as_str()) != place_option);
    let options = own.map(|(name, value)| format!(" --{name} {value}"));
    let limits = limits::options_of(&settings.limits).words();
    let limits = limits.iter().map(|word| format!(" {word}"));
    places.chain(options).chain(limits).collect()
}

/// Checks that the files of the places have not changed.
fn check_places(settings: &mut Settings, places: &[Place]) -> anyhow::Result<()> {
    // The stored matches refer to these places.
    if !settings.words.is_empty() && settings.words.len() != places.len() {
        return user_error(t!(
            "the file of the tournament is damaged: it names %{named} places and plays at %{played}",
            named = places.len(),
            played = settings.words.len()
        ));
    }
    let sums: Vec<String> = places.iter().map(|place| options_fingerprint(&place.chosen)).collect();
    let changed = settings.sums.iter().zip(&sums).position(|(before, now)| before != now);
    if let Some(changed) = changed {
        return user_error(t!(
            "what is chosen for %{place} is no longer what it was when the tournament began; put the file back, or begin another tournament",
            place = places[changed].word
        ));
    }
    settings.words = places.iter().map(|place| place.word.clone()).collect();
    settings.sums = sums;
    Ok(())
}

/// Updates the schedule and returns its matches.
fn planned(
    store: &mut Store,
    settings: &Settings,
    field: &Field,
    (possible_seats, seats): (&[RangeInclusive<usize>], &[usize]),
) -> anyhow::Result<Vec<StoredMatch>> {
    let kept = store.matches().map_err(UserError::from)?;
    let active: Vec<usize> = field.active.iter().map(|(number, _)| *number).collect();
    let numbers: BTreeMap<usize, usize> =
        active.iter().enumerate().map(|(at, member)| (*member, at)).collect();
    let number = |member: &usize| numbers.get(member).copied();
    let still = |kept: &StoredMatch| -> Option<Fixture> {
        let seats: Option<Vec<usize>> = kept.seats.iter().map(number).collect();
        Some(Fixture { place: kept.place, seed: kept.seed, seats: seats?, group: kept.group })
    };
    let can_be_played = |kept: &StoredMatch| possible_seats[kept.place].contains(&kept.seats.len());
    let is_gone =
        |kept: &&StoredMatch| kept.result.is_none() && (still(kept).is_none() || !can_be_played(kept));
    let gone: Vec<i64> = kept.iter().filter(is_gone).map(|kept| kept.id).collect();
    let fixtures: Vec<Fixture> = kept.iter().filter(|kept| !is_gone(kept)).filter_map(still).collect();
    let spec = TournamentSpec {
        players: active.len(),
        seats: seats.to_vec(),
        games: settings.games,
        seed: settings.seed,
    };
    let first_group = kept.iter().map(|kept| kept.group + 1).max().unwrap_or(0);
    let mut missing = spec.missing(&fixtures);
    for fixture in &mut missing {
        fixture.seats.iter_mut().for_each(|seat| *seat = active[*seat]);
        fixture.group += first_group;
    }
    store.plan(settings, &field.members, &gone, &missing).map_err(UserError::from)?;
    Ok(store.matches().map_err(UserError::from)?)
}
