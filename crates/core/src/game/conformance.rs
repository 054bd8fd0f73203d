//! The conformance suite: properties that every game must have, tested by random play.
//!
//! To join, a game implements [`RandomPlay`]; the macros at the end of this file then create its tests.

use super::{
    AccountBook, Actions, ArrayInfo, BotKind, ColumnReader, Columns, Element, Environment, Game, Kind,
    Layout, Opt, Phase, Playable, RandomStream, Seat, SeatOrders, Show, Spaces, Standing,
};
use crate::arena::{Rewards, SteppedMatch};

/// Random players for a game.
pub trait RandomPlay: Game {
    /// Whether the same orders with different seeds may lead to different matches.
    const HAS_CHANCE: bool;

    /// Returns setups of short matches that together cover the whole game.
    fn setups() -> Vec<Self::Setup>;

    /// Returns the maximum number of steps of a match. A step in which several seats act counts once.
    fn asks_max(setup: &Self::Setup) -> usize;

    /// Returns orders that the game must accept.
    fn legal_orders(view: &Self::View<'_>, luck: &mut RandomStream) -> Self::Orders;

    /// Returns orders of a player that does not know the game or is malicious.
    fn nonsense(view: &Self::View<'_>, luck: &mut RandomStream) -> Self::Orders;

    /// Returns whether an event reports a refused order.
    fn is_refusal(event: &Self::Event) -> bool;

    /// Panics if the state is inconsistent.
    fn check(state: &Self::State);
}

const SEEDS: std::ops::Range<u64> = 0..5;

/// A function that chooses a seat's orders from its view.
type Answer<G> = fn(&<G as Game>::View<'_>, &mut RandomStream) -> <G as Game>::Orders;

/// A match in progress, with the stream of random numbers from which its players choose.
struct RandomMatch<G: Game> {
    state: G::State,
    events: Vec<G::Event>,
    luck: RandomStream,
}

impl<G: RandomPlay> RandomMatch<G> {
    fn start(setup: &G::Setup, seed: u64) -> Self {
        let mut events = Vec::new();
        let state = G::start(setup, seed, &mut events);
        RandomMatch { state, events, luck: RandomStream::new(seed, 77) }
    }

    /// Plays one step. Returns false if the match was already over.
    fn step(&mut self, answer: Answer<G>) -> bool {
        let Phase::Ask { seats, .. } = G::phase(&self.state) else { return false };
        let orders: Vec<(Seat, G::Orders)> =
            seats.iter().map(|seat| (seat, answer(&G::view(&self.state, seat), &mut self.luck))).collect();
        G::apply(&mut self.state, &orders, &mut self.events);
        true
    }

    /// Plays to the end and calls `look` at every position. Panics if the match takes too many steps.
    fn finish(&mut self, setup: &G::Setup, answer: Answer<G>, mut look: impl FnMut(&Self)) {
        for _ in 0..=G::asks_max(setup) {
            look(self);
            if !self.step(answer) {
                return;
            }
        }
        panic!("{} goes on after {} asks", G::NAME, G::asks_max(setup));
    }

    /// Returns legal orders with a probability of two thirds, otherwise nonsense.
    fn some_orders(&mut self, seat: Seat) -> G::Orders {
        let view = G::view(&self.state, seat);
        if self.luck.below(3) == 0 {
            return G::nonsense(&view, &mut self.luck);
        }
        let orders = G::legal_orders(&view, &mut self.luck);
        assert!(G::could_order(&view, &orders), "{orders:?} could be ordered");
        orders
    }

    fn bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.state).expect("a state can be written")
    }
}

/// Calls `with` for every setup and seed.
fn for_each_match<G: RandomPlay>(with: impl Fn(&G::Setup, u64)) {
    for setup in G::setups() {
        SEEDS.for_each(|seed| with(&setup, seed));
    }
}

/// Tests that legal orders are never refused, keep the state consistent, and lead to the end of the match.
pub fn legal_play_ends_without_refusals<G: RandomPlay>() {
    for_each_match::<G>(|setup, seed| {
        let mut table = RandomMatch::<G>::start(setup, seed);
        table.finish(setup, G::legal_orders, |table| {
            G::check(&table.state);
            let refused = table.events.iter().find(|event| G::is_refusal(event));
            assert!(refused.is_none(), "{refused:?}");
        });
    });
}

/// Tests that nonsense is refused with an event and keeps the state consistent.
pub fn nonsense_is_refused_with_an_event<G: RandomPlay>() {
    let refusals = std::cell::Cell::new(0);
    for_each_match::<G>(|setup, seed| {
        let mut table = RandomMatch::<G>::start(setup, seed);
        table.finish(setup, G::nonsense, |table| G::check(&table.state));
        refusals.set(refusals.get() + table.events.iter().filter(|event| G::is_refusal(event)).count());
    });
    assert!(refusals.get() > 0, "no nonsense was ever refused");
}

/// Tests that a match ends even if nobody orders anything.
pub fn match_without_orders_ends<G: RandomPlay>() {
    for_each_match::<G>(|setup, seed| {
        let mut table = RandomMatch::<G>::start(setup, seed);
        table.finish(
            setup,
            |_, _| G::Orders::default(),
            |table| {
                G::check(&table.state);
                assert!(!table.events.iter().any(G::is_refusal), "nothing ordered, nothing to refuse");
            },
        );
    });
}

/// Tests that a match continues in the same way from a state that was saved and restored.
pub fn restored_match_continues_identically<G: RandomPlay>() {
    for_each_match::<G>(|setup, seed| {
        let mut table = RandomMatch::<G>::start(setup, seed);
        let mut twin = RandomMatch::<G>::start(setup, seed);
        loop {
            let bytes = table.bytes();
            twin.state = postcard::from_bytes(&bytes).expect("a state can be read");
            assert_eq!(twin.bytes(), bytes, "what is read is what was written");
            if !(table.step(G::legal_orders) && twin.step(G::legal_orders)) {
                break;
            }
        }
        assert_eq!(table.events, twin.events);
    });
}

/// Tests that a setup that was saved and restored starts the same match.
pub fn a_restored_setup_starts_the_same_match<G: RandomPlay>() {
    for_each_match::<G>(|setup, seed| {
        let bytes = postcard::to_stdvec(setup).expect("a setup can be written");
        let restored = postcard::from_bytes(&bytes).expect("a setup can be read");
        assert_eq!(
            RandomMatch::<G>::start(setup, seed).bytes(),
            RandomMatch::<G>::start(&restored, seed).bytes()
        );
    });
}

/// Tests that the same seed and orders lead to the same match, and that other seeds lead to other matches if the game
/// has randomness.
pub fn the_seed_decides_the_match<G: RandomPlay>() {
    for setup in G::setups() {
        let played = |seed| {
            let mut table = RandomMatch::<G>::start(&setup, seed);
            table.luck = RandomStream::new(0, 77);
            table.finish(&setup, G::legal_orders, |_| {});
            (table.bytes(), format!("{:?}", table.events))
        };
        SEEDS.for_each(|seed| assert_eq!(played(seed), played(seed), "seed {seed}"));
    }
    let starts_differ = |setup: &G::Setup| {
        let ends: Vec<_> = SEEDS.map(|seed| events_without_orders::<G>(setup, seed)).collect();
        ends.iter().any(|events| *events != ends[0])
    };
    assert_eq!(G::setups().iter().any(starts_differ), G::HAS_CHANCE);
}

/// Returns all events of a match in which nobody orders anything, so that only the seed can change them.
fn events_without_orders<G: RandomPlay>(setup: &G::Setup, seed: u64) -> Vec<G::Event> {
    let mut table = RandomMatch::<G>::start(setup, seed);
    table.finish(setup, |_, _| G::Orders::default(), |_| {});
    table.events
}

/// Tests that a new seed during a match changes the rest of the match, and nothing else, if the game has randomness.
pub fn a_new_seed_changes_the_rest_of_the_match<G: RandomPlay>() {
    let rest = |setup: &G::Setup, start: u64, seed: Option<u64>| {
        let mut table = RandomMatch::<G>::start(setup, start);
        let before = table.events.clone();
        if let Some(seed) = seed {
            let (standings, bytes) = (G::standings(&table.state), table.bytes());
            G::reseed(&mut table.state, seed);
            G::check(&table.state);
            assert_eq!(G::standings(&table.state), standings);
            assert!(G::HAS_CHANCE || table.bytes() == bytes, "there is nothing to change");
        }
        table.finish(setup, G::legal_orders, |_| {});
        assert!(table.events.starts_with(&before));
        table.events
    };
    let differs = |setup: &G::Setup| {
        SEEDS
            .map(|start| {
                let changed = rest(setup, start, Some(start + 100));
                assert_eq!(rest(setup, start, Some(start + 100)), changed, "the seed decides the rest");
                changed != rest(setup, start, None)
            })
            .fold(false, |any, one| any | one)
    };
    assert_eq!(G::setups().iter().any(differs), G::HAS_CHANCE);
}

/// Tests that a seat that is out stays out and gets no turns, that round numbers start at 1 and never decrease, and
/// that each step has a seat to play.
pub fn only_seats_in_play_are_asked<G: RandomPlay>() {
    for_each_match::<G>(|setup, seed| {
        let mut last_round = 1;
        let mut out = Vec::new();
        RandomMatch::<G>::start(setup, seed).finish(setup, G::nonsense, |table| {
            let now_out: Vec<Seat> =
                seats_of::<G>(&table.state).filter(|seat| G::is_out(&table.state, *seat)).collect();
            assert!(out.iter().all(|seat| now_out.contains(seat)), "{out:?} were out, now {now_out:?}");
            out = now_out;
            let Phase::Ask { round, seats } = G::phase(&table.state) else { return };
            assert!(round >= last_round, "round {round} after round {last_round}");
            last_round = round;
            assert!(!seats.is_empty());
            let sits = |seat| seats_of::<G>(&table.state).any(|sitting| sitting == seat);
            assert!(seats.iter().all(|seat| sits(seat) && !out.contains(&seat)), "{seats:?}, out {out:?}");
        });
    });
}

fn seats_of<G: Game>(state: &G::State) -> impl Iterator<Item = Seat> {
    Seat::all(G::standings(state).len())
}

/// Tests that standings have one entry per seat, the same figures in each entry, and valid ranks.
pub fn standings_are_well_formed<G: RandomPlay>() {
    for_each_match::<G>(|setup, seed| {
        let mut names: Option<Vec<Vec<&str>>> = None;
        RandomMatch::<G>::start(setup, seed).finish(setup, G::legal_orders, |table| {
            let standings = G::standings(&table.state);
            let found: Vec<Vec<&str>> = standings.iter().map(names_of).collect();
            assert!(found.iter().all(|names| *names == found[0] && !names.is_empty()), "{found:?}");
            assert_eq!(names.get_or_insert_with(|| found.clone()), &found, "they never change");
            check_places(&standings);
        });
    });
}

fn names_of(standing: &Standing) -> Vec<&'static str> {
    standing.figures.iter().map(|(name, _)| *name).collect()
}

/// Checks that each rank is one more than the number of seats with a better rank.
fn check_places(standings: &[Standing]) {
    let places: Vec<u32> = standings.iter().map(|standing| standing.place).collect();
    for place in &places {
        let better = places.iter().filter(|other| *other < place).count() as u32;
        assert_eq!(*place, better + 1, "{places:?}");
    }
}

/// Tests that a finished match does not change when no orders are applied to it.
pub fn a_finished_match_stays_as_it_is<G: RandomPlay>() {
    for_each_match::<G>(|setup, seed| {
        let mut table = RandomMatch::<G>::start(setup, seed);
        table.finish(setup, G::legal_orders, |_| {});
        let (bytes, events) = (table.bytes(), table.events.len());
        G::apply(&mut table.state, &[], &mut table.events);
        assert_eq!((table.bytes(), table.events.len()), (bytes, events));
        assert_eq!(G::phase(&table.state), Phase::Over);
    });
}

/// Tests, for legal orders and nonsense, that frames follow the events, and that packed turns unpack to the same
/// values.
pub fn frames_follow_events_and_packed_turns_are_restored<G: RandomPlay + Show>() {
    for setup in G::setups() {
        assert!(G::is_sound(&setup));
        SEEDS.for_each(|seed| pack_and_unpack::<G>(&setup, seed));
    }
}

/// Plays with legal orders and some nonsense, and checks every turn.
fn pack_and_unpack<G: RandomPlay + Show>(setup: &G::Setup, seed: u64) {
    let mut table = RandomMatch::<G>::start(setup, seed);
    let first = G::frame(&table.state);
    let (mut packed, mut followed, mut columns) = (first.clone(), first.clone(), Columns::new(G::COLUMNS));
    let mut arrays = G::frame_arrays(setup);
    G::add_frame(setup, &first, &mut arrays);
    let mut turns = Vec::new();
    while let Phase::Ask { seats, .. } = G::phase(&table.state) {
        let orders = seats.iter().map(|seat| (seat, table.some_orders(seat))).collect::<SeatOrders<G>>();
        table.events.clear();
        G::apply(&mut table.state, &orders, &mut table.events);
        G::pack(setup, &mut packed, &orders, &table.events, &mut columns);
        G::follow(setup, &mut followed, &seats.iter().collect::<Vec<_>>(), &table.events);
        check_frame::<G>(setup, &packed, &table);
        assert_eq!(followed, packed);
        G::add_frame(setup, &packed, &mut arrays);
        for (_, orders) in &orders {
            assert_eq!(G::count_orders(orders), G::show_orders(orders).len(), "{orders:?}");
        }
        turns.push((orders, table.events.clone()));
    }
    let mut bytes = Vec::new();
    columns.finish(&mut bytes);
    let mut reader = ColumnReader::new(G::COLUMNS, &mut bytes.as_slice()).expect("these are columns");
    let mut frame = first;
    for (orders, events) in turns {
        let seats: Vec<Seat> = orders.iter().map(|(seat, _)| *seat).collect();
        let (read, happened) = G::unpack(setup, &mut frame, &seats, &mut reader).expect("a turn");
        let [read, orders] = [read, orders].map(sorted::<G>);
        assert_eq!((format!("{read:?}"), happened), (format!("{orders:?}"), events));
    }
    assert_eq!(frame, packed);
    assert!(arrays.is_exact(), "a frame has as many numbers as declared");
}

/// Returns orders in the sequence in which a replay stores them.
fn sorted<G: Show>(mut orders: SeatOrders<G>) -> SeatOrders<G> {
    orders.iter_mut().for_each(|(_, orders)| G::sort_orders(orders));
    orders
}

/// Tests that the accounts add up to the figures after every turn, for legal orders and some nonsense, and that the
/// declaration is consistent.
pub fn accounts_add_up_to_the_figures<G: RandomPlay + Show>() {
    let declared = G::ACCOUNTS;
    let figures: Vec<&str> = declared.accounts.iter().map(|account| account.figure).collect();
    check_entries(&figures.iter().map(|figure| (*figure, *figure)).collect::<Vec<_>>());
    declared.accounts.iter().for_each(|account| check_entries(account.entries));
    check_entries(declared.counts);
    assert!(declared.lead.figures.iter().all(|figure| figures.contains(figure)), "{:?}", declared.lead);
    let is_any_booked = std::cell::Cell::new(false);
    for_each_match::<G>(|setup, seed| {
        let mut table = RandomMatch::<G>::start(setup, seed);
        let mut frame = G::frame(&table.state);
        let start = G::frame_standings(setup, &frame);
        let mut book = AccountBook::new(declared, start.len());
        while let Phase::Ask { seats, .. } = G::phase(&table.state) {
            let orders = seats.iter().map(|seat| (seat, table.some_orders(seat))).collect::<SeatOrders<G>>();
            table.events.clear();
            G::apply(&mut table.state, &orders, &mut table.events);
            G::book(setup, &frame, &orders, &table.events, &mut book);
            G::follow(setup, &mut frame, &seats.iter().collect::<Vec<_>>(), &table.events);
            assert_eq!(G::lead(setup, &frame).len(), start.len());
            for (seat, standing) in Seat::all(start.len()).zip(G::standings(&table.state)) {
                check_sums(&book, seat, &start[seat.index()], &standing);
                is_any_booked
                    .set(is_any_booked.get() || book.amounts(seat).iter().any(|amount| *amount != 0));
            }
        }
    });
    assert!(is_any_booked.get(), "random play books something");
}

/// Tests that the JSON of every event is declared: its kind and its keys.
pub fn events_are_declared<G: RandomPlay + Show>() {
    let kinds: std::collections::BTreeSet<&str> = G::EVENTS.list.iter().map(|event| event.kind).collect();
    assert_eq!(kinds.len(), G::EVENTS.list.len(), "each kind is declared once");
    for_each_match::<G>(|setup, seed| {
        let mut table = RandomMatch::<G>::start(setup, seed);
        loop {
            for event in std::mem::take(&mut table.events) {
                assert_declared::<G>(&G::show_event(setup, &event));
            }
            let Phase::Ask { seats, .. } = G::phase(&table.state) else { break };
            let orders = seats.iter().map(|seat| (seat, table.some_orders(seat))).collect::<SeatOrders<G>>();
            G::apply(&mut table.state, &orders, &mut table.events);
        }
    });
}

fn assert_declared<G: Show>(event: &serde_json::Value) {
    let kind = event["type"].as_str().expect("an event has a type");
    let declared = G::EVENTS.list.iter().find(|declared| declared.kind == kind);
    let fields = declared.unwrap_or_else(|| panic!("{event} is not declared")).fields;
    for key in event.as_object().expect("an event is an object").keys().filter(|key| *key != "type") {
        assert!(fields.iter().any(|(field, _)| field == key), "{key} of {event} is not declared");
    }
}

/// Checks that names are unique and can be names of variables, and that meanings are phrases.
fn check_entries(entries: &[super::Entry]) {
    let names: Vec<&str> = entries.iter().map(|(name, _)| *name).collect();
    assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    assert!(names.iter().all(is_name), "{names:?}");
    assert!(entries.iter().all(|(_, meaning)| !meaning.is_empty() && !meaning.ends_with('.')), "{entries:?}");
}

/// Checks that the amounts of each account are the difference between the two values of its figure.
fn check_sums(book: &AccountBook, seat: Seat, start: &Standing, now: &Standing) {
    let value = |standing: &Standing, figure: &str| {
        let found = standing.figures.iter().find(|(name, _)| *name == figure);
        found.unwrap_or_else(|| panic!("there is no figure {figure}")).1
    };
    for (account, amounts) in book.accounts(seat) {
        let (from, to) = (value(start, account.figure), value(now, account.figure));
        let sum: i64 = amounts.iter().sum();
        assert_eq!(from + sum, to, "{seat:?}, {}: {:?} {amounts:?}", account.figure, account.entries);
    }
}

/// Checks that a frame equals the frame of the state, survives encoding, and can be displayed.
fn check_frame<G: RandomPlay + Show>(setup: &G::Setup, frame: &G::Frame, table: &RandomMatch<G>) {
    assert_eq!(frame, &G::frame(&table.state));
    assert_eq!(G::frame_standings(setup, frame), G::standings(&table.state));
    assert_eq!(G::read_frame(setup, &G::write_frame(setup, frame)).as_ref(), Some(frame));
    let sight = G::sight(setup, frame);
    assert_eq!(sight.width * sight.height(), sight.cells.len());
    for event in &table.events {
        assert!(G::is_possible(setup, event), "{event:?}");
        assert!(G::show_event(setup, event)["type"].is_string(), "{event:?}");
    }
}

/// Tests that every protocol describes every position, and accepts any answer without a panic.
pub fn protocols_handle_any_answer<G: RandomPlay + Playable>() {
    for_each_match::<G>(|setup, seed| {
        let mut luck = RandomStream::new(seed, 78);
        RandomMatch::<G>::start(setup, seed).finish(setup, G::legal_orders, |table| {
            let Phase::Ask { round, seats } = G::phase(&table.state) else { return };
            for seat in seats.iter() {
                let noise: Vec<u8> = (0..luck.below(40)).map(|_| luck.below(256) as u8).collect();
                check_protocols::<G>(setup, &table.state, seat, round, &noise);
            }
        });
    });
}

fn check_protocols<G: Playable>(setup: &G::Setup, state: &G::State, seat: Seat, round: u32, noise: &[u8]) {
    let (protocols, view) = (G::PROTOCOLS, &G::view(state, seat));
    for protocol in [&protocols.python, &protocols.persistent].into_iter().flatten() {
        let mut bytes = (protocol.encode_setup)(setup, seat, super::protocols::Times::default());
        (protocol.encode_view)(view, &mut bytes);
        assert!(!bytes.is_empty());
        if let Some(encode) = protocol.encode_end {
            encode(state, seat, &mut bytes);
        }
        let _ = (protocol.decode_orders)(noise);
    }
    if let Some(protocol) = &protocols.files {
        assert!(
            (protocol.files)(view).iter().all(|(name, _)| !name.contains('/') && *name != protocol.answer)
        );
        let _ = (protocol.read_answer)(noise);
    }
    if let Some(protocol) = &protocols.lines {
        assert!((protocol.turn)(view, round).ends_with('\n'));
        let hello = (protocol.hello)(setup, seat, super::protocols::Times::default());
        assert!(hello.is_empty() || hello.ends_with('\n'));
        let _ = ((protocol.is_last)(noise), (protocol.read_answer)(noise));
    }
    if let Some(protocol) = &protocols.json {
        assert!((protocol.view)(view).is_object());
        let said = serde_json::Value::from(String::from_utf8_lossy(noise).into_owned());
        let _ = (protocol.orders)(&said);
    }
    if let Some(protocol) = &protocols.framed {
        assert!((protocol.view)(view).is_ascii());
        let _ = (protocol.read_answer)(noise);
    }
    if let Some(protocol) = &protocols.person {
        let choices = (protocol.choices)(view);
        assert!(choices.iter().all(|choice| (protocol.orders)(view, choice).is_ok()), "{choices:?}");
        assert!((protocol.show)(view, seat).ends_with('\n'));
        let _ = (protocol.orders)(view, &String::from_utf8_lossy(noise));
    }
}

/// Tests that declared names are unique, and that everything that a declaration refers to exists.
pub fn declarations_are_consistent<G: RandomPlay + Playable>() {
    let info = &G::INFO;
    assert!(!info.title.is_empty() && !info.about.is_empty() && *info.seats.start() > 0);
    let names: Vec<&str> = info.built_in.iter().map(|player| player.name).collect();
    let is_player = |name: &&str| names.contains(name) || *name == "human" && info.protocols.person;
    assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
    for player in info.built_in {
        assert_eq!(
            G::bot(&G::INFO, player.name).is_some(),
            matches!(player.plays, BotKind::Native),
            "{player:?}"
        );
    }
    assert!(info.filler.iter().chain(info.suggested).all(is_player), "{:?}", info.suggested);
    assert!(info.seats.contains(&info.suggested.len()), "one for each seat");
    check_arrays(G::ARRAYS);
    let options: Vec<&str> = info.options.iter().map(|option| option.name).collect();
    assert!((1..options.len()).all(|at| !options[..at].contains(&options[at])), "{options:?}");
    for stage in info.stages {
        assert!(
            stage.opponents.iter().chain([&stage.champion]).all(|name| names.contains(name)),
            "{stage:?}"
        );
        assert!(info.seats.contains(&(stage.opponents.len() + 1)), "{stage:?}");
        assert!(stage.options.iter().all(|(name, _)| options.contains(name)), "{stage:?}");
    }
    for preset in info.presets {
        let is_flag = |option: &Opt| option.name == preset.flag && matches!(option.kind, Kind::Flag);
        assert!(info.options.iter().any(is_flag), "{preset:?}");
        assert!(preset.options.iter().all(|(name, _)| options.contains(name)), "{preset:?}");
    }
    for option in info.options {
        if let Kind::File { built_in, usual, absent, .. } = &option.kind {
            let usual_is_there = built_in.iter().any(|file| file.name == *usual);
            assert!(usual_is_there || absent.is_some_and(|(none, _)| none == *usual), "{usual}");
            for file in *built_in {
                assert_eq!(
                    (info.look)(option.name, (file.text)().as_bytes()).map(|look| look.warnings),
                    Ok(vec![])
                );
            }
        }
    }
    for_each_match::<G>(|setup, seed| {
        let state = G::start(setup, seed, &mut Vec::new());
        for standing in G::standings(&state) {
            assert_eq!(names_of(&standing), info.figures);
        }
    });
}

/// Checks that the names of arrays and columns are unique and can be names of variables, and that at least one array has
/// a number per seat.
fn check_arrays(arrays: &[ArrayInfo]) {
    let check_names = |names: &[&str]| {
        assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
        let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(names.iter().all(is_name), "{names:?}");
    };
    check_names(&arrays.iter().map(|array| array.name).chain(RESERVED).collect::<Vec<_>>());
    assert!(arrays.iter().any(|array| array.layout == Layout::PerFrame(&["seat"])));
    for array in arrays {
        let meanings = match array.layout {
            Layout::Constant(axes) | Layout::PerFrame(axes) => {
                check_names(axes);
                Vec::new()
            }
            Layout::Table(columns) => {
                check_names(&columns.iter().map(|column| column.name).chain(["round"]).collect::<Vec<_>>());
                columns.iter().map(|column| column.meaning).collect()
            }
        };
        let is_phrase = |meaning: &str| !meaning.is_empty() && !meaning.ends_with('.');
        assert!(meanings.into_iter().chain([array.meaning]).all(is_phrase), "{array:?}");
    }
}

/// Names of other tables of a replay in Python.
const RESERVED: [&str; 4] = ["players", "events", "orders", "output"];

/// A match in progress whose players choose random actions among those that the mask allows.
struct ActionMatch<G: Environment> {
    played: SteppedMatch<G>,
    spaces: Spaces,
    luck: RandomStream,
}

impl<G: RandomPlay + Environment> ActionMatch<G> {
    fn start(setup: &G::Setup, seed: u64) -> Self {
        let state = G::start(setup, seed, &mut Vec::new());
        let seats = G::standings(&state).len();
        ActionMatch {
            played: SteppedMatch::start(setup.clone(), seats, seed),
            spaces: G::spaces(setup),
            luck: RandomStream::new(seed, 79),
        }
    }

    /// Plays one step. Returns the orders of the seats that acted.
    fn step(&mut self) -> SeatOrders<G> {
        let (actions, luck) = (&self.spaces.actions, &mut self.luck);
        let mut given = Vec::new();
        self.played.step(|seat, view, _| {
            let action = random_action::<G>(actions, view, luck);
            let orders = G::orders(view, &action);
            given.push((seat, orders.clone()));
            orders
        });
        given
    }

    /// Returns the observation of a seat.
    fn observe(&self, seat: Seat) -> Vec<G::Element> {
        let mut out = vec![G::Element::default(); self.spaces.observation_len()];
        G::observe(&self.played.view(seat), &mut out);
        out
    }

    fn observe_all(&self) -> Vec<Vec<G::Element>> {
        Seat::all(self.played.seats()).map(|seat| self.observe(seat)).collect()
    }

    /// Plays to the end and calls `look` at every position. Panics if the match takes too many steps.
    fn finish(&mut self, setup: &G::Setup, mut look: impl FnMut(&mut Self)) {
        for _ in 0..=G::asks_max(setup) {
            look(self);
            if self.played.is_over() {
                return;
            }
            self.step();
        }
        panic!("{} goes on after {} asks", G::NAME, G::asks_max(setup));
    }
}

/// Returns an action of choices that the mask allows. Half of the entries are choice 0 if it is allowed.
fn random_action<G: Environment>(actions: &Actions, view: &G::View<'_>, luck: &mut RandomStream) -> Vec<i32> {
    let mut mask = vec![9; actions.mask_len()];
    G::mask(view, &mut mask);
    let mut rest = mask.as_slice();
    let mut choose = |choices: &u16| {
        let (allowed, after) = rest.split_at(usize::from(*choices));
        rest = after;
        let allowed: Vec<i32> =
            (0..).zip(allowed).filter(|(_, is)| **is == 1).map(|(choice, _)| choice).collect();
        if allowed[0] == 0 && luck.below(2) == 0 { 0 } else { luck.pick(&allowed) }
    };
    actions.choices.iter().map(&mut choose).collect()
}

/// Tests that the orders of an allowed action become an action that stands for the same orders.
pub fn orders_of_an_action_become_an_equal_action<G: RandomPlay + Environment>() {
    for_each_match::<G>(|setup, seed| {
        let mut played = ActionMatch::<G>::start(setup, seed);
        played.finish(setup, |played| {
            for seat in played.played.to_act().iter() {
                let view = played.played.view(seat);
                let action = random_action::<G>(&played.spaces.actions, &view, &mut played.luck);
                let orders = G::orders(&view, &action);
                let again = G::action(&view, &orders).expect("an action");
                assert!(played.spaces.actions.find_invalid(&again).is_none(), "{again:?}");
                assert_eq!(
                    format!("{:?}", G::orders(&view, &again)),
                    format!("{orders:?}"),
                    "{action:?}, {again:?}"
                );
            }
        });
    });
}

/// Tests that spaces are well formed, that observations and masks fill their buffers with values in range whatever the
/// buffers contained, and that the deciding figures are those of the standings.
pub fn observations_and_masks_fit_the_spaces<G: RandomPlay + Environment>() {
    for_each_match::<G>(|setup, seed| {
        let mut played = ActionMatch::<G>::start(setup, seed);
        check_spaces(&played.spaces);
        let mut older = vec![Vec::new(); played.played.seats()];
        played.finish(setup, |played| {
            for seat in Seat::all(played.played.seats()) {
                let new = played.observe(seat);
                check_observation(&played.spaces, &new);
                let older = &mut older[seat.index()];
                older.resize(new.len(), G::Element::default());
                G::observe(&played.played.view(seat), older);
                assert_eq!(*older, new, "no element keeps its old value");
                let mut masks =
                    [vec![0; played.spaces.actions.mask_len()], vec![1; played.spaces.actions.mask_len()]];
                masks.iter_mut().for_each(|mask| G::mask(&played.played.view(seat), mask));
                assert_eq!(masks[0], masks[1]);
                assert!(masks[0].iter().all(|allowed| [0, 1].contains(allowed)));
            }
            let mut figures = vec![0; played.played.seats()];
            G::figures(played.played.state(), &mut figures);
            let standings = G::standings(played.played.state());
            assert_eq!(figures, standings.iter().map(|one| one.figures[0].1).collect::<Vec<_>>());
        });
    });
}

fn check_spaces(spaces: &Spaces) {
    let Spaces { planes, rows, columns, actions } = spaces;
    assert!(*rows > 0 && *columns > 0 && !planes.is_empty());
    let names: Vec<&str> = planes.iter().map(|plane| plane.name).collect();
    assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
    for plane in planes {
        assert!(plane.most > 0 && !plane.meaning.is_empty() && !plane.meaning.ends_with('.'), "{plane:?}");
    }
    assert_eq!(actions.shape.iter().product::<usize>(), actions.choices.len());
    assert_ne!(actions.shape.len(), 1, "learners take a single row of numbers for something else");
    assert!(actions.choices.iter().all(|choices| *choices > 1) && !actions.meanings.is_empty());
}

fn check_observation<E: Element>(spaces: &Spaces, observation: &[E]) {
    let area = spaces.rows * spaces.columns;
    for (squares, plane) in observation.chunks(area).zip(&spaces.planes) {
        let is_value = |value: &E| (0.0..=plane.most.into()).contains(&(*value).into());
        assert!(squares.iter().all(is_value), "{plane:?}: {squares:?}");
    }
}

/// Tests that actions that the mask allows become orders that the rules do not refuse, and lead to the end of the match.
pub fn allowed_actions_are_never_refused<G: RandomPlay + Environment>() {
    for_each_match::<G>(|setup, seed| {
        let mut played = ActionMatch::<G>::start(setup, seed);
        for _ in 0..=G::asks_max(setup) {
            let mut state = played.played.state().clone();
            let before = state.clone();
            let orders = played.step();
            if orders.is_empty() {
                return;
            }
            for (seat, orders) in &orders {
                assert!(G::could_order(&G::view(&before, *seat), orders), "{orders:?}");
            }
            let mut events = Vec::new();
            G::apply(&mut state, &orders, &mut events);
            let refused = events.iter().find(|event| G::is_refusal(event));
            assert!(refused.is_none(), "{refused:?} after {orders:?}");
            G::check(played.played.state());
        }
        panic!("{} goes on after {} asks", G::NAME, G::asks_max(setup));
    });
}

/// Tests that any action in the space becomes orders, even one that the mask does not allow, and that actions of choice
/// 0 end the match.
pub fn any_action_becomes_orders<G: RandomPlay + Environment>() {
    for_each_match::<G>(|setup, seed| {
        let mut played = ActionMatch::<G>::start(setup, seed);
        let choices = played.spaces.actions.choices.clone();
        for random in [true, false] {
            let mut steps = 0;
            while !played.played.is_over() {
                let luck = &mut played.luck;
                played.played.step_unseeded(|_, view| {
                    let choose = |choices: &u16| luck.below((*choices).into()) as i32;
                    let action: Vec<i32> = match random {
                        true => choices.iter().map(choose).collect(),
                        false => vec![0; choices.len()],
                    };
                    G::orders(view, &action)
                });
                G::check(played.played.state());
                steps += 1;
                assert!(steps <= G::asks_max(setup));
            }
            played = ActionMatch::<G>::start(setup, seed);
        }
    });
}

/// Tests that the same seed leads to the same observations and rewards, and that a saved match continues in the same
/// way, with the same rewards.
pub fn saved_match_has_the_same_future<G: RandomPlay + Environment>() {
    for setup in G::setups() {
        let mut played = ActionMatch::<G>::start(&setup, 3);
        let mut twin = ActionMatch::<G>::start(&setup, 3);
        let mut other = ActionMatch::<G>::start(&setup, 4);
        while !played.played.is_over() {
            let bytes = played.played.save();
            assert!(other.played.load(&bytes));
            other.luck = played.luck.clone();
            let copy = played.played.clone();
            for one in [&mut played, &mut twin, &mut other] {
                one.step();
            }
            assert_eq!(copy.save(), bytes, "a copy is independent");
            assert_eq!(played.observe_all(), twin.observe_all());
            assert_eq!(played.observe_all(), other.observe_all());
            let rewards = all_rewards(&mut played);
            assert_eq!([all_rewards(&mut twin), all_rewards(&mut other)], [rewards.clone(), rewards]);
            assert_eq!(other.played.save(), played.played.save());
        }
        assert!(twin.played.is_over() && !twin.played.load(b"") && twin.played.round().is_none());
        let mut wins = vec![0.0; played.played.seats()];
        played.played.take_rewards(Rewards::Win, &mut wins);
        assert!(wins.iter().all(|reward| [-1.0, 0.0, 1.0].contains(reward)));
        assert!(wins.iter().filter(|reward| **reward == 1.0).count() <= 1);
    }
}

fn all_rewards<G: Environment>(played: &mut ActionMatch<G>) -> Vec<f32> {
    let mut rewards = vec![0.0; played.played.seats()];
    played.played.take_rewards(Rewards::Figure, &mut rewards);
    rewards
}

/// Creates a module with all tests above for one game.
#[macro_export]
macro_rules! conformance {
    ($game:ident, $type:ty) => {
        $crate::game::conformance::conformance!(
            $game, $type,
            legal_play_ends_without_refusals, nonsense_is_refused_with_an_event, match_without_orders_ends,
            restored_match_continues_identically, a_restored_setup_starts_the_same_match, the_seed_decides_the_match,
            a_new_seed_changes_the_rest_of_the_match,
            only_seats_in_play_are_asked, standings_are_well_formed, a_finished_match_stays_as_it_is,
            observations_and_masks_fit_the_spaces, allowed_actions_are_never_refused, any_action_becomes_orders,
            orders_of_an_action_become_an_equal_action,
            saved_match_has_the_same_future
        );
    };
    ($game:ident, $type:ty, $($property:ident),+) => {
        mod $game {
            $(
                #[test]
                fn $property() {
                    $crate::game::conformance::$property::<$type>();
                }
            )+
        }
    };
}

/// Creates a module with tests for one game of the list of games: the tests of [`conformance`], and tests of what
/// spectators and each kind of player receive.
#[macro_export]
macro_rules! offered {
    ($game:ident, $type:ty) => {
        $crate::game::conformance::conformance!(
            $game,
            $type,
            frames_follow_events_and_packed_turns_are_restored,
            accounts_add_up_to_the_figures,
            events_are_declared,
            protocols_handle_any_answer,
            declarations_are_consistent
        );
    };
}

pub use crate::{conformance, offered};

#[cfg(test)]
conformance!(fives, crate::game::tiny::Fives);
conformance!(fog, crate::game::tiny::Fog);
