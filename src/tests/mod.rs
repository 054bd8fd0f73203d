//! Tests that run the tiny test game through the commands and the web pages.

mod commands;
mod pages;
