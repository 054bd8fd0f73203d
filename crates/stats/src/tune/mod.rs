//! The search for better parameters in an AI's file. Nothing in this module plays matches: a search returns the next
//! trial and receives its score, so a search can be restored from the scores alone. `docs/en/comparisons.md` describes the
//! methods.

mod params;
mod search;

pub use params::{Param, Params, ParamsError};
pub use search::{Method, Search, Trial};
