//! Counts what is allocated: no input may make the program take memory without measure.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's own allocator, watched.
pub struct Heap;

thread_local! {
    /// Of this thread, in bytes; less than nothing when it frees what another has taken.
    static NOW: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that is ending has no counters any more.
    let now = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        now.get()
    });
    if let Ok(now) = now {
        let _ = MOST.try_with(|most| most.set(most.get().max(now)));
    }
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // For a while both may be there.
        count(size as isize);
        // SAFETY: as above.
        let moved = unsafe { System.realloc(block, layout, size) };
        count(-(layout.size() as isize));
        moved
    }
}

/// The most memory that this thread has taken at once while it did something, in bytes.
pub fn taken_by(work: impl FnOnce()) -> usize {
    let before = NOW.get();
    MOST.set(before);
    work();
    MOST.get().saturating_sub(before).max(0) as usize
}
