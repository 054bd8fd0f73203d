//! `wag tune`: searches for better values of the parameters in an AI's file.

mod args;

use super::answer::{ExitStatus, print};
use super::progress::{SeriesFollower, bar, warn};
use super::start::stop_on_signals;
use super::table::{Column, Table};
use super::with_game::WithGame;
use super::words::PlayerList;
use anyhow::Context;
pub use args::{HELP, Tune};
use serde_json::json;
use wag_core::files;
use wag_i18n::{Language, decimal, t};
use wag_series::tune::{TuneReport, TuneRequest, Tuned, Tuner};
use wag_stats::tune::{Method, Params};

/// Searches, then checks the best setting against the default, and prints the report.
pub fn run(options: &WithGame<Tune>) -> anyhow::Result<ExitStatus> {
    let words = &options.words;
    let request = TuneRequest {
        game: options.game,
        options: options.options.clone(),
        places: options.places.clone(),
        file: words.file.clone(),
        against: PlayerList::all(&words.against),
        method: if words.method == "halving" { Method::Halving } else { Method::Spsa },
        pairs: words.pairs as usize,
        check: words.check as usize,
        seed: words.seed,
        executor: words.executor_args.executor()?,
        into: words.into.clone(),
        limits: words.limit_args.0.clone(),
    };
    let mut tuner = Tuner::prepare(&request, stop_on_signals()?, warn)?;
    let template = t!("{bar:30.cyan/blue} trial {pos}/{len}  {eta} left");
    let mut follower = SeriesFollower::new(bar(&template, !words.quiet && !words.json));
    let tuned = tuner.tune(&mut |event| follower.show(event))?;
    follower.bar.finish_and_clear();
    let params = &tuner.params;
    TunedInWords { options, params, tuned: &tuned }.print(&TuneReport::of(&tuner, &tuned))?;
    if let (Some(file), Some(_)) = (&words.output, &tuned.check) {
        let why = || t!("cannot write %{path}", path = file.display());
        files::write(file, params.with(&tuned.best).as_bytes()).with_context(why)?;
    }
    Ok(if tuner.is_stopped() { ExitStatus::Interrupted } else { ExitStatus::Success })
}

/// The data of the report as text.
struct TunedInWords<'t> {
    options: &'t WithGame<Tune>,
    params: &'t Params,
    tuned: &'t Tuned,
}

impl TunedInWords<'_> {
    fn print(&self, report: &TuneReport) -> anyhow::Result<()> {
        if let (count, Some(first)) = &self.tuned.failures {
            warn(t!(
                "the AI failed %{count} times in these matches, first: %{message} [%{kind}]",
                count,
                message = first.line(Language::spoken()),
                kind = first.kind().translated()
            ));
        }
        let answer = if self.options.words.json { format!("{}\n", json!(report)) } else { self.in_words() };
        print(&answer).map(|_| ())
    }

    fn in_words(&self) -> String {
        let mut table = Table::new([
            Column::essential("parameter").wrapped(),
            Column::high("default"),
            Column::essential("best"),
            Column::middle("low"),
            Column::middle("high"),
        ]);
        for (param, share) in self.params.all.iter().zip(&self.tuned.best) {
            let numbers = [param.default, param.value(*share), param.low, param.high];
            table.row(std::iter::once(param.name.clone()).chain(numbers.map(|number| param.written(number))));
        }
        let (done, all) = (self.tuned.trials_played, self.tuned.trials_planned);
        let into = self.options.words.into.display();
        let end = match &self.tuned.check {
            None => t!(
                "Interrupted after %{done} of %{all} trials, which are stored in %{into}: run the same command again to continue.",
                done,
                all,
                into
            ),
            Some(sums) => {
                let (low, high) = sums.interval();
                let [mean, low, high] = [sums.mean(), low, high].map(|share| decimal(100.0 * share, 0));
                t!(
                    "Against the default, the best setting scores %{mean} % (%{low} to %{high}) in %{pairs} pairs of matches with seeds that the search did not use.",
                    mean,
                    low,
                    high,
                    pairs = sums.pairs
                )
            }
        };
        format!("{table}\n{end}\n")
    }
}
