//! Generators of random numbers that libraries create while they are imported. They stay in the process, so each turn
//! begins with their state right after the import, or with numbers that follow from the turn's seed.

use crate::worker::process::gil::Gil;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use wag_core::game::derive_seed;

/// A generator of the class `random.Random` or of one derived from it.
struct Generator {
    object: Py<PyAny>,
    /// The number that stands for the generator; `None` if the library has given it a seed.
    key: Option<u64>,
    /// The state after the import, of a generator to which the library has given a seed.
    state: Option<Py<PyAny>>,
}

/// The generators of all imported libraries, in the order of their creation.
static GENERATORS: Gil<Vec<Generator>> = Gil::new(Vec::new());
/// The bit generator that numpy's global functions use after the import.
static NUMPY: Gil<Option<Py<PyAny>>> = Gil::new(None);

/// The maximum number of generators. The others keep their state from turn to turn (docs/security.md).
const KEPT_MAX: usize = 64;

/// Notes that a library that is being imported has created or seeded a generator. `key` stands for a generator that the
/// library has given no seed.
pub fn keep(object: &Bound<'_, PyAny>, key: Option<u64>) {
    let py = object.py();
    forget(object);
    let mut known = GENERATORS.take(py);
    if known.len() < KEPT_MAX {
        known.push(Generator { object: object.clone().unbind(), key, state: None });
    }
    GENERATORS.replace(py, known);
}

/// Leaves the seeding of a generator to others.
pub fn forget(object: &Bound<'_, PyAny>) {
    let py = object.py();
    let mut known = GENERATORS.take(py);
    known.retain(|one| !one.object.is(object));
    GENERATORS.replace(py, known);
}

/// Gives each generator its state for a turn with this seed.
pub fn seed(py: Python<'_>, seed: u64) {
    if GENERATORS.len(py) == 0 {
        return;
    }
    let mut known = GENERATORS.take(py);
    for generator in &mut known {
        let _ = generator.begin_turn(py, seed);
    }
    GENERATORS.replace(py, known);
}

impl Generator {
    /// Calls the methods of the class in C, since a library's class may have others of these names.
    fn begin_turn(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let class = py.import(pyo3::intern!(py, "_random"))?.getattr(pyo3::intern!(py, "Random"))?;
        if let Some(key) = self.key {
            let seed = derive_seed(seed, "library", &[key]);
            return class.call_method1(pyo3::intern!(py, "seed"), (&self.object, seed)).map(drop);
        }
        match &self.state {
            Some(state) => class.call_method1(pyo3::intern!(py, "setstate"), (&self.object, state)).map(drop),
            None => {
                let state = class.call_method1(pyo3::intern!(py, "getstate"), (&self.object,))?;
                self.state = Some(state.cast_into::<PyTuple>()?.into_any().unbind());
                Ok(())
            }
        }
    }
}

/// Stores numpy's global generator, and seeds it for a turn.
pub fn begin_numpy(random: &Bound<'_, PyAny>, seed: u64) -> PyResult<()> {
    let py = random.py();
    if NUMPY.share(py).is_none() {
        NUMPY.replace(py, Some(bit_generator(random)?.unbind()));
    }
    seed_numpy(random, seed)
}

/// Seeds the global generator of the module `numpy.random` for a turn.
pub fn seed_numpy(random: &Bound<'_, PyAny>, seed: u64) -> PyResult<()> {
    let py = random.py();
    if let Some(kept) = NUMPY.share(py)
        && !bit_generator(random)?.is(&kept)
    {
        random.call_method1(pyo3::intern!(py, "set_bit_generator"), (kept,))?;
    }
    // numpy takes no longer numbers.
    let seed = derive_seed(seed, "numpy", &[]) as u32;
    random.call_method1(pyo3::intern!(py, "seed"), (seed,)).map(drop)
}

/// Returns the bit generator that numpy's global functions use.
fn bit_generator<'py>(random: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = random.py();
    let state = random.getattr(pyo3::intern!(py, "mtrand"))?.getattr(pyo3::intern!(py, "_rand"))?;
    state.getattr(pyo3::intern!(py, "_bit_generator"))
}
