//! The options that decide where matches are played: on the cores of this machine, or on the workers of a Dask cluster.

use clap::{Args, value_parser};
use std::sync::{Arc, OnceLock};
use wag_play::{PlayError, user_error};
use wag_series::remote::{Transport, needs_python_package};
use wag_series::{Executor, LocalPool};

#[derive(Clone, Debug, Default, Args)]
pub struct ExecutorArgs {
    /// Number of matches to play in parallel [default: one per core]
    #[arg(long, value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Play on a Dask cluster: the address of its scheduler, such as tcp://host:8786, or `local` for one worker per core
    #[arg(long, value_name = "ADDRESS")]
    pub dask: Option<String>,
    /// Also use Dask workers that have no sandbox
    #[arg(long, requires = "dask")]
    pub allow_unsandboxed: bool,
}

/// Connects to a cluster. The Python module provides this function, because Dask is a Python library.
pub type Connect = fn(&ExecutorArgs) -> Result<Arc<dyn Executor>, PlayError>;

/// Connects a server for classes to the cluster with this address.
pub type ConnectServer = fn(&str) -> Result<Box<dyn Transport>, PlayError>;

static CONNECT: OnceLock<(Connect, ConnectServer)> = OnceLock::new();

/// Makes `--dask` available. Only the first call has an effect.
pub fn set_connect(connect: Connect, connect_server: ConnectServer) {
    _ = CONNECT.set((connect, connect_server));
}

/// Connects a server for classes to the cluster with this address.
pub fn connect_server(address: &str) -> Result<Box<dyn Transport>, PlayError> {
    match CONNECT.get() {
        Some((_, connect)) => connect(address),
        None => user_error(needs_python_package()),
    }
}

impl ExecutorArgs {
    /// Returns the executor that the options describe.
    pub fn executor(&self) -> Result<Arc<dyn Executor>, PlayError> {
        match (&self.dask, CONNECT.get()) {
            (None, _) => Ok(LocalPool::executor(self.jobs.map(|jobs| jobs as usize))),
            (Some(_), Some((connect, _))) => connect(self),
            (Some(_), None) => user_error(needs_python_package()),
        }
    }
}
