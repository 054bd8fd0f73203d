//! Watches the files of the AIs in the last match and in debugged turns, and reports changes to the pages.

use super::folder::as_word;
use notify::event::{EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast;

/// The time without changes after which a change is reported. An editor writes a file in several steps, which are
/// reported as one change.
const QUIET: Duration = Duration::from_millis(150);
/// The maximum number of folders to watch.
const FOLDERS_MAX: usize = 64;

/// A file watcher. It reports nothing if the operating system does not support watching.
pub struct Watcher {
    watched: Mutex<Watched>,
    changed_files: broadcast::Sender<Vec<String>>,
}

struct Watched {
    notify: Option<RecommendedWatcher>,
    /// The folders of the AIs in the last match, and of those whose turns are debugged.
    of_match: BTreeSet<PathBuf>,
    of_turns: BTreeSet<PathBuf>,
    /// The folder that is watched whatever the last match was.
    always: Option<PathBuf>,
}

impl Watcher {
    /// Starts a watcher. It reports the path of each changed file, relative to `folder`.
    pub fn new(folder: PathBuf) -> Watcher {
        let changed_files = broadcast::Sender::new(16);
        let (seen, changes) = channel();
        let notify = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if let Ok(event) = event
                && matters(&event.kind)
            {
                let _ = seen.send(event.paths);
            }
        });
        let notify = notify.inspect_err(|err| log::warn!("files can't be watched: {err}")).ok();
        let sender = changed_files.clone();
        // The thread ends when the watcher is dropped, which closes the other end of the channel.
        let spawned = std::thread::Builder::new()
            .name("files".to_string())
            .spawn(move || gather(&changes, &folder, &sender));
        if let Err(err) = spawned {
            log::warn!("files can't be watched: {err}");
        }
        Watcher {
            watched: Mutex::new(Watched {
                notify,
                of_match: BTreeSet::new(),
                of_turns: BTreeSet::new(),
                always: None,
            }),
            changed_files,
        }
    }

    /// Returns a watcher that watches nothing.
    pub fn off() -> Watcher {
        let watched =
            Watched { notify: None, of_match: BTreeSet::new(), of_turns: BTreeSet::new(), always: None };
        Watcher { watched: Mutex::new(watched), changed_files: broadcast::Sender::new(1) }
    }

    /// Returns a receiver for the paths of files that have changed.
    pub fn listen(&self) -> broadcast::Receiver<Vec<String>> {
        self.changed_files.subscribe()
    }

    /// Watches this folder from now on, in addition to those of the players.
    pub fn watch_always(&self, folder: &Path) {
        self.watched().change(|watched| watched.always = Some(folder.to_path_buf()));
    }

    /// Watches the folders of these files of a match, and stops watching those of the previous match.
    pub fn watch(&self, files: &[PathBuf]) {
        let folders = files.iter().filter_map(|file| file.parent()).flat_map(with_packages);
        self.watched().change(|watched| watched.of_match = folders.take(FOLDERS_MAX).collect());
    }

    /// Watches the folder of this file of a turn that is debugged, too.
    pub fn watch_also(&self, file: &Path) {
        let folders = file.parent().map(with_packages).unwrap_or_default();
        self.watched().change(|watched| {
            // Nobody debugs turns of so many AIs.
            if watched.of_turns.len() >= FOLDERS_MAX {
                watched.of_turns.clear();
            }
            watched.of_turns.extend(folders.into_iter().take(FOLDERS_MAX));
        });
    }

    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched {
    fn folders(&self) -> BTreeSet<PathBuf> {
        self.of_match.iter().chain(&self.of_turns).chain(&self.always).cloned().collect()
    }

    /// Changes the folders to watch.
    fn change(&mut self, change: impl FnOnce(&mut Watched)) {
        let before = self.folders();
        change(self);
        let folders = self.folders();
        let Some(notify) = &mut self.notify else { return };
        for gone in before.difference(&folders) {
            let _ = notify.unwatch(gone);
        }
        for new in folders.difference(&before) {
            if let Err(err) = notify.watch(new, RecursiveMode::NonRecursive) {
                log::warn!("the folder {} can't be watched: {err}", new.display());
            }
        }
    }
}

/// Returns the folder of an AI, and its subfolders that are Python packages.
fn with_packages(folder: &Path) -> Vec<PathBuf> {
    let below = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut packages: Vec<PathBuf> = below.filter(|path| path.join("__init__.py").is_file()).collect();
    packages.sort();
    std::iter::once(folder.to_path_buf()).chain(packages).collect()
}

/// Returns whether an event is a change of a file. Reading a file, as the AIs' processes do, is not a change.
fn matters(kind: &EventKind) -> bool {
    let is_about_data = !matches!(kind, EventKind::Modify(ModifyKind::Metadata(_)));
    is_about_data && matches!(kind, EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_))
}

fn gather(changes: &Receiver<Vec<PathBuf>>, folder: &Path, changed_files: &broadcast::Sender<Vec<String>>) {
    while let Ok(first) = changes.recv() {
        let mut paths: BTreeSet<PathBuf> = first.into_iter().collect();
        let ended = loop {
            match changes.recv_timeout(QUIET) {
                Ok(more) => paths.extend(more),
                Err(RecvTimeoutError::Timeout) => break false,
                Err(RecvTimeoutError::Disconnected) => break true,
            }
        };
        let is_module = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "py");
        let words: Vec<String> = paths.iter().filter(is_module).map(|path| as_word(folder, path)).collect();
        if !words.is_empty() {
            // Sending fails if there are no receivers, which is fine.
            let _ = changed_files.send(words);
        }
        if ended {
            return;
        }
    }
}
