//! A person at the terminal.

use super::print;
use crate::arena::Ask;
use crate::game::Seat;
use crate::games::gems::board::Swap;
use crate::games::gems::runs::is_legal;
use crate::games::gems::{Gems, Orders, View, picture};
use crate::players::Asks;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How often it is looked whether the game has been stopped instead.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Asks at the terminal, and shows the field.
pub struct Terminal {
    pub seat: Seat,
    pub stop: Arc<AtomicBool>,
}

impl Asks<Gems> for Terminal {
    fn ask(&mut self, _: Ask, view: &View<'_>) -> Option<Orders> {
        let mut accounts = [*view.player, *view.opponent];
        accounts.rotate_left(self.seat.index());
        print(&format!("\n{}", picture(view.board, &accounts))).ok()?;
        loop {
            let player = self.seat.0 + 1;
            print(&format!("Player {player}, which two stones (x1 y1 x2 y2, such as 1 0 1 1)? ")).ok()?;
            let line = self.line()?;
            match swap_of(&line) {
                None => print("These are not four numbers from 0 to 9 for two neighbours.\n").ok()?,
                Some(swap) if !is_legal(view.board, swap) => {
                    print("After this swap no three in a row are alike.\n").ok()?
                }
                Some(swap) => return Some(Orders::Swap(swap.numbers())),
            };
        }
    }
}

impl Terminal {
    /// The next line; `None` when there is none, or the game is to stop.
    fn line(&self) -> Option<String> {
        let mut input = std::io::stdin().lock();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut ready = [PollFd::new(&input, PollFlags::IN)];
            // A signal wakes up, and so does the end of the input.
            if poll(&mut ready, Some(&LOOK)).unwrap_or(0) > 0 {
                break;
            }
        }
        let mut line = String::new();
        let read = input.read_line(&mut line).ok()?;
        (read > 0).then_some(line)
    }
}

/// Four numbers, with anything between them that is no letter, digit or minus.
fn swap_of(line: &str) -> Option<Swap> {
    let words =
        line.split(|letter: char| !letter.is_alphanumeric() && letter != '-').filter(|word| !word.is_empty());
    let numbers: Option<Vec<i64>> = words.map(|word| word.parse().ok()).collect();
    Swap::of(numbers?.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::swap_of;

    #[test]
    fn moves_may_be_typed_in_many_ways() {
        for line in ["1 0 1 1\n", "1,0 1,1", "(1, 0) (1, 1)", " 1 0  1 1 \r\n"] {
            assert_eq!(swap_of(line).map(|swap| swap.numbers()), Some([1, 0, 1, 1]), "{line:?}");
        }
        for line in ["", "1 0 1", "1 0 1 2", "1 0 1 1 1", "1 0 1 x", "9 9 9 10", "1 0 1 -1 -"] {
            assert!(swap_of(line).is_none(), "{line:?}");
        }
    }
}
