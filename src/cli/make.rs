//! `wag make`: generates a random file for a game, such as a map, and prints it or writes it to disk.

use super::answer::{ExitStatus, user_error};
use super::with_game::{arg, option_values};
use crate::output::{eprintln, stdout_for_file};
use anyhow::Context;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use wag_core::game::{Choice, GameOptions, InvalidOptions, Kind, Maker};
use wag_core::text::{option_arguments, quoted_path, shell_line};
use wag_games::{KnownGame, all, find, first};
use wag_i18n::{message, t};
use wag_play::RawOptions;
use wag_play::seed::random_seed;

#[derive(Clone)]
pub struct Make {
    game: KnownGame,
    maker: &'static Maker,
    seed: Option<u64>,
    output: Option<PathBuf>,
    options: RawOptions,
}

impl std::fmt::Debug for Make {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (self.maker.name, self.seed, &self.options).fmt(f)
    }
}

impl Args for Make {
    fn augment_args(command: Command) -> Command {
        let games = all().filter(|game| !game.info.makers.is_empty());
        let games = games.map(|game| with_makers(Command::new(game.info.name).about(game.info.title), game));
        with_makers(command, first()).subcommands(games).subcommand_value_name("WHAT")
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn with_makers(command: Command, game: KnownGame) -> Command {
    let makers = game.info.makers.iter().map(|maker| {
        let seed = Arg::new("seed").long("seed").value_name("N").value_parser(value_parser!(u64));
        let output = Arg::new("output").long("output").short('o').value_name("FILE");
        let output = output.value_parser(value_parser!(PathBuf));
        Command::new(maker.name)
            .about(t!(maker.help))
            .args(maker.options.iter().map(|option| arg(option, false)))
            .arg(seed.help("Random seed [default: random, and printed]"))
            .arg(output.help("New file to write [default: print the text]"))
    });
    command
        .subcommands(makers)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
}

impl FromArgMatches for Make {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (game, matches) = match matches.subcommand() {
            Some((name, below)) if find(name).is_some() => (find(name).unwrap_or(first()), below),
            _ => (first(), matches),
        };
        let (name, matches) = matches.subcommand().expect("a subcommand is required");
        let maker = game.info.makers.iter().find(|maker| maker.name == name);
        let maker = maker.expect("the subcommands are the makers");
        Ok(Make {
            game,
            maker,
            seed: matches.get_one("seed").copied(),
            output: matches.get_one("output").cloned(),
            options: option_values(maker.options, matches),
        })
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), Error> {
        Ok(())
    }
}

/// Generates the file that the arguments describe, and prints it or writes it to disk.
pub fn run(options: &Make) -> anyhow::Result<ExitStatus> {
    let seed = options.seed.map_or_else(random_seed, Ok)?;
    let text = (options.maker.make)(seed, &maker_options(options.maker, &options.options))
        .or_else(|InvalidOptions(err)| user_error(err))?;
    let (game, what) = (options.game.info.name, options.maker.name);
    match &options.output {
        None => print(&text)?,
        Some(path) => {
            write_new(path, &text, &format!("my.{}", options.maker.ending))?;
            let file = quoted_path(path);
            eprintln!(
                "{}",
                t!(
                    "%{file} contains a new %{what}; play a match with it: %{example} --%{what} %{file}",
                    file,
                    what,
                    example = wag_play::example_command(options.game.info)
                )
            );
        }
    }
    if options.seed.is_none() {
        let said = options
            .options
            .iter()
            .map(|(name, value)| format!(" {}", shell_line(option_arguments(name, value))));
        eprintln!(
            "{}",
            t!(
                "to generate the same %{what} again: wag make %{game} %{what} --seed %{seed}%{said}",
                what,
                game,
                seed,
                said = said.collect::<String>()
            )
        );
    }
    Ok(ExitStatus::Success)
}

/// Returns the generator's options. Their values are numbers and words, never files.
fn maker_options(maker: &Maker, words: &RawOptions) -> GameOptions {
    let mut game_options = GameOptions::default();
    for option in maker.options {
        if let Some(word) = words.get(option.name) {
            let choice = match option.kind {
                Kind::Flag => Choice::Flag,
                Kind::Number { .. } => Choice::Number(word.parse().unwrap_or_default()),
                Kind::Choice { .. } | Kind::Text { .. } | Kind::File { .. } => Choice::Word(word.clone()),
            };
            game_options.values.insert(option.name, choice);
        }
    }
    game_options
}

/// Prints the generated file. It is not an error if the reader stops reading early.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = stdout_for_file();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(err) if err.kind() != ErrorKind::BrokenPipe => Err(err).context(t!("the file cannot be printed")),
        _ => Ok(()),
    }
}

/// Writes a new file, either completely or not at all. Returns an error if the file already exists. Error messages
/// suggest `example` as a file name.
pub fn write_new(path: &Path, text: &str, example: &str) -> anyhow::Result<()> {
    let name = path.display();
    if path.is_dir() {
        return user_error(message!(
            "%{name} is a folder; name a file in it, such as %{example}",
            name,
            example = path.join(example).display()
        ));
    }
    if path.parent().is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return user_error(message!(
            "%{name} cannot be written: its folder does not exist; create the folder, or choose another one",
            name
        ));
    }
    match persist(path, text) {
        Ok(()) => Ok(()),
        Err(err) if err.kind() == ErrorKind::AlreadyExists => {
            user_error(message!("%{name} already exists; move it away, or choose another file name", name))
        }
        Err(err) => user_error(message!("%{name} cannot be written: %{fault}", name, fault = err)),
    }
}

fn persist(path: &Path, text: &str) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The user's umask decides whether others may read the file.
    let permissions = std::fs::Permissions::from_mode(0o666);
    let mut file =
        tempfile::Builder::new().prefix(".wag-make-").permissions(permissions).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map(|_| ()).map_err(|err| err.error)
}
