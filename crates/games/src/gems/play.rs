//! The options, built-in players and player protocols of the gem duel.

use super::account::Rules;
use super::board::{Board, Swap};
use super::bots::{BotView, greedy, looking_ahead};
use super::create::{create, example};
use super::duel::State;
use super::event::{Event, Reason};
use super::narrator::Narrator;
use super::reference::{Order, first_swap};
use super::runs::{is_legal, legal_swaps};
use super::{FILES, Gems, Orders, PYTHON, SEATS, Setup, View, picture};
use wag_core::game;
use wag_core::game::protocols::Person;
use wag_core::game::{
    Bot, BotKind, BuiltIn, BuiltInFile, Draw, FileInfo, GameInfo, GameOptions, InvalidOptions, Kind, Maker,
    Opt, Playable, PlayerSummary, Protocols, Seat, Seated, Tally, Verdict,
};
use wag_core::python_files;
use wag_i18n::{Message, later, message, t};

/// Maximum size of a board file, in bytes. It is ten times the size in the contest.
const BOARD_MAX: usize = 4 << 20;

/// The example board of the contest, with the name that it has in the contest's description.
const EXAMPLES: &[BuiltInFile] = &[BuiltInFile {
    name: "beispielfeld",
    about: "the field of the contest's example, with a fixed stock",
    text: || example().to_text(),
}];

impl Playable for Gems {
    const INFO: GameInfo = GameInfo {
        title: later!("Gem duel"),
        about: later!(
            "two players swap stones on a shared field; rows of three or more vanish and do damage"
        ),
        seats: SEATS..=SEATS,
        // Each player opens one game.
        games: SEATS,
        turn_seconds: 60,
        options: &[Opt {
            name: "board",
            help: "A board file; without it, a new board is generated from the seed",
            kind: Kind::File {
                ending: "dat",
                built_in: EXAMPLES,
                usual: "new",
                absent: Some(("new", "A new board")),
                literal: None,
            },
        }],
        built_in: &[
            BuiltIn {
                name: "ref",
                about: "the contest's simple player: takes the first legal swap, row by row from the bottom",
                plays: BotKind::Native,
            },
            BuiltIn { name: "ref-columns", about: "like ref, but column by column", plays: BotKind::Native },
            BuiltIn {
                name: "greedy",
                about: "takes the swap with the highest immediate gain",
                plays: BotKind::Native,
            },
            BuiltIn {
                name: "look-ahead",
                about: "takes the swap after which the opponent's best answer does the least harm",
                plays: BotKind::Native,
            },
        ],
        suggested: &["human", "greedy"],
        figures: &[
            later!("life"),
            later!("shield"),
            later!("red"),
            later!("yellow"),
            later!("green"),
            later!("lilac"),
        ],
        new: new_files!("gems", "bot.py", "test_bot.py", "gems.pyi", "README.md"),
        new_in: &[("de", python_files!("gems/de", "bot.py", "test_bot.py", "gems.pyi", "README.md"))],
        makers: &[Maker {
            name: "board",
            help: "A random board of 1000 rows, the lowest ten of which are the field",
            ending: "dat",
            options: &[],
            make: |seed, _| Ok(create(seed).to_text()),
        }],
        look: |_, bytes| board(bytes).map(|_| FileInfo::default()),
        title_of: |game| t!("Game %{number}: player %{number} opens", number = game + 1),
        entries: &["Player", "choose_move"],
        ..GameInfo::of::<Gems>()
    };
    const PROTOCOLS: &'static Protocols<Self> = &Protocols {
        python: Some(PYTHON),
        persistent: Some(PYTHON),
        files: Some(FILES),
        person: Some(PERSON),
        ..Protocols::NONE
    };
    const TALLY: Option<Tally<Self>> = Some(Tally { name: later!("damage"), count: damage });

    fn bot(_: &'static GameInfo, name: &str) -> Option<Bot<Gems>> {
        let choose: fn(BotView<'_>) -> Option<Swap> = match name {
            "ref" => |sight| first_swap(sight.board, Order::Rows),
            "ref-columns" => |sight| first_swap(sight.board, Order::Columns),
            "greedy" => greedy,
            "look-ahead" => looking_ahead,
            _ => return None,
        };
        Some(Box::new(move |view, _| answer(view, choose)))
    }

    fn setup(
        _: &'static GameInfo,
        options: &GameOptions,
        _: &[Seated<'_>],
        draw: Draw,
    ) -> Result<Setup, InvalidOptions> {
        let board = match options.file("board") {
            Some((bytes, word)) => board(bytes).map_err(|fault| {
                InvalidOptions(t!("%{word} is not a valid board: %{fault}", word, fault = fault.translated()))
            })?,
            None => create(draw.seed),
        };
        Ok(Setup { board, opener: Seat((draw.game % SEATS) as u8), rules: Rules::default() })
    }

    fn verdict(state: &State, players: &[PlayerSummary<'_>], game: usize) -> Option<Verdict> {
        let number = game + 1;
        let words = t!(
            "Game %{number}: %{end}%{refused}",
            number,
            end = result_text(state, players),
            refused = refused_moves_text(state, players)
        );
        Some(Verdict { words, lines: line(number, state, players) })
    }

    fn narrator(_: &Setup, _: &[String]) -> Box<dyn game::Narrator<Gems>> {
        Box::new(Narrator::default())
    }
}

fn board(bytes: &[u8]) -> Result<Board, Message> {
    if bytes.len() > BOARD_MAX {
        return Err(message!("it has more than %{most} bytes", most = BOARD_MAX));
    }
    Board::parse(bytes)
}

fn answer(view: &View<'_>, choose: fn(BotView<'_>) -> Option<Swap>) -> Orders {
    let View { player, opponent, board } = *view;
    let swap = choose(BotView { player, opponent, board, rules: &Rules::default() });
    swap.map_or(Orders::Nothing, |swap| Orders::Swap(swap.numbers()))
}

/// The protocol for a person who types a move or clicks.
const PERSON: Person<Gems> = Person {
    choices: |view| legal_swaps(view.board).into_iter().map(format_swap).collect(),
    orders: |view, word| match parse_swap(word) {
        None => Err(message!("Enter four numbers from 0 to 9 that name two neighboring stones.")),
        Some(swap) if !is_legal(view.board, swap) => {
            Err(message!("This swap does not put three equal stones in a row."))
        }
        Some(swap) => Ok(Orders::Swap(swap.numbers())),
    },
    show: |view, seat| {
        let mut accounts = [*view.player, *view.opponent];
        accounts.rotate_left(seat.index());
        picture(view.board, &accounts)
    },
    composes: false,
    question: later!("the two stones to swap (x1 y1 x2 y2, such as 1 0 1 1)"),
};

fn format_swap(swap: Swap) -> String {
    swap.numbers().map(|number| number.to_string()).join(" ")
}

/// Parses the four numbers of a swap. They are separated by blanks, commas, semicolons or parentheses.
fn parse_swap(line: &str) -> Option<Swap> {
    let between = |letter: char| letter.is_whitespace() || ",;()".contains(letter);
    let words = line.split(between).filter(|word| !word.is_empty());
    let numbers: Option<Vec<i64>> = words.map(|word| word.parse().ok()).collect();
    Swap::of(numbers?.try_into().ok()?)
}

/// Adds up the damage that each player does to its opponent. The damage that a player takes for its own illegal move is
/// not counted.
fn damage(movers: &[Seat], events: &[Event], counts: &mut [u64]) {
    let Some(mover) = movers.first() else { return };
    for event in events {
        if let Event::Hurt { seat, damage, .. } = event
            && seat != mover
        {
            counts[mover.index()] += u64::from(*damage);
        }
    }
}

fn result_text(end: &State, players: &[PlayerSummary<'_>]) -> String {
    let name =
        |seat: Seat| t!("player %{seat} (%{name})", seat = seat.0 + 1, name = players[seat.index()].name);
    let dead = Seat::all(SEATS).find(|seat| end.account(*seat).is_dead());
    let winner = end.end.and_then(|end| end.winner);
    match (dead, winner) {
        (Some(loser), Some(winner)) => match losing_fault(end, players, loser) {
            Some((_, what)) => {
                t!(
                    "%{loser} fails on move %{moves}: %{what}; %{winner} wins.",
                    loser = name(loser),
                    moves = end.moves,
                    what,
                    winner = name(winner)
                )
            }
            // A person who left, or an AI that called `sys.exit()`.
            None if failed(end) => {
                t!(
                    "%{loser} gives no answer in move %{moves}; %{winner} wins.",
                    loser = name(loser),
                    moves = end.moves,
                    winner = name(winner)
                )
            }
            None => t!("%{loser} is dead, %{winner} wins.", loser = name(loser), winner = name(winner)),
        },
        (_, Some(winner)) => t!("nobody died; %{winner} is ahead and wins.", winner = name(winner)),
        (_, None) => t!("nobody died; a draw."),
    }
}

/// Describes how many illegal moves each player made. A missing answer does not count as a move.
fn refused_moves_text(state: &State, players: &[PlayerSummary<'_>]) -> String {
    let sentences = Seat::all(SEATS).zip(players).map(|(seat, player)| {
        let without_answer = failed(state) && state.end.and_then(|end| end.winner) != Some(seat);
        let were = match player.refused.saturating_sub(u32::from(without_answer)) {
            0 => return String::new(),
            1 => t!("1 move was"),
            count => t!("%{count} moves were", count),
        };
        t!(" Player %{seat}: %{were} not allowed.", seat = seat.0 + 1, were)
    });
    sentences.collect()
}

fn failed(state: &State) -> bool {
    state.end.is_some_and(|end| end.reason == Reason::Failure)
}

/// Returns the kind and description of the fault by which this player lost, or `None` if it did not lose by a fault.
fn losing_fault<'p>(
    state: &State,
    players: &[PlayerSummary<'p>],
    loser: Seat,
) -> Option<(&'static str, &'p str)> {
    players[loser.index()].fault.filter(|_| failed(state))
}

/// Formats the result of a game as a line for other programs, as documented in docs/en/gems.md.
fn line(number: usize, state: &State, players: &[PlayerSummary<'_>]) -> String {
    let numbers = |seat: u8| state.account(Seat(seat)).numbers().map(|number| number.to_string()).join(",");
    let winner = state.end.and_then(|end| end.winner);
    let loser = Seat::all(SEATS).find(|seat| Some(*seat) != winner);
    let fault = loser.and_then(|loser| losing_fault(state, players, loser));
    let reason = match state.end.map(|end| end.reason) {
        Some(Reason::Life) => "life",
        Some(Reason::Failure) if fault.is_some_and(|(kind, _)| kind == "timeout") => "timeout",
        Some(Reason::Failure) => "failure",
        Some(Reason::Stock) | None => "stock",
    };
    let winner = winner.map_or(0, |seat| seat.0 + 1);
    let (first, second, moves) = (numbers(0), numbers(1), state.moves);
    format!("RESULT game={number} winner={winner} moves={moves} reason={reason} p1={first} p2={second}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_be_typed_in_many_ways() {
        for line in ["1 0 1 1\n", "1,0 1,1", "(1, 0) (1, 1)", " 1 0  1 1 \r\n"] {
            assert_eq!(parse_swap(line).map(|swap| swap.numbers()), Some([1, 0, 1, 1]), "{line:?}");
        }
        for line in ["", "1 0 1", "1 0 1 2", "1 0 1 1 1", "1 0 1 x", "9 9 9 10", "1 0 1 -1 -"] {
            assert!(parse_swap(line).is_none(), "{line:?}");
        }
    }

    #[test]
    fn a_person_may_choose_what_the_rules_allow() {
        let (board, rules) = (create(5), Rules::default());
        let account = super::super::account::Account::new(&rules);
        let view = View { player: &account, opponent: &account, board: &board };
        let choices = (PERSON.choices)(&view);
        assert!(!choices.is_empty());
        assert!(choices.iter().all(|choice| (PERSON.orders)(&view, choice).is_ok()));
        assert!((PERSON.orders)(&view, "0 0 5 5").unwrap_err().english().contains("neighbo"));
    }
}
