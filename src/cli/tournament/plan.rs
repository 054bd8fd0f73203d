//! `wag tournament plan`: makes the schedule of a tournament and prints it, without playing a match.

use super::super::answer::{ExitStatus, print};
use super::super::progress::warn;
use super::super::table::{Column, Table};
use super::super::with_game::WithGame;
use super::args::Plan as Args;
use serde_json::{Value, json};
use std::path::Path;
use wag_core::game::Kind;
use wag_core::text::{option_arguments, quoted_path};
use wag_i18n::{later, t};
use wag_play::again::play_arguments;
use wag_play::{ParsedSpec, PlayerSpec, source_of_file};
use wag_tournament::{PlayerVersion, StoredMatch, TournamentFile, start};

/// Stores the schedule of a tournament with these players, and prints it.
pub fn run(options: &WithGame<Args>) -> anyhow::Result<ExitStatus> {
    let request = options.words.schedule.request(options, &options.words.limit_args);
    let tournament = start(request, &mut |text| warn(text), warn)?;
    let limits = options.words.limit_args.words();
    let plan = Plan { data: &tournament.data, active: &tournament.active, limits };
    match (options.words.json, options.words.quiet) {
        (true, _) => print(&format!("{}\n", plan.as_json())),
        (false, true) => Ok(ExitStatus::Success),
        (false, false) => print(&plan.in_words()),
    }
}

/// The schedule, and the limits of the players as command-line options.
struct Plan<'p> {
    data: &'p TournamentFile,
    /// The players, each with the index of its version.
    active: &'p [(usize, PlayerSpec)],
    limits: Vec<String>,
}

impl Plan<'_> {
    fn members<'s>(&'s self, stored: &'s StoredMatch) -> impl Iterator<Item = &'s PlayerVersion> {
        stored.seats.iter().map(|member| &self.data.members[*member])
    }

    fn place(&self, stored: &StoredMatch) -> Option<&str> {
        Some(self.data.settings.words[stored.place].as_str()).filter(|word| !word.is_empty())
    }

    /// Returns the arguments of `wag` that play a match.
    fn arguments(&self, stored: &StoredMatch) -> Vec<String> {
        let info = self.data.game.info;
        let place_option = info.place_option().map(|option| option.name);
        let players: Vec<String> = self.members(stored).map(|member| self.spec(member)).collect();
        let mut options = Vec::new();
        for (name, value) in &self.data.settings.options {
            let is_flag = info.option(name).is_some_and(|option| matches!(option.kind, Kind::Flag));
            match is_flag {
                _ if Some(name.as_str()) == place_option => {}
                true => options.push(format!("--{name}")),
                false => options.extend(option_arguments(name, value)),
            }
        }
        if let (Some(option), Some(place)) = (place_option, self.place(stored)) {
            options.extend(option_arguments(option, place));
        }
        options.extend(option_arguments("seed", stored.seed));
        options.extend(self.limits.iter().cloned());
        options.extend(["--json", "--quiet", "--no-replay"].map(str::to_string));
        let words = ["play".to_string(), wag_games::word_of(info)];
        words.into_iter().chain(play_arguments(&players, options)).collect()
    }

    /// Returns the player spec of a player. A player in a ZIP file plays from the tournament's copy of its files.
    fn spec(&self, member: &PlayerVersion) -> String {
        let is_zip = |path: &Path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip"));
        let path = Path::new(&member.word);
        let copy = self.active.iter().find(|(number, _)| self.data.members[*number] == *member);
        let copy = copy.filter(|_| is_zip(path)).and_then(|(_, entrant)| entrant.file());
        let source = match copy {
            Some(file) => source_of_file(file),
            None if path.is_file() => source_of_file(path),
            None => ParsedSpec::of(&member.word).source,
        };
        ParsedSpec { name: Some(member.name.clone()), source }.to_string()
    }

    fn as_json(&self) -> Value {
        let settings = &self.data.settings;
        let player = |member: &PlayerVersion| {
            json!({
                "name": member.name,
                "version": member.version,
                "player": member.word,
                "sha256": member.sha256,
                "filler": member.is_filler,
            })
        };
        let scheduled = |stored: &StoredMatch| {
            json!({
                "match": stored.id,
                "seed": stored.seed,
                "map": self.place(stored),
                "players": self.members(stored).map(|member| &member.name).collect::<Vec<_>>(),
                "played": stored.result.is_some(),
                "arguments": self.arguments(stored),
            })
        };
        let current = self.data.members.iter().filter(|member| member.is_current);
        json!({
            "game": self.data.game.info.name,
            "file": self.data.file.display().to_string(),
            "seed": settings.seed,
            "places": settings.words,
            "players": current.map(player).collect::<Vec<_>>(),
            "matches": self.data.matches.iter().map(scheduled).collect::<Vec<_>>(),
        })
    }

    fn in_words(&self) -> String {
        let mut table = Table::new([
            Column::essential(later!("match")),
            Column::high(later!("seed")),
            Column::middle(later!("place")),
            Column::essential(later!("players")).wrapped(),
            Column::high(later!("played")),
        ]);
        for stored in &self.data.matches {
            let names: Vec<&str> = self.members(stored).map(|member| member.name.as_str()).collect();
            table.row([
                stored.id.to_string(),
                stored.seed.to_string(),
                self.place(stored).unwrap_or_default().to_string(),
                names.join(", "),
                if stored.result.is_some() { t!("yes") } else { t!("no") },
            ]);
        }
        t!(
            "%{table}\nSaved in %{file}. To play it: wag tournament --resume %{quoted}\n",
            table,
            file = self.data.file.display(),
            quoted = quoted_path(&self.data.file)
        )
    }
}
