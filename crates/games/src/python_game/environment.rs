//! Games in Python as environments for learners.

use super::planes::{FIRST_TILE, OTHERS, OWN};
use super::{Item, Orders, PythonGame, Setup, State, View};
use wag_core::game::{Actions, Environment, Spaces};
use wag_python::protocol::game::Declared;

/// The most actions of a game that lists moves instead of actions.
const MOVES_OF_LEARNERS: u16 = 256;

impl Environment for PythonGame {
    type Element = f32;
    /// A setup has the options and names only.
    const SEED_DECIDES_SETUP: bool = false;

    fn prepare(setup: &mut Setup) {
        setup.has_observations = true;
    }

    fn missing(setup: &Setup) -> Option<&'static str> {
        let rules = setup.rules;
        let has_planes = rules.declared().observation.is_some()
            || !rules.declared().has_hidden_information && setup.board.is_some();
        if !has_planes {
            return Some("observe(self, view)");
        }
        let has_actions = !rules.declared().actions.is_empty() || rules.has("moves");
        (!has_actions).then_some("actions(self, options, seats)")
    }

    fn spaces(setup: &Setup) -> Spaces {
        let declared = setup.rules.declared();
        let (rows, columns) = match &declared.observation {
            Some((_, rows, columns)) => (*rows, *columns),
            None => setup.board.map_or((1, 1), |(width, height)| (height, width)),
        };
        let planes = setup.rules.planes.clone();
        Spaces { planes, rows: rows.into(), columns: columns.into(), actions: actions(declared) }
    }

    fn observe(view: &View<'_>, out: &mut [f32]) {
        let setup = view.state.setup();
        if setup.rules.declared().observation.is_some() {
            let observed = view.known().observation.iter().copied().chain(std::iter::repeat(0.0));
            out.iter_mut().zip(observed).for_each(|(out, value)| *out = value);
            return;
        }
        out.fill(0.0);
        let Some(board) = &view.state.step().board else { return };
        let area = board.cells.len();
        for (at, tile) in board.cells.iter().enumerate() {
            mark(out, (FIRST_TILE + usize::from(*tile)) * area + at);
            let owner = setup.rules.declared().tiles.get(usize::from(*tile)).and_then(|tile| tile.seat);
            if let Some(owner) = owner {
                mark(out, if owner == view.seat { OWN } else { OTHERS } * area + at);
            }
        }
        for piece in &board.pieces {
            let plane = if piece.seat == Some(view.seat) { OWN } else { OTHERS };
            mark(out, plane * area + usize::from(piece.y) * usize::from(board.width) + usize::from(piece.x));
        }
    }

    fn mask(view: &View<'_>, out: &mut [i8]) {
        let known = view.known();
        let legal = known.mask.iter().map(|is_legal| i8::from(*is_legal));
        let count = if known.mask.is_empty() { known.moves.as_ref().map_or(0, Vec::len) } else { 0 };
        let listed = std::iter::repeat_n(1, count.min(out.len()));
        out.fill(0);
        out.iter_mut().zip(legal.chain(listed)).for_each(|(out, legal)| *out = legal);
        if out.iter().all(|legal| *legal == 0) {
            match known.moves.is_some() && known.mask.is_empty() {
                true => out.iter_mut().take(1).for_each(|out| *out = 1),
                false => out.fill(1),
            }
        }
    }

    fn orders(view: &View<'_>, action: &[i32]) -> Orders {
        let number = action.first().and_then(|number| usize::try_from(*number).ok()).unwrap_or(0);
        let declared = view.state.setup().rules.declared();
        if let Some(action) = declared.actions.get(number) {
            return Item::of_bytes(action.clone()).map_or(Orders::Nothing, Orders::Value);
        }
        match view.known().moves.as_ref().is_some_and(|moves| number < moves.len()) {
            true => Orders::Move(number as u32),
            false => Orders::Nothing,
        }
    }

    fn action(view: &View<'_>, orders: &Orders) -> Option<Vec<i32>> {
        let declared = view.state.setup().rules.declared();
        let number = match orders {
            Orders::Move(number) if declared.actions.is_empty() => *number as usize,
            Orders::Value(item) => declared
                .actions
                .iter()
                .position(|action| Item::of_bytes(action.clone()).as_ref() == Some(item))?,
            _ => return None,
        };
        let choices = usize::from(actions(declared).choices[0]);
        Some(vec![i32::try_from(number).ok().filter(|_| number < choices)?])
    }

    fn figures(state: &State, out: &mut [i64]) {
        for (figure, own) in out.iter_mut().zip(state.figures()) {
            *figure = own.first().copied().unwrap_or(0);
        }
    }
}

fn mark(out: &mut [f32], at: usize) {
    if let Some(out) = out.get_mut(at) {
        *out = 1.0;
    }
}

fn actions(declared: &Declared) -> Actions {
    const LISTED: &[(&str, &str)] =
        &[("action", "the number of an action in the list that the game declares")];
    const MOVES: &[(&str, &str)] = &[("move", "the number of a move in the list of legal moves")];
    match u16::try_from(declared.actions.len()) {
        Ok(0) | Err(_) => Actions::discrete(MOVES_OF_LEARNERS, MOVES),
        Ok(count) => Actions::discrete(count.max(2), LISTED),
    }
}
