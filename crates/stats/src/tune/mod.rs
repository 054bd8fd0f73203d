//! The search for better parameters in an AI's file. Nothing here plays matches: a search returns the next trial and
//! receives its score, so the scores alone restore a search. `docs/tune.md` describes the methods.

mod params;
mod search;

pub use params::{Param, Params, ParamsError};
pub use search::{Method, Search, Trial};
