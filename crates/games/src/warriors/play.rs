//! Options, built-in AIs, challenges and benchmarks of Warriors & Gatherers.

use super::board::{FieldType, Position};
use super::orders::{Direction, Orders, UnitType};
use super::rules::Rules;
use super::state::State;
use super::{PYTHON, PlayerSetup, SEATS, Setup, View, Warriors, critic, generate, map_file, maps};
use std::sync::Arc;
use wag_core::game::{
    Advice, Alias, Bench, BotKind, BuiltIn, Cell, Critic, Draw, FileInfo, GameInfo, GameOptions,
    InvalidOptions, Kind, Maker, Opt, Playable, Protocols, Seat, Seated, Sight, Sketch, Stage, Tone,
    Unlockable,
};
use wag_core::python_files;
use wag_i18n::{Message, later, t};

/// Name of the built-in player that does nothing, needs no Python, and starts without resources.
const IDLE: &str = "Dummy";

macro_rules! source {
    ($name:literal, $about:expr) => {
        BuiltIn {
            name: $name,
            about: $about,
            plays: BotKind::Source(include_str!(concat!("../../../../python/opponents/", $name, ".py"))),
        }
    };
}

impl Playable for Warriors {
    const INFO: GameInfo = GameInfo {
        title: later!("Warriors & Gatherers"),
        about: later!("four AIs gather resources, build units and fight on a board"),
        seats: SEATS..=SEATS,
        options: &[
            Opt {
                name: "map",
                help: "The board: a built-in map or a map file",
                kind: Kind::File {
                    ending: "map",
                    built_in: maps::MAPS,
                    usual: maps::DEFAULT,
                    absent: None,
                    literal: None,
                },
            },
            Opt {
                name: "rounds",
                help: "Number of rounds per match [default: 1000, or the value in the rules file]",
                // No default here, because the rules file may set another number.
                kind: Kind::Number { least: 1, most: 1_000_000, usual: None },
            },
            Opt {
                name: "rules",
                help: "A JSON file that overrides the parameters of the game (see `wag rules`)",
                kind: Kind::File {
                    ending: "json",
                    built_in: RULES,
                    usual: "usual",
                    absent: None,
                    literal: None,
                },
            },
        ],
        built_in: &[
            BuiltIn { name: IDLE, about: "gives no orders and starts with nothing", plays: BotKind::Idle },
            source!("Noob", later!("walks straight to the nearest resources")),
            source!(
                "Intermediate",
                later!("searches for paths and divides the resources among its gatherers")
            ),
            source!("Advanced", later!("uses warriors for guarding and raiding")),
            source!("Expert", later!("plans ahead and considers the moves of all players")),
        ],
        filler: Some("Noob"),
        suggested: &["Noob"; 4],
        figures: &[later!("stock"), later!("units"), later!("kills"), later!("losses")],
        new: new_files! {
            ".",
            "yourAI.py" = "../yourAI.py",
            "yourFunctions.py" = "../yourFunctions.py",
            "test_yourFunctions.py" = "new/test_yourFunctions.py",
            "classes.pyi",
            "__builtins__.pyi",
            "README.md" = "new/README.md",
        },
        new_in: &[(
            "de",
            python_files!(
                "new/de",
                "yourAI.py",
                "yourFunctions.py",
                "test_yourFunctions.py",
                "classes.pyi",
                "__builtins__.pyi",
                "README.md"
            ),
        )],
        makers: &[Maker {
            name: "map",
            help: "A random map: fair, connected, of any size",
            ending: "map",
            options: &[Opt {
                name: "size",
                help: "Side length, in fields",
                kind: Kind::Number { least: 5, most: 200, usual: Some(40) },
            }],
            make: |seed, options| {
                Ok(map_file::write(&generate::generate(seed, options.number("size").unwrap_or(40) as u32)))
            },
        }],
        aliases: &[
            Alias {
                about: Some(later!("List the maps of Warriors & Gatherers, or draw one of them")),
                ..Alias::new(&["maps"], &["games", "warriors", "map"])
            },
            Alias::new(&["maps", "generate"], &["make", "warriors", "map"]),
            Alias {
                about: Some(later!("Print all numbers of Warriors & Gatherers, in a form that you can edit")),
                ..Alias::new(&["rules"], &["games", "warriors", "rules", "usual"])
            },
        ],
        stages: STAGES,
        lessons: python_files!(
            "course/warriors",
            "01-print.md",
            "01-print.de.md",
            "02-unit.md",
            "02-unit.de.md",
            "03-if.md",
            "03-if.de.md",
            "04-else.md",
            "04-else.de.md",
            "05-position.md",
            "05-position.de.md",
            "06-board.md",
            "06-board.de.md",
            "07-none.md",
            "07-none.de.md",
            "08-function.md",
            "08-function.de.md",
            "09-nearest.md",
            "09-nearest.de.md",
            "10-team.md",
            "10-team.de.md",
            "11-path.md",
            "11-path.de.md",
            "12-warrior.md",
            "12-warrior.de.md",
            "13-guard.md",
            "13-guard.de.md",
        ),
        look,
        sketch,
        entries: &["BattleClient"],
        ..GameInfo::of::<Warriors>()
    };
    const PROTOCOLS: &'static Protocols<Self> = &Protocols { python: Some(PYTHON), ..Protocols::NONE };
    const BENCH: Bench<Self> = Bench {
        light: &[
            (later!("an empty line"), "\n"),
            (later!("a file that uses the classes"), include_str!("../../../../benches/light/classes.py")),
            (later!("the classes and a helper module"), include_str!("../../../../benches/light/helper.py")),
            (
                later!("the classes and four modules of a package"),
                include_str!("../../../../benches/light/package.py"),
            ),
        ],
        ai: Some(include_str!("../../../../benches/scan.py")),
        calls: Some(include_str!("../../../../benches/api_calls.py")),
        places: &[
            ("meadow, 20x20", &[("map", "meadow")]),
            ("ring, 40x40", &[("map", "ring")]),
            ("backyards, 50x50", &[("map", "backyards")]),
            ("garden, 100x100", &[("map", "garden")]),
        ],
        changing: Some((later!("garden, resources change on a tenth of the fields"), changing)),
        walk: Some(|| Box::new(walk)),
        ..Bench::USUAL
    };

    fn setup(
        _: &'static GameInfo,
        options: &GameOptions,
        seated: &[Seated<'_>],
        _: Draw,
    ) -> Result<Setup, InvalidOptions> {
        let mut rules = match options.file("rules") {
            Some((bytes, word)) => {
                rules_of(bytes).map_err(|error| InvalidOptions(format!("{word}: {error}")))?
            }
            None => Rules::default(),
        };
        if let Some(rounds) = options.number("rounds") {
            rules.rounds = rounds as u32;
            rules.check().map_err(|error| InvalidOptions(t!("--rounds: %{fault}", fault = error)))?;
        }
        let board = match options.file("map") {
            Some((bytes, word)) => {
                let parsed = map_file::parse(bytes);
                parsed.map_err(|err| InvalidOptions(format!("{word}, {}", err.translated())))?.board
            }
            None => maps::board_of(maps::find(maps::DEFAULT).expect("it is in the list")),
        };
        let player = |seat: usize| PlayerSetup {
            name: seated.get(seat).map_or_else(String::new, |seated| seated.name.to_string()),
            starts_empty: seated.get(seat).is_some_and(|seated| seated.built_in == Some(IDLE)),
        };
        Ok(Setup { board: Arc::new(board), rules, players: std::array::from_fn(player) })
    }

    fn critic(setup: &Setup) -> Option<Box<dyn Critic<Warriors>>> {
        Some(critic::new_critic(setup))
    }

    fn advice(note: &Advice) -> Message {
        critic::sentence(note)
    }

    fn rounds(setup: &Setup) -> u32 {
        setup.rules.rounds
    }
}

fn look(option: &str, bytes: &[u8]) -> Result<FileInfo, Message> {
    if option == "rules" {
        return Ok(rules_of(bytes).map(|_| FileInfo::default())?);
    }
    let parsed = map_file::parse(bytes)?;
    let side = parsed.board.side();
    Ok(FileInfo {
        title: parsed.board.title().to_string(),
        size: Some((side, side)),
        warnings: parsed.warnings,
    })
}

/// A built-in rules file with the numbers of the manual, as a starting point for the user's own rules.
const RULES: &[wag_core::game::BuiltInFile] = &[wag_core::game::BuiltInFile {
    name: "usual",
    about: later!("the numbers in the manual"),
    text: || serde_json::to_string_pretty(&Rules::default()).expect("numbers are always JSON") + "\n",
}];

/// Returns two states for a benchmark. Each has resources on up to a twentieth of the board's fields, and no field has
/// resources in both states.
fn changing(setup: &Setup) -> [State; 2] {
    [0, 1].map(|odd| {
        let mut state = State::new(setup, 0);
        let tenth = setup.board.fields().len() / 10;
        for at in setup.board.resource_fields().iter().take(tenth).skip(odd).step_by(2) {
            state.set_resources(*at, setup.rules.spawn_amount);
        }
        state
    })
}

fn rules_of(bytes: &[u8]) -> Result<Rules, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| t!("the file is not UTF-8 text"))?;
    Rules::parse(text).map_err(|error| error.to_string())
}

/// The four challenges of the manual (3.5).
const STAGES: &[Stage] = &[
    Stage {
        name: "NOOB",
        opponents: &["Noob", "Noob", "Noob"],
        champion: "Noob",
        options: &[("map", "meadow"), ("rounds", "1000")],
        wins_needed: 10,
        opens: &[
            Unlockable::Player("Intermediate"),
            Unlockable::File("map", "ring"),
            Unlockable::File("map", "spring"),
        ],
    },
    Stage {
        name: "INTERMEDIATE",
        opponents: &["Intermediate", "Intermediate", "Intermediate"],
        champion: "Intermediate",
        options: &[("map", "ring"), ("rounds", "1000")],
        wins_needed: 5,
        opens: &[
            Unlockable::Player("Advanced"),
            Unlockable::File("map", "labyrinth"),
            Unlockable::File("map", "backyards"),
        ],
    },
    Stage {
        name: "ADVANCED",
        opponents: &["Dummy", "Dummy", "Advanced"],
        champion: "Advanced",
        options: &[("map", "meadow"), ("rounds", "1000")],
        wins_needed: 3,
        opens: &[
            Unlockable::Player("Expert"),
            Unlockable::File("map", "fortress"),
            Unlockable::File("map", "canyons"),
        ],
    },
    Stage {
        name: "EXPERT",
        opponents: &["Intermediate", "Advanced", "Expert"],
        champion: "Expert",
        options: &[("map", "fortress"), ("rounds", "1000")],
        wins_needed: 1,
        opens: &[Unlockable::File("map", "garden")],
    },
];

fn sketch(option: &str, bytes: &[u8]) -> Option<Sketch> {
    let board = map_file::parse(bytes).ok().filter(|_| option == "map")?.board;
    let side = board.side();
    let places = (0..side).flat_map(|y| (0..side).map(move |x| Position { x, y }));
    let cells = places.map(|place| cell(board.field(board.index(place)))).collect();
    let legend = [
        (FieldType::Land, later!("land")),
        (FieldType::Resource, later!("resource field")),
        (FieldType::Water, later!("water")),
        (FieldType::Wall, later!("wall")),
    ];
    let mut legend: Vec<_> = legend.into_iter().map(|(field, what)| (vec![cell(field)], what)).collect();
    legend.push((Seat::all(SEATS).map(|seat| cell(FieldType::Base(seat))).collect(), later!("bases")));
    Some(Sketch {
        sight: Sight { width: side as usize, cells },
        legend,
        words: t!(
            "%{n} of the fields are resource fields. The field at x, y is roundState.getMap()[x][y].",
            n = board.resource_fields().len()
        ),
    })
}

/// Draws a field with its map file character, so that users can type what they see in the sketch.
fn cell(field: FieldType) -> Cell {
    let sign = map_file::letter(field);
    match field {
        FieldType::Land => Cell::plain(sign, Tone::Ground),
        FieldType::Resource => Cell::plain(sign, Tone::Goods),
        FieldType::Water => Cell::plain(sign, Tone::Water),
        FieldType::Wall => Cell::plain(sign, Tone::Wall),
        FieldType::Base(seat) => Cell::owned([sign, ' '], Tone::Home, seat),
    }
}

/// Returns orders that make units wander about, gather, fight and deliver.
fn walk(view: &View<'_>, turns: u64) -> Orders {
    let player = view.state.player(view.seat);
    let mut orders = Orders::default();
    if player.units.len() < 8 {
        orders.creations.push(UnitType::Gatherer);
    }
    for unit in &player.units {
        orders.moves.push((unit.id, Direction::ALL[(unit.id.0 as usize + (turns / 7) as usize) % 4]));
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_and_opponent_of_a_stage_is_built_in() {
        let names: Vec<&str> = Warriors::INFO.built_in.iter().map(|ai| ai.name).collect();
        for stage in STAGES {
            assert!(stage.opponents.iter().all(|name| names.contains(name)), "{}", stage.name);
            assert!(stage.opponents.contains(&stage.champion), "{}", stage.name);
            assert!(maps::find(stage.options[0].1).is_some(), "{}", stage.name);
        }
    }

    #[test]
    fn every_map_but_the_first_is_opened_once_in_the_order_of_the_list() {
        let opened = STAGES.iter().flat_map(|stage| stage.opens).filter_map(|thing| match thing {
            Unlockable::File(_, map) => Some(*map),
            Unlockable::Player(_) => None,
        });
        let maps: Vec<&str> = maps::MAPS.iter().map(|map| map.name).collect();
        assert_eq!(opened.collect::<Vec<_>>(), maps[1..]);
    }

    #[test]
    fn a_sketch_has_a_sign_for_each_field() {
        let map = maps::find("meadow").unwrap();
        let sketch = sketch("map", (map.text)().as_bytes()).unwrap();
        assert_eq!((sketch.sight.width, sketch.sight.height()), (20, 20));
        assert_eq!(sketch.legend.len(), 5);
        let signs: Vec<char> = sketch.sight.cells.iter().map(|cell| cell.signs[0]).collect();
        let drawn: Vec<String> = signs.chunks(20).map(|row| row.iter().collect()).collect();
        assert_eq!(drawn, (map.text)().lines().skip(4).collect::<Vec<_>>(), "the signs of the file");
    }
}
