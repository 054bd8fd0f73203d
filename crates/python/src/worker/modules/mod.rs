//! The modules that a player imports: its own, the program's and those of Python's library.

#[cfg(not(Py_3_12))]
pub mod absent;
pub mod compiling;
pub mod folder;
pub mod importing;
pub mod own_library;
pub mod packages;
