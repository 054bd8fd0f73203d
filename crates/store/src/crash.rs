//! Steps at which tests kill the server, to see that nothing is lost or done twice.

/// The environment variable with the name of the step at which the process kills itself. Release builds ignore it.
pub const VARIABLE: &str = "WAG_CRASH_AT";

/// Kills this process with SIGKILL if a test has named this step. Does nothing in a release build.
pub fn point(step: &str) {
    if cfg!(debug_assertions) && std::env::var_os(VARIABLE).is_some_and(|wanted| wanted == step) {
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
        // The signal may reach another thread first.
        loop {
            std::thread::park();
        }
    }
}
