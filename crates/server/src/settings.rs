//! The settings of the last match in each working folder, stored in the user's data directory.
//!
//! The settings are only a convenience, so errors in reading and writing them are ignored.

use super::matches::requests::MatchRequest;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use wag_core::files;

/// The maximum number of entries. There is one entry for each pair of a folder and a game; the least recently used
/// entry is dropped first.
const FOLDERS_MAX: usize = 50;

/// Access to the settings of matches in one working folder.
pub struct Settings {
    /// The user's data directory. `None` if there is none; then nothing is stored.
    home: Option<PathBuf>,
    folder: String,
}

#[derive(Default, Serialize, Deserialize)]
struct SettingsFile {
    /// The entries, with the most recently used one last.
    folders: Vec<FolderSettings>,
}

#[derive(Serialize, Deserialize)]
struct FolderSettings {
    folder: String,
    settings: MatchRequest,
}

impl Settings {
    pub fn new(home: Option<PathBuf>, folder: &Path) -> Settings {
        Settings { home, folder: folder.to_string_lossy().into_owned() }
    }

    /// Returns the settings of the last match of this game in this folder, or `None` if there are none.
    pub fn load(&self, game: &str) -> Option<MatchRequest> {
        let all = self.read()?.folders;
        all.into_iter().find(|remembered| self.is_of(remembered, game)).map(|remembered| remembered.settings)
    }

    fn is_of(&self, remembered: &FolderSettings, game: &str) -> bool {
        remembered.folder == self.folder && remembered.settings.game == game
    }

    pub fn save(&self, settings: &MatchRequest) {
        let mut all = self.read().unwrap_or_default();
        all.folders.retain(|remembered| !self.is_of(remembered, &settings.game));
        all.folders.push(FolderSettings { folder: self.folder.clone(), settings: settings.clone() });
        let surplus = all.folders.len().saturating_sub(FOLDERS_MAX);
        all.folders.drain(..surplus);
        if let Err(err) = self.write(&all) {
            log::info!("the settings can't be remembered: {err}");
        }
    }

    fn read(&self) -> Option<SettingsFile> {
        serde_json::from_slice(&files::read(&self.file()?, 1 << 20).ok()?).ok()
    }

    fn file(&self) -> Option<PathBuf> {
        self.home.as_ref().map(|home| home.join("client.json"))
    }

    /// Replaces the file atomically, so that readers see either the old or the new settings.
    fn write(&self, all: &SettingsFile) -> std::io::Result<()> {
        let (Some(home), Some(file)) = (&self.home, self.file()) else { return Ok(()) };
        fs::create_dir_all(home)?;
        files::write(&file, &serde_json::to_vec_pretty(all)?)
    }
}

/// Parses any bytes as a settings file. Used for fuzzing.
#[cfg(any(test, feature = "testing", fuzzing))]
pub fn read_any(bytes: &[u8]) {
    drop(serde_json::from_slice::<SettingsFile>(bytes));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(rounds: u32) -> MatchRequest {
        MatchRequest {
            limits: Default::default(),
            log: Default::default(),
            game: String::new(),
            players: vec!["a.py".into()],
            options: [("rounds".to_string(), rounds.to_string())].into(),
            seed: None,
            challenge: None,
            fork: None,
        }
    }

    #[test]
    fn settings_are_per_folder_and_damage_is_ignored() {
        let home = tempfile::tempdir().unwrap();
        let at = |folder: &str| Settings::new(Some(home.path().join("new")), Path::new(folder));
        assert_eq!(at("/a").load(""), None);
        at("/a").save(&request(1));
        at("/b").save(&request(2));
        assert_eq!((at("/a").load(""), at("/b").load("")), (Some(request(1)), Some(request(2))));
        for number in 0..60 {
            at(&format!("/{number}")).save(&request(number));
        }
        assert_eq!((at("/a").load(""), at("/59").load("")), (None, Some(request(59))));
        fs::write(home.path().join("new/client.json"), "{").unwrap();
        assert_eq!(at("/59").load(""), None);
        at("/a").save(&request(3));
        at("/a").save(&MatchRequest { game: "other".into(), ..request(4) });
        assert_eq!(at("/a").load(""), Some(request(3)));
        assert_eq!(at("/a").load("other"), Some(MatchRequest { game: "other".into(), ..request(4) }));
        assert_eq!(fs::read_dir(home.path().join("new")).unwrap().count(), 1);
    }
}
