//! The spectators' view of the game: stored in replays, and shown on pages and in terminals.
//!
//! Orders, events and positions are a file format. They must not change, so that old replays stay readable.

mod accounts;
mod arrays;
mod events;
mod loss;

use super::event::{Event, Status};
use super::orders::{Order, Orders};
use super::overlay;
use super::position::{Ant, Position, find_next};
use super::state::State;
use super::torus::{At, Direction};
use super::{Ants, Setup, words};
use serde_json::{Value, json};
use wag_core::game::{
    AccountBook, Accounts, ArrayInfo, Cell, ColumnReader, Columns, Events, FoldedTurn, FrameArrays,
    LossAccount, Losses, Seat, SeatOrders, Show, Sight, Standing, Tone, plain,
};
use wag_i18n::{Message, later};

/// Column: orders that differ from the ants' moves, which are in column 0. `COUNTS` holds the number of events,
/// `EVENTS` the events.
const ORDERS: usize = 1;
const COUNTS: usize = 2;
const EVENTS: usize = 3;

impl Show for Ants {
    const VERSION: u32 = 1;
    const QUIET: &[&str] = &["died", "born", "gathered", "drawn", "counted"];
    const LEGEND: &[(&str, &str)] = &[
        ("1", later!("a player's ant")),
        ("1^", later!("on its hill")),
        ("^1", later!("a hill of that player")),
        ("*", later!("food")),
        ("%", later!("water, which blocks ants")),
    ];
    const ARRAYS: &'static [ArrayInfo] = arrays::ARRAYS;
    const EVENTS: &'static Events = events::EVENTS;
    const ACCOUNTS: &'static Accounts = accounts::ACCOUNTS;
    const LOSSES: Option<&'static Losses> = Some(loss::LOSSES);
    /// Spectators see the whole position.
    type Frame = Position;

    fn is_sound(setup: &Setup) -> bool {
        setup.is_sound()
    }

    fn is_possible(setup: &Setup, event: &Event) -> bool {
        let players = usize::from(setup.map.players);
        event.seats().iter().all(|seat| seat.index() < players)
            && event.squares().iter().all(|at| setup.map.size.has(*at))
            && match event {
                Event::Razed(hill, _) => usize::from(*hill) < setup.map.hills.len(),
                Event::Over { bonus, .. } => bonus.len() == players,
                Event::Counted { scores, hives } => scores.len() == players && hives.len() == players,
                Event::Drawn { lines, .. } => {
                    lines.iter().all(|line| overlay::read(line).as_ref() == Some(line))
                }
                _ => true,
            }
    }

    fn seats(setup: &Setup) -> usize {
        setup.map.players.into()
    }

    fn frame(state: &State) -> Position {
        state.position.clone()
    }

    fn is_frame_sound(setup: &Setup, frame: &Position) -> bool {
        let size = setup.map.size;
        frame.size == size
            && frame.players.len() == usize::from(setup.map.players)
            && frame.hills.iter().map(|hill| (hill.at, hill.owner)).eq(setup.map.hills.iter().copied())
            && frame.ants.iter().all(|ant| size.has(ant.at) && ant.owner.0 < setup.map.players)
            && frame.food.iter().all(|at| size.has(*at))
    }

    /// Encodes a turn. Orders are encoded as moves of ants, which are predicted from their previous moves.
    fn pack(_: &Setup, frame: &mut Position, orders: &[(Seat, Orders)], events: &[Event], out: &mut Columns) {
        let (moves, mut next) = (moves_of(events), 0);
        for ant in &frame.ants {
            let index = find_next(moves, &mut next, ant.at, |(at, _)| *at);
            let direction = index.map(|index| moves[index].1);
            out.sign(context(ant), direction.map_or(0, |direction| direction as u8 + 1));
        }
        let mut guesses = guessed(frame, events);
        for (seat, orders) in orders {
            let mut orders = orders.clone();
            orders.sort();
            let is_as_guessed = orders == take_guess(&mut guesses, *seat);
            out.guessed(is_as_guessed);
            if !is_as_guessed {
                out.bytes(ORDERS, &plain::write(&orders));
            }
        }
        let rest: Vec<Event> = events.iter().map(without_moves).collect();
        plain::pack_events(&rest, [COUNTS, EVENTS], out);
        events.iter().for_each(|event| frame.follow(event));
    }

    fn unpack(
        setup: &Setup,
        frame: &mut Position,
        seats: &[Seat],
        from: &mut ColumnReader<'_>,
    ) -> Option<(SeatOrders<Ants>, Vec<Event>)> {
        let mut moves = Vec::new();
        for ant in &frame.ants {
            match from.sign(context(ant))? {
                0 => {}
                sign => moves.push((ant.at, *Direction::ALL.get(usize::from(sign) - 1)?)),
            }
        }
        let mut orders = Vec::new();
        for seat in seats {
            let given = match from.is_as_guessed()? {
                true => None,
                false => Some(plain::read(from.bytes(ORDERS)?)?),
            };
            orders.push((*seat, given));
        }
        let mut events =
            plain::unpack_events([COUNTS, EVENTS], |event| Ants::is_possible(setup, event), from)?;
        if let Some(moved) = events.iter_mut().find(|event| matches!(event, Event::Moved(_))) {
            *moved = Event::Moved(moves);
        }
        let mut guesses = guessed(frame, &events);
        let orders = orders
            .into_iter()
            .map(|(seat, given)| (seat, given.unwrap_or_else(|| take_guess(&mut guesses, seat))))
            .collect();
        events.iter().for_each(|event| frame.follow(event));
        Some((orders, events))
    }

    fn sort_orders(orders: &mut Orders) {
        orders.sort();
    }

    fn follow(_: &Setup, frame: &mut Position, _: &[Seat], events: &[Event]) {
        events.iter().for_each(|event| frame.follow(event));
    }

    fn frame_standings(_: &Setup, frame: &Position) -> Vec<Standing> {
        frame.standings()
    }

    fn book(_: &Setup, before: &Position, _: &[(Seat, Orders)], events: &[Event], book: &mut AccountBook) {
        accounts::book(before, events, book);
    }

    fn loss_value(standings: &[Standing], seat: Seat) -> f64 {
        loss::value(standings, seat)
    }

    fn loss_account(setup: &Setup, seat: Seat) -> Option<Box<dyn LossAccount<Ants>>> {
        Some(Box::new(loss::Account::new(setup.map.players.into(), seat)))
    }

    fn scene(setup: &Setup) -> Value {
        let size = setup.map.size;
        let row = |row: u16| -> String {
            (0..size.cols).map(|col| if setup.map.is_water(At { row, col }) { '%' } else { '.' }).collect()
        };
        let numbers = &setup.numbers;
        json!({
            "width": size.cols, "height": size.rows, "players": setup.map.players, "turns": numbers.turns,
            "rows": (0..size.rows).map(row).collect::<Vec<_>>(), "viewradius2": numbers.view_radius2,
            "hills": setup.map.hills.iter().map(|(at, owner)| [at.row, at.col, owner.number().into()]).collect::<Vec<_>>(),
            "attackradius2": numbers.attack_radius2, "spawnradius2": numbers.spawn_radius2,
        })
    }

    fn show_frame(_: &Setup, frame: &Position) -> Value {
        let player = |player: &super::position::Player| json!({"score": player.score, "hive": player.hive, "status": player.status.word()});
        let hill = |hill: &super::position::Hill| {
            json!([hill.at.row, hill.at.col, hill.owner.number(), hill.razed.is_none()])
        };
        json!({
            "turn": frame.turn,
            "ants": frame.ants.iter().map(|ant| [ant.at.row, ant.at.col, ant.owner.number().into()]).collect::<Vec<_>>(),
            "food": frame.food.iter().map(|at| [at.row, at.col]).collect::<Vec<_>>(),
            "hills": frame.hills.iter().map(hill).collect::<Vec<_>>(),
            "players": frame.players.iter().map(player).collect::<Vec<_>>(),
        })
    }

    fn show_orders(orders: &Orders) -> Vec<Value> {
        orders.in_order().into_iter().map(|order| json!({"order": order.line()})).collect()
    }

    /// Leaves out where ants move: the moves of all ants, in the order of the frame, are a letter each, or `=` for the
    /// same as in the turn before. Orders that only say the same are left out, too.
    fn fold_turn(
        setup: &Setup,
        frame: &Position,
        orders: &[(Seat, &Orders)],
        events: &[Event],
        is_first: bool,
    ) -> Option<FoldedTurn> {
        let (moves, mut next) = (moves_of(events), 0);
        if moves.is_empty() {
            return None;
        }
        let letter = |ant: &Ant| {
            let way = find_next(moves, &mut next, ant.at, |(at, _)| *at).map(|index| moves[index].1);
            let is_same = way == ant.went.filter(|_| !is_first);
            if is_same { '=' } else { way.map_or('-', Direction::sign) }
        };
        let ways: String = frame.ants.iter().map(letter).collect();
        let mut guesses = guessed(frame, events);
        let seats = orders.iter().filter(|(seat, orders)| {
            let guess = take_guess(&mut guesses, *seat);
            guess.list().iter().all(|order| matches!(order, Order::Go { .. }))
                && orders.in_order().into_iter().eq(guess.list())
        });
        let seats: Vec<Seat> = seats.map(|(seat, _)| *seat).collect();
        let numbers: Vec<u8> = seats.iter().map(|seat| seat.number()).collect();
        let show = |event: &Event| match event {
            Event::Moved(_) => json!({"type": "moved", "ways": ways, "seats": numbers}),
            other => Ants::show_event(setup, other),
        };
        Some(FoldedTurn { events: events.iter().map(show).collect(), seats })
    }

    fn count_orders(orders: &Orders) -> usize {
        orders.list().len()
    }

    fn show_event(_: &Setup, event: &Event) -> Value {
        let places = |list: &[(At, Seat)]| -> Vec<[u16; 3]> {
            list.iter().map(|(at, owner)| [at.row, at.col, owner.number().into()]).collect()
        };
        match event {
            Event::Turn => json!({"type": "turn"}),
            Event::Removed(seat, cause) => {
                json!({"type": "removed", "seat": seat.number(), "why": Status::Removed(*cause).word()})
            }
            Event::Refused { seat, line, why } => {
                json!({"type": "refused", "seat": seat.number(), "order": line, "why": why.reason()})
            }
            Event::Moved(moves) => {
                let moves: Vec<_> =
                    moves.iter().map(|(at, direction)| (at.row, at.col, direction.sign())).collect();
                json!({"type": "moved", "moves": moves})
            }
            Event::Died { ants, fought } => json!({"type": "died", "ants": places(ants), "fought": fought}),
            Event::Razed(hill, by) => json!({"type": "razed", "hill": hill, "seat": by.number()}),
            Event::Born(ants) => json!({"type": "born", "ants": places(ants)}),
            Event::Gathered(food) => {
                let food: Vec<_> =
                    food.iter().map(|(at, owner)| (at.row, at.col, owner.map(Seat::number))).collect();
                json!({"type": "gathered", "food": food})
            }
            Event::Food(food) => {
                json!({"type": "food", "food": food.iter().map(|at| [at.row, at.col]).collect::<Vec<_>>()})
            }
            Event::Eliminated(seat) => json!({"type": "eliminated", "seat": seat.number()}),
            Event::Over { end, bonus } => json!({"type": "over", "cutoff": end.cutoff(), "bonus": bonus}),
            Event::Counted { scores, hives } => json!({"type": "counted", "scores": scores, "hives": hives}),
            Event::Drawn { seat, lines } => json!({"type": "drawn", "seat": seat.number(), "lines": lines}),
        }
    }

    fn marks(event: &Event) -> Vec<(&'static str, Seat)> {
        let mut marks: Vec<(&'static str, Seat)> = match event {
            Event::Died { ants, .. } => ants.iter().map(|(_, owner)| ("died", *owner)).collect(),
            Event::Born(ants) => ants.iter().map(|(_, owner)| ("born", *owner)).collect(),
            Event::Gathered(food) => {
                food.iter().filter_map(|(_, owner)| owner.map(|owner| ("gathered", owner))).collect()
            }
            Event::Razed(_, seat) => vec![("razed", *seat)],
            Event::Eliminated(seat) => vec![("eliminated", *seat)],
            Event::Removed(seat, _) => vec![("removed", *seat)],
            _ => Vec::new(),
        };
        marks.dedup();
        marks
    }

    fn axis_len(setup: &Setup, axis: &str) -> usize {
        arrays::axis_len(setup, axis)
    }

    fn write_arrays(setup: &Setup, frame: &Position, out: &mut FrameArrays) {
        arrays::write(setup, frame, out);
    }

    fn sight(setup: &Setup, frame: &Position) -> Sight {
        let size = setup.map.size;
        let ground = |wet: &bool| {
            if *wet { Cell::plain('%', Tone::Water) } else { Cell::plain('.', Tone::Ground) }
        };
        let mut cells: Vec<Cell> = setup.map.water.iter().map(ground).collect();
        frame.food.iter().for_each(|at| cells[size.index(*at)] = Cell::plain('*', Tone::Goods));
        for hill in frame.standing() {
            cells[size.index(hill.at)] = Cell::owned(['^', sign(hill.owner)], Tone::Home, hill.owner);
        }
        for ant in &frame.ants {
            let is_home = frame.standing().any(|hill| hill.at == ant.at);
            let below = if is_home { '^' } else { ' ' };
            cells[size.index(ant.at)] = Cell::owned([sign(ant.owner), below], Tone::Piece, ant.owner);
        }
        Sight { width: size.cols.into(), cells }
    }

    fn tell(_: &Setup, event: &Event, names: &[String]) -> Message {
        words::tell(event, names)
    }

    fn tell_seat(_: &Setup, events: &[Event], seat: Seat, names: &[String]) -> Vec<Message> {
        words::tell_seat(events, seat, names)
    }
}

/// Returns the digit that stands for a player: 1 to 9, then 0 for the tenth.
fn sign(seat: Seat) -> char {
    char::from(b'0' + seat.number() % 10)
}

fn moves_of(events: &[Event]) -> &[(At, Direction)] {
    let moves = events.iter().find_map(|event| match event {
        Event::Moved(moves) => Some(moves.as_slice()),
        _ => None,
    });
    moves.unwrap_or_default()
}

fn without_moves(event: &Event) -> Event {
    match event {
        Event::Moved(_) => Event::Moved(Vec::new()),
        other => other.clone(),
    }
}

/// Guesses the orders of all seats from the moves and drawings in the events, assuming that no order was refused.
fn guessed(frame: &Position, events: &[Event]) -> Vec<Orders> {
    let mut lists = vec![Vec::new(); frame.players.len()];
    for event in events {
        if let Event::Drawn { seat, lines } = event {
            lists[seat.index()].extend(lines.iter().map(|line| Order::Draw { line: line.clone() }));
        }
    }
    let mut next = 0;
    for (at, direction) in moves_of(events) {
        if let Some(index) = find_next(&frame.ants, &mut next, *at, |ant| ant.at) {
            lists[frame.ants[index].owner.index()].push(Order::go(*at, *direction));
        }
    }
    lists.into_iter().map(Orders::Given).collect()
}

/// Returns the guessed orders of a seat, which are taken off the list.
fn take_guess(guesses: &mut [Orders], seat: Seat) -> Orders {
    guesses.get_mut(seat.index()).map(std::mem::take).unwrap_or_default()
}

/// Returns the encoding context of an ant's move. It is the ant's previous move, which predicts the next one best.
fn context(ant: &Ant) -> usize {
    ant.went.map_or(0, |direction| direction as usize + 1)
}
