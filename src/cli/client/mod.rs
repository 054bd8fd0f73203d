//! `wag client`: starts the server for the pages, and opens them.

mod choices;
mod classes;
mod gems;
mod matches;
mod opening;
mod table_process;
mod two_player;

use super::args::Client;
use super::limiting::Limiting;
use super::play::stop_on_signals;
use super::{Done, mistake, print};
use crate::game::Game;
use crate::games::gems::Gems;
use crate::games::warriors::Warriors;
use crate::server::host::{Host, HostError, Offer, Prepared, SetTable, Wanted, WantedTable};
use crate::server::{self, Doormat, Options, ServerError};
use anyhow::Context;
use owo_colors::OwoColorize;
use serde_json::Value;
use std::path::PathBuf;

/// Serves until Ctrl+C, SIGTERM, or until a page says so.
pub fn run(options: &Client) -> anyhow::Result<Done> {
    let stop = stop_on_signals()?;
    let folder = std::env::current_dir()
        .and_then(|folder| folder.canonicalize())
        .context("the current folder can't be found")?;
    let home = super::ladder::Keeper::new().folder().map(PathBuf::from);
    let (port, no_open) = (options.port.unwrap_or(0), options.no_open);
    let referee = Referee { folder: folder.clone(), limiting: options.limiting.clone() };
    let options = Options { port, folder: folder.clone(), home: home.clone(), stop };
    let folders = Vec::from_iter([Some(folder), home.clone()].into_iter().flatten());
    match server::serve(referee, options, |address| tell(address, no_open, &folders)) {
        Ok(()) => Ok(Done::Well),
        Err(fault @ ServerError::Port { .. }) => mistake(fault.to_string()),
        Err(fault) => Err(fault.into()),
    }
}

/// Prints the address, and opens it; `folders` are where a file for that may be written.
fn tell(address: &str, no_open: bool, folders: &[PathBuf]) -> Doormat {
    // Whoever has closed the terminal's end can still use the pages.
    let _ = print(&format!(
        "{} {address}\nThe address is for you alone: whoever knows it can use the client. Ctrl+C stops it.\n",
        "The client is at".bold()
    ));
    if no_open {
        return None;
    }
    match opening::open(address, folders) {
        Ok(file) => Some(Box::new(file)),
        Err(fault) => {
            log::warn!("no browser can be opened ({fault}); open the address yourself");
            None
        }
    }
}

/// The games of the pages.
#[derive(Clone, Copy)]
enum Kind {
    /// With its AIs and its ladder.
    Warriors,
    Gems,
}

impl Kind {
    fn named(name: &str) -> anyhow::Result<Kind> {
        match name {
            "" | Warriors::NAME => Ok(Kind::Warriors),
            Gems::NAME => Ok(Kind::Gems),
            _ => mistake(format!("no game of the client is called {name:?}")),
        }
    }
}

/// Knows the games.
struct Referee {
    /// The working folder: nothing outside of it is played.
    folder: PathBuf,
    /// The limits of the AIs, in matches that are no challenges.
    limiting: Limiting,
}

impl Host for Referee {
    fn map_ending(&self, game: &str) -> Result<&'static str, HostError> {
        let kind = Kind::named(game).map_err(told)?;
        Ok(match kind {
            Kind::Warriors => "map",
            Kind::Gems => gems::BOARD_ENDING,
        })
    }

    fn offer(&self, game: &str, map_files: &[String]) -> Result<Offer, HostError> {
        let offer = Kind::named(game).and_then(|kind| match kind {
            Kind::Warriors => choices::offer(map_files),
            Kind::Gems => Ok(gems::offer(map_files)),
        });
        offer.map_err(told)
    }

    fn standard(&self, game: &str, files: &[String]) -> Result<Wanted, HostError> {
        let kind = Kind::named(game).map_err(told)?;
        Ok(match kind {
            Kind::Warriors => choices::standard(files),
            Kind::Gems => gems::standard(),
        })
    }

    fn scene(&self, game: &str, map: &str) -> Result<Value, HostError> {
        let scene = Kind::named(game).and_then(|kind| match kind {
            Kind::Warriors => choices::check_map(&self.folder, map).and_then(|()| choices::scene(map)),
            Kind::Gems => gems::scene(&self.folder, map),
        });
        scene.map_err(told)
    }

    fn prepare(&self, wanted: &Wanted, again: bool) -> Result<Box<dyn Prepared>, HostError> {
        let prepared = Kind::named(&wanted.game).and_then(|kind| -> anyhow::Result<Box<dyn Prepared>> {
            Ok(match kind {
                Kind::Warriors => Box::new(matches::prepare(&self.folder, &self.limiting, wanted, again)?),
                Kind::Gems => Box::new(gems::prepare(&self.folder, &self.limiting, wanted)?),
            })
        });
        prepared.map_err(told)
    }

    fn table_choices(&self, files: &[String]) -> Value {
        two_player::choices(&self.folder, files)
    }

    fn set_table(&self, wanted: WantedTable) -> Result<(Box<dyn SetTable>, WantedTable), HostError> {
        let (planned, wanted) = two_player::prepare(&self.folder, &self.limiting, wanted).map_err(told)?;
        Ok((Box::new(planned), wanted))
    }
}

/// Whatever the commands call a mistake is one for the pages.
fn told(fault: anyhow::Error) -> HostError {
    match fault.is::<super::Mistake>() {
        true => HostError::Mistake(format!("{fault:#}")),
        false => HostError::Defect(format!("{fault:#}")),
    }
}
