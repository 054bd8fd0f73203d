//! The game as Python sees it.
