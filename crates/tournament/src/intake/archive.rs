//! ZIP files of submissions. They are untrusted: nothing is unpacked to disk, and every size is checked before reading.

use crate::intake::intake_limits::IntakeLimits;
use crate::intake::names::name_of;
use crate::intake::reason::Reason;
use std::collections::BTreeMap;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::{Component, Path, PathBuf};
use wag_core::files;
use wag_core::text::printable;
use wag_i18n::{Message, message, quote};
use wag_play::line_up::folder::{BYTES_MAX, FILES_MAX, Files, is_left_out};
use wag_play::logs::is_in_no_file_name;
use zip::ZipArchive;
use zip::result::ZipError;

/// The size up to which an entry may have any compression ratio, in bytes.
const SMALL: u64 = 1 << 20;

/// The maximum size of a ZIP file, in bytes.
pub const ARCHIVE_MAX: u64 = 2 * BYTES_MAX;
/// The maximum number of entries in the ZIP file of a class. A submission in it has the limits of any other one.
const ENTRIES_MAX: usize = 20 * FILES_MAX;

/// A ZIP file on disk, or one that is an entry of another ZIP file.
trait Source: Read + Seek {}

impl<T: Read + Seek> Source for T {}

/// An open ZIP file and its entries.
pub struct Archive {
    archive: ZipArchive<Box<dyn Source>>,
    name: String,
    /// The path of each file in the ZIP file, and the index of its entry.
    pub paths: Vec<(String, usize)>,
}

impl Archive {
    /// Opens a ZIP file and lists its entries.
    pub fn open(path: &Path) -> Result<Archive, Reason> {
        let name = name_of(path);
        let unread = |err: io::Error| Reason::unusable_zip(&name, message!("it cannot be read: %{err}", err));
        let file = files::open_to_read(path).map_err(unread)?;
        // The parser searches for the list of entries backwards from the end, through the whole file if necessary.
        if file.metadata().map_err(unread)?.len() > ARCHIVE_MAX {
            let why = message!("it has more than %{most} bytes", most = ARCHIVE_MAX);
            return Err(Reason::unusable_zip(&name, why));
        }
        Archive::of(name, Box::new(BufReader::new(file)))
    }

    /// Opens a ZIP file that is an entry of this ZIP file.
    pub fn open_entry(&mut self, path: &str) -> Result<Archive, Reason> {
        let number = self.paths.iter().find(|(own, _)| own == path).map_or(usize::MAX, |(_, number)| *number);
        Archive::of(
            name_of(Path::new(path)),
            Box::new(Cursor::new(self.read(number, BYTES_MAX, &IntakeLimits::default())?)),
        )
    }

    fn of(name: String, source: Box<dyn Source>) -> Result<Archive, Reason> {
        let unusable = |why: Message| Reason::unusable_zip(&name, why);
        let mut archive = ZipArchive::new(source).map_err(|err| unusable(damaged(&err)))?;
        if archive.len() > ENTRIES_MAX {
            return Err(unusable(message!("it has more than %{most} entries", most = ENTRIES_MAX)));
        }
        let mut paths = Vec::new();
        for number in 0..archive.len() {
            let entry = archive.by_index_raw(number).map_err(|err| unusable(damaged(&err)))?;
            if entry.is_dir() || entry.is_symlink() {
                continue;
            }
            let lossy = || String::from_utf8_lossy(entry.name_raw()).into_owned();
            let own_name = entry.name().map_or_else(|_| lossy(), |name| name.into_owned()).replace('\\', "/");
            let inside = plain(&own_name).ok_or_else(|| {
                unusable(message!("its entry %{entry} points outside the folder", entry = quote(&own_name)))
            })?;
            if !is_left_out(&inside) {
                paths.push((inside, number));
            }
        }
        Ok(Archive { archive, name, paths })
    }

    /// Returns the contents of all files whose paths begin with `root`, by the rest of their paths.
    pub fn below(&mut self, root: &str, limits: &IntakeLimits) -> Result<Files, Reason> {
        let below: Vec<(String, usize)> = self
            .paths
            .iter()
            .filter_map(|(path, number)| Some((path.strip_prefix(root)?.to_string(), *number)))
            .collect();
        if below.len() > limits.files.min(FILES_MAX) {
            return Err(Reason::too_large(limits));
        }
        check_file_names(below.iter().map(|(name, _)| name.as_str()))?;
        let mut files = Files::default();
        let mut left = limits.bytes.min(BYTES_MAX);
        for (name, number) in below {
            let bytes = self.read(number, left, limits)?;
            left -= bytes.len() as u64;
            files.insert(name, bytes);
        }
        Ok(files)
    }

    /// Reads an entry of at most `left` bytes.
    fn read(&mut self, number: usize, left: u64, limits: &IntakeLimits) -> Result<Vec<u8>, Reason> {
        let unusable = |why: Message| Reason::unusable_zip(&self.name, why);
        let entry = self.archive.by_index(number).map_err(|err| unusable(damaged(&err)))?;
        let dense = entry.compressed_size().saturating_mul(limits.ratio).max(SMALL);
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let check = |size: u64| match size {
            size if size > left => Err(Reason::too_large(limits)),
            size if size > dense => Err(Reason::too_dense(&name, limits.ratio)),
            _ => Ok(()),
        };
        check(entry.size())?;
        let allowed = dense.min(left);
        let mut bytes = Vec::new();
        // The size in the entry's header may be wrong.
        let read = entry.take(allowed + 1).read_to_end(&mut bytes);
        read.map_err(|err| unusable(message!("it is damaged: %{err}", err)))?;
        // The buffer has grown by doubling, and a thousand of them may be in memory.
        bytes.shrink_to_fit();
        check(bytes.len() as u64).map(|()| bytes)
    }
}

/// Returns an error if a file has a name that not every system can have, that looks like another one, or that is the same
/// as another one where case does not count: teachers download and open hand-ins.
fn check_file_names<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), Reason> {
    let mut seen = BTreeMap::new();
    for name in names {
        if name.split('/').any(|part| !is_file_name(part)) {
            return Err(Reason::odd_file_name(name));
        }
        if let Some(other) = seen.insert(name.to_lowercase(), name)
            && other != name
        {
            return Err(Reason::same_file_name(name, other));
        }
    }
    Ok(())
}

/// Returns whether a file can have this name on every system, and looks as it is.
fn is_file_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_uppercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix).is_some_and(|end| end.len() == 1 && end.as_bytes()[0].is_ascii_digit())
    };
    let is_device =
        ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT");
    !is_device
        && !name.ends_with(['.', ' '])
        && printable(name) == name
        && !name.chars().any(is_in_no_file_name)
}

/// Returns a relative path without `.` and double slashes, or `None` if the path leads out of the folder to which it is
/// relative.
fn plain(name: &str) -> Option<String> {
    if name.contains('\0') || name.starts_with('/') || name.as_bytes().get(1) == Some(&b':') {
        return None;
    }
    let mut path = PathBuf::new();
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    path.to_str().filter(|path| !path.is_empty()).map(str::to_string)
}

fn damaged(err: &ZipError) -> Message {
    match err {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => message!("it is password-protected"),
        ZipError::UnsupportedArchive(why) => {
            message!("it uses an unsupported kind of compression or encryption: %{why}", why)
        }
        err => message!("it is not a ZIP file, or it is damaged: %{err}", err = err.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::intake::archive::*;
    use crate::intake::reason::ReasonCode;
    use std::io::Write;
    use zip::CompressionMethod;
    use zip::write::{SimpleFileOptions, ZipWriter};

    /// Creates a ZIP file with these entries.
    fn packed(entries: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut zip = ZipWriter::new(file.reopen().unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for (name, bytes) in entries {
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap();
        file
    }

    #[test]
    fn files_below_a_folder_are_read_and_named_from_there() {
        let file = packed(&[
            ("a/b/bot.py", b"x = 1"),
            ("a/b\\tools\\t.py", b"y"),
            ("a/other.py", b"z"),
            ("__MACOSX/a/b/._bot.py", b"junk"),
        ]);
        let mut archive = Archive::open(file.path()).unwrap();
        let files = archive.below("a/b/", &IntakeLimits::default()).unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["bot.py", "tools/t.py"]);
        assert_eq!(files["bot.py"], b"x = 1");
    }

    #[test]
    fn path_outside_the_archive_is_rejected() {
        for name in ["../x.py", "a/../../x.py", "/etc/x", "C:\\x.py", "..\\x.py"] {
            let file = packed(&[(name, b"x")]);
            let why = Archive::open(file.path()).err().unwrap();
            assert!(why.message.english().contains("points outside the folder"), "{name}: {why:?}");
        }
    }

    #[test]
    fn names_that_deceive_or_that_some_system_cannot_have_are_rejected() {
        let why = |names: &[&str]| {
            let files: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &b"x"[..])).collect();
            let found = Archive::open(packed(&files).path()).unwrap().below("a/", &IntakeLimits::default());
            found.map(|files| files.len()).map_err(|why| why.message.english())
        };
        let odd = |shown: &str| {
            Err(format!(
                "a file is called {shown}: rename it with visible letters that every computer allows in the name of a file"
            ))
        };
        assert_eq!(why(&["a/CON.py"]), odd("\"CON.py\""));
        for name in
            ["\u{1b}[2Jx.py", "\u{202e}yp.x", "x\u{200b}.py", "tools/lpt1", "<img>.py", "x.py.", "x ", "a:b"]
        {
            assert!(why(&[&format!("a/{name}")]).unwrap_err().starts_with("a file is called "), "{name:?}");
        }
        let same = "the files YOURAI.PY and yourAI.py are the same on some computers; rename one of them";
        assert_eq!(why(&["a/YOURAI.PY", "a/yourAI.py"]), Err(same.to_string()));
        let fine =
            ["a/ünï cödé.py", "a/console.py", "a/COM10.txt", "a/.hidden", "a/x-y_z.py", "other/CON.py"];
        assert_eq!(why(&fine), Ok(4), "those outside of its folder are not its files");
    }

    #[test]
    fn zip_bomb_is_rejected_before_unpacking() {
        let zeros = vec![0; 20 << 20];
        let file = packed(&[("bot.py", &zeros)]);
        let why = Archive::open(file.path()).unwrap().below("", &IntakeLimits::default()).unwrap_err();
        assert_eq!(
            why.message.english(),
            "unpacked, the file bot.py is more than 250 times as large as in the ZIP file; remove what it repeats"
        );
        let tight = IntakeLimits { bytes: 10 << 20, ..IntakeLimits::default() };
        let why = Archive::open(file.path()).unwrap().below("", &tight).unwrap_err();
        let large = "it has more than 1000 files or 10 MB; hand in only the AI's own files";
        assert_eq!(why.message.english(), large);
        let many: Vec<String> = (0..=FILES_MAX).map(|number| format!("{number}.py")).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
        let why =
            Archive::open(packed(&many).path()).unwrap().below("", &IntakeLimits::default()).unwrap_err();
        assert_eq!(why.code, ReasonCode::TooLarge);
    }

    #[test]
    fn links_are_skipped_and_invalid_zip_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut zip = ZipWriter::new(file.reopen().unwrap());
        zip.add_symlink("bot.py", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        zip.finish().unwrap();
        assert_eq!(Archive::open(file.path()).unwrap().paths, []);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "text").unwrap();
        let why = Archive::open(file.path()).err().unwrap();
        assert_eq!(why.code, ReasonCode::UnusableZip);
    }
}
