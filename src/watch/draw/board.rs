//! The board, with two terminal columns for each square. It can be scrolled.

use super::super::app::App;
use super::owner_color;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use std::collections::HashSet;
use wag_core::game::{Cell, Sight, Tone};
use wag_i18n::t;

/// Returns the width and height of the whole board, including its frame: a border if there is room for it, otherwise a
/// line above the board.
pub fn size(app: &App, room: (u16, u16)) -> (u16, u16) {
    let sight = app.round_view.as_ref().map(|round_view| &round_view.sight);
    sight.map_or((0, 0), |sight| if has_frame(sight, room) { framed(sight) } else { bare(sight) })
}

fn bare(sight: &Sight) -> (u16, u16) {
    ((sight.width * 2 + 1).min(2000) as u16, sight.height().min(2000) as u16 + 1)
}

fn framed(sight: &Sight) -> (u16, u16) {
    let (width, height) = bare(sight);
    (width + 2, height + 1)
}

fn has_frame(sight: &Sight, room: (u16, u16)) -> bool {
    let (width, height) = framed(sight);
    width <= room.0 && height <= room.1
}

pub fn draw(frame: &mut Frame, app: &mut App, area: Rect) {
    let sight = match &app.round_view {
        Ok(round_view) => &round_view.sight,
        Err(err) => {
            let words = t!("Cannot show this round: %{fault}.", fault = err);
            let block = Block::bordered().title(t!("Board"));
            frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }).block(block), area);
            return;
        }
    };
    let has_frame = has_frame(sight, (area.width, area.height));
    let inner = Block::new().borders(borders(has_frame)).inner(area);
    let (columns, rows) = (usize::from(inner.width.saturating_sub(1) / 2), usize::from(inner.height));
    let (x, y) =
        (first(&mut app.corner.0, sight.width, columns), first(&mut app.corner.1, sight.height(), rows));
    let mut title = t!("Board");
    if columns < sight.width || rows < sight.height() {
        let (right, bottom) = ((x + columns).min(sight.width), (y + rows).min(sight.height()));
        title += &format!(" x {x}-{}, y {y}-{} (w a s d)", right.saturating_sub(1), bottom.saturating_sub(1));
    }
    frame.render_widget(Block::new().borders(borders(has_frame)).title(title), area);
    let noted = noted(app);
    let selected = app.selected_field().map(|(x, y)| (x as usize, y as usize));
    let buffer = frame.buffer_mut();
    for row in 0..rows.min(usize::from(inner.height)) {
        for column in 0..columns {
            let Some(cell) = sight.cell(x + column, y + row) else { continue };
            let field = (x + column, y + row);
            let style = match (selected == Some(field), noted.contains(&field)) {
                (true, _) => style(cell).bg(Color::White).fg(Color::Black),
                (false, true) => style(cell).underlined(),
                (false, false) => style(cell),
            };
            let (left, top) = (inner.x + 1 + column as u16 * 2, inner.y + row as u16);
            for (sign, at) in cell.signs.iter().zip(left..) {
                if let Some(place) = buffer.cell_mut((at, top)) {
                    place.set_char(*sign).set_style(style);
                }
            }
        }
    }
}

fn borders(has_frame: bool) -> Borders {
    if has_frame { Borders::ALL } else { Borders::TOP }
}

/// Returns the squares to which the notes of the AIs in this round refer.
fn noted(app: &App) -> HashSet<(usize, usize)> {
    let player_turns = app.round_view.as_ref().map_or(&[][..], |round_view| &round_view.player_turns);
    let fields = player_turns.iter().flat_map(|voice| &voice.remarks).flat_map(|remark| &remark.fields);
    fields.map(|(x, y)| (*x as usize, *y as usize)).collect()
}

/// Moves a scroll position into the valid range, and returns the index of the first column or row to draw.
fn first(position: &mut i32, size: usize, room: usize) -> usize {
    let last = size.saturating_sub(room).min(i32::MAX as usize) as i32;
    *position = (*position).clamp(0, last);
    *position as usize
}

fn style(cell: &Cell) -> Style {
    let plain = Style::new();
    let owner = cell.owner.map(|seat| owner_color(seat.index()));
    match cell.tone {
        Tone::Ground => plain.dim(),
        Tone::Fertile => plain.fg(Color::Green),
        Tone::Water => plain.fg(Color::Blue),
        Tone::Wall => plain.fg(Color::Gray).dim(),
        Tone::Goods => plain.fg(Color::Yellow).bold(),
        Tone::Home => plain.fg(owner.unwrap_or_default()).bold().reversed(),
        Tone::Piece => plain.fg(owner.unwrap_or_default()).bold(),
        Tone::Red => plain.fg(Color::Red).bold(),
        Tone::Yellow => plain.fg(Color::Yellow).bold(),
        Tone::Green => plain.fg(Color::Green).bold(),
        Tone::Blue => plain.fg(Color::Blue).bold(),
        Tone::Lilac => plain.fg(Color::Magenta).bold(),
    }
}
