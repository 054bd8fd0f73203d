//! Warriors & Gatherers as an environment for learners.

use super::board::{FieldIndex, FieldType};
use super::orders::{Direction, Orders, UnitId, UnitType};
use super::state::{State, Unit};
use super::{SEATS, Setup, View, Warriors};
use wag_core::game::{Actions, Environment, Plane, Seat, Spaces, plane};

/// The largest value in the planes that hold amounts and rounds.
const MOST: u32 = u16::MAX as u32;

/// The planes. Other players are numbered in the sequence of play, from 1 for the one after the own seat.
const PLANES: [Plane; 19] = [
    plane("resource fields", "1 on fields where resources can appear", 1),
    plane("water", "1 on water", 1),
    plane("walls", "1 on walls", 1),
    plane("own base", "1 on the own base", 1),
    plane("other bases", "on the base of another player: its number, 1 for the one that plays next", 3),
    plane("resources", "the amount of resources on the field", MOST),
    plane("own gatherers", "1 on fields with an own gatherer", 1),
    plane("own warriors", "1 on fields with an own warrior", 1),
    plane("own cargo", "the amount of resources that the own unit on the field carries", MOST),
    plane("other gatherers", "on fields with another player's gatherer: the player's number", 3),
    plane("other warriors", "on fields with another player's warrior: the player's number", 3),
    plane("other cargo", "the amount of resources that another player's unit on the field carries", MOST),
    plane("gatherers inside", "on bases: the number of gatherers inside", MOST),
    plane("warriors inside", "on bases: the number of warriors inside", MOST),
    plane("own stock", "the own stock, on every field", MOST),
    plane("stock of player 1", "the stock of the player that plays next, on every field", MOST),
    plane("stock of player 2", "the stock of the player after that, on every field", MOST),
    plane("stock of player 3", "the stock of the last of the other players, on every field", MOST),
    plane("rounds left", "the number of rounds left, with the current one, on every field", MOST),
];

/// Returns a value of a plane; values that are too large become [`MOST`].
fn clamped(value: u64) -> u16 {
    value.try_into().unwrap_or(u16::MAX)
}

/// The number of choices for the unit on a field: to stay, and one for each direction.
const MOVES: usize = 5;
/// The number of choices for the base.
const BASE_CHOICES: usize = 9;
/// The maximum number of units created in a turn.
const CREATED_MAX: usize = 4;
const WAYS: [Direction; 4] = [Direction::North, Direction::West, Direction::South, Direction::East];

const MEANINGS: &[(&str, &str)] = &[
    (
        "[0, y, x]",
        "what the own unit on the field does: 0 stays, 1 goes north (up), 2 west, 3 south, 4 east; on fields without an own unit, only 0 is allowed, and other numbers have no effect",
    ),
    (
        "[1, y, x] on the own base",
        "the units to create: 0 none, 1 to 4 as many gatherers, 5 to 8 one to four warriors, as far as the stock suffices",
    ),
    (
        "[1, y, x] next to the own base",
        "which unit leaves the base for this field: 0 none, 1 a gatherer, 2 a warrior; units created in this turn can leave at once; units that were created first leave first",
    ),
    ("[1, y, x] elsewhere", "only 0 is allowed, and other numbers have no effect"),
];

impl Environment for Warriors {
    type Element = u16;
    const SEED_DECIDES_SETUP: bool = false;

    fn spaces(setup: &Setup) -> Spaces {
        let side = setup.board.side() as usize;
        let mut choices = vec![MOVES as u16; side * side];
        choices.extend(vec![BASE_CHOICES as u16; side * side]);
        let actions = Actions { shape: vec![2, side, side], choices, meanings: MEANINGS };
        Spaces { planes: PLANES.to_vec(), rows: side, columns: side, actions }
    }

    fn observe(view: &View<'_>, out: &mut [u16]) {
        let View { state, seat: own } = *view;
        let grid = Grid::new(state);
        let number = |seat: Seat| (SEATS + seat.index() - own.index()) % SEATS;
        out.fill(0);
        let mut put = |plane: usize, at: FieldIndex, value: u64| {
            out[plane * grid.area + grid.square(at)] = clamped(value);
        };
        for (index, field) in (0..).zip(state.board.fields()) {
            match field {
                FieldType::Land => {}
                FieldType::Resource => put(0, FieldIndex(index), 1),
                FieldType::Water => put(1, FieldIndex(index), 1),
                FieldType::Wall => put(2, FieldIndex(index), 1),
                FieldType::Base(seat) if *seat == own => put(3, FieldIndex(index), 1),
                FieldType::Base(seat) => put(4, FieldIndex(index), number(*seat) as u64),
            }
        }
        state.lying().for_each(|(at, amount)| put(5, at, amount));
        for seat in Seat::all(SEATS) {
            let is_inside = |unit: &&Unit| unit.at == state.board.base(seat);
            let (first, value) = if seat == own { (6, 1) } else { (9, number(seat) as u64) };
            let units = &state.player(seat).units;
            for unit in units.iter().filter(|unit| !is_inside(unit)) {
                put(if unit.kind == UnitType::Gatherer { first } else { first + 1 }, unit.at, value);
                put(first + 2, unit.at, unit.cargo);
            }
            for (plane, kind) in [(12, UnitType::Gatherer), (13, UnitType::Warrior)] {
                let inside = units.iter().filter(is_inside).filter(|unit| unit.kind == kind).count();
                put(plane, state.board.base(seat), inside as u64);
            }
        }
        let rounds_left = u64::from((state.rules.rounds + 1).saturating_sub(state.round));
        let stock = |after: usize| state.players[(own.index() + after) % SEATS].stock;
        let numbers = [stock(0), stock(1), stock(2), stock(3), rounds_left];
        for (plane, value) in (14..).zip(numbers) {
            out[plane * grid.area..(plane + 1) * grid.area].fill(clamped(value));
        }
    }

    fn mask(view: &View<'_>, out: &mut [i8]) {
        let grid = Grid::new(view.state);
        let base = Base::new(view);
        out.fill(0);
        let (moves, at_base) = out.split_at_mut(MOVES * grid.area);
        moves.iter_mut().step_by(MOVES).for_each(|stay| *stay = 1);
        at_base.iter_mut().step_by(BASE_CHOICES).for_each(|nothing| *nothing = 1);
        for unit in base.units.iter().filter(|unit| unit.at != base.at) {
            let first = MOVES * grid.square(unit.at) + 1;
            for (allowed, way) in moves[first..].iter_mut().zip(WAYS) {
                *allowed = base.can_enter(unit.at, way).into();
            }
        }
        let first = BASE_CHOICES * grid.square(base.at) + 1;
        for (allowed, choice) in at_base[first..first + BASE_CHOICES - 1].iter_mut().zip(1..) {
            let (kind, count) = created(choice);
            *allowed = (count <= base.affordable(kind)).into();
        }
        for to in base.exits() {
            let first = BASE_CHOICES * grid.square(to) + 1;
            for (allowed, kind) in at_base[first..].iter_mut().zip([UnitType::Gatherer, UnitType::Warrior]) {
                let is_inside = base.inside(kind).next().is_some();
                *allowed = (is_inside || base.affordable(kind) > 0).into();
            }
        }
    }

    fn orders(view: &View<'_>, action: &[i32]) -> Orders {
        let grid = Grid::new(view.state);
        let base = Base::new(view);
        let (unit_moves, at_base) = action.split_at(grid.area);
        let direction = |unit: &&Unit| {
            let choice = usize::try_from(unit_moves[grid.square(unit.at)]).ok()?.checked_sub(1)?;
            Some((unit.id, *WAYS.get(choice)?))
        };
        let outside = base.units.iter().filter(|unit| unit.at != base.at);
        let mut moves: Vec<(UnitId, Direction)> = outside.filter_map(|unit| direction(&unit)).collect();
        let (kind, count) = created(at_base[grid.square(base.at)]);
        let creations = vec![kind; count.min(base.affordable(kind))];
        let new = (base.next_id.0..).map(UnitId).take(creations.len());
        let is_new = |wanted: UnitType| wanted == kind;
        let waiting = |wanted: UnitType| {
            let new = new.clone().filter(move |_| is_new(wanted));
            base.inside(wanted).chain(new).collect::<Vec<UnitId>>().into_iter()
        };
        let mut leaving = [waiting(UnitType::Gatherer), waiting(UnitType::Warrior)];
        for way in WAYS {
            let Some(to) = view.state.board.neighbour(base.at, way) else { continue };
            let choice = usize::try_from(at_base[grid.square(to)]).unwrap_or_default();
            let unit = choice.checked_sub(1).and_then(|kind| leaving.get_mut(kind)).and_then(Iterator::next);
            moves.extend(unit.filter(|_| base.can_enter(base.at, way)).map(|unit| (unit, way)));
        }
        moves.sort_unstable_by_key(|(unit, _)| *unit);
        Orders { creations, moves }
    }

    fn action(view: &View<'_>, orders: &Orders) -> Option<Vec<i32>> {
        let grid = Grid::new(view.state);
        let base = Base::new(view);
        let mut action = vec![0; 2 * grid.area];
        let (unit_moves, at_base) = action.split_at_mut(grid.area);
        // An action creates units of one kind only.
        if let Some(kind) = orders.creations.first() {
            let count = orders.creations.iter().filter(|one| *one == kind).count().min(CREATED_MAX);
            let first = if *kind == UnitType::Gatherer { 0 } else { CREATED_MAX };
            at_base[grid.square(base.at)] = (first + count) as i32;
        }
        for (id, direction) in &orders.moves {
            let Some(way) = WAYS.iter().position(|way| way == direction) else { continue };
            let unit = base.units.iter().find(|unit| unit.id == *id);
            if let Some(unit) = unit.filter(|unit| unit.at != base.at) {
                unit_moves[grid.square(unit.at)] = way as i32 + 1;
                continue;
            }
            let created =
                id.0.checked_sub(base.next_id.0).and_then(|index| orders.creations.get(index as usize));
            let kind = unit.map(|unit| unit.kind).or(created.copied());
            let to = view.state.board.neighbour(base.at, *direction);
            if let (Some(kind), Some(to)) = (kind, to) {
                at_base[grid.square(to)] = if kind == UnitType::Gatherer { 1 } else { 2 };
            }
        }
        Some(action)
    }

    fn figures(state: &State, out: &mut [i64]) {
        for (figure, player) in out.iter_mut().zip(&state.players) {
            *figure = player.stock as i64;
        }
    }
}

/// Returns the kind and the number of units that a choice at the base creates.
fn created(choice: i32) -> (UnitType, usize) {
    match usize::try_from(choice).unwrap_or_default() {
        count @ 0..=CREATED_MAX => (UnitType::Gatherer, count),
        more => (UnitType::Warrior, (more - CREATED_MAX).min(CREATED_MAX)),
    }
}

/// The arrangement of fields in planes: row by row, while boards are stored column by column.
struct Grid {
    side: u32,
    area: usize,
}

impl Grid {
    fn new(state: &State) -> Grid {
        let side = state.board.side();
        Grid { side, area: (side * side) as usize }
    }

    fn square(&self, at: FieldIndex) -> usize {
        ((at.0 % self.side) * self.side + at.0 / self.side) as usize
    }
}

/// The base and the units of the player whose turn it is.
struct Base<'s> {
    state: &'s State,
    seat: Seat,
    at: FieldIndex,
    units: &'s [Unit],
    next_id: UnitId,
}

impl<'s> Base<'s> {
    fn new(view: &View<'s>) -> Base<'s> {
        let player = view.state.player(view.seat);
        let at = view.state.board.base(view.seat);
        Base { state: view.state, seat: view.seat, at, units: &player.units, next_id: player.next_id }
    }

    /// Returns how many units of this kind the stock can pay for, up to the maximum number created in a turn.
    fn affordable(&self, kind: UnitType) -> usize {
        let stock = self.state.player(self.seat).stock;
        let count = stock.checked_div(self.state.rules.unit(kind).cost);
        count.map_or(CREATED_MAX, |count| count.min(CREATED_MAX as u64) as usize)
    }

    /// Returns the units of this kind inside the base, in the sequence of their creation.
    fn inside(&self, kind: UnitType) -> impl Iterator<Item = UnitId> {
        let is_inside = move |unit: &&Unit| unit.at == self.at && unit.kind == kind;
        self.units.iter().filter(is_inside).map(|unit| unit.id)
    }

    /// Returns whether a unit could go from a field in this direction if no own unit were in the way.
    fn can_enter(&self, from: FieldIndex, way: Direction) -> bool {
        let to = self.state.board.neighbour(from, way);
        to.is_some_and(|to| to == self.at || self.state.board.field(to).is_open())
    }

    /// Returns the fields next to the base that units can enter.
    fn exits(&self) -> impl Iterator<Item = FieldIndex> {
        let ways = WAYS.into_iter().filter(|way| self.can_enter(self.at, *way));
        ways.filter_map(|way| self.state.board.neighbour(self.at, way))
    }
}
