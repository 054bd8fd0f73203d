//! One game of a match: starts the players, plays the game, and writes logs and a replay.

use crate::advice::Adviser;
use crate::contest::{self, ContestLogs};
use crate::error::PlayError;
use crate::events::{Events, MatchEvent, SeedSource, Verbosity};
use crate::forfeits::{ForfeitWatch, count_orders};
use crate::fork::{self, Fork, Record};
use crate::game_end::GameEnd;
use crate::keep::{self, About, Keep, Recorded};
use crate::line_up::player_spec::{Kind, PlayerSpec};
use crate::logs::{GameLogs, Logs};
use crate::policies::prepare_policies;
use crate::seats::seating::{self, PlayerFactory, StartedPlayers};
use crate::seats::unstarted::{Unstarted, UnstartedPlayer};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use wag_core::arena::{Match, Observer, Played, SeatStats, TurnRecord, TurnReport};
use wag_core::game;
use wag_core::game::{
    Draw, GameInfo, GameOptions, Narrator, Notice, Playable, PlayerSummary, Printed, Seat, Standing,
    places_after_forfeits,
};
use wag_core::problem::{Fault, Problem};
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_games::close_files;
use wag_games::with_game;
use wag_i18n::{Message, t};
use wag_python::protocol::Uncalled;
use wag_replay::{Closing, Header};

/// A request to play a game.
pub struct GameRequest<'o> {
    /// The players in seat order.
    pub entrants: &'o [PlayerSpec],
    pub game_options: &'o GameOptions,
    /// Name of the map or board; see [`crate::place`].
    pub place: &'o str,
    pub table: &'o PlayerFactory,
    /// The source of the seed of the first match; unused if the game continues a fork.
    pub seed: SeedSource<'o>,
    /// The level of detail at which the game is narrated.
    pub verbosity: Verbosity,
    /// Number of the game, counted from 0 over all matches of the session.
    pub number: usize,
    /// The fork that the game continues, and the seed from there on, if it is another one; `None` to play a whole game.
    pub fork: Option<(&'o Fork, Option<u64>)>,
    /// Number of matches that the session plays in a row.
    pub matches: usize,
    pub logs: Option<&'o mut Logs>,
    /// Folder for the files of the game's contest; `None` to write none.
    pub contest_logs: Option<&'o Path>,
    pub keep: Keep,
    pub failed_starts: FailedStarts,
    /// True if somebody will read the notes after the game.
    pub is_advised: bool,
}

impl GameRequest<'_> {
    /// Returns the number of the game within its match, counted from 0.
    fn game(&self) -> usize {
        self.number % self.table.info.games
    }

    fn matches_before(&self) -> usize {
        self.number / self.table.info.games
    }

    /// Returns the title line of this game in logs that contain several games; `None` if there is only one game.
    fn title(&self, seed: u64) -> Option<String> {
        let number = self.matches_before() + 1;
        let of_match = (self.matches > 1).then(|| t!("Match %{number}, seed %{seed}", number, seed));
        let of_game = (self.table.info.games > 1).then(|| (self.table.info.title_of)(self.game()));
        let titles: Vec<String> = of_match.into_iter().chain(of_game).collect();
        (!titles.is_empty()).then(|| format!("=== {} ===\n", titles.join(", ")))
    }
}

/// The rule for games in which a player cannot start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailedStarts {
    /// The game is played, and the player forfeits it.
    Forfeit,
    /// The game is not played, unless the rules of the game's contest play it without the player.
    Refuse,
    /// The game is played only if the player was not ready in time. The player then forfeits the game.
    RefuseUnlessLate,
}

impl FailedStarts {
    fn refuses(self, info: &GameInfo, entrant: &PlayerSpec, problem: &Problem) -> bool {
        match self {
            FailedStarts::Forfeit => false,
            FailedStarts::Refuse => {
                !(info.starts_without_failed && matches!(entrant.kind, Kind::Program { .. }))
            }
            FailedStarts::RefuseUnlessLate => !problem.is_late_start(),
        }
    }
}

/// The result of a request to play a game.
pub enum GameOutcome {
    /// Players cannot start.
    CannotStart(Unstarted),
    /// The game was interrupted before the first round.
    Interrupted,
    Over(Box<GameEnd>),
}

/// Plays one game of a match.
pub fn play_game(
    game: KnownGame,
    request: GameRequest<'_>,
    events: Events<'_>,
) -> Result<GameOutcome, PlayError> {
    with_game!(game, G => play::<G>(request, events))
}

fn play<G: Playable>(mut request: GameRequest<'_>, events: Events<'_>) -> Result<GameOutcome, PlayError> {
    let info = request.table.info;
    if info.file.is_some() {
        close_files(closed_to_game(&request));
    }
    let Prepared { record, seed, mut setup } = prepare::<G>(&request)?;
    let table = request.table;
    let (place, entrants) = (request.place, request.entrants);
    let rounds = G::rounds(&setup);
    let about = About {
        info,
        place,
        game_options: request.game_options,
        seed,
        rounds,
        limits: &table.limits,
        number: request.number,
        entrants,
    };
    // Done while the fork server starts.
    let header = match request.fork {
        None => keep::header::<G>(&request.keep, &about, &setup),
        Some((fork, seed)) => keep::fork_header::<G>(&request.keep, fork, entrants, seed),
    };
    let has_person = entrants.iter().any(|entrant| entrant.kind == Kind::Person);
    let is_shown = header.is_some() || request.verbosity != Verbosity::Nothing || has_person;
    if !is_shown && request.fork.is_none() {
        G::omit_pictures(&mut setup);
    }
    let start_result =
        seating::start_players::<G>(table, request.entrants, &setup, request.logs.as_deref_mut(), events);
    if table.is_stopped() {
        return Ok(GameOutcome::Interrupted);
    }
    let StartedPlayers { players, failures, reports, uncalled } = start_result?;
    let refused = unstarted(&request, &failures);
    if !refused.is_empty() {
        if let Some(folder) = request.contest_logs {
            contest::keep_failed_start::<G>(folder, request.number, &reports)?;
        }
        return Ok(GameOutcome::CannotStart(Unstarted(refused)));
    }
    let named = |uncalled: &Vec<Uncalled>| uncalled.iter().filter_map(Uncalled::problem).collect();
    let uncalled_methods: Vec<Vec<Problem>> = uncalled.iter().map(named).collect();
    let seed = match &mut request.seed {
        // A fork keeps the seed of its parent.
        SeedSource::Claimed { claim, .. } if request.fork.is_none() => claim()?,
        SeedSource::Claimed { .. } | SeedSource::Given(_) => seed,
    };
    events(MatchEvent::Ready { seed, rounds });
    if table.is_stopped() {
        return Ok(GameOutcome::Interrupted);
    }
    let header = header.map(|header| Header { seed, ..header });
    let notes = fork::SharedForkNotes::default();
    let players = match (record, request.fork) {
        (Some(record), Some((fork, _))) => fork::seat_players(info, record, players, entrants, fork, &notes),
        _ => players,
    };
    let game = Game {
        setup,
        about: About { seed, ..about },
        header,
        players,
        failed_starts: failures,
        reports,
        uncalled,
        uncalled_methods,
        fork_notes: notes,
    };
    game.play(request, events).map(|end| GameOutcome::Over(Box::new(end)))
}

/// The setup of a match and its seed. Those of a fork are the ones of the recorded match.
struct Prepared<G: Playable> {
    /// The recorded match of a fork.
    record: Option<Record<G>>,
    seed: u64,
    setup: G::Setup,
}

fn prepare<G: Playable>(request: &GameRequest<'_>) -> Result<Prepared<G>, PlayError> {
    if let Some((fork, _)) = request.fork {
        let record = Record::<G>::read(fork, request.entrants)?;
        let mut setup = record.setup.clone();
        prepare_policies::<G>(request.table.info, &mut setup, request.entrants)?;
        return Ok(Prepared { record: Some(record), seed: fork.header.seed, setup });
    }
    let seed = request.seed.expected().wrapping_add(request.matches_before() as u64);
    let seated: Vec<_> = request.entrants.iter().map(PlayerSpec::seated).collect();
    let draw = Draw { seed, game: request.game() };
    let mut setup = G::setup(request.table.info, request.game_options, &seated, draw)?;
    prepare_policies::<G>(request.table.info, &mut setup, request.entrants)?;
    Ok(Prepared { record: None, seed, setup })
}

/// Returns the players without which the match cannot begin. `failures` has the failed start of each seat.
fn unstarted(request: &GameRequest<'_>, failures: &[Option<Problem>]) -> Vec<UnstartedPlayer> {
    let seats = Seat::all(request.entrants.len()).zip(request.entrants);
    let refused = seats.zip(failures).filter_map(|((seat, entrant), problem)| {
        let is_refused =
            |problem: &&Problem| request.failed_starts.refuses(request.table.info, entrant, problem);
        let problem = problem.as_ref().filter(is_refused)?;
        Some(UnstartedPlayer { seat, name: entrant.name.clone(), problem: problem.clone() })
    });
    refused.collect()
}

/// Returns the files that a game in a Python file may not read: those of its players, and the logs.
fn closed_to_game(request: &GameRequest<'_>) -> Vec<PathBuf> {
    let players = request.entrants.iter().filter_map(PlayerSpec::file).map(Path::to_path_buf);
    let logs = request.logs.as_deref().into_iter().flat_map(Logs::paths);
    players.chain(logs.filter_map(|log| std::path::absolute(log).ok())).collect()
}

/// A game whose players are ready.
struct Game<'o, G: Playable> {
    setup: G::Setup,
    about: About<'o>,
    /// The header of the replay; `None` if no replay is written.
    header: Option<Header>,
    players: seating::Players<G>,
    failed_starts: Vec<Option<Problem>>,
    /// The output of each player before its first turn.
    reports: Vec<TurnReport>,
    uncalled: Vec<Vec<Uncalled>>,
    uncalled_methods: Vec<Vec<Problem>>,
    fork_notes: fork::SharedForkNotes,
}

impl<G: Playable> Game<'_, G> {
    fn play(mut self, request: GameRequest<'_>, events: Events<'_>) -> Result<GameEnd, PlayError> {
        let About { seed, rounds: planned, entrants, .. } = self.about;
        log::debug!(
            "{} begins: seed {seed}, {planned} rounds planned, players {}",
            self.about.info.title,
            names(entrants).join(", ")
        );
        let contest_logs =
            request.contest_logs.map(|folder| ContestLogs::create(folder, &self.about, &self.setup));
        let mut contest_logs = contest_logs.transpose()?.flatten();
        if let Some(logs) = &mut contest_logs {
            logs.before_start(&self.reports);
        }
        let (game, title) = (request.game(), request.title(seed));
        let mut recorded = keep::begin::<G>(request.keep.requested, self.header.take(), &self.setup)?;
        let has_person = entrants.iter().any(|entrant| entrant.kind == Kind::Person);
        // A person can watch the replay during the game, so events are written immediately.
        if let Some(recorded) = recorded.as_mut().filter(|_| has_person) {
            recorded.recorder.at_once();
        }
        let limit_of = |seat, entrant: &PlayerSpec| {
            request.table.limits_of(seat, matches!(entrant.kind, Kind::Python { .. })).turn_time
        };
        let uncalled = std::mem::take(&mut self.uncalled);
        let mut adviser = request.is_advised.then(|| Adviser::new(&self.setup, entrants, uncalled, limit_of));
        let mut logs = request.logs;
        if let (Some(logs), Some(title)) = (logs.as_deref_mut(), title) {
            logs.title(&title);
        }
        let verbosity = request.verbosity;
        let narrator = narrator::<G>(verbosity, &self.setup, &names(entrants));
        let mut notes = Notes::new(entrants.len());
        let mut forfeits = ForfeitWatch::new(&self.failed_starts);
        let replay = recorded.as_ref().map(|recorded| recorded.path.clone());
        let mut match_observer = MatchObserver { events, entrants, verbosity, narrator, replay };
        let mut game_logs = logs.map(|logs| GameLogs::<G>::new(logs, &self.setup));
        let mut observers: Vec<&mut dyn Observer<G>> = Vec::new();
        observers.push(&mut forfeits);
        observers.extend(adviser.as_mut().map(|adviser| adviser as &mut dyn Observer<G>));
        observers.extend(game_logs.as_mut().map(|logs| logs as &mut dyn Observer<G>));
        observers.extend(recorded.as_mut().map(|recorded| &mut recorded.recorder as &mut dyn Observer<G>));
        observers.extend(contest_logs.as_mut().map(|logs| logs as &mut dyn Observer<G>));
        observers.extend([&mut notes as &mut dyn Observer<G>, &mut match_observer]);
        let (players, observers) = (&mut self.players, &mut observers);
        let (at_once, stop) = (request.table.limits.at_once, &*request.table.stop);
        let reseeds = request.fork.map_or_else(Vec::new, |(fork, seed)| fork.reseeds(seed));
        let reseeds = reseeds.as_slice();
        let played = Match { setup: &self.setup, seed, reseeds, players, observers, at_once, stop }.play();
        let ending = played.ending();
        let closing = Closing {
            forfeits: forfeits.forfeits(ending.interrupted || G::failure(&played.state).is_some()),
            advice: adviser.map_or_else(Vec::new, |adviser| adviser.notes(&played.state, ending.rounds)),
        };
        if let Some(logs) = &mut game_logs {
            logs.close(&ending, &closing.advice);
        }
        if let Some(recorded) = &mut recorded {
            recorded.recorder.close(&played.state, &ending, &closing);
        }
        log::debug!(
            "{} is over after round {}{}",
            self.about.info.title,
            played.rounds,
            if played.interrupted { ", interrupted" } else { "" }
        );
        let end = GameEnd {
            seed,
            planned,
            failed_starts: self.failed_starts,
            uncalled: self.uncalled_methods,
            advice: closing.advice,
            replay: recorded.map(Recorded::finish),
            fork: self.fork_notes.take(),
            contest_replay: contest_logs.and_then(ContestLogs::finish),
            ..end_of(&played, entrants, game, (notes, closing.forfeits))
        };
        // Waits for the players. They began to end when the match told them that it was over.
        drop(self.players);
        events(MatchEvent::Over { end: &end });
        Ok(end)
    }
}

/// Returns the narrator for this level of detail; `None` to narrate nothing.
fn narrator<G: Playable>(
    verbosity: Verbosity,
    setup: &G::Setup,
    names: &[String],
) -> Option<Box<dyn Narrator<G>>> {
    match verbosity {
        Verbosity::Nothing => None,
        Verbosity::Headlines => Some(G::headlines(setup, names)),
        Verbosity::Events => Some(game::plain_narrator(setup, &numbered(names.len()))),
        Verbosity::Everything => Some(G::narrator(setup, names)),
    }
}

/// Returns a name such as `Player 1` for each seat, for questions to human players.
fn numbered(seats: usize) -> Vec<String> {
    (1..=seats).map(|number| t!("Player %{number}", number)).collect()
}

fn names(entrants: &[PlayerSpec]) -> Vec<String> {
    entrants.iter().map(|entrant| printable(&entrant.name)).collect()
}

fn end_of<G: Playable>(
    played: &Played<G>,
    entrants: &[PlayerSpec],
    number: usize,
    (notes, forfeits): (Notes, Vec<Option<Message>>),
) -> GameEnd {
    let words: Vec<String> = entrants.iter().map(|entrant| printable(&entrant.word)).collect();
    let faults: Vec<_> = played.seats.iter().map(last_fault).collect();
    let summaries = |seat: usize| PlayerSummary {
        name: &words[seat],
        refused: notes.refused[seat],
        fault: faults[seat].as_ref().map(|(kind, message)| (*kind, message.as_str())),
    };
    let summaries: Vec<PlayerSummary<'_>> = (0..entrants.len()).map(summaries).collect();
    let rule_standings = G::standings(&played.state);
    let standings = ranked(&rule_standings, &forfeits);
    // The rules ignore forfeits, so their verdict may name another winner.
    let has_winner = standings.iter().any(Standing::has_won);
    let has_same_winners = Standing::winners(&standings).eq(Standing::winners(&rule_standings));
    let failed = G::failure(&played.state).cloned();
    let has_verdict = !played.interrupted && failed.is_none() && (!has_winner || has_same_winners);
    let verdict = has_verdict.then(|| G::verdict(&played.state, &summaries, number)).flatten();
    GameEnd {
        rounds: played.rounds,
        interrupted: played.interrupted,
        repeatable: played.repeatable(),
        standings,
        failed,
        forfeits,
        seats: played.seats.clone(),
        verdict,
        gave_orders: notes.gave_orders,
        last_words: notes.last_words,
        tally: G::TALLY.map(|tally| (tally.name, notes.tally)),
        ..GameEnd::default()
    }
}

/// Returns the standings, with all forfeiting players in the worst rank.
fn ranked(standings: &[Standing], forfeits: &[Option<Message>]) -> Vec<Standing> {
    let places: Vec<u32> = standings.iter().map(|one| one.place).collect();
    let has_forfeited: Vec<bool> = forfeits.iter().map(Option::is_some).collect();
    let places = places_after_forfeits(&places, &has_forfeited);
    standings.iter().zip(places).map(|(one, place)| Standing { place, ..one.clone() }).collect()
}

/// Returns the kind and the message of a seat's last fault.
fn last_fault(stats: &SeatStats) -> Option<(&'static str, String)> {
    stats.faults.last().map(|problem| (problem.kind.name(), printable(&problem.message.translated())))
}

/// An observer that emits the events of a match.
struct MatchObserver<'a, G: Playable> {
    events: Events<'a>,
    entrants: &'a [PlayerSpec],
    verbosity: Verbosity,
    narrator: Option<Box<dyn Narrator<G>>>,
    replay: Option<PathBuf>,
}

impl<G: Playable> Observer<G> for MatchObserver<'_, G> {
    fn started(&mut self, state: &G::State, events: &[G::Event], _: &[(Seat, Notice)]) {
        if let Some(replay) = &self.replay {
            (self.events)(MatchEvent::Recorded { replay });
        }
        if let Some(narrator) = &mut self.narrator {
            let printed = match self.verbosity {
                Verbosity::Everything => printed_by_game(G::printed(state)),
                _ => String::new(),
            };
            (self.events)(MatchEvent::Narrated { text: &(printed + &narrator.begin(state, events)) });
        }
    }

    fn waits_for(&mut self, round: u32, seat: Seat) {
        (self.events)(MatchEvent::WaitsFor { round, seat });
    }

    /// Reports the interrupted turn. If several players move at the same time, reports the first player
    /// that had not answered.
    fn cut_short(&mut self, round: u32, reports: &[(Seat, TurnReport)]) {
        let cut = reports.iter().find_map(|(seat, report)| Some((*seat, report.think, lost(report)?)));
        if let Some((seat, lasted, fault)) = cut {
            let player = self.entrants[seat.index()].name.as_str();
            (self.events)(MatchEvent::CutShort { round, seat, player, lasted, place: &fault.message });
        }
    }

    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        for (seat, report) in turn.reports {
            if let Some(fault) = lost(report) {
                let problem = Problem::of_fault(turn.round, fault, report.explanation.as_ref());
                (self.events)(MatchEvent::Lost { round: turn.round, seat: *seat, problem: &problem });
            }
        }
        (self.events)(MatchEvent::Round { round: turn.round });
        let Some(narrator) = &mut self.narrator else { return };
        let seats: Vec<Seat> = turn.orders.iter().map(|(seat, _)| *seat).collect();
        let mut text = narrator.head(turn.round, &seats);
        if self.verbosity == Verbosity::Everything {
            text += &reports(turn, self.entrants);
            text += &printed_by_game(G::printed(turn.state));
        }
        text += &narrator.turn(turn.round, &seats, turn.events, turn.state);
        (self.events)(MatchEvent::Narrated { text: &text });
    }
}

/// Returns the fault through which the player lost its turn, or `None` if it did not lose the turn.
fn lost(report: &TurnReport) -> Option<&Fault> {
    report.fault.as_ref().filter(|fault| fault.loses_turn())
}

/// Formats the players' output and faults in a turn as text.
fn reports<G: Playable>(turn: &TurnRecord<'_, G>, entrants: &[PlayerSpec]) -> String {
    let mut text = String::new();
    for (seat, report) in turn.reports {
        let player = printable(&entrants[seat.index()].name);
        for line in String::from_utf8_lossy(&report.output).lines() {
            text += &t!("%{player} prints: %{line}\n", player, line = printable(line));
        }
        if report.output_dropped > 0 {
            text += &t!("%{player}: %{n} more bytes are left out\n", player, n = report.output_dropped);
        }
        if let Some(fault) = &report.fault {
            text += &t!("%{player}: %{message}\n", player, message = printable(&fault.message.translated()));
        }
    }
    text
}

/// Formats the output of the game itself as text.
fn printed_by_game(printed: Option<&Printed>) -> String {
    let Some(Printed { output, dropped }) = printed else { return String::new() };
    let output = String::from_utf8_lossy(output);
    let lines = output.lines().map(|line| t!("The game prints: %{line}\n", line = printable(line)));
    let mut text: String = lines.collect();
    if *dropped > 0 {
        text += &t!("The game: %{n} more bytes are left out\n", n = dropped);
    }
    text
}

/// Data about a game that the engine's statistics do not contain.
struct Notes {
    refused: Vec<u32>,
    tally: Vec<u64>,
    gave_orders: Vec<bool>,
    last_words: Vec<String>,
}

/// Maximum number of lines of output that are kept of each player's last turn.
const LINES_MAX: usize = 10;
/// Maximum length of each of these lines, in characters.
const LINE_MAX: usize = 300;

impl Notes {
    fn new(seats: usize) -> Notes {
        Notes {
            refused: vec![0; seats],
            tally: vec![0; seats],
            gave_orders: vec![false; seats],
            last_words: Vec::new(),
        }
    }
}

impl<G: Playable> Observer<G> for Notes {
    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        self.last_words.clear();
        for (seat, report) in turn.reports {
            let is_refused = report.refused_total > 0 || G::count_refused(turn.events, *seat) > 0;
            self.refused[seat.index()] += u32::from(is_refused);
            let gave_orders = &mut self.gave_orders[seat.index()];
            *gave_orders = *gave_orders || count_orders(turn, *seat) > 0;
            if report.fault.is_some() {
                let output = String::from_utf8_lossy(&report.output);
                let lines: Vec<&str> = output.lines().collect();
                let last = &lines[lines.len().saturating_sub(LINES_MAX)..];
                self.last_words.extend(last.iter().map(|line| last_line(*seat, line)));
            }
        }
        if let Some(tally) = G::TALLY {
            let movers: Vec<Seat> = turn.orders.iter().map(|(seat, _)| *seat).collect();
            (tally.count)(&movers, turn.events, &mut self.tally);
        }
    }
}

fn last_line(seat: Seat, line: &str) -> String {
    let line = printable(line);
    let cut: String = line.chars().take(LINE_MAX).collect();
    let more = if cut.len() < line.len() { " …" } else { "" };
    t!("player %{seat} printed: %{cut}%{more}", seat = seat.0 + 1, cut, more)
}
