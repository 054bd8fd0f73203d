//! `fm-game` without a file: the user makes the moves of both players by editing files. The supply of new gems never
//! ends.

use super::super::answer::{ExitStatus, print, user_error};
use std::fs;
use std::io::ErrorKind;
use wag_core::game::{Game, Phase, Playable, Seat};
use wag_games::gems::FILES;
use wag_games::gems::account::Rules;
use wag_games::gems::board::{Board, SIDE};
use wag_games::gems::create::create;
use wag_games::gems::duel::State;
use wag_games::gems::event::Event;
use wag_games::gems::tile::Tile;
use wag_games::gems::{Gems, Orders, Setup, tell};
use wag_i18n::{message, t};
use wag_play::seed::random_seed;

/// Plays a game until it has ended or the input ends.
pub fn run(debug: bool) -> anyhow::Result<ExitStatus> {
    let mut stock = Stock { seed: random_seed()? };
    print(&t!("Manual mode, seed %{seed}: you play both players.\n", seed = stock.seed))?;
    let setup = Setup { board: stock.next(), opener: Seat(0), rules: Rules::default() };
    let mut events = Vec::new();
    let mut state = Gems::start(&setup, 0, &mut events);
    let mut teller = debug.then(|| Gems::narrator(&setup, &[]));
    if let Some(teller) = &mut teller {
        print(&teller.begin(&state, &events))?;
    }
    while let Phase::Ask { .. } = Gems::phase(&state) {
        let mover = state.mover;
        let Some(orders) = ask(&state, mover)? else {
            print(&t!("The input ended before the game was finished.\n"))?;
            return Ok(ExitStatus::Defect);
        };
        events.clear();
        Gems::apply(&mut state, &[(mover, orders)], &mut events);
        match &mut teller {
            Some(teller) => print(&teller.turn(state.moves, &[mover], &events, &state))?,
            None => print(&refused(&events))?,
        };
        stock.refill(&mut state.board);
    }
    let words = match state.end.and_then(|end| end.winner) {
        Some(winner) => {
            t!("Player %{number} wins after %{moves} moves.\n", number = winner.0 + 1, moves = state.moves)
        }
        None => t!("A draw after %{moves} moves.\n", moves = state.moves),
    };
    print(&words)
}

/// Describes the refused move and its cost to the player.
fn refused(events: &[Event]) -> String {
    if !events.iter().any(|event| matches!(event, Event::Refused { .. })) {
        return String::new();
    }
    let names = [1, 2].map(|number| t!("Player %{number}", number));
    let shown = events.iter().filter(|event| matches!(event, Event::Refused { .. } | Event::Hurt { .. }));
    shown.map(|event| format!("{}.\n", tell(event, &names).translated())).collect()
}

/// Writes the files for the player, waits for Enter, and reads the player's answer. Returns `None` if the input has
/// ended.
fn ask(state: &State, mover: Seat) -> anyhow::Result<Option<Orders>> {
    let files = (FILES.files)(&Gems::view(state, mover));
    remove(FILES.answer)?;
    for (name, text) in &files {
        if let Err(err) = fs::write(name, text) {
            return user_error(message!(
                "cannot write %{name} into the working folder: %{fault}",
                name,
                fault = err
            ));
        }
    }
    let answer = wait_for_answer(mover);
    for (name, _) in &files {
        remove(name)?;
    }
    remove(FILES.answer)?;
    answer
}

fn wait_for_answer(mover: Seat) -> anyhow::Result<Option<Orders>> {
    let (number, answer) = (mover.0 + 1, FILES.answer);
    print(&t!(
        "Player %{number}: player.dat, opponent.dat and gamefield.dat have been written. Save your move as %{answer} and press Enter.\n",
        number,
        answer
    ))?;
    loop {
        if std::io::stdin().read_line(&mut String::new())? == 0 {
            return Ok(None);
        }
        match fs::read(FILES.answer) {
            Ok(bytes) => {
                return Ok(Some((FILES.read_answer)(&bytes[..bytes.len().min(FILES.answer_max + 1)])));
            }
            Err(err) => {
                let what = match err.kind() {
                    ErrorKind::NotFound => t!("%{answer} does not exist", answer),
                    _ => t!("%{answer} cannot be read: %{fault}", answer, fault = err),
                };
                print(&t!("%{what}. Save a move in it, such as `1 0 1 1`, and press Enter.\n", what))?;
            }
        }
    }
}

fn remove(name: &str) -> anyhow::Result<()> {
    match fs::remove_file(name) {
        Err(err) if err.kind() != ErrorKind::NotFound => user_error(message!(
            "cannot remove the existing file %{name}: %{fault}; move it to another folder",
            name,
            fault = err
        )),
        _ => Ok(()),
    }
}

/// An endless supply of random boards, which are stacked on top of each other.
struct Stock {
    seed: u64,
}

/// When a board has fewer rows than this, a new board is stacked on top of it. A move uses far fewer rows.
const ROWS_MIN: usize = 500;

impl Stock {
    fn next(&mut self) -> Board {
        let board = create(self.seed);
        self.seed = self.seed.wrapping_add(1);
        board
    }

    fn refill(&mut self, board: &mut Board) {
        if board.height() < ROWS_MIN && board.is_full() {
            let above = self.next();
            let rows: Vec<Vec<Tile>> = [rows(&above), rows(board)].concat();
            *board = Board::from_rows(rows.iter().map(Vec::as_slice));
        }
    }
}

/// Returns the rows of a board from top to bottom. Omits the tiles that are above the shortest column.
fn rows(board: &Board) -> Vec<Vec<Tile>> {
    let row = |y: usize| (0..SIDE).map(|x| board.tile((x, y))).collect::<Option<Vec<Tile>>>();
    let mut rows: Vec<Vec<Tile>> = (0..board.height()).map_while(row).collect();
    rows.reverse();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stock_never_ends() {
        let mut stock = Stock { seed: 7 };
        let mut board = stock.next();
        board.remove(&[(3, 999), (3, 998)]);
        for _ in 0..600 {
            board.drop_bottom_row();
        }
        let field = board.field_text();
        stock.refill(&mut board);
        assert_eq!((board.height(), board.field_text()), (1398, field));
        stock.refill(&mut board);
        assert_eq!(board.height(), 1398);
    }
}
