//! Opens the pages in the user's browser, without showing the token to other users of the machine: everybody can read the
//! words a program is started with. So the browser is given a file that leads to the address, and that only the user
//! can read.

use std::io::{self, Write};
use std::path::PathBuf;
use tempfile::{NamedTempFile, TempPath};

/// Opens the address. The file that leads there is to be kept until the browser has come in.
pub fn open(address: &str, folders: &[PathBuf]) -> io::Result<Option<TempPath>> {
    // A browser of Windows finds no file of Linux.
    let file = if is_wsl() { None } else { signpost(address, folders).ok() };
    match &file {
        Some(file) => open::that_detached(file.as_os_str())?,
        None => open::that_detached(address)?,
    }
    Ok(file)
}

/// A page that leads to the address, in the first folder that takes it, else among the temporary files. The folder of the
/// AIs comes first: browsers in a sandbox (snap, flatpak) see neither hidden folders nor temporary files.
fn signpost(address: &str, folders: &[PathBuf]) -> io::Result<TempPath> {
    let temporary = std::env::temp_dir();
    let mut last = Err(io::Error::from(io::ErrorKind::NotFound));
    for folder in folders.iter().chain([&temporary]) {
        // Readable by the user only: tempfile sees to that.
        last = tempfile::Builder::new().prefix("wag-client-").suffix(".html").tempfile_in(folder);
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

fn is_wsl() -> bool {
    let version = std::fs::read_to_string("/proc/version").unwrap_or_default();
    version.to_ascii_lowercase().contains("microsoft")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_file_is_the_users_alone_and_goes() {
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
