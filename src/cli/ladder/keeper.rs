//! Access to the user's progress, with messages about problems of its file.

use super::super::answer::UserError;
pub use super::super::progress::warn;
use wag_i18n::t;
use wag_runner::GameInfo;
use wag_runner::ladder::{Ladder, Loaded, Progress, SetAside, Store, StoreError};

/// The user's data directory for one game, or the reason why there is none.
pub struct Keeper {
    ladder: Ladder,
    store: Result<Store, String>,
}

impl Keeper {
    /// Opens the data directory that the environment sets.
    pub fn of(card: &GameInfo) -> Keeper {
        let ladder = super::of(card);
        let store = Store::of_user(ladder, |name| std::env::var_os(name));
        Keeper { ladder, store: store.map_err(|fault| fault.to_string()) }
    }

    pub fn ladder(&self) -> Ladder {
        self.ladder
    }

    fn store(&self) -> Result<&Store, UserError> {
        self.store.as_ref().map_err(|fault| UserError(fault.clone()))
    }

    pub fn folder(&self) -> Option<&std::path::Path> {
        self.store.as_ref().ok().map(Store::folder)
    }

    /// Returns the path of the progress file for messages.
    pub fn place(&self) -> String {
        self.store.as_ref().map_or_else(Clone::clone, |store| store.file().display().to_string())
    }

    /// Reads the progress. If the file is damaged, this warns immediately.
    pub fn progress(&self) -> Result<Progress, UserError> {
        self.store()?.load().map(told).map_err(told_error)
    }

    /// Changes the progress; returns the result of `change` and the new progress.
    pub fn change<T>(&self, change: impl FnOnce(&mut Progress) -> T) -> Result<(T, Progress), UserError> {
        let (answer, loaded) = self.store()?.change(change).map_err(told_error)?;
        Ok((answer, told(loaded)))
    }
}

fn told_error(fault: StoreError) -> UserError {
    UserError(fault.to_string())
}

fn told(loaded: Loaded) -> Progress {
    if let Some(SetAside { file, kept_as, why }) = loaded.set_aside {
        warn(t!(
            "the progress %{file} can't be used: %{why}. It is kept as %{kept_as}, and the ladder begins anew",
            file = file.display(),
            why,
            kept_as = kept_as.display()
        ));
    }
    loaded.progress
}
