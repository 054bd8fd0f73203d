//! The code of a player in a replay: finds the player's seat and its file.

use crate::player_search::{find_player_file, relative};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use wag_core::files;
use wag_core::game::{GameInfo, Seat};
use wag_core::text::printable;
use wag_i18n::{message, quote, t};
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::files::read_file;
use wag_play::line_up::player_spec::{Kind, PlayerSpec};
use wag_play::line_up::resolve::one_of;
use wag_replay::{Header, PlayerInfo, helper_hashes, sha256, sources_of};
use wag_sandbox::TemporaryFolder;

/// The maximum number of a player's data files, and their maximum total length, in bytes.
const DATA_FILES_MAX: usize = 100;
const DATA_MAX: u64 = 16 << 20;

/// A player of a recorded match, with code that can play its turns again.
pub struct RecordedPlayer {
    pub seat: Seat,
    pub spec: PlayerSpec,
    /// A remark about the file, as a sentence with a full stop; `None` if there is nothing to say.
    pub remark: Option<String>,
    /// Whether this is the code that played the match, as far as this is known.
    pub is_original: bool,
    /// The folder with the files that the replay contains, if the player uses them.
    _folder: Option<TemporaryFolder>,
}

impl RecordedPlayer {
    /// Returns the folder that must exist as long as the player plays, if there is one.
    pub fn into_folder(self) -> Option<TemporaryFolder> {
        self._folder
    }

    /// Returns whether the code comes from the replay, which may be a stranger's.
    pub fn is_from_replay(&self) -> bool {
        self._folder.is_some()
    }
}

/// Returns the seat of the player with this name or number.
pub fn seat_of(header: &Header, word: &str) -> Result<Seat, PlayError> {
    let named = |seat: &Seat| header.players[seat.index()].name == word;
    let numbered = |seat: &Seat| (seat.0 + 1).to_string() == word;
    let seats = || Seat::all(header.players.len());
    let seat = seats().find(named).or_else(|| seats().find(numbered));
    seat.map_or_else(
        || {
            let names: Vec<String> = header.players.iter().map(|player| printable(&player.name)).collect();
            user_error(message!(
                "the replay has no player %{word}; its players are: %{names}",
                word = quote(word),
                names = names.join(", ")
            ))
        },
        Ok,
    )
}

/// Returns the seat of the named player, or of the only Python file if no player is named.
pub fn chosen_seat(header: &Header, player: Option<&str>) -> Result<Seat, PlayError> {
    match (player, python_seats(header).as_slice()) {
        (Some(word), _) => seat_of(header, word),
        (None, [seat]) => Ok(*seat),
        (None, _) => choose_player(header),
    }
}

/// Returns the error that the user must name a player.
pub fn choose_player<T>(header: &Header) -> Result<T, PlayError> {
    let names: Vec<String> = header.players.iter().map(|player| printable(&player.name)).collect();
    user_error(message!("choose a player with --player: %{names}", names = names.join(", ")))
}

/// Returns the seats whose players are Python files.
pub fn python_seats(header: &Header) -> Vec<Seat> {
    let is_python =
        |seat: &Seat| header.players[seat.index()].file.is_some() && !header.players[seat.index()].program;
    Seat::all(header.players.len()).filter(is_python).collect()
}

impl RecordedPlayer {
    /// Finds the code of a player. `file` is the user's player spec, which replaces the recorded file.
    pub fn find(
        info: &'static GameInfo,
        header: &Header,
        replay: &Path,
        seat: Seat,
        file: Option<&str>,
    ) -> Result<RecordedPlayer, PlayError> {
        let recorded = &header.players[seat.index()];
        match (file, &recorded.file) {
            (Some(word), _) => RecordedPlayer::of_word(info, recorded, seat, word),
            (None, None) => RecordedPlayer::built_in(info, recorded, seat),
            (None, Some(name)) => {
                let mut player = RecordedPlayer::of_file(info, header, replay, seat, name)?;
                player.spec.is_recorded = true;
                Ok(player)
            }
        }
    }

    fn of_word(
        info: &'static GameInfo,
        recorded: &PlayerInfo,
        seat: Seat,
        word: &str,
    ) -> Result<RecordedPlayer, PlayError> {
        let mut spec = one_of(info, word, &[])?;
        match &mut spec.kind {
            Kind::Python { mode, .. } if recorded.persistent && info.protocols.persistent => {
                *mode = mode.persistent();
            }
            Kind::Python { .. } => {}
            Kind::BuiltIn(_) => {}
            _ => {
                return user_error(message!(
                    "%{word} is not a Python file; only Python files can play recorded turns",
                    word
                ));
            }
        }
        let is_new = spec.file().and_then(|file| read_file(file).ok()).map(|bytes| sha256(&bytes));
        let is_other = recorded.sha256.is_some() && is_new.is_some() && is_new != recorded.sha256;
        let other = is_other.then(|| t!("%{word} differs from the file that played the match.", word));
        let is_same_code = is_new.is_some() && is_new == recorded.sha256;
        let helpers = spec.file().map(|file| Helpers::of(recorded, file, is_same_code)).unwrap_or_default();
        let is_original = !is_other && helpers.other.is_empty() && helpers.data.is_empty();
        let remarks: Vec<String> = other.into_iter().chain(helpers.remark()).collect();
        let remark = (!remarks.is_empty()).then(|| remarks.join(" "));
        spec.name.clone_from(&recorded.name);
        Ok(RecordedPlayer { seat, spec, remark, is_original, _folder: None })
    }

    fn built_in(
        info: &'static GameInfo,
        recorded: &PlayerInfo,
        seat: Seat,
    ) -> Result<RecordedPlayer, PlayError> {
        let name = printable(&recorded.name);
        let by_text = info.built_in.iter().find(|player| {
            let own = player.whole_source().map(|text| sha256(text.as_bytes()));
            own.is_some() && own == recorded.sha256
        });
        let named = || recorded.built_in_names().find_map(|name| info.built_in_name(name));
        let Some(player) = by_text.map(|player| player.name).or_else(named).filter(|_| recorded.built_in)
        else {
            return user_error(message!(
                "%{name} cannot play recorded turns: it was a person, a client or a built-in player that no longer exists; \
                 name a Python file that plays its turns",
                name
            ));
        };
        let mut spec = one_of(info, player, &[])?;
        let is_other = by_text.is_none() && recorded.sha256.is_some();
        let remark = is_other.then(|| t!("The built-in player %{name} has changed since the match.", name));
        spec.name.clone_from(&recorded.name);
        Ok(RecordedPlayer { seat, spec, remark, is_original: !is_other, _folder: None })
    }

    /// Uses the file that played the match, otherwise the one that the replay contains. A file that has changed plays only
    /// if the user names it.
    fn of_file(
        info: &'static GameInfo,
        header: &Header,
        replay: &Path,
        seat: Seat,
        name: &str,
    ) -> Result<RecordedPlayer, PlayError> {
        let recorded = &header.players[seat.index()];
        if recorded.program || !name.ends_with(".py") {
            return user_error(message!(
                "%{name} is a program; only Python files can play recorded turns",
                name = printable(name)
            ));
        }
        let found = find_player_file(replay, recorded);
        let is_unchanged = |path: &&PathBuf| Helpers::of(recorded, path, true).other.is_empty();
        if let Some(path) = found.same.iter().find(is_unchanged) {
            return RecordedPlayer::of_path(info, recorded, seat, path);
        }
        let changed =
            found.same.first().map(|path| changed_file(recorded, path)).or_else(|| found.other.clone());
        if let Some((folder, file)) = embedded(header, seat, name, found.same.first())? {
            let player = RecordedPlayer::of_path(info, recorded, seat, &file)?;
            let remark = changed.map(|path| match path.exists() {
                false => t!("%{path} is missing; the copy in the replay plays.", path = shown(&path)),
                true => t!(
                    "%{path} has changed since the match; the copy in the replay plays. Name the file to play its turns with the \
                     changed one.",
                    path = shown(&path)
                ),
            });
            return Ok(RecordedPlayer { remark, _folder: Some(folder), ..player });
        }
        match (found.same.first(), changed) {
            (Some(path), _) => RecordedPlayer::of_path(info, recorded, seat, path),
            (None, Some(path)) => user_error(message!(
                "%{path} is not the file that played as %{player}; name it in the command to play the turns with it as it is now, \
                 or record with --with-sources",
                path = shown(&path),
                player = printable(&recorded.name)
            )),
            (None, None) => user_error(message!(
                "there is no file %{name}, which played as %{player}; name the file, or record with --with-sources",
                name = printable(recorded.path.as_deref().unwrap_or(name)),
                player = printable(&recorded.name)
            )),
        }
    }

    /// Uses the file at an absolute path, which is no player spec of the user.
    fn of_path(
        info: &'static GameInfo,
        recorded: &PlayerInfo,
        seat: Seat,
        path: &Path,
    ) -> Result<RecordedPlayer, PlayError> {
        let mut player = RecordedPlayer::of_word(info, recorded, seat, &path.display().to_string())?;
        let word = relative(path).display().to_string();
        player.spec.word.clone_from(&word);
        player.spec.source = word;
        Ok(player)
    }
}

fn shown(path: &Path) -> String {
    printable(&relative(path).display().to_string())
}

/// Returns the file of a player that differs from the recorded one: the main file, or one that it imports.
fn changed_file(recorded: &PlayerInfo, file: &Path) -> PathBuf {
    let is_main_same = read_file(file).is_ok_and(|bytes| Some(sha256(&bytes)) == recorded.sha256);
    let helper = Helpers::of(recorded, file, is_main_same).other.into_iter().next().filter(|_| is_main_same);
    helper.map_or_else(|| file.to_path_buf(), |name| file.with_file_name(name))
}

/// The files that a player uses, compared with those that played the match.
#[derive(Default)]
struct Helpers {
    /// The names of the imported files that differ.
    other: Vec<String>,
    /// The names of imported files about which the replay contains nothing.
    unknown: Vec<String>,
    /// The names of the data files that differ.
    data: Vec<String>,
}

impl Helpers {
    /// `is_same_code` says whether the main file is the recorded one. Then the files that are missing differ, too.
    fn of(recorded: &PlayerInfo, file: &Path, is_same_code: bool) -> Helpers {
        let missing = |then: &BTreeMap<String, String>, now: &BTreeMap<String, String>| -> Vec<String> {
            then.keys().filter(|name| is_same_code && !now.contains_key(*name)).cloned().collect()
        };
        let same_data = recorded_data(recorded, file);
        let is_other = |name: &&String| is_same_code && !same_data.contains_key(*name);
        let data = recorded.data.keys().filter(is_other).cloned().collect();
        let now = helper_hashes(file);
        let Some(then) = &recorded.helpers else {
            return Helpers { unknown: now.into_keys().collect(), data, ..Helpers::default() };
        };
        let missing = missing(then, &now);
        let other = now.into_iter().filter(|(name, hash)| then.get(name) != Some(hash));
        Helpers { other: other.map(|(name, _)| name).chain(missing).collect(), data, ..Helpers::default() }
    }

    /// Returns a remark about these files; `None` if there is nothing to say.
    fn remark(&self) -> Option<String> {
        let names = |names: &[String]| printable(&names.join(", "));
        let other = [&self.other[..], &self.data[..]].concat();
        match (other.is_empty(), self.unknown.is_empty()) {
            (false, _) => Some(t!("Different from the recorded ones: %{files}.", files = names(&other))),
            (true, false) => Some(t!(
                "The replay is older and does not say whether imported files have changed: %{files}.",
                files = names(&self.unknown)
            )),
            (true, true) => None,
        }
    }
}

/// Writes the files of a player that the replay contains to a new folder. Returns the folder and the player's file in it;
/// `None` if the replay does not contain that file. `original` is the player's file, if it is here: its data files are
/// copied, too.
fn embedded(
    header: &Header,
    seat: Seat,
    name: &str,
    original: Option<&PathBuf>,
) -> Result<Option<(TemporaryFolder, PathBuf)>, PlayError> {
    let own = sources_of(&header.sources, seat);
    if !own.contains_key(name) {
        return Ok(None);
    }
    let folder = TemporaryFolder::new()?;
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        files::write(&path, bytes)
    };
    for (name, text) in &own {
        write(name, text.as_bytes())?;
    }
    let data = original.map(|file| recorded_data(&header.players[seat.index()], file));
    for (name, bytes) in data.into_iter().flatten().filter(|(name, _)| !own.contains_key(name.as_str())) {
        write(&name, &bytes)?;
    }
    let file = folder.path().join(name);
    Ok(Some((folder, file)))
}

/// Reads the data files of a player that are as recorded. They are in the folder of its file, which the player may read in
/// any case.
fn recorded_data(recorded: &PlayerInfo, file: &Path) -> BTreeMap<String, Vec<u8>> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut left = DATA_MAX;
    let mut read = |(name, hash): (&String, &String)| {
        let path = Path::new(name);
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        if !is_plain || path.ancestors().any(files::is_closed_to_players) {
            return None;
        }
        let bytes = files::read_beneath(folder, path, left).ok()?;
        left -= bytes.len() as u64;
        (sha256(&bytes) == *hash).then(|| (name.clone(), bytes))
    };
    recorded.data.iter().take(DATA_FILES_MAX).filter_map(&mut read).collect()
}

#[cfg(test)]
mod tests {
    use crate::recorded_player::*;

    #[test]
    fn changed_and_unknown_helpers_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ai.py");
        std::fs::write(&file, "import helper, other\n").unwrap();
        std::fs::write(folder.path().join("helper.py"), "x = 1\n").unwrap();
        let helpers = Some(helper_hashes(&file));
        let recorded =
            PlayerInfo { helpers, sha256: Some(sha256(b"import helper, other\n")), ..PlayerInfo::default() };
        assert_eq!(Helpers::of(&recorded, &file, true).remark(), None);
        std::fs::write(folder.path().join("helper.py"), "x = 2\n").unwrap();
        std::fs::write(folder.path().join("other.py"), "").unwrap();
        let remark = Helpers::of(&recorded, &file, true).remark();
        assert_eq!(remark.as_deref(), Some("Different from the recorded ones: helper.py, other.py."));
        assert_eq!(changed_file(&recorded, &file), folder.path().join("helper.py"));
        let old = PlayerInfo { helpers: None, ..recorded };
        let remark = Helpers::of(&old, &file, true).remark().unwrap();
        assert!(
            remark.starts_with("The replay is older") && remark.ends_with("helper.py, other.py."),
            "{remark}"
        );
    }
}
