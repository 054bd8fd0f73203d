//! `wag series`: plays many matches between the same players, on all cores.

use super::answer::{ExitStatus, print};
use super::args::Series as Args;
use super::progress::{Starts, bar_of_matches, warn};
use super::report::{self, Played};
use super::rows::as_csv;
use super::start::stop_on_signals;
use super::table::{Column, Importance, Table};
use super::with_game::WithGame;
use crate::output::Paint;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wag_core::game::GameInfo;
use wag_i18n::{Language, decimal, later, t};
use wag_play::place_in_words;
use wag_replay::marked_as_forfeit;
use wag_series::series::{Series, SeriesRequest};
use wag_series::{Plan, has_unstarted_player, play_all};
use wag_stats::series::{EntrantResult, MatchResult, PlayedMatch, Row, summarise};

/// Plays the series that the command line describes.
pub fn run(options: &WithGame<Args>) -> anyhow::Result<ExitStatus> {
    let (words, info) = (&options.words, options.game.info);
    let request = SeriesRequest {
        game: options.game,
        options: options.options.clone(),
        places: options.places.clone(),
        players: words.players.clone(),
        games: words.games,
        seed: words.seed,
        fixed_seats: words.fixed_seats,
        executor: words.executor_args.executor()?,
        replays: words.replays.clone(),
        limits: words.limit_args.0.clone(),
    };
    let Series { schedule, plan } = Series::prepare(&request, stop_on_signals()?, warn)?;
    let progress =
        bar_of_matches(Arc::clone(&request.executor), "", !words.quiet && !words.json && !words.csv);
    progress.set_length(plan.fixtures.len() as u64);
    let mut starts = Starts::default();
    let mut results = BTreeMap::new();
    let over = |ended: Vec<MatchResult>| {
        results.extend(ended.into_iter().map(|result| (result.number, result)));
        progress.set_position(results.len() as u64);
        Ok(ControlFlow::Continue(()))
    };
    play_all(&plan, over, |message| progress.suspend(|| starts.tell(message)))?;
    let results: Vec<MatchResult> = results.into_values().collect();
    progress.finish_and_clear();
    let rows = summarise(&results, plan.entrants.len(), schedule.seats);
    let report = SeriesReport {
        options,
        info,
        words,
        plan: &plan,
        seed: schedule.seed,
        played: &results,
        rows: &rows,
    };
    report.print()?;
    let started = |result: &MatchResult| -> Vec<(usize, bool)> {
        let failed_to_start =
            |seat: &EntrantResult| seat.failure.as_ref().is_some_and(|one| one.round.is_none());
        result.seats.iter().map(|seat| (seat.entrant, failed_to_start(seat))).collect()
    };
    Ok(match () {
        () if plan.stop.load(Ordering::Relaxed) => ExitStatus::Interrupted,
        () if has_unstarted_player(results.iter().map(started)) => ExitStatus::CannotStart,
        () => ExitStatus::Success,
    })
}

/// The data that the report needs.
struct SeriesReport<'t> {
    options: &'t WithGame<Args>,
    info: &'t GameInfo,
    words: &'t Args,
    plan: &'t Plan,
    seed: u64,
    /// The results of the matches, in the order of the schedule.
    played: &'t [MatchResult],
    rows: &'t [Row],
}

/// The cells of a row. Each cell consists of the name of its column, its value for programs, and its text in the table.
type Cells = Vec<(String, Value, String)>;

impl SeriesReport<'_> {
    fn print(&self) -> anyhow::Result<()> {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        if self.is_table() {
            let places = self.by_merit();
            rows.sort_by_key(|row| (row.seat.is_some(), places[row.entrant], row.seat));
        }
        let rows: Vec<Cells> = rows.into_iter().map(|row| self.cells(row)).collect();
        let answer = if self.words.json {
            format!("{}\n", self.as_json(&rows))
        } else if self.words.csv {
            as_csv(self.played.iter().map(|result| self.match_row(result)))?
        } else if !self.words.quiet {
            self.in_words(&rows)
        } else {
            return Ok(());
        };
        print(&answer).map(|_| ())
    }

    /// Ranks the players by points, then by wins, then by the game's tally. Returns the rank of each player, counted
    /// from 0.
    fn by_merit(&self) -> Vec<usize> {
        let mut overall: Vec<&Row> = self.rows.iter().filter(|row| row.seat.is_none()).collect();
        overall.sort_by_key(|row| std::cmp::Reverse((row.points, row.wins, row.tally)));
        let mut places = vec![0; self.plan.entrants.len()];
        overall.iter().enumerate().for_each(|(place, row)| places[row.entrant] = place);
        places
    }

    /// Returns whether the rows are sorted by rank; otherwise they are in the order in which the user named the
    /// players.
    fn is_table(&self) -> bool {
        self.has_points() || self.plan.entrants.len() > self.info.most()
    }

    /// Returns whether the game has two players, in which case points determine the ranking.
    fn has_points(&self) -> bool {
        self.info.most() == 2
    }

    fn as_json(&self, rows: &[Cells]) -> Value {
        let row = |cells: &Cells| -> Value {
            cells.iter().map(|(name, value, _)| (name.clone(), value.clone())).collect::<Map<_, _>>().into()
        };
        json!({
            "game": self.info.name,
            "seed": self.seed,
            "places": self.plan.places.iter().map(|line| &line.word).collect::<Vec<_>>(),
            "matches": self.played.len(),
            "matches_planned": self.plan.fixtures.len(),
            "rows": rows.iter().map(row).collect::<Vec<_>>(),
            "played": self.played.iter().map(|result| self.match_row(result).as_json()).collect::<Vec<_>>(),
        })
    }

    fn match_row(&self, result: &MatchResult) -> PlayedMatch {
        let fixture = &self.plan.fixtures[result.number];
        let names: Vec<String> = self.plan.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let played = PlayedMatch::of(result, fixture, &self.plan.places[fixture.place].word, &names);
        let replay = self.plan.replay(result.number).map(|file| file.display().to_string());
        PlayedMatch { replay, ..played }
    }

    fn in_words(&self, rows: &[Cells]) -> String {
        let places = self.plan.places.iter().map(|line| place_in_words(&line.word, self.info.options));
        let places: Vec<String> = places.collect();
        let on = if places == [""] { String::new() } else { t!(" on %{places}", places = places.join(", ")) };
        let planned = self.plan.fixtures.len();
        let names = || rows.first().into_iter().flatten().map(|(name, ..)| name.as_str());
        let mut table = Table::new(names().filter_map(|name| self.column(name)));
        for cells in rows {
            let cells = cells.iter().filter(|(name, ..)| self.column(name).is_some());
            table.row(cells.map(|(_, _, shown)| shown.clone()));
        }
        let failures: String = self.rows.iter().filter_map(|row| self.failure_in_words(row)).collect();
        t!(
            "%{matches} of %{planned} matches%{on}, seed %{seed}\n%{table}\n%{failures}",
            matches = self.played.len(),
            planned,
            on,
            seed = self.seed,
            table,
            failures
        )
    }

    /// Describes how often a player failed, where it failed first, and which command plays the match of the first
    /// failure again. Returns `None` if the player never failed.
    fn failure_in_words(&self, row: &Row) -> Option<String> {
        let (number, failure) = row.first_failure.as_ref().filter(|_| row.seat.is_none())?;
        let name = &self.plan.entrants[row.entrant].name;
        let forfeits = match row.forfeits {
            0 => String::new(),
            n => t!(
                "%{name} did not play in %{n} of %{games} matches and takes last place there.\n",
                name = name.red(),
                n,
                games = row.games
            ),
        };
        let times = match row.faults {
            1 => t!("once"),
            n => t!("%{n} times", n),
        };
        let at = match failure.round {
            Some(round) => t!("round %{round} of match %{number}", round, number = number + 1),
            None => t!("match %{number}", number = number + 1),
        };
        let (message, kind) = (failure.line(Language::spoken()), failure.kind().translated());
        let replay = self.plan.replay(*number).map(|file| t!("Its replay: %{file}\n", file = file.display()));
        let replay = replay.unwrap_or_default();
        let again = self.again(*number);
        let line = t!(
            "%{name} failed %{times}, first in %{at}: %{message} [%{kind}]\n%{replay}Watch it again: %{again}\n",
            name = name.red(),
            times,
            at,
            message,
            kind,
            replay,
            again
        );
        Some(forfeits + &line + &report::hint_of_turn(failure))
    }

    /// Returns the command that plays one match of the series again.
    fn again(&self, number: usize) -> String {
        let fixture = &self.plan.fixtures[number];
        let place = &self.plan.places[fixture.place];
        let entrant = |entrant: &usize| {
            let said = self.words.players.get(*entrant);
            said.unwrap_or(&self.plan.entrants[*entrant].word).clone()
        };
        let players: Vec<String> = fixture.seats.iter().map(entrant).collect();
        report::command(&Played {
            info: self.info,
            players: &players,
            options: &self.options.options,
            game_options: &place.game_options,
            place: &place.word,
            seed: fixture.seed,
            limit_args: &self.words.limit_args,
        })
        .join(" ")
    }

    /// Adds the values about the first failure, which only programs get. All values are `null` if there was no failure.
    fn failure(&self, row: &Row, add: &mut impl FnMut(&str, Value, String)) {
        let first = row.first_failure.as_ref();
        let number = first.map(|(number, _)| *number);
        let values: [(&str, Value); 7] = [
            ("first_fault", first.map(|(_, failure)| failure.message.english()).into()),
            ("first_fault_kind", first.map(|(_, failure)| failure.kind().name()).into()),
            ("first_problem", first.map_or(Value::Null, |(_, failure)| json!(failure.for_json()))),
            ("first_fault_match", number.map(|number| number + 1).into()),
            ("first_fault_seed", number.map(|number| self.plan.fixtures[number].seed).into()),
            ("first_fault_round", first.and_then(|(_, failure)| failure.round).into()),
            ("first_fault_again", number.map(|number| self.again(number)).into()),
        ];
        values.into_iter().for_each(|(name, value)| add(name, value, String::new()));
    }

    fn cells(&self, row: &Row) -> Cells {
        let mut cells = Cells::new();
        let mut add = |name: &str, value: Value, shown: String| cells.push((name.to_string(), value, shown));
        let number = |value: u64| (Value::from(value), value.to_string());
        let name = &self.plan.entrants[row.entrant].name;
        let never_played = row.games > 0 && row.forfeits == row.games;
        add("name", name.as_str().into(), if never_played { marked_as_forfeit(name) } else { name.clone() });
        let seat = row.seat.map_or(0, |seat| seat + 1);
        add("seat", seat.into(), if seat == 0 { t!("all") } else { seat.to_string() });
        for (name, count) in [("games", row.games), ("wins", row.wins), ("ties", row.ties)] {
            let (value, shown) = number(count.into());
            add(name, value, shown);
        }
        if self.has_points() {
            let (value, shown) = number(row.points.into());
            // The points include both seats, so they are shown once.
            add("points", value, if seat == 0 { shown } else { String::new() });
        }
        self.figures(row, &mut add);
        add("turn_ms_mean", row.think_ms_mean.into(), decimal(row.think_ms_mean, 3));
        add("turn_ms_max", row.think_ms_max.into(), decimal(row.think_ms_max, 3));
        for (name, time) in [("cpu_ms_mean", row.cpu_ms_mean), ("cpu_ms_max", row.cpu_ms_max)] {
            add(name, time.into(), time.map_or_else(|| "-".to_string(), |time| decimal(time, 3)));
        }
        let shown = if row.doubtful == 0 {
            row.time_outs.to_string()
        } else {
            t!("%{n} (%{doubtful} doubtful)", n = row.time_outs, doubtful = row.doubtful)
        };
        add("time_outs", row.time_outs.into(), shown);
        add("time_outs_doubtful", row.doubtful.into(), String::new());
        let (value, shown) = number(row.faults);
        add("faults", value, shown);
        add("forfeits", row.forfeits.into(), String::new());
        self.failure(row, &mut add);
        cells
    }

    /// Adds the cells of the deciding figure with its interval, of the second figure, and of the game's tally.
    fn figures(&self, row: &Row, add: &mut impl FnMut(&str, Value, String)) {
        for (at, (name, estimate)) in self.info.figures.iter().zip(&row.figures).take(2).enumerate() {
            let mean = estimate.mean;
            let interval = estimate.half_width.filter(|_| at == 0);
            let shown = match (at, interval) {
                (0, Some(half_width)) => format!("{mean:.0} ± {half_width:.0}"),
                (0, None) => format!("{mean:.0}"),
                _ => decimal(mean, 1),
            };
            add(&format!("{name}_mean"), mean.into(), shown);
            if at == 0 {
                add(&format!("{name}_ci95"), interval.into(), String::new());
            }
        }
        if let Some(name) = self.info.tally {
            add(name, row.tally.into(), row.tally.to_string());
        }
    }

    /// Returns the column of this name in the table, or `None` if its values are only for programs.
    fn column(&self, name: &str) -> Option<Column> {
        Some(match name {
            "name" => Column::essential(later!("player")).wrapped(),
            "seat" => Column::essential(later!("seat")),
            "games" => Column::middle(later!("games")),
            "wins" => Column::high(later!("wins")),
            "ties" => Column::middle(later!("ties")),
            "points" => Column::high(later!("points")),
            "turn_ms_mean" => Column::low(later!("mean ms")),
            "turn_ms_max" => Column::low(later!("worst ms")),
            "cpu_ms_mean" => Column::low(later!("mean CPU ms")),
            "cpu_ms_max" => Column::low(later!("worst CPU ms")),
            "time_outs" => Column::middle(later!("time-outs")),
            "faults" => Column::high(later!("errors")),
            "time_outs_doubtful" | "forfeits" => return None,
            _ if name.ends_with("_ci95") || name.starts_with("first_fault") => return None,
            _ => self.figure_column(name),
        })
    }

    /// Returns the column of a figure. The deciding figure is part of the result, so its column has a higher
    /// importance.
    fn figure_column(&self, name: &str) -> Column {
        let Some(figure) = name.strip_suffix("_mean") else { return Column::middle(name) };
        let decides = self.info.figures.first() == Some(&figure);
        let importance = if decides { Importance::High } else { Importance::Middle };
        Column::titled(t!("mean %{figure}", figure = t!(figure)), importance)
    }
}
