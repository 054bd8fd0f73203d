//! One match of any game: from words to players, seats, turns, logs, replay and result, from round 1 or from a recorded
//! round.
//!
//! This crate knows no game by name ([`wag_games::all`] lists them), reads no command line, and prints nothing.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

mod advice;
pub mod again;
mod bench;
mod bench_setup;
mod bot_bench;
mod contest;
pub mod error;
pub mod events;
mod forfeits;
pub mod fork;
mod game_bench;
mod game_end;
pub mod keep;
pub mod line_up;
pub mod logs;
pub mod match_report;
pub mod one;
mod policies;
pub mod recorded;
pub mod seats;
pub mod seed;
pub mod session;

pub use again::Again;
pub use bench::{Crowded, Figures, FileFigures, Light, Measured, measure};
pub use bot_bench::{BotFigures, PlayMatch, bot_match};
pub use error::{PlayError, user_error};
pub use events::{Events, MatchEvent, SeedSource, Verbosity};
pub use game_bench::{GameSteps, measure_game_steps};
pub use game_end::{GameEnd, Replay};
pub use keep::{Keep, RequestedReplay, closed, create_logs};
pub use line_up::choose::{RawOptions, choose, choose_in, place, place_in_words, start_time};
pub use line_up::description::{
    FileDescription, GameDescription, Named, OptionDescription, describe_file, describe_files, describe_game,
};
pub use line_up::files::{read_file, read_text_file};
pub use line_up::game_info::{
    example_command, game_word, is_first, new_files, new_files_in, players_in_words, seats_in_words,
};
pub use line_up::limits::{GivenRights, LIMIT_FIELDS, LimitField, LimitOptions, Rights, Unit};
pub use line_up::new_files::{NewFile, write_into, write_new};
pub use line_up::objects::{PlayerObjects, is_object_spec, shown_spec, with_objects};
pub use line_up::parsed_spec::{PERSON, ParsedSpec, SourceForm, source_of_file, specs_of_list};
pub use line_up::player_names::{NAME_MAX, name_error, name_of_player, with_distinct_names};
pub use line_up::player_spec::{HAND_IN, Kind, PlayerSpec, PythonMode, introduction};
pub use line_up::players::{line_up, several};
pub use line_up::resolve::{one_in, one_of, program_in};
pub use logs::LogForm;
pub use one::{FailedStarts, GameOutcome, GameRequest};
pub use policies::prepare_for_learners;
pub use seats::instrument::Instrument;
pub use seats::people::{Nobody, People, Prompt};
pub use seats::player_start::PlayerStart;
pub use seats::seating::PlayerFactory;
pub use seats::unstarted::{JsonUnstarted, Unstarted, UnstartedPlayer};
pub use seats::worker_policy::WorkerPolicy;
pub use session::{Keeping, MatchEnd, Outcome, Session};
