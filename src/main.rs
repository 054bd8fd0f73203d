//! The program `wag`. If it was started as a worker process, it acts as one; otherwise it runs the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    wag_sandbox::mark_as_program();
    wag_games::add_translations();
    wag_players::run_if_asked()
        .or_else(|| wag_python::run_if_asked(wag_games::BINDINGS))
        .unwrap_or_else(wag::cli::run)
}
