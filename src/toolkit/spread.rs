//! What sources give to the squares around them: all of it on their own square, less with each step.

use super::grid::Square;
use super::ground::Ground;

/// The sum of what all sources give, by square. A strength becomes `fade` less with each step on passable squares, until
/// nothing is left of it; one below 0 rises to nothing in the same way. A source need not stand on a passable square.
pub fn spread(ground: &Ground, sources: &[(Square, i64)], fade: u32) -> Vec<i64> {
    let mut values = vec![0; ground.grid().squares()];
    // For which source a square was reached.
    let mut reached = vec![0; values.len()];
    let (mut front, mut next) = (Vec::new(), Vec::new());
    let fade = i64::from(fade.max(1));
    for ((source, strength), number) in sources.iter().zip(1_u32..) {
        front.clear();
        front.push(*source);
        reached[*source as usize] = number;
        let mut left = strength.abs();
        while left > 0 && !front.is_empty() {
            front.iter().for_each(|at| values[*at as usize] += strength.signum() * left);
            left -= fade;
            if left > 0 {
                next.clear();
                for beside in front.iter().flat_map(|at: &Square| ground.grid().neighbours(*at)) {
                    if reached[beside as usize] != number && ground.is_passable(beside) {
                        reached[beside as usize] = number;
                        next.push(beside);
                    }
                }
                std::mem::swap(&mut front, &mut next);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::breadth;
    use super::super::tests as drawn;
    use super::*;

    #[test]
    fn a_strength_fades_with_each_step_and_goes_round_walls() {
        let ground = drawn::ground(false, &["....", ".%%.", "...."]);
        assert_eq!(spread(&ground, &[(0, 3)], 1), [3, 2, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(spread(&ground, &[(0, -3)], 2), [-3, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(spread(&ground, &[(5, 2)], 1), [0, 1, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0], "out of a wall");
    }

    #[test]
    fn sources_add_up_and_each_is_as_far_as_breadth_first_says() {
        for (seed, is_torus) in (0..20).zip([true, false].into_iter().cycle()) {
            let ground = drawn::scattered(is_torus, 13, 9, 4, seed);
            let sources = [(3, 9), (50, -6), (50, 4), (116, 30)];
            let mut wanted = vec![0; 117];
            for (source, strength) in sources {
                let steps = breadth::nearest(&ground, &[source], None);
                for (value, steps) in wanted.iter_mut().zip(steps) {
                    let left =
                        steps.map_or(0, |(steps, _)| (i64::abs(strength) - 2 * i64::from(steps)).max(0));
                    *value += strength.signum() * left;
                }
            }
            assert_eq!(spread(&ground, &sources, 2), wanted);
        }
    }
}
