//! Submissions: the files or folders that the members of a class hand in, and the location of the player in each of
//! them.

use crate::intake::archive::Archive;
use crate::intake::intake_limits::IntakeLimits;
use crate::intake::names::name_of;
use crate::intake::reason::{Reason, shortened};
use std::path::{Path, PathBuf};
use wag_i18n::{Message, message};
use wag_play::line_up::folder::{self as files, Files, OWN, list};

/// The extensions of archives that are not supported.
const OTHER_ARCHIVES: [&str; 8] = ["rar", "7z", "tar", "gz", "tgz", "xz", "bz2", "zipx"];

/// A file or folder that a learner has submitted.
pub struct Submission {
    /// The path. For a submission in the ZIP file of a class, it continues into the ZIP file.
    pub path: PathBuf,
    /// The text from which the player's name is made: the name of the folder, or of the file without its extension.
    pub label: String,
    pub found: Result<FoundFiles, Reason>,
}

/// The location of the player's file within a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFiles {
    /// The ZIP file that contains the player's file, if any.
    pub zip: Option<ZipPlace>,
    /// The start of the paths of the player's files, relative to the ZIP file or the submission: a folder with `/` at
    /// its end, or empty for the top folder.
    pub root: String,
    /// The name of the player's file.
    pub file: String,
}

/// A ZIP file on disk, or one in the ZIP file of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZipPlace {
    pub path: PathBuf,
    /// The path of the ZIP file in the one on disk; `None` for the one on disk itself.
    pub entry: Option<String>,
}

impl ZipPlace {
    fn open(&self) -> Result<Archive, Reason> {
        let mut archive = Archive::open(&self.path)?;
        match &self.entry {
            Some(entry) => archive.open_entry(entry),
            None => Ok(archive),
        }
    }
}

impl Submission {
    /// Returns the submission that consists of a Python file, which has any name; `None` if the path names another file.
    pub fn of_file(path: &Path, file: &str) -> Option<Submission> {
        let name = name_of(path);
        let stem = name.strip_suffix(".py")?;
        let folder = path.parent().map(name_of).filter(|folder| name == file && !folder.is_empty());
        let found = FoundFiles { zip: None, root: String::new(), file: name.clone() };
        let label = folder.unwrap_or_else(|| stem.to_string());
        Some(Submission { path: path.to_path_buf(), label, found: Ok(found) })
    }

    /// Returns the submission at a path, or `None` if the file is of a kind that nobody submits.
    pub fn at(path: &Path, file: &str) -> Option<Submission> {
        let name = name_of(path);
        let submission =
            |label: &str, found| Submission { path: path.to_path_buf(), label: label.to_string(), found };
        if path.is_dir() {
            return Some(submission(&name, in_folder(path, file)));
        }
        let (stem, ending) = name.rsplit_once('.')?;
        match ending.to_lowercase().as_str() {
            "zip" => Some(submission(stem, in_zip(ZipPlace { path: path.to_path_buf(), entry: None }, file))),
            "ipynb" => Some(submission(stem, Err(Reason::notebook(&name, file)))),
            ending if OTHER_ARCHIVES.contains(&ending) => {
                Some(submission(stem, Err(Reason::other_archive(&name))))
            }
            // Moodle uses such names for files that it does not put into a folder.
            _ => {
                let label = name.strip_suffix(file)?.strip_suffix('_')?;
                let found = FoundFiles { zip: None, root: String::new(), file: name.clone() };
                Some(submission(label, Ok(found)))
            }
        }
    }
}

impl FoundFiles {
    /// Returns whether the player's file is directly in the submitted folder, under the standard name.
    pub fn is_plain(&self, file: &str) -> bool {
        self.zip.is_none() && self.root.is_empty() && self.has_standard_name(file)
    }

    /// Returns whether the player's file has the standard name, or a name that Moodle makes from it.
    pub fn has_standard_name(&self, file: &str) -> bool {
        self.file.eq_ignore_ascii_case(file) || self.file.ends_with(&format!("_{file}"))
    }

    /// Returns the files in the folder of the player's file, by their paths relative to that folder.
    pub fn files(&self, submission: &Path, limits: &IntakeLimits) -> Result<Files, Reason> {
        match &self.zip {
            Some(zip) => zip.open()?.below(&self.root, limits),
            None => {
                let read = files::read(&submission.join(&self.root), OWN);
                read.ok_or_else(|| Reason::too_large(&IntakeLimits::default()))
            }
        }
    }

    /// Returns text that describes the location of the player's file in the submission at a path; `None` if the file is
    /// directly in the submitted folder.
    pub fn location(&self, submission: &Path) -> Option<Message> {
        let of_class = |zip: &&ZipPlace| zip.entry.is_none() && submission.starts_with(&zip.path);
        let start = self.zip.as_ref().filter(of_class);
        let start = start.and_then(|zip| submission.strip_prefix(&zip.path).ok()).and_then(Path::to_str);
        let start = start.filter(|start| !start.is_empty());
        let root = start.and_then(|start| self.root.strip_prefix(start)).unwrap_or(&self.root);
        let folder = shortened(root.trim_matches('/'));
        match (self.zip.as_ref().filter(|_| start.is_none()), folder.as_str()) {
            (Some(_), "") => Some(message!("ZIP file")),
            (Some(_), folder) => Some(message!("ZIP file, in the folder %{folder}", folder)),
            (None, "") => None,
            (None, folder) => Some(message!("in the folder %{folder}", folder)),
        }
    }
}

/// Where a submission contains its player.
pub enum Located {
    /// In a file: its folder, which ends with `/` or is empty, and its name.
    File(String, String),
    /// In the only ZIP file, which has this path.
    Zip(String),
}

fn in_folder(folder: &Path, file: &str) -> Result<FoundFiles, Reason> {
    // The player may be at the top of a folder even if that folder has too many files.
    if folder.join(file).is_file() {
        return Ok(FoundFiles { zip: None, root: String::new(), file: file.to_string() });
    }
    std::fs::read_dir(folder).map_err(|err| Reason::unreadable(&err))?;
    let paths = list(folder, OWN).ok_or_else(|| Reason::too_large(&IntakeLimits::default()))?;
    match locate(&paths, file)? {
        Located::File(root, file) => Ok(FoundFiles { zip: None, root, file }),
        Located::Zip(zip) => in_zip(ZipPlace { path: folder.join(zip), entry: None }, file),
    }
}

/// Returns the location of the player in the ZIP file of one submission.
pub fn in_zip(zip: ZipPlace, file: &str) -> Result<FoundFiles, Reason> {
    let archive = zip.open()?;
    let paths: Vec<String> = archive.paths.iter().map(|(path, _)| path.clone()).collect();
    let (root, file) = locate_player(&paths, file)?;
    Ok(FoundFiles { zip: Some(zip), root, file })
}

/// Returns where a submission with these paths contains its player.
pub fn locate(paths: &[String], file: &str) -> Result<Located, Reason> {
    let has_file = paths.iter().any(|path| last_part(path).eq_ignore_ascii_case(file));
    let zips: Vec<&String> = paths.iter().filter(|path| has_ending(path, &["zip"])).collect();
    match zips.as_slice() {
        [zip] if !has_file => Ok(Located::Zip(zip.to_string())),
        [_, ..] if !has_file => Err(Reason::several_files(&zips.into_iter().cloned().collect::<Vec<_>>())),
        _ => locate_player(paths, file).map(|(root, file)| Located::File(root, file)),
    }
}

/// Returns the folder and the name of the player's file. If several files have the required name, chooses the one in
/// the fewest nested folders. If none has it, chooses the only Python file.
fn locate_player(paths: &[String], file: &str) -> Result<(String, String), Reason> {
    let split = |path: &String| match path.rsplit_once('/') {
        Some((root, name)) => (format!("{root}/"), name.to_string()),
        None => (String::new(), path.clone()),
    };
    let depth = |root: &str| root.matches('/').count();
    let fitting = paths.iter().map(split).filter(|(_, name)| name.eq_ignore_ascii_case(file));
    let mut fitting: Vec<(String, String)> = fitting.collect();
    fitting.sort_by_key(|(root, name)| (depth(root), name != file));
    match fitting.as_slice() {
        [] => match python_files(paths).as_slice() {
            [only] => Ok(split(only)),
            _ => Err(missing_player(paths, file)),
        },
        [one] => Ok(one.clone()),
        [one, next, ..] if (depth(&one.0), one.1 == file) != (depth(&next.0), next.1 == file) => {
            Ok(one.clone())
        }
        several => {
            let several: Vec<String> = several.iter().map(|(root, name)| format!("{root}{name}")).collect();
            Err(Reason::several_files(&several))
        }
    }
}

/// Returns the reason why a submission in which no file has the required name has no player.
fn missing_player(paths: &[String], file: &str) -> Reason {
    let first = |endings: &[&str]| paths.iter().find(|path| has_ending(path, endings));
    let python: Vec<String> = python_files(paths).into_iter().cloned().collect();
    if !python.is_empty() {
        return Reason::no_player_file(&python, file);
    }
    let is_text = |path: &&String| path.to_lowercase().ends_with(".py.txt");
    match (first(&["ipynb"]), first(&OTHER_ARCHIVES), paths.iter().find(is_text)) {
        (_, _, Some(text)) => Reason::text_file(text, file),
        (Some(notebook), ..) => Reason::notebook(notebook, file),
        (_, Some(archive), _) => Reason::other_archive(archive),
        _ if paths.is_empty() => Reason::no_file(),
        _ => Reason::no_python_file(),
    }
}

fn python_files(paths: &[String]) -> Vec<&String> {
    paths.iter().filter(|path| has_ending(path, &["py"])).collect()
}

/// Returns whether a file may be a submission, or part of one.
pub fn is_code_or_archive(path: &str) -> bool {
    has_ending(path, &["py", "zip", "ipynb"])
        || has_ending(path, &OTHER_ARCHIVES)
        || path.to_lowercase().ends_with(".py.txt")
}

pub fn has_ending(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.').is_some_and(|(_, own)| endings.contains(&own.to_lowercase().as_str()))
}

/// Returns whether a path names a ZIP file that exists.
pub fn is_zip(path: &Path) -> bool {
    has_ending(&name_of(path), &["zip"]) && path.is_file()
}

fn last_part(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use crate::intake::reason::ReasonCode;
    use crate::intake::submission::*;

    fn found(paths: &[&str]) -> Result<(String, String), ReasonCode> {
        let paths: Vec<String> = paths.iter().map(|path| path.to_string()).collect();
        locate_player(&paths, "ai.py").map_err(|reason| reason.code)
    }

    fn at(root: &str, file: &str) -> Result<(String, String), ReasonCode> {
        Ok((root.to_string(), file.to_string()))
    }

    #[test]
    fn player_is_the_least_nested_file() {
        assert_eq!(found(&["ai.py", "old/ai.py"]), at("", "ai.py"));
        assert_eq!(found(&["a/b/ai.py", "a/tools.py"]), at("a/b/", "ai.py"));
        assert_eq!(found(&["x/AI.py"]), at("x/", "AI.py"), "upper and lower case make no difference");
        assert_eq!(found(&["x/AI.PY", "x/ai.py"]), at("x/", "ai.py"), "unless both are there");
        assert_eq!(found(&["a/ai.py", "b/ai.py"]), Err(ReasonCode::SeveralFiles));
    }

    #[test]
    fn only_python_file_is_the_player() {
        assert_eq!(found(&["my.py", "x.txt"]), at("", "my.py"));
        assert_eq!(found(&["my.py", "other.py"]), Err(ReasonCode::NoPlayerFile));
        assert_eq!(found(&["x.ipynb"]), Err(ReasonCode::Notebook));
        assert_eq!(found(&["a/x.RAR"]), Err(ReasonCode::OtherArchive));
        assert_eq!(found(&["ai.py.txt", "x.ipynb"]), Err(ReasonCode::TextFile));
        assert_eq!(found(&["me.jpg"]), Err(ReasonCode::NoPythonFile));
        assert_eq!(found(&[]), Err(ReasonCode::NoFile));
    }

    #[test]
    fn moodle_file_is_a_submission_but_unpacked_zip_is_not() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["Kai_7_assignsubmission_file_ai.py", "notes.txt", "tools.py", "eva.zip", "p.rar"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("eva")).unwrap();
        let all = Submission::all_in(folder.path(), "ai.py").unwrap();
        let labels: Vec<(&str, bool)> =
            all.iter().map(|one| (one.label.as_str(), one.found.is_ok())).collect();
        assert_eq!(labels, [("Kai_7_assignsubmission_file", true), ("eva", false), ("p", false)]);
    }
}
