//! Matches of bots and their take-over curves, for the tests of the games' accounts of losses.

use wag_core::arena::TurnReport;
use wag_core::game::{
    Bot, Cause, Game, LossAccount, LossSpan, LossTurn, Phase, Playable, Seat, SeatOrders, Show, turn_seed,
};

/// A match of bots.
pub struct Recorded<G: Show> {
    setup: G::Setup,
    seed: u64,
    turns: Vec<RecordedTurn<G>>,
    end: G::State,
}

struct RecordedTurn<G: Show> {
    round: u32,
    state: G::State,
    /// The bots before the turn, with what they remember.
    bots: Vec<Bot<G>>,
    orders: SeatOrders<G>,
    events: Vec<G::Event>,
}

pub fn built_in<G: Playable>(name: &str) -> Bot<G> {
    G::bot(&G::INFO, name).expect("a built-in player")
}

fn play<G: Playable>(
    state: &mut G::State,
    bots: &mut [Bot<G>],
    seed: u64,
    mut watch: impl FnMut(u32, &G::State, &[Bot<G>], SeatOrders<G>, Vec<G::Event>),
) {
    while let Phase::Ask { round, seats } = G::phase(state) {
        let before = (state.clone(), bots.iter().map(|bot| bot.boxed_clone()).collect::<Vec<_>>());
        let order = |seat: Seat| {
            (seat, bots[seat.index()](&G::view(state, seat), turn_seed(seed, seat, round.into())))
        };
        let orders: SeatOrders<G> = seats.iter().map(order).collect();
        let mut events = Vec::new();
        G::apply(state, &orders, &mut events);
        watch(round, &before.0, &before.1, orders, events);
    }
}

impl<G: Playable> Recorded<G> {
    /// Plays a match of this player against a built-in one.
    pub fn play(setup: &G::Setup, seed: u64, first: Bot<G>, second: &str) -> Recorded<G> {
        let mut bots: Vec<Bot<G>> = vec![first, built_in(second)];
        let mut state = G::start(setup, seed, &mut Vec::new());
        let mut turns = Vec::new();
        play::<G>(&mut state, &mut bots, seed, |round, state, bots, orders, events| {
            let bots = bots.iter().map(|bot| bot.boxed_clone()).collect();
            turns.push(RecordedTurn { round, state: state.clone(), bots, orders, events });
        });
        Recorded { setup: setup.clone(), seed, turns, end: state }
    }

    pub fn rounds(&self) -> u32 {
        self.turns.last().map_or(0, |turn| turn.round)
    }

    pub fn actual(&self, seat: Seat) -> f64 {
        G::loss_value(&G::standings(&self.end), seat)
    }

    /// Returns the mean value of some futures in which a built-in player takes over the seat in this round.
    pub fn value(&self, seat: Seat, round: u32, stand_in: &str, futures: u64) -> f64 {
        let has_turn = |turn: &&RecordedTurn<G>| {
            turn.round == round && turn.orders.iter().any(|(whose, _)| *whose == seat)
        };
        let Some(turn) = self.turns.iter().find(has_turn) else { return self.actual(seat) };
        let value = |number: u64| {
            let mut state = turn.state.clone();
            let seed = self.seed + 1000 * number;
            G::reseed(&mut state, seed);
            let mut bots: Vec<Bot<G>> = turn.bots.iter().map(|bot| bot.boxed_clone()).collect();
            bots[seat.index()] = built_in(stand_in);
            play::<G>(&mut state, &mut bots, seed, |_, _, _, _, _| {});
            G::loss_value(&G::standings(&state), seat)
        };
        (1..=futures).map(value).sum::<f64>() / futures as f64
    }

    /// Returns the account of a seat. `report` returns the report of the seat's turn in a round.
    pub fn account(&self, seat: Seat, report: impl Fn(u32) -> TurnReport) -> Box<dyn LossAccount<G>> {
        let mut account = G::loss_account(&self.setup, seat).expect("the game has accounts");
        for turn in &self.turns {
            let frame = G::frame(&turn.state);
            let reports: Vec<(Seat, TurnReport)> = turn
                .orders
                .iter()
                .map(|(whose, _)| {
                    (*whose, if *whose == seat { report(turn.round) } else { TurnReport::default() })
                })
                .collect();
            account.book(&LossTurn {
                round: turn.round,
                before: &frame,
                orders: &turn.orders,
                events: &turn.events,
                reports: &reports,
                notices: &[],
            });
        }
        account
    }

    /// Returns the causes of the loss from this round to the end of the match, with a built-in player as stand-in.
    pub fn causes(&self, seat: Seat, from: u32, stand_in: &str, futures: u64) -> Vec<Cause> {
        let loss = LossSpan {
            from,
            until: self.rounds(),
            loss: self.value(seat, from, stand_in, futures) - self.actual(seat),
            healthy_from: 0,
            rounds: self.rounds(),
            start_value: self.value(seat, 1, stand_in, futures),
        };
        self.account(seat, |_| TurnReport::default()).causes(&loss)
    }
}

/// A built-in player whose orders are changed before they are sent.
struct Changed<G: Game, F> {
    player: Bot<G>,
    change: F,
}

impl<G: Game, F: Clone> Clone for Changed<G, F> {
    fn clone(&self) -> Self {
        Changed { player: self.player.boxed_clone(), change: self.change.clone() }
    }
}

/// Returns a built-in player with changed orders.
pub fn changed<G, F>(name: &str, change: F) -> Bot<G>
where
    G: Playable,
    F: Fn(&G::View<'_>, G::Orders) -> G::Orders + Clone + Send + 'static,
{
    let mut changed = Changed::<G, F> { player: built_in(name), change };
    Box::new(move |view: &G::View<'_>, seed| {
        let Changed { player, change } = &mut changed;
        let orders = player(view, seed);
        change(view, orders)
    })
}
