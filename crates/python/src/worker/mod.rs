//! The worker: a process that embeds CPython and runs one player's file, once per turn or once per match.

pub mod debugging;
pub mod explaining;
pub mod game;
pub mod modules;
pub mod process;
pub mod scripts;
pub mod toolkit;
pub mod turn;
