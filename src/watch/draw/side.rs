//! The boxes beside the board: the table of players, the output of one player, and the events.

use super::super::app::App;
use super::player_name;
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Row, Table};
use wag_core::game::Standing;
use wag_i18n::{decimal, t};
use wag_replay::PlayerTurn;

/// Returns the height of the table of players, with its border and its header.
pub fn players_height(app: &App) -> u16 {
    app.text_replay.title().players.len().min(64) as u16 + 3
}

/// The minimum width of the column with the players' names, in terminal columns. If there is not enough room beside it
/// for all figures, some figures are omitted.
const NAME_MIN: u16 = 10;

pub fn players(frame: &mut Frame, app: &App, area: Rect) {
    if area.height == 0 {
        return;
    }
    let standings = app.round_view.as_ref().map_or(&[][..], |round_view| &round_view.standings);
    let figures = fitting(figures(standings), area.width.saturating_sub(4 + NAME_MIN));
    let head = ["".to_string(), t!("player")].map(Line::from).into_iter();
    let head: Vec<Line> = head.chain(figures.iter().map(|figure| figure.cell(0))).collect();
    let figures_width: u16 = figures.iter().map(|figure| figure.width() + 1).sum();
    let name_width = area.width.saturating_sub(4 + figures_width).into();
    let rows = (0..app.text_replay.title().players.len()).map(|seat| {
        let marker = if seat == app.seat { "▸" } else { " " };
        let cells = [Line::from(marker), Line::from(player_name(app, seat, name_width))].into_iter();
        let row =
            Row::new(cells.chain(figures.iter().map(|figure| figure.cell(seat + 1))).collect::<Vec<_>>());
        if seat == app.seat { row.bold() } else { row }
    });
    let widths = [Constraint::Length(1), Constraint::Fill(1)].into_iter();
    let widths: Vec<Constraint> =
        widths.chain(figures.iter().map(|figure| Constraint::Length(figure.width()))).collect();
    let table =
        Table::new(rows, widths).header(Row::new(head).dim()).block(Block::bordered().title(t!("Players")));
    frame.render_widget(table, area);
}

/// A column in the table of players: its header, followed by the value of each seat.
struct Figure(Vec<String>);

impl Figure {
    fn cell(&self, row: usize) -> Line<'static> {
        Line::from(self.0.get(row).cloned().unwrap_or_default()).right_aligned()
    }

    fn width(&self) -> u16 {
        self.0.iter().map(|text| text.chars().count()).max().unwrap_or_default() as u16
    }
}

/// Returns the columns for the ranks and for the figures of the game.
fn figures(standings: &[Standing]) -> Vec<Figure> {
    let of = |head: String, value: &dyn Fn(&Standing) -> String| {
        Figure([head].into_iter().chain(standings.iter().map(value)).collect())
    };
    let Some(first) = standings.first() else { return Vec::new() };
    let place = of(t!("place"), &|standing| standing.place.to_string());
    let counted = first.figures.iter().enumerate().map(|(at, (name, _))| {
        of(t!(*name), &|standing| {
            standing.figures.get(at).map_or(String::new(), |(_, value)| value.to_string())
        })
    });
    [place].into_iter().chain(counted).collect()
}

/// Removes columns until the others fit, with a space before each of them. Removes the ranks first, because the order
/// of the rows also shows them, and then columns from the end.
fn fitting(mut figures: Vec<Figure>, room: u16) -> Vec<Figure> {
    let width = |figures: &[Figure]| figures.iter().map(|figure| figure.width() + 1).sum::<u16>();
    if width(&figures) > room && !figures.is_empty() {
        figures.remove(0);
    }
    while width(&figures) > room {
        figures.pop();
    }
    figures
}

/// Draws the output or the orders of the selected player, depending on what the user has chosen.
pub fn voice(frame: &mut Frame, app: &mut App, area: Rect) {
    if app.shows_orders { orders(frame, app, area) } else { output(frame, app, area) }
}

fn output(frame: &mut Frame, app: &mut App, area: Rect) {
    let seat = app.seat;
    let player_turns = app.round_view.as_ref().map_or(&[][..], |round_view| &round_view.player_turns);
    let player_turns: Vec<&PlayerTurn> =
        player_turns.iter().filter(|voice| voice.seat.index() == seat).collect();
    let mut lines: Vec<(String, Style)> = Vec::new();
    for voice in &player_turns {
        lines.extend(voice.lines.iter().map(|line| (line.clone(), Style::new())));
        let noted = Style::new().italic();
        lines.extend(voice.remarks.iter().map(|remark| (format!("✎ {}", remark.words), noted)));
        lines.extend(voice.fault.iter().map(|fault| (fault.clone(), Style::new().fg(Color::Red).bold())));
    }
    let time = player_turns.first().map(|voice| t!(", %{ms} ms", ms = decimal(voice.ms, 3)));
    let title = titled(app, t!("Output of "), time.unwrap_or_default(), area.width);
    app.output_from = scrolled(frame, area, title, lines, &t!("nothing printed or noted"), app.output_from);
}

/// Draws the orders of the selected player. If there is not enough room for all of them, scrolls to the chosen order.
fn orders(frame: &mut Frame, app: &mut App, area: Rect) {
    let all = app.orders();
    let selected = app.order.min(all.len().saturating_sub(1));
    let style = |at: usize| if at == selected { Style::new().reversed() } else { Style::new() };
    let lines: Vec<_> = all.iter().enumerate().map(|(at, order)| (order.words.clone(), style(at))).collect();
    let before = lines[..selected.min(lines.len())].iter();
    let from = before.map(|(words, _)| wrap(words, inner_width(area)).len()).sum();
    let title = titled(app, t!("Orders of "), format!(": {}", all.len()), area.width);
    scrolled(frame, area, title, lines, &t!("no orders in this round"), from);
    app.order = selected;
}

/// Returns a one-line title for a box of this width: `before`, the name of the selected player, shortened if necessary,
/// and `after`.
fn titled(app: &App, before: String, after: String, width: u16) -> Line<'static> {
    let used_width = 2 + Span::raw(before.as_str()).width() + Span::raw(after.as_str()).width();
    let name = player_name(app, app.seat, usize::from(width).saturating_sub(used_width));
    Line::from(vec![before.into(), name, after.into()])
}

fn inner_width(area: Rect) -> usize {
    usize::from(area.width.saturating_sub(2)).max(1)
}

pub fn events(frame: &mut Frame, app: &mut App, area: Rect) {
    let events = app.round_view.as_ref().map_or(&[][..], |round_view| &round_view.events);
    let style = |is_notable: bool| if is_notable { Style::new().bold() } else { Style::new() };
    let lines = events.iter().map(|event| (event.words.clone(), style(event.is_notable))).collect();
    let title = t!("Events of the round: %{n}", n = events.len());
    app.events_from = scrolled(frame, area, title.into(), lines, &t!("no events"), app.events_from);
}

/// Draws wrapped lines in a box, beginning with the line whose index is `from`. Returns `from`, moved into the valid
/// range.
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
    let (width, room) = (inner_width(area), usize::from(inner.height));
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

/// Wraps a line between words. Each part keeps the indentation of the line. An empty line results in one empty part. A
/// word is split only if it is longer than a whole line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let indent: String = text.chars().take_while(|letter| *letter == ' ').take(width / 2).collect();
    let (mut parts, mut line) = (Vec::new(), indent.clone());
    for word in text.split_whitespace() {
        let is_first = line.trim().is_empty();
        if !is_first && measure(&line) + 1 + measure(word) > width {
            parts.push(std::mem::replace(&mut line, indent.clone()));
        } else if !is_first {
            line.push(' ');
        }
        for letter in word.chars() {
            if measure(&line) + measure(letter.encode_utf8(&mut [0; 4])) > width && !line.is_empty() {
                parts.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    parts.push(line);
    parts
}

fn measure(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { Span::raw(text).width() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let wrapped = |text, width| wrap(text, width).join("|");
        assert_eq!(wrapped("Noob's unit 3 moves on", 10), "Noob's|unit 3|moves on");
        assert_eq!(wrapped("  indented words", 12), "  indented|  words");
        assert_eq!(wrapped("abcdefghij kl", 4), "abcd|efgh|ij|kl");
        assert_eq!(wrapped("", 4), "");
    }

    #[test]
    fn figures_that_do_not_fit_are_dropped() {
        let heads = |room| -> Vec<String> {
            let figure = |head: &str| Figure(vec![head.to_string(), "12345".to_string()]);
            fitting(["place", "score", "ants"].map(figure).into(), room)
                .into_iter()
                .map(|one| one.0[0].clone())
                .collect()
        };
        assert_eq!(heads(18), ["place", "score", "ants"]);
        assert_eq!(heads(17), ["score", "ants"]);
        assert_eq!(heads(11), ["score"]);
        assert!(heads(0).is_empty());
    }
}
