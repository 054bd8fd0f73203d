//! The files that a contest's own engine writes about a match: everything sent to and received from the players, and a
//! replay.

use crate::error::PlayError;
use crate::keep::{About, log_not_writable};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use wag_core::arena::{Ending, Observer, TurnRecord, TurnReport};
use wag_core::files;
use wag_core::game::protocols::Lines;
use wag_core::game::{ContestReplays, Excerpt, Notice, Phase, Playable, Record, Seat};
use wag_core::text::sanitize;
use wag_i18n::t;

/// The contest files of one game. Their names begin with the game's number.
pub struct ContestLogs<'m, G: Playable> {
    contest: ContestReplays<G>,
    lines: &'static Lines<G>,
    seats: Vec<SeatLogs>,
    replay: (PathBuf, File),
    /// The record of the match so far; complete when the match is over.
    record: Record<'m, G>,
    failure: Option<io::Error>,
    is_interrupted: bool,
}

struct SeatLogs {
    input: BufWriter<File>,
    output: BufWriter<File>,
    error: BufWriter<File>,
}

/// Returns the name of one of a seat's files; `what` is the kind of file.
fn seat_log(number: usize, seat: usize, what: &str) -> String {
    format!("{number}.bot{seat}.{what}")
}

fn create(folder: &Path, name: String) -> Result<(PathBuf, File), PlayError> {
    let path = folder.join(name);
    match files::open_to_write(&path).and_then(|file| file.set_len(0).map(|()| file)) {
        Ok(file) => Ok((path, file)),
        Err(err) => log_not_writable(&path, &err),
    }
}

/// Writes the players' output of a game that is not played because a player cannot start.
pub fn keep_failed_start<G: Playable>(
    folder: &Path,
    number: usize,
    reports: &[TurnReport],
) -> Result<(), PlayError> {
    if G::CONTEST.is_none() {
        return Ok(());
    }
    for (seat, report) in reports.iter().enumerate().filter(|(_, report)| !report.output.is_empty()) {
        let (path, mut file) = create(folder, seat_log(number, seat, "error"))?;
        file.write_all(&sanitize(&report.output)).or_else(|err| log_not_writable(&path, &err))?;
    }
    Ok(())
}

impl<'m, G: Playable> ContestLogs<'m, G> {
    /// Creates the files in this folder. Returns `None` if the game's contest has no such files.
    pub fn create(
        folder: &Path,
        about: &About<'_>,
        setup: &'m G::Setup,
    ) -> Result<Option<ContestLogs<'m, G>>, PlayError> {
        let Some((contest, lines)) = G::CONTEST.zip(G::PROTOCOLS.lines.as_ref()) else { return Ok(None) };
        let number = about.number;
        let log = |seat: usize, what| {
            Ok::<_, PlayError>(BufWriter::new(create(folder, seat_log(number, seat, what))?.1))
        };
        let logs = |seat| {
            Ok::<_, PlayError>(SeatLogs {
                input: log(seat, "input")?,
                output: log(seat, "output")?,
                error: log(seat, "error")?,
            })
        };
        let seats = about.entrants.len();
        let record = Record {
            setup,
            seed: about.seed,
            times: about.limits.times(),
            names: about.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            events: Vec::new(),
            printed: vec![Excerpt::default(); seats],
        };
        let replay = create(folder, format!("{number}.replay"))?;
        let seats = (0..seats).map(logs).collect::<Result<_, PlayError>>()?;
        Ok(Some(ContestLogs { contest, lines, seats, replay, record, failure: None, is_interrupted: false }))
    }

    /// Writes each player's output before its first turn.
    pub fn before_start(&mut self, reports: &[TurnReport]) {
        for (seat, report) in Seat::all(reports.len()).zip(reports) {
            self.add_report(seat, report);
        }
    }

    /// Finishes the files after the match and warns if they are incomplete. Returns the path of the replay, or `None`
    /// if the match was interrupted and therefore has no replay.
    pub fn finish(self) -> Option<PathBuf> {
        let path = self.replay.0;
        if self.is_interrupted {
            let _ = std::fs::remove_file(path);
            return None;
        }
        if let Some(err) = self.failure {
            log::warn!(
                "{}",
                t!("the replay %{path} is incomplete: %{fault}", path = path.display(), fault = err)
            );
        }
        Some(path)
    }

    fn note(&mut self, written: io::Result<()>) {
        self.failure = self.failure.take().or(written.err());
    }

    /// Writes the messages to the seats whose turn is next.
    fn write_turn_input(&mut self, state: &G::State) {
        let Phase::Ask { round, seats } = G::phase(state) else { return };
        for seat in seats.iter() {
            let text = (self.lines.turn)(&G::view(state, seat), round);
            let written = self.seats[seat.index()].input.write_all(text.as_bytes());
            self.note(written);
        }
    }

    fn add_report(&mut self, seat: Seat, report: &TurnReport) {
        self.record.printed[seat.index()].add(&report.output);
        let written = self.seats[seat.index()].error.write_all(&sanitize(&report.output));
        self.note(written);
    }

    fn finish_files(&mut self) -> io::Result<()> {
        if !self.is_interrupted {
            self.replay.1.write_all((self.contest.write)(&self.record).as_bytes())?;
        }
        self.seats.iter_mut().try_for_each(|logs| {
            logs.input.flush()?;
            logs.output.flush()?;
            logs.error.flush()
        })
    }
}

impl<G: Playable> Observer<G> for ContestLogs<'_, G> {
    fn started(&mut self, state: &G::State, events: &[G::Event], _: &[(Seat, Notice)]) {
        self.record.events.extend_from_slice(events);
        for seat in Seat::all(self.seats.len()) {
            let hello = (self.lines.hello)(self.record.setup, seat, self.record.times);
            let written = self.seats[seat.index()].input.write_all(hello.as_bytes());
            self.note(written);
        }
        self.write_turn_input(state);
    }

    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        self.record.events.extend_from_slice(turn.events);
        for (seat, report) in turn.reports {
            self.add_report(*seat, report);
            let Some((_, orders)) = turn.orders.iter().find(|(whose, _)| whose == seat) else { continue };
            let log = (self.contest.log)(turn.state, *seat, orders, turn.events);
            let logs = &mut self.seats[seat.index()];
            let written = logs.output.write_all(log.output.as_bytes());
            let written = written.and_then(|()| logs.error.write_all(log.error.as_bytes()));
            self.note(written);
        }
        self.write_turn_input(turn.state);
    }

    fn parted(&mut self, state: &G::State, seats: &[Seat], reports: &[(Seat, TurnReport)]) {
        for seat in seats {
            let end = (self.lines.end)(state, *seat);
            let written = self.seats[seat.index()].input.write_all(end.as_bytes());
            self.note(written);
        }
        for (seat, report) in reports {
            self.add_report(*seat, report);
        }
    }

    fn ended(&mut self, _: &G::State, ending: &Ending) {
        self.is_interrupted = ending.interrupted;
        let written = self.finish_files();
        self.note(written);
    }
}
