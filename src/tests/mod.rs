//! Tests that run the tiny test game through the commands and the web pages, and tests of the commands in the book.

mod book;
mod commands;
mod pages;
mod reference;
