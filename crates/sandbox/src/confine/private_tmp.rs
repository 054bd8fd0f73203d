//! A private `/tmp` for a program: the program's scratch folder, mounted at `/tmp` in a mount namespace of its own.
//!
//! Programs that contain a fixed path such as `/tmp/log` can then write there without affecting the temporary files of
//! other programs. This is only a convenience: if the system does not allow the namespace, writes to `/tmp` fail like
//! writes anywhere else.

use std::io;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
pub use linux::unshare_user;
#[cfg(target_os = "linux")]
use linux::{can_mount, mount_over_tmp};
#[cfg(target_os = "linux")]
pub(super) use linux::{mount, unshare};

/// The folder for temporary files of all programs.
const TMP: &str = "/tmp";

/// The kind of `/tmp` that a program sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TmpFolder {
    /// The program's scratch folder.
    Private,
    /// The system's `/tmp`, in which the program may not write.
    Shared,
}

impl TmpFolder {
    /// Returns `Private` if the system can mount the scratch folder over `/tmp` and the mount hides nothing that the
    /// program needs.
    pub fn for_program<'a>(scratch: &Path, needed: impl IntoIterator<Item = &'a PathBuf>) -> TmpFolder {
        let is_hidden = needed.into_iter().any(|path| would_be_hidden(path));
        if !is_hidden && can_mount(scratch) { TmpFolder::Private } else { TmpFolder::Shared }
    }

    /// Returns the path at which the program finds its scratch folder.
    pub fn scratch_path(self, scratch: &Path) -> &Path {
        match self {
            TmpFolder::Private => Path::new(TMP),
            TmpFolder::Shared => scratch,
        }
    }

    /// Mounts the `/tmp` of this process and makes it the working folder. The process must have a single thread.
    ///
    /// If this fails, the process may be in an intermediate state and must end.
    pub fn enter(self, scratch: &Path) -> io::Result<()> {
        match self {
            TmpFolder::Private => mount_over_tmp(scratch),
            TmpFolder::Shared => Ok(()),
        }
    }
}

/// Returns true if a path is in `/tmp`, leads into it, or contains it, so that the mount would hide it.
fn would_be_hidden(path: &Path) -> bool {
    let tmp = Path::new(TMP);
    let real_tmp = tmp.canonicalize().unwrap_or_else(|_| tmp.to_path_buf());
    let real_path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    path.starts_with(tmp) || real_path.starts_with(&real_tmp) || real_tmp.starts_with(&real_path)
}

#[cfg(not(target_os = "linux"))]
fn can_mount(_: &Path) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
fn mount_over_tmp(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
mod linux {
    use super::TMP;
    use crate::process;
    use rustix::process::{chdir, getegid, geteuid};
    use std::ffi::{CStr, CString};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::{fs, io, ptr};

    /// Returns true if the mount works. Tries it in a process that ends at once.
    pub fn can_mount(scratch: &Path) -> bool {
        let mut command = Command::new("/proc/self/exe");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let scratch = scratch.to_path_buf();
        // SAFETY: this process has a single thread, so the child may do between fork and exec whatever its parent may
        // do.
        unsafe {
            command.pre_exec(move || {
                mount_over_tmp(&scratch)?;
                // The command itself never starts.
                Err(io::Error::from_raw_os_error(libc::ECANCELED))
            });
        }
        command.spawn().is_err_and(|err| err.raw_os_error() == Some(libc::ECANCELED))
    }

    pub fn mount_over_tmp(scratch: &Path) -> io::Result<()> {
        if geteuid().is_root() {
            unshare(libc::CLONE_NEWNS)?
        } else {
            unshare_user()?;
            unshare(libc::CLONE_NEWNS)?
        }
        // Keeps the mount within this namespace.
        mount(None, c"/", None, libc::MS_PRIVATE | libc::MS_REC)?;
        mount(Some(&CString::new(scratch.as_os_str().as_bytes())?), c"/tmp", None, libc::MS_BIND)?;
        chdir(TMP)?;
        // The kernel may have cleared this setting with the change of credentials.
        process::die_with_parent();
        Ok(())
    }

    /// Creates a user namespace, in which an ordinary user may mount and create other namespaces. The user keeps the
    /// same id, so the kernel removes these rights again when a program is started.
    pub fn unshare_user() -> io::Result<()> {
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        unshare(libc::CLONE_NEWUSER)?;
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
    }

    pub fn unshare(namespaces: libc::c_int) -> io::Result<()> {
        // SAFETY: this process has a single thread and passes no memory.
        result(unsafe { libc::unshare(namespaces) })
    }

    /// Mounts something. `kind` is the type of a new file system; `None` for a bind mount or a change of a mount.
    pub fn mount(
        source: Option<&CStr>,
        target: &CStr,
        kind: Option<&CStr>,
        flags: libc::c_ulong,
    ) -> io::Result<()> {
        let source = source.map_or(ptr::null(), CStr::as_ptr);
        let kind = kind.map_or(ptr::null(), CStr::as_ptr);
        // SAFETY: the texts outlive the call; these kinds of mount take no data.
        result(unsafe { libc::mount(source, target.as_ptr(), kind, flags, ptr::null()) })
    }

    fn result(code: libc::c_int) -> io::Result<()> {
        if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_and_around_tmp_would_be_hidden() {
        let folder = tempfile::Builder::new().tempdir_in(TMP).unwrap();
        let elsewhere = tempfile::Builder::new().tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let link = elsewhere.path().join("link");
        std::os::unix::fs::symlink(folder.path(), &link).unwrap();
        for hidden in [folder.path(), &folder.path().join("none"), &link, Path::new("/"), Path::new(TMP)] {
            assert!(would_be_hidden(hidden), "{}", hidden.display());
        }
        for visible in ["/usr/bin/python3", "/tmpfile"] {
            assert!(!would_be_hidden(Path::new(visible)), "{visible}");
        }
    }
}
