//! Who takes part in a tournament: from words and folders to players, and what of them is new in its file.

use super::super::answer::mistake;
use crate::language::t;
use crate::play::{Card, Entrant, Kind, one_of, told_apart};
use crate::tournament::{Member, fingerprint};
use std::path::{Path, PathBuf};

/// Hears what the user should know, although the tournament is played.
pub type Warn<'w> = &'w mut dyn FnMut(String);

/// A player with the words for what plays.
#[derive(Clone, Debug)]
pub struct Named {
    pub entrant: Entrant,
    pub word: String,
}

/// The players that the user's words name.
pub fn named(
    card: &Card,
    words: &[String],
    readable: &[PathBuf],
    warn: Warn<'_>,
) -> anyhow::Result<Vec<Named>> {
    let mut all = Vec::new();
    for word in words {
        match Path::new(word).is_dir() {
            true => all.extend(in_folder(card, word, readable, &mut *warn)?),
            false => all.push(one(card, word, readable)?),
        }
    }
    check_names(&all)?;
    Ok(all)
}

fn one(card: &Card, word: &str, readable: &[PathBuf]) -> anyhow::Result<Named> {
    let entrant = one_of(card, word, readable)?;
    if matches!(entrant.kind, Kind::Person | Kind::Client { .. }) {
        return mistake(t!(
            "%{word} can't play a tournament, where nobody is asked or waited for; a single match is played by `wag play`",
            word
        ));
    }
    let plays = word.strip_prefix(&format!("{}=", entrant.word)).unwrap_or(word).to_string();
    Ok(Named { entrant, word: plays })
}

/// Each folder below that has a player's file is a player of its name; if none has, this one may.
fn in_folder(card: &Card, word: &str, readable: &[PathBuf], warn: Warn<'_>) -> anyhow::Result<Vec<Named>> {
    let Some(file) = card.own_player() else {
        return mistake(t!(
            "%{word} is a folder, and %{title} has no file that a folder's player is known by; name the players' files",
            word,
            title = card.title
        ));
    };
    let folder = Path::new(word);
    let (players, others): (Vec<PathBuf>, Vec<PathBuf>) =
        folders_below(folder)?.into_iter().partition(|below| below.join(file).is_file());
    if players.is_empty() && folder.join(file).is_file() {
        return Ok(vec![of_folder(card, folder, file, readable)?]);
    }
    if players.is_empty() {
        return mistake(t!(
            "no folder in %{word} holds a player: each is to have a file %{file}",
            word,
            file
        ));
    }
    for other in others.iter().filter(|other| holds_python(other)) {
        warn(t!("%{folder} has no %{file} and does not take part", folder = other.display(), file));
    }
    players.iter().map(|folder| of_folder(card, folder, file, readable)).collect()
}

fn of_folder(card: &Card, folder: &Path, file: &str, readable: &[PathBuf]) -> anyhow::Result<Named> {
    let word = folder.join(file).display().to_string();
    let mut entrant = one_of(card, &word, readable)?;
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    if let Some(name) = whole.file_name() {
        entrant.name = name.to_string_lossy().into_owned();
    }
    Ok(Named { entrant, word })
}

/// In the order of their names, but for hidden ones.
fn folders_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(fault) => {
            return mistake(t!("%{folder} can't be read: %{fault}", folder = folder.display(), fault));
        }
    };
    let is_hidden =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let below = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut below: Vec<PathBuf> = below.filter(|path| path.is_dir() && !is_hidden(path)).collect();
    alphanumeric_sort::sort_path_slice(&mut below);
    Ok(below)
}

fn holds_python(folder: &Path) -> bool {
    let is_python = |path: PathBuf| path.extension().is_some_and(|ending| ending == "py");
    std::fs::read_dir(folder)
        .is_ok_and(|entries| entries.filter_map(Result::ok).any(|entry| is_python(entry.path())))
}

/// Names tell players apart, here and in the file; so none is made up.
fn check_names(all: &[Named]) -> anyhow::Result<()> {
    for (at, player) in all.iter().enumerate() {
        let name = &player.entrant.name;
        let is_same = |other: &&Named| other.entrant.name.to_lowercase() == name.to_lowercase();
        if let Some(other) = all[..at].iter().find(is_same) {
            return mistake(t!(
                "%{other} and %{word} would both be called %{name}; give one of them another name: NAME=FILE",
                other = other.word,
                word = player.word,
                name
            ));
        }
        if name.contains('@') {
            return mistake(t!(
                "the name %{name} contains @, after which stands the version of a player; give another one: NAME=FILE",
                name
            ));
        }
    }
    let entrants = all.iter().map(|player| Entrant { word: player.word.clone(), ..player.entrant.clone() });
    told_apart(entrants.collect())?;
    Ok(())
}

/// Those who take part from now on.
#[derive(Default)]
pub struct Field {
    pub members: Vec<Member>,
    /// For each who still plays: the number of its member, and the player.
    pub active: Vec<(usize, Entrant)>,
}

impl Field {
    /// The players of the file, with those who are named now.
    pub fn gather(
        card: &Card,
        members: Vec<Member>,
        named: Vec<Named>,
        readable: &[PathBuf],
        warn: Warn<'_>,
    ) -> anyhow::Result<Field> {
        let mut field = Field { members, active: Vec::new() };
        let is_named = |member: &Member| {
            named.iter().any(|named| named.entrant.name.to_lowercase() == member.name.to_lowercase())
        };
        let plays = |member: &&Member| member.is_current && !member.is_filler && !is_named(member);
        let known: Vec<Member> = field.members.iter().filter(plays).cloned().collect();
        if !known.is_empty() && !named.is_empty() {
            let names: Vec<&str> = known.iter().map(|member| member.name.as_str()).collect();
            warn(t!(
                "these are in the tournament already and take part, too: %{names}",
                names = names.join(", ")
            ));
        }
        for member in known {
            field.enter(card, again(card, &member, readable)?, false, &mut *warn);
        }
        for player in named {
            field.enter(card, player, false, &mut *warn);
        }
        if field.active.len() < 2 {
            let name = field.active.first().map_or("", |(_, one)| one.name.as_str());
            return mistake(t!(
                "a tournament takes at least two players, and only %{name} takes part; name more files, folders or built-in players",
                name
            ));
        }
        field.fill_up(card, warn)?;
        field.active.sort_by_key(|(number, _)| *number);
        Ok(field)
    }

    /// A player takes part: as the one in the file if nothing has changed, else as a new version.
    fn enter(&mut self, card: &Card, player: Named, is_filler: bool, warn: Warn<'_>) {
        let sha256 = fingerprint(card, &player.entrant);
        let name = player.entrant.name.clone();
        let lower = name.to_lowercase();
        let is_it = |member: &Member| member.name.to_lowercase() == lower;
        let latest = self.members.iter().rposition(is_it);
        if let Some(latest) = latest.filter(|latest| self.members[*latest].sha256 == sha256) {
            let member = &mut self.members[latest];
            (member.is_current, member.is_filler, member.word) = (true, is_filler, player.word);
            self.active.push((latest, player.entrant));
            return;
        }
        let version = latest.map_or(1, |latest| self.members[latest].version + 1);
        let name = latest.map_or(name, |latest| self.members[latest].name.clone());
        self.members.iter_mut().filter(|member| is_it(member)).for_each(|old| old.is_current = false);
        let member = Member { name, version, word: player.word, sha256, is_filler, is_current: true };
        if version > 1 {
            let (name, title) = (&member.name, member.title());
            warn(t!("the files of %{name} have changed: from now on %{title} plays", name, title));
        }
        self.active.push((self.members.len(), player.entrant));
        self.members.push(member);
    }

    /// Seats that nobody takes are filled as in a single match.
    fn fill_up(&mut self, card: &Card, warn: Warn<'_>) -> anyhow::Result<()> {
        self.members
            .iter_mut()
            .filter(|member| member.is_filler)
            .for_each(|filler| filler.is_current = false);
        let missing = card.seats.start().saturating_sub(self.active.len());
        let Some(filler) = card.filler.filter(|_| missing > 0) else {
            return match missing {
                0 => Ok(()),
                _ => mistake(t!(
                    "%{title} is for %{seats}; name %{missing} more",
                    title = card.title,
                    seats = card.seats_in_words(),
                    missing
                )),
            };
        };
        let is_taken = |members: &[Member], name: &str| {
            members.iter().any(|member| !member.is_filler && member.name.eq_ignore_ascii_case(name))
        };
        let names = (1..).map(|number| format!("{filler}{number}"));
        let free: Vec<String> = names.filter(|name| !is_taken(&self.members, name)).take(missing).collect();
        for name in free {
            let mut entrant = one_of(card, filler, &[])?;
            entrant.name = name;
            self.enter(card, Named { entrant, word: filler.to_string() }, true, &mut *warn);
        }
        Ok(())
    }

    /// Tells who plays with the same files as somebody else.
    pub fn warn_of_copies(&self, warn: Warn<'_>) {
        for (at, (number, entrant)) in self.active.iter().enumerate().filter(|(_, (_, one))| one.has_code()) {
            let sum = &self.members[*number].sha256;
            let same = |(other, _): &&(usize, Entrant)| self.members[*other].sha256 == *sum;
            if let Some((_, other)) = self.active[..at].iter().find(same) {
                warn(t!("%{other} and %{name} have the same files", other = other.name, name = entrant.name));
            }
        }
    }
}

/// A player of the file.
fn again(card: &Card, member: &Member, readable: &[PathBuf]) -> anyhow::Result<Named> {
    match one_of(card, &member.word, readable) {
        Ok(mut entrant) => {
            entrant.name = member.name.clone();
            Ok(Named { entrant, word: member.word.clone() })
        }
        Err(fault) => mistake(t!(
            "%{name} can't take part any more: %{fault}",
            name = member.name,
            fault = fault.to_string()
        )),
    }
}
