//! Opponents that run in processes of their own, such as Python files, and functions of the caller. A thread owns them, so
//! that a learner may use its environment from any thread.

use crate::lane::Lane;
use crate::line_ups::is_remote;
use crate::outside_error::OutsideError;
use std::collections::BTreeMap;
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
use wag_play::seats::worker_policy::WorkerPolicy;
use wag_python::caller_thread::{Call, CallerThread};
use wag_sandbox::Limits;

/// The players of an environment that run in processes of their own, or are functions of the caller. Matches have
/// numbers.
pub struct RemotePlayers<G: Game> {
    /// `None` after the environment was closed.
    requests: Option<Sender<Request<G>>>,
    replies: Receiver<Reply<G>>,
    thread: Option<JoinHandle<()>>,
    info: &'static GameInfo,
    /// The status of each player in each match.
    records: Vec<Vec<Record>>,
    /// The seats that the thread was asked for, in the order of its answers.
    asked: Vec<(usize, Seat)>,
    /// The answers that need no question.
    known: Vec<(usize, Seat)>,
}

/// A player's status in the current match.
#[derive(Clone, Copy, Default)]
struct Record {
    lost_turns: u32,
    /// True if the player has ended and will not answer again.
    is_gone: bool,
}

/// Questions to the players of a match in one turn.
struct Questions<G: Game> {
    /// The number of the match.
    number: usize,
    state: G::State,
    seats: Vec<(Seat, Ask)>,
}

/// The answer of a player.
pub struct RemoteAnswer<G: Game> {
    /// The number of the match.
    pub number: usize,
    pub seat: Seat,
    /// `None` if the player is not asked any more.
    answer: Option<Answer<G::Orders>>,
}

enum Request<G: Game> {
    /// Starts the players of a match; `None` for seats that others take.
    Start(usize, G::Setup, Vec<Option<PlayerSpec>>),
    /// Asks players, all of them before the first one answers.
    Ask(Vec<Questions<G>>),
}

enum Reply<G: Game> {
    Started(Result<(), PlayError>),
    Answers(Vec<Answer<G::Orders>>),
    /// Python code of the caller, which runs in the thread that waits for the reply.
    Call(Call),
}

impl<G: Playable> RemotePlayers<G> {
    /// Starts the thread of the players for this number of matches.
    pub fn start(info: &'static GameInfo, limits: Limits, matches: usize) -> Result<Self, PlayError> {
        let (requests, received) = channel();
        let (sender, replies) = channel();
        let thread = Builder::new().name("opponents".to_string());
        let thread = thread.spawn(move || serve::<G>(info, limits, &received, &sender));
        let thread =
            thread.map_err(PlayError::defect(t!("the thread of the opponents cannot be started")))?;
        Ok(RemotePlayers {
            requests: Some(requests),
            replies,
            thread: Some(thread),
            info,
            records: vec![Vec::new(); matches],
            asked: Vec::new(),
            known: Vec::new(),
        })
    }

    /// Starts the players of a match again.
    pub fn start_match(
        &mut self,
        number: usize,
        setup: &G::Setup,
        players: Vec<Option<&PlayerSpec>>,
    ) -> Result<(), OutsideError> {
        self.records[number] = vec![Record::default(); players.len()];
        let own = |player: Option<&PlayerSpec>| player.filter(|player| is_remote(self.info, player)).cloned();
        self.send(Request::Start(number, setup.clone(), players.into_iter().map(own).collect()));
        match self.receive()? {
            Reply::Started(started) => Ok(started?),
            Reply::Answers(_) | Reply::Call(_) => Err(stopped().into()),
        }
    }

    /// Asks the players for which these matches wait. Their [`answers`](Self::answers) follow.
    pub fn ask(&mut self, lanes: &[(usize, &mut Lane<G>)]) {
        let mut all = Vec::new();
        for (number, lane) in lanes {
            let (played, mut seats) = (&lane.played, Vec::new());
            for seat in lane.remote_questions() {
                let record = self.records[*number][seat.index()];
                if record.is_gone || record.lost_turns >= G::LOST_TURNS_ALLOWED {
                    self.known.push((*number, seat));
                    continue;
                }
                let random_seed = turn_seed(played.seed(), seat, played.turns());
                seats.push((seat, Ask { round: played.round().unwrap_or_default(), random_seed }));
                self.asked.push((*number, seat));
            }
            if !seats.is_empty() {
                all.push(Questions { number: *number, state: played.state().clone(), seats });
            }
        }
        if !all.is_empty() {
            self.send(Request::Ask(all));
        }
    }

    /// Waits for all answers.
    pub fn answers(&mut self) -> Result<Vec<RemoteAnswer<G>>, OutsideError> {
        let (asked, known) = (std::mem::take(&mut self.asked), std::mem::take(&mut self.known));
        let unasked = |(number, seat)| RemoteAnswer { number, seat, answer: None };
        let mut all: Vec<_> = known.into_iter().map(unasked).collect();
        if !asked.is_empty() {
            let Reply::Answers(answers) = self.receive()? else { return Err(stopped().into()) };
            let answered = |((number, seat), answer)| RemoteAnswer { number, seat, answer: Some(answer) };
            all.extend(asked.into_iter().zip(answers).map(answered));
        }
        Ok(all)
    }

    /// Returns the orders of an answer as the rules receive them; `None` for no orders.
    pub fn judge(
        &mut self,
        RemoteAnswer { number, seat, answer }: RemoteAnswer<G>,
        played: &SteppedMatch<G>,
    ) -> Option<G::Orders> {
        let record = &mut self.records[number][seat.index()];
        let Some(Answer { orders, report }) = answer else {
            return record.is_gone.then(|| G::absent(Absence::default()));
        };
        let loses_turn = report.fault.as_ref().is_some_and(Fault::loses_turn);
        let is_final = report.fault.is_some() && !G::continues_after_fault(played.state());
        record.lost_turns += u32::from(loses_turn);
        record.is_gone = report.is_gone || is_final;
        if record.is_gone && (loses_turn || is_final) {
            let is_late = report.fault.is_some_and(|fault| fault.kind == FaultKind::Timeout);
            return Some(G::absent(Absence { is_late, at_start: false }));
        }
        Some(orders).filter(|orders| G::could_order(&played.view(seat), orders))
    }

    fn send(&self, request: Request<G>) {
        if let Some(requests) = &self.requests {
            // If the thread has stopped, there is no reply.
            _ = requests.send(request);
        }
    }

    /// Waits for a reply, and meanwhile runs the code of the caller that the players send.
    fn receive(&self) -> Result<Reply<G>, OutsideError> {
        let mut raised = None;
        loop {
            match self.replies.recv().map_err(|_| stopped())? {
                Reply::Call(call) if raised.is_none() => raised = call.run_here().err(),
                // After an exception, no code of the caller runs any more.
                Reply::Call(_) => {}
                reply => return raised.map_or(Ok(reply), |raised| Err(raised.into())),
            }
        }
    }
}

/// Returns the error of opponents that do not answer any more.
pub fn stopped() -> PlayError {
    PlayError::UserError(message!("the opponents have stopped; create a new environment"))
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
    limits: Limits,
    requests: &Receiver<Request<G>>,
    replies: &Sender<Reply<G>>,
) {
    let factory = PlayerFactory::new(info, limits, Vec::new(), Arc::new(AtomicBool::new(false)))
        .with_workers(WorkerPolicy::Keep);
    let sender = replies.clone();
    let caller = CallerThread::new(move |call| _ = sender.send(Reply::Call(call)));
    let mut matches: BTreeMap<usize, Players<G>> = BTreeMap::new();
    for request in requests {
        let reply = match request {
            Request::Start(number, setup, players) => {
                matches.remove(&number);
                let entrants: Vec<_> = players.into_iter().map(|player| entrant(player, &caller)).collect();
                let started = start(&factory, &entrants, &setup);
                Reply::Started(started.map(|players| _ = matches.insert(number, players)))
            }
            Request::Ask(questions) => {
                for Questions { number, state, seats } in &questions {
                    for (seat, ask) in seats {
                        if let Some(player) = player(&mut matches, *number, *seat) {
                            player.ask(*ask, G::view(state, *seat));
                        }
                    }
                }
                let mut answers = Vec::new();
                for Questions { number, state, seats } in &questions {
                    for (seat, _) in seats {
                        let player = player(&mut matches, *number, *seat);
                        let answer = player.map(|player| player.answer(G::view(state, *seat)));
                        answers.push(answer.unwrap_or_default());
                    }
                }
                Reply::Answers(answers)
            }
        };
        if replies.send(reply).is_err() {
            break;
        }
    }
    matches.clear();
    factory.close();
}

fn player<G: Game>(
    matches: &mut BTreeMap<usize, Players<G>>,
    number: usize,
    seat: Seat,
) -> Option<&mut dyn wag_core::arena::Player<G>> {
    Some(matches.get_mut(&number)?.get_mut(seat.index())?.as_mut())
}

/// Returns the player of a seat: a stand-in, which is never asked, if others take the seat. A function of the caller runs
/// where the environment waits for it.
fn entrant(player: Option<PlayerSpec>, caller: &CallerThread) -> PlayerSpec {
    match player {
        Some(PlayerSpec { kind: Kind::Object(object), name, word, source, is_recorded }) => {
            let kind = Kind::Object(object.with_caller(caller.clone()));
            PlayerSpec { kind, name, word, source, is_recorded }
        }
        Some(player) => player,
        None => PlayerSpec {
            name: String::new(),
            word: String::new(),
            source: String::new(),
            kind: Kind::BuiltIn(""),
            is_recorded: false,
        },
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
