//! `wag help`: prints a page of the book or one of its sections, or the help of a command.

use super::answer::{ExitStatus, print, user_error};
use super::page_text::page_text;
use super::{clap_errors, read};
use crate::output::Paint;
use clap::{Args as ClapArgs, Command};
use std::ffi::OsString;
use std::fmt::Write;
use wag_docs::{Book, Page, book};
use wag_games::all;
use wag_i18n::{Language, message, quote, t};

pub const HELP_TOPIC_HELP: &str = "\
Example: wag help errors

`wag help topics` lists the topics. `wag help errors saving` prints one section of a page: its name, or words of it.
A command's name prints the help of the command; if a page has the same name, --page prints the page.";

#[derive(Debug, ClapArgs)]
pub struct HelpTopic {
    /// Topic and section, such as `errors saving`, or a command [default: the list of commands]
    #[arg(value_name = "TOPIC")]
    pub words: Vec<String>,
    /// Print the page, also if a command has the same name
    #[arg(long)]
    pub page: bool,
}

/// Returns whether `wag help` knows these words: a command, or a topic with a section, of the English or the German book.
#[cfg(test)]
pub(crate) fn is_known(words: &[&str], program: &Command) -> bool {
    let is_page = |book: &Book| page(book, words[0], &words[1..].join(" "), program).is_ok();
    words.is_empty()
        || words == ["topics"]
        || is_command(words, program)
        || is_page(book("en"))
        || is_page(book("de"))
}

/// Prints what the user has asked for. `program` has all commands.
pub fn run(options: &HelpTopic, program: &Command) -> anyhow::Result<ExitStatus> {
    let words: Vec<&str> = options.words.iter().flat_map(|word| word.splitn(2, '#')).collect();
    let book = book(Language::spoken().code);
    match words.as_slice() {
        ["topics"] => print(&topics(book)),
        [] => Ok(print_command_help(&[])),
        words if !options.page && is_command(words, program) => Ok(print_command_help(words)),
        [topic, section @ ..] => print(&page(book, topic, &section.join(" "), program)?),
    }
}

/// Returns whether the words name a command, or a short form of one.
pub(crate) fn is_command(words: &[&str], program: &Command) -> bool {
    if all().flat_map(|game| game.info.aliases).any(|form| form.short == words) {
        return true;
    }
    let mut command = program.clone();
    for word in words {
        let Some(inner) = command.find_subcommand(word) else { return false };
        command = inner.clone();
        command.build();
    }
    true
}

/// Prints the help of a command as `--help` does.
fn print_command_help(words: &[&str]) -> ExitStatus {
    let line = ["wag"].iter().chain(words).chain(&["--help"]).map(OsString::from).collect();
    match read(line) {
        Err(err) if clap_errors::tell(&err, false, false) != 0 => ExitStatus::Rejected,
        _ => ExitStatus::Success,
    }
}

/// Returns the list of all topics, by the parts of the book.
fn topics(book: &Book) -> String {
    let width = book.pages.iter().map(|page| page.topic.len() + 2 * page.level).max().unwrap_or_default();
    let mut text = String::new();
    for (number, part) in book.parts.iter().enumerate() {
        let pages: Vec<&Page> = book.pages.iter().filter(|page| page.part == number).collect();
        if !pages.is_empty() {
            let _ = writeln!(text, "{}", part.bold());
        }
        for page in &pages {
            let name = format!("{}{}", "  ".repeat(page.level), page.topic);
            let mark = if is_in_own_language(page) { String::new() } else { t!(" (in English)") };
            let _ = writeln!(text, "  {name:<width$}  {}{mark}", page.title);
        }
        text.push('\n');
    }
    text += &t!("Print a page: wag help TOPIC    One section: wag help TOPIC SECTION\n");
    text
}

/// Returns a page, or one of its sections if `section` is not empty, as text for the terminal.
fn page(book: &Book, topic: &str, section: &str, program: &Command) -> anyhow::Result<String> {
    let Some(page) = book.page(topic.trim_end_matches(".md")) else {
        return unknown_topic(book, topic, program);
    };
    let text = match section {
        "" => page.text,
        name => match page.section(name) {
            Some(text) => text,
            None => return unknown_section(page, name),
        },
    };
    let note = match is_in_own_language(page) {
        true => String::new(),
        false => format!("{}\n\n", t!("(This page is in English only.)")),
    };
    Ok(format!("{note}{}{}", page_text(text), others(book, page, text)))
}

fn is_in_own_language(page: &Page) -> bool {
    page.language == Language::spoken().code
}

/// Returns a line that names the pages to which a text leads.
fn others(book: &Book, page: &Page, text: &str) -> String {
    let is_linked = |other: &&Page| {
        let name = &other.topic;
        *name != page.topic
            && (text.contains(&format!("]({name}.md")) || text.contains(&format!("/{name}.md")))
    };
    let linked: Vec<&str> = book.pages.iter().filter(is_linked).map(|other| &*other.topic).collect();
    match linked.is_empty() {
        true => String::new(),
        false => format!("\n{}\n", t!("Topics named here: %{topics}", topics = linked.join(", "))),
    }
}

/// Returns the topic or the command whose name is most like a word; `None` if none is like it.
fn nearest(book: &Book, word: &str, program: &Command) -> Option<String> {
    let word = word.to_lowercase();
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    let names = commands.map(|command| command.get_name()).chain(book.pages.iter().map(|page| &*page.topic));
    let alike = names.map(|name| (strsim::jaro_winkler(name, &word), name));
    let best = alike.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(likeness, _)| *likeness > 0.8).map(|(_, name)| name.to_string())
}

fn unknown_topic(book: &Book, topic: &str, program: &Command) -> anyhow::Result<String> {
    let quoted = quote(topic);
    user_error(match nearest(book, topic, program) {
        Some(meant) => message!(
            "there is no topic %{topic}; did you mean %{meant}? (`wag help topics` lists all)",
            topic = quoted,
            meant
        ),
        None => message!("there is no topic %{topic}; `wag help topics` lists all", topic = quoted),
    })
}

fn unknown_section(page: &Page, name: &str) -> anyhow::Result<String> {
    let sections: Vec<&str> = page.sections().iter().map(|section| section.heading).collect();
    user_error(message!(
        "the page %{topic} has no section %{name}; its sections: %{sections}",
        topic = page.topic.clone(),
        name = quote(name),
        sections = sections.join(", ")
    ))
}
