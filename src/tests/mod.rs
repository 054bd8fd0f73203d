//! Tests that use the tiny test game through the commands and the pages.

mod commands;
mod pages;
