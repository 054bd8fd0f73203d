//! Python bindings of the game. A player's file defines `bot_input(dto)`. It can use the classes of the game without an
//! import.
//!
//! The file runs for the whole match. Its function returns the JSON text of an action, an `InputAction`, or `None` to
//! pass. An exception counts as a missed action, and the file continues.

use super::View;
use super::orders::Orders;
use super::state::State;
use super::wire::{CardDto, Dto, PlantDto, PlayerDto, TileDto};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyModule, PyString, PyType};
use std::ffi::CString;
use wag_core::game::{Seat, plain};
use wag_i18n::{Message, message};
use wag_python::worker::debugging::origin;
use wag_python::worker::debugging::origin::Origin;
use wag_python::worker::explaining::entry::Definitions;
use wag_python::worker::modules::own_library;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::addresses;
use wag_python::worker::turn::py_bindings::{PyBindings, TurnOutput};
use wag_python::worker::turn::refusals::source_text;

const ENTRY: &str = "bot_input";
/// The maximum number of characters that error messages quote from an invalid answer.
const QUOTED_MAX: usize = 100;

/// A copy of the module's classes, which later changes to the module do not affect.
static CLASSES: Gil<Option<Py<PyDict>>> = Gil::new(None);
/// The answer in this turn, and the function that returned it.
static ANSWER: Gil<Option<(Orders, Option<Origin>)>> = Gil::new(None);

/// The name of the module.
pub const MODULE: &str = "flowers";

/// Adds all names to the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let source = CString::new(include_str!("../../../../python/flowers/classes.py"))?;
    let own = module.dict();
    module.setattr("_json_module", pyo3::wrap_pyfunction!(json_module, module)?)?;
    module.py().run(&source, Some(&own), None)?;
    // Python has added its built-ins to the module.
    own.del_item("__builtins__")?;
    // Bots put tiles and plants into sets.
    own.values()
        .iter()
        .filter_map(|value| value.cast_into::<PyType>().ok())
        .for_each(|class| addresses::adopt(&class));
    CLASSES.replace(module.py(), Some(own.copy()?.unbind()));
    Ok(())
}

/// Returns Python's own `json` module, even if the bot has a file of that name.
#[pyfunction]
fn json_module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    own_library::import(py, c"json")
}

struct FlowersBindings {
    view: Option<(Seat, State)>,
}

/// Creates the bindings of a seat.
pub fn make_bindings(_: Python<'_>, _: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    Ok(Box::new(FlowersBindings { view: None }))
}

impl PyBindings for FlowersBindings {
    fn module_name(&self) -> &'static str {
        MODULE
    }

    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        fill(module)
    }

    fn warning(&self, definitions: &Definitions) -> Option<Message> {
        let (file, instead) = (&definitions.file, definitions.instead_of(ENTRY));
        definitions.is_missing(ENTRY).then(|| {
            message!(
                "%{file} has no function bot_input(dto), so it passes in every round; %{instead}",
                file,
                instead
            )
        })
    }

    fn set_globals(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let classes = classes(namespace.py())?;
        for name in classes.as_any().get_item("__all__")?.try_iter()? {
            let name = name?;
            namespace.set_item(&name, classes.as_any().get_item(&name)?)?;
        }
        Ok(())
    }

    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        ANSWER.replace(py, None);
        self.view = plain::read(view);
        if self.view.is_none() {
            return Err(PyValueError::new_err("the view can't be read"));
        }
        Ok(())
    }

    fn entries(&self) -> &'static [&'static str] {
        &[ENTRY]
    }

    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = namespace.py();
        let Some((seat, state)) = &self.view else { return Ok(()) };
        // A file without the function passes, as in the contest's client.
        let Some(entry) = namespace.get_item(ENTRY)? else {
            ANSWER.replace(py, Some((Orders::Pass, None)));
            return Ok(());
        };
        let dto = ObjectFactory::new(py)?.dto(&Dto::of(&View { state, seat: *seat }))?;
        let answer = entry.call1((dto,))?;
        let orders = orders(&answer)?;
        ANSWER.replace(py, Some((orders, origin::of_function(&entry))));
        Ok(())
    }

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        let answer = ANSWER.replace(py, None);
        let places = answer.iter().map(|(_, place)| *place).collect();
        let orders = answer.map(|(orders, _)| orders).unwrap_or_default();
        TurnOutput::of(py, &orders, places)
    }
}

/// Converts an answer to orders. The answer is the JSON text of an action, an `InputAction`, or `None`.
fn orders(answer: &Bound<'_, PyAny>) -> PyResult<Orders> {
    if answer.is_none() {
        return Ok(Orders::Pass);
    }
    if let Ok(text) = answer.cast::<PyString>() {
        return Ok(Orders::read(text.to_string_lossy().as_bytes()));
    }
    let class = classes(answer.py())?.as_any().get_item("InputAction")?;
    if answer.is_instance(&class)? {
        let text: String = answer.call_method0("toJSON")?.extract()?;
        return Ok(Orders::read(text.as_bytes()));
    }
    let shown: String = source_text(answer).chars().take(QUOTED_MAX).collect();
    let what =
        format!("{ENTRY} returns the JSON text of an InputAction, an InputAction or None, not {shown}");
    Err(PyTypeError::new_err(what))
}

fn classes(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let classes = CLASSES.share(py).map(|classes| classes.into_bound(py));
    classes.ok_or_else(|| PyValueError::new_err("the module is not there"))
}

/// Creates objects of the Python classes.
struct ObjectFactory<'py> {
    py: Python<'py>,
    classes: [Bound<'py, PyAny>; 5],
}

impl<'py> ObjectFactory<'py> {
    fn new(py: Python<'py>) -> PyResult<ObjectFactory<'py>> {
        let all = classes(py)?.into_any();
        let class = |name: &str| all.get_item(name);
        let classes = [class("DTO")?, class("Tile")?, class("Plant")?, class("Player")?, class("Card")?];
        Ok(ObjectFactory { py, classes })
    }

    fn dto(&self, dto: &Dto) -> PyResult<Bound<'py, PyAny>> {
        let members = (
            self.tiles(&dto.tiles)?,
            self.player(&dto.source)?,
            self.player(&dto.enemy)?,
            dto.days_till_rain,
        );
        self.classes[0].call1(members)
    }

    fn tiles(&self, tiles: &[TileDto]) -> PyResult<Bound<'py, PyList>> {
        let tiles = tiles.iter().map(|tile| {
            let plant = self.plant(&tile.plant_dto)?;
            self.classes[1].call1((tile.x, tile.y, tile.b_is_planted, tile.b_is_special, plant))
        });
        PyList::new(self.py, tiles.collect::<PyResult<Vec<_>>>()?)
    }

    fn plant(&self, plant: &PlantDto) -> PyResult<Bound<'py, PyAny>> {
        self.classes[2].call1((plant.plant_id, plant.gold_worth, plant.water_needed, plant.days_to_rot))
    }

    fn player(&self, player: &PlayerDto) -> PyResult<Bound<'py, PyAny>> {
        let card = |card: &CardDto| self.classes[4].call1((card.card_id, card.owned));
        let cards = player.cards.iter().map(card).collect::<PyResult<Vec<_>>>()?;
        let tiles = self.tiles(&player.tiles)?;
        self.classes[3].call1((player.points, player.gold, player.fertilizer_active, tiles, cards))
    }
}
