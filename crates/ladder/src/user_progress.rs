//! Access to the user's progress, with messages if there is a problem with its file.

use crate::{Ladder, Loaded, Progress, SetAside, Store, StoreError, Tasks};
use std::path::Path;
use wag_core::game::GameInfo;
pub use wag_i18n::t;
use wag_play::PlayError;

/// A function that prints a warning to the user.
pub type Warn = fn(String);

/// The user's data directory for some tasks, such as the ladder of a game, or the reason why there is none.
pub struct UserProgress<T = Ladder> {
    tasks: T,
    warn: Warn,
    store: Result<Store<T>, String>,
}

impl UserProgress {
    /// Opens the data directory that the environment variables determine.
    pub fn of(info: &GameInfo, warn: Warn) -> UserProgress {
        UserProgress::of_tasks(crate::of(info), warn)
    }

    pub fn ladder(&self) -> Ladder {
        self.tasks
    }

    /// Reads the progress. Warns immediately if the file is damaged.
    pub fn progress(&self) -> Result<Progress, PlayError> {
        let mut progress = self.stored()?;
        if crate::is_unlocked_by_environment()? {
            // Not saved: the variable counts only as long as it is set.
            progress.unlock_by_hand();
        }
        Ok(progress)
    }
}

impl<T: Tasks> UserProgress<T> {
    /// Opens the data directory that the environment variables determine.
    pub fn of_tasks(tasks: T, warn: Warn) -> UserProgress<T> {
        let store = Store::of_user(tasks, |name| std::env::var_os(name));
        UserProgress { tasks, warn, store: store.map_err(|err| err.to_string()) }
    }

    /// Opens the progress that belongs to a folder in which the user works.
    pub fn of_folder(tasks: T, folder: &Path, warn: Warn) -> UserProgress<T> {
        let store = Store::of_folder(folder, tasks);
        UserProgress { tasks, warn, store: store.map_err(|err| err.to_string()) }
    }

    /// Returns whether there is a progress file.
    pub fn exists(&self) -> bool {
        self.store.as_ref().is_ok_and(|store| store.file().symlink_metadata().is_ok())
    }

    fn store(&self) -> Result<&Store<T>, PlayError> {
        self.store.as_ref().map_err(|err| PlayError::UserError(err.clone().into()))
    }

    pub fn folder(&self) -> Option<&Path> {
        self.store.as_ref().ok().map(Store::folder)
    }

    /// Returns the path of the progress file as text for messages. If there is no data directory, returns the reason.
    pub fn place(&self) -> String {
        self.store.as_ref().map_or_else(Clone::clone, |store| store.file().display().to_string())
    }

    /// Reads the progress as it is stored. Warns immediately if the file is damaged.
    pub fn stored(&self) -> Result<T::Progress, PlayError> {
        Ok(self.used(self.store()?.load()?))
    }

    /// Changes the progress and saves it. Returns the result of `change` and the new progress.
    pub fn change<A>(
        &self,
        change: impl FnOnce(&mut T::Progress) -> A,
    ) -> Result<(A, T::Progress), PlayError> {
        let (answer, loaded) = self.store()?.change(change)?;
        Ok((answer, self.used(loaded)))
    }

    /// Prints a warning to the user.
    pub fn warn(&self, text: String) {
        (self.warn)(text);
    }

    /// Returns the loaded progress; warns if a damaged file was renamed.
    fn used(&self, loaded: Loaded<T::Progress>) -> T::Progress {
        if let Some(SetAside { file, kept_as, why }) = loaded.set_aside {
            (self.warn)(t!(
                "the progress file %{file} cannot be used: %{why}. It has been renamed to %{kept_as}, and the progress starts again",
                file = file.display(),
                why,
                kept_as = kept_as.display()
            ));
        }
        loaded.progress
    }
}

impl From<StoreError> for PlayError {
    fn from(err: StoreError) -> PlayError {
        PlayError::UserError(err.to_string().into())
    }
}
