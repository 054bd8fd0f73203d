//! `wag completions`: generates shell completions for all commands, including those of each game.

use super::answer::{ExitStatus, print};
use clap::{Args as ClapArgs, Command};

pub const COMPLETIONS_HELP: &str = "\
bash:  wag completions bash > ~/.local/share/bash-completion/completions/wag
zsh:   wag completions zsh > ~/.zfunc/_wag, and in ~/.zshrc, before compinit: fpath+=~/.zfunc
fish:  wag completions fish > ~/.config/fish/completions/wag.fish
The folders must exist. A new shell then completes `wag pl<Tab>`.";

#[derive(Debug, ClapArgs)]
pub struct Completions {
    /// Shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Prints the completions for one shell.
pub fn run(options: &Completions, mut whole: Command) -> anyhow::Result<ExitStatus> {
    whole.build();
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut visible(&whole), "wag", &mut script);
    print(&String::from_utf8(script)?)
}

/// Returns a copy of a built command without its hidden commands, because the completions would otherwise offer them.
/// Also omits help and version, because clap adds them again.
fn visible(command: &Command) -> Command {
    let is_own = |name: &str| !["help", "version"].contains(&name);
    let arguments = command.get_arguments().filter(|argument| is_own(argument.get_id().as_str()));
    let commands =
        command.get_subcommands().filter(|command| !command.is_hide_set() && is_own(command.get_name()));
    let shown = Command::new(command.get_name().to_string())
        .about(command.get_about().cloned().unwrap_or_default())
        .disable_help_subcommand(command.is_disable_help_subcommand_set())
        .args(arguments.cloned())
        .subcommands(commands.map(visible));
    match command.get_version() {
        Some(version) => shown.version(version.to_string()),
        None => shown,
    }
}
