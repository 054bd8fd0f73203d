//! The code of a player in a replay: finds the player's seat and its file.

use super::any::KnownGame;
use super::error::{PlayError, user_error};
use super::files::read_file;
use super::line_up::{Kind, PlayerSpec, one_of};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use wag_core::files;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_i18n::{quote, t};
use wag_replay::{Header, PlayerInfo, sha256};

/// A player of a recorded match, with code that can play its turns again.
pub struct RecordedPlayer {
    pub seat: Seat,
    pub spec: PlayerSpec,
    /// A remark about the file, as a sentence with a full stop; `None` if there is nothing to say.
    pub remark: Option<String>,
    /// Whether this is the code that played the match, as far as this is known.
    pub is_original: bool,
    /// The folder with the files that the replay contains, if the player uses them.
    _folder: Option<TempDir>,
}

/// Opens a replay.
pub fn open(path: &Path) -> Result<std::fs::File, PlayError> {
    files::open_to_read(path)
        .or_else(|fault| user_error(t!("%{path} cannot be read: %{fault}", path = path.display(), fault)))
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
            user_error(t!(
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
    user_error(t!("choose a player with --player: %{names}", names = names.join(", ")))
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
        game: &KnownGame,
        header: &Header,
        replay: &Path,
        seat: Seat,
        file: Option<&str>,
    ) -> Result<RecordedPlayer, PlayError> {
        let recorded = &header.players[seat.index()];
        match (file, &recorded.file) {
            (Some(word), _) => RecordedPlayer::of_word(game, recorded, seat, word),
            (None, None) => RecordedPlayer::built_in(game, recorded, seat),
            (None, Some(name)) => RecordedPlayer::of_file(game, header, replay, seat, name),
        }
    }

    fn of_word(
        game: &KnownGame,
        recorded: &PlayerInfo,
        seat: Seat,
        word: &str,
    ) -> Result<RecordedPlayer, PlayError> {
        let mut spec = one_of(game.info, word, &[])?;
        match &mut spec.kind {
            Kind::Python { lives, .. } => *lives |= recorded.persistent && game.info.protocols.persistent,
            Kind::BuiltIn(_) => {}
            _ => {
                return user_error(t!(
                    "%{word} is not a Python file; only Python files can play recorded turns",
                    word
                ));
            }
        }
        let is_new = spec.file().and_then(|file| read_file(file).ok()).map(|bytes| sha256(&bytes));
        let is_other = recorded.sha256.is_some() && is_new.is_some() && is_new != recorded.sha256;
        let remark = is_other.then(|| t!("%{word} differs from the file that played the match.", word));
        spec.name.clone_from(&recorded.name);
        Ok(RecordedPlayer { seat, spec, remark, is_original: !is_other, _folder: None })
    }

    fn built_in(game: &KnownGame, recorded: &PlayerInfo, seat: Seat) -> Result<RecordedPlayer, PlayError> {
        let name = printable(&recorded.name);
        let by_text = game.info.built_in.iter().find(|player| {
            let own = player.whole_source().map(|text| sha256(text.as_bytes()));
            own.is_some() && own == recorded.sha256
        });
        // Two players of the same kind have numbers behind their names.
        let plain = recorded
            .name
            .trim_end_matches(|letter: char| letter.is_ascii_digit())
            .trim_end_matches([' ', '-']);
        let named = || [recorded.name.as_str(), plain].into_iter().find_map(|name| game.info.built_in(name));
        let Some(player) = by_text.or_else(named).filter(|_| recorded.built_in) else {
            return user_error(t!(
                "%{name} cannot play recorded turns: it was a person, a client or a built-in player that no longer exists; \
                 name a Python file that plays its turns",
                name
            ));
        };
        let mut spec = one_of(game.info, player.name, &[])?;
        let is_other = by_text.is_none() && recorded.sha256.is_some();
        let remark = is_other.then(|| t!("The built-in player %{name} has changed since the match.", name));
        spec.name.clone_from(&recorded.name);
        Ok(RecordedPlayer { seat, spec, remark, is_original: !is_other, _folder: None })
    }

    /// Uses the file if it is unchanged, otherwise the file that the replay contains, otherwise the changed file.
    fn of_file(
        game: &KnownGame,
        header: &Header,
        replay: &Path,
        seat: Seat,
        name: &str,
    ) -> Result<RecordedPlayer, PlayError> {
        let recorded = &header.players[seat.index()];
        if recorded.program || !name.ends_with(".py") {
            return user_error(t!(
                "%{name} is a program; only Python files can play recorded turns",
                name = printable(name)
            ));
        }
        let found: Vec<PathBuf> = places(replay, name).into_iter().filter(|path| path.is_file()).collect();
        let is_same =
            |path: &&PathBuf| read_file(path).is_ok_and(|bytes| Some(sha256(&bytes)) == recorded.sha256);
        let spec = |path: &Path| RecordedPlayer::of_word(game, recorded, seat, &path.display().to_string());
        if let Some(path) = found.iter().find(is_same) {
            return spec(path);
        }
        if let Some(folder) = embedded(header, seat)? {
            let player = spec(&folder.path().join(name))?;
            let remark = found.first().map(|path| {
                t!(
                    "%{path} has changed since the match; the copy in the replay plays. Name the file to play its turns with the \
                     changed one.",
                    path = path.display()
                )
            });
            return Ok(RecordedPlayer { remark, _folder: Some(folder), ..player });
        }
        match found.first() {
            Some(path) => spec(path),
            None => user_error(t!(
                "there is no file %{name}, which played as %{player}; name the file, or record with --with-sources",
                name = printable(name),
                player = printable(&recorded.name)
            )),
        }
    }
}

/// Returns the paths where the file of a player may be: in the current folder, beside the replay, and in the folder above.
fn places(replay: &Path, name: &str) -> Vec<PathBuf> {
    let is_plain = Path::new(name).file_name() == Some(name.as_ref());
    let beside = replay.parent().unwrap_or(Path::new(""));
    let folders = [Path::new("").to_path_buf(), beside.to_path_buf(), beside.join("..")];
    folders.iter().filter(|_| is_plain).map(|folder| folder.join(name)).collect()
}

/// Writes the files of a player that the replay contains to a new folder; `None` if it contains none.
fn embedded(header: &Header, seat: Seat) -> Result<Option<TempDir>, PlayError> {
    let prefix = format!("{}/", seat.0 + 1);
    let own = header.sources.iter().filter_map(|(name, text)| Some((name.strip_prefix(&prefix)?, text)));
    // The names come from the replay, which may be a stranger's.
    let is_plain =
        |name: &str| Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let own: Vec<_> = own.filter(|(name, _)| is_plain(name)).collect();
    if own.is_empty() {
        return Ok(None);
    }
    let folder = tempfile::tempdir()?;
    for (name, text) in own {
        let path = folder.path().join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        files::write(&path, text.as_bytes())?;
    }
    Ok(Some(folder))
}
