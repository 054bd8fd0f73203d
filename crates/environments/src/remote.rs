//! Opponents that run in processes of their own, such as Python files. A thread owns them, so that a learner may use its
//! environment from any thread.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use wag_core::arena::{Answer, Ask, SteppedMatch};
use wag_core::game::{Absence, Game, GameInfo, Playable, Seat, turn_seed};
use wag_core::problem::{Fault, FaultKind};
use wag_i18n::{message, t};
use wag_play::error::PlayError;
use wag_play::line_up::player_spec::{Kind, PlayerSpec};
use wag_play::seats::seating::{PlayerFactory, Players, start_players};
use wag_play::seats::unstarted::Unstarted;
use wag_sandbox::Limits;

/// The players of an environment that run in processes of their own.
pub struct RemotePlayers<G: Game> {
    /// `None` after the environment was closed.
    requests: Option<Sender<Request<G>>>,
    replies: Receiver<Reply<G>>,
    thread: Option<JoinHandle<()>>,
    records: Vec<Record>,
    seats: usize,
    /// Whether the players have been started for a match.
    pub is_started: bool,
}

/// A player's status in the current match.
#[derive(Clone, Copy, Default)]
struct Record {
    lost_turns: u32,
    /// True if the player has ended and will not answer again.
    is_gone: bool,
}

enum Request<G: Game> {
    Start(G::Setup),
    Ask { seat: Seat, ask: Ask, state: G::State },
}

enum Reply<G: Game> {
    Started(Result<(), PlayError>),
    Answer(Box<Answer<G::Orders>>),
}

impl<G: Playable> RemotePlayers<G> {
    /// Starts the thread of these players. `None` stands for agents.
    pub fn start(
        info: &'static GameInfo,
        opponents: Vec<Option<PlayerSpec>>,
        limits: Limits,
    ) -> Result<Self, PlayError> {
        let seats = opponents.len();
        let (requests, received) = channel();
        let (sender, replies) = channel();
        let thread = Builder::new().name("opponents".to_string());
        let thread = thread.spawn(move || serve::<G>(info, &opponents, limits, &received, &sender));
        let thread =
            thread.map_err(PlayError::defect(t!("the thread of the opponents cannot be started")))?;
        Ok(RemotePlayers {
            requests: Some(requests),
            replies,
            thread: Some(thread),
            records: vec![Record::default(); seats],
            seats,
            is_started: false,
        })
    }

    /// Starts all players again, for another match.
    pub fn restart(&mut self, setup: &G::Setup) -> Result<(), PlayError> {
        self.records = vec![Record::default(); self.seats];
        self.is_started = true;
        match self.request(Request::Start(setup.clone())) {
            Some(Reply::Started(started)) => started,
            _ => Err(PlayError::UserError(message!("the opponents have stopped; create a new environment"))),
        }
    }

    /// Returns a player's answer, or `None` if it gives no orders.
    pub fn answer(&mut self, played: &SteppedMatch<G>, seat: Seat) -> Option<G::Orders> {
        let record = self.records[seat.index()];
        if record.is_gone {
            return Some(G::absent(Absence::default()));
        }
        if record.lost_turns >= G::LOST_TURNS_ALLOWED {
            return None;
        }
        let ask = Ask {
            round: played.round().unwrap_or_default(),
            random_seed: turn_seed(played.seed(), seat, played.turns()),
        };
        let reply = self.request(Request::Ask { seat, ask, state: played.state().clone() });
        let Some(Reply::Answer(answer)) = reply else { return Some(G::absent(Absence::default())) };
        let Answer { orders, report } = *answer;
        let loses_turn = report.fault.as_ref().is_some_and(Fault::loses_turn);
        let is_final = report.fault.is_some() && !G::continues_after_fault(played.state());
        let record = &mut self.records[seat.index()];
        record.lost_turns += u32::from(loses_turn);
        record.is_gone = report.is_gone || is_final;
        if record.is_gone && (loses_turn || is_final) {
            let is_late = report.fault.is_some_and(|fault| fault.kind == FaultKind::Timeout);
            return Some(G::absent(Absence { is_late, at_start: false }));
        }
        Some(orders).filter(|orders| G::could_order(&played.view(seat), orders))
    }

    fn request(&self, request: Request<G>) -> Option<Reply<G>> {
        self.requests.as_ref()?.send(request).ok()?;
        self.replies.recv().ok()
    }
}

impl<G: Game> Drop for RemotePlayers<G> {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A panic in the thread has already been reported.
            let _ = thread.join();
        }
    }
}

/// Answers requests until there are no more.
fn serve<G: Playable>(
    info: &'static GameInfo,
    opponents: &[Option<PlayerSpec>],
    limits: Limits,
    requests: &Receiver<Request<G>>,
    replies: &Sender<Reply<G>>,
) {
    let factory = PlayerFactory::new(info, limits, Vec::new(), Arc::new(AtomicBool::new(false)));
    let entrants: Vec<PlayerSpec> =
        opponents.iter().map(|player| player.clone().unwrap_or_else(nobody)).collect();
    let mut players: Players<G> = Vec::new();
    for request in requests {
        let reply = match request {
            Request::Start(setup) => {
                players.clear();
                let started = start(&factory, &entrants, &setup);
                Reply::Started(started.map(|started| players = started))
            }
            Request::Ask { seat, ask, state } => {
                let Some(player) = players.get_mut(seat.index()) else { break };
                player.ask(ask, G::view(&state, seat));
                Reply::Answer(Box::new(player.answer()))
            }
        };
        if replies.send(reply).is_err() {
            break;
        }
    }
    players.clear();
    factory.close();
}

/// Returns a stand-in for an agent. It is never asked.
fn nobody() -> PlayerSpec {
    PlayerSpec {
        name: String::new(),
        word: String::new(),
        source: String::new(),
        kind: Kind::BuiltIn(""),
        is_recorded: false,
    }
}

fn start<G: Playable>(
    factory: &PlayerFactory,
    entrants: &[PlayerSpec],
    setup: &G::Setup,
) -> Result<Players<G>, PlayError> {
    let started = start_players::<G>(factory, entrants, setup, None, &mut |_| ())?;
    let mut failures = Seat::all(entrants.len()).zip(started.failures);
    if let Some((seat, problem)) = failures.find_map(|(seat, problem)| Some((seat, problem?))) {
        let name = &entrants[seat.index()].name;
        return Err(PlayError::CannotStart(Unstarted::one(seat, name, problem)));
    }
    let mut players = started.players;
    players.iter_mut().for_each(|player| player.begin());
    Ok(players)
}
