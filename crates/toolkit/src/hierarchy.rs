//! Paths over the crossings of clusters: from the start to the crossings of its cluster, along known ways, and to the goal.

use super::cluster::{Clustering, Inside};
use super::grid::Square;
use super::passability_map::PassabilityMap;
use super::path::{Scratch, Terms, a_star};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The crossings of a clustering as a graph, made afresh when it has changed.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    edition: Option<u64>,
    squares: Vec<Square>,
    /// Of each crossing: where known ways lead, and which of the ways it is.
    ways: Vec<Vec<(u32, u32)>>,
    paths: Vec<Vec<Square>>,
}

impl Graph {
    /// As the clustering is now.
    pub fn keep_up(&mut self, clustering: &Clustering) {
        if self.edition == Some(clustering.edition()) {
            return;
        }
        let squares: Vec<Square> = clustering.crossings().into_iter().collect();
        let number = |at: Square| squares.binary_search(&at).unwrap_or(usize::MAX);
        let mut ways = vec![Vec::new(); squares.len()];
        let mut paths = Vec::new();
        for ((first, last), inner) in clustering.inner() {
            let (first, last) = (number(first), number(last));
            if first < ways.len() && last < ways.len() {
                ways[first].push((last as u32, paths.len() as u32));
                ways[last].push((first as u32, paths.len() as u32));
                paths.push(inner.path.clone());
            }
        }
        *self = Graph { edition: Some(clustering.edition()), squares, ways, paths };
    }

    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The known ways, with both ends.
    pub fn paths(&self) -> &[Vec<Square>] {
        &self.paths
    }

    fn number(&self, at: Square) -> Option<u32> {
        self.squares.binary_search(&at).ok().map(|number| number as u32)
    }
}

/// Finds paths over clusters; where these are not known, or lead nowhere, by A-star.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    clustering: Clustering,
    graph: Graph,
}

impl Hierarchy {
    pub fn new(clustering: Clustering) -> Hierarchy {
        Hierarchy { clustering, graph: Graph::default() }
    }

    pub fn clustering(&self) -> &Clustering {
        &self.clustering
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Takes in what has changed of the ground, working on so many clusters at most; how many it has worked on.
    pub fn update(&mut self, ground: &PassabilityMap, most: usize) -> usize {
        let count = self.clustering.update(ground, most);
        self.graph.keep_up(&self.clustering);
        count
    }

    pub fn search(
        &self,
        ground: &PassabilityMap,
        scratch: &mut Scratch,
        start: Square,
        goal: Square,
        terms: &Terms<'_>,
    ) -> Option<Vec<Square>> {
        let grid = ground.grid();
        let are_known = [start, goal].iter().all(|end| self.clustering.is_known_at(grid, *end));
        let is_possible = ground.is_passable(start) && ground.is_passable(goal);
        if is_possible && are_known && terms.rectangle.is_none() {
            let found = self.over_crossings(ground, start, goal, terms);
            // What was known may have changed since the last update.
            let is_free = |path: &Vec<Square>| {
                path.iter().all(|at| ground.is_open(*at) || [start, goal].contains(at))
                    && terms.cost_max.is_none_or(|most| terms.cost(path) <= most)
            };
            if let Some(path) = found.filter(is_free) {
                return Some(path);
            }
        }
        a_star(ground, scratch, start, goal, terms)
    }

    /// The ways from an end to the crossings of its clusters, and to `other` if it lies in one of them.
    fn entries(
        &self,
        ground: &PassabilityMap,
        end: Square,
        other: Square,
    ) -> (BTreeMap<u32, Vec<Square>>, Option<Vec<Square>>) {
        let grid = ground.grid();
        let mut entries: BTreeMap<u32, Vec<Square>> = BTreeMap::new();
        let mut direct: Option<Vec<Square>> = None;
        for number in self.clustering.clusters_at(grid, end) {
            let inside = Inside::from(ground, &self.clustering.rectangle(grid, number), end);
            for crossing in self.clustering.crossings_of(number) {
                let (Some(place), Some(path)) = (self.graph.number(*crossing), inside.path(grid, *crossing))
                else {
                    continue;
                };
                let is_better = entries.get(&place).is_none_or(|known| path.len() < known.len());
                if is_better {
                    entries.insert(place, path);
                }
            }
            let path = inside.path(grid, other);
            let is_better = |path: &Vec<Square>| direct.as_ref().is_none_or(|known| path.len() < known.len());
            if let Some(path) = path.filter(is_better) {
                direct = Some(path);
            }
        }
        (entries, direct)
    }

    fn over_crossings(
        &self,
        ground: &PassabilityMap,
        start: Square,
        goal: Square,
        terms: &Terms<'_>,
    ) -> Option<Vec<Square>> {
        let (first, direct) = self.entries(ground, start, goal);
        let (last, back) = self.entries(ground, goal, start);
        // From a closed square one can leave, so the way to one is found from its end.
        let direct = direct.or_else(|| back.map(|path| path.into_iter().rev().collect()));
        let around = self.best(ground, goal, &first, &last, terms);
        match (direct, around) {
            (Some(direct), Some(around)) if terms.cost(&around) < terms.cost(&direct) => Some(around),
            (direct, around) => direct.or(around),
        }
    }

    /// The best way over crossings, from the best entry to the best exit.
    fn best(
        &self,
        ground: &PassabilityMap,
        goal: Square,
        first: &BTreeMap<u32, Vec<Square>>,
        last: &BTreeMap<u32, Vec<Square>>,
        terms: &Terms<'_>,
    ) -> Option<Vec<Square>> {
        let grid = ground.grid();
        let count = self.graph.squares.len();
        // One more place than crossings: the goal.
        let mut reached: Vec<Option<(u32, u32, u32)>> = vec![None; count + 1];
        let mut is_done = vec![false; count + 1];
        let mut waiting = BinaryHeap::new();
        let rest =
            |place: u32| self.graph.squares.get(place as usize).map_or(0, |at| grid.manhattan(*at, goal));
        let arrive =
            |reached: &mut Vec<Option<(u32, u32, u32)>>, waiting: &mut BinaryHeap<_>, place, entry| {
                let (cost, _, _): (u32, u32, u32) = entry;
                if reached[place as usize].is_none_or(|(known, _, _)| cost < known) {
                    reached[place as usize] = Some(entry);
                    waiting.push(Reverse((cost + rest(place), place)));
                }
            };
        for (place, path) in first {
            arrive(&mut reached, &mut waiting, *place, (terms.cost(path), u32::MAX, 0));
        }
        while let Some(Reverse((_, place))) = waiting.pop() {
            if place as usize == count {
                break;
            }
            if std::mem::replace(&mut is_done[place as usize], true) {
                continue;
            }
            let (cost, _, _) = reached[place as usize]?;
            for (to, way) in &self.graph.ways[place as usize] {
                let path = &self.graph.paths[*way as usize];
                let added = self.added(path, self.graph.squares[place as usize], terms);
                arrive(&mut reached, &mut waiting, *to, (cost + added, place, *way));
            }
            if let Some(path) = last.get(&place) {
                let added = self.added(path, self.graph.squares[place as usize], terms);
                arrive(&mut reached, &mut waiting, count as u32, (cost + added, place, 0));
            }
        }
        self.told(first, last, &reached)
    }

    /// What a way adds that is walked from one of its ends.
    fn added(&self, path: &[Square], from: Square, terms: &Terms<'_>) -> u32 {
        match terms.costs {
            None => path.len() as u32 - 1,
            Some(_) => path.iter().map(|at| terms.step(*at)).sum::<u32>() - terms.step(from),
        }
    }

    /// The squares of the way that was found.
    fn told(
        &self,
        first: &BTreeMap<u32, Vec<Square>>,
        last: &BTreeMap<u32, Vec<Square>>,
        reached: &[Option<(u32, u32, u32)>],
    ) -> Option<Vec<Square>> {
        let (_, mut place, _) = (*reached.last()?)?;
        let mut backward: Vec<Square> = last.get(&place)?.clone();
        loop {
            let (_, before, way) = reached[place as usize]?;
            if before == u32::MAX {
                break;
            }
            append(&mut backward, &self.graph.paths[way as usize], self.graph.squares[place as usize]);
            place = before;
        }
        append(&mut backward, first.get(&place)?, self.graph.squares[place as usize]);
        backward.reverse();
        Some(backward)
    }
}

/// Goes on along a way, from one of its ends, which is there already.
fn append(path: &mut Vec<Square>, way: &[Square], from: Square) {
    if way.first() == Some(&from) {
        path.extend(&way[1..]);
    } else {
        path.extend(way.iter().rev().skip(1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::cluster::Crossing;
    use super::super::path::{SMOOTHED_MAX, smooth};
    use super::super::tests as drawn;
    use super::*;

    fn hierarchy(ground: &PassabilityMap, size: u32, crossing: Crossing) -> Hierarchy {
        let mut hierarchy = Hierarchy::new(Clustering::new(ground.grid(), size, crossing).unwrap());
        hierarchy.update(ground, usize::MAX);
        hierarchy
    }

    #[test]
    fn there_is_a_path_whenever_a_star_has_one_and_it_is_not_much_longer() {
        let mut scratch = Scratch::default();
        let (mut all, mut best_of_all) = (0, 0);
        for seed in 0..48 {
            let is_torus = seed % 2 == 0;
            let crossing = if seed % 4 < 2 { Crossing::Centered } else { Crossing::Corner };
            let mut ground = drawn::scattered(is_torus, 25 + seed as u32 % 9, 31, 4, seed);
            ground.set_passable(0, true);
            let hierarchy = hierarchy(&ground, 5 + seed as u32 % 7, crossing);
            for goal in ground.all().step_by(41) {
                let best = a_star(&ground, &mut scratch, 0, goal, &Terms::default());
                let found = hierarchy.over_crossings(&ground, 0, goal, &Terms::default());
                let found = found.filter(|_| ground.is_passable(goal));
                assert_eq!(best.is_some(), found.is_some(), "seed {seed}, to {goal}");
                let (Some(best), Some(found)) = (best, found) else { continue };
                assert_eq!((found[0], found[found.len() - 1]), (0, goal));
                assert!(found.windows(2).all(|pair| ground.grid().way(pair[0], pair[1]).is_some()));
                assert!(found.iter().all(|at| ground.is_passable(*at)) && found.len() >= best.len());
                (all, best_of_all) = (all + found.len(), best_of_all + best.len());
            }
        }
        assert!(all * 100 < best_of_all * 125, "{all} to {best_of_all}");
    }

    #[test]
    fn no_smoothed_path_costs_more_than_it_may() {
        let mut scratch = Scratch::default();
        let (mut before, mut after) = (0, 0);
        for seed in 0..36 {
            let is_torus = seed % 2 == 0;
            let crossing = if seed % 4 < 2 { Crossing::Centered } else { Crossing::Corner };
            // Few walls, and so many that ways wind.
            let ground = drawn::scattered(is_torus, 50 + seed as u32 % 9, 61, 3 + seed % 3, seed);
            let hierarchy = hierarchy(&ground, [10, 14, 20][seed as usize % 3], crossing);
            let costs: Vec<u8> = ground.all().map(|at| 1 + (at / 7 % 3) as u8).collect();
            let priced = Terms { costs: Some(&costs), ..Terms::default() };
            let is_priced = seed % 5 == 0;
            let terms = if is_priced { priced } else { Terms::default() };
            for start in ground.all().step_by(397) {
                for goal in ground.all().step_by(173) {
                    let Some(found) = hierarchy.search(&ground, &mut scratch, start, goal, &terms) else {
                        continue;
                    };
                    let best = a_star(&ground, &mut scratch, start, goal, &terms).unwrap();
                    for size in [10, 40] {
                        let smoothed = smooth(&ground, &mut scratch, &found, size, false, terms.costs);
                        let (cost, least) = (terms.cost(&smoothed), terms.cost(&best));
                        assert!(
                            cost * 100 <= least * SMOOTHED_MAX,
                            "seed {seed}, {start} to {goal}: {cost} to {least}"
                        );
                        assert_eq!((smoothed[0], smoothed[smoothed.len() - 1]), (start, goal));
                        let mut steps = smoothed.windows(2);
                        assert!(steps.all(|pair| ground.grid().way(pair[0], pair[1]).is_some()));
                        assert!(smoothed.iter().all(|at| ground.is_passable(*at)));
                        before += u32::from(terms.cost(&found) * 100 > least * SMOOTHED_MAX);
                        after += u32::from(cost > least);
                    }
                }
            }
        }
        assert!(
            before > 100 && after > 0,
            "there was something to smooth ({before}), and it is not A-star ({after})"
        );
    }

    #[test]
    fn clusters_of_four_divide_a_board_of_sixteen_into_sixteen() {
        let ground = drawn::scattered(true, 16, 16, u64::MAX, 1);
        let centered = hierarchy(&ground, 4, Crossing::Centered);
        assert_eq!(centered.clustering().clusters_at(ground.grid(), 0).len(), 4);
        assert_eq!(centered.graph().squares().len(), 32, "one in the middle of each border");
        assert!(centered.graph().squares().contains(&2) && centered.graph().squares().contains(&32));
        let corner = hierarchy(&ground, 4, Crossing::Corner);
        assert_eq!(corner.graph().squares().len(), 16, "where lines meet");
        let flat = drawn::scattered(false, 16, 16, u64::MAX, 1);
        assert_eq!(hierarchy(&flat, 4, Crossing::Centered).graph().squares().len(), 24);
    }

    #[test]
    fn what_is_not_explored_yet_is_a_star_s_and_grows() {
        let mut ground = drawn::ground(false, &["????????????"; 12]);
        let mut hierarchy = hierarchy(&ground, 4, Crossing::Centered);
        assert!(hierarchy.graph().squares().is_empty());
        let mut scratch = Scratch::default();
        let search = |hierarchy: &Hierarchy, ground: &PassabilityMap, scratch: &mut Scratch| {
            hierarchy.search(ground, scratch, 0, 143, &Terms::default()).map(|path| path.len())
        };
        assert_eq!(search(&hierarchy, &ground, &mut scratch), Some(23));
        ground.all().for_each(|at| ground.explore(at));
        assert_eq!(hierarchy.update(&ground, 4), 4);
        assert_eq!(hierarchy.update(&ground, usize::MAX), 5);
        assert_eq!(hierarchy.update(&ground, usize::MAX), 0);
        assert!(hierarchy.graph().squares().len() > 8);
        // A wall that comes later is gone round even before the clusters know of it, and when they do.
        (0..11).for_each(|row| ground.set_passable(row * 12 + 6, false));
        let around = search(&hierarchy, &ground, &mut scratch);
        assert_eq!(around, Some(23));
        assert_eq!(hierarchy.update(&ground, usize::MAX), 3);
        assert!(search(&hierarchy, &ground, &mut scratch).is_some());
        ground.set_passable(11 * 12 + 6, false);
        hierarchy.update(&ground, usize::MAX);
        assert_eq!(search(&hierarchy, &ground, &mut scratch), None);
    }

    #[test]
    fn costs_and_their_limit_count() {
        let ground = drawn::scattered(false, 20, 20, u64::MAX, 1);
        let hierarchy = hierarchy(&ground, 5, Crossing::Corner);
        let mut costs = vec![1; 400];
        (0..19).for_each(|row| costs[row * 20 + 10] = 100);
        let dear = Terms { costs: Some(&costs), ..Terms::default() };
        let mut scratch = Scratch::default();
        let path = hierarchy.search(&ground, &mut scratch, 0, 19, &dear).unwrap();
        assert!(dear.cost(&path) < 100, "{path:?}");
        let strict = Terms { cost_max: Some(18), ..Terms::default() };
        assert_eq!(hierarchy.search(&ground, &mut scratch, 0, 19, &strict), None);
    }
}
