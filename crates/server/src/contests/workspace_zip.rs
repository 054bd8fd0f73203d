//! A hand-in from the author's workspace: its files, packed as if the author had uploaded them.
//!
//! The worker of the account can change the workspace at any time, and what runs in it is a stranger. So each file is opened
//! beneath the workspace, never through a link out of it, and no content is looked at.

use crate::error::Refusal;
use axum::http::StatusCode;
use std::path::Path;
use wag_core::files::{is_closed_to_players, read_beneath};
use wag_i18n::{message, quote};
use wag_play::line_up::folder::{Bounds, FILES_MAX, list};
use wag_tournament::intake::zip_of;

/// The maximum length of the name of a file, in bytes.
const NAME_MAX: usize = 100;

/// Returns a ZIP of the files of a workspace that belong to a player: all but logs, replays and hidden ones.
///
/// # Errors
/// A sentence if the player's file is missing, or the files are larger than `bytes_max`.
pub fn workspace_zip(workspace: &Path, own_file: &str, bytes_max: u64) -> Result<Vec<u8>, Refusal> {
    let bounds = Bounds { files: FILES_MAX, bytes: bytes_max };
    let too_large = || {
        let most = bytes_max >> 20;
        let sentence =
            message!("your files are larger than %{most} MB; delete some that your AI does not need", most);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, sentence).with_code("too_large")
    };
    let paths = list(workspace, bounds).ok_or_else(too_large)?;
    let is_open = |path: &String| !Path::new(path).iter().any(|part| is_closed_to_players(Path::new(part)));
    let (mut files, mut left) = (Vec::new(), bytes_max);
    for path in paths.into_iter().filter(is_open) {
        // A file that was deleted, or replaced by a link, since it was listed.
        let Ok(bytes) = read_beneath(workspace, Path::new(&path), bytes_max) else { continue };
        left = left.checked_sub(bytes.len() as u64).ok_or_else(too_large)?;
        files.push((path, bytes));
    }
    if !files.iter().any(|(path, _)| path == own_file) {
        let sentence =
            message!("there is no file %{file} in your folder; save it first", file = quote(own_file));
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("no_player"));
    }
    let zip = zip_of(files.iter().map(|(path, bytes)| (path.clone(), bytes.as_slice())));
    zip.map_err(|err| super::checks::disk(&err))
}

/// Returns whether a text can be the name of a player's file directly in a workspace.
pub fn is_player_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-. ".contains(&byte) || !byte.is_ascii();
    name.len() <= NAME_MAX
        && name.len() > 3
        && name.ends_with(".py")
        && !name.starts_with('.')
        && name.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_and_closed_files_stay_out() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = folder.path().join("workspace");
        for part in ["saves", "tools", ".git"] {
            fs::create_dir_all(workspace.join(part)).unwrap();
        }
        fs::write(folder.path().join("secret.py"), "canary").unwrap();
        for file in ["yourAI.py", "tools/near.py", "saves/1.py", ".git/x.py", "yourAI.log", "weights.json"] {
            fs::write(workspace.join(file), file).unwrap();
        }
        symlink("../secret.py", workspace.join("link.py")).unwrap();
        symlink("..", workspace.join("up")).unwrap();
        let zip = workspace_zip(&workspace, "yourAI.py", 1 << 20).unwrap();
        let has = |text: &str| zip.windows(text.len()).any(|bytes| bytes == text.as_bytes());
        assert!(has("tools/near.py") && has("weights.json"));
        for out in ["canary", "secret", "link.py", "saves", ".git", "yourAI.log"] {
            assert!(!has(out), "{out}");
        }
        assert!(workspace_zip(&workspace, "link.py", 1 << 20).is_err());
        assert!(workspace_zip(&workspace, "yourAI.py", 10).is_err());
        assert!(workspace_zip(&workspace.join("none"), "yourAI.py", 10).is_err());
    }

    #[test]
    fn names_of_players_are_plain() {
        for name in ["yourAI.py", "my bot-2.py", "größer.py"] {
            assert!(is_player_name(name), "{name}");
        }
        for name in
            ["", ".py", "../x.py", "a/b.py", "x.txt", ".hidden.py", "a\nb.py", "a\0.py", &"x".repeat(200)]
        {
            assert!(!is_player_name(name), "{name:?}");
        }
    }
}
