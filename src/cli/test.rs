//! `wag test`: plays saved turns again and compares the orders with the saved ones, plays saved goals, and runs the Python tests beside them.

use super::answer::{ExitStatus, print, user_error};
use super::debug::tell_orders;
use super::start::stop_on_signals;
use crate::cli::limit_args::LimitArgs;
use crate::output::{Paint, eprintln};
use clap::Args as ClapArgs;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use wag_core::text::{printable, quoted_path};
use wag_i18n::{decimal, message, t};
use wag_inspect::folder_tests::{has_tests, run_tests};
use wag_inspect::saved_turns::{
    ChangedTest, TestOutcome, TestRequest, TestedTurn, saved_tests, saved_turns, test_turns,
};
use wag_series::LocalPool;
use wag_series::goal_tests::{self, GoalOutcome, TestedGoal, test_goals};

pub const TEST_HELP: &str = "\
A goal, which `wag fork --games 12 --save tests` saves, is played in as many futures and must be reached in the mean.
Functions `test_...` in files test_*.py of the folder run, too, with pytest if it is installed. They run in the sandbox and can read the folder;
in a folder called `tests`, they can also import the modules of the folder above.
Exit status: 0 if everything is as expected, 1 if not, 2 if a turn or a goal cannot be played.";

#[derive(Debug, ClapArgs)]
pub struct Test {
    /// Folder with saved turns, saved goals, Python tests, or several of these
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Python file that plays all turns and goals [default: the file of each of them]
    #[arg(long, value_name = "FILE")]
    pub with: Option<String>,
    /// Expect the new orders and means from now on
    #[arg(long)]
    pub accept: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

pub fn run(options: &Test) -> anyhow::Result<ExitStatus> {
    let folder = options.folder.as_path();
    let has_turns = !saved_turns(folder)?.is_empty();
    let has_goals = !saved_tests(folder, goal_tests::SUFFIX)?.is_empty();
    let has_tests = has_tests(folder);
    if !has_turns && !has_goals && !has_tests {
        return user_error(message!(
            "%{folder} contains no saved turns or goals and no files test_*.py; `wag debug --save` saves a turn",
            folder = folder.display()
        ));
    }
    let stop = stop_on_signals()?;
    let request = TestRequest {
        folder,
        file: options.with.as_deref(),
        limits: &options.limit_args,
        accepts: options.accept,
        stop: stop.clone(),
    };
    let turns = test_turns(&request)?;
    let goals = test_goals(&request, &LocalPool::executor(None))?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Ok(super::answer::interrupted(options.json));
    }
    if !options.json && has_turns {
        print(&in_words(&turns, options.accept))?;
    }
    if !options.json && has_goals {
        print(&goals_in_words(&goals, options.accept))?;
    }
    let tests = if has_tests { Some(run_python_tests(options)?) } else { None };
    if options.json {
        let turns: Vec<Value> = turns.iter().map(turn_json).collect();
        let tests = tests.as_ref().map(|(passed, output)| json!({ "passed": passed, "output": output }));
        let goals: Vec<Value> = goals.iter().map(goal_json).collect();
        print(&format!("{}\n", json!({ "turns": turns, "goals": goals, "python": tests })))?;
    }
    let is_changed = |turn: &TestedTurn| matches!(turn.outcome, TestOutcome::Changed(_)) && !options.accept;
    let is_unplayed = |turn: &TestedTurn| matches!(turn.outcome, TestOutcome::NotPlayed(_));
    let is_missed = |goal: &TestedGoal| {
        matches!(goal.outcome, GoalOutcome::Played { .. }) && !goal.outcome.is_reached() && !options.accept
    };
    let has_failed = tests.is_some_and(|(passed, _)| !passed);
    let has_unplayed_goal = goals.iter().any(|goal| matches!(goal.outcome, GoalOutcome::NotPlayed(_)));
    Ok(match has_failed || turns.iter().any(is_changed) || goals.iter().any(is_missed) {
        true => ExitStatus::Defect,
        false if turns.iter().any(is_unplayed) || has_unplayed_goal => ExitStatus::Rejected,
        false => ExitStatus::Success,
    })
}

fn in_words(turns: &[TestedTurn], accepts: bool) -> String {
    let mut text = String::new();
    let mut same = 0;
    for TestedTurn { path, outcome } in turns {
        let path = printable(&path.display().to_string());
        match outcome {
            TestOutcome::AsSaved => same += 1,
            TestOutcome::NotPlayed(why) => {
                let _ = writeln!(text, "{}: {}", path.red(), printable(why));
            }
            TestOutcome::Changed(changed) => text += &tell_changed(&path, changed),
        }
    }
    text += &t!("%{same} of %{n} saved turns are as expected\n", same, n = turns.len());
    if accepts && same < turns.len() {
        text += &t!("The new orders are expected from now on\n");
    }
    text
}

fn tell_changed(path: &str, changed: &ChangedTest) -> String {
    let ChangedTest { saved, cause, expected, now } = changed;
    let mut text = t!(
        "%{path}: %{player}, round %{round}: %{cause}\n",
        path = path.red(),
        player = printable(&saved.player),
        round = saved.round,
        cause = cause.in_words()
    );
    text += &tell_orders(expected, now, false);
    text
}

fn goals_in_words(goals: &[TestedGoal], accepts: bool) -> String {
    let mut text = String::new();
    for TestedGoal { path, outcome } in goals {
        let path = printable(&path.display().to_string());
        match outcome {
            GoalOutcome::Played { goal, mean } if !outcome.is_reached() => {
                text += &t!(
                    "%{path}: %{figure} of %{player} from round %{round} on is %{mean} in the mean of %{futures} futures, not %{least} or more\n",
                    path = path.red(),
                    figure = t!(&printable(&goal.figure)),
                    player = printable(&goal.player),
                    round = goal.round,
                    mean = decimal(*mean, 1),
                    futures = goal.futures,
                    least = decimal(goal.at_least, 1)
                );
            }
            GoalOutcome::Played { .. } => {}
            GoalOutcome::NotPlayed(why) => _ = writeln!(text, "{}: {}", path.red(), printable(why)),
        }
    }
    let reached = goals.iter().filter(|goal| goal.outcome.is_reached()).count();
    text += &t!("%{reached} of %{n} goals are reached\n", reached, n = goals.len());
    if accepts && reached < goals.len() {
        text += &t!("The new means are expected from now on\n");
    }
    text
}

fn goal_json(TestedGoal { path, outcome }: &TestedGoal) -> Value {
    let file = path.display().to_string();
    match outcome {
        GoalOutcome::Played { goal, mean } => json!({
            "file": file, "outcome": if outcome.is_reached() { "reached" } else { "missed" }, "round": goal.round,
            "player": goal.player, "figure": goal.figure, "mean": mean, "at_least": goal.at_least, "futures": goal.futures,
        }),
        GoalOutcome::NotPlayed(why) => json!({ "file": file, "outcome": "not_played", "why": why }),
    }
}

fn turn_json(TestedTurn { path, outcome }: &TestedTurn) -> Value {
    let path = path.display().to_string();
    match outcome {
        TestOutcome::AsSaved => json!({ "file": path, "outcome": "as_saved" }),
        TestOutcome::NotPlayed(why) => json!({ "file": path, "outcome": "not_played", "why": why }),
        TestOutcome::Changed(changed) => json!({
            "file": path, "outcome": "changed", "round": changed.saved.round, "player": changed.saved.player,
            "cause": changed.cause.name(), "fields": changed.cause.fields(),
            "expected": changed.expected.values, "orders": changed.now.values,
        }),
    }
}

/// Runs the Python tests of a folder. Returns whether all passed, and their output if it is captured.
fn run_python_tests(options: &Test) -> anyhow::Result<(bool, String)> {
    let (folder, limits) = (options.folder.as_path(), &options.limit_args);
    let shown = printable(&quoted_path(folder));
    let output_max = limits.limits(0).game_output;
    let (mut text, mut is_printed) = (String::new(), Ok(()));
    let report = run_tests(folder, limits, &mut |line| {
        if !options.json {
            is_printed = print(&format!("{}\n", printable(&line.replace('\t', "    ")))).map(drop);
        } else if text.len() as u64 <= output_max {
            let _ = writeln!(text, "{line}");
        }
    })?;
    is_printed?;
    if report.may_lack_rights {
        eprintln!(
            "{}",
            t!(
                "The tests ran in the sandbox: they can read %{folder}, but no other files of yours, write only to a temporary folder, \
                 and start no programs or threads. If they need more and you trust them: wag test %{folder} --no-sandbox",
                folder = shown
            )
        );
    }
    Ok((report.have_passed, text))
}
