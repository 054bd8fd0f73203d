//! Snapshots of a library's mutable objects: dictionaries, classes, lists, sets, and objects with attributes.

use crate::restore::dict_snapshot::DictSnapshot;
use crate::restore::dict_watch::Watch;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyString, PyTuple};
use std::collections::HashSet;
use std::ptr;

/// All recorded containers. Each is recorded once.
#[derive(Default)]
pub struct Containers {
    pub(super) dicts: Vec<Dict>,
    watch: Watch,
    pub(super) lists: Vec<List>,
    pub(super) sets: Vec<Set>,
    pub(super) owners: Vec<Owner>,
    /// The caches of library functions (`functools.lru_cache`).
    pub(super) caches: Vec<Py<PyAny>>,
    /// The addresses of the visited objects. All these objects stay alive, as do the objects in `replaced`.
    pub(super) seen: HashSet<usize>,
    /// Values that the recorded dictionaries had earlier.
    replaced: Vec<Py<PyAny>>,
    /// The addresses of the dictionaries that are namespaces of modules.
    pub(super) namespaces: HashSet<usize>,
}

/// The containers that differ from their snapshots, by index. For dictionaries, also their current entries.
#[derive(Default)]
pub struct Changed {
    dicts: Vec<(usize, DictSnapshot)>,
    lists: Vec<usize>,
    sets: Vec<usize>,
}

/// A recorded dictionary.
pub struct Dict {
    pub snapshot: DictSnapshot,
    kind: Kind,
}

/// The kind of a dictionary, which determines how its entries are restored.
pub enum Kind {
    Plain,
    /// The attributes of an object.
    Attributes,
    /// An `OrderedDict`, which stores the order of its entries itself.
    Ordered,
    /// The attributes of the given class.
    Class(Py<PyAny>),
}

pub(super) struct List {
    list: Py<PyList>,
    items: Vec<Py<PyAny>>,
}

pub(super) struct Set {
    set: Py<PySet>,
    items: Vec<Py<PyAny>>,
    table: Table,
}

/// The state of a set's hash table. Any change of the set changes some of these values: the address and size of the
/// table, the numbers of entries that were ever filled and that are in use, and the addresses of each entry and its
/// key.
struct Table {
    place: usize,
    size: usize,
    filled: usize,
    used: usize,
    keys: Vec<(usize, usize)>,
}

/// An object with attributes: its class, and the dictionary that holds the attributes.
pub(super) struct Owner {
    object: Py<PyAny>,
    class: Py<PyAny>,
    dict: Py<PyAny>,
    /// The address of the object's pointer to the dictionary.
    place: usize,
}

unsafe extern "C" {
    fn _PyObject_GetDictPtr(object: *mut ffi::PyObject) -> *mut *mut ffi::PyObject;
}

impl Containers {
    /// Returns an empty collection that will not record the given objects.
    pub fn without(others: &[&Bound<'_, PyAny>]) -> Containers {
        let seen = others.iter().map(|other| other.as_ptr() as usize).collect();
        Containers { seen, ..Containers::default() }
    }

    pub fn has_namespace(&self, dict: usize) -> bool {
        self.namespaces.contains(&dict)
    }

    pub(super) fn add_dict(&mut self, dict: &Bound<'_, PyDict>, kind: Kind) {
        self.watch.add(dict, matches!(kind, Kind::Attributes));
        self.dicts.push(Dict { snapshot: DictSnapshot::now(dict), kind });
    }

    /// Adds a name to the snapshot of a namespace.
    pub fn expect(&mut self, namespace: usize, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) {
        self.dicts[namespace].snapshot.expect(name, value);
    }

    /// Returns the containers that differ from their snapshots.
    pub fn changed(&self, py: Python<'_>) -> Changed {
        let mut dicts = Vec::new();
        for place in self.watch.suspects(py) {
            let dict = &self.dicts[place];
            if !dict.snapshot.is_untouched(py) {
                dicts.push((place, DictSnapshot::now(dict.snapshot.dict(py))));
            }
        }
        let lists = (0..self.lists.len()).filter(|place| !self.lists[*place].is_untouched()).collect();
        let sets = (0..self.sets.len()).filter(|place| !self.sets[*place].is_untouched(py)).collect();
        Changed { dicts, lists, sets }
    }

    /// Accepts all changes since `before`: they will not be undone.
    pub fn accept(&mut self, py: Python<'_>, before: &Changed) {
        for place in self.watch.suspects(py) {
            let dict = &mut self.dicts[place];
            if dict.snapshot.is_untouched(py) {
                continue;
            }
            let now = DictSnapshot::now(dict.snapshot.dict(py));
            self.replaced.extend(dict.snapshot.entries().iter().map(|(_, value)| value.clone_ref(py)));
            match before.dicts.iter().find(|(changed, _)| *changed == place) {
                None => {
                    let values = dict.snapshot.dict(py).values();
                    dict.snapshot = now;
                    values.iter().for_each(|value| self.add(&value));
                }
                Some((_, before)) => dict.snapshot.follow(py, before, &now),
            }
        }
        for place in (0..self.lists.len()).filter(|place| !before.lists.contains(place)) {
            if !self.lists[place].is_untouched() {
                let list = self.lists[place].list.bind(py).clone();
                self.replaced.append(&mut self.lists[place].items);
                self.lists[place] = List::now(&list);
                list.iter().for_each(|item| self.add(&item));
            }
        }
        for (place, set) in self.sets.iter_mut().enumerate() {
            if !before.sets.contains(&place) && !set.is_untouched(py) {
                *set = Set::now(set.set.bind(py));
            }
        }
    }

    /// Restores the changed containers. Returns true if there were any.
    pub fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        let mut changed = false;
        for place in self.watch.suspects(py) {
            match self.dicts[place].put_back(py)? {
                // A destructor may have changed the dictionary again.
                true => changed = true,
                false => self.watch.seen(py, place),
            }
        }
        for list in &self.lists {
            changed |= list.put_back(py)?;
        }
        for set in &mut self.sets {
            changed |= set.put_back(py)?;
        }
        for owner in &self.owners {
            changed |= owner.put_back(py)?;
        }
        Ok(changed)
    }
}

impl Dict {
    /// Restores the dictionary. Returns true if it had changed.
    fn put_back(&self, py: Python<'_>) -> PyResult<bool> {
        if self.snapshot.is_untouched(py) {
            return Ok(false);
        }
        let dict = self.snapshot.dict(py).clone();
        match &self.kind {
            Kind::Plain | Kind::Attributes => self.snapshot.put_back(py)?,
            Kind::Ordered => self.put_back_in_order(&dict)?,
            Kind::Class(class) => self.put_back_class(class.bind(py), &dict)?,
        }
        Ok(true)
    }

    fn put_back_in_order(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.as_any().call_method0("clear")?;
        self.snapshot.entries().iter().try_for_each(|(key, value)| dict.as_any().set_item(key, value))
    }

    /// Restores the attributes of a class through the setter of classes, because CPython caches special methods outside
    /// of the dictionary.
    fn put_back_class(&self, class: &Bound<'_, PyAny>, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        let before = dict.copy()?;
        for (name, value) in self.snapshot.entries() {
            let found = dict.get_item(name)?;
            if !found.is_some_and(|found| found.is(value)) {
                set_on_class(class, name.bind(class.py()), value.as_ptr())?;
            }
        }
        for name in before.keys() {
            if !self.snapshot.has(&name) {
                set_on_class(class, &name, ptr::null_mut())?;
            }
        }
        if !self.snapshot.is_untouched(class.py()) {
            self.snapshot.put_back(class.py())?;
            // SAFETY: it is a class, and the GIL is held.
            unsafe { ffi::PyType_Modified(class.as_ptr().cast()) };
        }
        Ok(())
    }
}

/// Sets an attribute as `type.__setattr__` does, even if the metaclass overrides it; a null pointer deletes the
/// attribute.
fn set_on_class(
    class: &Bound<'_, PyAny>,
    name: &Bound<'_, PyAny>,
    value: *mut ffi::PyObject,
) -> PyResult<()> {
    let Ok(name) = name.cast::<PyString>() else { return Ok(()) };
    // SAFETY: the GIL is held, and all objects are alive; every class has this slot.
    let status = unsafe {
        let plain = &raw const ffi::PyType_Type;
        let set = (*plain).tp_setattro.expect("classes can be written to");
        set(class.as_ptr(), name.as_ptr(), value)
    };
    if status == 0 { Ok(()) } else { Err(PyErr::fetch(class.py())) }
}

/// Views references as numbers, so that they can be compared as one block of memory.
fn addresses<T: Reference>(references: &[T]) -> &[usize] {
    // SAFETY: each is a pointer and nothing else.
    unsafe { std::slice::from_raw_parts(references.as_ptr().cast(), references.len()) }
}

/// A type that consists of one pointer.
trait Reference {}
impl Reference for *mut ffi::PyObject {}
impl Reference for Py<PyAny> {}

impl List {
    pub fn now(list: &Bound<'_, PyList>) -> List {
        List { list: list.clone().unbind(), items: list.iter().map(Bound::unbind).collect() }
    }

    fn is_untouched(&self) -> bool {
        let list = self.list.as_ptr().cast::<ffi::PyListObject>();
        // SAFETY: it is a list, and the GIL is held: it has this number of items, and nothing changes them meanwhile.
        let items = unsafe {
            match (*list).ob_base.ob_size as usize {
                length if length != self.items.len() => return false,
                0 => return true,
                length => std::slice::from_raw_parts((*list).ob_item, length),
            }
        };
        addresses(items) == addresses(&self.items)
    }

    fn put_back(&self, py: Python<'_>) -> PyResult<bool> {
        if self.is_untouched() {
            return Ok(false);
        }
        let list = self.list.bind(py);
        let items = PyList::new(py, &self.items)?;
        list.set_slice(0, list.len(), items.as_any())?;
        Ok(true)
    }
}

impl Set {
    pub fn now(set: &Bound<'_, PySet>) -> Set {
        let items = set.iter().map(Bound::unbind).collect();
        Set { set: set.clone().unbind(), items, table: Table::of(set) }
    }

    fn is_untouched(&self, py: Python<'_>) -> bool {
        self.table.is_of(self.set.bind(py))
    }

    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        let set = self.set.bind(py);
        if self.is_untouched(py) {
            return Ok(false);
        }
        let before = PyTuple::new(py, set.iter())?;
        set.clear();
        self.items.iter().try_for_each(|item| set.add(item))?;
        self.table = Table::of(set);
        drop(before);
        Ok(true)
    }
}

impl Table {
    fn of(set: &Bound<'_, PySet>) -> Table {
        let (raw, entries) = in_memory(set);
        let all = entries.iter().map(|entry| (&raw const entry.key as usize, entry.key as usize));
        let keys = all.filter(|(_, key)| *key != 0).collect();
        let (place, size) = (entries.as_ptr() as usize, entries.len());
        Table { place, size, filled: raw.fill as usize, used: raw.used as usize, keys }
    }

    fn is_of(&self, set: &Bound<'_, PySet>) -> bool {
        let (raw, entries) = in_memory(set);
        let now = (entries.as_ptr() as usize, entries.len(), raw.fill as usize, raw.used as usize);
        if now != (self.place, self.size, self.filled, self.used) {
            return false;
        }
        // This loop runs each turn; it is faster without a branch per entry.
        let differences = self.keys.iter().fold(0, |differences, (at, key)| {
            // SAFETY: the table still has the same address and size, so this is the address of one of its entries.
            differences | (unsafe { *(*at as *const usize) } ^ key)
        });
        differences == 0
    }
}

/// Returns a set as CPython stores it in memory, and the entries of its hash table.
fn in_memory<'s>(set: &'s Bound<'_, PySet>) -> (&'s ffi::PySetObject, &'s [ffi::setentry]) {
    // SAFETY: it is a set, whose table has `mask + 1` entries; the GIL is held, and nothing changes it meanwhile.
    unsafe {
        let raw = &*set.as_ptr().cast::<ffi::PySetObject>();
        (raw, std::slice::from_raw_parts(raw.table, raw.mask as usize + 1))
    }
}

impl Owner {
    /// Records the current state of an object; `None` if the object has no dictionary.
    pub fn now(object: &Bound<'_, PyAny>) -> Option<Owner> {
        let dict = dict_of(object)?.into_any();
        // SAFETY: the GIL is held, and the object has a dictionary.
        let place = unsafe { _PyObject_GetDictPtr(object.as_ptr()) } as usize;
        let (object, class) = (object.clone(), object.get_type().into_any());
        Some(Owner { object: object.unbind(), class: class.unbind(), dict: dict.unbind(), place })
    }

    fn is_untouched(&self) -> bool {
        let (object, place) = (self.object.as_ptr(), self.place as *const *mut ffi::PyObject);
        // SAFETY: the object is alive, and the place is its own; the GIL is held.
        unsafe { (*object).ob_type.cast() == self.class.as_ptr() && *place == self.dict.as_ptr() }
    }

    fn put_back(&self, py: Python<'_>) -> PyResult<bool> {
        if self.is_untouched() {
            return Ok(false);
        }
        let object = self.object.bind(py);
        if !ptr::eq(object.get_type_ptr().cast(), self.class.as_ptr()) {
            set_attribute_directly(object, "__class__", &self.class)?;
        }
        // SAFETY: both objects are alive, and the second is a dictionary; the call takes its own reference.
        match unsafe { ffi::PyObject_GenericSetDict(object.as_ptr(), self.dict.as_ptr(), ptr::null_mut()) } {
            0 => Ok(true),
            _ => Err(PyErr::fetch(py)),
        }
    }
}

/// Sets an attribute as `object.__setattr__` does, even if the object's class overrides it.
pub(super) fn set_attribute_directly(
    object: &Bound<'_, PyAny>,
    name: &str,
    value: &Py<PyAny>,
) -> PyResult<()> {
    let name = PyString::intern(object.py(), name);
    // SAFETY: the GIL is held, and all objects are alive.
    match unsafe { ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value.as_ptr()) } {
        0 => Ok(()),
        _ => Err(PyErr::fetch(object.py())),
    }
}

/// Returns the dictionary that holds an object's attributes.
pub(super) fn dict_of<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    let py = object.py();
    // SAFETY: the GIL is held and the object is alive; the call returns a new reference, or null with an exception set.
    let dict = unsafe {
        let dict = ffi::PyObject_GenericGetDict(object.as_ptr(), ptr::null_mut());
        Bound::from_owned_ptr_or_opt(py, dict)
    };
    if dict.is_none() {
        drop(PyErr::take(py));
    }
    dict?.cast_into().ok()
}
