//! Matches on the workers of other machines: what is sent to a worker, what it does, and what comes back.
//!
//! [`RemoteExecutor`] cuts the matches of a plan into batches of a few seconds and passes them to a [`Transport`], which
//! knows the workers. A worker calls [`play_batch`]. Its answer is a stranger's: [`BatchResults`] are checked before they
//! count.
//!
//! A server for classes gives whole jobs to the same workers: [`Transport`], [`Answer`] and [`pack_files`] are all it needs.

mod answer;
mod batch;
mod bundle;
mod executor;
mod fork;
mod home;
mod packer;
mod results;
mod transport;
mod worker;

#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use batch::size_of_files;
pub use bundle::{bundle_folder, pack_files, store_bundle};
pub use executor::RemoteExecutor;
pub use transport::{TaskOutcome, TaskReport, Transport, Waited};
pub use worker::play_batch;

/// Returns the sentence for a program that is not the Python package, without which there is no Dask.
pub fn needs_python_package() -> wag_i18n::Message {
    wag_i18n::message!(
        "--dask needs Wag as a Python package, not as a single program; install it in the folder of the source code: pip install '.[dask]'"
    )
}
