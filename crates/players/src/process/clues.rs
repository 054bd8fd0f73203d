//! The words by which programs say what the system has refused them, in small letters.

/// What programs say whom the system gives no more memory.
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

/// What programs say to whom the system refuses a file.
pub const REFUSED: [&str; 4] =
    ["permission denied", "permissionerror", "accessdenied", "operation not permitted"];

/// What a Python says that has not found its library.
pub const NO_LIBRARY: &str = "No module named 'encodings'";

/// Before the path of its program, in what it says then.
pub const EXECUTABLES: [&str; 2] = ["sys._base_executable = '", "sys.executable = '"];
