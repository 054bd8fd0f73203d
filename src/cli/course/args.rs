//! The arguments of `wag course`.

use crate::cli::limit_args::SandboxArgs;
use crate::cli::play::Logging;
use crate::cli::with_game::GameCommand;
use crate::cli::words::seconds;
use clap::{Args as ClapArgs, Subcommand};
use std::time::Duration;
use wag_core::game::GameInfo;

pub const COURSE_HELP: &str = "\
Exit status of check: 0 if all goals are reached, 1 if not, 4 if the file cannot start, 2 for a user error.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Course {
    /// Number or name of a lesson to begin: its file is written into this folder [default: list all lessons]
    #[arg(value_name = "LESSON")]
    pub lesson: Option<String>,
    /// Print the next hint of the lesson
    #[arg(long, conflicts_with_all = ["solution", "reset", "json"])]
    pub hint: bool,
    /// Print the solution of the lesson
    #[arg(long, conflicts_with_all = ["reset", "json"])]
    pub solution: bool,
    /// Begin the lesson again; your file is kept under another name. Without a lesson, forget the progress in all lessons
    #[arg(long)]
    pub reset: bool,
    /// Do not ask for confirmation
    #[arg(long, short, requires = "reset")]
    pub yes: bool,
    /// Print the lessons, or the lesson, as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Option<CourseCommand>,
}

impl GameCommand for Course {
    fn is_for(info: &GameInfo) -> bool {
        !info.lessons.is_empty()
    }
}

#[derive(Clone, Debug, Subcommand)]
pub enum CourseCommand {
    /// Play the match of a lesson, and check whether its goals are reached; or check a lesson that you have written
    Check(CourseCheck),
}

#[derive(Clone, Debug, ClapArgs)]
pub struct CourseCheck {
    /// Number or name of a lesson, or the file of a lesson that you have written (FILE.md) [default: the lesson whose file you
    /// changed last]
    #[arg(value_name = "LESSON")]
    pub lesson: Option<String>,
    /// Your player's file [default: lesson1.py for lesson 1, and so on]
    #[arg(long = "with", alias = "ai", value_name = "FILE")]
    pub ai: Option<String>,
    /// Time limit per turn, in seconds [default: the game's]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub turn_time: Option<Duration>,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
    #[command(flatten)]
    pub logging: Logging,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
