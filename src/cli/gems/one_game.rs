//! One game with logs and a replay, as `wag gems play` and the pages need it.

use super::super::mistake;
use super::super::recording::{self, About, Asked, Recorded};
use super::entrant::{Ai, Entrant};
use super::seats::{BoxedPlayer, Table};
use crate::arena::{Match, Observer, Played};
use crate::cli::args::Recording;
use crate::game::Seat;
use crate::games::gems::board::Board;
use crate::games::gems::{Gems, SEATS, Setup};
use crate::logs::{Logs, is_in_no_file_name};
use crate::replay::{PlayerInfo, built_in_player, player_of_file};
use anstream::eprintln;
use owo_colors::OwoColorize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Who meets whom on which board.
pub struct Pairing<'p> {
    /// As the user has named it.
    pub map: &'p str,
    pub board: &'p Board,
    /// What made the board, if it was made by chance.
    pub seed: u64,
    pub pair: [&'p Entrant; SEATS],
    pub opener: Seat,
}

/// Those who sit at the table when somebody is a person.
pub type Person<'p> = &'p dyn Fn(Seat) -> BoxedPlayer;

/// Nobody sits here who is to be asked.
pub fn no_person(_: Seat) -> BoxedPlayer {
    Box::new(crate::players::Idle)
}

impl Pairing<'_> {
    /// Sits both down, before anything is written of the game. What the system can't forbid AIs is told, if it is to be.
    pub fn sit(
        &self,
        table: &Table,
        person: Person<'_>,
        tells_warnings: bool,
    ) -> anyhow::Result<Vec<BoxedPlayer>> {
        let (mut players, mut warnings) = (Vec::new(), Vec::new());
        for (seat, entrant) in Seat::all(SEATS).zip(self.pair) {
            let (player, more) = table.sit(entrant, person, seat)?;
            players.push(player);
            warnings.extend(more);
        }
        warnings.dedup();
        for warning in warnings.iter().filter(|_| tells_warnings) {
            eprintln!("{} {warning}", "warning:".yellow().bold());
        }
        Ok(players)
    }

    /// Plays; `None` when it was interrupted.
    pub fn play(
        &self,
        table: &Table,
        mut players: Vec<BoxedPlayer>,
        observers: &mut [&mut dyn Observer<Gems>],
    ) -> Option<Played<Gems>> {
        let setup = self.setup(table);
        // For as long as the match.
        let mut observers: Vec<&mut dyn Observer<Gems>> =
            observers.iter_mut().map(|each| &mut **each as _).collect();
        let (players, stop) = (&mut players, &*table.stop);
        let played =
            Match { setup: &setup, seed: self.seed, players, observers: &mut observers, stop }.play();
        (!played.interrupted).then_some(played)
    }

    fn setup(&self, table: &Table) -> Setup {
        Setup { board: self.board.clone(), opener: self.opener, rules: table.rules.clone() }
    }

    /// Begins the replay of the game, as it is asked for.
    pub fn record(
        &self,
        table: &Table,
        recording: &Recording,
        asked: Option<Asked>,
    ) -> anyhow::Result<Option<Recorded<Gems>>> {
        let names = names(self.pair);
        let players = self.pair.iter().zip(&names).map(|(entrant, name)| info(entrant, name));
        let about = About {
            map: self.map,
            seed: self.seed,
            rounds: 0,
            players: players.collect(),
            sources: if recording.with_sources { self.sources() } else { BTreeMap::new() },
            is_automatic: false,
        };
        let mut recorded = recording::begin::<Gems>(recording, asked, about, &self.setup(table))?;
        // A person sees in it what has happened.
        if let Some(recorded) = recorded.as_mut().filter(|_| self.has_person()) {
            recorded.recorder.at_once();
        }
        Ok(recorded)
    }

    fn has_person(&self) -> bool {
        self.pair.iter().any(|entrant| entrant.ai == Ai::Human)
    }

    /// The files of the AIs in Python, as replays have them.
    fn sources(&self) -> BTreeMap<String, String> {
        let scripts = self.pair.iter().zip(1..).filter_map(|(entrant, seat)| match &entrant.ai {
            Ai::Script(file) | Ai::Living(file) => Some((seat, crate::replay::sources(file))),
            _ => None,
        });
        let named = |(seat, files): (i32, BTreeMap<String, String>)| {
            files.into_iter().map(move |(name, text)| (format!("{seat}/{name}"), text))
        };
        scripts.flat_map(|(seat, files)| named((seat, files.into_iter().collect()))).collect()
    }
}

fn info(entrant: &Entrant, name: &str) -> PlayerInfo {
    match &entrant.ai {
        Ai::BuiltIn(_) | Ai::Human => built_in_player(name, None),
        Ai::Script(file) | Ai::Living(file) => player_of_file(name, file),
        Ai::Program(program) => player_of_file(name, &program.file),
    }
}

/// Short names that differ, fit for files.
pub fn names(pair: [&Entrant; SEATS]) -> [String; SEATS] {
    let clean = |entrant: &Entrant| -> String {
        let name = entrant.short_name();
        let letters = name.chars().map(|letter| if is_in_no_file_name(letter) { '_' } else { letter });
        let name: String = letters.take(60).collect();
        if name.is_empty() || name.starts_with('.') { format!("_{name}") } else { name }
    };
    let [first, second] = pair.map(clean);
    match first.to_lowercase() == second.to_lowercase() {
        true => [format!("{first}1"), format!("{second}2")],
        false => [first, second],
    }
}

/// Opens the logs of both players.
pub fn logs(folder: &Path, names: &[String; SEATS]) -> anyhow::Result<Logs> {
    let made = std::fs::create_dir_all(folder).map_err(|fault| (folder.to_path_buf(), fault));
    made.and_then(|()| Logs::create(folder, names)).or_else(|(path, fault)| {
        mistake(format!(
            "the log {} can't be written: {fault}; name another folder with --log-dir",
            path.display()
        ))
    })
}

/// The file for the replay of one of two games: `duel.wag` becomes `duel-1.wag`.
pub fn numbered(file: &Path, number: usize) -> PathBuf {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let ending =
        file.extension().map_or_else(|| "wag".to_string(), |ending| ending.to_string_lossy().into_owned());
    file.with_file_name(format!("{stem}-{number}.{ending}"))
}
