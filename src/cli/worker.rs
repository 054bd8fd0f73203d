//! `wag worker`: the process in which a server for several people lets strangers' code run. Only the server starts it.

use super::answer::ExitStatus;
use super::executor_args::connect_server;
use clap::Args as ClapArgs;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use wag_server::work::{WorkerOptions, run_helper, run_worker};

#[derive(Debug, ClapArgs)]
pub struct Worker {
    /// Folder of the account, the only one that the process sees
    #[arg(long, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// Folder of the process itself
    #[arg(long, value_name = "DIR", required_unless_present = "dask")]
    pub private: Option<PathBuf>,
    /// Control group of the process
    #[arg(long, value_name = "DIR")]
    pub group: Option<PathBuf>,
    /// Limits of the server's configuration, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub limits: String,
    /// Give the process more of the processor, because a person waits for it
    #[arg(long)]
    pub awaited: bool,
    /// Give the jobs of the server to the cluster at this address
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["workspace", "private", "group"])]
    pub dask: Option<String>,
}

/// Runs until the server closes the socket, which is the standard input.
pub fn run(options: &Worker) -> anyhow::Result<ExitStatus> {
    let Worker { workspace, private, group, limits, awaited, dask } = options;
    if let Some(address) = dask {
        let stream = UnixStream::from(rustix::io::fcntl_dupfd_cloexec(std::io::stdin(), 3)?);
        run_helper(stream, || connect_server(address))?;
        return Ok(ExitStatus::Success);
    }
    run_worker(&WorkerOptions {
        workspace: workspace.clone(),
        private: private.clone().unwrap_or_default(),
        group: group.clone(),
        limits: limits.clone(),
        is_awaited: *awaited,
    })?;
    Ok(ExitStatus::Success)
}
