//! The tiny game of the tests through every door: the commands and the pages.

mod commands;
mod pages;
