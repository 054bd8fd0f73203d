//! What stands beside the board: the players' table, the output of one, and what happened.

use super::super::app::App;
use super::player_name;
use crate::language::{decimal, later, t};
use crate::replay::Voice;
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Row, Table};

/// With border and head.
pub fn players_height(app: &App) -> u16 {
    app.tape.title().players.len().min(64) as u16 + 3
}

pub fn players(frame: &mut Frame, app: &App, area: Rect) {
    if area.height == 0 {
        return;
    }
    let standings = app.moment.as_ref().map_or(&[][..], |moment| &moment.standings);
    let names: Vec<&str> =
        standings.first().map_or(Vec::new(), |first| first.figures.iter().map(|(name, _)| *name).collect());
    let head = ["", later!("player"), later!("place")].into_iter().chain(names.iter().copied());
    let rows = (0..app.tape.title().players.len()).map(|seat| {
        let chosen = if seat == app.seat { "▸" } else { " " };
        let standing = standings.get(seat);
        let place = standing.map_or(String::new(), |standing| standing.place.to_string());
        let figures = standing.map_or(&[][..], |standing| &standing.figures).iter();
        let figures = figures.map(|(_, value)| Line::from(value.to_string()).right_aligned());
        let cells =
            [Line::from(chosen), Line::from(player_name(app, seat)), Line::from(place).right_aligned()];
        let row = Row::new(cells.into_iter().chain(figures).collect::<Vec<_>>());
        if seat == app.seat { row.bold() } else { row }
    });
    let widths = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(5)];
    let widths = widths
        .into_iter()
        .chain(names.iter().map(|name| Constraint::Length(t!(*name).chars().count().max(6) as u16)));
    let head = head.map(|word| Line::from(t!(word)).right_aligned());
    let head: Vec<Line> =
        head.enumerate().map(|(at, word)| if at == 1 { word.left_aligned() } else { word }).collect();
    let table =
        Table::new(rows, widths).header(Row::new(head).dim()).block(Block::bordered().title(t!("Players")));
    frame.render_widget(table, area);
}

pub fn output(frame: &mut Frame, app: &mut App, area: Rect) {
    let seat = app.seat;
    let voices = app.moment.as_ref().map_or(&[][..], |moment| &moment.voices);
    let voices: Vec<&Voice> = voices.iter().filter(|voice| voice.seat.index() == seat).collect();
    let mut title = vec![Span::from(t!("Output of ")), player_name(app, seat)];
    let mut lines: Vec<(String, Style)> = Vec::new();
    for voice in &voices {
        lines.extend(voice.lines.iter().map(|line| (line.clone(), Style::new())));
        let noted = Style::new().italic();
        lines.extend(voice.remarks.iter().map(|remark| (format!("✎ {}", remark.words), noted)));
        lines.extend(voice.fault.iter().map(|fault| (fault.clone(), Style::new().fg(Color::Red).bold())));
    }
    if let Some(voice) = voices.first() {
        title.push(t!(", %{ms} ms", ms = decimal(voice.ms, 3)).into());
    }
    app.output_from =
        scrolled(frame, area, Line::from(title), lines, &t!("nothing printed or noted"), app.output_from);
}

pub fn events(frame: &mut Frame, app: &mut App, area: Rect) {
    let events = app.moment.as_ref().map_or(&[][..], |moment| &moment.events);
    let style = |is_notable: bool| if is_notable { Style::new().bold() } else { Style::new() };
    let lines = events.iter().map(|event| (event.words.clone(), style(event.is_notable))).collect();
    let title = t!("Events of the round: %{n}", n = events.len());
    app.events_from = scrolled(frame, area, title.into(), lines, &t!("nothing happened"), app.events_from);
}

/// Lines in a box, wrapped, from one of them on; answers from which, kept within bounds.
fn scrolled(
    frame: &mut Frame,
    area: Rect,
    title: Line<'_>,
    lines: Vec<(String, Style)>,
    nothing: &str,
    from: usize,
) -> usize {
    if area.height < 3 {
        return from;
    }
    let block = Block::bordered().title(title);
    let inner = block.inner(area);
    let (width, room) = (usize::from(inner.width).max(1), usize::from(inner.height));
    let mut wrapped: Vec<Line> = Vec::new();
    for (text, style) in &lines {
        wrapped.extend(wrap(text, width).into_iter().map(|part| Line::styled(part, *style)));
    }
    if wrapped.is_empty() {
        wrapped.push(Line::from(nothing.to_string()).dim());
    }
    let from = from.min(wrapped.len().saturating_sub(room));
    let below = wrapped.len().saturating_sub(from + room);
    let block = if below > 0 {
        block.title_bottom(Line::from(t!("%{below} more ↓", below)).right_aligned())
    } else {
        block
    };
    let shown: Vec<Line> = wrapped.into_iter().skip(from).take(room).collect();
    frame.render_widget(Paragraph::new(shown).block(block), area);
    from
}

/// A line in pieces that fit; at least one, so that empty lines stay.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut used = 0;
    for letter in text.chars() {
        let wide = if letter.is_ascii() { 1 } else { Span::raw(letter.to_string()).width() };
        if used + wide > width && used > 0 {
            parts.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts
}
