//! The options of the ant war: its maps, settings, random number generators and built-in players.

use super::bots::{Hunter, forage, wander};
use super::colony;
use super::generate::{MapRequest, PIECE_MIN, Style, generate};
use super::map::{Map, PLAYERS_MAX, PLAYERS_MIN};
use super::numbers::{FOOD_MAX, Numbers, RADIUS2_MAX, TURNS_MAX};
use super::position::FIGURES;
use super::rng::{Kind as RandomKind, player_seed};
use super::{Ants, Setup, check, contest, crowd, experiments, protocols, symmetry};
use std::ops::RangeInclusive;
use std::sync::Arc;
use wag_core::game::{
    Alias, Bench, Bot, BotKind, BuiltIn, BuiltInFile, ContestReplays, Draw, FileInfo, GameInfo, GameOptions,
    InvalidOptions, Kind, Maker, Opt, Playable, Preset, Protocols, Seated,
};
use wag_core::python_files;
use wag_i18n::{Message, later, t};

macro_rules! built_in {
    ($($name:literal: $about:expr,)*) => {
        &[$(BuiltInFile {
            name: $name,
            about: $about,
            text: || include_str!(concat!("../../../../maps/ants/", $name, ".map")).to_string(),
        }),*]
    };
}

const MAPS: &[BuiltInFile] = built_in! {
    "ponds": later!("two players, 48x48: open land with ponds"),
    "hedges": later!("two players, 60x60: a maze of thin walls"),
    "thirds": later!("three players, 90x40: caves side by side"),
    "quarters": later!("four players, 80x80: caves, a quarter for each"),
    "warren2": later!("two players, 80x80: a maze, two hills each"),
    "chambers": later!("two players, 72x60: chambers with wide doors"),
    "warren4": later!("four players, 104x104: a maze, two hills each"),
    "caves": later!("four players, 110x100: caves, mirrored"),
    "meadows": later!("five players, 150x60: open land with ponds"),
    "grottoes": later!("six players, 99x90: caves"),
    "orchard": later!("seven players, 175x50: chambers with wide doors"),
    "labyrinth": later!("eight players, 120x84: a maze"),
    "tutorial": later!("test map, two players, 48x32: open land, food near the hill with --scenario"),
    "attack": later!("test map, two players, 44x30: hills near each other, much food with --scenario"),
    "defend": later!("test map, two players, 60x34: each hill in a chamber with one door"),
    "swarm": later!("test map, two players, 72x40: sixty ants each with --scenario"),
    "troop": later!("test map, two players, 48x30: twelve ants each, face to face, with --scenario"),
};

const MAP: &str = "ponds";

/// The name of the option that sets the contest's values.
const CONTEST: &str = "contest";

/// Returns the type of a numeric option. If `usual` is `None`, the value is drawn at random or follows from other
/// options.
const fn number(least: u32, most: u32, usual: Option<u64>) -> Kind {
    Kind::Number { least: least as u64, most: most as u64, usual }
}

const OPTIONS: &[Opt] = &[
    Opt {
        name: "map",
        help: "The board: a built-in map or a map file; it determines the number of players",
        kind: Kind::File { ending: "map", built_in: MAPS, usual: MAP, absent: None, literal: None },
    },
    Opt { name: "turns", help: "Maximum number of turns in a match", kind: number(1, TURNS_MAX, Some(1000)) },
    Opt {
        name: "viewradius2",
        help: "How far ants see: the square of the radius",
        kind: number(0, RADIUS2_MAX, Some(77)),
    },
    Opt {
        name: "attackradius2",
        help: "Attack radius of ants, squared",
        kind: number(0, RADIUS2_MAX, Some(5)),
    },
    Opt {
        name: "spawnradius2",
        help: "How far ants reach to gather food: the square of the radius",
        kind: number(0, RADIUS2_MAX, Some(1)),
    },
    Opt {
        name: "food",
        help: "Placement of food: symmetric is fair to all players, none means that no food appears",
        kind: Kind::Choice { of: &[SYMMETRIC, "none"], usual: SYMMETRIC },
    },
    Opt {
        name: "food-rate",
        help: "Amount of food per player that appears every --food-turn turns [default: drawn from 5 to 11]",
        kind: number(0, FOOD_MAX, None),
    },
    Opt {
        name: "food-turn",
        help: "Number of turns in which the food of --food-rate appears [default: drawn from 19 to 37]",
        kind: number(1, FOOD_MAX, None),
    },
    Opt {
        name: "food-start",
        help: "Number of land fields per food at the start [default: drawn from 75 to 175]",
        kind: number(1, FOOD_MAX, None),
    },
    Opt {
        name: "food-visible",
        help: "Amount of the starting food per player that is in sight of a hill [default: drawn from 3 to 5]",
        kind: number(0, FOOD_MAX, None),
    },
    Opt {
        name: "cutoff-turn",
        help: "Number of turns after which the match ends early if one player, or the food on the board, has nearly all ants and food",
        kind: number(1, TURNS_MAX, Some(150)),
    },
    Opt {
        name: "cutoff-percent",
        help: "Share of all ants and food that counts as nearly all for --cutoff-turn, in percent",
        kind: number(0, 100, Some(85)),
    },
    Opt {
        name: "random",
        help: "Random number generator: Wag's own, or an exact copy of that of a contest engine",
        kind: Kind::Choice { of: &RandomKind::NAMES, usual: RandomKind::NAMES[0] },
    },
    Opt {
        name: "player-seed",
        help: "Seed that all players receive for their own random numbers [default: drawn from the seed]",
        kind: Kind::Number { least: 0, most: i64::MAX as u64, usual: None },
    },
    Opt {
        name: CONTEST,
        help: "Use the contest's defaults: player seed 42, Python 2 random numbers, 3 seconds to start",
        kind: Kind::Flag,
    },
    Opt { name: "strict", help: "Remove a player from the match after an invalid order", kind: Kind::Flag },
    Opt {
        name: "keep-going",
        help: "Let a Python file that fails or is late lose only its orders for that turn, not the match",
        kind: Kind::Flag,
    },
    Opt { name: "scenario", help: "Start with the ants and the food drawn on the map", kind: Kind::Flag },
    Opt {
        name: "capture-errors",
        help: "Include the beginning and the end of the players' standard error output in the contest's replay",
        kind: Kind::Flag,
    },
];

const BUILT_IN: &[BuiltIn] = &[
    BuiltIn { name: "Hold", about: "gives no orders", plays: BotKind::Idle },
    BuiltIn {
        name: "Random",
        about: "goes straight ahead, or sometimes in another random direction",
        plays: BotKind::Native,
    },
    BuiltIn { name: "Forager", about: "goes to the nearest food", plays: BotKind::Native },
    BuiltIn {
        name: "Hunter",
        about: "gathers food, razes hills, explores, and avoids stronger enemies",
        plays: BotKind::Native,
    },
    colony::player("Concentrate", "concentrate.py", later!("brings its ants to one place")),
    colony::player("Flock", "flock.py", later!("moves all its ants in the same direction")),
    colony::player(
        "Swarm",
        "swarm.py",
        later!("gathers its ants halfway to a hill, then attacks it with all of them"),
    ),
    colony::player("DefendHill", "defend_hill.py", later!("gathers food and guards its own hills")),
    colony::player("AttackHill", "attack_hill.py", later!("gathers food and attacks enemy hills")),
    colony::player("DefendOnly", "defend_only.py", later!("plays like Colony, but does not attack hills")),
    colony::player("AttackOnly", "attack_only.py", later!("plays like Colony, but does not defend hills")),
    colony::player("Colony", "default.py", later!("assigns its ants to tasks by rules and a profile")),
    colony::player("Colony-aggressive", "aggressive.py", later!("attacks with more ants than Colony")),
    colony::player("Colony-defensive", "defensive.py", later!("keeps more ants at home than Colony")),
    colony::player("Colony-expansive", "expansive.py", later!("explores and gathers more than Colony")),
    colony::player("Colony-aggressive2", "aggressive2.py", later!("attacks with most of its ants")),
    colony::player("Colony-defensive2", "defensive2.py", later!("keeps most of its ants at home")),
    colony::player(
        "Colony-expansive2",
        "expansive2.py",
        later!("explores and gathers with most of its ants"),
    ),
];

impl Playable for Ants {
    const INFO: GameInfo = GameInfo {
        title: later!("Ants"),
        about: later!("ants gather food, multiply, fight, and raze each other's hills"),
        seats: PLAYERS_MIN as usize..=PLAYERS_MAX as usize,
        simultaneous: true,
        starts_without_failed: true,
        turn_seconds: 1,
        options: OPTIONS,
        presets: &[Preset {
            flag: CONTEST,
            options: &[("player-seed", "42"), ("random", RandomKind::Python2.name())],
            start_seconds: 3,
        }],
        built_in: BUILT_IN,
        suggested: &["Hunter", "Forager"],
        figures: &FIGURES,
        new: new_files! {
            "ants", "myAnts.py", "test_myAnts.py", "ants.pyi",
            "README.md",
        },
        new_in: &[("de", python_files!("ants/de", "myAnts.py", "test_myAnts.py", "ants.pyi", "README.md"))],
        makers: &[Maker {
            name: "map",
            help: "A random map that meets the contest's requirements, with an equal piece of land for each player",
            ending: "map",
            options: &[
                Opt {
                    name: "players",
                    help: "Number of players",
                    kind: number(PLAYERS_MIN as u32, PLAYERS_MAX as u32, Some(2)),
                },
                Opt {
                    name: "style",
                    help: "Kind of terrain",
                    kind: Kind::Choice { of: &Style::NAMES, usual: Style::NAMES[0] },
                },
                Opt { name: "rows", help: "Height of the map, in fields", kind: number(20, 200, Some(60)) },
                Opt { name: "cols", help: "Width of the map, in fields", kind: number(20, 200, Some(60)) },
                Opt { name: "hills", help: "Hills per player", kind: number(1, 5, Some(1)) },
            ],
            make,
        }],
        experiments: experiments::ALL,
        aliases: &[
            Alias::new(&["ants", "verify"], &["verify", "ants"]),
            Alias::new(&["ants", "check"], &["check", "ants"]),
            Alias::new(&["ants", "report"], &["report", "ants"]),
            Alias::new(&["ants", "experiment"], &["experiment", "ants"]),
        ],
        check: Some(|bytes, may_be_small| {
            let map = Map::parse(bytes).map_err(|err| err.translated())?;
            Ok(check::check(&map, may_be_small))
        }),
        seats_for: Some(seats_for),
        look,
        entries: &["MyBot", "do_turn"],
        ..GameInfo::of::<Ants>()
    };
    const PROTOCOLS: &'static Protocols<Self> = &protocols::PROTOCOLS;
    const CONTEST: Option<ContestReplays<Self>> = Some(contest::REPLAYS);
    const BENCH: Bench<Self> = Bench {
        ai: Some(include_str!("../../../../benches/march.py")),
        places: &[("quarters, 80x80", &[("map", "quarters")])],
        seats: Some(4),
        crowds: Some(crowd::crowds),
        ..Bench::USUAL
    };
    fn bot(_: &'static GameInfo, name: &str) -> Option<Bot<Ants>> {
        Some(match name {
            "Random" => Box::new(wander),
            "Forager" => Box::new(forage),
            "Hunter" => {
                let mut hunter = Hunter::default();
                Box::new(move |view, seed| hunter.act(view, seed))
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
        let (map, word) = map_of_options(options)?;
        let numbers = numbers(options);
        if seated.len() != usize::from(map.players) {
            return Err(InvalidOptions(t!("The map %{word} is for %{n} players", word, n = map.players)));
        }
        let homeless = map.homeless().filter(|_| !numbers.scenario);
        if let Some(seat) = homeless {
            return Err(InvalidOptions(t!(
                "On the map %{word}, player %{seat} has no hill",
                word,
                seat = seat.0
            )));
        }
        let random = options.word("random").and_then(RandomKind::of).unwrap_or_default();
        let player_seed =
            options.number("player-seed").map_or_else(|| player_seed(draw.seed), |number| number as i64);
        let setup = Setup { map: Arc::new(map), numbers, random, player_seed, given: None };
        if !setup.is_sound() {
            return Err(InvalidOptions(t!(
                "The map %{word} is too small for the attack radius or the gathering radius",
                word
            )));
        }
        let food = &setup.map.food[..if setup.numbers.scenario { setup.map.food.len() } else { 0 }];
        if setup.numbers.food
            && symmetry::combinations(&setup.map, &setup.first_ants(), food, random).is_empty()
        {
            return Err(InvalidOptions(t!(
                "The map %{word} is not symmetric, so food cannot be distributed fairly; to play without food, use --food none",
                word
            )));
        }
        Ok(setup)
    }

    fn rounds(setup: &Setup) -> u32 {
        setup.numbers.turns
    }
}

fn seats_for(options: &GameOptions) -> Result<RangeInclusive<usize>, InvalidOptions> {
    let (map, _) = map_of_options(options)?;
    Ok(map.players.into()..=map.players.into())
}

fn look(_: &str, bytes: &[u8]) -> Result<FileInfo, Message> {
    let map = Map::parse(bytes)?;
    let size = Some((map.size.cols.into(), map.size.rows.into()));
    Ok(FileInfo { size, ..FileInfo::default() })
}

/// Returns the map that the user chose, or else the default map, and the name that the user gave for it.
fn map_of_options(options: &GameOptions) -> Result<(Map, &str), InvalidOptions> {
    let (map, word) = match options.file("map") {
        Some((bytes, word)) => (Map::parse(bytes), word),
        None => (Map::parse((MAPS[0].text)().as_bytes()), MAP),
    };
    Ok((map.map_err(|err| InvalidOptions(format!("{word}, {}", err.translated())))?, word))
}

/// Returns the text of a new map file. It begins with the command that generates the same map again.
fn make(seed: u64, options: &GameOptions) -> Result<String, InvalidOptions> {
    let of = |name, usual: u64| options.number(name).unwrap_or(usual) as u16;
    let (players, rows, cols, hills) = (of("players", 2), of("rows", 60), of("cols", 60), of("hills", 1));
    let word = options.word("style").unwrap_or(Style::NAMES[0]);
    let style = Style::of(word).unwrap_or(Style::Open);
    let map = generate(MapRequest { players: players as u8, style, rows, cols, hills }, seed);
    let map = map.ok_or_else(|| {
        InvalidOptions(t!(
            "could not find a fair map of %{cols} x %{rows} fields for %{players} players (hills per player: %{hills}); rows and columns must divide into as many equal pieces as there are players, each at least %{least} wide and large enough; try other sizes or another seed",
            rows, cols, players, hills, least = PIECE_MIN
        ))
    })?;
    let words = format!(
        "--players {players} --style {word} --rows {rows} --cols {cols} --hills {hills} --seed {seed}"
    );
    Ok(format!("# wag make ants map {words}\n{}", map.write()))
}

const SYMMETRIC: &str = "symmetric";

fn numbers(options: &GameOptions) -> Numbers {
    let usual = Numbers::default();
    let of =
        |option, usual| options.number(option).and_then(|number| u32::try_from(number).ok()).unwrap_or(usual);
    let range = |option, [least, most]: [u32; 2]| [of(option, least), of(option, most)];
    Numbers {
        turns: of("turns", usual.turns),
        view_radius2: of("viewradius2", usual.view_radius2),
        attack_radius2: of("attackradius2", usual.attack_radius2),
        spawn_radius2: of("spawnradius2", usual.spawn_radius2),
        food_rate: range("food-rate", usual.food_rate),
        food_turn: range("food-turn", usual.food_turn),
        food_start: range("food-start", usual.food_start),
        food_visible: range("food-visible", usual.food_visible),
        cutoff_turn: of("cutoff-turn", usual.cutoff_turn),
        cutoff_percent: of("cutoff-percent", usual.cutoff_percent),
        food: options.word("food").is_none_or(|word| word == SYMMETRIC),
        strict: options.flag("strict"),
        scenario: options.flag("scenario"),
        keep_going: options.flag("keep-going"),
        capture_errors: options.flag("capture-errors"),
    }
}
