//! What an AI in Python can rely on: the classes of manual 5, and how its file is run, told by whole matches.
//!
//! The AIs check the facts themselves with `assert`; a test then looks at their logs and at the result.

mod kit;

mod classes;
mod faults;
mod freshness;
mod imports;
mod libraries;
mod objects;
mod orders;
mod printing;
mod randomness;
mod workers;
