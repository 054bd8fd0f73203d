//! The memory of an account's worker beyond its end: the addresses of its runs, and its last match. A worker ends when
//! nobody has used it for some time, but a page that is open goes on with its addresses.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use wag_core::files;

/// The maximum size of a file, in bytes.
const BYTES_MAX: u64 = 1 << 20;

/// A file with a part of the state of a workspace. It is the account's own, so what it says is only believed as far as it
/// names files of the workspace.
#[derive(Clone, Debug, Default)]
pub struct KeptState {
    /// `None` to remember nothing.
    file: Option<PathBuf>,
}

impl KeptState {
    /// Returns the file with this name in the hidden folder of a workspace.
    pub fn in_folder(hidden: &Path, name: &str) -> KeptState {
        KeptState { file: Some(hidden.join(name)) }
    }

    /// Returns what the file contains; the default if there is no such file or it cannot be read.
    pub fn read<T: DeserializeOwned + Default>(&self) -> T {
        let Some(file) = self.file.as_ref().filter(|file| file.exists()) else { return T::default() };
        let read = files::read(file, BYTES_MAX).map_err(|err| err.to_string());
        match read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|err| err.to_string())) {
            Ok(state) => state,
            Err(err) => {
                log::warn!("what a worker has remembered is lost: {err}");
                T::default()
            }
        }
    }

    /// Replaces the content of the file. A state that cannot be written is forgotten when the worker ends.
    pub fn write(&self, state: &impl Serialize) {
        let Some(file) = &self.file else { return };
        let write = || {
            file.parent().map_or(Ok(()), files::create_private_folder)?;
            files::write(file, &serde_json::to_vec(state)?)
        };
        if let Err(err) = write() {
            log::warn!("what a worker remembers cannot be written: {err}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_state_is_read_back_and_nothing_else_is_believed() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptState::in_folder(&folder.path().join(".wag"), "runs.json");
        let read = || kept.read::<BTreeMap<String, u64>>();
        assert_eq!(read(), BTreeMap::new());
        kept.write(&BTreeMap::from([("count", 7)]));
        assert_eq!(read(), BTreeMap::from([("count".to_string(), 7)]));
        let file = folder.path().join(".wag/runs.json");
        for content in ["{", "[1]", &format!("{{\"count\":1}}{}", " ".repeat(1 << 20))] {
            std::fs::write(&file, content).unwrap();
            assert_eq!(read(), BTreeMap::new(), "{} bytes", content.len());
        }
        KeptState::default().write(&7);
        assert_eq!(KeptState::default().read::<u64>(), 0);
    }
}
