//! Trust in the programs that a tournament's file names: a program starts only if this user has named or allowed it.
//!
//! A program is a command, and the file may come from anybody. So each tournament has a random ID, and the user's data
//! directory stores the allowed commands for each ID. If somebody else adds new commands to the file and sends it back,
//! the user must confirm them.

use crate::request::Caller;
use std::collections::BTreeSet;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_core::game::GameInfo;
use wag_core::text::{printable, quoted_path};
use wag_i18n::{message, t};
use wag_ladder::{self as ladder, UserProgress};
use wag_play::seed::random_mark;
use wag_play::{Kind, PlayerSpec};
use wag_play::{PlayError, user_error};

/// The folder in the user's data directory that contains the lists of allowed commands, one list for each ID.
const FOLDER: &str = "tournaments";
/// The maximum size of a list of allowed commands, in bytes.
const LIST_BYTES_MAX: u64 = 4 << 20;
/// The maximum number of programs that one message names.
const NAMED_MAX: usize = 10;

/// The commands that this user has allowed for a tournament.
pub struct Trust {
    /// The folder with the lists of allowed commands; `None` if the user has no data directory.
    folder: Option<PathBuf>,
    mark: Option<String>,
    commands: BTreeSet<String>,
}

impl Trust {
    /// Reads the commands that this user has allowed for a tournament's file and ID. Finds none if the file belongs to
    /// another user, or if there is no list for the ID.
    pub fn of(info: &GameInfo, path: &Path, mark: Option<&str>, warn: ladder::Warn) -> Trust {
        let folder = UserProgress::of(info, warn).folder().map(|folder| folder.join(FOLDER));
        let is_own = path.metadata().is_ok_and(|about| about.uid() == rustix::process::geteuid().as_raw());
        let mark = mark.filter(|mark| is_mark(mark));
        let list = folder.as_ref().zip(mark).filter(|_| is_own).and_then(|(folder, mark)| read(folder, mark));
        // If an ID has no list here, it may belong to another user's tournament and is not used.
        let mark = list.as_ref().and(mark).map(str::to_string);
        Trust { folder, mark, commands: list.unwrap_or_default() }
    }

    /// Returns the ID of the tournament. Creates a new ID if the tournament has none, or if this user has no list for
    /// it.
    pub fn mark(&mut self) -> Result<String, PlayError> {
        let mark = self.mark.take().map_or_else(random_mark, Ok)?;
        Ok(self.mark.insert(mark).clone())
    }

    /// Asks the user to confirm the programs in the file, except those that the user has already named or allowed.
    /// Returns an error if the user does not confirm them.
    pub fn check(&self, caller: Caller, file: &Path, players: &[(String, String)]) -> Result<(), PlayError> {
        let is_new = |(_, command): &&(String, String)| !self.commands.contains(command);
        let new: Vec<String> = players
            .iter()
            .filter(is_new)
            .map(|(name, command)| printable(&format!("{name}: {command}")))
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        if let Caller::Terminal { confirm } = caller {
            let question = t!(
                "You did not start the tournament in %{file}. It runs these programs:\n  %{programs}\nStart them? [y/N] ",
                file = file.display(),
                programs = new.join("\n  ")
            );
            match confirm(&question)? {
                Some(true) => return Ok(()),
                Some(false) => {
                    return user_error(message!(
                        "nothing was started; use --without NAME to leave a player out"
                    ));
                }
                None => {}
            }
        }
        let named = new[..new.len().min(NAMED_MAX)].join("; ");
        let more = match new.len().saturating_sub(NAMED_MAX) {
            0 => String::new(),
            n => t!(" and %{n} more", n),
        };
        user_error(message!(
            "you did not start the tournament in %{file}, and it runs programs (%{named}%{more}); check them, then allow them: `wag tournament --resume %{quoted} --trust-programs`",
            file = file.display(),
            named,
            more,
            quoted = quoted_path(file)
        ))
    }

    /// Records that the programs among these players may start from now on.
    pub fn allow(&mut self, entrants: impl Iterator<Item = (String, PlayerSpec)>) -> io::Result<()> {
        let before = self.commands.len();
        let programs = entrants.filter(|(_, entrant)| is_program(entrant));
        self.commands.extend(programs.map(|(command, _)| command));
        let Some((folder, mark)) = self.folder.as_ref().zip(self.mark.as_ref()) else { return Ok(()) };
        if self.commands.len() == before {
            return Ok(());
        }
        files::create_folder(folder)?;
        files::write(&list(folder, mark), &serde_json::to_vec(&self.commands)?)
    }
}

/// Returns whether a player is a program, that is, whether it can run any command.
pub fn is_program(entrant: &PlayerSpec) -> bool {
    matches!(entrant.kind, Kind::Program { .. })
}

/// Returns whether an ID is valid, so that it is safe as a file name.
fn is_mark(mark: &str) -> bool {
    mark.len() == 32 && mark.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn list(folder: &Path, mark: &str) -> PathBuf {
    folder.join(format!("{mark}.json"))
}

fn read(folder: &Path, mark: &str) -> Option<BTreeSet<String>> {
    let text = files::read_text(&list(folder, mark), LIST_BYTES_MAX).ok()?;
    serde_json::from_str(&text).ok()
}
