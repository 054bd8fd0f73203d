//! The path of this program, which is started again for fork servers, launchers and scripts.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_PROGRAM: AtomicBool = AtomicBool::new(false);

/// Notes that this process is the program itself and can be started again. Must be the first call of `main`.
pub fn mark_as_program() {
    IS_PROGRAM.store(true, Ordering::Relaxed);
}

/// Returns whether this process is the test binary of a library, which cannot act as a worker.
pub fn is_test() -> bool {
    !IS_PROGRAM.load(Ordering::Relaxed)
}

/// Returns a path that starts this program again, even if its file has been replaced in the meantime. In tests of
/// libraries, this is the path of the program that was built together with the test.
pub fn own_program() -> io::Result<PathBuf> {
    if !is_test() {
        return if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() };
    }
    let tests = std::env::current_exe()?;
    let built = tests.ancestors().nth(2).map(|folder| folder.join("wag")).filter(|program| program.is_file());
    built.ok_or_else(|| io::Error::other("the program is not built: run `cargo build` before these tests"))
}
