//! All keys and signs at a glance.

use super::super::app::App;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

const KEYS: &[(&str, &str)] = &[
    ("Space", "play and pause"),
    ("← →", "one round back, one round on"),
    ("PgUp PgDn", "ten rounds"),
    ("Home End", "start and end"),
    ("n p", "next and previous event"),
    ("+ -", "faster, slower"),
    ("l", "the newest round while it is computed"),
    ("Tab 1-4", "select a player"),
    ("↑ ↓", "scroll the output"),
    ("k j", "scroll the events (also Shift ↑ ↓)"),
    ("w a s d", "scroll the board; 0: back"),
    ("q Esc", "quit"),
    ("any key", "leave this help"),
];

pub fn draw(frame: &mut Frame, app: &App, area: Rect) {
    let noted = ("underlined", "an AI has noted something here");
    let legend: Vec<_> = app.tape.title().legend.iter().copied().chain([noted]).collect();
    let parts = if area.width >= 80 {
        Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).split(area)
    } else {
        Layout::vertical([Constraint::Max(KEYS.len() as u16 + 2), Constraint::Fill(1)]).split(area)
    };
    for (part, title, list) in [(parts[0], "Keys", KEYS), (parts[1], "Signs", legend.as_slice())] {
        let line = |(key, words): &(&'static str, &'static str)| {
            Line::from(vec![Span::from(format!("{key:>10}  ")).bold(), Span::from(*words)])
        };
        let lines: Vec<Line> = list.iter().map(line).collect();
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), part);
    }
}
