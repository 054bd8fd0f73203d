//! Bundles: the files of a player or of an option in one block of bytes, named by its hash, so that a worker needs each
//! of them only once.

use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use wag_play::line_up::folder::{self as files, Files, OWN};
use wag_sandbox::TemporaryFolder;

/// The maximum length of a path in a bundle, in bytes.
const PATH_BYTES_MAX: usize = 4096;

/// Files, and the hash of their paths, contents and permissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    pub hash: String,
    pub bytes: Vec<u8>,
}

impl Bundle {
    /// Packs files. `is_executable` says which of them are programs.
    pub fn pack(files: &Files, is_executable: impl Fn(&str) -> bool) -> Bundle {
        let mut bytes = Vec::new();
        for (path, content) in files {
            bytes.extend((path.len() as u32).to_le_bytes());
            bytes.extend(path.as_bytes());
            bytes.push(u8::from(is_executable(path)));
            bytes.extend((content.len() as u64).to_le_bytes());
            bytes.extend(content);
        }
        Bundle { hash: hash(&bytes), bytes }
    }

    /// Packs the files below a folder; returns `None` if there are more than a player needs.
    pub fn of_folder(folder: &Path) -> Option<Bundle> {
        let files = files::read(folder, OWN)?;
        Some(Bundle::pack(&files, |path| is_executable(&folder.join(path))))
    }
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Packs plain files into a bundle. Returns its hash and its bytes.
pub fn pack_files(files: &Files) -> (String, Vec<u8>) {
    let Bundle { hash, bytes } = Bundle::pack(files, |_| false);
    (hash, bytes)
}

/// Returns the folder of an unpacked bundle.
pub fn bundle_folder(folder: &Path, hash: &str) -> PathBuf {
    folder.join(&hash[..hash.len().min(32)])
}

/// Unpacks a bundle below a folder, under its hash. The bundle's folder appears only when it is complete.
pub fn store_bundle(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    if hash(bytes) != name {
        return Err(io::Error::other("the files were damaged on their way"));
    }
    let to = bundle_folder(folder, name);
    if to.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let new = TemporaryFolder::new_in(folder)?;
    unpack(bytes, new.path())?;
    match fs::rename(new.path(), &to) {
        // Another thread was faster.
        Err(_) if to.is_dir() => Ok(()),
        done => done,
    }
}

fn unpack(mut bytes: &[u8], folder: &Path) -> io::Result<()> {
    while !bytes.is_empty() {
        let (path, is_program, content) =
            next_file(&mut bytes).ok_or_else(|| io::Error::other("the bundle of files is damaged"))?;
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(&file, content)?;
        fs::set_permissions(&file, fs::Permissions::from_mode(if is_program { 0o755 } else { 0o644 }))?;
    }
    Ok(())
}

/// Takes the next file from a bundle: its path, whether it is a program, and its content.
fn next_file<'b>(bytes: &mut &'b [u8]) -> Option<(&'b Path, bool, &'b [u8])> {
    let mut take = |count: usize| {
        let (taken, rest) = bytes.split_at_checked(count)?;
        *bytes = rest;
        Some(taken)
    };
    let length = u32::from_le_bytes(take(4)?.try_into().ok()?) as usize;
    let path = Path::new(std::str::from_utf8(take((length <= PATH_BYTES_MAX).then_some(length)?)?).ok()?);
    let is_program = take(1)? == [1];
    let length = u64::from_le_bytes(take(8)?.try_into().ok()?);
    let content = take(usize::try_from(length).ok()?)?;
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_inside.then_some((path, is_program, content))
}

#[cfg(test)]
mod tests {
    use crate::remote::bundle::*;

    #[test]
    fn files_arrive_with_contents_and_permissions() {
        let files = Files::from([
            ("bot.py".to_string(), b"x = 1".to_vec()),
            ("tools/run".to_string(), b"#!/bin/sh\n".to_vec()),
        ]);
        let bundle = Bundle::pack(&files, |path| path == "tools/run");
        let folder = tempfile::tempdir().unwrap();
        store_bundle(folder.path(), &bundle.hash, &bundle.bytes).unwrap();
        store_bundle(folder.path(), &bundle.hash, &bundle.bytes).unwrap();
        let stored = bundle_folder(folder.path(), &bundle.hash);
        assert_eq!(fs::read(stored.join("bot.py")).unwrap(), b"x = 1");
        assert!(is_executable(&stored.join("tools/run")) && !is_executable(&stored.join("bot.py")));
        assert_eq!(Bundle::of_folder(&stored), Some(bundle));
    }

    #[test]
    fn damaged_bundles_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let bundle = Bundle::pack(&Files::from([("a".to_string(), vec![1, 2, 3])]), |_| false);
        assert!(store_bundle(folder.path(), &"0".repeat(64), &bundle.bytes).is_err());
        let cut = &bundle.bytes[..bundle.bytes.len() - 1];
        assert!(store_bundle(folder.path(), &hash(cut), cut).is_err());
        let outside = Bundle::pack(&Files::from([("../a".to_string(), vec![1])]), |_| false);
        assert!(store_bundle(folder.path(), &outside.hash, &outside.bytes).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
