//! The program `wag`. If it was started as a worker process, it acts as one; otherwise it runs the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    wag_sandbox::mark_as_program();
    wag_games::add_translations();
    wag_python::set_bindings(wag_games::BINDINGS);
    let arguments: Vec<_> = std::env::args_os().collect();
    let status = wag_players::run_as_helper(&arguments).or_else(|| wag_python::run_as_helper(&arguments));
    ExitCode::from(status.unwrap_or_else(|| wag::cli::run(arguments)))
}
