//! The report of a match, as text and as JSON.

use super::answer::{self, ExitStatus};
use super::table::{Column, Table};
use crate::cli::play::args::Play;
use crate::output::{Paint, eprintln};
use std::fmt::{self, Write};
use wag_core::arena::SeatStats;
use wag_core::game::{Advice, Seat, Standing};
use wag_core::problem::{Detail, Problem, ProblemKind, TIME_OUT, unrepeatable_in_words};
use wag_core::text::printable;
use wag_i18n::{Language, decimal, later, rounds, t};
use wag_play::again::{Again, log_option};
use wag_play::logs::{LogForm, Logs};
use wag_play::match_report::{MatchReport, milliseconds, names};
use wag_play::{GameEnd, MatchEnd, RawOptions, Session, place_in_words};
use wag_replay::{forfeit_in_words, marked_as_forfeit};

/// A match that has ended, with the arguments of the command that played it.
pub struct Report<'r> {
    pub session: &'r Session,
    pub end: &'r MatchEnd,
    pub played_with: PlayedWith<'r>,
}

/// The arguments from which the report makes the command that plays the match again.
#[derive(Clone, Copy)]
pub struct PlayedWith<'r> {
    pub words: &'r Play,
    pub options: &'r RawOptions,
}

/// Returns the exit status of a command that has played this match.
pub fn done(end: &MatchEnd) -> ExitStatus {
    match end.interrupted() {
        true => ExitStatus::Interrupted,
        false if end.failed().is_some() => ExitStatus::GameFailed,
        false if !end.is_kept() => ExitStatus::Defect,
        // A game whose rules allow it was played without the player.
        false if end.games.iter().any(|game| game.failed_starts.iter().any(Option::is_some)) => {
            ExitStatus::CannotStart
        }
        false => ExitStatus::Success,
    }
}

/// Warns about each log that could not be written completely.
pub fn warn_of_incomplete(logs: Option<&Logs>) {
    for (path, fault) in logs.iter().flat_map(|logs| logs.failures()) {
        log::warn!("{}", t!("the log %{path} is incomplete: %{fault}", path = path.display(), fault));
    }
}

/// Prints the result of a game that has just ended. With `--debug`, omits the players' last output, which has already
/// been printed.
pub fn print_game(session: &Session, game: &GameEnd, debug: bool) -> anyhow::Result<()> {
    if !debug {
        game.last_words.iter().for_each(|line| eprintln!("{line}"));
    }
    answer::print(&in_words(session, game)?).map(|_| ())
}

/// Prints the rest of the report after all games: the paths of the logs, and the command that plays the match again. If
/// `json` is true, prints the whole result as JSON instead.
pub fn print(report: &Report<'_>, json: bool, quiet: bool) -> anyhow::Result<()> {
    warn_of_incomplete(report.end.logs.as_ref());
    let answer = match (json, quiet) {
        (true, _) => {
            let again = Some(again(report));
            let object = MatchReport { again, ..MatchReport::of(report.session, report.end) };
            format!("{}\n", serde_json::to_string(&object)?)
        }
        (false, false) => closing(report)?,
        (false, true) => return Ok(()),
    };
    answer::print(&answer).map(|_| ())
}

/// Returns sentences about differences that may occur when the match is played again.
fn repeatability_warnings(session: &Session, game: &GameEnd) -> Vec<String> {
    let asked = game.seats.iter().zip(&session.entrants).flat_map(|(stats, entrant)| {
        let name = printable(&entrant.name);
        let sources = stats.unseeded.names().chain(has_timed_out(stats).then_some(TIME_OUT));
        sources.filter_map(move |source| unrepeatable_in_words(&name, source)).map(|what| what.translated())
    });
    asked.collect()
}

fn has_timed_out(stats: &SeatStats) -> bool {
    stats.faults.iter().any(|problem| problem.kind == ProblemKind::Timeout)
}

/// Returns a sentence that names the players that may use clocks or random numbers without Wag noticing.
fn unknown_repeatability(session: &Session, game: &GameEnd) -> String {
    let entrants = game.seats.iter().zip(&session.entrants);
    let unwatched = entrants.filter(|(stats, _)| stats.unseeded.is_unwatched());
    let names: Vec<String> = unwatched.map(|(_, entrant)| printable(&entrant.name)).collect();
    let names = names.join(", ");
    t!("Repeatable: not known. Wag cannot see whether %{names} used a clock or random numbers.", names)
}

/// Returns the result of a game as text: a table, and the sentences that follow it.
fn in_words(session: &Session, game: &GameEnd) -> Result<String, fmt::Error> {
    let mut out = String::new();
    writeln!(out, "{}", head(session, game))?;
    writeln!(out, "{}", table(session, game))?;
    writeln!(out, "{}", verdict(session, game))?;
    for ((entrant, why), stats) in session.entrants.iter().zip(&game.forfeits).zip(&game.seats) {
        let Some(why) = why else { continue };
        let name = printable(&entrant.name).red().to_string();
        // The sentences about the faults contain this reason.
        let is_first_fault = stats.faults.first().is_some_and(|first| first.message == *why);
        let line = match is_first_fault {
            true => t!("%{name} did not play and takes last place.", name),
            false => forfeit_in_words(&name, &why.translated()),
        };
        writeln!(out, "{line}")?;
    }
    tell_faults(&mut out, session, game)?;
    if game.planned == 0 || session.limits.game_time.is_some() {
        writeln!(out, "{}", t!("Time used: %{times}.", times = times(session, game)))?;
    }
    if let Some(replay) = &game.replay {
        writeln!(out, "{}", t!("Replay: %{path}", path = replay.path.display()))?;
    }
    match game.repeatable {
        Some(false) if !game.interrupted => {
            for what in repeatability_warnings(session, game) {
                writeln!(out, "{} {what}", t!("Not repeatable:").yellow())?;
            }
        }
        None => writeln!(out, "{}", unknown_repeatability(session, game))?,
        _ => {}
    }
    if let Some(verdict) = &game.verdict {
        out += &verdict.lines;
    }
    for note in game.advice.iter().take(Advice::SHOWN_MAX) {
        let name = printable(&session.entrants[note.seat.index()].name);
        writeln!(out, "{} {name}: {}.", t!("Note:").yellow(), printable(&note.translated()))?;
    }
    Ok(out)
}

/// Returns a text with the paths of the logs, or `None` if there are no logs.
pub fn logs(report: &Report<'_>) -> Option<String> {
    let logs = report.end.logs.as_ref()?;
    let seats = Seat::all(report.session.entrants.len());
    let paths = seats.map(|seat| logs.path(seat)).chain(logs.game_path());
    let paths = paths.map(|path| path.display().to_string());
    Some(paths.collect::<Vec<_>>().join(" "))
}

fn closing(report: &Report<'_>) -> Result<String, fmt::Error> {
    let mut out = String::new();
    if let Some(logs) = logs(report) {
        writeln!(out, "{}", t!("Logs: %{paths}", paths = logs))?;
    }
    for replay in report.end.games.iter().filter_map(|game| game.contest_replay.as_ref()) {
        writeln!(out, "{}", t!("Replay in the contest's format: %{path}", path = replay.display()))?;
    }
    writeln!(out, "{}", t!("Again: %{again}", again = again(report)))?;
    Ok(out)
}

/// Returns a line with the game, the map or board, and the length of the match.
fn head(session: &Session, game: &GameEnd) -> String {
    let length = match (game.interrupted, game.planned) {
        (true, 0) => t!("interrupted after %{rounds}", rounds = rounds(game.rounds)),
        (true, planned) => {
            t!("interrupted after %{rounds} of %{planned} rounds", rounds = game.rounds, planned)
        }
        (false, 0) => rounds(game.rounds),
        (false, planned) if planned == game.rounds => rounds(planned),
        (false, planned) => t!("%{rounds} of %{planned} rounds", rounds = game.rounds, planned),
    };
    let place = place_in_words(&session.place, session.game.info.options);
    let place = if place.is_empty() { place } else { t!(" on %{place}", place) };
    let wall = session.elapsed().as_secs_f64();
    let wall =
        if session.games() == 1 { t!(" in %{wall} s", wall = decimal(wall, 2)) } else { String::new() };
    format!("{}{place}, {length}{wall}", t!(session.game.info.title).bold())
}

fn verdict(session: &Session, game: &GameEnd) -> String {
    if let Some(verdict) = &game.verdict {
        return verdict.words.clone();
    }
    if let Some(problem) = &game.failed {
        let lines = problem.lines(Language::spoken(), Detail::Whole).join("\n");
        return format!("{}\n{lines}", t!("The game failed, so the match is void; nobody has won.").red());
    }
    match (game.interrupted, names(session, Standing::winners(&game.standings).map(Seat::index)).as_slice()) {
        (true, _) => t!("The match was interrupted; nobody has won."),
        (false, []) => t!("Nobody has won: no player took part."),
        (false, [winner]) => t!("%{winner} wins.", winner = winner.green().bold()),
        (false, winners) => t!("A tie between %{winners}.", winners = winners.join(", ").bold()),
    }
}

fn table(session: &Session, game: &GameEnd) -> Table {
    let standings = &game.standings;
    let figures = standings.first().map_or(&[][..], |first| &first.figures);
    let mut columns = vec![Column::essential(later!("place")), Column::essential(later!("player")).wrapped()];
    columns.extend(figure_columns(figures.iter().map(|(name, _)| *name)));
    columns.push(Column::low(later!("mean ms")));
    columns.push(Column::low(later!("worst ms")));
    columns.push(Column::high(later!("errors")).wrapped());
    let mut table = Table::new(columns);
    let mut seats: Vec<Seat> = Seat::all(standings.len()).collect();
    seats.sort_by_key(|seat| standings[seat.index()].place);
    for seat in seats {
        let (standing, stats) = (&standings[seat.index()], &game.seats[seat.index()]);
        let figures = standing.figures.iter().map(|(_, value)| value.to_string());
        let times = [stats.think_mean(), stats.think_max].map(|time| decimal(milliseconds(time), 3));
        let name = &session.entrants[seat.index()].name;
        let name = if game.has_forfeited(seat.index()) { marked_as_forfeit(name) } else { name.clone() };
        let first = [standing.place.to_string(), name];
        let has_code = session.entrants[seat.index()].has_code();
        let errors = errors(stats, game.faults(seat.index()), has_code);
        table.row(first.into_iter().chain(figures).chain(times).chain([errors]));
    }
    table
}

/// Returns the columns for the figures of the game. The first figure decides the match, so its column has a higher
/// importance.
pub fn figure_columns<'n>(names: impl Iterator<Item = &'n str>) -> impl Iterator<Item = Column> {
    names.enumerate().map(|(at, name)| if at == 0 { Column::high(name) } else { Column::middle(name) })
}

/// Returns the total thinking time of each player as text, for games without a fixed number of rounds.
fn times(session: &Session, game: &GameEnd) -> String {
    let of_each = session.entrants.iter().zip(&game.seats);
    let texts = of_each.map(|(entrant, stats)| {
        format!("{} {} s", printable(&entrant.name), decimal(stats.think_total.as_secs_f64(), 2))
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns the text of the cell for a player's errors. It shows refused orders only if the player has code of its own.
fn errors(stats: &SeatStats, faults: u32, has_code: bool) -> String {
    let refused = match stats.refused {
        1 => t!("1 refused order"),
        n => t!("%{n} refused orders", n),
    };
    let beside = [(has_code && stats.refused > 0, refused), (stats.is_retired, t!("no more turns"))];
    let beside: Vec<String> =
        beside.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words).collect();
    match beside.is_empty() {
        true => faults.to_string(),
        false => format!("{faults} ({})", beside.join(", ")),
    }
}

/// Returns the hint about a failed turn as a line, for a summary of several matches. The hint about a failed start was
/// printed before the first match.
pub fn hint_of_turn(problem: &Problem) -> String {
    match problem.round {
        Some(_) => problem.hint_line(Language::spoken()),
        None => String::new(),
    }
}

/// Returns, for each player that failed, how often it failed and where it failed first.
pub fn faults(session: &Session, game: &GameEnd) -> Result<String, fmt::Error> {
    let mut out = String::new();
    tell_faults(&mut out, session, game)?;
    Ok(out)
}

/// Writes, for each player that failed, how often it failed and where it failed first.
fn tell_faults(out: &mut String, session: &Session, game: &GameEnd) -> fmt::Result {
    for (entrant, stats) in session.entrants.iter().zip(&game.seats) {
        let Some(first) = stats.faults.first() else { continue };
        let times = match stats.faults_total {
            1 => t!("once"),
            count => t!("%{count} times", count),
        };
        let (name, round) = (entrant.name.red(), first.round.unwrap_or(0));
        writeln!(
            out,
            "{}",
            t!(
                "%{name} failed %{times}, first in round %{round}: %{message} [%{kind}]",
                name,
                times,
                round,
                message = first.line(Language::spoken()),
                kind = first.kind.translated()
            )
        )?;
        *out += &first.hint_line(Language::spoken());
    }
    Ok(())
}

/// Returns the command that plays the same match again, as text.
pub fn again(report: &Report<'_>) -> String {
    let (session, PlayedWith { words, options }) = (report.session, report.played_with);
    let mut more = words.seating();
    more.extend(log_option(&words.logging.log_dir));
    if words.logging.log_form.form == LogForm::Plain {
        more.extend(["--log".to_string(), "plain".to_string()]);
    }
    Again {
        info: session.game.info,
        players: &words.players,
        options,
        game_options: &session.game_options,
        place: &session.place,
        seed: report.end.games[0].seed,
        limits: &words.limit_args,
        more: &more,
    }
    .command()
}
