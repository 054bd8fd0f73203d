//! The report of a comparison, as text and as JSON.

use super::super::answer::print;
use super::super::report::{self, Played};
use super::super::table::{Column, Table};
use super::super::with_game::WithGame;
use super::{Args, word};
use crate::output::Paint;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use wag_core::arena::Problem;
use wag_i18n::{Language, decimal, t};
use wag_play::place_in_words;
use wag_series::compare::LOSSES_MAX;
use wag_series::{Plan, replay_file};
use wag_stats::compare::{Comparison, Part, Role, Scored, Sums, Terms, Verdict, elo_of_score};
use wag_stats::series::{EntrantResult, PlayedMatch};

/// The data that the report needs.
pub struct CompareReport<'t> {
    pub options: &'t WithGame<Args>,
    pub plan: &'t Plan,
    pub seed: u64,
    pub terms: Terms,
    pub comparison: &'t Comparison,
    pub is_broken_off: bool,
}

/// The statistics of one of the two compared players.
#[derive(Default)]
struct Side {
    turns: u64,
    think_ms: f64,
    think_ms_max: f64,
    faults: u64,
    time_outs: u64,
    doubtful: u64,
    games: u64,
    /// The number of matches that the player forfeited.
    forfeits: u64,
    /// The total processor time, in milliseconds, of the turns for which it was measured.
    cpu_ms: f64,
    cpu_turns: u64,
    cpu_ms_max: Option<f64>,
    /// The number of the match with the first failure, and the failure; `None` if there is none.
    failure: Option<(usize, Problem)>,
}

/// Formats a score with its interval, such as `57 % (52 to 62)`.
pub fn percent(sums: &Sums) -> String {
    let (low, high) = sums.interval();
    let [mean, low, high] = [sums.mean(), low, high].map(|share| decimal(100.0 * share, 0));
    t!("%{mean} % (%{low} to %{high})", mean, low, high)
}

/// Formats a number with its sign, such as `+12.5` or `-3.0`.
fn signed(value: f64) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", decimal(value, 1))
}

impl Side {
    fn add(&mut self, number: usize, seat: &EntrantResult) {
        self.games += 1;
        self.turns += u64::from(seat.turns);
        self.think_ms += seat.think_ms_mean * f64::from(seat.turns);
        self.think_ms_max = self.think_ms_max.max(seat.think_ms_max);
        self.faults += u64::from(seat.faults);
        self.time_outs += u64::from(seat.time_outs);
        self.doubtful += u64::from(seat.doubtful);
        self.forfeits += u64::from(seat.forfeits);
        if let (Some(mean), Some(max)) = (seat.cpu_ms_mean, seat.cpu_ms_max) {
            self.cpu_ms += mean * f64::from(seat.turns);
            self.cpu_turns += u64::from(seat.turns);
            self.cpu_ms_max = Some(self.cpu_ms_max.unwrap_or(0.0).max(max));
        }
        if self.failure.is_none() {
            self.failure = seat.failure.clone().map(|failure| (number, failure));
        }
    }

    fn cpu_ms_mean(&self) -> Option<f64> {
        (self.cpu_turns > 0).then(|| self.cpu_ms / self.cpu_turns as f64)
    }

    fn think_ms_mean(&self) -> f64 {
        if self.turns > 0 { self.think_ms / self.turns as f64 } else { 0.0 }
    }
}

impl CompareReport<'_> {
    pub fn print(&self) -> anyhow::Result<()> {
        let words = &self.options.words;
        let answer = match (words.json, words.quiet) {
            (true, _) => format!("{}\n", self.as_json()),
            (false, true) => return Ok(()),
            (false, false) => self.in_words(),
        };
        print(&answer).map(|_| ())
    }

    fn name(&self, role: Role) -> &str {
        word(&self.options.words, role)
    }

    fn place(&self, place: usize) -> String {
        place_in_words(&self.plan.places[place].word, self.plan.game.info.options)
    }

    fn side(&self, role: Role) -> Side {
        let mut side = Side::default();
        for played in self.comparison.played() {
            let own = played.seats.iter().filter(|seat| self.comparison.role(seat.entrant) == role);
            own.for_each(|seat| side.add(played.number, seat));
        }
        side
    }

    /// Returns the name of the map or board on which the new player is weakest; `None` if there is only one.
    fn weakest(&self, places: &BTreeMap<usize, Part>) -> Option<String> {
        let weakest = places.iter().min_by(|(_, one), (_, other)| one.mean().total_cmp(&other.mean()));
        weakest.filter(|_| places.len() > 1).map(|(place, _)| self.place(*place))
    }

    fn verdict(&self, weakest: Option<String>) -> String {
        let (new, old) = (self.name(Role::New), self.name(Role::Old));
        let (score, pairs) = (percent(&self.comparison.sums), self.comparison.sums.pairs);
        let weak = weakest.map(|place| t!(", weakest result on %{place}", place)).unwrap_or_default();
        match self.comparison.verdict {
            Verdict::Better => t!(
                "%{new} is better than %{old}: %{score} of %{pairs} pairs%{weak}.",
                new = new.green(),
                old,
                score,
                pairs,
                weak
            ),
            Verdict::NotBetter => t!(
                "%{new} is not better than %{old}: %{score} of %{pairs} pairs%{weak}.",
                new = new.red(),
                old,
                score,
                pairs,
                weak
            ),
            Verdict::Undecided => t!(
                "It is undecided whether %{new} is better than %{old}: %{score} of %{pairs} pairs%{weak}.",
                new,
                old,
                score,
                pairs,
                weak
            ),
        }
    }

    fn in_words(&self) -> String {
        let parts = self.comparison.parts();
        let mut out = String::new();
        if self.is_broken_off {
            out += &t!("Interrupted.\n");
        }
        out += &format!("{}\n", self.verdict(self.weakest(&parts.places)));
        out +=
            &t!("%{games} matches, seed %{seed}\n", games = 2 * self.comparison.sums.pairs, seed = self.seed);
        out += &self.margin_in_words();
        if self.comparison.places_say_little() {
            out += &t!(
                "In %{level} of %{pairs} pairs both players finished in the same places, so places say little about these two. --by score compares their %{figure}.\n",
                level = self.comparison.level_pairs(),
                pairs = self.comparison.pairs.len(),
                figure = t!(self.figure())
            );
        }
        if self.comparison.is_without_chance() {
            out += &t!(
                "The matches had the same result with every seed: they involve no randomness, and further matches add no information.\n"
            );
        }
        out += &self.parts_in_words("place", &parts.places, |at| self.place(at));
        out += &self
            .parts_in_words("opponent", &parts.opponents, |at| self.name(Role::Opponent(at)).to_string());
        out += &self.parts_in_words("seat", &parts.seats, |at| (at + 1).to_string());
        out += &self.sides_in_words();
        for (at, pair) in self.losses().iter().enumerate() {
            out += &t!("To replay a clear loss: %{again}\n", again = self.again(2 * pair.number));
            if let Some(file) = self.replay(at) {
                out += &t!("Its replay: %{file}\n", file = file.display());
            }
        }
        out
    }

    /// Returns the name of the figure that decides the game; empty if the game has no figures.
    fn figure(&self) -> &'static str {
        self.plan.game.info.figures.first().copied().unwrap_or_default()
    }

    /// Describes the new player's lead in the deciding figure; empty if the lead is unknown.
    fn margin_in_words(&self) -> String {
        let Some(margin) = self.comparison.margin() else { return String::new() };
        let (mean, figure) = (signed(margin.mean), t!(self.figure()));
        match margin.half_width {
            Some(half_width) => t!(
                "Difference in %{figure}: %{mean} (%{low} to %{high}) on the same seat\n",
                figure,
                mean,
                low = signed(margin.mean - half_width),
                high = signed(margin.mean + half_width)
            ),
            None => t!("Difference in %{figure}: %{mean} on the same seat\n", figure, mean),
        }
    }

    /// Returns the path of the replay of a loss, or `None` if no replays of losses are saved.
    fn replay(&self, at: usize) -> Option<PathBuf> {
        Some(replay_file(self.options.words.losses.as_ref()?, at))
    }

    fn losses(&self) -> Vec<&Scored> {
        self.comparison.clearest_losses(LOSSES_MAX)
    }

    fn parts_in_words(
        &self,
        what: &str,
        parts: &BTreeMap<usize, Part>,
        name: impl Fn(usize) -> String,
    ) -> String {
        if parts.len() < 2 {
            return String::new();
        }
        let mut table = Table::new([
            Column::essential(what).wrapped(),
            Column::high("pairs"),
            Column::essential("pair score"),
        ]);
        for (at, part) in parts {
            table.row([name(*at), part.pairs.to_string(), percent(part)]);
        }
        format!("{table}\n")
    }

    fn sides_in_words(&self) -> String {
        let mut table = Table::new([
            Column::essential("player").wrapped(),
            Column::middle("mean ms"),
            Column::middle("worst ms"),
            Column::low("mean CPU ms"),
            Column::low("worst CPU ms"),
            Column::high("time-outs"),
            Column::middle("doubtful"),
            Column::high("errors"),
        ]);
        let mut failures = String::new();
        for role in [Role::New, Role::Old] {
            let side = self.side(role);
            let times =
                [Some(side.think_ms_mean()), Some(side.think_ms_max), side.cpu_ms_mean(), side.cpu_ms_max];
            let times = times.map(|time| time.map_or_else(|| "-".to_string(), |time| decimal(time, 3)));
            let counts = [side.time_outs, side.doubtful, side.faults].map(|count| count.to_string());
            table.row(std::iter::once(self.name(role).to_string()).chain(times).chain(counts));
            if side.forfeits > 0 {
                failures += &t!(
                    "%{name} did not play in %{n} of %{games} matches and takes last place there.\n",
                    name = self.name(role).red(),
                    n = side.forfeits,
                    games = side.games
                );
            }
            if let Some((number, failure)) = &side.failure {
                failures += &t!(
                    "%{name} failed %{count} times, first: %{message} [%{kind}]\nWatch it again: %{again}\n",
                    name = self.name(role).red(),
                    count = side.faults,
                    message = failure.line(Language::spoken()),
                    kind = failure.kind().translated(),
                    again = self.again(*number)
                );
                failures += &report::hint_of_turn(failure);
            }
        }
        format!("{table}\n{failures}")
    }

    /// Returns the command that plays a match of the comparison again.
    fn again(&self, number: usize) -> String {
        let fixture = &self.plan.fixtures[number];
        let place = &self.plan.places[fixture.place];
        let players =
            fixture.seats.iter().map(|entrant| self.name(self.comparison.role(*entrant)).to_string());
        report::command(&Played {
            info: self.plan.game.info,
            players: &players.collect::<Vec<_>>(),
            options: &self.options.options,
            game_options: &place.game_options,
            place: &place.word,
            seed: fixture.seed,
            limit_args: &self.options.words.limit_args,
        })
        .join(" ")
    }

    fn as_json(&self) -> Value {
        let (comparison, terms) = (self.comparison, &self.terms);
        let (sums, parts, (least, most)) = (&comparison.sums, comparison.parts(), terms.bounds());
        let (low, high) = sums.interval();
        let verdict = match comparison.verdict {
            Verdict::Better => "better",
            Verdict::NotBetter => "not better",
            Verdict::Undecided => "undecided",
        };
        let margin = comparison.margin();
        let margin_interval =
            margin.and_then(|it| it.half_width.map(|half| [it.mean - half, it.mean + half]));
        let sides = [Role::New, Role::Old].map(|role| self.side_as_json(role));
        let lost = |(at, pair): (usize, &&Scored)| {
            let replay = self.replay(at).map(|file| file.display().to_string());
            json!({ "score": pair.score, "again": self.again(2 * pair.number), "replay": replay })
        };
        json!({
            "game": self.plan.game.info.name,
            "new": self.name(Role::New),
            "old": self.name(Role::Old),
            "against": self.options.words.against,
            "by": self.options.words.by,
            "verdict": verdict,
            "interrupted": self.is_broken_off,
            "games": 2 * sums.pairs,
            "pairs": sums.pairs,
            "score": sums.mean(),
            "interval": [low, high],
            // For a score of 0 or 1, the Elo difference is infinite and becomes null.
            "elo": Some(elo_of_score(sums.mean())).filter(|elo| elo.is_finite()),
            "log_likelihood_ratio": comparison.log_ratio(),
            "bounds": [least, most],
            "elo0": terms.elo0,
            "elo1": terms.elo1,
            "alpha": terms.alpha,
            "beta": terms.beta,
            "seed": self.seed,
            "figure": self.figure(),
            "margin": margin.map(|margin| margin.mean),
            "margin_interval": margin_interval,
            "level_pairs": comparison.level_pairs(),
            "places_say_little": comparison.places_say_little(),
            "without_chance": comparison.is_without_chance(),
            "places": parts_as_json("place", &parts.places, |at| self.plan.places[at].word.as_str().into()),
            "opponents": parts_as_json("opponent", &parts.opponents, |at| self.name(Role::Opponent(at)).into()),
            "seats": parts_as_json("seat", &parts.seats, |at| (at + 1).into()),
            "sides": sides,
            "losses": self.losses().iter().enumerate().map(lost).collect::<Vec<_>>(),
            "played": comparison.pairs.iter().map(|pair| self.pair_as_json(pair)).collect::<Vec<_>>(),
        })
    }

    /// Returns the row of a pair: its score, and its two matches as in the JSON of a series.
    fn pair_as_json(&self, pair: &Scored) -> Value {
        let role = |entrant: usize| self.comparison.role(entrant);
        let names: Vec<String> =
            (0..self.plan.entrants.len()).map(|entrant| self.name(role(entrant)).to_string()).collect();
        let fixture = &self.plan.fixtures[2 * pair.number];
        let place = &self.plan.places[fixture.place].word;
        let played = pair.matches.each_ref().map(|result| {
            let fixture = &self.plan.fixtures[result.number];
            let mut row = PlayedMatch::of(result, fixture, place, &names).as_json();
            let roles = fixture.seats.iter().map(|entrant| match role(*entrant) {
                Role::New => "new",
                Role::Old => "old",
                Role::Opponent(_) => "opponent",
            });
            row["roles"] = roles.collect::<Vec<_>>().into();
            row
        });
        json!({
            "pair": pair.number + 1,
            "score": pair.score,
            "seed": fixture.seed,
            "map": Some(place).filter(|place| !place.is_empty()),
            "matches": played,
        })
    }

    fn side_as_json(&self, role: Role) -> Value {
        let side = self.side(role);
        let first = side.failure.as_ref();
        json!({
            "name": self.name(role),
            "turn_ms_mean": side.think_ms_mean(),
            "turn_ms_max": side.think_ms_max,
            "cpu_ms_mean": side.cpu_ms_mean(),
            "cpu_ms_max": side.cpu_ms_max,
            "time_outs": side.time_outs,
            "time_outs_doubtful": side.doubtful,
            "faults": side.faults,
            "forfeits": side.forfeits,
            "first_fault": first.map(|(_, failure)| failure.message.english()),
            "first_fault_kind": first.map(|(_, failure)| failure.kind()),
            "first_problem": first.map(|(_, failure)| failure.for_json()),
            "first_fault_round": first.and_then(|(_, failure)| failure.round),
            "first_fault_again": first.map(|(number, _)| self.again(*number)),
        })
    }
}

fn parts_as_json(what: &str, parts: &BTreeMap<usize, Part>, name: impl Fn(usize) -> Value) -> Value {
    let part = |(at, part): (&usize, &Part)| {
        let (low, high) = part.interval();
        json!({ what: name(*at), "pairs": part.pairs, "score": part.mean(), "interval": [low, high] })
    };
    parts.iter().map(part).collect()
}
