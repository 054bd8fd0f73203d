//! Opens the pages in the user's browser without revealing the token. All users of the machine can read the arguments
//! of a process, so the address itself must not be an argument. Instead, the browser gets the path of a file that only
//! this user can read and that redirects to the address.

use std::io::{self, Write};
use std::path::PathBuf;
use tempfile::{NamedTempFile, TempPath};
use wag_core::files::CLIENT_PAGE_PREFIX;

/// Opens the address in the browser. Returns the file that redirects to the address, which must be kept until the browser
/// has connected. The errors are those of creating the file and of starting the browser.
pub fn open(address: &str, folders: &[PathBuf]) -> io::Result<TempPath> {
    let file = signpost(address, folders)?;
    open::that_detached(file.as_os_str())?;
    Ok(file)
}

/// Creates a page that redirects to the address, in the first of the folders that is writable, or else in the temporary
/// folder. The folder of the AIs comes first, because sandboxed browsers (snap, flatpak) cannot see hidden folders or
/// temporary files.
fn signpost(address: &str, folders: &[PathBuf]) -> io::Result<TempPath> {
    let temporary = std::env::temp_dir();
    let mut last = Err(io::Error::from(io::ErrorKind::NotFound));
    for folder in folders.iter().chain([&temporary]) {
        // The tempfile crate makes it readable by the user only.
        last = tempfile::Builder::new().prefix(CLIENT_PAGE_PREFIX).suffix(".html").tempfile_in(folder);
        if last.is_ok() {
            break;
        }
    }
    let mut file: NamedTempFile = last?;
    write!(
        file,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Wag</title>\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<a href=\"{address}\">Wag</a>\n"
    )?;
    file.flush()?;
    Ok(file.into_temp_path())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn redirect_file_is_private_and_temporary() {
        let folder = tempfile::tempdir().unwrap();
        let folders = [folder.path().join("none"), folder.path().to_path_buf()];
        let file = signpost("http://127.0.0.1:1/?token=abc", &folders).unwrap();
        assert_eq!(file.parent(), Some(folder.path()));
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(std::fs::read_to_string(&file).unwrap().contains("url=http://127.0.0.1:1/?token=abc\""));
        let path = file.to_path_buf();
        drop(file);
        assert!(!path.exists());
        let elsewhere = signpost("x", &[folder.path().join("none")]).unwrap();
        assert!(elsewhere.starts_with(std::env::temp_dir()));
    }
}
