//! A player's part in a recorded match as a learner sees it: observations, masks, actions and rewards.

use std::ops::ControlFlow;
use std::path::Path;
use wag_core::game::{Element, Playable, Seat, Spaces, plain};
use wag_games::{KnownGame, with_game};
use wag_i18n::t;
use wag_play::error::{PlayError, user_error};
use wag_play::prepare_for_learners;
use wag_play::recorded::{named, other_rules};
use wag_replay::{Blocks, Reader, Turn, Verdict, resimulate_with};

/// The maximum size of all observations of a trajectory, in bytes.
const BYTES_MAX: usize = 4 << 30;

/// The turns of one player, in the order of play. Each list has the values of all turns one after the other.
#[derive(Debug)]
pub struct Trajectory {
    pub spaces: Spaces,
    /// The name of the observations' type in numpy.
    pub dtype: &'static str,
    /// The bytes of the observations, little-endian.
    pub observations: Vec<u8>,
    pub masks: Vec<i8>,
    pub actions: Vec<i32>,
    /// For each turn, whether the action stands for exactly the orders that the player gave.
    pub exact: Vec<bool>,
    /// The change of the player's deciding figure up to its next turn or the end.
    pub rewards: Vec<f32>,
    pub rounds: Vec<u32>,
    /// Whether the match was played to its end.
    pub is_complete: bool,
}

/// Re-simulates a replay and returns what the player on a seat has seen and done.
pub fn trajectory(game: KnownGame, blocks: Blocks, path: &Path, seat: Seat) -> Result<Trajectory, PlayError> {
    with_game!(game, G => trajectory_of::<G>(game, blocks, path, seat))
}

fn trajectory_of<G: Playable>(
    game: KnownGame,
    blocks: Blocks,
    path: &Path,
    seat: Seat,
) -> Result<Trajectory, PlayError> {
    let reader = named(path, Reader::<G>::of(blocks))?;
    let mut setup = reader.setup().clone();
    prepare_for_learners::<G>(game.info, &mut setup)?;
    let mut recording = Recording::<G>::new(G::spaces(&setup), seat, reader.header().players.len());
    let (verdict, last) = named(
        path,
        resimulate_with(&reader, &setup, |state, turn, _| match recording.add(state, turn) {
            Some(()) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }),
    )?;
    if let Verdict::Differs(first) = verdict {
        return user_error(other_rules::<G>(path, reader.header(), &first));
    }
    if recording.is_full {
        return user_error(t!(
            "%{path} is too long: its observations take more than %{most} GiB",
            path = path.display(),
            most = BYTES_MAX >> 30
        ));
    }
    recording.reward(&last);
    recording.done.is_complete = reader.file().is_complete();
    Ok(recording.done)
}

/// A trajectory that is being written.
struct Recording<G: Playable> {
    seat: Seat,
    done: Trajectory,
    /// The deciding figure at the last turn; `None` before the first turn.
    figure: Option<i64>,
    is_full: bool,
    // Buffers, reused in each turn.
    observation: Vec<G::Element>,
    figures: Vec<i64>,
}

impl<G: Playable> Recording<G> {
    fn new(spaces: Spaces, seat: Seat, seats: usize) -> Recording<G> {
        Recording {
            seat,
            figure: None,
            is_full: false,
            observation: vec![G::Element::default(); spaces.observation_len()],
            figures: vec![0; seats],
            done: Trajectory {
                spaces,
                dtype: G::Element::DTYPE.name(),
                observations: Vec::new(),
                masks: Vec::new(),
                actions: Vec::new(),
                exact: Vec::new(),
                rewards: Vec::new(),
                rounds: Vec::new(),
                is_complete: false,
            },
        }
    }

    /// Adds a turn, if the player has given orders in it. Returns `None` if the trajectory is too long.
    fn add(&mut self, state: &G::State, turn: &Turn<G>) -> Option<()> {
        let is_own = |(seat, _): &&(Seat, G::Orders)| *seat == self.seat;
        let Some((_, orders)) = turn.orders.iter().find(is_own) else { return Some(()) };
        self.reward(state);
        let (view, done) = (G::view(state, self.seat), &mut self.done);
        G::observe(&view, &mut self.observation);
        G::Element::write(&self.observation, &mut done.observations);
        let start = done.masks.len();
        done.masks.resize(start + done.spaces.actions.mask_len(), 0);
        G::mask(&view, &mut done.masks[start..]);
        let action = G::action(&view, orders);
        let repeated = action.as_ref().map(|action| sorted::<G>(G::orders(&view, action)));
        done.exact.push(repeated.is_some_and(|repeated| repeated == sorted::<G>(orders.clone())));
        let nothing = || vec![0; done.spaces.actions.choices.len()];
        done.actions.extend(action.unwrap_or_else(nothing));
        done.rounds.push(turn.round);
        self.is_full = done.observations.len() > BYTES_MAX;
        (!self.is_full).then_some(())
    }

    /// Adds the reward of the turn before this position.
    fn reward(&mut self, state: &G::State) {
        G::figures(state, &mut self.figures);
        let figure = self.figures[self.seat.index()];
        if let Some(before) = self.figure.replace(figure) {
            self.done.rewards.push(figure.saturating_sub(before) as f32);
        }
    }
}

/// Returns orders as bytes. Orders that differ only in an irrelevant sequence have the same bytes.
fn sorted<G: Playable>(mut orders: G::Orders) -> Vec<u8> {
    G::sort_orders(&mut orders);
    plain::write(&orders)
}
