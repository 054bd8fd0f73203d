//! Matches of any game: parses players and options, plays one or many matches, and writes logs and replays.
//!
//! This crate knows no game by name ([`all`] lists them), reads no command line, and prints nothing.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

mod advice;
mod audience;
mod bench;
pub mod check;
mod choose;
pub mod compare;
mod contest;
pub mod course;
pub mod debug_turn;
mod description;
pub mod diff;
pub mod environment;
mod error;
pub mod evaluate;
mod failed_start;
mod files;
mod first_difference;
pub mod folder_tests;
mod forfeits;
pub mod fork;
mod game_info;
mod hint;
mod import;
mod keep;
pub mod ladder;
mod limit_options;
mod line_up;
pub mod logs;
mod many;
pub mod match_report;
mod one;
mod own_module;
mod people;
mod player_search;
pub mod recorded;
pub mod recorded_player;
pub mod reenter;
pub mod regress;
pub mod remote;
pub mod saved_turns;
mod seating;
pub mod seed;
pub mod series;
mod session;
mod similar_file;
pub mod tournament;
pub mod tune;
pub mod two_player;

pub use audience::{Audience, CutTurn, Silent, Telling};
pub use bench::{Crowded, Figures, FileFigures, Light, Measured, measure};
pub use choose::{RawOptions, choose, place, place_in_words, start_time};
pub use description::{
    FileDescription, GameDescription, Named, OptionDescription, describe_file, describe_files, describe_game,
};
pub use error::{PlayError, user_error};
pub use files::{read_file, read_text_file};
pub use game_info::{
    example_command, game_word, is_first, new_files, new_files_in, players_in_words, seats_in_words,
};
pub use import::{ImportedReplay, import};
pub use keep::{Keep, Replay, RequestedReplay, closed, create_logs};
pub use limit_options::LimitOptions;
pub use line_up::{
    Kind, NAME_MAX, PERSON, PlayerSpec, introduction, line_up, name_of_file, one_of, program_in, several,
    with_distinct_names,
};
pub use many::{Executor, LocalPool, Over, Place, Plan, has_unstarted_player, play_all, replay_file};
pub use one::{FailedStarts, GameEnd, GameOutcome, GameRequest};
pub use people::{Nobody, People, Prompt};
pub use seating::PlayerFactory;
pub use session::{Keeping, MatchEnd, Outcome, Session};
pub use wag_core::game::GameInfo;
pub use wag_sandbox::cores;
