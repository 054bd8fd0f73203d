//! Path search over the crossings of clusters. A path goes to a crossing of the start's cluster, then along stored
//! paths, and then to the goal.

use super::cluster::{Clustering, Inside};
use super::grid::Square;
use super::passability_map::PassabilityMap;
use super::path::{PathOptions, Scratch, a_star};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A graph of the crossings of all clusters.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    edition: Option<u64>,
    squares: Vec<Square>,
    /// For each crossing, the crossings with which it is connected, each with the index of the path between them.
    edges: Vec<Vec<(u32, u32)>>,
    paths: Vec<Vec<Square>>,
}

impl Graph {
    /// Rebuilds the graph if the clustering has changed.
    pub fn keep_up(&mut self, clustering: &Clustering) {
        if self.edition == Some(clustering.edition()) {
            return;
        }
        let squares: Vec<Square> = clustering.crossings().into_iter().collect();
        let number = |at: Square| squares.binary_search(&at).unwrap_or(usize::MAX);
        let mut edges = vec![Vec::new(); squares.len()];
        let mut paths = Vec::new();
        for ((first, last), inner) in clustering.inner() {
            let (first, last) = (number(first), number(last));
            if first < edges.len() && last < edges.len() {
                edges[first].push((last as u32, paths.len() as u32));
                edges[last].push((first as u32, paths.len() as u32));
                paths.push(inner.path.clone());
            }
        }
        *self = Graph { edition: Some(clustering.edition()), squares, edges, paths };
    }

    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the stored paths. Each path includes both crossings.
    pub fn paths(&self) -> &[Vec<Square>] {
        &self.paths
    }

    fn number(&self, at: Square) -> Option<u32> {
        self.squares.binary_search(&at).ok().map(|number| number as u32)
    }
}

/// A path search over clusters. It uses A-star if clusters are unknown or give no path.
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

    /// Updates up to `most` clusters that have changed. Returns the number of updated clusters.
    pub fn update(&mut self, map: &PassabilityMap, most: usize) -> usize {
        let count = self.clustering.update(map, most);
        self.graph.keep_up(&self.clustering);
        count
    }

    pub fn search(
        &self,
        map: &PassabilityMap,
        scratch: &mut Scratch,
        start: Square,
        goal: Square,
        options: &PathOptions<'_>,
    ) -> Option<Vec<Square>> {
        let grid = map.grid();
        let are_known = [start, goal].iter().all(|end| self.clustering.is_known_at(grid, *end));
        let is_possible = map.is_passable(start) && map.is_passable(goal);
        if is_possible && are_known && options.rectangle.is_none() {
            let found = self.over_crossings(map, start, goal, options);
            // The map may have changed since the last update.
            let is_free = |path: &Vec<Square>| {
                path.iter().all(|at| map.is_open(*at) || [start, goal].contains(at))
                    && options.cost_max.is_none_or(|most| options.cost(path) <= most)
            };
            if let Some(path) = found.filter(is_free) {
                return Some(path);
            }
        }
        a_star(map, scratch, start, goal, options)
    }

    /// Returns the paths from `end` to the crossings of the clusters that contain `end`, and the path to `other` if
    /// `other` is in one of these clusters.
    fn entries(
        &self,
        map: &PassabilityMap,
        end: Square,
        other: Square,
    ) -> (BTreeMap<u32, Vec<Square>>, Option<Vec<Square>>) {
        let grid = map.grid();
        let mut entries: BTreeMap<u32, Vec<Square>> = BTreeMap::new();
        let mut direct: Option<Vec<Square>> = None;
        for number in self.clustering.clusters_at(grid, end) {
            let inside = Inside::from(map, &self.clustering.rectangle(grid, number), end);
            for crossing in self.clustering.crossings_of(number) {
                let (Some(vertex), Some(path)) = (self.graph.number(*crossing), inside.path(grid, *crossing))
                else {
                    continue;
                };
                let is_better = entries.get(&vertex).is_none_or(|known| path.len() < known.len());
                if is_better {
                    entries.insert(vertex, path);
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
        map: &PassabilityMap,
        start: Square,
        goal: Square,
        options: &PathOptions<'_>,
    ) -> Option<Vec<Square>> {
        let (first, direct) = self.entries(map, start, goal);
        let (last, back) = self.entries(map, goal, start);
        // A closed square can be left but not entered, so the path to one is searched from it.
        let direct = direct.or_else(|| back.map(|path| path.into_iter().rev().collect()));
        let around = self.best(map, goal, &first, &last, options);
        match (direct, around) {
            (Some(direct), Some(around)) if options.cost(&around) < options.cost(&direct) => Some(around),
            (direct, around) => direct.or(around),
        }
    }

    /// Returns the best path over crossings.
    fn best(
        &self,
        map: &PassabilityMap,
        goal: Square,
        first: &BTreeMap<u32, Vec<Square>>,
        last: &BTreeMap<u32, Vec<Square>>,
        options: &PathOptions<'_>,
    ) -> Option<Vec<Square>> {
        let grid = map.grid();
        let count = self.graph.squares.len();
        // The last vertex is the goal.
        let mut reached: Vec<Option<(u32, u32, u32)>> = vec![None; count + 1];
        let mut is_done = vec![false; count + 1];
        let mut queue = BinaryHeap::new();
        let rest =
            |vertex: u32| self.graph.squares.get(vertex as usize).map_or(0, |at| grid.manhattan(*at, goal));
        let arrive =
            |reached: &mut Vec<Option<(u32, u32, u32)>>, queue: &mut BinaryHeap<_>, vertex, entry| {
                let (cost, _, _): (u32, u32, u32) = entry;
                if reached[vertex as usize].is_none_or(|(known, _, _)| cost < known) {
                    reached[vertex as usize] = Some(entry);
                    queue.push(Reverse((cost + rest(vertex), vertex)));
                }
            };
        for (vertex, path) in first {
            arrive(&mut reached, &mut queue, *vertex, (options.cost(path), u32::MAX, 0));
        }
        while let Some(Reverse((_, vertex))) = queue.pop() {
            if vertex as usize == count {
                break;
            }
            if std::mem::replace(&mut is_done[vertex as usize], true) {
                continue;
            }
            let (cost, _, _) = reached[vertex as usize]?;
            for (to, edge) in &self.graph.edges[vertex as usize] {
                let path = &self.graph.paths[*edge as usize];
                let added = self.added(path, self.graph.squares[vertex as usize], options);
                arrive(&mut reached, &mut queue, *to, (cost + added, vertex, *edge));
            }
            if let Some(path) = last.get(&vertex) {
                let added = self.added(path, self.graph.squares[vertex as usize], options);
                arrive(&mut reached, &mut queue, count as u32, (cost + added, vertex, 0));
            }
        }
        self.assemble(first, last, &reached)
    }

    /// Returns the cost of walking along a stored path that begins at `from`, one of the path's ends.
    fn added(&self, path: &[Square], from: Square, options: &PathOptions<'_>) -> u32 {
        match options.costs {
            None => path.len() as u32 - 1,
            Some(_) => path.iter().map(|at| options.step(*at)).sum::<u32>() - options.step(from),
        }
    }

    /// Returns the squares of the path, joined from its parts.
    fn assemble(
        &self,
        first: &BTreeMap<u32, Vec<Square>>,
        last: &BTreeMap<u32, Vec<Square>>,
        reached: &[Option<(u32, u32, u32)>],
    ) -> Option<Vec<Square>> {
        let (_, mut vertex, _) = (*reached.last()?)?;
        let mut backward: Vec<Square> = last.get(&vertex)?.clone();
        loop {
            let (_, before, edge) = reached[vertex as usize]?;
            if before == u32::MAX {
                break;
            }
            append(&mut backward, &self.graph.paths[edge as usize], self.graph.squares[vertex as usize]);
            vertex = before;
        }
        append(&mut backward, first.get(&vertex)?, self.graph.squares[vertex as usize]);
        backward.reverse();
        Some(backward)
    }
}

/// Appends a stored path. It is walked from its end `from`, which is already the last square of the list.
fn append(path: &mut Vec<Square>, edge: &[Square], from: Square) {
    if edge.first() == Some(&from) {
        path.extend(&edge[1..]);
    } else {
        path.extend(edge.iter().rev().skip(1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::cluster::Crossing;
    use super::super::path::{SMOOTHED_MAX, smooth};
    use super::super::tests as boards;
    use super::*;

    fn hierarchy(map: &PassabilityMap, size: u32, crossing: Crossing) -> Hierarchy {
        let mut hierarchy = Hierarchy::new(Clustering::new(map.grid(), size, crossing).unwrap());
        hierarchy.update(map, usize::MAX);
        hierarchy
    }

    #[test]
    fn paths_exist_where_a_star_finds_one_and_are_not_much_longer() {
        let mut scratch = Scratch::default();
        let (mut all, mut best_of_all) = (0, 0);
        for seed in 0..48 {
            let is_torus = seed % 2 == 0;
            let crossing = if seed % 4 < 2 { Crossing::Centered } else { Crossing::Corner };
            let mut map = boards::random(is_torus, 25 + seed as u32 % 9, 31, 4, seed);
            map.set_passable(0, true);
            let hierarchy = hierarchy(&map, 5 + seed as u32 % 7, crossing);
            for goal in map.all().step_by(41) {
                let best = a_star(&map, &mut scratch, 0, goal, &PathOptions::default());
                let found = hierarchy.over_crossings(&map, 0, goal, &PathOptions::default());
                let found = found.filter(|_| map.is_passable(goal));
                assert_eq!(best.is_some(), found.is_some(), "seed {seed}, to {goal}");
                let (Some(best), Some(found)) = (best, found) else { continue };
                assert_eq!((found[0], found[found.len() - 1]), (0, goal));
                assert!(found.windows(2).all(|pair| map.grid().direction(pair[0], pair[1]).is_some()));
                assert!(found.iter().all(|at| map.is_passable(*at)) && found.len() >= best.len());
                (all, best_of_all) = (all + found.len(), best_of_all + best.len());
            }
        }
        assert!(all * 100 < best_of_all * 125, "{all} to {best_of_all}");
    }

    #[test]
    fn smoothed_paths_stay_below_the_cost_limit() {
        let mut scratch = Scratch::default();
        let (mut before, mut after) = (0, 0);
        for seed in 0..36 {
            let is_torus = seed % 2 == 0;
            let crossing = if seed % 4 < 2 { Crossing::Centered } else { Crossing::Corner };
            // Few walls, and enough walls for winding paths.
            let map = boards::random(is_torus, 50 + seed as u32 % 9, 61, 3 + seed % 3, seed);
            let hierarchy = hierarchy(&map, [10, 14, 20][seed as usize % 3], crossing);
            let costs: Vec<u8> = map.all().map(|at| 1 + (at / 7 % 3) as u8).collect();
            let priced = PathOptions { costs: Some(&costs), ..PathOptions::default() };
            let is_priced = seed % 5 == 0;
            let options = if is_priced { priced } else { PathOptions::default() };
            for start in map.all().step_by(397) {
                for goal in map.all().step_by(173) {
                    let Some(found) = hierarchy.search(&map, &mut scratch, start, goal, &options) else {
                        continue;
                    };
                    let best = a_star(&map, &mut scratch, start, goal, &options).unwrap();
                    for size in [10, 40] {
                        let smoothed = smooth(&map, &mut scratch, &found, size, false, options.costs);
                        let (cost, least) = (options.cost(&smoothed), options.cost(&best));
                        assert!(
                            cost * 100 <= least * SMOOTHED_MAX,
                            "seed {seed}, {start} to {goal}: {cost} to {least}"
                        );
                        assert_eq!((smoothed[0], smoothed[smoothed.len() - 1]), (start, goal));
                        let mut steps = smoothed.windows(2);
                        assert!(steps.all(|pair| map.grid().direction(pair[0], pair[1]).is_some()));
                        assert!(smoothed.iter().all(|at| map.is_passable(*at)));
                        before += u32::from(options.cost(&found) * 100 > least * SMOOTHED_MAX);
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
    fn clusters_of_side_4_divide_a_map_of_side_16_into_16() {
        let map = boards::random(true, 16, 16, u64::MAX, 1);
        let centered = hierarchy(&map, 4, Crossing::Centered);
        assert_eq!(centered.clustering().clusters_at(map.grid(), 0).len(), 4);
        assert_eq!(centered.graph().squares().len(), 32, "one in the middle of each border");
        assert!(centered.graph().squares().contains(&2) && centered.graph().squares().contains(&32));
        let corner = hierarchy(&map, 4, Crossing::Corner);
        assert_eq!(corner.graph().squares().len(), 16, "where lines meet");
        let flat = boards::random(false, 16, 16, u64::MAX, 1);
        assert_eq!(hierarchy(&flat, 4, Crossing::Centered).graph().squares().len(), 24);
    }

    #[test]
    fn unexplored_maps_use_a_star_until_clusters_are_known() {
        let mut map = boards::parse(false, &["????????????"; 12]);
        let mut hierarchy = hierarchy(&map, 4, Crossing::Centered);
        assert!(hierarchy.graph().squares().is_empty());
        let mut scratch = Scratch::default();
        let search = |hierarchy: &Hierarchy, map: &PassabilityMap, scratch: &mut Scratch| {
            hierarchy.search(map, scratch, 0, 143, &PathOptions::default()).map(|path| path.len())
        };
        assert_eq!(search(&hierarchy, &map, &mut scratch), Some(23));
        map.all().for_each(|at| map.explore(at));
        assert_eq!(hierarchy.update(&map, 4), 4);
        assert_eq!(hierarchy.update(&map, usize::MAX), 5);
        assert_eq!(hierarchy.update(&map, usize::MAX), 0);
        assert!(hierarchy.graph().squares().len() > 8);
        // The path leads round a new wall before and after the update of the clusters.
        (0..11).for_each(|row| map.set_passable(row * 12 + 6, false));
        let around = search(&hierarchy, &map, &mut scratch);
        assert_eq!(around, Some(23));
        assert_eq!(hierarchy.update(&map, usize::MAX), 3);
        assert!(search(&hierarchy, &map, &mut scratch).is_some());
        map.set_passable(11 * 12 + 6, false);
        hierarchy.update(&map, usize::MAX);
        assert_eq!(search(&hierarchy, &map, &mut scratch), None);
    }

    #[test]
    fn costs_and_the_cost_limit_are_respected() {
        let map = boards::random(false, 20, 20, u64::MAX, 1);
        let hierarchy = hierarchy(&map, 5, Crossing::Corner);
        let mut costs = vec![1; 400];
        (0..19).for_each(|row| costs[row * 20 + 10] = 100);
        let costly = PathOptions { costs: Some(&costs), ..PathOptions::default() };
        let mut scratch = Scratch::default();
        let path = hierarchy.search(&map, &mut scratch, 0, 19, &costly).unwrap();
        assert!(costly.cost(&path) < 100, "{path:?}");
        let strict = PathOptions { cost_max: Some(18), ..PathOptions::default() };
        assert_eq!(hierarchy.search(&map, &mut scratch, 0, 19, &strict), None);
    }
}
