//! Python bindings: an AI's file, which defines `choose_move(player, opponent, field)`, and the module `gems`.
//!
//! The file runs again for every move. Then its function is called and returns the move `(x1, y1, x2, y2)`. A
//! persistent file runs once per game. Instead of the function it may define a class `Player` with a method
//! `choose_move`.

use super::board::{Board, SIDE, Swap};
use super::runs::legal_swaps;
use super::wire::Snapshot;
use super::{Gems, Orders};
use pyo3::exceptions::{PyNameError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyModule, PyType};
use wag_core::arena::Note;
use wag_core::game::Game;
use wag_python::worker::debugging::origin;
use wag_python::worker::debugging::origin::Origin;
use wag_python::worker::explaining::entry;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::py_bindings::{PyBindings, TurnOutput};
use wag_python::worker::turn::refusals::refuse_answer;

const ENTRY: &str = "choose_move";
/// Name of the class that a persistent file may define.
const CLASS: &str = "Player";
/// Maximum length of a note's text, in characters.
const TEXT_MAX: usize = 200;
/// Maximum number of notes per turn.
const NOTES_MAX: usize = 1000;
/// Maximum number of characters that messages quote from an invalid answer.
const QUOTED_MAX: usize = 100;

/// The notes left in this turn.
static NOTES: Gil<Vec<Note>> = Gil::new(Vec::new());
/// The answer in this turn, and the function that returned it.
static ANSWER: Gil<Option<(Orders, Option<Origin>)>> = Gil::new(None);

/// Name of the Python module.
pub const MODULE: &str = "gems";

/// Adds all names to the module. `import *` does not import the names that are only for tests.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("__doc__", "Helpers for the gem duel. Use them with: from gems import *")?;
    module.add("SIZE", SIDE)?;
    module.add_function(pyo3::wrap_pyfunction!(legal_moves, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(annotate, module)?)?;
    module.setattr("field", pyo3::wrap_pyfunction!(field, module)?)
}

struct GemsBindings {
    view: Option<Snapshot>,
    /// The `Player` object of a persistent file that defines such a class.
    player: Option<Py<PyAny>>,
}

/// Creates the bindings of a seat.
pub fn make_bindings(_: Python<'_>, _: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    Ok(Box::new(GemsBindings { view: None, player: None }))
}

impl PyBindings for GemsBindings {
    fn module_name(&self) -> &'static str {
        MODULE
    }

    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        fill(module)
    }

    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        NOTES.replace(py, Vec::new());
        ANSWER.replace(py, None);
        self.view = Snapshot::decode(view);
        if self.view.is_none() {
            return Err(PyValueError::new_err("the view can't be read"));
        }
        Ok(())
    }

    fn begin_match(&mut self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        if let Some(class) = namespace.get_item(CLASS)?.filter(is_player) {
            self.player = Some(class.call0()?.unbind());
        } else if !namespace.contains(ENTRY)? {
            let instead = instead(namespace);
            let what = format!(
                "the file defines neither a class {CLASS} with a method {ENTRY}(self, player, opponent, field) nor a function {ENTRY}(player, opponent, field); {instead}"
            );
            return Err(PyNameError::new_err(what));
        }
        Ok(())
    }

    fn entries(&self) -> &'static [&'static str] {
        &[CLASS, ENTRY]
    }

    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = namespace.py();
        let Some(view) = &self.view else { return Ok(()) };
        let entry = match &self.player {
            Some(player) => Some(player.bind(py).getattr(ENTRY)?),
            None => namespace.get_item(ENTRY)?,
        };
        let Some(entry) = entry else {
            let instead = instead(namespace);
            let what = format!("the file defines no function {ENTRY}(player, opponent, field); {instead}");
            return Err(PyNameError::new_err(what));
        };
        let [player, opponent] = view.accounts.map(|numbers| PyList::new(py, numbers));
        let columns = view.columns.iter().map(|column| PyList::new(py, column.iter().map(letter)));
        let field = PyList::new(py, columns.collect::<PyResult<Vec<_>>>()?)?;
        let answer = entry.call1((player?, opponent?, field))?;
        ANSWER.replace(py, Some((orders(&entry, &answer), origin::of_function(&entry))));
        Ok(())
    }

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        let answer = ANSWER.replace(py, None);
        let places = answer.iter().map(|(_, place)| *place).collect();
        let orders = answer.map(|(orders, _)| orders).unwrap_or_default();
        TurnOutput { notes: NOTES.replace(py, Vec::new()), ..TurnOutput::of(py, &orders, places) }
    }
}

/// Describes what the file defines instead of a function or class that makes moves.
fn instead(namespace: &Bound<'_, PyDict>) -> String {
    let mut names = entry::names_defined_in(namespace);
    if let Ok(Some(class)) = namespace.get_item(CLASS) {
        names.extend(entry::methods_of(&class));
    }
    entry::instead_of(ENTRY, &names).english()
}

/// Returns whether the object is a class that can make a move.
fn is_player(found: &Bound<'_, PyAny>) -> bool {
    found.is_instance_of::<PyType>() && found.hasattr(ENTRY).unwrap_or(false)
}

fn letter(letter: &u8) -> String {
    char::from(*letter).to_string()
}

/// Converts four integers to a swap. Any other answer is an illegal move, which is reported in the AI's output.
fn orders(entry: &Bound<'_, PyAny>, answer: &Bound<'_, PyAny>) -> Orders {
    let numbers = answer
        .try_iter()
        .and_then(|items| items.take(5).map(|item| item?.extract::<i64>()).collect::<PyResult<Vec<_>>>());
    match numbers.map(<[i64; 4]>::try_from) {
        Ok(Ok(numbers)) => Orders::Swap(numbers),
        _ => {
            let shown = answer.repr().map_or_else(|_| "?".to_string(), |text| text.to_string_lossy().into());
            let shown: String = shown.chars().take(QUOTED_MAX).collect();
            let what = "not four whole numbers (x1, y1, x2, y2); it counts as a move that is not allowed";
            wag_python::write_to_log(&format!("{ENTRY} answered {shown}: {what}\n"));
            if let Some(refusal) = Gems::explain_empty_answer(&Orders::Nonsense, &shown) {
                refuse_answer(entry, refusal);
            }
            Orders::Nonsense
        }
    }
}

/// All legal moves on this field, as a list of (x1, y1, x2, y2): row by row from the bottom. The field is a list of ten
/// columns of ten letters each, as choose_move gets it.
#[pyfunction]
fn legal_moves(field: &Bound<'_, PyAny>) -> PyResult<Vec<(i64, i64, i64, i64)>> {
    let wrong =
        || PyValueError::new_err("a field is a list of ten columns of ten letters: R Y G B L 1 2 3 4 5");
    let columns: Vec<Vec<String>> = field.extract().map_err(|_| wrong())?;
    let columns: Vec<String> = columns.into_iter().map(|column| column.concat()).collect();
    let board = Board::try_from(columns).ok().filter(|board| board.is_full() && board.height() == SIDE);
    let swaps = legal_swaps(&board.ok_or_else(wrong)?);
    Ok(swaps.into_iter().map(Swap::numbers).map(|[x1, y1, x2, y2]| (x1, y1, x2, y2)).collect())
}

/// For tests of your functions: returns the field of a drawing of ten rows of ten letters, top row first, in the form
/// that choose_move gets. Blanks between the letters are ignored.
#[pyfunction]
fn field(drawing: &str) -> PyResult<Vec<Vec<String>>> {
    let signs = |line: &str| line.chars().filter(|sign| !sign.is_whitespace()).collect::<String>();
    let mut rows: Vec<String> = drawing.lines().map(signs).filter(|row| !row.is_empty()).collect();
    rows.reverse();
    let found: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
    if found != [SIDE; SIDE] {
        let what = format!(
            "a field is drawn as {SIDE} rows of {SIDE} letters; these rows have, from below, {found:?}"
        );
        return Err(PyValueError::new_err(what));
    }
    let letter = |x: usize| move |row: &String| row.chars().nth(x).map_or_else(String::new, String::from);
    let columns: Vec<Vec<String>> = (0..SIDE).map(|x| rows.iter().map(letter(x)).collect()).collect();
    Board::try_from(columns.iter().map(|column| column.concat()).collect::<Vec<_>>())
        .map_err(PyValueError::new_err)?;
    Ok(columns)
}

/// Leaves a note for spectators: a text at the field (x, y). The color is a name or a code such as '#ff8800'. Changes
/// nothing in the game.
#[pyfunction]
#[pyo3(signature = (place, text, color=None))]
fn annotate(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    text: &Bound<'_, PyAny>,
    color: Option<&str>,
) -> PyResult<()> {
    let side = SIDE as u32;
    let pair = place.extract::<(u32, u32)>().or_else(|_| place.extract::<[u32; 2]>().map(|[x, y]| (x, y)));
    let place = pair.ok().filter(|(x, y)| *x < side && *y < side);
    let (x, y) =
        place.ok_or_else(|| PyTypeError::new_err("a note belongs to a field (x, y), both 0 to 9"))?;
    let note = Note {
        // Spectators count rows from the top.
        fields: vec![(x, side - 1 - y)],
        text: text.str()?.to_string_lossy().chars().take(TEXT_MAX).collect(),
        color: color.map(|color| color.chars().take(30).collect()),
    };
    let mut notes = NOTES.replace(py, Vec::new());
    if notes.len() < NOTES_MAX {
        notes.push(note);
    }
    NOTES.replace(py, notes);
    Ok(())
}
