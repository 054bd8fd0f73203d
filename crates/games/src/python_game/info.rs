//! The declaration of a game in Python as commands and pages read it.

use super::PythonGame;
use super::leaked::leaked;
use wag_core::game::{BotKind, BuiltIn, GameInfo, Introduction, Kind, Opt, PlayerKinds};
use wag_i18n::later;
use wag_python::protocol::game::{Declared, DeclaredOption, OptionKind};

/// The generic players, with what they do.
const GENERIC: [(&str, &str); 4] = [
    ("random", later!("plays random legal moves")),
    ("greedy", later!("plays the move after which its first figure is highest")),
    ("minimax", later!("looks some moves ahead: minimax:3")),
    ("mcts", later!("tries random games out: mcts:200")),
];

pub fn of(name: &str, declared: &Declared, figures: &[&'static str]) -> GameInfo {
    let built_in = built_in(declared);
    let (least, most) = (usize::from(declared.seats.0), usize::from(declared.seats.1));
    let has_people = !declared.has_hidden_information || has(declared, "show");
    GameInfo {
        name: leaked(name),
        title: leaked(&declared.title),
        about: leaked(&declared.about),
        seats: least..=most,
        simultaneous: declared.is_simultaneous,
        options: declared.options.iter().map(option).collect::<Vec<_>>().leak(),
        suggested: suggested(&built_in, has_people, least).leak(),
        built_in: built_in.leak(),
        protocols: PlayerKinds { person: has_people, ..GameInfo::of::<PythonGame>().protocols },
        figures: figures.to_vec().leak(),
        entries: &["choose", "select_move"],
        introduction: |text| Introduction { is_persistent: defines_player(text), ..Introduction::default() },
        ..GameInfo::of::<PythonGame>()
    }
}

pub fn has(declared: &Declared, method: &str) -> bool {
    declared.methods.iter().any(|known| known == method)
}

fn built_in(declared: &Declared) -> Vec<BuiltIn> {
    let own = declared.bots.iter().map(|bot| {
        let about =
            if bot.about.is_empty() { later!("a player of the game file") } else { leaked(&bot.about) };
        BuiltIn { name: leaked(&bot.name), about, plays: BotKind::Native }
    });
    let is_free = |name: &str| declared.bots.iter().all(|bot| bot.name != name);
    let is_generic = has(declared, "moves") && !declared.is_course_game;
    // The others try moves of one seat while nobody else decides.
    let suits = |name: &str| !declared.is_simultaneous || name == "random";
    let generic = GENERIC.into_iter().filter(|(name, _)| is_generic && is_free(name) && suits(name));
    let generic = generic.map(|(name, about)| BuiltIn { name, about, plays: BotKind::Native });
    generic.chain(own).collect()
}

/// Returns players for each seat: a person, and the first player of the game file, or else the first generic one.
fn suggested(built_in: &[BuiltIn], has_people: bool, seats: usize) -> Vec<&'static str> {
    let is_own = |player: &&BuiltIn| GENERIC.iter().all(|(name, _)| *name != player.name);
    let first = built_in.iter().find(is_own).or(built_in.first());
    let Some(usual) = first.map(|player| player.name) else {
        return vec![if has_people { "human" } else { "bot.py" }; seats];
    };
    let first = if has_people { "human" } else { usual };
    std::iter::once(first).chain(std::iter::repeat(usual)).take(seats).collect()
}

fn option(declared: &DeclaredOption) -> Opt {
    let kind = match &declared.kind {
        OptionKind::Number { usual, least, most } => {
            Kind::Number { least: *least, most: *most, usual: Some(*usual) }
        }
        OptionKind::Choice { words } => {
            let words: Vec<&'static str> = words.iter().map(|word| leaked(word)).collect();
            Kind::Choice { usual: words.first().copied().unwrap_or_default(), of: words.leak() }
        }
        OptionKind::Flag => Kind::Flag,
        OptionKind::File { ending } => Kind::File {
            ending: leaked(ending),
            built_in: &[],
            usual: "none",
            absent: Some(("none", later!("no file"))),
            literal: None,
        },
        OptionKind::Text { usual } => Kind::Text { usual: leaked(usual) },
    };
    Opt { name: leaked(&declared.name), help: leaked(&declared.about), kind }
}

/// Returns whether the text of a Python file defines a function `choose`, or a class with a method `choose` or
/// `select_move`. Such a file runs for the whole match.
fn defines_player(text: &str) -> bool {
    let mut is_in_class = false;
    for line in text.lines() {
        let word = line.trim_start();
        if line.len() > word.len() {
            let is_method = ["def choose(", "def select_move("].iter().any(|method| word.starts_with(method));
            if is_method && is_in_class {
                return true;
            }
        } else if word.starts_with("def choose(") {
            return true;
        } else if !word.is_empty() && !word.starts_with(['#', ')', '@']) {
            is_in_class = word.starts_with("class ");
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::defines_player;

    #[test]
    fn files_that_define_a_player_are_found_by_their_text() {
        assert!(defines_player("import x\n\ndef choose(view):\n    return 1\n"));
        assert!(defines_player("class A(Player):\n    n = 1\n\n    def select_move(self):\n        pass\n"));
        assert!(!defines_player("def f():\n    def choose(view):\n        pass\nfrom game import view\n"));
    }
}
