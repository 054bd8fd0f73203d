//! The profile of the user's AIs, which `--profile` prints after a match.

use super::answer::{print, user_error};
use super::table::{Column, Table};
use inferno::flamegraph;
use std::path::Path;
use std::time::Duration;
use wag_core::arena::{FunctionTime, ProfileSummary};
use wag_core::files;
use wag_core::text::printable;
use wag_i18n::{decimal, message, t};
use wag_play::{MatchEnd, PlayerSpec, Session};

/// The maximum number of functions to print.
const FUNCTIONS: usize = 12;
/// The maximum number of source lines to print.
const LINES: usize = 10;

/// Prints the profile of each player that was profiled. If `file` is given, also writes the call stacks of all these
/// players to it, in the format from which flame graphs are drawn.
pub fn tell(session: &Session, end: &MatchEnd, file: Option<&Path>) -> anyhow::Result<()> {
    let all = profiles(session, end);
    for (entrant, spent) in &all {
        print(&in_words(&entrant.name, spent, entrant.file().and_then(Path::parent)))?;
    }
    if all.is_empty() {
        return print(&t!("There is no profile: none of your own Python AIs finished a turn.\n")).map(|_| ());
    }
    match file {
        Some(file) if draw(&all, file)? => {
            print(&t!("Flame graph: %{file}\n", file = file.display())).map(|_| ())
        }
        Some(_) => print(&t!("No flame graph was written: no time was measured.\n")).map(|_| ()),
        None => Ok(()),
    }
}

/// Draws the flame graph of all profiled players into a file, if one is given. Prints nothing.
pub fn draw_all(session: &Session, end: &MatchEnd, file: Option<&Path>) -> anyhow::Result<()> {
    file.map_or(Ok(()), |file| draw(&profiles(session, end), file).map(|_| ()))
}

/// Returns the profile of each game of each player that was profiled.
fn profiles<'e>(session: &'e Session, end: &'e MatchEnd) -> Vec<(&'e PlayerSpec, &'e ProfileSummary)> {
    let of_player = |(seat, entrant): (usize, &'e PlayerSpec)| {
        end.games.iter().map(move |game| (entrant, &game.seats[seat].spent))
    };
    let all = session.entrants.iter().enumerate().flat_map(of_player);
    all.filter(|(_, spent)| spent.turns > 0).collect()
}

/// Describes the profile of a player. `folder` is the folder of its file, from which source lines are read.
pub fn in_words(name: &str, spent: &ProfileSummary, folder: Option<&Path>) -> String {
    let mut out = t!(
        "\nWhere %{name} spent its time, in %{turns} turns. Profiling itself takes time: compare these times only with each other.\n",
        name = printable(name),
        turns = spent.turns
    );
    out += &format!("{}\n{}\n", functions(spent), lines(spent, folder));
    let round =
        |(round, time): &(u32, Duration)| t!("round %{round}: %{ms} ms", round, ms = milliseconds(*time));
    let rounds: Vec<String> = spent.slowest.iter().map(round).collect();
    match rounds.is_empty() {
        true => out,
        false => out + &t!("The slowest turns: %{rounds}.\n", rounds = rounds.join(", ")),
    }
}

fn milliseconds(time: Duration) -> String {
    decimal(time.as_secs_f64() * 1e3, 3)
}

/// Returns the table of functions. The AI's own functions come first. Both groups are sorted by the time that is spent
/// in the function itself.
fn functions(spent: &ProfileSummary) -> Table {
    let mut all: Vec<_> = spent.functions.iter().collect();
    all.sort_by_key(|(function, time)| (!function.is_own, std::cmp::Reverse(time.own), function.line));
    let mut table = Table::new([
        Column::essential("function").wrapped(),
        Column::high("at").wrapped(),
        Column::low("calls"),
        Column::essential("own ms"),
        Column::middle("total ms"),
    ]);
    for (function, FunctionTime { calls, own, total }) in all.into_iter().take(FUNCTIONS) {
        let at = format!("{}:{}", printable(&function.file), function.line);
        let times = [*own, *total].map(milliseconds);
        table.row([printable(&function.name), at, calls.to_string()].into_iter().chain(times));
    }
    table
}

/// Returns a table of the lines in the AI's own files that took the most time, with their source code.
fn lines(spent: &ProfileSummary, folder: Option<&Path>) -> Table {
    let own = spent.lines.iter().filter(|((function, _), _)| spent.functions[*function].0.is_own);
    let mut all: Vec<(&str, u32, Duration)> = own
        .map(|((function, line), time)| (spent.functions[*function].0.file.as_str(), *line, *time))
        .collect();
    all.sort_by_key(|(file, line, time)| (std::cmp::Reverse(*time), *file, *line));
    let mut table = Table::new([
        Column::essential("line").wrapped(),
        Column::essential("ms"),
        Column::high("source code").wrapped(),
    ]);
    for (file, line, time) in all.into_iter().take(LINES) {
        let text = folder.and_then(|folder| source(folder, file, line)).unwrap_or_default();
        table.row([format!("{}:{line}", printable(file)), milliseconds(time), printable(&text)]);
    }
    table
}

/// Returns a line of a source file in the AI's folder, or `None` if it cannot be read. The name of the file is
/// untrusted.
fn source(folder: &Path, file: &str, line: u32) -> Option<String> {
    let is_plain = Path::new(file).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let text = is_plain.then(|| files::read_beneath(folder, Path::new(file), 4 << 20).ok())??;
    let text = String::from_utf8_lossy(&text);
    let found = text.lines().nth((line as usize).checked_sub(1)?)?;
    Some(found.trim().chars().take(80).collect())
}

/// Returns the call stacks in the format from which flame graphs are drawn. Each line contains the functions of a
/// stack, outermost first, and the time in nanoseconds.
fn folded(name: &str, spent: &ProfileSummary) -> Vec<String> {
    let clean = |text: &str| printable(text).replace([';', '\n'], " ");
    let stack = |(stack, time): (&Vec<usize>, &Duration)| {
        let frame = |function: &usize| {
            let function = &spent.functions[*function].0;
            format!("{} ({}:{})", clean(&function.name), clean(&function.file), function.line)
        };
        let frames: Vec<String> = std::iter::once(clean(name)).chain(stack.iter().map(frame)).collect();
        format!("{} {}", frames.join(";"), time.as_nanos())
    };
    spent.stacks.iter().map(stack).collect()
}

/// Draws the flame graph of these profiles. Returns false, without writing the file, if no time was measured.
fn draw(all: &[(&PlayerSpec, &ProfileSummary)], file: &Path) -> anyhow::Result<bool> {
    let stacks: Vec<String> = all.iter().flat_map(|(entrant, spent)| folded(&entrant.name, spent)).collect();
    let mut options = flamegraph::Options::default();
    options.title = t!("Where the time went");
    options.count_name = "ns".to_string();
    let mut picture = Vec::new();
    let drawn = flamegraph::from_lines(&mut options, stacks.iter().map(String::as_str), &mut picture);
    if drawn.is_err() {
        return Ok(false);
    }
    files::write(file, &picture).map(|()| true).or_else(|err| {
        user_error(message!("%{file} cannot be written: %{fault}", file = file.display(), fault = err))
    })
}
