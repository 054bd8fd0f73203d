//! Commands that work with any game: `wag COMMAND [GAME] ...`. Their arguments include the options of the game.

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use wag_core::game::GameInfo;
use wag_core::game::{Kind, Opt};
use wag_games::{KnownGame, all, find, first, opened_words};
use wag_i18n::t;
use wag_play::RawOptions;

/// A command that works with any game, with its own arguments.
pub trait GameCommand: Args {
    /// True if the command accepts the options of the game.
    const HAS_OPTIONS: bool = false;
    /// True if the game's first option that takes a file may be given several times.
    const SEVERAL_PLACES: bool = false;

    /// Adapts the command to a game, for example its help.
    fn adapt(command: Command, _card: &GameInfo) -> Command {
        command
    }

    /// Returns whether the command exists for this game.
    fn is_for(_card: &GameInfo) -> bool {
        true
    }

    /// Returns the text at the end of the command's help for a game; `None` to use the command's own.
    fn after_help(_card: &GameInfo) -> Option<String> {
        None
    }
}

/// The arguments of a command, the game, and the values of the game's options.
#[derive(Clone)]
pub struct WithGame<T> {
    pub game: KnownGame,
    pub words: T,
    pub options: RawOptions,
    /// The values of the game's first option that takes a file; empty unless the command allows several of them.
    pub places: Vec<String>,
}

impl<T: std::fmt::Debug> std::fmt::Debug for WithGame<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (self.game.info.name, &self.words, &self.options).fmt(f)
    }
}

impl<T: GameCommand> Args for WithGame<T> {
    fn augment_args(command: Command) -> Command {
        let games = all().map(|game| {
            let command = Command::new(game.info.name).about(about(game.info));
            match T::is_for(game.info) {
                true => command.defer(|command| {
                    let game = find(command.get_name()).expect("a game has this name");
                    with_game::<T>(command, game)
                }),
                // A game without this command is rejected later, when the arguments are parsed.
                false => command.hide(true).arg(Arg::new("words").num_args(0..).allow_hyphen_values(true)),
            }
        });
        // A game file on the command line was opened before the arguments are parsed.
        let files = opened_words().into_iter().map(|word| {
            let command = Command::new(&*word.leak()).hide(true);
            command.defer(|command| {
                let game = find(command.get_name()).expect("the file is open");
                with_game::<T>(command, game)
            })
        });
        with_game::<T>(command, first())
            .subcommands(games)
            .subcommands(files)
            .subcommand_precedence_over_arg(true)
            .args_conflicts_with_subcommands(true)
            .subcommand_value_name("GAME")
            .subcommand_help_heading("Games")
            .disable_help_subcommand(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn about(info: &GameInfo) -> String {
    format!("{}: {}", info.title, info.about)
}

fn with_game<T: GameCommand>(command: Command, game: KnownGame) -> Command {
    let info = game.info;
    let about = command.get_about().cloned().unwrap_or_default();
    // Groups of arguments would replace the command's description.
    let mut command = T::adapt(T::augment_args(command), info).about(about);
    if let Some(words) = T::after_help(info) {
        command = command.after_help(words);
    }
    if T::HAS_OPTIONS {
        for option in info.options {
            command = command.arg(arg(option, is_place::<T>(info, option)).help_heading(heading(info)));
        }
    }
    command
}

/// Returns the help text about a game's players.
pub fn players_help(info: &GameInfo) -> String {
    let filler =
        info.filler.map(|filler| t!(" Empty seats are filled with %{filler}.", filler)).unwrap_or_default();
    t!(
        "Players of %{title}: %{players}.%{filler}",
        title = t!(info.title),
        players = wag_play::players_in_words(info),
        filler
    )
}

fn heading(info: &GameInfo) -> String {
    format!("Options of {}", info.title)
}

/// Returns whether this option is the one that the command accepts several times.
fn is_place<T: GameCommand>(info: &GameInfo, option: &Opt) -> bool {
    T::SEVERAL_PLACES && info.place_option().is_some_and(|place| place.name == option.name)
}

/// Converts an option of a game into a command-line argument.
pub fn arg(option: &'static Opt, is_place: bool) -> Arg {
    let arg = Arg::new(option.name).long(option.name);
    match &option.kind {
        Kind::Flag => arg.action(ArgAction::SetTrue).help(option.help),
        Kind::Number { least, most, usual } => {
            let parser = value_parser!(u64).range(*least..=*most);
            arg.value_name("N")
                .value_parser(parser)
                .help(with_usual(option, usual.map(|number| number.to_string())))
        }
        Kind::Choice { of, usual } => arg
            .value_name("WORD")
            .value_parser(PossibleValuesParser::new(*of))
            .help(with_usual(option, Some(usual.to_string()))),
        Kind::Text { usual } => {
            arg.value_name("TEXT").help(with_usual(option, (!usual.is_empty()).then(|| usual.to_string())))
        }
        Kind::File { usual, .. } => {
            let action = if is_place { ArgAction::Append } else { ArgAction::Set };
            arg.value_name("FILE").action(action).help(with_usual(option, Some(usual.to_string())))
        }
    }
}

fn with_usual(option: &Opt, usual: Option<String>) -> String {
    match usual {
        Some(usual) if !option.help.contains("[default") => format!("{} [default: {usual}]", option.help),
        _ => option.help.to_string(),
    }
}

/// Adds a sentence to the error about an unknown option if another game has this option.
pub fn explain_foreign_option(game: KnownGame, err: Error) -> Error {
    let option = err.get(ContextKind::InvalidArg).map(|said| said.to_string()).unwrap_or_default();
    let name = option.trim_start_matches("--");
    let owners = all().filter(|owner| owner.info.option(name).is_some());
    let owners: Vec<String> = owners.map(|owner| t!(owner.info.title)).collect();
    let info = game.info;
    if err.kind() != ErrorKind::UnknownArgument || info.option(name).is_some() || owners.is_empty() {
        return err;
    }
    let what = t!(
        "%{option} is an option of %{owners}, not of %{title}; see `wag games %{name}`",
        option,
        owners = owners.join(&t!(" and ")),
        title = t!(info.title),
        name = info.name
    );
    Error::raw(ErrorKind::UnknownArgument, what + "\n")
}

/// Returns the values that the command line contains for these options.
pub fn option_values(options: &'static [Opt], matches: &ArgMatches) -> RawOptions {
    let value = |option: &Opt| match option.kind {
        Kind::Flag => matches.get_flag(option.name).then(|| "yes".to_string()),
        Kind::Number { .. } => matches.get_one::<u64>(option.name).map(u64::to_string),
        Kind::Choice { .. } | Kind::Text { .. } | Kind::File { .. } => {
            matches.get_one::<String>(option.name).cloned()
        }
    };
    options.iter().filter_map(|option| Some((option.name.to_string(), value(option)?))).collect()
}

impl<T: GameCommand> FromArgMatches for WithGame<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let named = matches.subcommand().and_then(|(name, matches)| Some((find(name)?, matches)));
        let (game, matches) = named.unwrap_or((first(), matches));
        let info = game.info;
        if !T::is_for(info) {
            let what = t!(
                "%{title} does not support this command; see `wag games %{name}`",
                title = t!(info.title),
                name = info.name
            );
            return Err(Error::raw(ErrorKind::InvalidSubcommand, what + "\n"));
        }
        let options = if T::HAS_OPTIONS { option_values(info.options, matches) } else { RawOptions::new() };
        let place = info.options.iter().find(|option| is_place::<T>(info, option));
        let places = place.and_then(|place| matches.get_many::<String>(place.name));
        let places = places.map_or_else(Vec::new, |places| places.cloned().collect());
        Ok(WithGame { game, words: T::from_arg_matches(matches)?, options, places })
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), Error> {
        Err(Error::new(ErrorKind::InvalidValue))
    }
}
