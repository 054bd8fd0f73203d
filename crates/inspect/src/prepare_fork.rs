//! Reads the replay of a fork and finds its players.

use crate::player_search::{find_player_file, relative};
use crate::recorded_player::{RecordedPlayer, choose_player, python_seats, seat_of};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wag_core::game::Playable;
use wag_core::game::{GameInfo, Seat, SeatSet};
use wag_core::text::printable;
use wag_games::open_replay;
use wag_games::with_game;
use wag_i18n::{message, quote, t};
use wag_play::error::{PlayError, user_error};
use wag_play::fork::{Change, Fork, ForkRequest};
use wag_play::line_up::player_names::recorded_names;
use wag_play::line_up::player_spec::{Kind, PlayerSpec};
use wag_play::line_up::resolve::one_of;
use wag_play::recorded::{named, recorded_limits};
use wag_replay::{Blocks, Header, PlayerInfo, Reader, ReplayError, path_below, sha256};

/// The maximum size of a replay that can be continued, in bytes.
const REPLAY_MAX: u64 = 1 << 30;

/// Reads the replay of a fork and finds the players. Returns an error if the match cannot be continued from this round.
pub fn prepare_fork(request: &ForkRequest<'_>) -> Result<Fork, PlayError> {
    let path = request.replay;
    let bytes = match wag_core::files::read(path, REPLAY_MAX) {
        Ok(bytes) => Arc::<[u8]>::from(bytes),
        Err(fault) => {
            return user_error(message!("%{path} cannot be read: %{fault}", path = path.display(), fault));
        }
    };
    let (game, blocks) = named(path, open_replay(Arc::clone(&bytes)))?;
    check_round(path, &blocks, request.round)?;
    let header = blocks.header.clone();
    let changed = changes(game.info, &header, &request.changes)?;
    let mut fork = Fork {
        game,
        path: path.to_path_buf(),
        sha256: sha256(&bytes),
        bytes,
        unrepeatable: blocks.why_unrepeatable(),
        repeatable: blocks.ended.as_ref().and_then(|ended| ended.repeatable),
        round: request.round,
        first_orders: None,
        recorded: Vec::new(),
        changed,
        is_original: Vec::new(),
        has_turns: SeatSet::default(),
        remarks: Vec::new(),
        is_damaged: false,
        limits: recorded_limits(&header, game.info, request.limits),
        header,
        folders: Vec::new(),
    };
    find_recorded(&mut fork);
    name_players(&mut fork);
    check_changed(&mut fork)?;
    Ok(fork)
}

/// Finds the recorded player of each seat. A player without code gives its recorded orders.
fn find_recorded(fork: &mut Fork) {
    for seat in Seat::all(fork.header.players.len()) {
        let is_changed = fork.changed.iter().any(|(one, _)| *one == seat);
        let name = fork.header.players[seat.index()].name.clone();
        match RecordedPlayer::find(fork.game.info, &fork.header, &fork.path, seat, None) {
            Ok(player) => {
                fork.remarks.extend(player.remark.clone().filter(|_| !is_changed));
                fork.is_original.push(player.is_original);
                fork.recorded.push(player.spec.clone());
                fork.folders.extend(player.into_folder().map(Arc::new));
            }
            Err(_) => {
                if !is_changed {
                    fork.remarks.push(without_code(fork, seat));
                }
                fork.is_original.push(true);
                let (word, source) = (name.clone(), String::new());
                let kind = Kind::Recorded;
                fork.recorded.push(PlayerSpec { name, word, source, kind, is_recorded: true });
            }
        }
    }
}

/// Says why a player has no code that can go on.
fn without_code(fork: &Fork, seat: Seat) -> String {
    let recorded = &fork.header.players[seat.index()];
    let name = printable(&recorded.name);
    let changed = find_player_file(&fork.path, recorded).other.filter(|_| !recorded.program);
    match changed {
        Some(path) => t!(
            "%{path} is not the file that played as %{name}, so %{name} gives its recorded orders as long as its view is as \
             recorded. Name the file with --player and --with to go on with it as it is now.",
            path = printable(&relative(&path).display().to_string()),
            name
        ),
        None => t!(
            "There is no code for %{name}: it gives its recorded orders as long as its view is as recorded.",
            name
        ),
    }
}

/// Names the players as in the replay, so that their names can be those of logs.
fn name_players(fork: &mut Fork) {
    let names = recorded_names(&fork.header.players);
    fork.recorded.iter_mut().zip(&names).for_each(|(spec, name)| spec.name.clone_from(name));
    fork.changed.iter_mut().for_each(|(seat, spec)| spec.name.clone_from(&names[seat.index()]));
}

fn check_round(path: &Path, blocks: &Blocks, round: u32) -> Result<(), PlayError> {
    let last = blocks.rounds();
    if (1..=last).contains(&round) {
        return Ok(());
    }
    user_error(message!(
        "%{path} has no round %{round}: it contains the rounds 1 to %{last}",
        path = path.display(),
        round,
        last
    ))
}

/// Resolves the players with other files.
fn changes(
    info: &'static GameInfo,
    header: &Header,
    changes: &[Change],
) -> Result<Vec<(Seat, PlayerSpec)>, PlayError> {
    let mut changed: Vec<(Seat, PlayerSpec)> = Vec::new();
    for change in changes {
        let mut spec = one_of(info, &change.file, &[])?;
        let seat = match &change.player {
            Some(word) => seat_of(header, word)?,
            None => seat_of_file(header, &spec)?,
        };
        let recorded = &header.players[seat.index()];
        match &mut spec.kind {
            Kind::Python { mode, .. } if recorded.persistent && info.protocols.persistent => {
                *mode = mode.persistent();
            }
            Kind::Python { .. } => {}
            Kind::BuiltIn(_) | Kind::Program { .. } => {}
            Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => {
                return user_error(message!(
                    "%{word} cannot continue a recorded match; name a Python file, a program or a built-in player",
                    word = quote(&change.file)
                ));
            }
        }
        spec.name.clone_from(&recorded.name);
        if changed.iter().any(|(one, _)| *one == seat) {
            return user_error(message!(
                "%{name} has two files; name each player once",
                name = printable(&recorded.name)
            ));
        }
        changed.push((seat, spec));
    }
    Ok(changed)
}

/// Returns the seat of the only Python file, or else of the one with the same path or file name.
fn seat_of_file(header: &Header, spec: &PlayerSpec) -> Result<Seat, PlayError> {
    let seats = python_seats(header);
    let path = spec.file().and_then(|file| path_below(file, &[PathBuf::from(".")]));
    let name = spec.file().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let seats_with = |is_same: &dyn Fn(&PlayerInfo) -> bool| -> Vec<Seat> {
        seats.iter().copied().filter(|seat| is_same(&header.players[seat.index()])).collect()
    };
    let by_path = seats_with(&|player| path.is_some() && player.path == path);
    let by_name = seats_with(&|player| name.is_some() && player.file == name);
    match (seats.as_slice(), by_path.as_slice(), by_name.as_slice()) {
        ([seat], _, _) | (_, [seat], _) | (_, _, [seat]) => Ok(*seat),
        _ => choose_player(header),
    }
}

/// Finds the seats that have turns from the fork's first round on. Returns an error if a player with another file has
/// none, or if rounds before the fork are damaged.
fn check_changed(fork: &mut Fork) -> Result<(), PlayError> {
    with_game!(fork.game, G => check_turns::<G>(fork))
}

fn check_turns<G: Playable>(fork: &mut Fork) -> Result<(), PlayError> {
    let path = fork.path.clone();
    let path = path.as_path();
    let reader = named(path, fork.blocks().and_then(Reader::<G>::of))?;
    let seats = fork.header.players.len();
    let mut last = vec![0; seats];
    let mut has_turn = SeatSet::default();
    for stretch in reader.all_chunks() {
        let (turns, damaged) = match stretch {
            Ok(stretch) => (stretch.turns, stretch.damaged),
            Err(ReplayError::Damaged { first, last }) => (Vec::new(), Some((first, last))),
            Err(err) => return named(path, Err(err)),
        };
        if let Some((first, last)) = damaged {
            let err = ReplayError::Damaged { first, last };
            if first < fork.round {
                return named(path, Err(err));
            }
            // Everybody may have a turn there.
            Seat::all(seats).for_each(|seat| has_turn.insert(seat));
            if !fork.is_damaged {
                fork.remarks.push(format!("{}: {err}", path.display()));
            }
            fork.is_damaged = true;
        }
        for turn in turns {
            for (seat, _) in turn.reports.iter().filter(|(seat, _)| seat.index() < seats) {
                match turn.round < fork.round {
                    true => last[seat.index()] = turn.round,
                    false => has_turn.insert(*seat),
                }
            }
        }
    }
    let ended = fork.changed.iter().map(|(seat, _)| *seat).find(|seat| !has_turn.contains(*seat));
    fork.has_turns = has_turn;
    let Some(seat) = ended else { return Ok(()) };
    let name = printable(&fork.header.players[seat.index()].name);
    user_error(match last[seat.index()] {
        0 => t!("%{name} has no turn in this match, so another file changes nothing", name),
        last => t!(
            "%{name} has no turn from round %{round} on, so another file changes nothing; its last turn is in round %{last}",
            name,
            round = fork.round,
            last
        ),
    })
}
