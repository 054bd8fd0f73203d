//! Combat by focus: a unit dies if some enemy in range has at most as many enemies in range as the unit itself.

use super::grid::{Grid, Square};

/// Returns for each unit whether it dies. A unit is given by its square and its owner; `radius2` is the range as a
/// squared distance.
pub fn dead(grid: &Grid, units: &[(Square, u32)], radius2: u64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|number| units[*number].0);
    let mut enemies: Vec<Vec<usize>> = vec![Vec::new(); units.len()];
    let reach = i64::try_from(radius2.isqrt()).unwrap_or(i64::MAX);
    let all_rows = !grid.is_torus && reach >= i64::from(grid.rows) || 2 * reach + 1 >= i64::from(grid.rows);
    for (number, (at, owner)) in units.iter().enumerate() {
        let row = i64::from(grid.position(*at).0);
        let mut look = |from: u32, to: u32| {
            let first = order.partition_point(|other| units[*other].0 < from * grid.cols);
            for other in &order[first..] {
                let (square, whose) = units[*other];
                if square / grid.cols >= to {
                    break;
                }
                let distance = grid.squared(*at, square);
                if whose != *owner && distance > 0 && distance <= radius2 {
                    enemies[number].push(*other);
                }
            }
        };
        if all_rows {
            look(0, grid.rows);
            continue;
        }
        for at_row in row - reach..=row + reach {
            if let Some(square) = grid.square(at_row, 0) {
                let row = grid.position(square).0;
                look(row, row + 1);
            }
        }
    }
    let is_dead = |own: &Vec<usize>| own.iter().any(|enemy| enemies[*enemy].len() <= own.len());
    enemies.iter().map(is_dead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fallen(units: &[(u32, u32, u32)]) -> Vec<(u32, u32)> {
        let grid = Grid::new(10, 10, true).unwrap();
        let squares: Vec<(Square, u32)> =
            units.iter().map(|(row, col, owner)| (row * 10 + col, *owner)).collect();
        let dead = dead(&grid, &squares, 5);
        units.iter().zip(dead).filter(|(_, dead)| *dead).map(|((row, col, _), _)| (*row, *col)).collect()
    }

    #[test]
    fn combat_ends_as_in_the_engine_of_the_contest() {
        assert_eq!(fallen(&[(4, 4, 0), (4, 6, 1)]), [(4, 4), (4, 6)], "one against one");
        assert_eq!(fallen(&[(4, 2, 0), (4, 4, 1), (4, 6, 2)]), [(4, 4)]);
        assert_eq!(fallen(&[(4, 2, 0), (4, 3, 0), (4, 5, 1), (4, 6, 1)]), [(4, 3), (4, 5)]);
        assert_eq!(fallen(&[(0, 4, 0), (8, 6, 1)]), [], "d2 is 8 across the seam");
        assert_eq!(fallen(&[(3, 2, 0), (4, 2, 0), (5, 2, 0), (4, 4, 1), (5, 4, 1)]).len(), 4);
        assert_eq!(fallen(&[(0, 4, 0), (9, 6, 1)]).len(), 2, "across the seam");
    }
}
