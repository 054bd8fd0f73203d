//! Tests of the commands of `wag`, run from the command line.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod audit;
mod client;
mod compare;
mod control_characters;
mod course;
mod damaged_replays;
mod debug;
mod endurance;
mod explain;
mod fm_game;
mod foreign_replays;
mod foreign_tournaments;
mod fork;
mod fresh_process;
mod game_file;
mod game_output;
mod game_rules;
mod general;
mod generate;
mod help_examples;
mod help_topic;
mod host_contest;
mod host_hostile;
mod host_killed;
mod host_people;
mod host_proxies;
mod host_teaching;
mod importing;
mod kernels;
mod ladder;
mod language;
mod mistakes;
mod play;
mod practice;
mod prepared_folder;
mod printed_commands;
mod profile;
mod python_game;
mod recorded_files;
mod replay;
mod results;
mod security_table;
mod series;
mod temporary_folders;
mod tournament;
mod tournament_estimate;
mod tournament_forms;
mod tournament_intake;
mod tournament_watch;
mod tune;
mod watch;
mod why;
