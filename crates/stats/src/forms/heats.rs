//! Heats: matches of four, the two best of each go on, until one heat is left.

use super::{Entrants, Form, Next, PlayedStage, StagePlan, by_key, points};

/// The number of seats of a match.
pub const SEATS: usize = 4;
/// The number of players of each heat who go on.
const QUALIFIED: usize = 2;

/// Heats of four. They are drawn by strength, so that the best meet as late as possible.
pub struct Heats;

impl Form for Heats {
    fn next(&self, entrants: &Entrants, stages: &[PlayedStage]) -> Next {
        let mut alive: Vec<usize> = (0..entrants.players).collect();
        let mut out: Vec<Vec<usize>> = Vec::new();
        for stage in stages {
            let is_last = alive.len() <= SEATS;
            let points = points(entrants.players, &stage.matches);
            let (mut next, mut beaten) = (Vec::new(), Vec::new());
            for heat in heats(&alive) {
                let mut ranked = heat.clone();
                // With equal points, the better seeding goes on.
                ranked.sort_by_key(|player| std::cmp::Reverse(points[*player]));
                beaten.extend(ranked.split_off(QUALIFIED.min(ranked.len())));
                next.extend(ranked);
            }
            if is_last {
                let mut places = by_key(alive, |player| points[player]);
                places.extend(out.into_iter().rev().filter(|beaten| !beaten.is_empty()));
                return Next::Done(places);
            }
            out.push(beaten);
            alive.retain(|player| next.contains(player));
        }
        let mut plan = StagePlan::after(entrants, stages);
        heats(&alive).iter().for_each(|heat| plan.meet(heat));
        plan.into_stage()
    }
}

/// Returns the heats of a round. Each has players of all strengths, and their sizes differ by at most one.
fn heats(alive: &[usize]) -> Vec<Vec<usize>> {
    let count = alive.len().div_ceil(SEATS).max(1);
    let mut heats = vec![Vec::new(); count];
    for (at, player) in alive.iter().enumerate() {
        let (row, column) = (at / count, at % count);
        heats[if row % 2 == 0 { column } else { count - 1 - column }].push(*player);
    }
    heats
}
