//! The options, built-in players and challenges of light cycles.

use super::bots::{roomy, straight};
use super::{Setup, Tron, protocols};
use wag_core::game::{
    Bot, BotKind, BuiltIn, Draw, GameInfo, GameOptions, InvalidOptions, Kind, Opt, Playable, Protocols,
    Seated, Show, Stage,
};
use wag_core::python_files;
use wag_i18n::{later, t};

/// The type of the options for width and height, in squares.
const SIDE: Kind = Kind::Number { least: 5, most: 100, usual: Some(20) };

impl Playable for Tron {
    const INFO: GameInfo = GameInfo {
        title: later!("Light cycles"),
        about: later!("cycles leave walls behind them; the last one that has not crashed wins"),
        seats: 2..=4,
        simultaneous: true,
        options: &[
            Opt { name: "width", help: "Width of the board, in fields", kind: SIDE },
            Opt { name: "height", help: "Height of the board, in fields", kind: SIDE },
        ],
        built_in: &[
            BuiltIn { name: "Straight", about: "dodges walls", plays: BotKind::Native },
            BuiltIn { name: "Roomy", about: "moves to where it keeps the most room", plays: BotKind::Native },
        ],
        suggested: &["human", "Straight"],
        figures: &[later!("rounds")],
        new: new_files!("tron", "bot.py", "test_bot.py", "tron.pyi", "README.md"),
        new_in: &[("de", python_files!("tron/de", "bot.py", "test_bot.py", "tron.pyi", "README.md"))],
        stages: &[Stage::one_on_one("STRAIGHT", &["Straight"]), Stage::one_on_one("ROOMY", &["Roomy"])],
        ..GameInfo::of::<Tron>()
    };
    const PROTOCOLS: &'static Protocols<Self> = &protocols::PROTOCOLS;

    fn bot(_: &'static GameInfo, name: &str) -> Option<Bot<Tron>> {
        let choose = match name {
            "Straight" => straight,
            "Roomy" => roomy,
            _ => return None,
        };
        Some(Box::new(move |view, _| choose(view)))
    }

    fn setup(
        _: &'static GameInfo,
        options: &GameOptions,
        seated: &[Seated<'_>],
        _: Draw,
    ) -> Result<Setup, InvalidOptions> {
        let side = |option| i8::try_from(options.number(option).unwrap_or(20)).unwrap_or(0);
        let seats = u8::try_from(seated.len()).unwrap_or(0);
        let setup = Setup { width: side("width"), height: side("height"), seats };
        let wrong = || {
            InvalidOptions(t!("Light cycles is for 2 to 4 players, on boards of 5 to 100 fields per side"))
        };
        Tron::is_sound(&setup).then_some(setup).ok_or_else(wrong)
    }
}
