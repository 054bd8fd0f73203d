//! The ZIP file of a whole class, such as the one that Moodle makes for "download all submissions".

use crate::intake::archive::Archive;
use crate::intake::names::{MOODLE, MOODLE_TEXT, name_of};
use crate::intake::reason::Reason;
use crate::intake::submission::{
    FoundFiles, Located, Submission, ZipPlace, has_ending, in_zip, is_code_or_archive, is_zip, locate,
};
use std::path::{Path, PathBuf};
use wag_core::files::is_beneath;
use wag_play::line_up::folder as files;

/// A submission in the ZIP file of a class: the files whose paths begin with `start`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The name of a folder with `/` at its end, the start that Moodle gives to a person's files, or the name of a file.
    start: String,
}

impl Part {
    /// Returns the part to which a path belongs; the path is relative to the folder of the class.
    fn of(path: &str) -> Part {
        let (top, is_folder) = match path.split_once('/') {
            Some((top, _)) => (top, true),
            None => (path, false),
        };
        let end = match MOODLE.iter().find_map(|mark| Some(top.find(mark)? + mark.len())) {
            Some(end) if !is_folder => top[end..].find('_').map_or(end, |at| end + at + 1),
            _ => top.len() + usize::from(is_folder),
        };
        Part { start: path[..end].to_string() }
    }

    /// Returns the text from which the player's name is made, which also names the part.
    fn label(&self) -> &str {
        let name = self.start.trim_end_matches('/');
        name.strip_suffix(".zip").unwrap_or(name)
    }

    fn is_moodle(&self) -> bool {
        MOODLE.iter().any(|mark| self.start.contains(mark))
    }

    /// Returns whether the part contains only the text that a person has typed into Moodle.
    fn is_text(&self) -> bool {
        self.start.contains(MOODLE_TEXT)
    }
}

/// Returns the submissions in the ZIP file of a class, sorted by name; `None` if the ZIP file is a single submission.
/// `may_be_class` is false if only the names that Moodle gives show that it is a class.
pub fn class_in(zip: &Path, archive: &Archive, file: &str, may_be_class: bool) -> Option<Vec<Submission>> {
    let paths: Vec<String> = archive.paths.iter().map(|(path, _)| path.clone()).collect();
    let folder = class_folder(&paths);
    let inside: Vec<&str> = paths.iter().filter_map(|path| path.strip_prefix(&folder)).collect();
    let parts = parts(&inside, file, may_be_class)?;
    let submission = |part: Part| {
        let own: Vec<String> =
            inside.iter().filter_map(|path| path.strip_prefix(&part.start)).map(str::to_string).collect();
        let found = match is_file(&part) {
            true => in_zip(place(zip, Some(format!("{folder}{}", part.start))), file),
            false => locate(&own, file).and_then(|located| match located {
                Located::File(root, file) => {
                    let root = format!("{folder}{}{root}", part.start);
                    Ok(FoundFiles { zip: Some(place(zip, None)), root, file })
                }
                Located::Zip(inner) => {
                    in_zip(place(zip, Some(format!("{folder}{}{inner}", part.start))), file)
                }
            }),
        };
        let path = zip.join(&folder).join(part.start.trim_end_matches('/'));
        Submission { path, label: part.label().to_string(), found }
    };
    Some(parts.into_iter().map(submission).collect())
}

fn place(zip: &Path, entry: Option<String>) -> ZipPlace {
    ZipPlace { path: zip.to_path_buf(), entry }
}

/// Returns whether a part is a single ZIP file.
fn is_file(part: &Part) -> bool {
    has_ending(&part.start, &["zip"])
}

/// Returns the folders that contain all files of the class, with `/` at the end; empty if there are none.
fn class_folder(paths: &[String]) -> String {
    let mut folder = String::new();
    loop {
        let below =
            |path: &String| path.strip_prefix(&folder)?.split_once('/').map(|(top, _)| top.to_string());
        let Some(top) = paths.first().and_then(below) else { return folder };
        let is_moodle = Part { start: top.clone() }.is_moodle();
        if is_moodle || !paths.iter().all(|path| below(path).as_ref() == Some(&top)) {
            return folder;
        }
        folder = format!("{folder}{top}/");
    }
}

/// Returns the parts of a class, sorted by name; `None` if the paths belong to a single submission.
fn parts(paths: &[&str], file: &str, may_be_class: bool) -> Option<Vec<Part>> {
    let is_moodle = paths.iter().any(|path| Part::of(path).is_moodle());
    let has_player_on_top = paths.iter().any(|path| path.eq_ignore_ascii_case(file));
    if !is_moodle && (!may_be_class || has_player_on_top) {
        return None;
    }
    let is_part =
        |path: &&&str| path.contains('/') || has_ending(path, &["zip"]) || Part::of(path).is_moodle();
    let mut parts: Vec<Part> = paths.iter().filter(is_part).map(|path| Part::of(path)).collect();
    parts.sort_by(|one, other| alphanumeric_sort::compare_str(&one.start, &other.start));
    parts.dedup();
    let has_code =
        |part: &&Part| paths.iter().any(|path| path.starts_with(&part.start) && is_code_or_archive(path));
    if !is_moodle && parts.iter().filter(has_code).count() < 2 {
        return None;
    }
    let person = |part: &Part| part.start.split(MOODLE_TEXT).next().map(str::to_string);
    let texts: Vec<Part> = parts.iter().filter(|part| part.is_text()).cloned().collect();
    let has_file = |text: &Part| {
        let person = format!("{}_", person(text).unwrap_or_default());
        parts.iter().any(|part| !part.is_text() && part.start.starts_with(&person))
    };
    let needless: Vec<Part> = texts.into_iter().filter(|text| has_file(text)).collect();
    parts.retain(|part| !needless.contains(part));
    Some(parts)
}

/// Splits the path of a submission in the ZIP file of a class into the path of the ZIP file and the rest; `None` if
/// there is no such ZIP file.
pub fn split(path: &Path) -> Option<(&Path, &Path)> {
    path.ancestors().skip(1).find(|zip| is_zip(zip)).and_then(|zip| Some((zip, path.strip_prefix(zip).ok()?)))
}

impl Submission {
    /// Returns the submissions in a folder or in the ZIP file of a class, sorted by name; a ZIP file can also be a
    /// single submission. `file` is the name that a player's file must have.
    pub fn all_in(path: &Path, file: &str) -> std::io::Result<Vec<Submission>> {
        if !path.is_dir() {
            return Ok(Submission::of_zip(path, file, true));
        }
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        alphanumeric_sort::sort_path_slice(&mut paths);
        let is_unpacked = |path: &Path| path.is_file() && path.with_extension("").is_dir();
        paths.retain(|path| !files::is_left_out(&name_of(path)) && !is_unpacked(path));
        let is_submission = |path: &&PathBuf| path.is_dir() || has_ending(&name_of(path), &["zip"]);
        let is_only = paths.iter().filter(is_submission).count() == 1;
        // A link could name any folder of the user, whose files would then be copied.
        let leads_out = |entry: &Path| entry.is_symlink() && !is_beneath(path, entry);
        let submissions = paths.iter().flat_map(|entry| match is_zip(entry) {
            _ if leads_out(entry) => vec![Submission {
                path: entry.clone(),
                label: name_of(entry),
                found: Err(Reason::outside_link()),
            }],
            true => Submission::of_zip(entry, file, is_only),
            false => Submission::at(entry, file).into_iter().collect(),
        });
        Ok(submissions.collect())
    }

    /// Returns the submissions in a ZIP file: those of a class, or a single one. `is_only` is true if there is no other
    /// ZIP file or folder, so that this one can be the class.
    fn of_zip(path: &Path, file: &str, is_only: bool) -> Vec<Submission> {
        let class = Archive::open(path).ok().and_then(|archive| class_in(path, &archive, file, is_only));
        class.unwrap_or_else(|| Submission::at(path, file).into_iter().collect())
    }

    /// Returns the submission that a path of the form [`Submission::path`] names; `None` if there is none.
    pub fn of_class(path: &Path, file: &str) -> Option<Submission> {
        let (zip, _) = split(path)?;
        Submission::of_zip(zip, file, true).into_iter().find(|submission| submission.path == path)
    }
}

#[cfg(test)]
mod tests {
    use crate::intake::class_zip::*;

    fn starts(paths: &[&str], may_be_class: bool) -> Option<Vec<String>> {
        Some(parts(paths, "ai.py", may_be_class)?.into_iter().map(|part| part.start).collect())
    }

    #[test]
    fn parts_of_a_class_are_its_folders_and_zip_files() {
        let expected = |starts: &[&str]| Some(starts.iter().map(|start| start.to_string()).collect());
        assert_eq!(
            starts(&["b/ai.py", "a/x.py", "a/y.py", "c.zip", "list.txt"], true),
            expected(&["a/", "b/", "c.zip"])
        );
        assert_eq!(starts(&["src/ai.py", "docs/a.txt"], true), None, "only one folder has code");
        assert_eq!(starts(&["ai.py", "a/ai.py", "b/ai.py"], true), None, "its own player is at the top");
        assert_eq!(starts(&["a/ai.py", "b/ai.py"], false), None, "one of several ZIP files is one person's");
        let moodle = [
            "A B_1_assignsubmission_file_/ai.py",
            "C_2_assignsubmission_file_ai.py",
            "C_2_assignsubmission_file_t.py",
        ];
        let own = ["A B_1_assignsubmission_file_/", "C_2_assignsubmission_file_"];
        assert_eq!(starts(&moodle, false), expected(&own));
        let with_text = ["A_1_assignsubmission_file_/ai.py", "A_1_assignsubmission_onlinetext_/o.html"];
        assert_eq!(starts(&with_text, true), expected(&["A_1_assignsubmission_file_/"]));
    }

    #[test]
    fn folder_of_the_class_is_left_out() {
        let folder =
            |paths: &[&str]| class_folder(&paths.iter().map(|path| path.to_string()).collect::<Vec<_>>());
        assert_eq!(folder(&["9b/wag/a/ai.py", "9b/wag/b/ai.py"]), "9b/wag/");
        assert_eq!(folder(&["A_1_assignsubmission_file_/ai.py"]), "");
        assert_eq!(folder(&["a/ai.py", "b.zip"]), "");
    }
}
