//! A board under construction. Whatever is drawn on it appears four times, each time rotated by another quarter turn,
//! so the board is always fair.

use super::super::SEATS;
use super::super::board::FieldType;
use super::super::orders::Direction;
use std::collections::VecDeque;
use wag_core::game::Seat;

/// Minimum side length of boards on which only central walls are mirrored. On smaller boards, all walls are.
const MIRRORED_BELOW: i32 = 30;

/// A position on the canvas or beyond its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub x: i32,
    pub y: i32,
}

impl Spot {
    pub const fn new(x: i32, y: i32) -> Self {
        Spot { x, y }
    }

    pub const fn moved(self, dx: i32, dy: i32) -> Self {
        Spot { x: self.x + dx, y: self.y + dy }
    }

    /// Returns the distance in x or y, whichever is larger.
    pub fn span(self, other: Spot) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    /// Returns the four adjacent spots.
    pub fn neighbours(self) -> impl Iterator<Item = Spot> {
        let steps = Direction::ALL.iter().filter(|direction| **direction != Direction::Stay);
        steps.map(move |direction| self.moved(direction.step().0, direction.step().1))
    }
}

/// The fields, column by column, and the areas around the bases that stay free of obstacles.
#[derive(Clone, Debug)]
pub struct Canvas {
    side: i32,
    base: Spot,
    fields: Vec<FieldType>,
    is_home: Vec<bool>,
}

impl Canvas {
    /// Creates a board of land with base 1 at `base` and the others at its rotations. Fields within `clearing` fields
    /// of a base stay free of obstacles.
    pub fn new(side: i32, base: Spot, clearing: i32) -> Self {
        let area = (side * side) as usize;
        let (fields, is_home) = (vec![FieldType::Land; area], vec![false; area]);
        let mut canvas = Canvas { side, base, fields, is_home };
        let around = |d: i32| -d..=d;
        let inside = |dx: i32, dy: i32| dx * dx + dy * dy <= (clearing * clearing + 1).max(2);
        for (dx, dy) in around(clearing).flat_map(|dx| around(clearing).map(move |dy| (dx, dy))) {
            let spot = base.moved(dx, dy);
            if inside(dx, dy) && canvas.contains(spot) {
                for at in canvas.orbit(spot).map(|spot| canvas.index(spot)) {
                    canvas.is_home[at] = true;
                }
            }
        }
        for (seat, spot) in Seat::all(SEATS).zip(canvas.orbit(base)) {
            let at = canvas.index(spot);
            canvas.fields[at] = FieldType::Base(seat);
        }
        canvas
    }

    pub fn side(&self) -> i32 {
        self.side
    }

    /// Returns the position of base 1.
    pub fn base(&self) -> Spot {
        self.base
    }

    pub fn fields(&self) -> &[FieldType] {
        &self.fields
    }

    pub fn contains(&self, spot: Spot) -> bool {
        (0..self.side).contains(&spot.x) && (0..self.side).contains(&spot.y)
    }

    /// Returns the index of a spot in lists with one entry per field. The spot must be on the board.
    pub fn index(&self, spot: Spot) -> usize {
        (spot.x * self.side + spot.y) as usize
    }

    /// Returns the spot with this index. This is the inverse of [`Canvas::index`].
    pub fn spot(&self, index: usize) -> Spot {
        Spot::new(index as i32 / self.side, index as i32 % self.side)
    }

    pub fn field(&self, spot: Spot) -> Option<FieldType> {
        self.contains(spot).then(|| self.fields[self.index(spot)])
    }

    pub fn is_open(&self, spot: Spot) -> bool {
        self.field(spot).is_some_and(FieldType::is_open)
    }

    /// Returns whether this spot is in an area around a base that stays free of obstacles. The spot must be on the
    /// board.
    pub fn is_home(&self, spot: Spot) -> bool {
        self.is_home[self.index(spot)]
    }

    /// Rotates a spot by a quarter turn clockwise about the center.
    pub fn turn(&self, spot: Spot) -> Spot {
        Spot::new(self.side - 1 - spot.y, spot.x)
    }

    /// Returns the spot and its three rotations.
    pub fn orbit(&self, spot: Spot) -> [Spot; SEATS] {
        let mut orbit = [spot; SEATS];
        for seat in 1..SEATS {
            orbit[seat] = self.turn(orbit[seat - 1]);
        }
        orbit
    }

    /// Returns a quarter of the board's spots. Their rotations are the other three quarters.
    pub fn quarter(&self) -> impl Iterator<Item = Spot> + use<> {
        let (half, rest) = (self.side / 2, self.side % 2);
        let spots = (0..half + rest).flat_map(move |x| (0..half).map(move |y| Spot::new(x, y)));
        spots.chain((rest == 1).then_some(Spot::new(half, half)))
    }

    /// Returns the offset of a spot from the center, in half fields.
    pub fn offset(&self, spot: Spot) -> (i32, i32) {
        (2 * spot.x - self.side + 1, 2 * spot.y - self.side + 1)
    }

    /// Sets a spot and its rotations. Ignores obstacles near bases; bases and spots beyond the edge never change.
    pub fn put(&mut self, spot: Spot, field: FieldType) {
        if !self.contains(spot) || (self.is_home(spot) && !field.is_open()) {
            return;
        }
        for spot in self.orbit(spot) {
            let at = self.index(spot);
            if !matches!(self.fields[at], FieldType::Base(_)) {
                self.fields[at] = field;
            }
        }
    }

    /// Sets a spot as [`Canvas::put`] does, and also its mirror image if the spot is near the center, or if the board
    /// is small and the field is not water. Shapes that are only rotated can look like a swastika there.
    pub fn paint(&mut self, spot: Spot, field: FieldType) {
        self.put(spot, field);
        let is_small = self.side < MIRRORED_BELOW && field != FieldType::Water;
        if is_small || self.is_central(spot) {
            self.put(Spot::new(spot.y, spot.x), field);
        }
    }

    /// Returns whether a spot is near the center: at most two thirds of the way from there to an edge.
    pub fn is_central(&self, spot: Spot) -> bool {
        let (u, v) = self.offset(spot);
        9 * (u * u + v * v) <= 4 * self.side * self.side
    }

    /// Returns whether the central part is nearly mirror-symmetric.
    pub fn is_mirrored(&self) -> bool {
        let central = self.quarter().filter(|spot| self.is_central(*spot));
        let (mut count, mut odd) = (0, 0);
        for spot in central {
            count += 1;
            odd += i32::from(self.field(spot) != self.field(Spot::new(spot.y, spot.x)));
        }
        20 * odd <= count
    }

    /// Returns the number of steps from base 1 to each field, without crossing other bases, or `None` for fields that
    /// cannot be reached.
    pub fn distances(&self) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.fields.len()];
        distances[self.index(self.base)] = Some(0);
        let mut edge = VecDeque::from([(self.base, 0)]);
        while let Some((spot, steps)) = edge.pop_front() {
            for next in spot.neighbours().filter(|next| self.contains(*next)) {
                let at = self.index(next);
                let field = self.fields[at];
                let is_enterable = !matches!(field, FieldType::Water | FieldType::Wall);
                if is_enterable && distances[at].is_none() {
                    distances[at] = Some(steps + 1);
                    if field.is_open() {
                        edge.push_back((next, steps + 1));
                    }
                }
            }
        }
        distances
    }
}
