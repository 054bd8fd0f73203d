//! Bots that bring the module of their contest along, such as a changed `ants.py`: they play with their own one.
//!
//! Such a module reads the contest's lines from its standard input, which only a program has. So the bot plays as one.

use super::card::Card;
use engine::players::Program;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The longest file that is looked at, in bytes.
const BYTES_MAX: u64 = 1 << 20;

/// What only Python 2 takes: with Wag's module such a bot may still play.
const PYTHON_2: [&str; 5] = ["xrange(", "raw_input(", ".iteritems(", ".itervalues(", ".has_key("];

/// The bot's own module that stands in for the game's, if the bot plays as a program with it.
pub fn of_bot(card: &Card, bot: &Path) -> Option<PathBuf> {
    let speaks_by_lines = card.ways.living && card.ways.lines && !card.ways.python;
    let module = bot.with_file_name(format!("{}.py", card.name));
    let text = text_of(&module).filter(|text| speaks_by_lines && text.contains("stdin"))?;
    let is_modern = !is_python_2(&text) && text_of(bot).is_some_and(|bot| !is_python_2(&bot));
    is_modern.then_some(module)
}

/// The same, of a bot that plays as a program.
pub fn of_program(card: &Card, program: &Program) -> Option<PathBuf> {
    let is_python = program.file.file_name()?.to_string_lossy().starts_with("python");
    let bot = program.arguments.iter().map(Path::new).find(|path| path.is_file()).filter(|_| is_python)?;
    of_bot(card, bot)
}

fn text_of(file: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(file).ok().filter(|_| file.is_file())?.take(BYTES_MAX).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn is_python_2(text: &str) -> bool {
    let prints = |line: &str| {
        line.strip_prefix("print ").is_some_and(|rest| !rest.trim_start().starts_with(['(', '=']))
    };
    let catches = |line: &str| line.starts_with("except ") && line.contains(',') && !line.contains('(');
    let code = || text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    PYTHON_2.iter().any(|word| code().any(|line| line.contains(word)))
        || code().any(|line| prints(line) || catches(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_2_is_recognised() {
        for text in ["print 'x'", "  print >>sys.stderr, 1", "except Exception, e:", "for i in xrange(3):"] {
            assert!(is_python_2(text), "{text}");
        }
        for text in
            ["print('x')", "print ('x')", "# print it", "except (A, B):", "except A as e:", "printed = 1"]
        {
            assert!(!is_python_2(text), "{text}");
        }
    }
}
