//! Turns: one run of a player's file, its bindings, its output and its random numbers.

pub mod addresses;
pub mod chance;
pub mod in_process;
pub mod library_generators;
pub mod persistent;
pub mod policy;
pub mod printing;
pub mod py_bindings;
pub mod refusals;
pub mod rehearsal;
pub mod scratch_name;
pub mod seeding;
pub mod session;
