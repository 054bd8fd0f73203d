//! The search for good numbers in an AI's file. Nothing here plays: a search says what is to be played next, and is told how
//! that went; so what has been told is all there is to keep. `docs/tune.md` tells the methods.

mod params;
mod search;

pub use params::{Param, Params, ParamsError};
pub use search::{Method, Search, Trial};
