//! Tests of the rules, each beside the section of the manual it holds the rules to.
//!
//! `kit` draws boards; `properties` lets chance look for what nobody thought of; `random_play` enters the game into the
//! conformance suite; the rest is split by chapter of the rules.

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
