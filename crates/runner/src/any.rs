//! Type-erased games: the list of all games, and the operations that work on any game.

use super::audience::Audience;
use super::bench::{self, Figures};
use super::choose::{RawOptions, choose};
use super::environment::{self, AnyMatch, AnyVector, EnvironmentPlan};
use super::error::PlayError;
use super::first_difference::{self, FirstDifference};
use super::fork::{self, Fork};
use super::import::{self, ImportedReplay};
use super::one::{self, GameOutcome, GameRequest};
use super::reenter::{self, ReenterRequest, ReenteredTurn, TurnTime};
use serde_json::Value;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::LazyLock;
use wag_core::game::{
    Draw, FrameArrays, GameInfo, GameOptions, InvalidOptions, Playable, Seat, SeatSet, Seated,
};
use wag_games::{Visitor, visit};
use wag_replay::{Blocks, Reader, ReplayError, ReplayJson, ReplayText, Source};

/// An entry in the list of games.
pub struct KnownGame {
    pub info: &'static GameInfo,
    pub any: &'static dyn AnyGame,
}

impl KnownGame {
    /// Parses the user's options of the game, and reads the files that they name.
    pub fn choose(&self, words: &RawOptions) -> Result<GameOptions, PlayError> {
        choose(self.info, words)
    }
}

/// The operations on any game. One implementation serves all games.
pub trait AnyGame: Sync + Send {
    /// Returns the number of rounds of a match with these options, or 0 if it is unknown. Returns an error if the
    /// options are invalid.
    fn rounds(
        &self,
        game_options: &GameOptions,
        seated: &[Seated<'_>],
        draw: Draw,
    ) -> Result<u32, InvalidOptions>;
    /// Returns the JSON from which the pages draw a preview of these options: the constant scene, with the first frame
    /// as `preview`.
    fn scene(&self, game_options: &GameOptions) -> Result<Value, InvalidOptions>;
    /// Plays one game of a match.
    fn play(&self, request: GameRequest<'_>, audience: &mut dyn Audience) -> Result<GameOutcome, PlayError>;
    fn json_replay(&self, blocks: Blocks) -> Result<Box<dyn ReplayJson>, ReplayError>;
    fn text_replay(&self, blocks: Blocks) -> Result<Box<dyn ReplayText>, ReplayError>;
    /// Returns the positions of a replay as arrays.
    fn frame_arrays(&self, blocks: Blocks) -> Result<FrameArrays, ReplayError>;
    /// Converts a replay to the format of the contest that the game comes from.
    fn contest_replay(&self, blocks: Blocks) -> Result<String, ReplayError>;
    /// Converts a contest's replay to a Wag replay; `name` is the name of the file. Returns `None` if the game comes
    /// from no contest.
    fn import(&self, bytes: &[u8], name: &str) -> Option<Result<ImportedReplay, String>>;
    /// Creates a match that learners play.
    fn environment(&self, plan: EnvironmentPlan) -> Result<Box<dyn AnyMatch>, PlayError>;
    /// Creates a vector of `count` matches that learners play, with `threads` threads.
    fn environments(
        &self,
        plan: &EnvironmentPlan,
        count: usize,
        threads: usize,
    ) -> Result<Box<dyn AnyVector>, PlayError>;
    /// Plays turns of a replay again, and passes each of them to `on_turn`.
    fn reenter(
        &self,
        blocks: Blocks,
        request: &ReenterRequest<'_>,
        on_turn: &mut dyn FnMut(ReenteredTurn),
    ) -> Result<(), PlayError>;
    /// Returns the seats that have turns in a fork. Returns an error if a player with another file has none.
    fn check_fork(&self, fork: &Fork) -> Result<SeatSet, PlayError>;
    /// Returns the first difference between two replays; `paths` are for messages.
    fn first_difference(
        &self,
        replays: [Blocks; 2],
        paths: [&Path; 2],
    ) -> Result<Option<FirstDifference>, PlayError>;
    /// Returns the time of each recorded turn of a replay; `path` is for messages, and `seat` selects one player.
    fn turn_times(&self, blocks: Blocks, path: &Path, seat: Option<Seat>)
    -> Result<Vec<TurnTime>, PlayError>;
    /// Measures the engine's overhead with this game.
    fn bench(&self, matches: u32, rounds: u32) -> Result<Figures, PlayError>;
}

/// Returns all games; the first one is the default.
pub fn all() -> &'static [KnownGame] {
    static ALL: LazyLock<Vec<KnownGame>> = LazyLock::new(|| {
        let mut list = List(Vec::new());
        visit(&mut list);
        #[cfg(any(test, feature = "testing"))]
        if wag_sandbox::is_test() {
            list.visit::<wag_core::game::tiny::Fives>();
        }
        list.0
    });
    &ALL
}

/// Returns the game with this name.
pub fn find(name: &str) -> Option<&'static KnownGame> {
    all().iter().find(|game| game.info.name == name)
}

/// Returns the default game. Commands that name no game use it.
pub fn first() -> &'static KnownGame {
    all().first().expect("there are games")
}

/// Opens a replay of any game, for the pages.
pub fn json_replay(source: impl Source + 'static) -> Result<Box<dyn ReplayJson>, ReplayError> {
    let blocks = Blocks::open(Box::new(source))?;
    of(&blocks)?.any.json_replay(blocks)
}

/// Opens a replay of any game, for terminals.
pub fn text_replay(source: impl Source + 'static) -> Result<Box<dyn ReplayText>, ReplayError> {
    let blocks = Blocks::open(Box::new(source))?;
    of(&blocks)?.any.text_replay(blocks)
}

/// Returns the positions after all rounds of a replay as arrays. Returns an error if any round cannot be read.
pub fn frame_arrays(source: impl Source + 'static) -> Result<FrameArrays, ReplayError> {
    let blocks = Blocks::open(Box::new(source))?;
    of(&blocks)?.any.frame_arrays(blocks)
}

/// Converts a replay to the format of the contest that its game comes from.
pub fn contest_replay(source: impl Source + 'static) -> Result<String, ReplayError> {
    let blocks = Blocks::open(Box::new(source))?;
    of(&blocks)?.any.contest_replay(blocks)
}

/// Opens a replay, and returns its blocks and its game.
pub fn open_replay(source: impl Source + 'static) -> Result<(&'static KnownGame, Blocks), ReplayError> {
    let blocks = Blocks::open(Box::new(source))?;
    Ok((of(&blocks)?, blocks))
}

fn of(blocks: &Blocks) -> Result<&'static KnownGame, ReplayError> {
    let name = &blocks.header.game;
    find(name).ok_or_else(|| ReplayError::UnknownGame(name.clone()))
}

struct List(Vec<KnownGame>);

impl Visitor for List {
    fn visit<G: Playable>(&mut self) {
        self.0.push(KnownGame { info: &G::INFO, any: &Erased::<G>(PhantomData) });
    }
}

/// A zero-sized value that stands for the game type `G`.
struct Erased<G>(PhantomData<fn() -> G>);

impl<G: Playable> AnyGame for Erased<G> {
    fn rounds(
        &self,
        game_options: &GameOptions,
        seated: &[Seated<'_>],
        draw: Draw,
    ) -> Result<u32, InvalidOptions> {
        G::setup(game_options, seated, draw).map(|setup| G::rounds(&setup))
    }

    fn scene(&self, game_options: &GameOptions) -> Result<Value, InvalidOptions> {
        let nobody = vec![Seated { name: "", built_in: None }; *G::INFO.seats.start()];
        let setup = G::setup(game_options, &nobody, Draw { seed: 0, game: 0 })?;
        let mut scene = G::scene(&setup);
        let state = G::start(&setup, 0, &mut Vec::new());
        scene["preview"] = G::show_frame(&setup, &G::frame(&state));
        Ok(scene)
    }

    fn play(&self, request: GameRequest<'_>, audience: &mut dyn Audience) -> Result<GameOutcome, PlayError> {
        one::play::<G>(request, audience)
    }

    fn json_replay(&self, blocks: Blocks) -> Result<Box<dyn ReplayJson>, ReplayError> {
        Ok(Box::new(Reader::<G>::of(blocks)?))
    }

    fn text_replay(&self, blocks: Blocks) -> Result<Box<dyn ReplayText>, ReplayError> {
        Ok(wag_replay::text_replay(Reader::<G>::of(blocks)?))
    }

    fn frame_arrays(&self, blocks: Blocks) -> Result<FrameArrays, ReplayError> {
        Reader::<G>::of(blocks)?.frame_arrays()
    }

    fn contest_replay(&self, blocks: Blocks) -> Result<String, ReplayError> {
        let contest = G::CONTEST.ok_or(ReplayError::NoContest(G::INFO.title))?;
        Ok((contest.write)(&wag_replay::record(&Reader::<G>::of(blocks)?)?))
    }

    fn import(&self, bytes: &[u8], name: &str) -> Option<Result<ImportedReplay, String>> {
        let script = (G::CONTEST?.read)(bytes);
        Some(script.and_then(|script| import::import(script, name).map_err(|err| err.to_string())))
    }

    fn environment(&self, plan: EnvironmentPlan) -> Result<Box<dyn AnyMatch>, PlayError> {
        environment::open::<G>(plan)
    }

    fn environments(
        &self,
        plan: &EnvironmentPlan,
        count: usize,
        threads: usize,
    ) -> Result<Box<dyn AnyVector>, PlayError> {
        environment::open_vector::<G>(plan, count, threads)
    }

    fn reenter(
        &self,
        blocks: Blocks,
        request: &ReenterRequest<'_>,
        on_turn: &mut dyn FnMut(ReenteredTurn),
    ) -> Result<(), PlayError> {
        reenter::reenter::<G>(blocks, request, on_turn)
    }

    fn first_difference(
        &self,
        replays: [Blocks; 2],
        paths: [&Path; 2],
    ) -> Result<Option<FirstDifference>, PlayError> {
        first_difference::first_difference::<G>(replays, paths)
    }

    fn check_fork(&self, fork: &Fork) -> Result<SeatSet, PlayError> {
        fork::check_changed::<G>(fork)
    }

    fn turn_times(
        &self,
        blocks: Blocks,
        path: &Path,
        seat: Option<Seat>,
    ) -> Result<Vec<TurnTime>, PlayError> {
        reenter::turn_times::<G>(blocks, path, seat)
    }

    fn bench(&self, matches: u32, rounds: u32) -> Result<Figures, PlayError> {
        bench::measure::<G>(matches, rounds)
    }
}
