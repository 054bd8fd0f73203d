//! Tournaments in `wag client`. They use the same files and the same code as `wag tournament`.
//!
//! A request names a tournament by its file name, which is looked up in the list of files in the working folder.
//! Requests never contain paths.

mod files;
mod set;
mod tables;

use super::{LocalHost, choices, host_error};
use crate::cli::tournament::View;
use std::path::PathBuf;
use wag_server::host::{
    HostError, ListedTournament, MatchFilter, PreparedTournament, TournamentFinal, TournamentForm,
    TournamentMatches, TournamentTable, Tournaments,
};

impl Tournaments for LocalHost {
    fn tournaments(&self, game: &str) -> Result<Vec<ListedTournament>, HostError> {
        choices::game(game).map(|game| files::list(&self.folder, game)).map_err(host_error)
    }

    fn tournament(&self, file: &str) -> Result<TournamentTable, HostError> {
        let data = files::open(&self.folder, file);
        data.map(|data| tables::table(&View::of(&data))).map_err(host_error)
    }

    fn tournament_matches(&self, file: &str, of: &MatchFilter) -> Result<TournamentMatches, HostError> {
        let matches = files::open(&self.folder, file).map(|data| tables::matches(&self.folder, &data, of));
        matches.map_err(host_error)
    }

    fn tournament_final(&self, file: &str) -> Result<TournamentFinal, HostError> {
        files::open(&self.folder, file)
            .map(|data| tables::final_matches(&self.folder, &data))
            .map_err(host_error)
    }

    fn tournament_replay(&self, file: &str, number: i64) -> Result<PathBuf, HostError> {
        files::replay(&self.folder, file, number).map_err(host_error)
    }

    fn prepare_tournament(&self, form: &TournamentForm) -> Result<Box<dyn PreparedTournament>, HostError> {
        match set::set(self, form) {
            Ok(set) => Ok(Box::new(set)),
            Err(err) => Err(host_error(err)),
        }
    }
}
