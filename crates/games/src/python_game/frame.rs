//! Frames: the picture of a position for spectators, and the difference between two of them.

use serde::{Deserialize, Serialize};
use wag_core::game::SeatSet;
use wag_python::protocol::game::{Board, PIECES_MAX, Piece, SIDE_MAX, TEXT_MAX, Wall};

/// A position as spectators see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The last round that was played; 0 before the first one.
    pub round: u32,
    /// The picture of the position; empty if the game draws none.
    pub board: Board,
    /// For each seat the values of the declared figures.
    pub figures: Vec<Vec<i64>>,
    pub places: Vec<u32>,
    pub out: SeatSet,
}

/// The difference between two frames. What is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Change {
    pub round: Option<u32>,
    /// The changed cells: their indices, and the indices of their new tiles.
    pub cells: Vec<(u16, u8)>,
    pub pieces: Option<Vec<Piece>>,
    pub walls: Option<Vec<Wall>>,
    pub text: Option<String>,
    pub figures: Option<Vec<Vec<i64>>>,
    pub places: Option<Vec<u32>>,
    pub out: Option<SeatSet>,
}

impl Change {
    /// Returns the difference between two frames of the same board; `None` if they are equal.
    pub fn between(before: &Frame, after: &Frame) -> Option<Change> {
        fn changed<T: PartialEq + Clone>(before: &T, after: &T) -> Option<T> {
            (before != after).then(|| after.clone())
        }
        let cells = before.board.cells.iter().zip(&after.board.cells).enumerate();
        let cells = cells.filter(|(_, (before, after))| before != after);
        let change = Change {
            round: changed(&before.round, &after.round),
            cells: cells.map(|(at, (_, tile))| (at as u16, *tile)).collect(),
            pieces: changed(&before.board.pieces, &after.board.pieces),
            walls: changed(&before.board.walls, &after.board.walls),
            text: changed(&before.board.text, &after.board.text),
            figures: changed(&before.figures, &after.figures),
            places: changed(&before.places, &after.places),
            out: changed(&before.out, &after.out),
        };
        (change != Change::default()).then_some(change)
    }

    /// Returns whether the change fits a game with this number of seats, figures and tiles. It may come from a damaged
    /// file.
    pub fn is_possible(&self, seats: usize, figures: usize, tiles: usize) -> bool {
        self.cells.len() <= SIDE_MAX * SIDE_MAX
            && self
                .cells
                .iter()
                .all(|(at, tile)| usize::from(*at) < SIDE_MAX * SIDE_MAX && usize::from(*tile) < tiles)
            && self.pieces.as_ref().is_none_or(|pieces| pieces.len() <= PIECES_MAX)
            && self.walls.as_ref().is_none_or(|walls| walls.len() <= PIECES_MAX)
            && self.text.as_ref().is_none_or(|text| text.len() <= TEXT_MAX)
            && self.figures.as_ref().is_none_or(|all| are_figures(all, seats, figures))
            && self.places.as_ref().is_none_or(|places| places.len() == seats)
            && self.out.is_none_or(|out| out.iter().all(|seat| seat.index() < seats))
    }
}

fn are_figures(all: &[Vec<i64>], seats: usize, figures: usize) -> bool {
    all.len() == seats && all.iter().all(|own| own.len() == figures)
}

impl Frame {
    /// Advances the frame. Ignores what does not fit the board.
    pub fn follow(&mut self, change: &Change) {
        fn take<T: Clone>(value: &mut T, new: Option<&T>) {
            if let Some(new) = new {
                value.clone_from(new);
            }
        }
        for (at, tile) in &change.cells {
            if let Some(cell) = self.board.cells.get_mut(usize::from(*at)) {
                *cell = *tile;
            }
        }
        take(&mut self.round, change.round.as_ref());
        take(&mut self.board.pieces, change.pieces.as_ref());
        take(&mut self.board.walls, change.walls.as_ref());
        take(&mut self.board.text, change.text.as_ref());
        take(&mut self.figures, change.figures.as_ref());
        take(&mut self.places, change.places.as_ref());
        take(&mut self.out, change.out.as_ref());
    }

    /// Returns whether the frame fits a game with this number of seats, figures and tiles. It may come from a damaged
    /// file.
    pub fn is_sound(&self, seats: usize, figures: usize, tiles: usize) -> bool {
        let Board { width, cells, pieces, walls, text, .. } = &self.board;
        let width = usize::from(*width);
        let is_grid = match width {
            0 => cells.is_empty(),
            _ => width <= SIDE_MAX && cells.len().is_multiple_of(width) && cells.len() / width <= SIDE_MAX,
        };
        is_grid
            && cells.iter().all(|tile| usize::from(*tile) < tiles)
            && pieces.len() <= PIECES_MAX
            && walls.len() <= PIECES_MAX
            && text.len() <= TEXT_MAX
            && are_figures(&self.figures, seats, figures)
            && self.places.len() == seats
            && self.out.iter().all(|seat| seat.index() < seats)
    }
}

/// Ranks seats by their figures, the first figure first and the highest best. A seat that has lost is last.
pub fn places(figures: &[Vec<i64>], lost: SeatSet) -> Vec<u32> {
    let seats = || wag_core::game::Seat::all(figures.len()).zip(figures);
    let key = |(seat, figures): (wag_core::game::Seat, &Vec<i64>)| (!lost.contains(seat), figures.clone());
    let keys: Vec<_> = seats().map(key).collect();
    keys.iter().map(|own| 1 + keys.iter().filter(|other| *other > own).count() as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wag_core::game::Seat;

    fn frame(cells: &[u8], figures: [i64; 2]) -> Frame {
        let board = Board { width: 2, cells: cells.to_vec(), ..Board::default() };
        let figures: Vec<Vec<i64>> = figures.iter().map(|one| vec![*one]).collect();
        let places = places(&figures, SeatSet::default());
        Frame { round: 1, board, figures, places, out: SeatSet::default() }
    }

    #[test]
    fn a_frame_follows_the_change_and_equal_frames_have_none() {
        let (before, after) = (frame(&[0, 0, 1, 0], [0, 0]), frame(&[0, 2, 1, 0], [0, 3]));
        let change = Change::between(&before, &after).unwrap();
        assert_eq!((change.cells.as_slice(), change.round), ([(1, 2)].as_slice(), None));
        let mut followed = before.clone();
        followed.follow(&change);
        assert_eq!(followed, after);
        assert_eq!(Change::between(&after, &after), None);
        assert!(change.is_possible(2, 1, 3) && !change.is_possible(2, 1, 2) && !change.is_possible(3, 1, 3));
        assert!(after.is_sound(2, 1, 3) && !after.is_sound(2, 1, 2) && !after.is_sound(2, 2, 3));
    }

    #[test]
    fn seats_rank_by_all_figures_and_those_that_have_lost_are_last() {
        let figures = [vec![3, 1], vec![3, 2], vec![3, 1], vec![9, 0]];
        assert_eq!(places(&figures, SeatSet::default()), [3, 2, 3, 1]);
        assert_eq!(places(&figures, SeatSet::one(Seat(3))), [2, 1, 2, 4]);
    }
}
