//! `wag debug`: plays a recorded turn again and compares its orders with the recorded ones.

use super::answer::{ExitStatus, print, print_failed_start, user_error};
use super::profile;
use super::start::stop_on_signals;
use super::table::{Column, Table};
use super::terminal::Terminal;
use crate::cli::limit_args::LimitArgs;
use crate::cli::newest::newest_replay;
use crate::cli::words::port;
use crate::output::{Paint, eprintln};
use clap::{Args as ClapArgs, value_parser};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::arena::{ProfileSummary, TurnReport};
use wag_core::problem::FaultKind;
use wag_core::text::{printable, quoted_path};
use wag_games::{KnownGame, open_replay};
use wag_i18n::{Language, decimal, later, message, t};
use wag_inspect::reasons::Reason;
use wag_inspect::recorded_player::{RecordedPlayer, chosen_seat, seat_of};
use wag_inspect::reenter::turn_times;
use wag_inspect::reenter::{
    ReenterRequest, ReenteredTurn, RequestedInstrument, Selection, TurnSide, TurnTime, unmatched,
    unmatched_refusals,
};
use wag_inspect::replayed_turn::ReplayedTurn;
use wag_inspect::saved_turns::SavedTurn;
use wag_play::recorded::{named, open, recorded_limits};
use wag_python::host::{EditorPort, Refusal};
use wag_replay::Blocks;

pub const DEBUG_HELP: &str = "\
Without FILE, the file that played the match is used: from the current folder, from the replay's folder, or from the replay.
Exit status: 0 if the orders equal the recorded ones, 1 if they differ, 2 if the turn cannot be played, 4 if the file cannot start.";

#[derive(Debug, ClapArgs)]
pub struct Debug {
    /// Replay file [default: the newest in saves/]
    #[arg(value_name = "REPLAY", default_value_os_t = newest_replay(), hide_default_value = true)]
    pub replay: PathBuf,
    /// Python file that plays the turn [default: the player's file]
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// Round of the turn
    #[arg(long, value_name = "R", required_unless_present = "slowest", value_parser = value_parser!(u32).range(1..))]
    pub round: Option<u32>,
    /// Name or seat of the player [default: the only one that is a Python file]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Stop in Python's debugger at the first line of the turn and at breakpoint(), without limits
    #[arg(long)]
    pub pdb: bool,
    /// Wait for an editor and stop at its breakpoints; FILE runs without limits and without the sandbox (needs debugpy) [default: any free port]
    #[arg(long, value_name = "PORT", num_args = 0..=1, conflicts_with_all = ["pdb", "profile", "json", "require_sandbox"], value_parser = port)]
    pub debugpy: Option<Option<u16>>,
    /// Show where the turn's time went
    #[arg(long, conflicts_with = "pdb")]
    pub profile: bool,
    /// List the N slowest recorded turns instead of playing one
    #[arg(long, value_name = "N", conflicts_with_all = ["round", "pdb", "debugpy", "profile", "file", "save", "json"], value_parser = value_parser!(u32).range(1..=1000))]
    pub slowest: Option<u32>,
    /// Save the turn in this folder as a test for `wag test`: these orders are expected from now on
    #[arg(long, value_name = "DIR", conflicts_with = "pdb")]
    pub save: Option<PathBuf>,
    /// Print the turn as one JSON object
    #[arg(long, conflicts_with_all = ["pdb", "profile"])]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

pub fn run(options: &Debug) -> anyhow::Result<ExitStatus> {
    let path = options.replay.as_path();
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    match options.slowest {
        Some(count) => list_slowest(options, game, blocks, count as usize),
        None => reenter(options, game, blocks),
    }
}

fn reenter(options: &Debug, game: KnownGame, blocks: Blocks) -> anyhow::Result<ExitStatus> {
    let path = options.replay.as_path();
    let header = blocks.header.clone();
    let is_repeatable = blocks.is_repeatable();
    let round = options.round.expect("clap requires it");
    let seat = chosen_seat(&header, options.player.as_deref())?;
    let own_file = options.file.as_deref();
    if options.debugpy.is_some() && own_file.is_none() {
        return user_error(message!(
            "--debugpy runs code outside the sandbox, so it only runs a file that you name: wag debug %{replay} FILE --debugpy",
            replay = printable(&quoted_path(path))
        ));
    }
    let player = RecordedPlayer::find(game.info, &header, path, seat, own_file)?;
    let stop = stop_on_signals()?;
    let instrument = match (options.debugpy, own_file) {
        (Some(port), Some(file)) => {
            RequestedInstrument::Editor(open_for_editor(file, &player, port.unwrap_or(0))?)
        }
        _ if options.pdb => RequestedInstrument::Debugger(Arc::new(Terminal { stop: Arc::clone(&stop) })),
        _ if options.profile => RequestedInstrument::Profiler,
        _ => RequestedInstrument::None,
    };
    let limits = recorded_limits(&header, game.info, &options.limit_args);
    let request = ReenterRequest {
        instrument,
        ..ReenterRequest::new(path, (player.seat, &player.spec), Selection::Round(round), limits, &stop)
    };
    let mut played = None;
    print_failed_start(wag_inspect::reenter::reenter(game, blocks, &request, &mut |turn| {
        played = Some(turn)
    }))?;
    let Some(turn) = played else {
        if stop.load(Ordering::Relaxed) {
            print(&t!("The turn was ended before it was complete.\n"))?;
            return Ok(ExitStatus::Interrupted);
        }
        return user_error(message!("%{path} ends before this turn", path = path.display()));
    };
    if let Some(folder) = &options.save {
        // The replay's own copy of the file is in a temporary folder.
        let recorded = &header.players[seat.index()];
        let copied = [&recorded.path, &recorded.file].into_iter().flatten().next();
        let file = copied.filter(|_| player.is_from_replay()).unwrap_or(&player.spec.source).clone();
        let saved = SavedTurn::new(seat, &header.players[seat.index()].name, &file, &turn);
        tell_saved(&[saved.save(folder, path)?], folder);
    }
    if options.json {
        let status = status(turn.is_same && turn.round == round);
        let replayed = ReplayedTurn::of(&player, is_repeatable, turn);
        print(&format!("{}\n", serde_json::to_string(&replayed)?))?;
        return Ok(status);
    }
    let mut text = tell(&turn, &player, round);
    let fork =
        header.fork.as_ref().filter(|fork| round < fork.round && fork.changed.contains(&seat.number()));
    if let Some(fork) = fork {
        text += &t!(
            "Another file played this turn: the rounds before %{round} are those of %{parent}.\n",
            round = fork.round,
            parent = printable(&fork.parent)
        );
    }
    text += &reasons_in_words(&turn.reasons);
    if options.profile {
        text += &tell_profile(&turn, &player);
    }
    print(&text)?;
    Ok(status(turn.is_same && turn.round == round))
}

/// Says who and what explains a difference, one sentence per line.
pub fn reasons_in_words(reasons: &[Reason]) -> String {
    let lines =
        reasons.iter().map(|reason| format!("{} {}\n", t!("Why:").bold(), reason.message.0.translated()));
    lines.collect()
}

fn status(is_same: bool) -> ExitStatus {
    if is_same { ExitStatus::Success } else { ExitStatus::Defect }
}

/// Names the files of saved turns on standard error, and the command that plays them.
pub fn tell_saved(paths: &[PathBuf], folder: &Path) {
    for path in paths {
        eprintln!("{}", t!("Saved %{path}", path = printable(&path.display().to_string())));
    }
    let folder = printable(&quoted_path(folder));
    eprintln!("{}", t!("`wag test %{folder}` plays it", folder));
}

/// Opens the port at which an editor debugs the file that the user has named, and says so.
fn open_for_editor(file: &str, player: &RecordedPlayer, port: u16) -> anyhow::Result<Arc<EditorPort>> {
    if player.spec.file().is_none() {
        return user_error(message!("an editor can only debug a Python file; name one"));
    }
    let opened = EditorPort::open(port, Box::new(tell_refusal()));
    let opened = opened.and_then(|opened| Ok((opened.number()?, opened))).or_else(|fault| {
        user_error(message!(
            "cannot use port %{port}: %{fault}; choose another one with --debugpy",
            port,
            fault
        ))
    });
    let (port, opened) = opened?;
    let file = printable(file);
    print(&match EditorPort::IS_PRIVATE {
        true => t!(
            "Waiting for an editor at 127.0.0.1:%{port}, where only your own programs can connect; %{file} runs outside the sandbox, \
             with your permissions (`wag help debug vs-code` has a launch configuration)\n",
            port,
            file
        ),
        false => t!(
            "Waiting for an editor at 127.0.0.1:%{port}, where all users of this computer can connect; %{file} runs outside the \
             sandbox, with your permissions (`wag help debug vs-code` has a launch configuration)\n",
            port,
            file
        ),
    })?;
    Ok(Arc::new(opened))
}

/// Returns a function that prints the first refusal of each kind.
fn tell_refusal() -> impl Fn(Refusal) + Send + Sync {
    let is_told = [AtomicBool::new(false), AtomicBool::new(false)];
    move |refusal| {
        let is_other_user = refusal == Refusal::OtherUser;
        if is_told[usize::from(is_other_user)].swap(true, Ordering::Relaxed) {
            return;
        }
        let sentence = match refusal {
            Refusal::OtherUser => t!("Closed a connection to the editor's port: it came from another user."),
            Refusal::NotAnEditor => {
                t!("Closed a connection to the editor's port: it did not come from an editor.")
            }
        };
        eprintln!("{sentence}");
    }
}

/// Describes a turn that was played again: its time, output, faults and orders.
fn tell(turn: &ReenteredTurn, player: &RecordedPlayer, round: u32) -> String {
    let name = printable(&player.spec.name);
    let mut text = match turn.round == round {
        true => t!(
            "Round %{round}, %{name}: %{ms} ms, recorded %{recorded} ms\n",
            round,
            name = name.bold(),
            ms = milliseconds(&turn.now.report),
            recorded = milliseconds(&turn.recorded.report)
        ),
        false => t!(
            "%{name} ended in round %{end}, before round %{round}\n",
            name = name.bold(),
            end = turn.round,
            round
        ),
    };
    if let Some(remark) = &player.remark {
        text += &format!("{remark}\n");
    }
    let (then, now) = (&turn.recorded.report, &turn.now.report);
    text += &tell_report(now);
    if kind(then) != kind(now) {
        text += &match &then.fault {
            Some(fault) => t!(
                "Recorded: %{kind}: %{message}\n",
                kind = fault.kind.translated(),
                message = printable(&fault.message.translated())
            ),
            None => t!("Recorded: no fault\n"),
        };
    }
    if then.output != now.output {
        text += &t!("The output differs from the recorded one.\n");
    }
    let sources: Vec<&str> = now.unseeded.names().collect();
    if turn.is_same && !sources.is_empty() {
        text += &t!(
            "The AI used something that no seed determines (%{sources}), so its orders can differ each time.\n",
            sources = sources.join(", ")
        );
    }
    text + &tell_orders(&turn.recorded, &turn.now, turn.is_same)
}

fn kind(report: &TurnReport) -> Option<FaultKind> {
    report.fault.as_ref().map(|fault| fault.kind)
}

fn milliseconds(report: &TurnReport) -> String {
    decimal(report.think.as_secs_f64() * 1e3, 3)
}

/// Describes the output and the fault of a turn.
fn tell_report(report: &TurnReport) -> String {
    let mut text = String::new();
    for line in String::from_utf8_lossy(&report.output).lines() {
        let _ = writeln!(text, "  | {}", printable(line));
    }
    if report.output_dropped > 0 {
        let _ = writeln!(text, "  | {}", t!("(more output not shown)"));
    }
    if let Some(fault) = &report.fault {
        let (kind, message) = (fault.kind.translated(), printable(&fault.message.translated()));
        let _ = writeln!(text, "  {}: {message}", kind.red());
    }
    if let Some(hint) = report.explanation.as_ref().and_then(|one| one.hint(Language::spoken())) {
        let _ = writeln!(text, "  {}", printable(&hint));
    }
    text
}

/// Lists the orders, with a plus before new ones and a minus before recorded ones that are missing now.
pub fn tell_orders(recorded: &TurnSide, now: &TurnSide, is_same: bool) -> String {
    let missing = unmatched(&recorded.values, &now.values);
    let added = unmatched(&now.values, &recorded.values);
    let refused_missing = unmatched_refusals(&recorded.refused, &now.refused);
    let refused_added = unmatched_refusals(&now.refused, &recorded.refused);
    let count = now.orders.len();
    let mut text = match (is_same, missing.len() + added.len()) {
        (true, _) => t!("%{same} %{n} orders, all as recorded\n", same = "=".green(), n = count),
        (false, 0) if recorded.values == now.values => {
            t!("%{n} orders, as recorded; other orders are refused\n", n = count)
        }
        (false, 0) => t!("The same orders, in another sequence\n"),
        (false, _) => t!(
            "%{n} orders; %{added} are new (+), %{missing} are missing (-)\n",
            n = count,
            added = added.len(),
            missing = missing.len()
        ),
    };
    for (at, order) in now.orders.iter().enumerate() {
        let mark = if added.contains(&at) { "+".green().to_string() } else { " ".to_string() };
        let _ = writeln!(text, "{mark} {order}");
    }
    for refused in refused_added.iter().filter_map(|at| now.refused.get(*at)) {
        let _ = writeln!(text, "{} {}", "+".green(), refused.in_words());
    }
    for order in missing.iter().filter_map(|at| recorded.orders.get(*at)) {
        let _ = writeln!(text, "{} {order}", "-".red());
    }
    for refused in refused_missing.iter().filter_map(|at| recorded.refused.get(*at)) {
        let _ = writeln!(text, "{} {}", "-".red(), refused.in_words());
    }
    text
}

fn tell_profile(turn: &ReenteredTurn, player: &RecordedPlayer) -> String {
    let Some(profile) = &turn.now.report.profile else {
        return t!("There is no profile: the turn did not end, or the player is built in.\n");
    };
    let mut summary = ProfileSummary::default();
    summary.add(turn.round, turn.now.report.think, profile);
    profile::in_words(&player.spec.name, &summary, player.spec.file().and_then(Path::parent))
}

fn list_slowest(
    options: &Debug,
    game: KnownGame,
    blocks: Blocks,
    count: usize,
) -> anyhow::Result<ExitStatus> {
    let header = blocks.header.clone();
    let seat = options.player.as_deref().map(|word| seat_of(&header, word)).transpose()?;
    let mut times = turn_times(game, blocks, &options.replay, seat)?;
    times.sort_by_key(|time| (std::cmp::Reverse(time.think), time.round, time.seat));
    let mut table = Table::new([
        Column::essential(later!("round")),
        Column::essential(later!("player")).wrapped(),
        Column::essential("ms"),
        Column::middle(later!("fault")),
    ]);
    for TurnTime { round, seat, think, fault } in times.into_iter().take(count) {
        let ms = decimal(think.as_secs_f64() * 1e3, 3);
        let name = printable(&header.players[seat.index()].name);
        table.row([round.to_string(), name, ms, fault.map_or_else(String::new, FaultKind::translated)]);
    }
    print(&format!("{table}\n"))
}
