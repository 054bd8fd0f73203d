//! The reasons why a player's turns can differ between two matches, or between a match and turns that are played again.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use wag_core::arena::TurnReport;
use wag_core::game::protocols::Times;
use wag_core::game::{GameInfo, Seat};
use wag_core::problem::{FaultKind, TIME_OUT, unrepeatable_in_words};
use wag_core::text::printable;
use wag_i18n::{Message, PageText, message};
use wag_play::line_up::player_spec::PlayerSpec;
use wag_play::recorded::{is_of_matches, limits_to_record};
use wag_replay::{Ended, Header, PlayerInfo};
use wag_sandbox::Limits;

/// A reason why a player's turns differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    pub kind: ReasonKind,
    /// The name of the player.
    pub player: String,
    /// The files or limits that differ.
    pub names: Vec<String>,
    /// A sentence that names the player, with a full stop.
    #[cfg_attr(test, ts(type = "import('../shell/basics/i18n.js').Text"))]
    pub message: PageText,
}

/// The kind of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    /// The player's file, or a built-in player, is another one.
    File,
    /// Files that the player imports.
    Helpers,
    /// Files that the player reads.
    Data,
    Limits,
    /// The version of Python.
    Python,
    /// The seed of the match.
    Seed,
    Clock,
    Processes,
    Machine,
    Addresses,
    TimeOut,
    /// The player is a program, a client or a person.
    Unwatched,
    /// None of the other reasons.
    Unknown,
}

/// The circumstances of a player's turns.
#[derive(Clone, Debug, Default)]
pub struct Circumstances {
    player: PlayerInfo,
    times: Times,
    limits: BTreeMap<String, Option<u64>>,
    python: String,
    /// The seeds by the rounds from which they count; empty if they are the recorded ones.
    seeds: Vec<(u32, u64)>,
    /// What the player used that no seed determines.
    sources: BTreeSet<String>,
}

impl Circumstances {
    /// Returns those of a recorded player.
    pub fn recorded(header: &Header, ended: Option<&Ended>, seat: Seat) -> Circumstances {
        let noted = ended.into_iter().flat_map(|ended| &ended.unrepeatable);
        let own = noted.filter(|noted| noted.seat == Some(seat.number()));
        let reseeds = header.reseeds.iter().map(|change| (change.round, change.seed));
        Circumstances {
            player: header.players.get(seat.index()).cloned().unwrap_or_default(),
            times: header.times,
            limits: header.limits.clone(),
            python: header.python.clone(),
            seeds: std::iter::once((0, header.seed)).chain(reseeds).collect(),
            sources: own.flat_map(|noted| noted.sources.iter().cloned()).collect(),
        }
    }

    /// Returns those of a player whose recorded turns are played again here, with their random numbers.
    pub fn here(info: &GameInfo, player: &PlayerSpec, limits: &Limits) -> Circumstances {
        Circumstances {
            player: player.info(info, &[]),
            times: limits.times(),
            limits: limits_to_record(limits),
            python: wag_python::full_version().to_string(),
            ..Circumstances::default()
        }
    }

    /// Returns those of a single turn with this report. The other turns of a file that runs afresh do not concern it.
    pub fn of_turn(&self, report: &TurnReport) -> Circumstances {
        let has_timed_out = report.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::Timeout);
        let own = report.unseeded.names().chain(has_timed_out.then_some(TIME_OUT)).map(str::to_string);
        let earlier = self.sources.iter().filter(|_| self.player.persistent).cloned();
        let limits = self.limits.iter().filter(|(name, _)| !is_of_matches(name));
        Circumstances {
            limits: limits.map(|(name, limit)| (name.clone(), *limit)).collect(),
            sources: own.chain(earlier).collect(),
            ..self.clone()
        }
    }
}

/// Returns the reasons why the turns of a player differ; at least one.
pub fn reasons(then: &Circumstances, now: &Circumstances) -> Vec<Reason> {
    let player = printable(&then.player.name);
    let mut reasons = Vec::new();
    let mut add = |kind, names: Vec<String>, message: Message| {
        reasons.push(Reason { kind, player: player.clone(), names, message: PageText(message) });
    };
    let is_other_file = then.player.sha256 != now.player.sha256;
    if is_other_file {
        let file = now.player.file.as_ref().unwrap_or(&now.player.name).clone();
        let shown = printable(&file);
        add(
            ReasonKind::File,
            vec![file],
            message!("%{name} plays another file: %{file}.", name = player, file = shown),
        );
    }
    let helpers = then.player.helpers.as_ref().zip(now.player.helpers.as_ref());
    let helpers = helpers.map(|(then, now)| differing(then, now, is_other_file)).unwrap_or_default();
    if !helpers.is_empty() {
        let files = printable(&helpers.join(", "));
        add(
            ReasonKind::Helpers,
            helpers,
            message!("%{name} imports files that differ: %{files}.", name = player, files),
        );
    }
    let data = differing(&then.player.data, &now.player.data, is_other_file);
    if !data.is_empty() {
        let files = printable(&data.join(", "));
        add(
            ReasonKind::Data,
            data,
            message!("%{name} reads data files that differ: %{files}.", name = player, files),
        );
    }
    let sources: BTreeSet<&str> = then.sources.union(&now.sources).map(String::as_str).collect();
    let limits = differing_limits(then, now, sources.contains(TIME_OUT));
    if !limits.is_empty() {
        let names = printable(&limits.join(", "));
        add(
            ReasonKind::Limits,
            limits,
            message!("%{name} has other limits: %{names}.", name = player, names),
        );
    }
    let is_python = |player: &PlayerInfo| player.file.is_some() && !player.program;
    if then.python != now.python && (is_python(&then.player) || is_python(&now.player)) {
        let (old, new) = (printable(&then.python), printable(&now.python));
        let message = message!(
            "%{name} runs in another version of Python: %{old}, then %{new}.",
            name = player,
            old,
            new
        );
        add(ReasonKind::Python, vec![then.python.clone(), now.python.clone()], message);
    }
    if then.seeds != now.seeds && !then.seeds.is_empty() && !now.seeds.is_empty() {
        add(
            ReasonKind::Seed,
            Vec::new(),
            message!("The random numbers of %{name} are others.", name = player),
        );
    }
    for source in sources {
        if let Some((kind, message)) = kind_of(source).zip(unrepeatable_in_words(&player, source)) {
            add(kind, Vec::new(), message);
        }
    }
    if then.player.program || then.player.kind.is_some() {
        let message =
            message!("Wag cannot see whether %{names} used a clock or random numbers.", names = player);
        add(ReasonKind::Unwatched, Vec::new(), message);
    }
    if reasons.is_empty() {
        let message = message!(
            "Nothing that Wag watches explains the difference: %{name} may keep something from turn to turn, or depend on the \
             addresses of objects.",
            name = player
        );
        reasons.push(Reason {
            kind: ReasonKind::Unknown,
            player,
            names: Vec::new(),
            message: PageText(message),
        });
    }
    reasons
}

fn kind_of(source: &str) -> Option<ReasonKind> {
    Some(match source {
        "clock" => ReasonKind::Clock,
        "processes" => ReasonKind::Processes,
        "machine" => ReasonKind::Machine,
        "addresses" => ReasonKind::Addresses,
        TIME_OUT => ReasonKind::TimeOut,
        _ => return None,
    })
}

/// Returns the names of the files whose hashes differ. If the main file is another one, it may use other files, so only
/// those that both use count.
fn differing(
    then: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
    is_other_file: bool,
) -> Vec<String> {
    let names: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
    let is_other = |name: &&String| match (then.get(*name), now.get(*name)) {
        (Some(then), Some(now)) => then != now,
        _ => !is_other_file,
    };
    names.into_iter().filter(is_other).cloned().collect()
}

/// Returns the names of the limits that differ. Times only matter to a player that runs out of time.
fn differing_limits(then: &Circumstances, now: &Circumstances, has_timed_out: bool) -> Vec<String> {
    let times =
        [("turn_ms", then.times.turn != now.times.turn), ("start_ms", then.times.start != now.times.start)];
    let times =
        times.into_iter().filter(|(_, differs)| *differs && has_timed_out).map(|(name, _)| name.to_string());
    let names: BTreeSet<&String> = then.limits.keys().chain(now.limits.keys()).collect();
    let others = names.into_iter().filter(|name| then.limits.get(*name) != now.limits.get(*name));
    times.chain(others.cloned()).collect()
}
