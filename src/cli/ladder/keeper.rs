//! The user's progress, with words for whatever is the matter with its file.

use super::super::answer::UserError;
pub use super::super::progress::warn;
use wag_i18n::t;
use wag_runner::GameInfo;
use wag_runner::ladder::{Ladder, Loaded, Progress, SetAside, Store, StoreError};

/// The user's data directory, if there is one.
pub struct Keeper {
    ladder: Ladder,
    store: Result<Store, String>,
}

impl Keeper {
    /// The one that the environment names, of this game.
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

    /// Where the progress is, for people.
    pub fn place(&self) -> String {
        self.store.as_ref().map_or_else(Clone::clone, |store| store.file().display().to_string())
    }

    /// How far the user is. A damaged file is told at once.
    pub fn progress(&self) -> Result<Progress, UserError> {
        self.store()?.load().map(told).map_err(told_error)
    }

    /// Changes the progress; answers what the change says, and the progress after it.
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
