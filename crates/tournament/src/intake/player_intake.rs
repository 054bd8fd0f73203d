//! Conversion of player specs, folders and submissions into named players, each with a copy of its files.

use crate::intake::copies::Copies;
use crate::intake::intake_limits::IntakeLimits;
use crate::intake::names::{person, unused_name, valid_name};
use crate::intake::reason::{Reason, ReasonCode, Verdict, shortened};
use crate::intake::submission::{FoundFiles, Submission, is_zip};
use crate::{PlayerVersion, RefusedSubmission, files_fingerprint, fingerprint};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::files::read_start;
use wag_core::game::GameInfo;
use wag_core::text::{nearest, quoted_path};
use wag_i18n::{Message, message, t};
use wag_play::line_up::folder::code;
use wag_play::line_up::folder::{self as files, Files, OWN, SHARED};
use wag_play::logs::log_name;
use wag_play::{Kind, PlayerSpec, PythonMode, SourceForm, one_in, source_of_file, with_distinct_names};
use wag_play::{PlayError, user_error};

/// A callback for warnings to the user.
pub type Warn<'w> = &'w mut dyn FnMut(String);

/// A player of a tournament, ready to play.
#[derive(Clone, Debug)]
pub struct Player {
    pub entrant: PlayerSpec,
    /// The player spec, as the user gave it.
    pub word: String,
    /// The hash of the player's files.
    pub sha256: String,
    /// The hash that earlier versions of Wag may have computed for the same files; `None` if it is certainly the same.
    pub old_sha256: Option<String>,
}

/// The rule that decides which files belong to a Python player, and which of them make a new version of the player when
/// they change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All files in the player's folder belong to the player. A change of any of them makes a new version.
    Folder,
    /// All files in the player's folder belong to the player, but some of them may be other players. Only a change of
    /// the player's own code makes a new version.
    Shared,
    /// Only the player's own code belongs to the player.
    Code,
}

/// The names that the user gives to submissions, by [`Submission::path`].
pub type GivenNames = BTreeMap<String, String>;

/// A submission that the intake has received.
#[derive(Clone, Debug)]
pub struct HandIn {
    /// The path as in [`Submission::path`].
    pub path: PathBuf,
    /// The player's name.
    pub name: String,
    /// The location of the player's file; `None` if it is directly in the submitted folder, or there is none.
    pub location: Option<Message>,
    /// The reasons for the verdict; empty if nothing is wrong.
    pub reasons: Vec<Reason>,
    /// The player; `None` if the submission cannot play.
    pub player: Option<Player>,
}

impl HandIn {
    /// Returns the verdict: that of the most serious reason.
    pub fn verdict(&self) -> Verdict {
        self.reasons.iter().map(|reason| reason.code.verdict()).max().unwrap_or(Verdict::Plays)
    }

    /// Returns the reason why the submission cannot play; `None` if it can.
    pub fn refusal(&self) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.code.verdict() == Verdict::CannotPlay)
    }
}

/// The maximum size of all submissions from the ZIP file of a class, in bytes.
const CLASS_BYTES_MAX: u64 = 8 * files::BYTES_MAX;

/// The intake, which creates players from the user's input.
pub struct PlayerIntake<'i> {
    pub info: &'i GameInfo,
    /// The folder to which the user's paths are relative; the current folder if it is empty.
    pub base: &'i Path,
    readable: &'i [PathBuf],
    pub copies: Copies,
    pub warn: Warn<'i>,
    /// The names that the user gives to submissions.
    pub given_names: &'i GivenNames,
    /// The reasons why submissions cannot play that a check has found, by [`Submission::path`].
    pub known_refusals: &'i BTreeMap<String, Reason>,
    /// The submissions that cannot play.
    pub refused: Vec<HandIn>,
    /// The number of bytes of submissions that have come from ZIP files of classes.
    class_bytes: u64,
}

static NO_NAMES: GivenNames = GivenNames::new();
static NO_REFUSALS: BTreeMap<String, Reason> = BTreeMap::new();

impl<'i> PlayerIntake<'i> {
    pub fn new(
        info: &'i GameInfo,
        base: &'i Path,
        readable: &'i [PathBuf],
        copies: Copies,
        warn: Warn<'i>,
    ) -> Self {
        PlayerIntake {
            info,
            base,
            readable,
            copies,
            warn,
            given_names: &NO_NAMES,
            known_refusals: &NO_REFUSALS,
            refused: Vec::new(),
            class_bytes: 0,
        }
    }

    /// Returns the players that the user names, except those in `without`, and keeps the submissions that cannot play.
    /// Players that are already in the tournament's file keep their names.
    pub fn players(
        &mut self,
        words: &[String],
        members: &[PlayerVersion],
        stored_refused: &[RefusedSubmission],
        without: &[String],
    ) -> Result<Vec<Player>, PlayError> {
        let mut entries = Vec::new();
        for word in words {
            let path = self.base.join(word);
            match path.is_dir() || is_zip(&path) {
                true => entries.extend(self.submissions(word)?.into_iter().map(Entry::Submission)),
                false => entries.push(Entry::Named(Box::new(self.named(word)?))),
            }
        }
        let entries = named_entries(entries, members, self.given_names, self.base)?;
        let known = members.iter().map(|member| member.name.as_str());
        let known = known.chain(stored_refused.iter().map(|refused| refused.name.as_str()));
        check_left_out(without, entries.iter().map(|(name, _)| name.as_str()).chain(known))?;
        let is_left_out = |name: &str| without.iter().any(|out| out.to_lowercase() == name.to_lowercase());
        let (mut players, mut count) = (Vec::new(), 0);
        for (name, entry) in entries.into_iter().filter(|(name, _)| !is_left_out(name)) {
            match entry {
                Entry::Named(player) => players.push(*player),
                Entry::Submission(submission) => {
                    count += 1;
                    players.extend(self.taking_part(&submission, &name)?);
                }
            }
        }
        if !self.refused.is_empty() {
            let taking_part = count - self.refused.len();
            (self.warn)(t!("%{taking_part} of %{count} hand-ins take part", taking_part, count));
        }
        Ok(players)
    }

    /// Returns the player that a player spec describes.
    fn named(&mut self, word: &str) -> Result<Player, PlayError> {
        let entrant = one_in(self.info, word, self.base, self.readable)?;
        if matches!(entrant.kind, Kind::Person | Kind::Client { .. }) {
            return user_error(message!(
                "%{word} cannot play in a tournament: people and TCP clients cannot take part; use `wag play` for a single match",
                word
            ));
        }
        let source = entrant.source.clone();
        self.copied(entrant, source)
    }

    /// Returns the submissions in a folder. If the folder is itself a single submission, returns that one.
    pub fn submissions(&mut self, word: &str) -> Result<Vec<Submission>, PlayError> {
        let Some(file) = self.info.own_player() else {
            return user_error(message!(
                "%{word} is a folder, but %{title} has no standard file name for players; name the players' files",
                word,
                title = message!(self.info.title)
            ));
        };
        let folder = self.base.join(word);
        let all = Submission::all_in(&folder, file).or_else(|err| {
            user_error(message!("%{folder} cannot be read: %{fault}", folder = word, fault = err))
        })?;
        let is_player = |hand_in: &Submission| hand_in.found.is_ok();
        let is_on_top = |hand_in: &Submission| hand_in.found.as_ref().is_ok_and(|found| found.is_plain(file));
        if folder.join(file).is_file() && !all.iter().any(is_on_top) {
            let whole = folder.canonicalize().unwrap_or(folder.clone());
            let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Ok(Submission::at(&folder, file)
                .map(|own| Submission { label: name, ..own })
                .into_iter()
                .collect());
        }
        if !all.iter().any(is_player) {
            let game = wag_play::game_word(self.info);
            return user_error(message!(
                "no folder in %{word} contains a player: each one needs a file %{file}; `wag tournament %{game}check %{quoted}` shows what is wrong with each",
                word,
                file,
                game,
                quoted = quoted_path(word)
            ));
        }
        Ok(all)
    }

    /// Returns the player in a submission. If the submission cannot play, warns, keeps it among the refused ones and
    /// returns `None`.
    fn taking_part(&mut self, submission: &Submission, name: &str) -> Result<Option<Player>, PlayError> {
        let mut hand_in = self.receive(submission, name)?;
        let path = as_named(&hand_in.path, self.base);
        if let Some(reason) = self.known_refusals.get(&path).filter(|_| hand_in.refusal().is_none()) {
            hand_in.reasons.push(reason.clone());
        }
        if let Some(refusal) = hand_in.refusal() {
            (self.warn)(t!("%{path} does not take part: %{why}", path, why = refusal.message.translated()));
            self.refused.push(HandIn { player: None, ..hand_in });
            return Ok(None);
        }
        let is_other_name =
            |reason: &Reason| matches!(reason.code, ReasonCode::OtherPlayerName | ReasonCode::NameTaken);
        if hand_in.reasons.iter().any(is_other_name) {
            (self.warn)(t!("%{path} plays as %{name}", path, name));
        }
        Ok(hand_in.player)
    }

    /// Receives a submission, whose player gets this name. Does not start the player.
    pub fn receive(&mut self, submission: &Submission, name: &str) -> Result<HandIn, PlayError> {
        let own = self.info.own_player().unwrap_or_default();
        let (player, refusal) = match self.player_in(submission, name)? {
            Ok(player) => (Some(player), None),
            Err(reason) => (None, Some(reason)),
        };
        let found = submission.found.as_ref().ok();
        let has_other_file = |found: &&FoundFiles| player.is_some() && !found.has_standard_name(own);
        let other_file = found.filter(has_other_file).map(|found| Reason::other_file_name(&found.file, own));
        let path = submission.path.clone();
        let is_given = self.given_names.contains_key(&as_named(&path, self.base));
        let other_name =
            (player.is_some() && !is_given).then(|| other_name(&submission.label, name)).flatten();
        Ok(HandIn {
            location: found.and_then(|found| found.location(&path)),
            path,
            name: name.to_string(),
            reasons: refusal.into_iter().chain(other_file).chain(other_name).collect(),
            player,
        })
    }

    /// Returns the player in a submission, under this name, or the reason that prevents the player from taking part.
    fn player_in(&mut self, hand_in: &Submission, name: &str) -> Result<Result<Player, Reason>, PlayError> {
        let found = match &hand_in.found {
            Ok(found) => found,
            Err(reason) => return Ok(Err(reason.clone())),
        };
        let word = word_of(hand_in, self.base);
        let entrant = |file, mode| {
            let kind = Kind::Python { file, mode };
            let source = source_of(&word, &found.file);
            PlayerSpec { name: name.to_string(), word: word.clone(), source, kind, is_recorded: false }
        };
        let is_blank = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_whitespace);
        let Some(zip) = &found.zip else {
            let file = match self.base.join(&word).canonicalize() {
                Ok(file) => file,
                Err(err) => return Ok(Err(Reason::unreadable(&err))),
            };
            return match read_start(&file, files::BYTES_MAX) {
                Ok(bytes) if is_blank(&bytes) => Ok(Err(Reason::empty_file(&found.file))),
                Ok(_) => {
                    let mode = PythonMode::of_file(self.info, &file);
                    Ok(Ok(self.copied(entrant(file, mode), word.clone())?))
                }
                Err(err) => Ok(Err(Reason::unreadable(&err))),
            };
        };
        let files = match found.files(&hand_in.path, &IntakeLimits::default()) {
            Ok(files) => files,
            Err(reason) => return Ok(Err(reason)),
        };
        if files.get(&found.file).is_none_or(|bytes| is_blank(bytes)) {
            return Ok(Err(Reason::empty_file(&found.file)));
        }
        if hand_in.path != zip.path && hand_in.path.starts_with(&zip.path) {
            self.class_bytes += files.values().map(|bytes| bytes.len() as u64).sum::<u64>();
            if self.class_bytes > CLASS_BYTES_MAX {
                return Ok(Err(Reason::too_large(&IntakeLimits::default())));
            }
        }
        let text = String::from_utf8_lossy(&files[&found.file]);
        let mode = PythonMode::of_text(self.info, &text);
        let hash = |_: &Path| files_fingerprint(mode.is_persistent(), &found.file, &files);
        let (sha256, folder) = self.put(&files, &hash)?;
        let entrant = entrant(folder.join(&found.file), mode);
        Ok(Ok(Player { entrant, word, sha256, old_sha256: None }))
    }

    /// Returns the player with a copy of its files. Uses the original files of a program, and of a Python file in a
    /// folder with too many other files.
    fn copied(&mut self, entrant: PlayerSpec, word: String) -> Result<Player, PlayError> {
        let own = fingerprint(self.info, &entrant);
        let in_place =
            |entrant| Player { entrant, word: word.clone(), sha256: own.clone(), old_sha256: None };
        let Kind::Python { file, mode } = &entrant.kind else { return Ok(in_place(entrant)) };
        let (scope, mode) = (self.scope(&word), *mode);
        let folder = file.parent().unwrap_or(Path::new("/"));
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let files = match scope {
            Scope::Folder => files::read(folder, OWN),
            Scope::Shared => files::read(folder, SHARED),
            Scope::Code => Some(code(file, &name)),
        };
        // The file is hidden, or its path in the list differs from its name.
        let Some(files) = files.filter(|files| files.contains_key(&name)) else {
            return Ok(in_place(entrant));
        };
        let info = self.info;
        let hash = |folder: &Path| match scope {
            Scope::Folder => files_fingerprint(mode.is_persistent(), &name, &files),
            Scope::Shared | Scope::Code => {
                let kind = Kind::Python { file: folder.join(&name), mode };
                fingerprint(info, &PlayerSpec { kind, ..entrant.clone() })
            }
        };
        let (sha256, folder) = self.put(&files, &hash)?;
        let kind = Kind::Python { file: folder.join(&name), mode };
        Ok(Player { entrant: PlayerSpec { kind, ..entrant }, word, sha256, old_sha256: Some(own) })
    }

    fn put(&mut self, files: &Files, hash: &dyn Fn(&Path) -> String) -> Result<(String, PathBuf), PlayError> {
        let put = self.copies.put(files, hash);
        put.map_err(|err| PlayError::UserError(message!("the players' files cannot be copied: %{err}", err)))
    }

    /// Chooses the scope of a Python file by its path: the file may have the standard name and a folder of its own, a
    /// name that Moodle gives, or any other name.
    fn scope(&self, word: &str) -> Scope {
        let path = Path::new(SourceForm::of(word).words());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(own) = self.info.own_player() else { return Scope::Shared };
        let has_folder = path.parent().is_some_and(|folder| folder.file_name().is_some());
        match name.eq_ignore_ascii_case(own) {
            true if has_folder => Scope::Folder,
            false if name.ends_with(&format!("_{own}")) => Scope::Code,
            _ => Scope::Shared,
        }
    }

    /// Returns a player that the tournament's file names. If it can no longer play, warns and returns `None`.
    pub fn player_of_file(&mut self, member: &PlayerVersion) -> Result<Option<Player>, PlayError> {
        let own = self.info.own_player().unwrap_or_default();
        let path = &self.base.join(&member.word);
        let zipped = match is_zip(path) {
            true => Submission::at(path, own),
            false => Submission::of_class(path, own),
        };
        if let Some(submission) = zipped {
            return Ok(match self.player_in(&submission, &member.name)? {
                Ok(player) => Some(player),
                Err(reason) => {
                    let why = reason.message.translated();
                    (self.warn)(t!("%{path} does not take part: %{why}", path = member.word, why));
                    None
                }
            });
        }
        let is_own_file = path.is_file() && self.scope(&member.word) == Scope::Folder;
        let entrant = match is_own_file {
            true => Ok(self.of_file(member, path.canonicalize()?)),
            false => one_in(self.info, &self.source(member), self.base, self.readable),
        };
        let (name, why) = match entrant {
            // Only a forged file can name people or TCP clients, which cannot take part in a tournament.
            Ok(PlayerSpec { kind: Kind::Person | Kind::Client { .. }, .. }) => {
                (self.warn)(t!(
                    "%{name} can no longer take part: %{fault}",
                    name = member.name,
                    fault = t!("people and TCP clients cannot play in a tournament")
                ));
                return Ok(None);
            }
            Ok(entrant) => {
                let entrant = PlayerSpec { name: member.name.clone(), ..entrant };
                return self.copied(entrant, member.word.clone()).map(Some);
            }
            Err(err) => (&member.name, err.to_string()),
        };
        let Some(file) = self.copy_of(member) else {
            (self.warn)(t!("%{name} can no longer take part: %{fault}", name, fault = why));
            return Ok(None);
        };
        (self.warn)(t!("the files of %{name} are missing; the tournament's copy of them plays", name));
        let (word, sha256) = (member.word.clone(), member.sha256.clone());
        Ok(Some(Player { entrant: self.of_file(member, file), word, sha256, old_sha256: None }))
    }

    /// Returns the source of a player that the tournament's file names: a path, or another source.
    fn source(&self, member: &PlayerVersion) -> String {
        let path = Path::new(&member.word);
        if path.is_file() { source_of_file(path) } else { member.word.clone() }
    }

    fn of_file(&self, member: &PlayerVersion, file: PathBuf) -> PlayerSpec {
        let mode = PythonMode::of_file(self.info, &file);
        let is_persistent = matches!(SourceForm::of(&member.word), SourceForm::Persistent(_));
        let mode = if is_persistent { mode.persistent() } else { mode };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (word, source) = (member.word.clone(), source_of(&member.word, &name));
        let kind = Kind::Python { file, mode };
        PlayerSpec { name: member.name.clone(), word, source, kind, is_recorded: false }
    }

    /// Returns the path of a player version's file in the copy of its files, or `None` if there is none.
    fn copy_of(&self, member: &PlayerVersion) -> Option<PathBuf> {
        let folder = self.copies.find(&member.sha256)?;
        let path = Path::new(&member.word);
        if is_in_zip(&member.word) {
            let found = Submission::at(&folder, self.info.own_player()?)?.found.ok()?;
            return Some(folder.join(&found.root).join(&found.file));
        }
        let name = path.file_name()?.to_string_lossy().into_owned();
        let entries = std::fs::read_dir(folder).ok()?.flatten();
        let is_it = |name_there: &std::ffi::OsStr| name_there.to_string_lossy().eq_ignore_ascii_case(&name);
        entries.map(|entry| entry.path()).find(|path| path.file_name().is_some_and(is_it))
    }
}

/// Returns whether the spec of a stored player names a ZIP file, or a submission in the ZIP file of a class.
pub fn is_in_zip(word: &str) -> bool {
    let is_zip = |part: &Path| part.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    Path::new(word).ancestors().any(is_zip)
}

/// Returns the reason why a player has another name than its submission; `None` if it has the same name.
fn other_name(label: &str, name: &str) -> Option<Reason> {
    let valid = valid_name(label);
    let shown = shortened(person(label));
    if name != valid {
        let text = message!("another hand-in is also called %{shown}; it plays as %{name}", shown, name);
        return Some(Reason::new(ReasonCode::NameTaken, text));
    }
    let text = message!("%{shown} is not possible as a name; it plays as %{name}", shown, name);
    (name != person(label).trim()).then(|| Reason::new(ReasonCode::OtherPlayerName, text))
}

/// Returns the path of a submission's player file, or of the ZIP file that contains the player.
fn word_of(hand_in: &Submission, base: &Path) -> String {
    let path = match &hand_in.found {
        Ok(FoundFiles { zip: Some(zip), .. }) if hand_in.path.is_dir() => zip.path.clone(),
        Ok(found) if hand_in.path.is_dir() => hand_in.path.join(&found.root).join(&found.file),
        _ => hand_in.path.clone(),
    };
    as_named(&path, base)
}

/// Returns the path without the base folder that was put before it.
fn as_named(path: &Path, base: &Path) -> String {
    let (path, base) = (path.display().to_string(), base.display().to_string());
    let own = path.strip_prefix(&base).filter(|_| !base.is_empty());
    own.and_then(|own| own.strip_prefix('/')).map(str::to_string).unwrap_or(path)
}

/// Returns the path of the player's file as the user sees it. For a ZIP file, the path continues into the ZIP file.
fn source_of(word: &str, file: &str) -> String {
    if Path::new(word).file_name() == Some(file.as_ref()) {
        word.to_string()
    } else {
        format!("{word}/{file}")
    }
}

/// A player that the user has named, or a submission from a folder that the user has named.
enum Entry {
    Named(Box<Player>),
    Submission(Submission),
}

/// Assigns a name to each entry; keeps their order.
fn named_entries(
    entries: Vec<Entry>,
    members: &[PlayerVersion],
    given: &GivenNames,
    base: &Path,
) -> Result<Vec<(String, Entry)>, PlayError> {
    let named = |entry: &Entry| match entry {
        Entry::Named(player) => Some(player.as_ref().clone()),
        Entry::Submission(_) => None,
    };
    let players: Vec<Player> = entries.iter().filter_map(named).collect();
    check_names(&players)?;
    let submissions: Vec<&Submission> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Named(_) => None,
            Entry::Submission(hand_in) => Some(hand_in),
        })
        .collect();
    let taken = players.iter().map(|player| player.entrant.name.to_lowercase()).collect();
    let mut names = names(taken, &submissions, members, given, base)?.into_iter();
    let name = |entry: Entry| match &entry {
        Entry::Named(player) => (player.entrant.name.clone(), entry),
        Entry::Submission(_) => (names.next().unwrap_or_default(), entry),
    };
    Ok(entries.into_iter().map(name).collect())
}

/// Returns a player name for each submission, when there is no tournament's file yet.
pub fn names_of(submissions: &[Submission]) -> Vec<String> {
    let submissions: Vec<&Submission> = submissions.iter().collect();
    names(Vec::new(), &submissions, &[], &GivenNames::new(), Path::new("")).expect("no name is given twice")
}

/// Returns a player name for each submission: the name of the player in the file that has the same spec, or else a new
/// name. `taken` contains the names that are already in use, in lower case.
fn names(
    mut taken: Vec<String>,
    submissions: &[&Submission],
    members: &[PlayerVersion],
    given: &GivenNames,
    base: &Path,
) -> Result<Vec<String>, PlayError> {
    let mut names: Vec<Option<String>> = Vec::new();
    for submission in submissions {
        let word = word_of(submission, base);
        if let Some(name) = given.get(&as_named(&submission.path, base)) {
            check_given(name, &taken)?;
            taken.push(name.to_lowercase());
            names.push(Some(name.clone()));
            continue;
        }
        let member = members.iter().rev().find(|member| member.word == word);
        let name =
            member.map(|member| member.name.clone()).filter(|name| !taken.contains(&name.to_lowercase()));
        taken.extend(name.iter().map(|name| name.to_lowercase()));
        names.push(name);
    }
    // Players choose first, so that a submission that cannot play takes no name from them.
    for can_play in [true, false] {
        for (name, submission) in names.iter_mut().zip(submissions) {
            if name.is_none() && submission.found.is_ok() == can_play {
                let is_taken = |name: &str| taken.iter().any(|other| other == name);
                let free = unused_name(&valid_name(&submission.label), is_taken);
                taken.push(free.to_lowercase());
                *name = Some(free);
            }
        }
    }
    Ok(names.into_iter().flatten().collect())
}

/// Returns an error if the user gives a submission a name that is no player name, or that another player has.
fn check_given(name: &str, taken: &[String]) -> Result<(), PlayError> {
    if valid_name(name) != name {
        return user_error(message!("%{name} is not possible as a player's name; choose another one", name));
    }
    match taken.contains(&name.to_lowercase()) {
        true => user_error(message!("two players are called %{name}; rename one of them", name)),
        false => Ok(()),
    }
}

/// Returns an error if a name that the user wants to leave out belongs to no player.
fn check_left_out<'n>(without: &[String], names: impl Iterator<Item = &'n str>) -> Result<(), PlayError> {
    let names: Vec<&str> = names.collect();
    let is_known = |out: &str| names.iter().any(|name| name.to_lowercase() == out.to_lowercase());
    let Some(unknown) = without.iter().find(|out| !is_known(out)) else { return Ok(()) };
    let meant = nearest(unknown, names.iter().copied()).map(|meant| t!("; did you mean %{meant}?", meant));
    user_error(message!(
        "--without %{name}: there is no such player%{meant}",
        name = unknown,
        meant = meant.unwrap_or_default()
    ))
}

/// Returns the reason why no player of a tournament can have this name; `None` if one can.
pub fn name_of_no_player(name: &str) -> Option<String> {
    if name.contains('@') {
        return Some(t!(
            "the name %{name} contains @, which separates a player's name from its version; choose another name: NAME=FILE",
            name
        ));
    }
    (name.contains('/') || name.starts_with('.')).then(|| {
        t!(
            "the name %{name} contains a slash or begins with a dot, so no report can have it; choose another name: NAME=FILE",
            name
        )
    })
}

/// Returns an error if two players have the same name, because a name must identify one player. Players that the user
/// names by a player spec never get an invented name.
fn check_names(all: &[Player]) -> Result<(), PlayError> {
    for (at, player) in all.iter().enumerate() {
        let name = &player.entrant.name;
        // The reports of two players must have different file names.
        let key = |name: &str| log_name(name).to_lowercase();
        let is_same = |other: &&Player| key(&other.entrant.name) == key(name);
        if let Some(other) = all[..at].iter().find(is_same) {
            return user_error(message!(
                "%{other} and %{word} would have the same name, %{name}; give one of them another name: NAME=FILE",
                other = other.word,
                word = player.word,
                name
            ));
        }
        if let Some(err) = name_of_no_player(name) {
            return user_error(err);
        }
    }
    let entrants =
        all.iter().map(|player| PlayerSpec { word: player.word.clone(), ..player.entrant.clone() });
    with_distinct_names(entrants.collect())?;
    Ok(())
}
