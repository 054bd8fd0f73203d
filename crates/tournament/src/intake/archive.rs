//! ZIP files of submissions. They are untrusted: nothing is unpacked to disk, and every size is checked before reading.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};
use wag_core::files;
use wag_i18n::{quote, t};
use wag_play::line_up::folder::{BYTES_MAX, FILES_MAX, Files, is_left_out};
use zip::ZipArchive;
use zip::result::ZipError;

/// The maximum compression ratio of an entry. DEFLATE can reach 1032; text reaches about 10.
const RATIO_MAX: u64 = 250;
/// The size up to which an entry may have any compression ratio, in bytes.
const SMALL: u64 = 1 << 20;

/// The maximum size of a ZIP file, in bytes.
const ARCHIVE_MAX: u64 = 2 * BYTES_MAX;

/// An open ZIP file and its entries.
pub struct Archive {
    archive: ZipArchive<BufReader<File>>,
    /// The path of each file in the ZIP file, and the index of its entry.
    pub paths: Vec<(String, usize)>,
}

impl Archive {
    /// Opens a ZIP file and lists its entries. The error is a sentence without a full stop.
    pub fn open(path: &Path) -> Result<Archive, String> {
        let unread = |err: io::Error| t!("it cannot be read: %{err}", err);
        let file = files::open_to_read(path).map_err(unread)?;
        // The parser searches for the list of entries backwards from the end, through the whole file if necessary.
        if file.metadata().map_err(unread)?.len() > ARCHIVE_MAX {
            return Err(t!("it has more than %{most} bytes", most = ARCHIVE_MAX));
        }
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|err| damaged(&err))?;
        if archive.len() > FILES_MAX {
            return Err(t!("it has more than %{most} entries", most = FILES_MAX));
        }
        let mut paths = Vec::new();
        for number in 0..archive.len() {
            let entry = archive.by_index_raw(number).map_err(|err| damaged(&err))?;
            if entry.is_dir() || entry.is_symlink() {
                continue;
            }
            let lossy = || String::from_utf8_lossy(entry.name_raw()).into_owned();
            let name = entry.name().map_or_else(|_| lossy(), |name| name.into_owned()).replace('\\', "/");
            let inside = plain(&name)
                .ok_or_else(|| t!("its entry %{entry} points outside the folder", entry = quote(&name)))?;
            if !is_left_out(&inside) {
                paths.push((inside, number));
            }
        }
        Ok(Archive { archive, paths })
    }

    /// Returns the contents of all files below a folder in the ZIP file, by their paths relative to that folder.
    pub fn below(&mut self, root: &str) -> Result<Files, String> {
        let mut files = Files::default();
        let mut left = BYTES_MAX;
        for (path, number) in self.paths.clone() {
            let Some(name) = path.strip_prefix(root) else { continue };
            let bytes = self.read(number, left)?;
            left -= bytes.len() as u64;
            files.insert(name.to_string(), bytes);
        }
        Ok(files)
    }

    fn read(&mut self, number: usize, left: u64) -> Result<Vec<u8>, String> {
        let too_large = || t!("it is larger than %{most} MB when unpacked", most = BYTES_MAX >> 20);
        let entry = self.archive.by_index(number).map_err(|err| damaged(&err))?;
        let allowed = entry.compressed_size().saturating_mul(RATIO_MAX).max(SMALL).min(left);
        if entry.size() > allowed {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        // The size in the entry's header may be wrong.
        entry.take(allowed + 1).read_to_end(&mut bytes).map_err(|err| t!("it is damaged: %{err}", err))?;
        // The buffer has grown by doubling, and a thousand of them may be in memory.
        bytes.shrink_to_fit();
        if bytes.len() as u64 > allowed { Err(too_large()) } else { Ok(bytes) }
    }
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

fn damaged(err: &ZipError) -> String {
    match err {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => t!("it is password-protected"),
        ZipError::UnsupportedArchive(why) => {
            t!("it uses an unsupported kind of compression or encryption: %{why}", why)
        }
        err => t!("it is not a ZIP file, or it is damaged: %{err}", err = err.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::intake::archive::*;
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
        let files = archive.below("a/b/").unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["bot.py", "tools/t.py"]);
        assert_eq!(files["bot.py"], b"x = 1");
    }

    #[test]
    fn path_outside_the_archive_is_rejected() {
        for name in ["../x.py", "a/../../x.py", "/etc/x", "C:\\x.py", "..\\x.py"] {
            let file = packed(&[(name, b"x")]);
            let why = Archive::open(file.path()).err().unwrap_or_default();
            assert!(why.contains("points outside the folder"), "{name}: {why}");
        }
    }

    #[test]
    fn zip_bomb_is_rejected_before_unpacking() {
        let zeros = vec![0; 20 << 20];
        let file = packed(&[("bot.py", &zeros)]);
        let why = Archive::open(file.path()).unwrap().below("").unwrap_err();
        assert!(why.contains("MB"), "{why}");
        let many: Vec<String> = (0..=FILES_MAX).map(|number| format!("{number}.py")).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
        assert!(Archive::open(packed(&many).path()).err().unwrap_or_default().contains("entries"));
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
        assert!(Archive::open(file.path()).err().unwrap_or_default().contains("not a ZIP file"));
    }
}
