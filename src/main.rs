//! The program: a worker process if it was started as one, otherwise the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    wag::games::add_translations();
    wag::worker::run_if_asked(wag::games::BINDINGS).unwrap_or_else(wag::cli::run)
}
