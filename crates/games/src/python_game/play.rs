//! The setup of matches, the built-in players and the narrator of games in Python.

use super::declaration::Rules;
use super::host::Host;
use super::search::Search;
use super::state::size_of;
use super::{Event, Item, Orders, PythonGame, Setup, State, View, protocols};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use wag_core::game::{
    Bot, Choice, Datum, Draw, GameInfo, GameOptions, InvalidOptions, Narrator, Playable, Protocols, Seat,
    Seated, Show,
};
use wag_i18n::{later, t};
use wag_python::protocol::game::{BotOrder, DeclaredOption, OptionKind};

impl Playable for PythonGame {
    const INFO: GameInfo = GameInfo {
        title: later!("A game in Python"),
        about: later!("a game that a Python file defines"),
        seats: 1..=32,
        suggested: &["human"],
        ..GameInfo::of::<PythonGame>()
    };
    const PROTOCOLS: &'static Protocols<Self> = &protocols::PROTOCOLS;

    fn bot(info: &'static GameInfo, name: &str) -> Option<Bot<PythonGame>> {
        let player = info.built_in(name)?;
        if let Some(search) = Search::of(info, player.name, name) {
            let mut search = search;
            return Some(Box::new(move |view: &View<'_>, seed| search.choose(view, seed)));
        }
        Some(Box::new(|view: &View<'_>, _| order_of_bot(view)))
    }

    fn setup(
        info: &'static GameInfo,
        options: &GameOptions,
        seated: &[Seated<'_>],
        draw: Draw,
    ) -> Result<Setup, InvalidOptions> {
        let unknown = || InvalidOptions(t!("there is no game in Python of this name"));
        let rules = Rules::of_info(info).ok_or_else(unknown)?;
        if !info.seats.contains(&seated.len()) {
            return Err(InvalidOptions(t!(
                "%{title} is for %{least} to %{most} players",
                title = info.title,
                least = info.seats.start(),
                most = info.seats.end()
            )));
        }
        let declared = rules.declared();
        let mut setup = Setup {
            rules,
            options: declared
                .options
                .iter()
                .map(|option| Ok((option.name.clone(), value_of(option, options)?)))
                .collect::<Result<_, _>>()?,
            names: seated.iter().map(|one| one.name.to_string()).collect(),
            bots: seated.iter().map(|one| Some(bot_in_worker(info, one.built_in?)?.to_string())).collect(),
            board: None,
            has_boards: rules.has("board") || rules.has("show") || declared.is_course_game,
            has_observations: false,
            host: Host::kept(rules),
        };
        setup.board = board_size(&setup, draw.seed);
        Ok(setup)
    }

    fn omit_pictures(setup: &mut Setup) {
        setup.has_boards = false;
    }

    fn headlines(setup: &Setup, names: &[String]) -> Box<dyn Narrator<PythonGame>> {
        Box::new(Words { setup: setup.clone(), names: names.to_vec(), round: None })
    }

    fn narrator(setup: &Setup, names: &[String]) -> Box<dyn Narrator<PythonGame>> {
        Box::new(Words { setup: setup.clone(), names: names.to_vec(), round: Some(0) })
    }
}

fn value_of(option: &DeclaredOption, options: &GameOptions) -> Result<Item, InvalidOptions> {
    let chosen = options.values.iter().find(|(name, _)| **name == option.name).map(|(_, value)| value);
    let datum = match (&option.kind, chosen) {
        (OptionKind::Flag, chosen) => Datum::Bool(chosen.is_some()),
        (_, Some(Choice::Number(number))) => Datum::Int(i64::try_from(*number).unwrap_or(i64::MAX)),
        (_, Some(Choice::Word(word))) => Datum::Text(word.clone()),
        (_, Some(Choice::File { bytes, .. })) => Datum::Text(String::from_utf8_lossy(bytes).into_owned()),
        (_, Some(Choice::Flag)) => Datum::Bool(true),
        (OptionKind::Number { usual, .. }, None) => Datum::Int(i64::try_from(*usual).unwrap_or(i64::MAX)),
        (OptionKind::Choice { words }, None) => Datum::Text(words.first().cloned().unwrap_or_default()),
        (OptionKind::Text { usual }, None) => Datum::Text(usual.clone()),
        (OptionKind::File { .. }, None) => Datum::None,
    };
    let too_large = || {
        InvalidOptions(t!(
            "%{option} is too large: at most %{most} KiB",
            option = option.name,
            most = Datum::BYTES_MAX >> 10
        ))
    };
    Item::of_bytes(datum.pack()).ok_or_else(too_large)
}

/// The key of a board's size: the game's files, the options as bytes, and the number of seats.
type SizeKey = (String, Vec<u8>, usize);

/// The sizes of boards that are known.
static SIZES: LazyLock<Mutex<Sizes>> = LazyLock::new(Mutex::default);

type Sizes = HashMap<SizeKey, Option<(u16, u16)>>;

/// The most sizes that are remembered.
const SIZES_MAX: usize = 10_000;

/// Returns the size of the board with the options of a setup. It is the same for all seeds. A match whose first position
/// fails does so again when it starts.
fn board_size(setup: &Setup, seed: u64) -> Option<(u16, u16)> {
    if !setup.has_boards {
        return None;
    }
    let options = wag_core::game::plain::write(&setup.options);
    let key = (setup.rules.stored.sha256.clone(), options, setup.seats());
    if let Some(known) = SIZES.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return *known;
    }
    let state = State::start(setup, seed, &mut Vec::new());
    let size = state.step().board.as_ref().and_then(size_of);
    if state.problem().is_none() {
        let mut sizes = SIZES.lock().unwrap_or_else(PoisonError::into_inner);
        if sizes.len() >= SIZES_MAX {
            sizes.clear();
        }
        sizes.insert(key, size);
    }
    size
}

/// Returns the name of a built-in player if the game's worker plays it.
fn bot_in_worker(info: &'static GameInfo, name: &'static str) -> Option<&'static str> {
    let is_search = Search::of(info, info.built_in(name)?.name, name).is_some();
    (!is_search).then_some(name)
}

/// Returns the order of the bot of a seat, which its worker has sent with the step.
pub fn order_of_bot(view: &View<'_>) -> Orders {
    match &view.known().bot {
        Some(BotOrder::Order(packed)) => {
            Item::of_bytes(packed.clone()).map_or(Orders::Nothing, Orders::Value)
        }
        Some(BotOrder::Nothing) | None => Orders::Nothing,
    }
}

/// A narrator that reports what the game says, and the board of a game of the course.
struct Words {
    setup: Setup,
    names: Vec<String>,
    /// The round of the last heading; `None` if rounds have no headings.
    round: Option<u32>,
}

impl Words {
    fn sentences(&self, events: &[Event]) -> String {
        let audible = events.iter().filter(|event| !PythonGame::is_silent(event));
        audible
            .map(|event| {
                let text = PythonGame::tell(&self.setup, event, &self.names).translated();
                let end = if text.ends_with(['.', '!', '?', ':']) { "\n" } else { ".\n" };
                text + end
            })
            .collect()
    }

    fn board(&self, state: &State) -> String {
        match self.round.is_some() && self.setup.rules.declared().is_course_game {
            true => PythonGame::picture(&self.setup, &state.frame()),
            false => String::new(),
        }
    }
}

impl Narrator<PythonGame> for Words {
    fn begin(&mut self, state: &State, events: &[Event]) -> String {
        self.sentences(events) + &self.board(state)
    }

    fn head(&mut self, round: u32, _: &[Seat]) -> String {
        let is_new = self.round.is_some_and(|last| last != round);
        self.round = self.round.map(|_| round);
        if is_new { t!("\nRound %{round}\n", round) } else { String::new() }
    }

    fn turn(&mut self, _: u32, _: &[Seat], events: &[Event], state: &State) -> String {
        self.sentences(events) + &self.board(state)
    }
}
