//! The addresses of objects of an AI's own classes. Sets of such objects are in the order of their addresses, and `id` and
//! the default `repr` show them, so the addresses must be the same in each process that plays a turn.
//!
//! Elsewhere, an object's address depends on everything that the process has done before. So objects of own classes get
//! memory of their own, at the same address in every process, and in the order in which they are created. Memory is not
//! used twice in a turn: the moment at which the garbage collector frees objects is not the same in every process. Other
//! objects are left alone; a set that contains functions, classes or other objects without an order is recorded when its
//! order is read ([`Unseeded::ADDRESSES`]).

use crate::worker::debugging::origin;
use crate::worker::process::gil::Gil;
use crate::worker::turn::chance;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use wag_core::problem::Unseeded;

/// The address of the first object. Nothing else is there, even if processes have only 39 bits of addresses.
const FIRST: usize = 0x10_0000_0000;
/// The size of the address range. It is not reserved, since addresses count as memory.
const SPAN: usize = 0x10_0000_0000;
/// The size of the pieces in which memory is requested and returned.
const CHUNK: usize = 256 << 10;
/// The maximum size of the requested memory. Objects beyond it have no fixed addresses.
const MAPPED_MAX: usize = 256 << 20;
/// The alignment of objects.
const ALIGNMENT: usize = 16;

/// The memory of the objects.
struct Region {
    /// The address of the next object.
    next: usize,
    chunks: Vec<Chunk>,
    /// The number of the chunk that contains the last object.
    current: usize,
    /// The number of chunks that have memory.
    mapped: usize,
    /// The number of all objects.
    total: usize,
}

/// A piece of memory.
#[derive(Default)]
struct Chunk {
    objects: u32,
    is_mapped: bool,
}

static REGION: Gil<Option<Box<Region>>> = Gil::new(None);
/// Python's own allocator of objects.
static PLAIN: OnceLock<Allocator> = OnceLock::new();
/// True if the next request for memory is that of an object of an own class.
static IS_OWN: AtomicBool = AtomicBool::new(false);

struct Allocator(ffi::PyMemAllocatorEx);
// SAFETY: the functions are Python's, and used with the GIL held only.
unsafe impl Send for Allocator {}
// SAFETY: as above.
unsafe impl Sync for Allocator {}

/// Begins to give objects of own classes fixed addresses, and to watch the order of sets.
pub fn install(py: Python<'_>) {
    let region = Region { next: FIRST, chunks: Vec::new(), current: 0, mapped: 0, total: 0 };
    REGION.replace(py, Some(Box::new(region)));
    PLAIN.get_or_init(|| {
        let mut plain = ffi::PyMemAllocatorEx {
            ctx: ptr::null_mut(),
            malloc: None,
            calloc: None,
            realloc: None,
            free: None,
        };
        // SAFETY: the GIL is held. The new functions pass everything but the objects of own classes on to the ones before.
        unsafe {
            ffi::PyMem_GetAllocator(ffi::PyMemAllocatorDomain::PYMEM_DOMAIN_OBJ, &mut plain);
        }
        Allocator(plain)
    });
    // SAFETY: as above; `PLAIN` is set before the first call of the new functions.
    unsafe {
        let mut own = ffi::PyMemAllocatorEx {
            ctx: ptr::null_mut(),
            malloc: Some(allocate),
            calloc: Some(allocate_zeroed),
            realloc: Some(resize),
            free: Some(free),
        };
        ffi::PyMem_SetAllocator(ffi::PyMemAllocatorDomain::PYMEM_DOMAIN_OBJ, &mut own);
    }
    watch_sets();
}

/// Begins a turn. The objects of the last one must be gone.
pub fn begin_turn(py: Python<'_>) {
    REGION.lend(py, Region::begin_turn);
}

/// Returns true if no object of an own class is left.
pub fn is_empty(py: Python<'_>) -> bool {
    REGION.lend(py, |region| region.total == 0).unwrap_or(true)
}

/// Gives objects of `object` fixed addresses if it is a class that the AI's own code has just created.
pub fn adopt_own(object: &Bound<'_, PyAny>) {
    if let Ok(class) = object.cast::<PyType>()
        && origin::is_called_by_own(object.py(), 0)
    {
        adopt(class);
    }
}

/// Gives objects of a class that was created in Python fixed addresses.
pub fn adopt(class: &Bound<'_, PyType>) {
    let raw = class.as_type_ptr();
    // SAFETY: the GIL is held; it is a class, and objects of one with Python's own `tp_alloc` may have this one instead.
    unsafe {
        let plain = ffi::PyBaseObject_Type.tp_alloc;
        if (*raw).tp_alloc.map(|alloc| alloc as usize) == plain.map(|alloc| alloc as usize) {
            (*raw).tp_alloc = Some(create);
        }
    }
}

/// Creates an object of an own class.
unsafe extern "C" fn create(class: *mut ffi::PyTypeObject, items: ffi::Py_ssize_t) -> *mut ffi::PyObject {
    IS_OWN.store(true, Ordering::Relaxed);
    // SAFETY: CPython calls this with the GIL held and a class. The call requests the object's memory first.
    let object = unsafe { ffi::PyType_GenericAlloc(class, items) };
    IS_OWN.store(false, Ordering::Relaxed);
    object
}

fn plain() -> &'static ffi::PyMemAllocatorEx {
    &PLAIN.get().expect("the allocator is stored before it is replaced").0
}

/// Returns true if this is the address of an object of an own class.
fn is_fixed(address: usize) -> bool {
    address.wrapping_sub(FIRST) < SPAN
}

extern "C" fn allocate(_: *mut c_void, size: usize) -> *mut c_void {
    if IS_OWN.load(Ordering::Relaxed) && IS_OWN.swap(false, Ordering::Relaxed) {
        // SAFETY: CPython requests the memory of objects with the GIL held.
        let py = unsafe { Python::assume_attached() };
        if let Some(memory) = REGION.lend(py, |region| region.take(size)).flatten() {
            return memory;
        }
    }
    let plain = plain();
    plain.malloc.map_or(ptr::null_mut(), |malloc| malloc(plain.ctx, size))
}

extern "C" fn allocate_zeroed(_: *mut c_void, count: usize, size: usize) -> *mut c_void {
    let plain = plain();
    plain.calloc.map_or(ptr::null_mut(), |calloc| calloc(plain.ctx, count, size))
}

extern "C" fn resize(_: *mut c_void, memory: *mut c_void, size: usize) -> *mut c_void {
    let plain = plain();
    if !is_fixed(memory as usize) {
        return plain.realloc.map_or(ptr::null_mut(), |realloc| realloc(plain.ctx, memory, size));
    }
    let moved = plain.malloc.map_or(ptr::null_mut(), |malloc| malloc(plain.ctx, size));
    if !moved.is_null() {
        // SAFETY: the GIL is held. The old size is not known, but its chunk has memory to the end.
        unsafe {
            let rest = CHUNK - (memory as usize - FIRST) % CHUNK;
            ptr::copy_nonoverlapping(memory.cast::<u8>(), moved.cast::<u8>(), size.min(rest));
        }
        free(ptr::null_mut(), memory);
    }
    moved
}

extern "C" fn free(_: *mut c_void, memory: *mut c_void) {
    if is_fixed(memory as usize) {
        // SAFETY: as in `allocate`.
        let py = unsafe { Python::assume_attached() };
        REGION.lend(py, |region| region.give_back(memory as usize));
        return;
    }
    let plain = plain();
    if let Some(free) = plain.free {
        free(plain.ctx, memory);
    }
}

impl Region {
    /// Returns the memory for an object; `None` if there is none at its address.
    fn take(&mut self, size: usize) -> Option<*mut c_void> {
        let size = size.next_multiple_of(ALIGNMENT);
        let room = CHUNK - (self.next - FIRST) % CHUNK;
        // An object lies within one chunk.
        let address = if size > room { self.next + room } else { self.next };
        let number = (address - FIRST) / CHUNK;
        if size > CHUNK || number >= SPAN / CHUNK || !self.has_memory(number) {
            return None;
        }
        self.next = address + size;
        self.current = number;
        self.chunks[number].objects += 1;
        self.total += 1;
        Some(address as *mut c_void)
    }

    /// Returns true if a chunk has memory. Requests it if necessary.
    fn has_memory(&mut self, number: usize) -> bool {
        if number >= self.chunks.len() {
            self.chunks.resize_with(number + 1, Chunk::default);
        }
        if !self.chunks[number].is_mapped {
            if self.mapped >= MAPPED_MAX / CHUNK || !map(FIRST + number * CHUNK) {
                return false;
            }
            self.chunks[number].is_mapped = true;
            self.mapped += 1;
        }
        true
    }

    fn give_back(&mut self, address: usize) {
        let number = (address - FIRST) / CHUNK;
        self.chunks[number].objects -= 1;
        self.total -= 1;
        self.release(number);
    }

    /// Returns the memory of a chunk to the system if nothing needs it any more.
    fn release(&mut self, number: usize) {
        let chunk = &mut self.chunks[number];
        if chunk.is_mapped && chunk.objects == 0 && number != self.current {
            unmap(FIRST + number * CHUNK);
            chunk.is_mapped = false;
            self.mapped -= 1;
        }
    }

    /// Starts again at the first address if no object is left.
    fn begin_turn(&mut self) {
        if self.total == 0 {
            let last = std::mem::replace(&mut self.current, 0);
            self.next = FIRST;
            if last < self.chunks.len() {
                self.release(last);
            }
        }
    }
}

/// Requests the memory of the chunk at this address. Returns false if the system has none there.
#[cfg(target_os = "linux")]
fn map(address: usize) -> bool {
    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};
    let wanted = address as *mut c_void;
    let (rights, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::FIXED_NOREPLACE);
    // SAFETY: the system gives new memory, or none if there is something at the address.
    match unsafe { mmap_anonymous(wanted, CHUNK, rights, flags) } {
        Ok(found) if found == wanted => true,
        Ok(elsewhere) => {
            // SAFETY: nothing uses the memory yet.
            let _ = unsafe { rustix::mm::munmap(elsewhere, CHUNK) };
            false
        }
        Err(_) => false,
    }
}

#[cfg(not(target_os = "linux"))]
fn map(_: usize) -> bool {
    false
}

fn unmap(address: usize) {
    // SAFETY: the chunk was mapped by `map`, and contains no object.
    let _ = unsafe { rustix::mm::munmap(address as *mut c_void, CHUNK) };
}

/// The original `tp_iter` of sets and of frozen sets.
static ITERATE: [AtomicPtr<c_void>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// The maximum number of elements of a set that are examined.
const EXAMINED_MAX: usize = 64;
/// The maximum depth to which tuples are examined.
const DEPTH_MAX: u32 = 2;

/// Watches whether an AI reads the order of a set that depends on addresses.
fn watch_sets() {
    let hooks = [iterate::<0> as ffi::getiterfunc, iterate::<1>];
    let classes = [&raw mut ffi::PySet_Type, &raw mut ffi::PyFrozenSet_Type];
    for ((class, hook), original) in classes.into_iter().zip(hooks).zip(&ITERATE) {
        // SAFETY: the GIL is held; the classes are CPython's and static, and the new function has the slot's type.
        unsafe {
            if let (Some(known), true) = ((*class).tp_iter, original.load(Ordering::Relaxed).is_null()) {
                original.store(known as *mut c_void, Ordering::Relaxed);
                (*class).tp_iter = Some(hook);
                ffi::PyType_Modified(class);
            }
        }
    }
}

unsafe extern "C" fn iterate<const N: usize>(set: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: CPython calls this with the GIL held and a set; the stored function is the original of this slot.
    unsafe {
        let py = Python::assume_attached();
        if has_random_order(set) && !chance::is_noted(py, Unseeded::ADDRESSES) {
            note(py);
        }
        let iterate: ffi::getiterfunc = std::mem::transmute(ITERATE[N].load(Ordering::Relaxed));
        iterate(set)
    }
}

/// Records that the AI's own code reads an order of addresses, directly or through one library function.
fn note(py: Python<'_>) {
    if origin::is_called_by_own(py, 1) {
        chance::note(py, Unseeded::ADDRESSES);
    }
}

/// Returns true if the order of a set's elements depends on their addresses, and the addresses are not fixed.
///
/// # Safety
/// It is a set or a frozen set, and the GIL is held.
unsafe fn has_random_order(set: *mut ffi::PyObject) -> bool {
    // SAFETY: guaranteed by the caller; nothing changes the set meanwhile.
    unsafe {
        let raw = &*set.cast::<ffi::PySetObject>();
        if raw.used < 2 {
            return false;
        }
        let entries = std::slice::from_raw_parts(raw.table, raw.mask as usize + 1);
        let keys = entries.iter().map(|entry| entry.key).filter(|key| !key.is_null());
        keys.take(EXAMINED_MAX).any(|key| has_random_hash(key, 0))
    }
}

unsafe extern "C" {
    static mut PyMethod_Type: ffi::PyTypeObject;
}

/// Returns true if an object's hash depends on an address that is not the same in every process.
///
/// # Safety
/// It is an object, and the GIL is held.
pub unsafe fn has_random_hash(object: *mut ffi::PyObject, depth: u32) -> bool {
    // SAFETY: guaranteed by the caller; classes are checked before objects are read.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyTuple_Type {
            let mut items = (0..ffi::PyTuple_Size(object)).map(|at| ffi::PyTuple_GetItem(object, at));
            return depth < DEPTH_MAX && items.any(|item| has_random_hash(item, depth + 1));
        }
        if class == &raw mut PyMethod_Type {
            return true;
        }
        let by_address = ffi::PyBaseObject_Type.tp_hash.map(|hash| hash as usize);
        (*class).tp_hash.map(|hash| hash as usize) == by_address && !is_known(object)
    }
}

/// Returns true if an object has the same address in every process: an object of an own class, or one of Python's own
/// classes and constants, which are not allocated. Without [`install`], no address counts.
///
/// # Safety
/// It is an object, and the GIL is held.
pub unsafe fn is_known(object: *mut ffi::PyObject) -> bool {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let is_static = || {
            ffi::PyType_Check(object) != 0
                && ffi::PyType_HasFeature(object.cast(), ffi::Py_TPFLAGS_HEAPTYPE) == 0
        };
        let constants = [ffi::Py_None(), ffi::Py_Ellipsis(), ffi::Py_NotImplemented()];
        PLAIN.get().is_none() || is_fixed(object as usize) || constants.contains(&object) || is_static()
    }
}
