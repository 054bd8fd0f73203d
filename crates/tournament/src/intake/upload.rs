//! Submissions that a browser sends: the ZIP file of a class, or the files of a folder. They become one ZIP file, so
//! nothing that they contain has a path on disk.

use crate::intake::names::{MOODLE, unused_name, valid_name};
use crate::intake::submission::has_ending;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use wag_core::files;
use zip::write::{SimpleFileOptions, ZipWriter};

/// The name of a class without a folder.
const CLASS: &str = "class";

/// A file that a browser sends, by its path in the folder that the user has chosen, or by its name.
pub struct UploadedFile {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// Saves the submissions of a class as a ZIP file in a folder, under a name that no file there has yet. Returns the path.
pub fn save_upload(folder: &Path, mut uploaded: Vec<UploadedFile>) -> io::Result<PathBuf> {
    let (stem, bytes) = match uploaded.as_mut_slice() {
        [only] if has_ending(&only.path, &["zip"]) => {
            let name = only.path.rsplit('/').next().unwrap_or_default();
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            (stem.to_string(), std::mem::take(&mut only.bytes))
        }
        _ => {
            let top =
                uploaded.first().and_then(|first| first.path.split_once('/')).map(|(top, _)| top.to_string());
            (top.unwrap_or_else(|| CLASS.to_string()), packed(&uploaded)?)
        }
    };
    files::create_private_folder(folder)?;
    let is_taken = |stem: &str| {
        std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().to_lowercase() == format!("{stem}.zip"))
    };
    let path = folder.join(format!("{}.zip", unused_name(&valid_name(&stem), is_taken)));
    files::write(&path, &bytes)?;
    Ok(path)
}

/// Returns a ZIP file with these files. A single Python file is one submission, in a folder with its name.
fn packed(uploaded: &[UploadedFile]) -> io::Result<Vec<u8>> {
    let paths = uploaded.iter().map(|file| {
        let is_moodle = MOODLE.iter().any(|mark| file.path.contains(mark));
        let is_alone = !file.path.contains('/') && !is_moodle && !has_ending(&file.path, &["zip"]);
        let path = match file.path.rsplit_once('.') {
            Some((stem, _)) if is_alone => format!("{stem}/{}", file.path),
            _ => file.path.clone(),
        };
        (path, file.bytes.as_slice())
    });
    zip_of(paths)
}

/// Returns a ZIP file with these files, each a path and its bytes.
pub fn zip_of<'f>(files: impl IntoIterator<Item = (String, &'f [u8])>) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        zip.start_file(path, SimpleFileOptions::default()).map_err(io::Error::other)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish().map_err(io::Error::other)?.into_inner())
}

#[cfg(test)]
mod tests {
    use crate::intake::submission::Submission;
    use crate::intake::upload::*;

    fn labels(files: &[(&str, &str)]) -> (String, Vec<(String, bool)>) {
        let folder = tempfile::tempdir().unwrap();
        let file =
            |(path, text): &(&str, &str)| UploadedFile { path: path.to_string(), bytes: (*text).into() };
        let path = save_upload(folder.path(), files.iter().map(file).collect()).unwrap();
        let all = Submission::all_in(&path, "ai.py").unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, all.into_iter().map(|one| (one.label, one.found.is_ok())).collect())
    }

    #[test]
    fn folder_and_loose_files_become_a_class() {
        let is_ok = |name: &str| (name.to_string(), true);
        let folder = [("9b/Zoë/ai.py", "x"), ("9b/Ben/main.py", "x"), ("9b/Ben/data.txt", "x")];
        assert_eq!(labels(&folder), ("9b.zip".to_string(), vec![is_ok("Ben"), is_ok("Zoë")]));
        assert_eq!(
            labels(&[("a.py", "x"), ("b.py", "x")]),
            ("class.zip".to_string(), vec![is_ok("a"), is_ok("b")])
        );
        let (name, hostile) = labels(&[("../../x/ai.py", "x"), ("../../y/ai.py", "x")]);
        assert_eq!(name, "_...zip");
        assert!(hostile.iter().all(|(_, is_ok)| !is_ok), "{hostile:?}");
    }
}
