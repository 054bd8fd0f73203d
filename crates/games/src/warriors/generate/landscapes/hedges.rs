//! Landscapes with hedges on a grid: the corridors of a maze, or the beds of a park.

use super::super::super::board::FieldType::{Land, Wall, Water};
use super::super::brush::{disc, outline, rectangle};
use super::super::canvas::{Canvas, Spot};
use super::super::rng::{between, percent};
use wag_core::game::RandomStream;

/// A centered grid of squares of the same size, as many as fit on the board.
#[derive(Clone, Copy)]
struct Grid {
    /// Distance from one square to the next, including the hedge between them, in fields.
    pitch: i32,
    count: i32,
    /// Number of fields left over on each side of the grid.
    margin: i32,
}

impl Grid {
    fn fit(side: i32, pitch: i32) -> Self {
        // With an odd pitch, one of two counts leaves equal margins; otherwise the grid is off center by one field.
        let most = (side - 1) / pitch;
        let fits = |count: &i32| (side - 1 - count * pitch) % 2 == 0;
        let count = (2..=most).rev().take(2).find(fits).unwrap_or(most);
        Grid { pitch, count, margin: (side - 1 - count * pitch) / 2 }
    }

    /// Returns the top left corner of a square. It is part of the hedges around the square.
    fn corner(self, (column, row): (i32, i32)) -> Spot {
        Spot::new(self.margin + column * self.pitch, self.margin + row * self.pitch)
    }

    fn turn(self, (column, row): (i32, i32)) -> (i32, i32) {
        (self.count - 1 - row, column)
    }

    fn squares(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.count).flat_map(move |column| (0..self.count).map(move |row| (column, row)))
    }

    /// Returns the number of a square. All squares outside the grid share one number, the highest.
    fn number(self, (column, row): (i32, i32)) -> usize {
        let inside = (0..self.count).contains(&column) && (0..self.count).contains(&row);
        (if inside { column * self.count + row } else { self.count * self.count }) as usize
    }
}

/// Draws corridors between hedges, with loops, an open center and clearings.
pub fn maze(canvas: &mut Canvas, rng: &mut RandomStream) {
    let pitches: &[i32] = if canvas.side() < 30 { &[3] } else { &[3, 3, 3, 5] };
    let grid = Grid::fit(canvas.side(), rng.pick(pitches));
    let length = grid.count * grid.pitch + 1;
    for line in 0..=grid.count {
        rectangle(canvas, grid.corner((line, 0)), 1, length, Wall);
    }
    open_hedges(canvas, rng, grid);
    for _ in 0..between(rng, 0, grid.count / 5) {
        let square = (between(rng, 0, grid.count - 2), between(rng, 0, grid.count - 2));
        rectangle(canvas, grid.corner(square).moved(1, 1), 2 * grid.pitch - 1, 2 * grid.pitch - 1, Land);
    }
    let middle = Spot::new(canvas.side() / 2, canvas.side() / 2);
    disc(canvas, middle, between(rng, 4, 4 + canvas.side() / 8), Land);
    if percent(rng, 40) {
        disc(canvas, middle, between(rng, 2, 2 + canvas.side() / 12), Water);
    }
    drop_single_posts(canvas, grid);
}

/// Opens hedges in random order if they separate unconnected squares, and opens a few more to create loops.
fn open_hedges(canvas: &mut Canvas, rng: &mut RandomStream, grid: Grid) {
    let mut hedges: Vec<((i32, i32), (i32, i32))> = grid
        .squares()
        .flat_map(|(column, row)| [((column, row), (column - 1, row)), ((column, row), (column, row - 1))])
        .filter(|(_, beyond)| grid.margin >= 2 || grid.number(*beyond) < grid.number((-1, -1)))
        .collect();
    rng.shuffle(&mut hedges);
    let loops = between(rng, 4, 14) as u32;
    let mut groups: Vec<usize> = (0..=grid.number((-1, -1))).collect();
    for (square, beyond) in hedges {
        let opens = group(&mut groups, grid.number(square)) != group(&mut groups, grid.number(beyond));
        if !opens && !percent(rng, loops) {
            continue;
        }
        let corner = grid.corner(square);
        if beyond.0 < square.0 {
            rectangle(canvas, corner.moved(0, 1), 1, grid.pitch - 1, Land);
        } else {
            rectangle(canvas, corner.moved(1, 0), grid.pitch - 1, 1, Land);
        }
        let (mut square, mut beyond) = (square, beyond);
        for _ in 0..4 {
            let one = group(&mut groups, grid.number(square));
            groups[one] = group(&mut groups, grid.number(beyond));
            (square, beyond) = (grid.turn(square), grid.turn(beyond));
        }
    }
}

/// Returns the square that represents all squares connected with this one (union-find).
fn group(groups: &mut [usize], square: usize) -> usize {
    let mut at = square;
    while groups[at] != at {
        groups[at] = groups[groups[at]];
        at = groups[at];
    }
    at
}

fn drop_single_posts(canvas: &mut Canvas, grid: Grid) {
    for post in grid.squares().map(|square| grid.corner(square)) {
        if post.neighbours().all(|spot| canvas.field(spot) != Some(Wall)) {
            canvas.paint(post, Land);
        }
    }
}

/// Draws a park: rows of different beds with paths between them.
pub fn gardens(canvas: &mut Canvas, rng: &mut RandomStream) {
    let most = (canvas.side() / 3).clamp(8, 15);
    let grid = Grid::fit(canvas.side(), between(rng, 7, most) | 1);
    let mut is_done = vec![false; (grid.count * grid.count) as usize];
    for square in grid.squares() {
        if is_done[grid.number(square)] {
            continue;
        }
        let mut turned = square;
        for _ in 0..4 {
            is_done[grid.number(turned)] = true;
            turned = grid.turn(turned);
        }
        bed(canvas, rng, grid.corner(square).moved(2, 2), grid.pitch - 3);
    }
}

/// Draws one bed of `size` by `size` fields.
fn bed(canvas: &mut Canvas, rng: &mut RandomStream, corner: Spot, size: i32) {
    let middle = corner.moved(size / 2, size / 2);
    match rng.below(8) {
        0 | 1 => hedged(canvas, rng, corner, size),
        2 => disc(canvas, middle, size - 1, Water),
        3 => posts(canvas, corner, size),
        4 => {
            rectangle(canvas, corner.moved(0, size / 2), size, 1, Wall);
            rectangle(canvas, corner.moved(size / 2, 0), 1, size, Wall);
            disc(canvas, middle, 4, Land);
        }
        5 => {
            rectangle(canvas, corner.moved(0, 1), size, 1, Wall);
            rectangle(canvas, corner.moved(0, size - 2), size, 1, Wall);
        }
        _ => (),
    }
}

/// Draws a hedge with gaps around a bed, sometimes with a pond inside.
fn hedged(canvas: &mut Canvas, rng: &mut RandomStream, corner: Spot, size: i32) {
    let hedge = outline(corner, size, size);
    let gap = between(rng, 1, 3.min(size - 2));
    for (step, spot) in hedge.iter().enumerate() {
        let along = step as i32 % (size - 1);
        if (along - (size - 1) / 2).abs() >= gap {
            canvas.paint(*spot, Wall);
        }
    }
    if percent(rng, 40) {
        disc(canvas, corner.moved(size / 2, size / 2), (size - 4).clamp(1, 6), Water);
    }
}

/// Draws a square of posts at regular distances.
fn posts(canvas: &mut Canvas, corner: Spot, size: i32) {
    for (dx, dy) in (0..size).step_by(3).flat_map(|dx| (0..size).step_by(3).map(move |dy| (dx, dy))) {
        canvas.paint(corner.moved(dx, dy), Wall);
    }
}
