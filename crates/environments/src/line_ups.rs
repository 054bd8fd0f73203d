//! The players of an environment's matches: who sits on which seat.

use wag_core::game::{GameInfo, Seat, derive_seed};
use wag_i18n::message;
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::player_spec::{Kind, PlayerSpec};
use wag_python::PlayerObject;

/// The largest sum of weights, so that they are whole numbers.
const WEIGHT_SUM: f64 = (1u64 << 48) as f64;

/// The line-ups that the matches of an environment may have. The seed of a match decides which of them it has.
#[derive(Clone, Debug)]
pub struct LineUps {
    seats: usize,
    /// The possible players on all seats except the learner's, in seat order, with their weights. Without any, agents
    /// take all seats.
    others: Vec<(Vec<PlayerSpec>, u64)>,
    /// The possible seats of the learner.
    learner_seats: Vec<Seat>,
}

/// The line-up of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineUp {
    /// An index of [`LineUps::others`].
    others: usize,
    learner: Seat,
}

impl LineUps {
    /// Creates the line-ups of matches with this number of seats. A single opponent takes all seats except the
    /// learner's; with weights, each match draws one of the opponents for these seats. `learner_seats` are numbers from
    /// 1, of which each match draws one; `None` stands for all seats.
    pub fn new(
        seats: usize,
        opponents: Vec<PlayerSpec>,
        weights: Option<&[f64]>,
        learner_seats: Option<&[usize]>,
    ) -> Result<LineUps, PlayError> {
        let everywhere = |player: &PlayerSpec| vec![player.clone(); seats - 1];
        let others = match (weights, opponents.as_slice()) {
            (Some(weights), _) => {
                let sum: f64 = weights.iter().sum();
                let is_valid = |weight: &f64| weight.is_finite() && *weight >= 0.0;
                if weights.len() != opponents.len() || !weights.iter().all(is_valid) || sum <= 0.0 {
                    return user_error(message!(
                        "the weights of the opponents must be numbers from 0, one for each, and not all 0"
                    ));
                }
                let whole = |weight: &f64| (weight / sum * WEIGHT_SUM) as u64;
                opponents.iter().map(everywhere).zip(weights.iter().map(whole)).collect()
            }
            (None, []) => Vec::new(),
            (None, [one]) => vec![(everywhere(one), 1)],
            (None, _) => vec![(opponents, 1)],
        };
        let learner_seats = match learner_seats {
            Some(numbers) => numbers.iter().map(|number| seat(*number, seats)).collect::<Result<_, _>>()?,
            None => Seat::all(seats).collect(),
        };
        Ok(LineUps { seats, others, learner_seats })
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Returns the line-up of the match with this seed.
    pub fn choose(&self, seed: u64) -> LineUp {
        let draw = |purpose, most: u64| derive_seed(seed, purpose, &[]) % most.max(1);
        let learner = match self.learner_seats.as_slice() {
            [one] => *one,
            seats => {
                seats.get(draw("learner's seat", seats.len() as u64) as usize).copied().unwrap_or(Seat(0))
            }
        };
        let sum = self.others.iter().map(|(_, weight)| weight).sum();
        let mut drawn = if self.others.len() < 2 { 0 } else { draw("opponent", sum) };
        let is_chosen = |(_, weight): &(Vec<PlayerSpec>, u64)| {
            let is_chosen = drawn < *weight;
            drawn = drawn.saturating_sub(*weight);
            is_chosen
        };
        LineUp { others: self.others.iter().position(is_chosen).unwrap_or_default(), learner }
    }

    /// Returns the players in seat order; `None` for agents.
    pub fn players(&self, line_up: LineUp) -> Vec<Option<&PlayerSpec>> {
        let Some((others, _)) = self.others.get(line_up.others) else { return vec![None; self.seats] };
        let mut players: Vec<_> = others.iter().map(Some).collect();
        players.insert(line_up.learner.index().min(players.len()), None);
        players
    }

    /// Returns the policies among the players, each of them once.
    pub fn policies(&self) -> Vec<PlayerObject> {
        let mut policies = Vec::new();
        for player in self.others.iter().flat_map(|(players, _)| players) {
            if let Some(policy) = policy(player).filter(|policy| !policies.contains(*policy)) {
                policies.push(policy.clone());
            }
        }
        policies
    }

    /// Returns whether a player runs in a process of its own, or is a function of the caller.
    pub fn has_remote(&self, info: &GameInfo) -> bool {
        self.others.iter().flat_map(|(players, _)| players).any(|player| is_remote(info, player))
    }
}

fn seat(number: usize, seats: usize) -> Result<Seat, PlayError> {
    match Seat::all(seats).find(|seat| usize::from(seat.number()) == number) {
        Some(seat) => Ok(seat),
        None => user_error(message!("there is no seat %{number}; choose 1 to %{seats}", number, seats)),
    }
}

/// Returns the policy that a player is, or `None` for other players.
pub fn policy(player: &PlayerSpec) -> Option<&PlayerObject> {
    match &player.kind {
        Kind::Object(object) if object.policy_game().is_some() => Some(object),
        _ => None,
    }
}

/// Returns whether a player runs in a process of its own, or is a function of the caller.
pub fn is_remote(info: &GameInfo, player: &PlayerSpec) -> bool {
    !player.is_native(info) && policy(player).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wag_play::line_up::players::several;

    fn line_ups(opponents: &[&str], weights: Option<&[f64]>, seats: Option<&[usize]>) -> LineUps {
        let info = wag_games::find("tron").unwrap().info;
        let words: Vec<String> = opponents.iter().map(|word| word.to_string()).collect();
        LineUps::new(3, several(info, &words, &[]).unwrap(), weights, seats).unwrap()
    }

    fn names(line_ups: &LineUps, seed: u64) -> Vec<&str> {
        let players = line_ups.players(line_ups.choose(seed));
        players.iter().map(|player| player.map_or("", |player| &player.name)).collect()
    }

    #[test]
    fn the_learner_sits_between_its_opponents() {
        assert_eq!(names(&line_ups(&["Straight", "Roomy"], None, Some(&[2])), 7), ["Straight", "", "Roomy"]);
        assert_eq!(names(&line_ups(&["Roomy"], None, Some(&[3])), 7), ["Roomy", "Roomy", ""]);
        assert_eq!(names(&line_ups(&[], None, Some(&[1])), 7), ["", "", ""]);
    }

    #[test]
    fn seeds_draw_seats_and_opponents() {
        let all = line_ups(&["Straight", "Roomy"], Some(&[1.0, 3.0]), None);
        let drawn: Vec<_> = (0..400).map(|seed| names(&all, seed)).collect();
        let count = |is: &dyn Fn(&Vec<&str>) -> bool| drawn.iter().filter(|names| is(names)).count();
        assert_eq!(drawn.iter().cloned().collect::<BTreeSet<_>>().len(), 6);
        assert!((60..140).contains(&count(&|names| names.contains(&"Straight"))));
        assert!((100..170).contains(&count(&|names| names[1].is_empty())));
        let never = line_ups(&["Straight", "Roomy"], Some(&[0.0, 1.0]), Some(&[1]));
        assert!((0..100).all(|seed| names(&never, seed) == ["", "Roomy", "Roomy"]));
    }

    #[test]
    fn wrong_seats_and_weights_are_explained() {
        let info = wag_games::find("tron").unwrap().info;
        let error = |weights: Option<&[f64]>, seats: &[usize]| {
            let opponents = several(info, &["Roomy".to_string()], &[]).unwrap();
            LineUps::new(2, opponents, weights, Some(seats)).unwrap_err().to_string()
        };
        assert_eq!(error(None, &[3]), "there is no seat 3; choose 1 to 2");
        assert_eq!(error(None, &[1, 0]), "there is no seat 0; choose 1 to 2");
        let weights = "the weights of the opponents must be numbers from 0, one for each, and not all 0";
        for wrong in [&[0.0][..], &[f64::NAN], &[-1.0], &[1.0, 1.0], &[f64::INFINITY]] {
            assert_eq!(error(Some(wrong), &[1]), weights);
        }
    }
}
