//! All keys and signs at a glance.

use super::super::app::App;
use crate::language::{later, t};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

const KEYS: &[(&str, &str)] = &[
    (later!("Space"), later!("play and pause")),
    ("← →", later!("one round back, one round on")),
    (later!("PgUp PgDn"), later!("ten rounds")),
    (later!("Home End"), later!("start and end")),
    ("n p", later!("next and previous event")),
    ("+ -", later!("faster, slower")),
    ("l", later!("the newest round while it is computed")),
    (later!("Tab 1-4"), later!("select a player")),
    ("↑ ↓", later!("scroll the output")),
    ("k j", later!("scroll the events (also Shift ↑ ↓)")),
    ("w a s d", later!("scroll the board; 0: back")),
    ("q Esc", later!("quit")),
    (later!("any key"), later!("leave this help")),
];

pub fn draw(frame: &mut Frame, app: &App, area: Rect) {
    let noted = (later!("underlined"), later!("an AI has noted something here"));
    let legend: Vec<_> = app.tape.title().legend.iter().copied().chain([noted]).collect();
    let parts = if area.width >= 80 {
        Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).split(area)
    } else {
        Layout::vertical([Constraint::Max(KEYS.len() as u16 + 2), Constraint::Fill(1)]).split(area)
    };
    for (part, title, list) in [(parts[0], t!("Keys"), KEYS), (parts[1], t!("Signs"), legend.as_slice())] {
        let line = |(key, words): &(&'static str, &'static str)| {
            Line::from(vec![Span::from(format!("{:>10}  ", t!(*key))).bold(), Span::from(t!(*words))])
        };
        let lines: Vec<Line> = list.iter().map(line).collect();
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), part);
    }
}
