//! One match of an environment, with the players on its other seats.

use crate::Setups;
use crate::line_ups::{LineUp, is_remote, policy};
use crate::policy_part::PolicyPart;
use wag_core::arena::{Rewards, SteppedMatch};
use wag_core::game::{Bot, Environment, InvalidOptions, Playable, Seat, SeatSet, Spaces};
use wag_python::policy::RowOrigin;

/// A match in which agents choose actions. Bots of the engine, policies, functions of the caller and processes play the
/// other seats.
pub struct Lane<G: Environment> {
    pub played: SteppedMatch<G>,
    pub line_up: LineUp,
    /// The seats of the agents.
    pub agents: Vec<Seat>,
    occupants: Vec<Occupant<G>>,
    /// True if not all seats are those of agents.
    has_others: bool,
    /// True if bots of the engine sit here, which need seeds and may remember earlier turns.
    has_bots: bool,
    /// True if the agents have acted in the current step.
    has_acted: bool,
    /// True if the functions and processes have not been started for this match yet.
    pub is_new: bool,
    /// The questions of the current turn to policies, functions and processes.
    questions: Vec<Question<G>>,
    // A buffer, reused in each step.
    rewards: Vec<f32>,
}

/// The player of a seat.
enum Occupant<G: Environment> {
    Agent,
    Bot(Bot<G>),
    /// A built-in player that gives no orders.
    Idle,
    /// The policy with this index.
    Policy(usize),
    /// A function of the caller, or a player that runs in a process of its own.
    Remote,
}

/// A question to a seat that neither an agent nor a bot of the engine answers.
struct Question<G: Environment> {
    seat: Seat,
    /// The index of the policy, and its row; `None` for a function or a process.
    row: Option<(usize, usize)>,
    /// `None` before the answer, and if the seat gives no orders.
    orders: Option<G::Orders>,
}

/// The spaces and the rewards of an environment's agents, and the shapes of their buffers.
pub struct Agents {
    /// The number of agents.
    pub count: usize,
    pub spaces: Spaces,
    pub rewards: Rewards,
    /// The number of elements of an observation, an action and a mask.
    pub observation_len: usize,
    pub action_len: usize,
    pub mask_len: usize,
}

impl Agents {
    pub fn new(count: usize, spaces: Spaces, rewards: Rewards) -> Agents {
        let (observation_len, action_len) = (spaces.observation_len(), spaces.actions.choices.len());
        let mask_len = spaces.actions.mask_len();
        Agents { count, spaces, rewards, observation_len, action_len, mask_len }
    }
}

impl<G: Playable> Lane<G> {
    /// Starts a match.
    pub fn start(setups: &Setups<G>, seed: u64) -> Result<Lane<G>, InvalidOptions> {
        let line_up = setups.line_ups.choose(seed);
        let mut lane = Lane {
            played: SteppedMatch::start(setups.make(line_up, seed)?, setups.line_ups.seats(), seed),
            line_up,
            agents: Vec::new(),
            occupants: Vec::new(),
            has_others: false,
            has_bots: false,
            has_acted: true,
            is_new: true,
            questions: Vec::new(),
            rewards: vec![0.0; setups.line_ups.seats()],
        };
        lane.seat(setups);
        Ok(lane)
    }

    /// Starts another match, with bots that remember nothing. The next call of [`Lane::run`] plays until an agent acts.
    pub fn restart(&mut self, setups: &Setups<G>, seed: u64) -> Result<(), InvalidOptions> {
        let line_up = setups.line_ups.choose(seed);
        if G::SEED_DECIDES_SETUP || line_up != self.line_up {
            self.played.restart(setups.make(line_up, seed)?, seed);
        } else {
            self.played.restart_with_setup(seed);
        }
        if line_up != self.line_up || self.has_bots {
            self.line_up = line_up;
            self.seat(setups);
        }
        (self.has_acted, self.is_new) = (true, true);
        self.questions.clear();
        Ok(())
    }

    /// Seats the players of the line-up.
    fn seat(&mut self, setups: &Setups<G>) {
        let players = setups.line_ups.players(self.line_up);
        let occupant = |player: &Option<&_>| match player {
            None => Occupant::Agent,
            Some(player) => match policy(player) {
                Some(policy) => {
                    Occupant::Policy(setups.policies.iter().position(|one| one == policy).unwrap_or(0))
                }
                None if is_remote(setups.info, player) => Occupant::Remote,
                None => {
                    let bot = player.seated().built_in.and_then(|name| G::bot(setups.info, name));
                    bot.map_or(Occupant::Idle, Occupant::Bot)
                }
            },
        };
        self.occupants = players.iter().map(occupant).collect();
        let seats = Seat::all(players.len()).zip(&players);
        self.agents = seats.filter(|(_, player)| player.is_none()).map(|(seat, _)| seat).collect();
        self.has_others = self.agents.len() < players.len();
        self.has_bots = self.occupants.iter().any(|occupant| matches!(occupant, Occupant::Bot(_)));
    }

    /// Returns the match as bytes: the name of the game, a zero byte, and the saved match.
    pub fn bytes(&self) -> Vec<u8> {
        [G::NAME.as_bytes(), &[0], &self.played.save()].concat()
    }

    /// Returns the match that was saved as these bytes, with bots that remember nothing; `None` if it is not a match of
    /// this game with as many seats.
    pub fn read(&self, setups: &Setups<G>, bytes: &[u8]) -> Option<Lane<G>> {
        let mut lane = self.clone();
        let bytes = bytes.strip_prefix(G::NAME.as_bytes())?.strip_prefix(&[0])?;
        let is_read = lane.played.load(bytes);
        lane.line_up = setups.line_ups.choose(lane.played.seed());
        lane.seat(setups);
        lane.is_new = true;
        (is_read && G::is_sound(lane.played.setup())).then_some(lane)
    }

    /// Begins a step: the next call of [`Lane::run`] plays the turn of the agents.
    pub fn begin_step(&mut self) {
        self.has_acted = false;
    }

    /// Plays until an agent acts in the next turn, or the match is over. If policies, functions or processes must answer
    /// first, returns true; the next call goes on with their answers. `actions` are those of the agents in this step.
    pub fn run(&mut self, agents: &Agents, actions: &[i32]) -> bool {
        let chosen = |agent: usize| &actions[agent * agents.action_len..(agent + 1) * agents.action_len];
        if !self.has_others {
            if !std::mem::replace(&mut self.has_acted, true) {
                self.played.step_unseeded(|seat, view| G::orders(view, chosen(seat.index())));
            }
            return false;
        }
        while !self.played.is_over() {
            let to_act = self.played.to_act();
            let is_agents_turn = self.agents.iter().any(|agent| to_act.contains(*agent));
            if is_agents_turn && self.has_acted {
                break;
            }
            if self.questions.is_empty() && self.ask(to_act) {
                return true;
            }
            let (occupants, questions, seats) = (&mut self.occupants, &mut self.questions, &self.agents);
            let mut answer = |seat: Seat, view: &G::View<'_>, random_seed| match &mut occupants[seat.index()]
            {
                Occupant::Agent => match seats.iter().position(|agent| *agent == seat) {
                    Some(agent) => G::orders(view, chosen(agent)),
                    None => G::Orders::default(),
                },
                Occupant::Bot(bot) => bot(view, random_seed),
                Occupant::Idle => G::Orders::default(),
                Occupant::Policy(_) | Occupant::Remote => {
                    let question = questions.iter_mut().find(|question| question.seat == seat);
                    question.and_then(|question| question.orders.take()).unwrap_or_default()
                }
            };
            // Seeds cost more time than the rules of small games.
            match self.has_bots {
                true => self.played.step(answer),
                false => self.played.step_unseeded(|seat, view| answer(seat, view, 0)),
            }
            self.questions.clear();
            self.has_acted |= is_agents_turn;
        }
        false
    }

    /// Notes the questions of a turn. Returns whether there are any.
    fn ask(&mut self, to_act: SeatSet) -> bool {
        for seat in to_act.iter() {
            let row = match self.occupants[seat.index()] {
                Occupant::Policy(policy) => Some((policy, 0)),
                Occupant::Remote => None,
                Occupant::Agent | Occupant::Bot(_) | Occupant::Idle => continue,
            };
            self.questions.push(Question { seat, row, orders: None });
        }
        !self.questions.is_empty()
    }

    /// Adds the rows of the questions to policies. `number` is the number of the match in its vector.
    pub fn write_rows(&mut self, part: &mut PolicyPart<G>, number: Option<usize>) {
        for question in &mut self.questions {
            let Some((policy, row)) = &mut question.row else { continue };
            let rows = &mut part.rows[*policy];
            let (observation, mask) = part.codec.observe(&self.played.view(question.seat));
            let round = self.played.round().unwrap_or_default();
            *row = rows.len();
            rows.push(observation, mask, RowOrigin { lane: number, seat: question.seat, round });
        }
    }

    /// Takes the answers of the policies to its rows.
    pub fn read_answers(&mut self, part: &PolicyPart<G>, agents: &Agents) {
        for question in &mut self.questions {
            let Some((policy, row)) = question.row else { continue };
            let action = part.answers[policy].get(row * agents.action_len..(row + 1) * agents.action_len);
            let view = self.played.view(question.seat);
            question.orders = action.and_then(|action| part.codec.orders(&view, action));
        }
    }

    /// Returns whether functions of the caller or processes sit here.
    pub fn has_remote(&self) -> bool {
        self.occupants.iter().any(|occupant| matches!(occupant, Occupant::Remote))
    }

    /// Returns the seats whose functions and processes are asked in this turn.
    pub fn remote_questions(&self) -> impl Iterator<Item = Seat> {
        self.questions.iter().filter(|question| question.row.is_none()).map(|question| question.seat)
    }

    /// Takes the answer of a function or a process; `None` if it gives no orders.
    pub fn take_remote_answer(&mut self, seat: Seat, orders: Option<G::Orders>) {
        if let Some(question) = self.questions.iter_mut().find(|question| question.seat == seat) {
            question.orders = orders;
        }
    }

    /// Writes the rewards of the agents since the last call.
    pub fn take_rewards(&mut self, agents: &Agents, out: &mut [f32]) {
        self.played.take_rewards(agents.rewards, &mut self.rewards);
        for (reward, seat) in out.iter_mut().zip(&self.agents) {
            *reward = self.rewards[seat.index()];
        }
    }

    /// Writes the observations of all agents, one after the other.
    pub fn observe(&self, agents: &Agents, out: &mut [G::Element]) {
        for (seat, out) in self.agents.iter().zip(out.chunks_exact_mut(agents.observation_len)) {
            G::observe(&self.played.view(*seat), out);
        }
    }

    /// Writes the masks of all agents, one after the other.
    pub fn mask(&self, agents: &Agents, out: &mut [i8]) {
        let to_act = self.played.to_act();
        for (seat, out) in self.agents.iter().zip(out.chunks_exact_mut(agents.mask_len)) {
            if to_act.contains(*seat) {
                G::mask(&self.played.view(*seat), out);
            } else {
                agents.spaces.actions.mask_nothing(out);
            }
        }
    }

    /// Writes which agents act in the next step, 1 or 0 for each.
    pub fn acting(&self, out: &mut [u8]) {
        let to_act = self.played.to_act();
        for (seat, out) in self.agents.iter().zip(out) {
            *out = to_act.contains(*seat).into();
        }
    }
}

impl<G: Playable> Clone for Lane<G> {
    /// Returns a copy of the match with the same future: its bots have the same memory.
    fn clone(&self) -> Self {
        let occupant = |occupant: &Occupant<G>| match occupant {
            Occupant::Agent => Occupant::Agent,
            Occupant::Bot(bot) => Occupant::Bot(bot.boxed_clone()),
            Occupant::Idle => Occupant::Idle,
            Occupant::Policy(policy) => Occupant::Policy(*policy),
            Occupant::Remote => Occupant::Remote,
        };
        Lane {
            played: self.played.clone(),
            line_up: self.line_up,
            agents: self.agents.clone(),
            occupants: self.occupants.iter().map(occupant).collect(),
            has_others: self.has_others,
            has_bots: self.has_bots,
            has_acted: self.has_acted,
            is_new: self.is_new,
            questions: Vec::new(),
            rewards: self.rewards.clone(),
        }
    }
}
