//! `wag worker`: the process in which a server for several people lets strangers' code run. Only the server starts it.

use super::answer::ExitStatus;
use clap::Args as ClapArgs;
use std::path::PathBuf;
use wag_server::work::{WorkerOptions, run_worker};

#[derive(Debug, ClapArgs)]
pub struct Worker {
    /// Folder of the account, the only one that the process sees
    #[arg(long, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// Folder of the process itself
    #[arg(long, value_name = "DIR")]
    pub private: PathBuf,
    /// Control group of the process
    #[arg(long, value_name = "DIR")]
    pub group: Option<PathBuf>,
    /// Limits of the server's configuration, as JSON
    #[arg(long, value_name = "JSON")]
    pub limits: String,
}

/// Runs until the server closes the socket, which is the standard input.
pub fn run(options: &Worker) -> anyhow::Result<ExitStatus> {
    let Worker { workspace, private, group, limits } = options;
    run_worker(&WorkerOptions {
        workspace: workspace.clone(),
        private: private.clone(),
        group: group.clone(),
        limits: limits.clone(),
    })?;
    Ok(ExitStatus::Success)
}
