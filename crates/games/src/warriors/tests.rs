//! Tests of the rules. Each test names the section of the manual that it checks.
//!
//! `kit` draws boards, `properties` has the property tests, and `random_play` adds the game to the conformance suite.
//! The other modules follow the chapters of the rules.

mod creating;
mod ending;
mod fighting;
mod forging;
mod gathering;
mod generate;
mod golden;
mod kit;
mod last_move;
mod map_file;
mod moving;
mod plain_rule;
mod properties;
mod queueing;
mod random_play;
mod replays;
mod rules;
mod spawning;
mod story;
mod turns;
mod wire;
