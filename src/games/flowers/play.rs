//! What there is to choose on the flower farm: rules, numbers, the board, built-in players, challenges.

use crate::language::{later, t};
use super::board::{self, PICTURE};
use super::event::End;
use super::numbers::{Numbers, ROUNDS_MAX};
use super::settings::introduction;
use super::state::State;
use super::{FIGURES, Flowers, GAMES_MAX, SEATS, Setup, estate, gardener, sower, ways};
use crate::game::{
    Alias, BuiltIn, BuiltInFile, Chosen, Draw, Fared, Game, Introduction, Kind, Look, Opt, Playable, Plays, Seat, Seated, Stage, Verdict,
    Ways, Wrong,
};
use std::ops::RangeInclusive;

const SEED: &str = "seed";
const ORIGINAL: &str = "original";
/// The original's games had a round less.
const ROUNDS_ORIGINAL: u32 = 99;

const BOARDS: &[BuiltInFile] = &[BuiltInFile {
    name: "picture",
    about: "the special tiles of the contest's picture",
    text: || PICTURE.to_string(),
}];

const fn stage(name: &'static str, opponents: &'static [&'static str; 1]) -> Stage {
    Stage { name, opponents, champion: opponents[0], options: &[], wins_needed: 3, opens: &[] }
}

impl Playable for Flowers {
    const TITLE: &'static str = "Flower farm";
    const ABOUT: &'static str = later!("two farmers buy land, plant, water and harvest; who has harvested more wins");
    const SEATS: RangeInclusive<usize> = SEATS..=SEATS;
    const TURN_SECONDS: u64 = 6;
    const OPTIONS: &'static [Opt] = &[
        Opt {
            name: "board",
            help: "The special tiles: random, picture, a file, or a list such as \"(1,2) (6,5)\"",
            kind: Kind::File {
                ending: "tiles",
                built_in: BOARDS,
                usual: "random",
                absent: Some(("random", "Drawn special tiles")),
                literal: Some('('),
            },
        },
        Opt {
            name: "numbers",
            help: "A JSON file with any of the game's numbers",
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
            help: "As the contest's text has it, or as its server played",
            kind: Kind::Choice { of: &[SEED, ORIGINAL], usual: SEED },
        },
        Opt {
            name: "rounds",
            help: "How many rounds a game lasts [default: 100, or 99 with the original's rules]",
            kind: Kind::Number { least: 1, most: ROUNDS_MAX as u64, usual: None },
        },
        Opt {
            name: "decide",
            help: "Play a draw again, up to three times, then compare what the players own",
            kind: Kind::Flag,
        },
    ];
    const BUILT_IN: &'static [BuiltIn<Self>] = &[
        BuiltIn {
            name: "Sower",
            about: "one tile, one flower after the other",
            plays: Plays::Thinker(|view, _| sower::act(view)),
        },
        BuiltIn {
            name: "Gardener",
            about: "the contest's opponent: one plan after the other",
            plays: Plays::Planner(|| {
                let mut gardener = gardener::Gardener::default();
                Box::new(move |view, _| gardener.act(view))
            }),
        },
        BuiltIn {
            name: "Estate",
            about: "grows as fast as it can, and fertilizes much",
            plays: Plays::Planner(|| {
                let mut estate = estate::Estate::default();
                Box::new(move |view, _| estate.act(view))
            }),
        },
    ];
    const SUGGESTED: &'static [&'static str] = &["human", "Gardener"];
    const FIGURES: &'static [&'static str] = &FIGURES;
    const WAYS: &'static Ways<Self> = &ways::WAYS;
    const NEW: &'static [(&'static str, &'static str)] = &[
        ("bot.py", include_str!("../../../python/flowers/bot.py")),
        ("test_bot.py", include_str!("../../../python/flowers/test_bot.py")),
        ("flowers.pyi", include_str!("../../../python/flowers/flowers.pyi")),
        ("README.md", include_str!("../../../python/flowers/README.md")),
    ];
    const NEW_IN: &'static [(&'static str, &'static [(&'static str, &'static str)])] = &[(
        "de",
        &[
            ("bot.py", include_str!("../../../python/flowers/de/bot.py")),
            ("test_bot.py", include_str!("../../../python/flowers/de/test_bot.py")),
            ("flowers.pyi", include_str!("../../../python/flowers/de/flowers.pyi")),
            ("README.md", include_str!("../../../python/flowers/de/README.md")),
        ],
    )];
    const ALIASES: &'static [Alias] = &[
        (&["flowers", "play"], &["play", "flowers"]),
        (&["flowers", "serve"], &["serve", "flowers"]),
        (&["flowers", "skeleton"], &["skeleton", "flowers"]),
        (&["flowers", "series"], &["series", "flowers"]),
        (&["flowers", "new"], &["new", "flowers"]),
    ];
    const STAGES: &'static [Stage] =
        &[stage("SOWER", &["Sower"]), stage("GARDENER", &["Gardener"]), stage("ESTATE", &["Estate"])];

    fn setup(chosen: &Chosen, seated: &[Seated<'_>], draw: Draw) -> Result<Setup, Wrong> {
        let original = chosen.word("rules") == Some(ORIGINAL);
        let numbers = match chosen.file("numbers") {
            Some((bytes, word)) => Numbers::read(bytes)
                .map_err(|fault| Wrong(t!("%{word} can't be played with: %{fault}", word, fault)))?,
            None => Numbers::default(),
        };
        let asked = chosen.number("rounds").and_then(|rounds| u32::try_from(rounds).ok());
        let is_usual = numbers.rounds == Numbers::default().rounds;
        let usual = if original && is_usual { ROUNDS_ORIGINAL } else { numbers.rounds };
        let first = match chosen.file("board") {
            Some((bytes, word)) => Some(
                board::read(bytes).map_err(|fault| Wrong(t!("%{word} can't be the board: %{fault}", word, fault)))?,
            ),
            None => None,
        };
        let games = if chosen.flag("decide") { GAMES_MAX } else { 1 };
        let boards = first.into_iter().chain(board::drawn(draw.seed)).take(games).collect();
        let setup = Setup { numbers, rounds: asked.unwrap_or(usual), original, boards };
        let wrong = || Wrong(t!("The flower farm is for 2 players and 1 to 10000 rounds"));
        (setup.is_sound() && seated.len() == SEATS).then_some(setup).ok_or_else(wrong)
    }

    fn rounds(setup: &Setup) -> u32 {
        setup.rounds
    }

    fn introduction(source: &str) -> Introduction {
        introduction(source)
    }

    fn look(option: &str, bytes: &[u8]) -> Result<Look, String> {
        match option {
            "numbers" => Numbers::read(bytes).map(drop)?,
            _ => board::read(bytes).map(drop)?,
        }
        Ok(Look::default())
    }

    fn verdict(state: &State, players: &[Fared<'_>], _: usize) -> Option<Verdict> {
        let name = |seat: Seat| t!("%{name} (player %{seat})", seat, name = players[seat.index()].name);
        let standings = Flowers::standings(state);
        let first = Seat::all(SEATS).find(|seat| standings[seat.index()].place < standings[1 - seat.index()].place);
        let words = match (state.end?, first) {
            (End::Abandoned, Some(leader)) => {
                t!("Abandoned in round %{round}: nobody is there any more; %{leader} leads.", round = state.round, leader = name(leader))
            }
            (End::Abandoned, None) => {
                t!("Abandoned in round %{round}: nobody is there any more; both have the same.", round = state.round)
            }
            (End::Misses(loser), _) => t!("%{loser} has missed too many actions and loses.", loser = name(loser)),
            (End::Worth, Some(winner)) => t!("Draws to the end; %{winner} owns more and wins.", winner = name(winner)),
            (End::Points, Some(winner)) => t!("%{winner} has harvested more and wins.", winner = name(winner)),
            (End::Points | End::Worth, None) => t!("A draw."),
        };
        Some(Verdict { words, lines: String::new() })
    }
}
