//! Submissions: the files or folders that the members of a class hand in, and the location of the player in each of
//! them.

use crate::intake::archive::Archive;
use std::path::{Path, PathBuf};
use wag_core::text::printable;
use wag_i18n::t;
use wag_play::line_up::folder::{self as files, Files, OWN, list};

/// The extensions of archives that are not supported.
const OTHER_ARCHIVES: [&str; 8] = ["rar", "7z", "tar", "gz", "tgz", "xz", "bz2", "zipx"];
/// The maximum number of files that a message lists by name.
const NAMED_MAX: usize = 4;
/// The maximum number of characters of a name that a message shows.
const SHOWN_CHARS_MAX: usize = 200;

/// A file or folder that a learner has submitted.
pub struct Submission {
    pub path: PathBuf,
    /// The text from which the player's name is made: the name of the folder, or of the file without its extension.
    pub label: String,
    pub found: Result<FoundFiles, Problem>,
}

/// The location of the player's file within a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFiles {
    /// The ZIP file that contains the player's file, if any.
    pub zip: Option<PathBuf>,
    /// The folder that contains the player's file, relative to the ZIP file or the submission. It ends with `/`, or is
    /// empty for the top folder.
    pub root: String,
    /// The name of the player's file.
    pub file: String,
}

/// The reason why a submission contains no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Unreadable(String),
    Zip {
        name: String,
        why: String,
    },
    OtherArchive(String),
    Notebook(String),
    /// Several files have the required name, so it is not clear which one is the player's file.
    Several(Vec<String>),
    /// No file has the required name. The fields contain the names of the Python files and the total number of files.
    NoAi {
        python: Vec<String>,
        files: usize,
    },
    TooLarge,
}

impl Problem {
    /// Returns the problem as a sentence; `file` is the name that a player's file must have.
    pub fn in_words(&self, file: &str) -> String {
        match self {
            Problem::Unreadable(why) => t!("cannot be read: %{why}", why = safe_name(why)),
            Problem::Zip { name, why } => {
                t!(
                    "the ZIP file %{name} cannot be used: %{why}",
                    name = safe_name(name),
                    why = safe_name(why)
                )
            }
            Problem::OtherArchive(name) => {
                t!(
                    "unsupported archive format (%{name}): hand in a ZIP file or a folder",
                    name = safe_name(name)
                )
            }
            Problem::Notebook(name) => {
                t!(
                    "a notebook (%{name}): save its code as the Python file %{file}",
                    name = safe_name(name),
                    file
                )
            }
            Problem::Several(names) => {
                t!("several files could be the player: %{names}; keep only one", names = shortened(names))
            }
            Problem::NoAi { files: 0, .. } => t!("no AI: it is empty"),
            Problem::NoAi { python, .. } if python.is_empty() => t!("no AI: it contains no Python file"),
            Problem::NoAi { python, .. } => t!(
                "no AI: it contains no %{file}, only %{names}; rename the right one",
                file,
                names = shortened(python)
            ),
            Problem::TooLarge => t!(
                "it has more than %{files} files or %{most} MB; hand in only the AI's own files",
                files = files::FILES_MAX,
                most = files::BYTES_MAX >> 20
            ),
        }
    }
}

/// Shortens a name from an untrusted source and removes its control characters.
fn safe_name(name: &str) -> String {
    printable(name).chars().take(SHOWN_CHARS_MAX).collect()
}

fn shortened(names: &[String]) -> String {
    let more = if names.len() > NAMED_MAX { ", ..." } else { "" };
    names.iter().take(NAMED_MAX).map(|name| safe_name(name)).collect::<Vec<_>>().join(", ") + more
}

impl Submission {
    /// Returns the submissions in a folder, sorted by name. `file` is the name that a player's file must have.
    pub fn all_in(folder: &Path, file: &str) -> std::io::Result<Vec<Submission>> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        alphanumeric_sort::sort_path_slice(&mut paths);
        let is_unpacked = |path: &Path| path.is_file() && path.with_extension("").is_dir();
        let paths =
            paths.into_iter().filter(|path| !files::is_left_out(&name_of(path)) && !is_unpacked(path));
        Ok(paths.filter_map(|path| Submission::at(&path, file)).collect())
    }

    /// Returns the submission at a path, or `None` if the file is of a kind that nobody submits.
    pub fn at(path: &Path, file: &str) -> Option<Submission> {
        let name = name_of(path);
        let hand_in =
            |label: &str, found| Submission { path: path.to_path_buf(), label: label.to_string(), found };
        if path.is_dir() {
            return Some(hand_in(&name, in_folder(path, file)));
        }
        let (stem, ending) = name.rsplit_once('.')?;
        match ending.to_lowercase().as_str() {
            "zip" => Some(hand_in(stem, in_zip(path, file))),
            "ipynb" => Some(hand_in(stem, Err(Problem::Notebook(name.clone())))),
            ending if OTHER_ARCHIVES.contains(&ending) => {
                Some(hand_in(stem, Err(Problem::OtherArchive(name.clone()))))
            }
            // Moodle uses such names for files that it does not put into a folder.
            _ => {
                let label = name.strip_suffix(file)?.strip_suffix('_')?;
                let found = FoundFiles { zip: None, root: String::new(), file: name.clone() };
                Some(hand_in(label, Ok(found)))
            }
        }
    }
}

impl FoundFiles {
    /// Returns whether the player's file is directly in the submitted folder.
    pub fn is_plain(&self) -> bool {
        self.zip.is_none() && self.root.is_empty()
    }

    /// Returns the files in the folder of the player's file, by their paths relative to that folder.
    pub fn files(&self, hand_in: &Path) -> Result<Files, Problem> {
        match &self.zip {
            Some(zip) => Archive::open(zip)
                .and_then(|mut archive| archive.below(&self.root))
                .map_err(|why| Problem::Zip { name: name_of(zip), why }),
            None => files::read(&hand_in.join(&self.root), OWN).ok_or(Problem::TooLarge),
        }
    }

    /// Returns text that describes the location of the player's file; empty if the file is directly in the submitted
    /// folder.
    pub fn location_text(&self) -> String {
        let folder = safe_name(self.root.trim_end_matches('/'));
        let folder = folder.as_str();
        match (&self.zip, folder) {
            (Some(_), "") => t!("ZIP file"),
            (Some(_), folder) => t!("ZIP file, in the folder %{folder}", folder),
            (None, "") => String::new(),
            (None, folder) => t!("in the folder %{folder}", folder),
        }
    }
}

fn in_folder(folder: &Path, file: &str) -> Result<FoundFiles, Problem> {
    // The player may be at the top of a folder even if that folder has too many files.
    if folder.join(file).is_file() {
        return Ok(FoundFiles { zip: None, root: String::new(), file: file.to_string() });
    }
    std::fs::read_dir(folder).map_err(|err| Problem::Unreadable(err.to_string()))?;
    let paths = list(folder, OWN).ok_or(Problem::TooLarge)?;
    let missing_player = match locate_player(&paths, file) {
        Ok((root, file)) => return Ok(FoundFiles { zip: None, root, file }),
        Err(problem @ Problem::Several(_)) => return Err(problem),
        Err(problem) => problem,
    };
    let zips: Vec<&String> = paths.iter().filter(|path| has_ending(path, &["zip"])).collect();
    match zips.as_slice() {
        [] => Err(missing_player),
        [zip] => in_zip(&folder.join(zip), file),
        several => Err(Problem::Several(several.iter().map(|path| path.to_string()).collect())),
    }
}

fn in_zip(path: &Path, file: &str) -> Result<FoundFiles, Problem> {
    let archive = Archive::open(path).map_err(|why| Problem::Zip { name: name_of(path), why })?;
    let paths: Vec<String> = archive.paths.iter().map(|(path, _)| path.clone()).collect();
    let (root, file) = locate_player(&paths, file)?;
    Ok(FoundFiles { zip: Some(path.to_path_buf()), root, file })
}

/// Returns the folder and the name of the player's file. If several files have the required name, chooses the one in
/// the fewest nested folders.
fn locate_player(paths: &[String], file: &str) -> Result<(String, String), Problem> {
    let split = |path: &String| match path.rsplit_once('/') {
        Some((root, name)) => (format!("{root}/"), name.to_string()),
        None => (String::new(), path.clone()),
    };
    let depth = |root: &str| root.matches('/').count();
    let fitting = paths.iter().map(split).filter(|(_, name)| name.eq_ignore_ascii_case(file));
    let mut fitting: Vec<(String, String)> = fitting.collect();
    fitting.sort_by_key(|(root, name)| (depth(root), name != file));
    match fitting.as_slice() {
        [] => Err(missing_player(paths)),
        [one] => Ok(one.clone()),
        [one, next, ..] if (depth(&one.0), one.1 == file) != (depth(&next.0), next.1 == file) => {
            Ok(one.clone())
        }
        several => {
            Err(Problem::Several(several.iter().map(|(root, name)| format!("{root}{name}")).collect()))
        }
    }
}

/// Returns the problem of a submission in which no file has the required name.
fn missing_player(paths: &[String]) -> Problem {
    let first = |endings: &[&str]| paths.iter().find(|path| has_ending(path, endings)).cloned();
    let python: Vec<String> = paths.iter().filter(|path| has_ending(path, &["py"])).cloned().collect();
    match (first(&["ipynb"]), first(&OTHER_ARCHIVES)) {
        (Some(notebook), _) if python.is_empty() => Problem::Notebook(notebook),
        (_, Some(archive)) if python.is_empty() => Problem::OtherArchive(archive),
        _ => Problem::NoAi { python, files: paths.len() },
    }
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.').is_some_and(|(_, own)| endings.contains(&own.to_lowercase().as_str()))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use crate::intake::submission::*;

    fn found(paths: &[&str]) -> Result<(String, String), Problem> {
        let paths: Vec<String> = paths.iter().map(|path| path.to_string()).collect();
        locate_player(&paths, "ai.py")
    }

    fn at(root: &str, file: &str) -> Result<(String, String), Problem> {
        Ok((root.to_string(), file.to_string()))
    }

    #[test]
    fn player_is_the_least_nested_file() {
        assert_eq!(found(&["ai.py", "old/ai.py"]), at("", "ai.py"));
        assert_eq!(found(&["a/b/ai.py", "a/tools.py"]), at("a/b/", "ai.py"));
        assert_eq!(found(&["x/AI.py"]), at("x/", "AI.py"), "upper and lower case make no difference");
        assert_eq!(found(&["x/AI.PY", "x/ai.py"]), at("x/", "ai.py"), "unless both are there");
        let several = Problem::Several(vec!["a/ai.py".to_string(), "b/ai.py".to_string()]);
        assert_eq!(found(&["a/ai.py", "b/ai.py"]), Err(several));
    }

    #[test]
    fn problem_lists_files_found_instead() {
        let python = vec!["my.py".to_string()];
        assert_eq!(found(&["my.py", "x.txt"]), Err(Problem::NoAi { python, files: 2 }));
        assert_eq!(found(&["x.ipynb"]), Err(Problem::Notebook("x.ipynb".to_string())));
        assert_eq!(found(&["a/x.RAR"]), Err(Problem::OtherArchive("a/x.RAR".to_string())));
        assert_eq!(found(&[]), Err(Problem::NoAi { python: vec![], files: 0 }));
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
