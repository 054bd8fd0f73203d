//! Phrases, in lower case, that occur in the messages of programs to which the system has denied a resource.

/// Phrases in the messages of programs that ran out of memory.
pub const NO_MEMORY: [&str; 9] = [
    "cannot allocate memory",
    "can't allocate",
    "could not reserve enough space",
    "failed to allocate",
    "heap exhausted",
    "memoryerror",
    "out of memory",
    "outofmemoryerror",
    "std::bad_alloc",
];

/// Phrases in the messages of programs that were not allowed to access a file.
pub const REFUSED: [&str; 4] =
    ["permission denied", "permissionerror", "accessdenied", "operation not permitted"];

/// A phrase in the message of a Python interpreter that did not find its library.
pub const NO_LIBRARY: &str = "No module named 'encodings'";

/// The texts that come before the path of the interpreter in the output with [`NO_LIBRARY`].
pub const EXECUTABLES: [&str; 2] = ["sys._base_executable = '", "sys.executable = '"];
