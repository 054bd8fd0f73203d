//! `wag client`: starts the server of the web pages, and opens them in a browser.

mod opening;

use super::answer::{ExitStatus, print, user_error};
use super::progress::warn;
use super::start::stop_on_signals;
use crate::cli::limit_args::LimitArgs;
use crate::output::Paint;
use anyhow::Context;
use clap::{Args as ClapArgs, value_parser};
use std::path::{Path, PathBuf};
use wag_games::{first, open_replay};
use wag_i18n::t;
use wag_play::recorded::{named, open};
use wag_server::{Options, ServerError, StartupGuard, Workspace};

pub const CLIENT_HELP: &str = "\
The pages are only available on this computer. Ctrl+C, or Stop in the page, ends the client and a running match.
`wag` without a command runs `wag client` in a terminal; elsewhere it prints the list of commands.";

#[derive(Debug, Default, ClapArgs)]
pub struct Client {
    /// Replay to show first
    #[arg(value_name = "REPLAY")]
    pub replay: Option<PathBuf>,
    /// Round of the replay to show [default: 0]
    #[arg(long, requires = "replay", value_name = "R")]
    pub round: Option<u32>,
    /// Port to listen on [default: any free port]
    #[arg(long, value_parser = value_parser!(u16).range(1..), value_name = "N")]
    pub port: Option<u16>,
    /// Print the address without opening a browser
    #[arg(long)]
    pub no_open: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

/// Runs the server until the user or a page stops it. Ctrl+C and SIGTERM stop it, too.
pub fn run(options: &Client) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let folder = std::env::current_dir()
        .and_then(|folder| folder.canonicalize())
        .context(t!("the current folder cannot be determined"))?;
    let home = wag_ladder::UserProgress::of(first().info, warn).folder().map(PathBuf::from);
    let (port, no_open) = (options.port.unwrap_or(0), options.no_open);
    let shown = options.replay.as_ref().map(|path| check_replay(path)).transpose()?;
    let shown = shown.map(|path| (path, options.round.unwrap_or(0)));
    let folders = Vec::from_iter([Some(folder.clone()), home.clone()].into_iter().flatten());
    let workspace = Workspace { folder, limits: options.limit_args.0.clone(), is_hosted: false, warn };
    let options = Options { port, workspace, home, shown, stop };
    match wag_server::serve(options, |address| tell(address, no_open, &folders)) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(err @ ServerError::Port { .. }) => user_error(err.to_string()),
        Err(err) => Err(err.into()),
    }
}

/// Returns the absolute path of a replay. Returns an error if the file is not a replay.
fn check_replay(path: &Path) -> anyhow::Result<PathBuf> {
    named(path, open_replay(open(path)?))?;
    path.canonicalize().context(t!("%{path} cannot be read", path = path.display()))
}

/// Prints the address of the pages, and opens it in a browser unless `no_open` is set. Opening it may require a file,
/// which is created in one of the `folders`.
fn tell(address: &str, no_open: bool, folders: &[PathBuf]) -> StartupGuard {
    // Printing may fail if the output is closed; the pages still work.
    let _ = print(&t!(
        "%{head} %{address}\nKeep this address private: anyone who knows it can use the client. Press Ctrl+C to stop it.\n",
        head = t!("The client is at").bold(),
        address
    ));
    if no_open {
        return None;
    }
    match opening::open(address, folders) {
        Ok(file) => Some(Box::new(file)),
        Err(err) => {
            log::debug!("no browser can be opened: {err}");
            warn(t!("no browser was found; open the address above yourself"));
            None
        }
    }
}
