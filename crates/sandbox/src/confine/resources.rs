//! What the system counts for a process: memory, open files, the size of files.

use crate::Bounds;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Sets the limits that are given; answers which could not be set. There is more than one way to count memory.
pub fn hold_to(bounds: &Bounds, memory: Resource) -> Vec<String> {
    let wanted = [
        (memory, bounds.memory, "memory"),
        (Resource::Nofile, bounds.open_files, "open files"),
        (Resource::Fsize, bounds.file_size, "the size of files"),
        // A dump of a crashed AI would be of no use to anybody, and large.
        (Resource::Core, Some(0), "core dumps"),
    ];
    let failed = wanted.into_iter().filter_map(|(resource, limit, what)| {
        hold(resource, limit?).err().map(|fault| format!("An AI's {what} can't be limited here: {fault}"))
    });
    failed.collect()
}

/// Never more than what the process had before.
fn hold(resource: Resource, limit: u64) -> rustix::io::Result<()> {
    let limit = Some(getrlimit(resource).maximum.map_or(limit, |maximum| maximum.min(limit)));
    setrlimit(resource, Rlimit { current: limit, maximum: limit })
}
