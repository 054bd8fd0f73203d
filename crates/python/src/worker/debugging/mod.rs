//! What people see of a player's code: debuggers, tracebacks, the lines of orders, values, times.

pub mod debugger;
pub mod origin;
pub mod profiler;
pub(in crate::worker) mod recorder;
mod shown_value;
mod statements;
pub mod traceback;
