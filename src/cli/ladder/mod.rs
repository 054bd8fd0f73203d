//! `wag ladder` and `wag unlock`: show and play the challenges, and unlock the items that the challenges lock.

pub mod args;
mod play;
mod reset;
mod several;

use super::answer::{ExitStatus, print, user_error};
use super::progress::warn;
use super::table::{Column, Importance, Table};
use super::with_game::WithGame;
use crate::cli::ladder::args::Ladder as RawOptions;
use crate::cli::ladder::args::LadderCommand;
use crate::cli::ladder::args::Unlock;
use crate::output::Paint;
use serde_json::json;
use wag_core::game::GameInfo;
use wag_core::text::{option_arguments, shell_line};
use wag_games::KnownGame;
use wag_i18n::t;
use wag_ladder::unlockables::{name, opened, unlockables};
use wag_ladder::{ChallengeReport, Progress, StageNumber, UserProgress, command, of, unlock_command};

/// Runs `wag ladder` or one of its subcommands.
pub fn run(options: &WithGame<RawOptions>) -> anyhow::Result<ExitStatus> {
    let game = options.game;
    match &options.words.command {
        None if options.words.json => show_json(game.info),
        None => show(game.info),
        Some(LadderCommand::Play(options)) => play::run(game, options),
        Some(LadderCommand::Reset(options)) => reset::run(game.info, options),
    }
}

/// Unlocks everything, and records in the progress that the user did so with a command.
pub fn unlock(options: &WithGame<Unlock>) -> anyhow::Result<ExitStatus> {
    let info = options.game.info;
    let user_progress = UserProgress::of(info, warn);
    if !options.words.all {
        return user_error(what_is_locked(info, &user_progress.progress()?));
    }
    user_progress.change(Progress::unlock_by_hand)?;
    print(&t!(
        "Everything in %{title} is unlocked now. The progress is marked as unlocked by hand: %{place}\nChallenges are still won by playing; `%{command} reset` locks everything again.\n",
        title = t!(info.title),
        place = user_progress.place(),
        command = command(info)
    ))
}

/// Returns the list of all locked items, for a user who has not given `--all`.
fn what_is_locked(info: &GameInfo, progress: &Progress) -> String {
    let locked: Vec<&str> =
        unlockables(info).into_iter().filter(|item| !progress.is_open(*item)).map(name).collect();
    let (ladder, unlock) = (command(info), unlock_command(info));
    match locked.as_slice() {
        [] => {
            t!(
                "nothing of %{title} is locked; `%{ladder}` shows the challenges",
                title = t!(info.title),
                ladder
            )
        }
        locked => t!(
            "add --all: `%{unlock} --all` unlocks everything, for teachers. Winning matches unlocks it, too: `%{ladder} play`\nLocked: %{locked}",
            unlock,
            ladder,
            locked = locked.join(", ")
        ),
    }
}

fn wins_of(progress: &Progress, number: StageNumber) -> String {
    let needed = number.stage().wins_needed;
    t!("%{wins} of %{needed}", wins = progress.of(number).wins.min(needed), needed)
}

fn show(info: &GameInfo) -> anyhow::Result<ExitStatus> {
    let user_progress = UserProgress::of(info, warn);
    let progress = user_progress.progress()?;
    let mut text = format!("{}\n", table(&progress));
    text += &match progress.current() {
        Some(number) => format!("{} {}\n", t!("Next:").bold(), invitation(info, number)),
        None => {
            t!(
                "You have mastered every challenge. `%{command} reset` starts again.\n",
                command = command(info)
            )
        }
    };
    let locked: Vec<&str> =
        unlockables(info).into_iter().filter(|item| !progress.is_open(*item)).map(name).collect();
    let open: Vec<&str> =
        unlockables(info).into_iter().filter(|item| progress.is_open(*item)).map(name).collect();
    if !open.is_empty() {
        text += &t!("Open: %{open}\n", open = open.join(", "));
    }
    if !locked.is_empty() {
        text += &t!("Locked: %{locked}\n", locked = locked.join(", "));
    }
    if progress.unlocked_by_hand() {
        let unlock = unlock_command(info);
        text += &t!(
            "%{head} (`%{unlock} --all`): everything is unlocked.\n",
            head = t!("Unlocked by hand").yellow(),
            unlock
        );
    }
    print(&format!("{text}{}\n", t!("Progress: %{place}", place = user_progress.place())))
}

/// Prints the ladder as JSON, with the same information as [`show`].
fn show_json(info: &GameInfo) -> anyhow::Result<ExitStatus> {
    let user_progress = UserProgress::of(info, warn);
    let progress = user_progress.progress()?;
    let stage = |number: StageNumber| {
        let stage = number.stage();
        json!({
            "stage": stage.name,
            "opponents": stage.opponents,
            "options": options(number),
            "wins": progress.of(number).wins.min(stage.wins_needed),
            "wins_needed": stage.wins_needed,
            "state": progress.state(number).word(),
            "unlocks": opened(number),
        })
    };
    let named = |is_open: bool| -> Vec<&str> {
        unlockables(info).into_iter().filter(|item| progress.is_open(*item) == is_open).map(name).collect()
    };
    let all = json!({
        "stages": of(info).all().map(stage).collect::<Vec<_>>(),
        "open": named(true),
        "locked": named(false),
        "unlocked_by_hand": progress.unlocked_by_hand(),
        "progress": user_progress.place(),
    });
    print(&format!("{all}\n"))
}

fn table(progress: &Progress) -> Table {
    let mut table = Table::new([
        Column::essential("challenge"),
        Column::high("you against").wrapped(),
        Column::low("with").wrapped(),
        Column::high("wins"),
        Column::titled(String::new(), Importance::High),
        Column::middle("unlocks").wrapped(),
    ]);
    for number in progress.ladder().all() {
        let stage = number.stage();
        table.row([
            stage.name.to_string(),
            stage.opponents.join(", "),
            with(number),
            wins_of(progress, number),
            t!(progress.state(number).word()),
            opened(number).join(", "),
        ]);
    }
    table
}

/// Returns the options of a stage as a JSON object.
fn options(number: StageNumber) -> serde_json::Value {
    let options = number.stage().options.iter().map(|(name, word)| (name.to_string(), json!(word)));
    serde_json::Value::Object(options.collect())
}

/// Returns the options of a stage as they are typed, such as `--rounds 1000`.
pub fn with(number: StageNumber) -> String {
    shell_line(number.stage().options.iter().flat_map(|(name, word)| option_arguments(name, word)))
}

/// Describes the requirements for mastering a stage, and how to play it.
fn invitation(info: &GameInfo, number: StageNumber) -> String {
    let stage = number.stage();
    let wins =
        if stage.wins_needed == 1 { t!("1 win") } else { t!("%{wins} wins", wins = stage.wins_needed) };
    let with =
        if stage.options.is_empty() { String::new() } else { t!(" with %{options}", options = with(number)) };
    t!(
        "%{stage}, against %{opponents}%{with}; needed: %{wins}. Play a match: %{command} play",
        stage = stage.name,
        opponents = stage.opponents.join(", "),
        with,
        wins,
        command = command(info)
    )
}

/// Returns the result of a match as text, such as `won, 4 of 10 wins`.
fn outcome(challenge: &ChallengeReport) -> String {
    challenge.outcome(t!("won").green().bold())
}

/// Returns the file name of the learner's player if the user names no file.
fn own_file(game: KnownGame) -> String {
    game.info.own_player().unwrap_or("bot.py").to_string()
}
