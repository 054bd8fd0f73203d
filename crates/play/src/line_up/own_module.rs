//! Bots that come with their contest's own module. Its file has the name of the game, and the bots use it instead of
//! Wag's module. Such a module reads the contest's lines from standard input, so these bots run as programs: other
//! Python players have no standard input.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use wag_core::game::{GameInfo, Playable};
use wag_players::Program;

/// Maximum number of bytes to read from a file.
const BYTES_MAX: u64 = 1 << 20;

/// Code that works only in Python 2. A bot with such code may still run with Wag's module.
const PYTHON_2: [&str; 5] = ["xrange(", "raw_input(", ".iteritems(", ".itervalues(", ".has_key("];

/// Returns the module beside a bot that replaces Wag's, or `None` if the bot does not run as a program with such a
/// module.
pub fn of_bot(game: &GameInfo, bot: &Path) -> Option<PathBuf> {
    let protocols = game.protocols;
    of_file(game.name, bot).filter(|_| protocols.persistent && protocols.lines && !protocols.python)
}

/// Returns the module beside a bot that replaces Wag's, like [`of_bot`], for a bot that is started with a command.
pub fn of_program<G: Playable>(program: &Program) -> Option<PathBuf> {
    let is_python = program.file.file_name()?.to_string_lossy().starts_with("python");
    let bot = program.arguments.iter().map(Path::new).find(|path| path.is_file())?;
    let protocols = &G::PROTOCOLS;
    let has_module = is_python
        && protocols.persistent.is_some()
        && protocols.lines.is_some()
        && protocols.python.is_none();
    of_file(G::NAME, bot).filter(|_| has_module)
}

fn of_file(game: &str, bot: &Path) -> Option<PathBuf> {
    let module = bot.with_file_name(format!("{game}.py"));
    let text = text_of(&module).filter(|text| text.contains("stdin"))?;
    let is_modern = !is_python_2(&text) && text_of(bot).is_some_and(|bot| !is_python_2(&bot));
    is_modern.then_some(module)
}

fn text_of(file: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(file).ok().filter(|_| file.is_file())?.take(BYTES_MAX).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn is_python_2(text: &str) -> bool {
    let prints = |line: &str| {
        let rest = line.strip_prefix("print").filter(|rest| rest.starts_with(' '));
        rest.is_some_and(|rest| !rest.trim_start().starts_with(['(', '=']))
    };
    let catches = |line: &str| {
        let rest = line.strip_prefix("except").filter(|rest| rest.starts_with(' '));
        rest.is_some_and(|rest| rest.contains(',') && !rest.contains('('))
    };
    let code = || text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    PYTHON_2.iter().any(|word| code().any(|line| line.contains(word)))
        || code().any(|line| prints(line) || catches(line))
}

#[cfg(test)]
mod tests {
    use crate::line_up::own_module::*;

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
