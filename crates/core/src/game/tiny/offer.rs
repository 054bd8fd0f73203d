//! The declaration of Fives for players and spectators: a game that has an option of each kind and no Python.

use super::fives::{Event, Fives, JSON, LINES, Orders, Setup, State};
use crate::game::protocols::Person;
use crate::game::{
    Account, AccountBook, Accounts, ArrayInfo, Bot, BotKind, BuiltIn, BuiltInFile, Cell, Column, Draw,
    Events, FileInfo, FrameArrays, Game, GameInfo, GameOptions, InvalidOptions, Kind, Lead, Maker, Number,
    Opt, Playable, Protocols, Seat, Seated, Show, Sight, Stage, Standing, Tone, Unlockable, event,
};
use serde_json::{Value, json};
use wag_i18n::Message;

impl Show for Fives {
    const VERSION: u32 = 1;
    const QUIET: &[&str] = &[];
    const LEGEND: &[(&str, &str)] = &[("*", "counted")];
    const ARRAYS: &'static [ArrayInfo] = &[
        ArrayInfo::per_frame("count", Number::I32, &[], "the number that was counted last"),
        ArrayInfo::per_frame("points", Number::I32, &["seat"], "points"),
        ArrayInfo::constant("target", Number::I32, &[], "the last number"),
        ArrayInfo::table(
            "scores",
            Number::I32,
            &[Column::new("seat", "the seat"), Column::new("points", "its points")],
            "the seats",
        ),
    ];
    const EVENTS: &'static Events = &Events {
        notes: "",
        list: &[
            event("counted", "a seat counted", &[("seat", "")]),
            event("passed", "a seat passed", &[("seat", "")]),
            event("refused", "an order was refused", &[("seat", "")]),
            event("scored", "a seat scored", &[("seat", "")]),
        ],
    };
    const ACCOUNTS: &'static Accounts = &Accounts {
        lead: Lead { name: "points", figures: &["points"] },
        accounts: &[Account { figure: "points", entries: &[("fives", "multiples of five")] }],
        counts: &[("passes", "passes")],
    };
    type Frame = (u32, [i64; 2]);

    fn is_sound(setup: &Setup) -> bool {
        setup.rounds > 0 && setup.first.index() < 2 && setup.count < 30
    }

    fn is_possible(_: &Setup, event: &Event) -> bool {
        seat_of(event).index() < 2
    }

    fn seats(_: &Setup) -> usize {
        2
    }

    fn frame(state: &State) -> Self::Frame {
        (state.count, state.points)
    }

    fn is_frame_sound(_: &Setup, frame: &Self::Frame) -> bool {
        frame.0 <= 30
    }

    fn follow(_: &Setup, frame: &mut Self::Frame, _: &[Seat], events: &[Event]) {
        for event in events {
            match event {
                Event::Counted { to, .. } => frame.0 = *to,
                Event::Scored { seat } => frame.1[seat.index()] += 1,
                _ => {}
            }
        }
    }

    fn frame_standings(_: &Setup, frame: &Self::Frame) -> Vec<Standing> {
        let entry = |(place, points)| Standing { place, figures: vec![("points", points)] };
        crate::game::places(&frame.1).into_iter().zip(frame.1).map(entry).collect()
    }

    fn book(_: &Setup, _: &Self::Frame, _: &[(Seat, Orders)], events: &[Event], book: &mut AccountBook) {
        for event in events {
            match event {
                Event::Scored { seat } => book.add(*seat, "points", "fives", 1),
                Event::Passed { seat } => book.count(*seat, "passes", 1),
                _ => {}
            }
        }
    }

    fn scene(setup: &Setup) -> Value {
        json!({ "rounds": setup.rounds })
    }

    fn show_frame(_: &Setup, frame: &Self::Frame) -> Value {
        json!({ "count": frame.0 })
    }

    fn show_orders(orders: &Orders) -> Vec<Value> {
        orders.step.map(|step| json!({ "step": step })).into_iter().collect()
    }

    fn show_event(_: &Setup, event: &Event) -> Value {
        json!({ "type": kind_of(event), "seat": seat_of(event).0 + 1 })
    }

    fn marks(event: &Event) -> Vec<(&'static str, Seat)> {
        vec![(kind_of(event), seat_of(event))]
    }

    fn axis_len(_: &Setup, _: &str) -> usize {
        2
    }

    fn write_arrays(_: &Setup, frame: &Self::Frame, out: &mut FrameArrays) {
        out.write(0, [frame.0]);
        out.write(1, frame.1);
        out.write(2, [30]);
        (1..).zip(frame.1).for_each(|(seat, points)| out.write_row(3, [seat, points]));
    }

    fn sight(_: &Setup, frame: &Self::Frame) -> Sight {
        let sign = |number| if number < frame.0 { '*' } else { '.' };
        Sight { width: 10, cells: (0..30).map(|number| Cell::plain(sign(number), Tone::Ground)).collect() }
    }

    fn tell(_: &Setup, event: &Event, names: &[String]) -> Message {
        let name = names.get(seat_of(event).index()).map_or("?", String::as_str);
        format!("{name} {}", kind_of(event)).into()
    }
}

fn seat_of(event: &Event) -> Seat {
    match event {
        Event::Counted { seat, .. }
        | Event::Passed { seat }
        | Event::Refused { seat, .. }
        | Event::Scored { seat } => *seat,
    }
}

fn kind_of(event: &Event) -> &'static str {
    match event {
        Event::Counted { .. } => "counted",
        Event::Passed { .. } => "passed",
        Event::Refused { .. } => "refused",
        Event::Scored { .. } => "scored",
    }
}

impl Playable for Fives {
    const INFO: GameInfo = GameInfo {
        title: "Fives",
        about: "two count to thirty, and every five is a point",
        seats: 2..=2,
        figures: &["points"],
        options: &[
            Opt {
                name: "rounds",
                help: "How many rounds are played at most",
                kind: Kind::Number { least: 1, most: 100, usual: Some(30) },
            },
            Opt {
                name: "pace",
                help: "How it goes",
                kind: Kind::Choice { of: &["quick", "slow"], usual: "quick" },
            },
            Opt { name: "second", help: "The second player begins", kind: Kind::Flag },
            Opt {
                name: "count",
                help: "A file with the number to begin with",
                kind: Kind::File {
                    ending: "txt",
                    built_in: &[
                        BuiltInFile { name: "zero", about: "from the beginning", text: || "0".to_string() },
                        BuiltInFile { name: "ten", about: "a third is done", text: || "10".to_string() },
                    ],
                    usual: "zero",
                    absent: None,
                    literal: Some('='),
                },
            },
        ],
        built_in: &[
            BuiltIn { name: "Sleepy", about: "passes", plays: BotKind::Idle },
            BuiltIn { name: "Slow", about: "counts one", plays: BotKind::Native },
            BuiltIn { name: "Sharper", about: "the same", plays: BotKind::Native },
            BuiltIn { name: "Sharp", about: "lands on a five where it can", plays: BotKind::Native },
        ],
        suggested: &["human", "Slow"],
        makers: &[Maker {
            name: "count",
            help: "A number",
            ending: "txt",
            options: &[],
            make: |seed, _| Ok(format!("{}\n", seed % 20)),
        }],
        stages: &[Stage {
            name: "FIRST",
            opponents: &["Slow"],
            champion: "Slow",
            options: &[("count", "zero")],
            wins_needed: 1,
            opens: &[Unlockable::Player("Sharper")],
        }],
        look: |_, bytes| {
            let count = count_of(bytes)?;
            Ok(FileInfo { title: format!("from {count}"), ..FileInfo::default() })
        },
        ..GameInfo::of::<Fives>()
    };
    const PROTOCOLS: &'static Protocols<Self> =
        &Protocols { lines: Some(LINES), json: Some(JSON), person: Some(PERSON), ..Protocols::NONE };

    fn bot(_: &'static GameInfo, name: &str) -> Option<Bot<Fives>> {
        let is_slow = match name {
            "Slow" => true,
            "Sharper" | "Sharp" => false,
            _ => return None,
        };
        Some(Box::new(move |state, _| {
            let step = if is_slow { 1 } else { (5 - state.count % 5).min(3) };
            Orders { step: Some(step) }
        }))
    }

    fn setup(
        _: &'static GameInfo,
        options: &GameOptions,
        _: &[Seated<'_>],
        _: Draw,
    ) -> Result<Setup, InvalidOptions> {
        let count = options.file("count").map_or(Ok(0), |(bytes, _)| count_of(bytes));
        let slow = if options.word("pace") == Some("slow") { 2 } else { 1 };
        Ok(Setup {
            rounds: options.number("rounds").unwrap_or(30) as u32 * slow,
            first: Seat(u8::from(options.flag("second"))),
            count: count.map_err(InvalidOptions)?,
        })
    }

    fn rounds(setup: &Setup) -> u32 {
        setup.rounds
    }
}

fn count_of(bytes: &[u8]) -> Result<u32, String> {
    let number = str::from_utf8(bytes).ok().and_then(|text| text.trim().parse().ok());
    number.filter(|number| *number < 30).ok_or_else(|| "a number below 30 belongs there".to_string())
}

const PERSON: Person<Fives> = Person {
    choices: |_| ["1", "2", "3"].map(String::from).to_vec(),
    orders: |_, word| match word.trim().parse() {
        Ok(step @ 1..=3) => Ok(Orders { step: Some(step) }),
        _ => Err("1, 2 or 3.".into()),
    },
    show: |state, seat| {
        format!(
            "{} are counted; your points: {}\n",
            state.count,
            Fives::standings(state)[seat.index()].figures[0].1
        )
    },
    composes: false,
    question: "how many (1 to 3)",
};
