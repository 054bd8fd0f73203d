//! Options, built-in players and challenges of light cycles.

use super::bots::{roomy, straight};
use super::{Setup, Tron, protocols};
use std::ops::RangeInclusive;
use wag_core::game::{
    BotKind, BuiltIn, Draw, GameOptions, InvalidOptions, Kind, Opt, Playable, Protocols, Seated, Show, Stage,
};
use wag_i18n::{later, t};

/// Side lengths of a board, in squares.
const SIDE: Kind = Kind::Number { least: 5, most: 100, usual: Some(20) };

const fn stage(name: &'static str, opponents: &'static [&'static str; 1]) -> Stage {
    Stage { name, opponents, champion: opponents[0], options: &[], wins_needed: 3, opens: &[] }
}

impl Playable for Tron {
    const TITLE: &'static str = later!("Light cycles");
    const ABOUT: &'static str =
        later!("cycles leave walls behind them; the last one that has not crashed wins");
    const SEATS: RangeInclusive<usize> = 2..=4;
    const SIMULTANEOUS: bool = true;
    const OPTIONS: &'static [Opt] = &[
        Opt { name: "width", help: "Width of the board, in squares", kind: SIDE },
        Opt { name: "height", help: "Height of the board, in squares", kind: SIDE },
    ];
    const BUILT_IN: &'static [BuiltIn<Self>] = &[
        BuiltIn {
            name: "Straight",
            about: "dodges walls",
            plays: BotKind::StatelessBot(|view, _| straight(view)),
        },
        BuiltIn {
            name: "Roomy",
            about: "moves to where it keeps the most room",
            plays: BotKind::StatelessBot(|view, _| roomy(view)),
        },
    ];
    const SUGGESTED: &'static [&'static str] = &["human", "Straight"];
    const FIGURES: &'static [&'static str] = &[later!("rounds")];
    const PROTOCOLS: &'static Protocols<Self> = &protocols::PROTOCOLS;
    const NEW: &'static [(&'static str, &'static str)] = new_files![
        ("bot.py", include_str!("../../../../python/tron/bot.py")),
        ("test_bot.py", include_str!("../../../../python/tron/test_bot.py")),
        ("tron.pyi", include_str!("../../../../python/tron/tron.pyi")),
        ("README.md", include_str!("../../../../python/tron/README.md")),
    ];
    const NEW_IN: &'static [(&'static str, &'static [(&'static str, &'static str)])] = &[(
        "de",
        &[
            ("bot.py", include_str!("../../../../python/tron/de/bot.py")),
            ("test_bot.py", include_str!("../../../../python/tron/de/test_bot.py")),
            ("tron.pyi", include_str!("../../../../python/tron/de/tron.pyi")),
            ("README.md", include_str!("../../../../python/tron/de/README.md")),
        ],
    )];
    const STAGES: &'static [Stage] = &[stage("STRAIGHT", &["Straight"]), stage("ROOMY", &["Roomy"])];

    fn setup(chosen: &GameOptions, seated: &[Seated<'_>], _: Draw) -> Result<Setup, InvalidOptions> {
        let side = |option| i8::try_from(chosen.number(option).unwrap_or(20)).unwrap_or(0);
        let seats = u8::try_from(seated.len()).unwrap_or(0);
        let setup = Setup { width: side("width"), height: side("height"), seats };
        let wrong = || {
            InvalidOptions(t!("Light cycles is for 2 to 4 players, on boards of 5 to 100 squares per side"))
        };
        Tron::is_sound(&setup).then_some(setup).ok_or_else(wrong)
    }
}
