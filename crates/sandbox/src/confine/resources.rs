//! Limits of a process that the system enforces: on memory, open files and the size of files.

use crate::Bounds;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Sets the limits in `bounds`. `memory` is the resource by which memory is limited. Returns a sentence for each limit
/// that could not be set.
pub fn set_limits(bounds: &Bounds, memory: Resource) -> Vec<String> {
    let wanted = [
        (memory, bounds.memory, "memory"),
        (Resource::Nofile, bounds.open_files, "open files"),
        (Resource::Fsize, bounds.file_size, "the size of files"),
        // A core dump of a crashed AI would be large and of no use.
        (Resource::Core, Some(0), "core dumps"),
    ];
    let failed = wanted.into_iter().filter_map(|(resource, limit, what)| {
        set_limit(resource, limit?)
            .err()
            .map(|error| format!("An AI's {what} can't be limited here: {error}"))
    });
    failed.collect()
}

/// Sets a limit, but no higher than the current maximum for the process.
fn set_limit(resource: Resource, limit: u64) -> rustix::io::Result<()> {
    let limit = Some(getrlimit(resource).maximum.map_or(limit, |maximum| maximum.min(limit)));
    setrlimit(resource, Rlimit { current: limit, maximum: limit })
}
