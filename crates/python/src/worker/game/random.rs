//! The object `random` of a game: its numbers depend only on the match's seed, the step and the purpose of the call, and
//! not on what was drawn before. So a position and the seed decide the future.

use crate::worker::modules::own_library;
use crate::worker::process::gil::Gil;
use crate::worker::turn::seeding;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use wag_core::game::derive_seed;

/// The numbers of the current call.
struct Numbers {
    seed: u64,
    purpose: String,
    parts: [u64; 2],
    /// The generator, which is created when the first number is drawn.
    generator: Option<ChaCha8Rng>,
}

static NUMBERS: Gil<Option<Box<Numbers>>> = Gil::new(None);

/// Sets the match's seed for the calls of the next request.
pub fn begin(py: Python<'_>, seed: u64) {
    NUMBERS.replace(
        py,
        Some(Box::new(Numbers { seed, purpose: String::new(), parts: [0; 2], generator: None })),
    );
}

/// Gives the object `random` other numbers for each call.
#[pyclass(frozen, module = "wag")]
pub struct Key {
    random: Py<PyAny>,
}

impl Key {
    pub fn new(py: Python<'_>) -> PyResult<Py<Key>> {
        let random = match seeding::apart(py) {
            Some(random) => random.into_bound(py),
            None => own_library::import(py, c"random")?.into_any(),
        };
        let functions = PyDict::new(py);
        functions.set_item("random", pyo3::wrap_pyfunction!(random_float, py)?)?;
        functions.set_item("getrandbits", pyo3::wrap_pyfunction!(random_bits, py)?)?;
        functions.set_item("seed", pyo3::wrap_pyfunction!(refuse_seed, py)?)?;
        functions.set_item("setstate", pyo3::wrap_pyfunction!(refuse_seed, py)?)?;
        functions.set_item("getstate", pyo3::wrap_pyfunction!(refuse_state, py)?)?;
        functions.set_item("__module__", "wag")?;
        let base = random.getattr("Random")?;
        let class = py.import("builtins")?.getattr("type")?.call1(("Random", (base,), functions))?;
        let object = class.call_method1("__new__", (&class,))?;
        object.setattr("gauss_next", py.None())?;
        begin(py, 0);
        Py::new(py, Key { random: object.unbind() })
    }
}

#[pymethods]
impl Key {
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        purpose: &Bound<'py, PyString>,
        step: u64,
        seat: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let purpose = purpose.to_str()?;
        NUMBERS.lend(py, |numbers| {
            purpose.clone_into(&mut numbers.purpose);
            // Seats count from 0, and a call without a seat has numbers of its own.
            numbers.parts = [step, seat.map_or(0, |seat| seat + 1)];
            numbers.generator = None;
        });
        let random = self.random.bind(py);
        // `gauss` keeps its second number.
        random.setattr(pyo3::intern!(py, "gauss_next"), py.None())?;
        Ok(random.clone())
    }
}

fn draw<T>(py: Python<'_>, used: impl FnOnce(&mut ChaCha8Rng) -> T) -> PyResult<T> {
    let drawn = NUMBERS.lend(py, |numbers| {
        let Numbers { seed, purpose, parts, generator } = numbers;
        used(generator.get_or_insert_with(|| ChaCha8Rng::seed_from_u64(derive_seed(*seed, purpose, parts))))
    });
    drawn.ok_or_else(|| PyValueError::new_err("there are no random numbers now"))
}

/// Returns a number from 0 to below 1, with 53 random bits like Python's own.
#[pyfunction(name = "random")]
fn random_float(py: Python<'_>) -> PyResult<f64> {
    draw(py, |generator| (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64)
}

/// The most random bits of one number.
const BITS_MAX: usize = 1 << 20;

#[pyfunction(name = "getrandbits")]
fn random_bits<'py>(py: Python<'py>, k: usize) -> PyResult<Bound<'py, PyAny>> {
    if k <= 64 {
        let number = draw(py, |generator| if k == 0 { 0 } else { generator.next_u64() >> (64 - k) })?;
        return Ok(number.into_pyobject(py)?.into_any());
    }
    if k > BITS_MAX {
        return Err(PyValueError::new_err(format!("at most {BITS_MAX} random bits can be drawn at once")));
    }
    let mut bytes = vec![0; k.div_ceil(8)];
    draw(py, |generator| generator.fill_bytes(&mut bytes))?;
    if let Some(last) = bytes.last_mut().filter(|_| !k.is_multiple_of(8)) {
        *last >>= 8 - k % 8;
    }
    let int = py.import(pyo3::intern!(py, "builtins"))?.getattr(pyo3::intern!(py, "int"))?;
    int.call_method1(pyo3::intern!(py, "from_bytes"), (bytes.as_slice(), "little"))
}

#[pyfunction(name = "seed")]
#[pyo3(signature = (*_arguments, **_named))]
fn refuse_seed(_arguments: &Bound<'_, PyAny>, _named: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    Err(PyValueError::new_err("the match's seed decides these random numbers; they cannot be seeded"))
}

#[pyfunction(name = "getstate")]
#[pyo3(signature = (*_arguments))]
fn refuse_state(_arguments: &Bound<'_, PyAny>) -> PyResult<()> {
    Err(PyValueError::new_err("`random` has no state: do not keep it, each call gets its own"))
}
