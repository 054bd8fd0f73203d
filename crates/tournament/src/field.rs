//! The players of a tournament: those in its file, those on the command line, and those that fill empty seats.

use crate::intake::{Player, PlayerIntake, Reason};
use crate::trust::is_program;
use crate::{PlayerVersion, RefusedSubmission, fingerprint};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use wag_core::game::GameInfo;
use wag_core::text::printable;
use wag_i18n::{message, t};
use wag_play::{PlayError, user_error};
use wag_play::{PlayerSpec, one_of};

/// All players of a tournament, and which of them play from now on.
#[derive(Default)]
pub struct Field {
    pub members: Vec<PlayerVersion>,
    /// The active players, each with its index in `members`.
    pub active: Vec<(usize, PlayerSpec)>,
    /// The name and the command of each program in the tournament's file.
    pub stored_programs: Vec<(String, String)>,
    /// The submissions that cannot play.
    pub refused: Vec<RefusedSubmission>,
}

/// The maximum size of the data about submissions that cannot play, in bytes. It is part of the settings in the file,
/// whose size is limited.
const REFUSED_BYTES_MAX: usize = 128 << 10;
/// The maximum size of the reason why a submission cannot play, in bytes.
const REASON_BYTES_MAX: usize = 1000;

/// Returns the submissions that cannot play: those in the tournament's file that have not left the tournament and do not
/// play now, and the new ones.
fn refused(
    stored: &[RefusedSubmission],
    active: &[(usize, PlayerSpec)],
    intake: &PlayerIntake<'_>,
    without: &[String],
) -> Vec<RefusedSubmission> {
    let new = intake.refused.iter().filter_map(|hand_in| {
        let Reason { code, round, message, .. } = hand_in.refusal()?.clone();
        let reason = Reason { round, ..Reason::new(code, message.bounded(REASON_BYTES_MAX)) };
        let path = printable(&hand_in.path.display().to_string());
        Some(RefusedSubmission { path, name: hand_in.name.clone(), reason })
    });
    let new: Vec<RefusedSubmission> = new.collect();
    let is_called = |one: &str, name: &str| one.to_lowercase() == name.to_lowercase();
    let is_over = |old: &RefusedSubmission| {
        without.iter().any(|name| is_called(name, &old.name))
            || active.iter().any(|(_, player)| is_called(&player.name, &old.name))
            || new.iter().any(|new| new.path == old.path || is_called(&new.name, &old.name))
    };
    let mut left = REFUSED_BYTES_MAX;
    let fits = |refused: &RefusedSubmission| {
        let size = serde_json::to_string(refused).map_or(usize::MAX, |text| text.len());
        left = left.saturating_sub(size);
        left > 0
    };
    stored.iter().filter(|old| !is_over(old)).cloned().chain(new.iter().cloned()).take_while(fits).collect()
}

impl Field {
    /// Returns the players from the file and the command line, without those that the user leaves out.
    pub fn gather(
        intake: &mut PlayerIntake<'_>,
        members: Vec<PlayerVersion>,
        stored_refused: &[RefusedSubmission],
        words: &[String],
        without: &[String],
    ) -> Result<Field, PlayError> {
        let named = intake.players(words, &members, stored_refused, without)?;
        let mut field = Field { members, ..Field::default() };
        let is_called =
            |member: &PlayerVersion, name: &str| name.to_lowercase() == member.name.to_lowercase();
        let is_left_out = |member: &PlayerVersion| without.iter().any(|name| is_called(member, name));
        field.members.iter_mut().filter(|member| is_left_out(member)).for_each(|out| out.is_current = false);
        let is_named =
            |member: &PlayerVersion| named.iter().any(|player| is_called(member, &player.entrant.name));
        let plays = |member: &&PlayerVersion| member.is_current && !member.is_filler && !is_named(member);
        let known: Vec<PlayerVersion> = field.members.iter().filter(plays).cloned().collect();
        if !known.is_empty() && !named.is_empty() {
            let names: Vec<&str> = known.iter().map(|member| member.name.as_str()).collect();
            (intake.warn)(t!(
                "these players are already in the tournament and take part, too: %{names}",
                names = names.join(", ")
            ));
        }
        for member in known {
            match intake.player_of_file(&member)? {
                Some(player) => {
                    if is_program(&player.entrant) {
                        field.stored_programs.push((member.name, member.word));
                    }
                    field.enter(player, false, intake);
                }
                None => field.drop_out(&member),
            }
        }
        for player in named {
            field.enter(player, false, intake);
        }
        field.refused = refused(stored_refused, &field.active, intake, without);
        match field.active.as_slice() {
            [] => user_error(message!(
                "a tournament needs at least two players, but nobody takes part; name files, folders or built-in players"
            )),
            [(_, only)] => user_error(message!(
                "a tournament needs at least two players, but only %{name} takes part; name more files, folders or built-in players",
                name = only.name
            )),
            _ => Ok(field),
        }
    }

    /// Makes a player leave the tournament. The matches that the player has played still count in the standings.
    fn drop_out(&mut self, gone: &PlayerVersion) {
        self.members.iter_mut().filter(|member| *member == gone).for_each(|member| member.is_current = false);
    }

    /// Adds a player. If its files have not changed, it is the version that is already known, otherwise a new version.
    fn enter(&mut self, player: Player, is_filler: bool, intake: &mut PlayerIntake<'_>) {
        let name = player.entrant.name.clone();
        let lower = name.to_lowercase();
        let is_it = |member: &PlayerVersion| member.name.to_lowercase() == lower;
        let latest = self.members.iter().rposition(is_it);
        let is_same = |latest: &usize| {
            let sha256 = &self.members[*latest].sha256;
            *sha256 == player.sha256 || player.old_sha256.as_ref() == Some(sha256)
        };
        if let Some(latest) = latest.filter(is_same) {
            let member = &mut self.members[latest];
            (member.is_current, member.is_filler) = (true, is_filler);
            (member.word, member.sha256) = (player.word, player.sha256);
            self.active.push((latest, player.entrant));
            return;
        }
        let version = latest.map_or(1, |latest| self.members[latest].version.saturating_add(1));
        let name = latest.map_or(name, |latest| self.members[latest].name.clone());
        self.members.iter_mut().filter(|member| is_it(member)).for_each(|old| old.is_current = false);
        let (word, sha256) = (player.word, player.sha256);
        let member = PlayerVersion { name, version, word, sha256, is_filler, is_current: true };
        if version > 1 {
            let (name, title) = (&member.name, member.title());
            (intake.warn)(t!("the files of %{name} have changed; %{title} plays from now on", name, title));
        }
        self.active.push((self.members.len(), player.entrant));
        self.members.push(member);
    }

    /// Adds filler players, as in a single match, until there are at least `least` players.
    pub fn fill_up(&mut self, least: usize, intake: &mut PlayerIntake<'_>) -> Result<(), PlayError> {
        let info = intake.info;
        self.members
            .iter_mut()
            .filter(|member| member.is_filler)
            .for_each(|filler| filler.is_current = false);
        let missing = least.saturating_sub(self.active.len());
        let Some(filler) = info.filler.filter(|_| missing > 0) else {
            self.active.sort_by_key(|(number, _)| *number);
            return Ok(());
        };
        let is_taken = |members: &[PlayerVersion], name: &str| {
            members.iter().any(|member| !member.is_filler && member.name.eq_ignore_ascii_case(name))
        };
        let names = (1..).map(|number| format!("{filler}{number}"));
        let free: Vec<String> = names.filter(|name| !is_taken(&self.members, name)).take(missing).collect();
        for name in free {
            let mut entrant = one_of(info, filler, &[])?;
            entrant.name = name;
            let sha256 = fingerprint(info, &entrant);
            self.enter(Player { entrant, word: filler.to_string(), sha256, old_sha256: None }, true, intake);
        }
        self.active.sort_by_key(|(number, _)| *number);
        Ok(())
    }

    /// Warns about players whose files are identical.
    pub fn warn_of_copies(&self, info: &GameInfo, warn: &mut dyn FnMut(String)) {
        let mut first: BTreeMap<String, &str> = BTreeMap::new();
        for (_, entrant) in self.active.iter().filter(|(_, one)| one.has_code()) {
            let name = entrant.name.as_str();
            match first.entry(fingerprint(info, entrant)) {
                Entry::Occupied(other) => {
                    warn(t!("%{other} and %{name} have the same files", other = other.get(), name));
                }
                Entry::Vacant(own) => {
                    own.insert(name);
                }
            }
        }
    }
}
