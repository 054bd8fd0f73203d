//! Groups and a bracket: all against all in small groups, then the two best of each group meet, and who loses is out.

use super::{Entrants, Form, Next, PlayedFixture, PlayedStage, StagePlan, by_key, points};

/// The most players of a group.
const GROUP: usize = 4;
/// The number of players of each group who go on.
const QUALIFIED: usize = 2;
/// The largest field that plays a bracket without groups.
const WITHOUT_GROUPS: usize = 4;
/// The number of times that a meeting is played while nobody is ahead; then the better seeding decides.
const REPLAYS: usize = 3;

/// Groups of four, then a bracket of the two best of each.
pub struct Bracket;

impl Form for Bracket {
    fn next(&self, entrants: &Entrants, stages: &[PlayedStage]) -> Next {
        let groups = groups(entrants.players);
        let mut plan = StagePlan::after(entrants, stages);
        let (seeded, mut rest, knockout) = match (groups.is_empty(), stages.split_first()) {
            (true, _) => ((0..entrants.players).collect(), Vec::new(), stages),
            (false, None) => {
                for group in &groups {
                    for (at, one) in group.iter().enumerate() {
                        group[at + 1..].iter().for_each(|other| plan.meet(&[*one, *other]));
                    }
                }
                return plan.into_stage();
            }
            (false, Some((stage, knockout))) => {
                let (seeded, rest) = qualified(entrants.players, &groups, &stage.matches);
                (seeded, rest, knockout)
            }
        };
        let mut bracket = Rounds { alive: seeded, out: Vec::new() };
        let mut stages = knockout;
        while bracket.alive.len() > 1 {
            let pairs = bracket.pairs();
            let mut played: Vec<PlayedFixture> = Vec::new();
            for number in 0..REPLAYS {
                let open: Vec<_> = pairs.iter().filter(|pair| winner(**pair, &played).is_none()).collect();
                if open.is_empty() {
                    break;
                }
                let Some((stage, later)) = stages.split_first() else {
                    open.iter().for_each(|(one, other)| plan.meet(&[*one, *other]));
                    return plan.into_stage();
                };
                debug_assert!(number == 0 || stage.matches.len() <= played.len());
                played.extend(stage.matches.iter().cloned());
                stages = later;
            }
            bracket.play(&pairs, &played);
        }
        let mut places = vec![bracket.alive];
        places.extend(bracket.out.into_iter().rev());
        places.append(&mut rest);
        Next::Done(places)
    }
}

/// Returns the groups, in each of which the seedings differ as little as possible in sum; none if there are few players.
fn groups(players: usize) -> Vec<Vec<usize>> {
    if players <= WITHOUT_GROUPS {
        return Vec::new();
    }
    let count = players.div_ceil(GROUP);
    let mut groups = vec![Vec::new(); count];
    for player in 0..players {
        let (row, column) = (player / count, player % count);
        groups[if row % 2 == 0 { column } else { count - 1 - column }].push(player);
    }
    groups
}

/// Returns who goes on, the best first, and the places of the others. With equal points, the better seeding goes on.
fn qualified(
    players: usize,
    groups: &[Vec<usize>],
    played: &[PlayedFixture],
) -> (Vec<usize>, Vec<Vec<usize>>) {
    let points = points(players, played);
    let mut by_rank = vec![Vec::new(); GROUP];
    for group in groups {
        let mut ranked = group.clone();
        ranked.sort_by_key(|player| (std::cmp::Reverse(points[*player]), *player));
        for (rank, player) in ranked.into_iter().enumerate() {
            // Groups may differ by a player.
            by_rank[rank].push((points[player] / (group.len() as u64 - 1).max(1), player));
        }
    }
    for rank in &mut by_rank {
        rank.sort_by_key(|(share, player)| (std::cmp::Reverse(*share), *player));
    }
    let out = by_rank.split_off(QUALIFIED);
    let seeded = by_rank.into_iter().flatten().map(|(_, player)| player).collect();
    let rest = out.into_iter().flat_map(|rank| {
        by_key(0..rank.len(), |at| rank[at].0)
            .into_iter()
            .map(move |place| place.into_iter().map(|at| rank[at].1).collect::<Vec<_>>())
    });
    (seeded, rest.collect())
}

/// The rounds of a bracket.
struct Rounds {
    /// The players who have not lost, by seeding.
    alive: Vec<usize>,
    /// The players who lost in each round, the first round first.
    out: Vec<Vec<usize>>,
}

impl Rounds {
    /// Returns the pairs of the round: the best against the last. If the number of players is no power of two, the best do
    /// not play in this round.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let full = self.alive.len().next_power_of_two();
        let resting = full - self.alive.len();
        let playing = &self.alive[resting..];
        (0..playing.len() / 2).map(|at| (playing[at], playing[playing.len() - 1 - at])).collect()
    }

    fn play(&mut self, pairs: &[(usize, usize)], played: &[PlayedFixture]) {
        let mut out = Vec::new();
        for (one, other) in pairs {
            let winner = winner((*one, *other), played).unwrap_or(*one);
            let loser = if winner == *one { *other } else { *one };
            out.push(loser);
            // The winner takes over the better seeding of the two.
            let seedings = [*one, *other].map(|player| self.alive.iter().position(|alive| *alive == player));
            if let [Some(better), Some(worse)] = seedings {
                self.alive[better] = winner;
                self.alive[worse] = loser;
            }
        }
        self.alive.retain(|player| !out.contains(player));
        self.out.push(out);
    }
}

/// Returns the winner of a meeting; `None` if nobody is ahead.
fn winner((one, other): (usize, usize), played: &[PlayedFixture]) -> Option<usize> {
    let is_theirs =
        |played: &&PlayedFixture| [one, other].iter().all(|player| played.fixture.seats.contains(player));
    let points = points(one.max(other) + 1, played.iter().filter(is_theirs));
    match points[one].cmp(&points[other]) {
        std::cmp::Ordering::Greater => Some(one),
        std::cmp::Ordering::Less => Some(other),
        std::cmp::Ordering::Equal => None,
    }
}
