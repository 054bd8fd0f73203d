//! The help box, which explains all keys and symbols.

use super::super::app::App;
use super::side::wrap;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use wag_i18n::{later, t};

const KEYS: &[(&str, &str)] = &[
    (later!("Space"), later!("play and pause")),
    ("← →", later!("previous round, next round")),
    (later!("PgUp PgDn"), later!("ten rounds")),
    (later!("Home End"), later!("start and end")),
    ("n p", later!("next and previous event")),
    ("+ -", later!("faster, slower")),
    ("l", later!("follow the newest round of a running match")),
    (later!("Tab 1-4"), later!("select a player")),
    ("o", later!("switch between orders and output")),
    ("↑ ↓", later!("scroll the output, choose an order")),
    ("k j", later!("scroll the events (also Shift ↑ ↓)")),
    ("w a s d", later!("scroll the board; 0: reset")),
    ("q Esc", later!("quit")),
    (later!("any key"), later!("leave this help")),
];

pub fn draw(frame: &mut Frame, app: &App, area: Rect) {
    let noted = (later!("underlined"), later!("an AI has noted something here"));
    let legend: Vec<_> = app.text_replay.title().legend.iter().copied().chain([noted]).collect();
    let parts = if area.width >= 80 {
        Layout::horizontal([Constraint::Percentage(58), Constraint::Fill(1)]).split(area)
    } else {
        let keys = lines(KEYS, area.width).len() as u16 + 2;
        Layout::vertical([Constraint::Max(keys), Constraint::Fill(1)]).split(area)
    };
    for (part, title, list) in [(parts[0], t!("Keys"), KEYS), (parts[1], t!("Symbols"), legend.as_slice())] {
        let lines = lines(list, part.width);
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), part);
    }
}

/// Formats a list of keys or symbols, each with its explanation. Wraps the lines to the width of the box.
fn lines(list: &[(&'static str, &'static str)], width: u16) -> Vec<Line<'static>> {
    let key_width = list.iter().map(|(key, _)| t!(*key).chars().count()).max().unwrap_or_default();
    let room = usize::from(width).saturating_sub(2 + key_width + 2).max(1);
    let explained = list.iter().flat_map(|(key, words)| {
        let keys = std::iter::once(t!(*key)).chain(std::iter::repeat(String::new()));
        keys.zip(wrap(&t!(*words), room)).collect::<Vec<_>>()
    });
    let line = |(key, words)| Line::from(vec![format!("{key:>key_width$}  ").bold(), Span::from(words)]);
    explained.map(line).collect()
}
