//! An allocator that counts, to check that no input makes the program use unlimited memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator with counters.
pub struct Heap;

thread_local! {
    /// Bytes allocated by this thread. It is negative if the thread frees memory of other threads.
    static NOW: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that is exiting has no counters any more.
    let now = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        now.get()
    });
    if let Ok(now) = now {
        let _ = MOST.try_with(|most| most.set(most.get().max(now)));
    }
}

// SAFETY: All calls are passed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: The caller's guarantees are the system allocator's requirements.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: As above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: As above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks may exist for a while.
        count(size as isize);
        // SAFETY: As above.
        let moved = unsafe { System.realloc(block, layout, size) };
        count(-(layout.size() as isize));
        moved
    }
}

/// Returns the maximum memory that this thread has allocated at once during `work`, in bytes.
pub fn taken_by(work: impl FnOnce()) -> usize {
    let before = NOW.get();
    MOST.set(before);
    work();
    MOST.get().saturating_sub(before).max(0) as usize
}
