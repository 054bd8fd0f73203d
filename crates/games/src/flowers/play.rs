//! The options of the flower farm: rules, numeric settings, the board, built-in players and challenges.

use super::board::{self, PICTURE};
use super::event::{End, Event};
use super::numbers::{Numbers, ROUNDS_MAX};
use super::settings::introduction;
use super::state::State;
use super::{
    FIGURES, Flowers, GAMES_MAX, SEATS, Setup, TRAINING_MAX, Training, estate, gardener, protocols, sower,
};
use wag_core::game::{
    Alias, Bench, Bot, BotKind, BuiltIn, BuiltInFile, Draw, FileInfo, Game, GameInfo, GameOptions,
    InvalidOptions, Kind, Narrator, Opt, Playable, PlayerSummary, Protocols, Seat, Seated, Stage, Verdict,
};
use wag_core::python_files;
use wag_i18n::{Message, later, t};

const SEED: &str = "seed";
const ORIGINAL: &str = "original";
/// The number of rounds that the contest's server plays, one less than its rule text says.
const ROUNDS_ORIGINAL: u32 = 99;

const BOARDS: &[BuiltInFile] = &[BuiltInFile {
    name: "picture",
    about: "the special fields as in the contest's picture",
    text: || PICTURE.to_string(),
}];

impl Playable for Flowers {
    const INFO: GameInfo = GameInfo {
        title: later!("Flower farm"),
        about: later!("two farmers buy land, plant, water and harvest; the one who harvests more wins"),
        seats: SEATS..=SEATS,
        turn_seconds: 6,
        options: &[
            Opt {
                name: "board",
                help: "Special fields: random, picture, a file, or a list such as \"(1,2) (6,5)\"",
                kind: Kind::File {
                    ending: "tiles",
                    built_in: BOARDS,
                    usual: "random",
                    absent: Some(("random", "Drawn special fields")),
                    literal: Some('('),
                },
            },
            Opt {
                name: "numbers",
                help: "A JSON file that overrides any of the game's numbers",
                kind: Kind::File {
                    ending: "json",
                    built_in: &[],
                    usual: "usual",
                    absent: Some(("usual", "The contest's numbers")),
                    literal: Some('{'),
                },
            },
            Opt {
                name: "rules",
                help: "Rule set: seed follows the contest's text, original follows its server",
                kind: Kind::Choice { of: &[SEED, ORIGINAL], usual: SEED },
            },
            Opt {
                name: "rounds",
                help: "Number of rounds per game [default: 100, or 99 with the original rules]",
                kind: Kind::Number { least: 1, most: ROUNDS_MAX as u64, usual: None },
            },
            Opt {
                name: "training",
                help: "Number of games played in a row, during which the players' processes keep running",
                kind: Kind::Number { least: 1, most: TRAINING_MAX as u64, usual: Some(1) },
            },
            Opt {
                name: "until",
                help: "Round at which each of these games except the last is ended early [default: 99]",
                kind: Kind::Number { least: 2, most: ROUNDS_MAX as u64, usual: None },
            },
            Opt {
                name: "decide",
                help: "Replay a draw up to three times, then compare what the players own",
                kind: Kind::Flag,
            },
        ],
        built_in: &[
            BuiltIn {
                name: "Sower",
                about: "grows one flower after another on a single field",
                plays: BotKind::Native,
            },
            BuiltIn {
                name: "Gardener",
                about: "the contest's opponent: follows one plan after another",
                plays: BotKind::Native,
            },
            BuiltIn {
                name: "Estate",
                about: "expands as fast as it can, and uses a lot of fertilizer",
                plays: BotKind::Native,
            },
        ],
        suggested: &["human", "Gardener"],
        figures: &FIGURES,
        new: new_files!("flowers", "bot.py", "test_bot.py", "flowers.pyi", "README.md"),
        new_in: &[("de", python_files!("flowers/de", "bot.py", "test_bot.py", "flowers.pyi", "README.md"))],
        aliases: &[
            Alias::new(&["flowers", "play"], &["play", "flowers"]),
            Alias::new(&["flowers", "serve"], &["serve", "flowers"]),
            Alias::new(&["flowers", "skeleton"], &["skeleton", "flowers"]),
            Alias::new(&["flowers", "series"], &["series", "flowers"]),
            Alias::new(&["flowers", "train"], &["train", "flowers"]),
            Alias::new(&["flowers", "new"], &["new", "flowers"]),
        ],
        stages: &[
            Stage::one_on_one("SOWER", &["Sower"]),
            Stage::one_on_one("GARDENER", &["Gardener"]),
            Stage::one_on_one("ESTATE", &["Estate"]),
        ],
        introduction,
        look,
        entries: &["bot_input"],
        ..GameInfo::of::<Flowers>()
    };
    const PROTOCOLS: &'static Protocols<Self> = &protocols::PROTOCOLS;
    /// The benchmark uses the built-in player that computes most.
    const BENCH: Bench<Self> = Bench {
        places: &[("picture", &[("board", "picture")])],
        walk: Some(|| {
            let mut estate = estate::Estate::default();
            Box::new(move |view, _| estate.act(view))
        }),
        ..Bench::USUAL
    };

    fn bot(_: &'static GameInfo, name: &str) -> Option<Bot<Flowers>> {
        Some(match name {
            "Sower" => Box::new(|view, _| sower::act(view)),
            "Gardener" => {
                let mut gardener = gardener::Gardener::default();
                Box::new(move |view, _| gardener.act(view))
            }
            "Estate" => {
                let mut estate = estate::Estate::default();
                Box::new(move |view, _| estate.act(view))
            }
            _ => return None,
        })
    }

    fn setup(
        _: &'static GameInfo,
        options: &GameOptions,
        seated: &[Seated<'_>],
        draw: Draw,
    ) -> Result<Setup, InvalidOptions> {
        let original = options.word("rules") == Some(ORIGINAL);
        let numbers = match options.file("numbers") {
            Some((bytes, word)) => Numbers::read(bytes).map_err(|fault| {
                InvalidOptions(t!("cannot use the numbers in %{word}: %{fault}", word, fault))
            })?,
            None => Numbers::default(),
        };
        let rounds = options.number("rounds").and_then(|rounds| u32::try_from(rounds).ok());
        let is_usual = numbers.rounds == Numbers::default().rounds;
        let usual = if original && is_usual { ROUNDS_ORIGINAL } else { numbers.rounds };
        let first = match options.file("board") {
            Some((bytes, word)) => Some(board::read(bytes).map_err(|fault| {
                InvalidOptions(t!("cannot use %{word} as the board: %{fault}", word, fault))
            })?),
            None => None,
        };
        let training = training(options, draw.seed);
        let games = if options.flag("decide") && training.is_none() { GAMES_MAX } else { 1 };
        let boards = first.into_iter().chain(board::drawn(draw.seed)).take(games).collect();
        let setup = Setup { numbers, rounds: rounds.unwrap_or(usual), original, boards, training };
        let wrong = || InvalidOptions(t!("The flower farm is for 2 players and 1 to 10000 rounds"));
        (setup.is_sound() && seated.len() == SEATS).then_some(setup).ok_or_else(wrong)
    }

    fn rounds(setup: &Setup) -> u32 {
        let games = setup.training.as_ref().map_or(1, |training| training.games);
        let before = setup.broken_off(0).map_or(0, |until| setup.rounds.min(until - 1));
        setup.rounds.saturating_add(before.saturating_mul(games - 1))
    }

    fn headlines(_: &Setup, names: &[String]) -> Box<dyn Narrator<Flowers>> {
        Box::new(TrainingReport::new(names))
    }

    fn verdict(state: &State, players: &[PlayerSummary<'_>], _: usize) -> Option<Verdict> {
        let name = |seat: Seat| t!("%{name} (player %{seat})", seat, name = players[seat.index()].name);
        let standings = Flowers::standings(state);
        let first =
            Seat::all(SEATS).find(|seat| standings[seat.index()].place < standings[1 - seat.index()].place);
        let words = match (state.end?, first) {
            (End::Abandoned, Some(leader)) => {
                t!(
                    "Abandoned in round %{round}: no player is left; %{leader} leads.",
                    round = state.round,
                    leader = name(leader)
                )
            }
            (End::Abandoned, None) => {
                t!(
                    "Abandoned in round %{round}: no player is left; the scores are level.",
                    round = state.round
                )
            }
            (End::Misses(loser), _) => {
                t!("%{loser} has missed too many actions and loses.", loser = name(loser))
            }
            (End::Worth, Some(winner)) => {
                t!("All games were draws; %{winner} owns more and wins.", winner = name(winner))
            }
            (End::Points, Some(winner)) => {
                t!("%{winner} has harvested more and wins.", winner = name(winner))
            }
            (End::Points | End::Worth, None) => t!("A draw."),
        };
        Some(Verdict { words, lines: String::new() })
    }
}

fn look(option: &str, bytes: &[u8]) -> Result<FileInfo, Message> {
    match option {
        "numbers" => Numbers::read(bytes).map(drop)?,
        _ => board::read(bytes).map(drop)?,
    }
    Ok(FileInfo::default())
}

/// Returns the training settings, or `None` if only one game is requested.
fn training(options: &GameOptions, seed: u64) -> Option<Training> {
    let number = |option| options.number(option).and_then(|number| u32::try_from(number).ok());
    let games = number("training").filter(|games| *games > 1)?;
    Some(Training { games, until: number("until").unwrap_or(ROUNDS_ORIGINAL), seed })
}

/// Reports the points at the end of each training game, and how many games each player has won so far.
struct TrainingReport {
    names: Vec<String>,
    played: u32,
    won: [u32; 2],
}

impl TrainingReport {
    fn new(names: &[String]) -> TrainingReport {
        TrainingReport { names: names.to_vec(), played: 0, won: [0; 2] }
    }

    fn line(&mut self, points: [i64; 2]) -> String {
        self.played += 1;
        for seat in 0..2 {
            self.won[seat] += u32::from(points[seat] > points[1 - seat]);
        }
        let name = |seat: usize| self.names.get(seat).map_or("?", String::as_str);
        t!(
            "Game %{number}: %{first} %{points1}, %{second} %{points2}; games won so far: %{won1} and %{won2}\n",
            number = self.played,
            first = name(0),
            points1 = points[0],
            second = name(1),
            points2 = points[1],
            won1 = self.won[0],
            won2 = self.won[1]
        )
    }
}

impl Narrator<Flowers> for TrainingReport {
    fn begin(&mut self, _: &State, _: &[Event]) -> String {
        String::new()
    }

    fn turn(&mut self, _: u32, _: &[Seat], events: &[Event], state: &State) -> String {
        let points = events.iter().find_map(|event| match event {
            Event::Again { points, .. } => Some(*points),
            Event::Over { .. } => Some([0, 1].map(|seat: usize| state.players[seat].points)),
            _ => None,
        });
        points.map_or_else(String::new, |points| self.line(points))
    }
}
