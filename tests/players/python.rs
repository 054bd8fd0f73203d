//! Guarantees for Python AIs: the classes of manual 5, and how a file runs, tested by whole matches.
//!
//! The AIs check most facts themselves with `assert`. A test then checks their logs and the result.

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
mod turns;
mod workers;
