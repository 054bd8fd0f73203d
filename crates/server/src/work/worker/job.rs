//! The job of a worker that has no workspace: the check of a hand-in, a match of a contest, or the reading of a game.

use crate::host_limits::HostLimits;
use crate::matches::requests::check_seats;
use crate::work::HandInReason;
use crate::work::batch::{
    BatchAnswer, BatchJob, BatchResult, BatchSeat, FILES, GAME, LINE_MAX, LOG_MAX, TEXTS,
};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wag_class::Prints;
use wag_core::game::Seat;
use wag_core::problem::{Problem, ProblemKind};
use wag_games::{KnownGame, PackedGame, find};
use wag_i18n::{Message, message};
use wag_play::line_up::choose::choose;
use wag_play::line_up::folder::Files;
use wag_play::one::play_game;
use wag_play::{
    FailedStarts, GameEnd, GameOutcome, GameRequest, Keep, Kind, LimitOptions, LogForm, PlayError,
    PlayerFactory, PlayerSpec, PythonMode, RawOptions, RequestedReplay, SeedSource, Verbosity, create_logs,
    place,
};
use wag_sandbox::confine::PRIVATE;
use wag_series::check::{CheckRequest, check_start};
use wag_tournament::intake::{IntakeLimits, Reason, canonical_zip, unpack_into, unpacked_player};

/// The memory of a player, in MB.
const MEMORY_MIB: u64 = 512;

/// An answer and the blocks of bytes after it.
type Answer = (BatchAnswer, Vec<Vec<u8>>);

/// Receives a job, does it, and sends the answer.
pub fn run(stream: UnixStream, limits: &HostLimits) -> io::Result<()> {
    let mut line = Vec::new();
    BufReader::new(&stream).take(LINE_MAX as u64).read_until(b'\n', &mut line)?;
    let done = match serde_json::from_slice(&line)? {
        BatchJob::Declare => declare(),
        BatchJob::Check { game, own_file, file } => check(&game, &own_file, &file, limits),
        BatchJob::Play { game, options, seats, seed, turn_ms, game_ms } => {
            let times = LimitOptions { turn_ms, game_ms: Some(game_ms), ..limits_of(limits) };
            play(&game, &options, seats, seed, times)
        }
    };
    let (answer, blocks) = done.unwrap_or_else(|err| (BatchAnswer::Failed(err.message()), Vec::new()));
    let mut answer = serde_json::to_vec(&answer)?;
    answer.push(b'\n');
    let mut stream = &stream;
    stream.write_all(&answer)?;
    blocks.iter().try_for_each(|block| stream.write_all(block))
}

/// Reads the declaration of a game, which runs in a process of its own. Returns the packed game.
fn declare() -> Result<Answer, PlayError> {
    let texts: Vec<(String, String)> = read_json(TEXTS)?;
    let folder = job_file("game");
    for (name, text) in &texts {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        std::fs::write(path, text)?;
    }
    let file = texts.first().map(|(name, _)| name.as_str()).unwrap_or_default();
    let game = KnownGame::open(file, &folder).map_err(PlayError::UserError)?;
    let packed = serde_json::to_vec(&PackedGame::of(game.info)).map_err(io::Error::from)?;
    Ok((BatchAnswer::Declared(packed.len()), vec![packed]))
}

fn read_json<T: serde::de::DeserializeOwned>(name: &str) -> io::Result<T> {
    Ok(serde_json::from_slice(&std::fs::read(job_file(name))?)?)
}

/// Returns the game of a job: one that comes with the program, or the one in the job's files.
fn game_of(name: &str) -> Result<KnownGame, PlayError> {
    if job_file(GAME).exists() {
        let packed: PackedGame = read_json(GAME)?;
        return packed.install(name).map_err(PlayError::UserError);
    }
    find(name).ok_or_else(|| PlayError::UserError(message!("there is no game %{game}", game = name)))
}

fn limits_of(limits: &HostLimits) -> LimitOptions {
    LimitOptions {
        memory_mib: Some(MEMORY_MIB),
        match_output_mib: Some(limits.log_mb.into()),
        require_sandbox: true,
        ..LimitOptions::default()
    }
}

fn job_file(name: &str) -> PathBuf {
    Path::new(PRIVATE).join(FILES).join(name)
}

/// Unpacks a hand-in and starts its player, without a turn.
fn check(game: &str, own_file: &str, file: &str, limits: &HostLimits) -> Result<Answer, PlayError> {
    let game = game_of(game)?;
    let bounds = IntakeLimits {
        bytes: u64::from(limits.unpacked_mb) << 20,
        files: limits.upload_files as usize,
        ratio: limits.upload_ratio.into(),
    };
    let files = match unpacked_player(&job_file(file), own_file, &bounds) {
        Ok(files) => files,
        Err(reason) => {
            return Ok(unreadable(reason));
        }
    };
    let zip = canonical_zip(&files)?;
    let kept = job_file("kept.zip");
    std::fs::write(&kept, &zip)?;
    let folder = job_file("player");
    if let Err(reason) = unpack_into(&kept, own_file, &folder) {
        return Ok(unreadable(reason));
    }
    let request = CheckRequest {
        game,
        options: RawOptions::default(),
        player: folder.join(own_file).display().to_string(),
        seed: 1,
        limits: limits_of(limits),
    };
    let problems = check_start(&request, &Arc::default(), |_| {})?;
    let problem = problems.into_iter().find(|problem| problem.kind != ProblemKind::Uncalled);
    let reason = problem.map(|problem| of_problem(&problem));
    Ok((BatchAnswer::Checked { zip: Some(zip.len()), reason, prints: prints(&files) }, vec![zip]))
}

/// Returns the answer to a hand-in that cannot be unpacked.
fn unreadable(reason: Reason) -> Answer {
    let reason = HandInReason { message: reason.message, file: None, line: None };
    (BatchAnswer::Checked { zip: None, reason: Some(reason), prints: Prints::new() }, Vec::new())
}

/// Returns the fingerprints of the Python files of a hand-in.
fn prints(files: &Files) -> Prints {
    let python = files.iter().filter(|(name, _)| name.ends_with(".py"));
    wag_class::fingerprints(
        python.filter_map(|(name, bytes)| Some((name.as_str(), str::from_utf8(bytes).ok()?))),
    )
}

/// Returns what went wrong in one message: the problem, and how to mend it if that is known.
fn of_problem(problem: &Problem) -> HandInReason {
    let what = problem.message.clone();
    let how = problem.explanation.as_ref().and_then(|explanation| explanation.message());
    let message = match how {
        Some(how) => message!("%{what}: %{how}", what, how),
        None => what,
    };
    let (file, line) = problem.place.as_ref().map(|place| (place.file.clone(), place.line)).unzip();
    HandInReason { message, file, line }
}

/// Returns a reason in one message.
fn with_place(HandInReason { message, file, line }: HandInReason) -> Message {
    match (file, line) {
        (Some(file), Some(line)) => message!("%{file}, line %{line}: %{fault}", file, line, fault = message),
        _ => message,
    }
}

/// Plays a match.
fn play(
    game: &str,
    options: &BTreeMap<String, String>,
    seats: Vec<BatchSeat>,
    seed: u64,
    limits: LimitOptions,
) -> Result<Answer, PlayError> {
    let game = game_of(game)?;
    check_seats(game.info, seats.len())?;
    let seats = seats.into_iter().enumerate();
    let entrants = seats.map(|(number, seat)| entrant(game, number, seat)).collect::<Result<Vec<_>, _>>()?;
    let options: RawOptions = options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let game_options = choose(game.info, &options)?;
    let place = place(&game_options, game.info.options);
    let (logs_folder, replay) = (job_file("logs"), job_file("match.wag"));
    // Logs are named by seats, because two players may have one name.
    let numbered: Vec<PlayerSpec> = (1..)
        .zip(&entrants)
        .map(|(seat, entrant)| PlayerSpec { name: format!("{seat}"), ..entrant.clone() })
        .collect();
    let mut logs = create_logs(&logs_folder, game.info, &numbered, LogForm::default())?;
    let limits = limits.limits_for(game.info, &options);
    let closed = vec![logs_folder, replay.clone()];
    let table = PlayerFactory::new(game.info, limits, closed, Arc::default());
    let request = GameRequest {
        matches: 1,
        entrants: &entrants,
        game_options: &game_options,
        place: &place,
        table: &table,
        seed: SeedSource::Given(seed),
        verbosity: Verbosity::Nothing,
        number: 0,
        fork: None,
        logs: Some(&mut logs),
        contest_logs: None,
        keep: Keep { requested: Some(RequestedReplay::open(&replay)?), none: false, with_sources: true },
        failed_starts: FailedStarts::Forfeit,
        is_advised: true,
    };
    let end = match play_game(game, request, &mut |_| ())? {
        GameOutcome::Over(end) => end,
        GameOutcome::CannotStart(why) => return Err(PlayError::CannotStart(why)),
        GameOutcome::Interrupted => return Err(PlayError::UserError(message!("the match was interrupted"))),
    };
    if let (Some(problem), true) = (&end.failed, game.info.file.is_some()) {
        return Ok((BatchAnswer::Failed(with_place(of_problem(problem))), Vec::new()));
    }
    let replay = std::fs::read(&replay)?;
    let logs = Seat::all(entrants.len()).map(|seat| log(logs.path(seat))).collect::<io::Result<Vec<_>>>()?;
    let answer = BatchAnswer::Played {
        seats: (0..entrants.len()).map(|seat| result(&end, seat)).collect(),
        is_void: end.failed.is_some() || end.interrupted || is_doubtful(&end),
        repeatable: end
            .repeatable
            .map(|repeats| repeats && (0..entrants.len()).all(|seat| is_steady(&end, seat))),
        replay: replay.len(),
        logs: logs.iter().map(Vec::len).collect(),
    };
    Ok((answer, std::iter::once(replay).chain(logs).collect()))
}

/// Returns the player of a seat, whose files are unpacked into a folder of their own.
fn entrant(game: KnownGame, number: usize, seat: BatchSeat) -> Result<PlayerSpec, PlayError> {
    match seat {
        BatchSeat::BuiltIn(name) => match game.info.built_in_name(&name) {
            Some(own) => Ok(PlayerSpec {
                name: name.clone(),
                word: name.clone(),
                source: name,
                kind: Kind::BuiltIn(own),
                is_recorded: false,
            }),
            None => Err(PlayError::UserError(message!("there is no built-in player %{name}", name))),
        },
        BatchSeat::HandIn { name, zip, own_file } => {
            let folder = job_file(&format!("player{number}"));
            let unpacked = unpack_into(&job_file(&zip), &own_file, &folder);
            unpacked.map_err(|reason| PlayError::UserError(reason.message))?;
            let file = folder.join(&own_file);
            let mode = PythonMode::of_file(game.info, &file);
            let kind = Kind::Python { file, mode };
            Ok(PlayerSpec { name, word: own_file.clone(), source: own_file, kind, is_recorded: false })
        }
    }
}

/// Returns the end of a log, at most as much as may be sent.
fn log(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = std::fs::read(path)?;
    let from = bytes.len().saturating_sub(LOG_MAX);
    Ok(bytes[from..].to_vec())
}

/// Returns whether a player has lost a turn because the machine was too busy, which is no fault of its own.
fn is_doubtful(end: &GameEnd) -> bool {
    end.seats.iter().any(|stats| stats.doubtful > 0)
}

/// Returns whether a player has lost no turn but by its own errors. Others may be due to the machine.
fn is_steady(end: &GameEnd, seat: usize) -> bool {
    let is_own_error = |problem: &Problem| problem.kind == ProblemKind::Exception;
    end.failed_starts[seat].is_none() && end.seats[seat].faults.iter().all(is_own_error)
}

fn result(end: &GameEnd, seat: usize) -> BatchResult {
    let (stats, standing) = (&end.seats[seat], &end.standings[seat]);
    let first = end.failed_starts[seat].as_ref().or(stats.faults.first());
    let computed = match stats.computed_turns {
        0 => stats.think_total,
        _ => stats.computed_total,
    };
    BatchResult {
        place: i64::from(standing.place),
        points: standing.figures.first().map_or(0, |(_, value)| *value),
        faults: i64::from(end.faults(seat)),
        first_fault: first.map(of_problem),
        cpu_ms: i64::try_from(computed.as_millis()).unwrap_or(i64::MAX),
    }
}
