//! Typical words in programs' messages about refused resources, in lower case.

/// Words of programs that got no more memory.
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

/// Words of programs whose access to a file was refused.
pub const REFUSED: [&str; 4] =
    ["permission denied", "permissionerror", "accessdenied", "operation not permitted"];

/// The message of a Python that has not found its library.
pub const NO_LIBRARY: &str = "No module named 'encodings'";

/// The texts before the path of its program in that message.
pub const EXECUTABLES: [&str; 2] = ["sys._base_executable = '", "sys.executable = '"];
