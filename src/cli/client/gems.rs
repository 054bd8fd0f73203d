//! The gem duel in the client: one game, opened by the first player.

use super::super::args::Recording;
use super::super::gems::entrant::{Ai, Entrant, HUMAN};
use super::super::gems::one_game::{self, Pairing};
use super::super::gems::seats::{BoxedPlayer, Table, Thinker};
use super::super::limiting::Limiting;
use super::super::play::drawn_seed;
use super::super::recording::{self, Recorded};
use super::super::{cores, mistake};
use super::choices::check_inside;
use super::matches::Ear;
use super::told;
use crate::arena::{Ask, Observer};
use crate::game::{Game, Seat, Show};
use crate::games::gems::account::Rules;
use crate::games::gems::board::{Board, Swap};
use crate::games::gems::create::create;
use crate::games::gems::runs::legal_swaps;
use crate::games::gems::{Gems, Orders, SEATS, Setup, View};
use crate::players::{Asks, Human, Limits};
use crate::server::host::{BuiltIn, Ended, HostError, Map, Offer, Onlooker, Prepared, Question, Wanted};
use clap::ValueEnum;
use serde_json::Value;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the names of board files end with, to be offered.
pub const BOARD_ENDING: &str = "dat";

/// The word for a board that is made by chance.
const NEW: &str = "new";

/// What there is to choose from.
pub fn offer(board_files: &[String]) -> Offer {
    let open = |name: String| BuiltIn { name, locked: None };
    let map = |name: &str, title: &str| Map {
        name: name.to_string(),
        title: title.to_string(),
        size: None,
        locked: None,
    };
    // Other files end with this as well.
    let boards = board_files.iter().filter(|file| read(Path::new(file)).is_ok());
    let boards = boards.map(|file| map(file, file));
    let built_in = Thinker::value_variants().iter().map(|thinker| thinker.name());
    Offer {
        game: Gems::NAME,
        person: Some(HUMAN),
        has_rounds: false,
        built_in: built_in.chain([HUMAN.to_string()]).map(open).collect(),
        maps: [map(NEW, "A new board")].into_iter().chain(boards).collect(),
        stages: Vec::new(),
    }
}

/// A person against an opponent that can be beaten.
pub fn standard() -> Wanted {
    Wanted {
        game: Gems::NAME.to_string(),
        players: vec![HUMAN.to_string(), Thinker::Greedy.name()],
        map: NEW.to_string(),
        rounds: 0,
        seed: None,
        challenge: None,
    }
}

/// The field as the pages draw it; of a new board nobody knows yet.
pub fn scene(folder: &Path, word: &str) -> anyhow::Result<Value> {
    let board = match word {
        NEW => None,
        file => Some(board(folder, file)?),
    };
    let setup = |board| Setup { board, opener: Seat(0), rules: Rules::default() };
    let mut scene = Gems::scene(&setup(board.clone().unwrap_or_else(|| create(0))));
    if let Some(board) = board {
        let state = Gems::start(&setup(board.clone()), 0, &mut Vec::new());
        scene["preview"] = Gems::show_frame(&setup(board), &Gems::frame(&state));
    }
    Ok(scene)
}

fn board(folder: &Path, word: &str) -> anyhow::Result<Board> {
    check_inside(folder, word)?;
    read(Path::new(word)).or_else(mistake)
}

/// The longest board file, in bytes: ten times the contest's.
const BOARD_MAX: u64 = 4 << 20;

fn read(file: &Path) -> Result<Board, String> {
    let name = file.display();
    let is_short = file.metadata().is_ok_and(|about| about.is_file() && about.len() <= BOARD_MAX);
    if !is_short && file.exists() {
        return Err(format!("{name} is no board"));
    }
    let text = std::fs::read(file).map_err(|fault| format!("the board {name} can't be read: {fault}"))?;
    Board::parse(&text).map_err(|fault| format!("{name} is no board: {fault}"))
}

/// A game that has been found to be in order.
pub struct Planned {
    pair: [Entrant; SEATS],
    map: String,
    /// `None`: made of the seed.
    board: Option<Board>,
    seed: Option<u64>,
    limiting: Limiting,
}

/// Finds what is asked for; refuses what lies elsewhere.
pub fn prepare(folder: &Path, limiting: &Limiting, wanted: &Wanted) -> anyhow::Result<Planned> {
    let [first, second] = wanted.players.as_slice() else {
        return mistake(format!(
            "there are {SEATS} seats; name one player for each, not {}",
            wanted.players.len()
        ));
    };
    let pair = [entrant(folder, first)?, entrant(folder, second)?];
    let board = if wanted.map == NEW { None } else { Some(board(folder, &wanted.map)?) };
    Ok(Planned { pair, map: wanted.map.clone(), board, seed: wanted.seed, limiting: limiting.clone() })
}

/// A built-in player, a person, or a file of the working folder: an AI in Python or a program.
fn entrant(folder: &Path, word: &str) -> anyhow::Result<Entrant> {
    let word = word.trim();
    if word.is_empty() {
        return mistake(format!(
            "both seats need a player: a file, a built-in one such as greedy, or {HUMAN}"
        ));
    }
    let is_built_in = word == HUMAN || Thinker::from_str(word, false).is_ok();
    if is_built_in {
        return Entrant::new(word, &[]);
    }
    check_inside(folder, word)?;
    match word.ends_with(".py") {
        true => Entrant::new(word, &[]),
        false => Entrant::of_file(Path::new(word)),
    }
}

/// As the words of `wag client` have them, but for the time for a move.
fn limits(limiting: &Limiting) -> Limits {
    let mut limits = limiting.limits();
    let usual = Some(std::time::Duration::from_secs(60)).filter(|_| !limiting.no_limits);
    limits.turn_time = limiting.turn_time.or(usual);
    limits
}

impl Planned {
    fn play_through(&self, onlooker: &Rc<dyn Onlooker>, stop: &Arc<AtomicBool>) -> anyhow::Result<Ended> {
        cores::stay_here();
        let seed = self.seed.map_or_else(drawn_seed, Ok)?;
        let board = self.board.clone().unwrap_or_else(|| create(seed));
        // A replay in the page lies where all the automatic ones do.
        let closed = recording::closed(self.board.iter().map(|_| Path::new(&self.map)));
        let table = Table::new(limits(&self.limiting), closed, Arc::clone(stop));
        let pair = [&self.pair[0], &self.pair[1]];
        let pairing = Pairing { map: &self.map, board: &board, seed, pair, opener: Seat(0) };
        let questions = Rc::new(Cell::new(0));
        let person = |seat| -> BoxedPlayer {
            let (onlooker, questions) = (Rc::clone(onlooker), Rc::clone(&questions));
            Box::new(Human::new(InThePage { seat, onlooker, questions }))
        };
        let mut logs = one_game::logs(Path::new("."), &one_game::names(pair))?;
        let players = pairing.sit(&table, &person, true)?;
        let paths = Seat::all(SEATS).map(|seat| logs.path(seat).to_path_buf()).collect();
        let recording = Recording { with_sources: true, ..Recording::default() };
        let mut recorded = pairing.record(&table, &recording, None)?;
        onlooker.seeded(seed);
        let replay = recorded.as_ref().map(|recorded| recorded.path.clone());
        let mut ear = Ear { onlooker: &**onlooker, replay };
        let mut observers: Vec<&mut dyn Observer<Gems>> = vec![&mut logs];
        if let Some(recorded) = &mut recorded {
            observers.push(&mut recorded.recorder);
        }
        observers.push(&mut ear);
        let played = pairing.play(&table, players, &mut observers);
        recorded.map(Recorded::finish);
        Ok(Ended { interrupted: played.is_none(), verdict: None, logs: paths })
    }
}

impl Prepared for Planned {
    fn rounds(&self) -> u32 {
        0
    }

    fn files(&self) -> Vec<PathBuf> {
        let file = |entrant: &Entrant| match &entrant.ai {
            Ai::Script(file) | Ai::Living(file) => Some(file.clone()),
            Ai::Program(program) => Some(program.file.clone()),
            Ai::BuiltIn(_) | Ai::Human => None,
        };
        self.pair.iter().filter_map(file).collect()
    }

    fn play(&self, onlooker: &Rc<dyn Onlooker>, stop: &Arc<AtomicBool>) -> Result<Ended, HostError> {
        self.play_through(onlooker, stop).map_err(told)
    }
}

/// A person who looks at the page.
struct InThePage {
    seat: Seat,
    onlooker: Rc<dyn Onlooker>,
    /// How many there have been in this game.
    questions: Rc<Cell<u32>>,
}

impl Asks<Gems> for InThePage {
    fn ask(&mut self, _: Ask, view: &View<'_>) -> Option<Orders> {
        let swaps = legal_swaps(view.board);
        let words = |swap: &Swap| swap.numbers().map(|number| number.to_string()).join(" ");
        let choices: Vec<String> = swaps.iter().map(words).collect();
        self.questions.set(self.questions.get() + 1);
        let question =
            Question { number: self.questions.get(), seat: self.seat.0 + 1, choices: choices.clone() };
        let answer = self.onlooker.ask(question)?;
        let chosen = choices.iter().position(|choice| *choice == answer)?;
        Some(Orders::Swap(swaps[chosen].numbers()))
    }
}
