//! Python bindings of players of games in Python: the module `game`, and the functions and classes that the engine calls
//! in a persistent file.
//!
//! A file that runs again in each turn reads the module's values and calls `order`. A persistent file defines
//! `choose(view)` or `choose(view, moves)`, or a class with such a method.

use super::protocols::{PlayerSetup, PlayerView};
use super::{Item, Orders};
use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyModule, PyTuple, PyType};
use std::ffi::CString;
use wag_core::game::{Datum, Refusal, plain};
use wag_i18n::{Message, message};
use wag_python::worker::debugging::origin;
use wag_python::worker::debugging::origin::Origin;
use wag_python::worker::explaining::entry::{self, Definitions};
use wag_python::worker::game::walker;
use wag_python::worker::modules::own_library;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::py_bindings::{PyBindings, TurnOutput};
use wag_python::worker::turn::refusals::{refuse, source_text};

/// The name of the module.
pub const MODULE: &str = "game";
/// The name of the function or method that a persistent file defines.
const ENTRY: &str = "choose";
/// The methods with which a class plays. The second one is that of the course's players.
const METHODS: [&str; 2] = [ENTRY, "select_move"];

/// The data of a turn, which the module's functions read.
struct Turn {
    view: Py<PyAny>,
    moves: Option<Py<PyList>>,
    made: Vec<u32>,
    round: u32,
}

static TURN: Gil<Option<Turn>> = Gil::new(None);
static SETUP: Gil<Option<PlayerSetup>> = Gil::new(None);
/// The order of this turn, and the line that gave it.
static ORDER: Gil<Option<(Orders, Option<Origin>)>> = Gil::new(None);
/// A copy of the module's functions and classes, which later changes to the module do not affect.
static ITEMS: Gil<Option<Py<PyDict>>> = Gil::new(None);
/// The class of views.
static VIEW: Gil<Option<Py<PyAny>>> = Gil::new(None);

/// Adds all names to the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let source = CString::new(include_str!("../../../../python/game/game.py"))?;
    let own = module.dict();
    module.setattr("_value", pyo3::wrap_pyfunction!(value, module)?)?;
    module.setattr("moves", pyo3::wrap_pyfunction!(moves, module)?)?;
    module.setattr("order", pyo3::wrap_pyfunction!(order, module)?)?;
    module.py().run(&source, Some(&own), None)?;
    // Python has added its built-ins to the module.
    own.del_item("__builtins__")?;
    ITEMS.replace(module.py(), Some(own.copy()?.unbind()));
    Ok(())
}

struct GameBindings {
    is_persistent: bool,
    /// The class that the user has named, with its arguments.
    entry: Option<String>,
    /// The player in a persistent file, or the one that the process itself has given.
    choose: Option<Chooser>,
}

/// A player of a persistent file.
enum Chooser {
    /// A function of the view, or of the view and the moves.
    Function(Py<PyAny>),
    /// A player of the course with its own copy of the game: a function of the moves made so far and of the number of
    /// moves that are legal now.
    Course(Py<PyAny>),
}

/// Creates the bindings of a seat.
pub fn make_bindings(py: Python<'_>, setup: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    let setup: Option<PlayerSetup> = plain::read(setup);
    let is_persistent = setup.as_ref().is_some_and(|setup| setup.is_persistent);
    SETUP.replace(py, setup);
    Ok(Box::new(GameBindings { is_persistent, entry: None, choose: None }))
}

impl PyBindings for GameBindings {
    fn module_name(&self) -> &'static str {
        MODULE
    }

    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        fill(module)
    }

    fn warning(&self, definitions: &Definitions) -> Option<Message> {
        let file = &definitions.file;
        let gives_none = definitions.is_missing(MODULE) && definitions.is_missing(ENTRY);
        // The engine calls a persistent file, and says what it lacks.
        (gives_none && !self.is_persistent).then(|| {
            message!(
                "%{file} neither defines choose(view) nor imports game, so it gives no orders; %{instead}",
                file,
                instead = definitions.instead_of(ENTRY)
            )
        })
    }

    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        ORDER.replace(py, None);
        let invalid = || PyValueError::new_err("the view can't be read");
        let PlayerView { round, view, moves, made } = plain::read(view).ok_or_else(invalid)?;
        let view = with_attributes(walker::read(py, &view)?)?.unbind();
        let moves = moves.map(|moves| {
            let moves: PyResult<Vec<_>> = moves.iter().map(|one| walker::read(py, one)).collect();
            Ok::<_, PyErr>(PyList::new(py, moves?)?.unbind())
        });
        TURN.replace(py, Some(Turn { view, moves: moves.transpose()?, made, round }));
        Ok(())
    }

    fn entries(&self) -> &'static [&'static str] {
        &[ENTRY]
    }

    fn set_entry(&mut self, entry: &str) {
        self.entry = Some(entry.to_string());
    }

    fn begin_match(&mut self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        self.choose = Some(chooser_of(namespace, self.entry.as_deref())?);
        Ok(())
    }

    fn begin_with(&mut self, player: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.choose = player.is_callable().then(|| Chooser::Function(player.clone().unbind()));
        Ok(self.choose.is_some())
    }

    fn is_given_object(&self) -> bool {
        self.choose.is_some()
    }

    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = namespace.py();
        let choose = match &self.choose {
            Some(Chooser::Course(choose)) => return choose_number(choose.bind(py)),
            Some(Chooser::Function(choose)) => choose.bind(py).clone(),
            None => match namespace.get_item(ENTRY)? {
                Some(choose) => choose,
                None => return Ok(()),
            },
        };
        let arguments = |turn: &Turn| {
            let moves = turn.moves.as_ref().map_or_else(|| py.None(), |moves| moves.clone_ref(py).into_any());
            (turn.view.clone_ref(py), moves)
        };
        let Some((view, moves)) = with_turn(py, arguments) else { return Ok(()) };
        let answer =
            if takes_moves(&choose) { choose.call1((view, moves))? } else { choose.call1((view,))? };
        let orders = orders_of(&answer, "choose(...)")?;
        ORDER.replace(py, Some((orders, origin::of_function(&choose))));
        Ok(())
    }

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        let order = ORDER.replace(py, None);
        let places = order.iter().filter(|(orders, _)| *orders != Orders::Nothing).map(|(_, place)| *place);
        let places = places.collect();
        let orders = order.map(|(orders, _)| orders).unwrap_or_default();
        TurnOutput::of(py, &orders, places)
    }
}

fn with_turn<T>(py: Python<'_>, read: impl FnOnce(&Turn) -> T) -> Option<T> {
    let turn = TURN.replace(py, None)?;
    let value = read(&turn);
    TURN.replace(py, Some(turn));
    Some(value)
}

/// Returns a value of the turn: what `from game import NAME` imports.
#[pyfunction(name = "_value")]
fn value(py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
    let missing = || PyAttributeError::new_err(format!("module 'game' has no attribute '{name}'"));
    let nowhere =
        || PyRuntimeError::new_err("there is no match here; play one with: wag play GAME.py FILE.py");
    let setup = SETUP.replace(py, None);
    let read = |setup: &PlayerSetup| {
        Ok(match name {
            "seat" => setup.seat.0.into_pyobject(py)?.into_any().unbind(),
            "names" => PyList::new(py, &setup.names)?.into_any().unbind(),
            "options" => with_attributes(options_of(py, setup)?.into_any())?.unbind(),
            _ => return Err(missing()),
        })
    };
    let found = match name {
        "view" => with_turn(py, |turn| turn.view.clone_ref(py)).ok_or_else(nowhere),
        "round" => with_turn(py, |turn| turn.round)
            .ok_or_else(nowhere)
            .and_then(|round| Ok(round.into_pyobject(py)?.into_any().unbind())),
        "seat" | "names" | "options" => setup.as_ref().ok_or_else(nowhere).and_then(read),
        _ => Err(missing()),
    };
    SETUP.replace(py, setup);
    found
}

/// All legal orders of this turn.
#[pyfunction]
fn moves(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let moves = with_turn(py, |turn| turn.moves.as_ref().map(|moves| moves.clone_ref(py)));
    match moves {
        Some(Some(moves)) => Ok(PyList::new(py, moves.bind(py))?.into_any().unbind()),
        Some(None) => Err(PyRuntimeError::new_err("this game does not list the legal moves; read the view")),
        None => {
            Err(PyRuntimeError::new_err("there is no match here; play one with: wag play GAME.py FILE.py"))
        }
    }
}

/// Gives your order. The last call of a turn counts.
#[pyfunction]
fn order(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let orders = orders_of(value, "order(...)").inspect_err(|_| {
        refuse(py, Refusal::new("no_data", &[("given", &source_text(value))]));
    })?;
    let moves = with_turn(py, |turn| turn.moves.as_ref().map(|moves| moves.clone_ref(py))).flatten();
    if let (Some(moves), Orders::Value(item)) = (moves, &orders) {
        check_legal(moves.bind(py), item, value)?;
    }
    ORDER.replace(py, Some((orders, origin::here(py))));
    Ok(())
}

fn check_legal(moves: &Bound<'_, PyList>, item: &Item, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let given = item.datum();
    for legal in moves.iter() {
        let packed = walker::pack(&legal).ok();
        if packed.and_then(|packed| Datum::unpack(&packed)).is_some_and(|legal| legal.means(&given)) {
            return Ok(());
        }
    }
    let shown: String = source_text(value).chars().take(100).collect();
    refuse(moves.py(), Refusal::new("no_move", &[("given", &shown)]));
    let list: String = moves.repr()?.to_string_lossy().chars().take(200).collect();
    Err(PyValueError::new_err(format!("{shown} is not a legal move; the legal moves are {list}")))
}

/// Returns a Python value as an order. `root` is the expression whose value it is.
fn orders_of(value: &Bound<'_, PyAny>, root: &str) -> PyResult<Orders> {
    if value.is_none() {
        return Ok(Orders::Nothing);
    }
    Ok(Item::of_bytes(walker::write(value, root)?).map_or(Orders::Nothing, Orders::Value))
}

/// Returns a dictionary as a view, whose keys are also attributes; other values as they are.
fn with_attributes<'py>(value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    if !value.is_instance_of::<PyDict>() {
        return Ok(value);
    }
    let class = match VIEW.share(py) {
        Some(class) => class,
        None => {
            let class = own_library::import(py, c"wag.game")?.getattr("game")?.getattr("View")?.unbind();
            VIEW.replace(py, Some(class.clone_ref(py)));
            class
        }
    };
    class.bind(py).call1((value,))
}

/// Returns whether a function or method takes the moves beside the view.
fn takes_moves(choose: &Bound<'_, PyAny>) -> bool {
    let function = choose.getattr("__func__").unwrap_or_else(|_| choose.clone());
    let is_bound = choose.hasattr("__self__").unwrap_or(false);
    let count = function.getattr("__code__").and_then(|code| code.getattr("co_argcount")?.extract::<usize>());
    count.is_ok_and(|count| count - usize::from(is_bound && count > 0) >= 2)
}

/// Lets a player of the course choose, and stores the number of its move.
fn choose_number(choose: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = choose.py();
    let read = |turn: &Turn| (turn.made.clone(), turn.moves.as_ref().map_or(0, |moves| moves.bind(py).len()));
    let Some(arguments) = with_turn(py, read) else { return Ok(()) };
    let orders = match choose.call1(arguments) {
        Ok(number) => match number.extract::<Option<u32>>()? {
            Some(number) => Orders::Move(number),
            None => Orders::Unreadable("the chosen move".to_string()),
        },
        Err(err) if err.value(py).hasattr("copy_differs")? => Orders::CopyDiffers,
        Err(err) => return Err(err),
    };
    ORDER.replace(py, Some((orders, None)));
    Ok(())
}

/// Finds what plays in a persistent file: the class that the user has named, the function `choose`, or the only class
/// with a method `choose` or `select_move`.
fn chooser_of(namespace: &Bound<'_, PyDict>, entry: Option<&str>) -> PyResult<Chooser> {
    let py = namespace.py();
    let (name, arguments) = entry.map_or((None, ""), |entry| {
        let (name, arguments) = entry.split_once(':').unwrap_or((entry, ""));
        (Some(name), arguments)
    });
    if let Some(function) = namespace.get_item(name.unwrap_or(ENTRY))?.filter(|value| value.is_callable())
        && !function.is_instance_of::<PyType>()
    {
        return Ok(Chooser::Function(function.unbind()));
    }
    let class = match name {
        Some(name) => named_class(namespace, name)?,
        None => only_class(namespace)?,
    };
    let given = match arguments {
        "" => PyTuple::empty(py),
        text => own_item(py, "_arguments")?.call1((text,))?.cast_into::<PyTuple>()?,
    };
    if class.hasattr(ENTRY)? {
        return Ok(Chooser::Function(class.call1(given)?.getattr(ENTRY)?.unbind()));
    }
    let setup = SETUP.replace(py, None);
    let player = course_player(&class, given, setup.as_ref());
    SETUP.replace(py, setup);
    Ok(Chooser::Course(player?.getattr(ENTRY)?.unbind()))
}

/// Returns a player of the course with its own copy of the game.
fn course_player<'py>(
    class: &Bound<'py, PyAny>,
    arguments: Bound<'py, PyTuple>,
    setup: Option<&PlayerSetup>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let Some((setup, course)) = setup.and_then(|setup| Some((setup, setup.course.as_ref()?))) else {
        return Err(PyTypeError::new_err(
            "a class with select_move() plays only games of the course; write a method choose(self, view)",
        ));
    };
    let options = options_of(py, setup)?;
    let game = (course.files.clone(), course.class.as_str());
    let names = PyList::new(py, &setup.names)?;
    own_item(py, "_course_player")?.call1((game, class, arguments, setup.seat.0, names, options))
}

/// Returns the values of the options by name.
fn options_of<'py>(py: Python<'py>, setup: &PlayerSetup) -> PyResult<Bound<'py, PyDict>> {
    let options = PyDict::new(py);
    for (name, value) in &setup.options {
        options.set_item(name, walker::read(py, value.bytes())?)?;
    }
    Ok(options)
}

/// Returns an item of the module that is not for players.
fn own_item<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let items = ITEMS.share(py).ok_or_else(|| PyRuntimeError::new_err("the module is not there"))?;
    items.bind(py).as_any().get_item(name)
}

fn named_class<'py>(namespace: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let class = namespace.get_item(name)?.filter(|value| value.is_instance_of::<PyType>());
    class.ok_or_else(|| {
        let instead = entry::instead_of(name, &entry::names_defined_in(namespace)).english();
        PyTypeError::new_err(format!("the file has no class {name}; {instead}"))
    })
}

/// Returns the only class that plays. Base classes of others do not count.
fn only_class<'py>(namespace: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let plays = |value: &Bound<'_, PyAny>| {
        value.is_instance_of::<PyType>()
            && METHODS.iter().any(|method| value.hasattr(*method).unwrap_or(false))
    };
    let classes = entry::defined_in(namespace).into_iter();
    let classes = classes.map(|(name, value)| (name, value.into_bound(namespace.py())));
    let classes: Vec<_> = classes.filter(|(_, value)| plays(value)).collect();
    let is_base = |class: &Bound<'_, PyAny>| {
        let derives = |other: &Bound<'py, PyAny>| {
            let other = other.cast::<PyType>().ok()?;
            let class = class.cast::<PyType>().ok()?;
            Some(!other.is(class) && other.is_subclass(class).unwrap_or(false))
        };
        classes.iter().any(|(_, other)| derives(other).unwrap_or(false))
    };
    let last: Vec<_> = classes.iter().filter(|(_, class)| !is_base(class)).collect();
    match last.as_slice() {
        [(_, class)] => Ok(class.clone()),
        [] => Err(PyTypeError::new_err(format!(
            "the file has no player: write a function choose(view), or a class with such a method; {}",
            entry::instead_of(ENTRY, &entry::names_defined_in(namespace)).english()
        ))),
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            Err(PyTypeError::new_err(format!(
                "several classes can play: {}; name one: FILE.py:{}",
                names.join(", "),
                names[0]
            )))
        }
    }
}
