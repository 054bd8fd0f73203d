//! The layout of the screen, for terminals of any size.

mod board;
mod help;
mod side;

use super::app::App;
use crate::watch::seat_colors::IN_TERMINALS;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{LineGauge, Paragraph};
use wag_i18n::{later, t};

/// The minimum width of the terminal, in columns. On a narrower terminal, nothing would be recognizable.
const WIDTH_MIN: u16 = 24;
/// The minimum height of the terminal, in rows.
const HEIGHT_MIN: u16 = 8;
/// The minimum width of the terminal at which the tables are beside the board, in columns.
const WIDE: u16 = 76;
/// The minimum width of the tables when they are beside a board, in columns.
const SIDE_MIN: u16 = 38;

pub fn draw(frame: &mut Frame, app: &mut App) {
    let area = frame.area();
    if area.width < WIDTH_MIN || area.height < HEIGHT_MIN {
        let words = t!("Round %{round}. Make the terminal larger, or press q.", round = app.round());
        frame.render_widget(Paragraph::new(words).wrap(ratatui::widgets::Wrap { trim: true }), area);
        return;
    }
    let [top, body, bar, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(title(app, top.width.into()), top);
    frame.render_widget(progress(app), bar);
    frame.render_widget(hints(app, keys.width.into()), keys);
    if app.shows_help {
        help::draw(frame, app, body);
    } else if body.width >= WIDE {
        beside(frame, app, body);
    } else {
        below(frame, app, body);
    }
}

/// Draws the board on the left, and the tables on the right.
fn beside(frame: &mut Frame, app: &mut App, body: Rect) {
    let room = (body.width - SIDE_MIN, body.height);
    let width = board::size(app, room).0.clamp(WIDTH_MIN, room.0);
    let [left, right] = Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(body);
    board::draw(frame, app, left);
    let players = side::players_height(app).min(right.height / 2);
    let [players, output, events] =
        Layout::vertical([Constraint::Length(players), Constraint::Fill(1), Constraint::Fill(1)])
            .areas(right);
    side::players(frame, app, players);
    side::voice(frame, app, output);
    side::events(frame, app, events);
}

/// Draws everything in one column. If there is not enough room, omits the tables rather than the board.
fn below(frame: &mut Frame, app: &mut App, body: Rect) {
    let players = side::players_height(app);
    let players = if body.height >= players + 6 { players } else { 0 };
    let rest = body.height - players;
    let board = board::size(app, (body.width, rest)).1;
    let texts = if rest >= 18 { (rest - board.min(rest - 8)).min(rest / 2) } else { 0 };
    let output = texts / 2;
    let rows = [players, output, texts - output].map(Constraint::Length);
    let [board, players, output, events] =
        Layout::vertical([Constraint::Min(0), rows[0], rows[1], rows[2]]).areas(body);
    board::draw(frame, app, board);
    side::players(frame, app, players);
    side::voice(frame, app, output);
    side::events(frame, app, events);
}

/// Returns the title. It begins with the round. At the end of the match, the result follows. Before that, the game, the
/// map and the seed follow if there is room for them.
fn title(app: &App, width: usize) -> Line<'static> {
    let title = app.text_replay.title();
    let state = match (app.is_live, app.clock.is_playing) {
        (true, _) => t!("● live"),
        (_, true) => format!("▶ {}×", app.clock.speed()),
        _ => format!("‖ {}×", app.clock.speed()),
    };
    let round = t!("Round %{round}  %{state}", round = app.round(), state).bold();
    let line = |words: String| Line::from(vec![round.clone(), words.into()]);
    let result = app.result().map(|result| line(format!("   {result}")).bold());
    let (game, map, seed) = (&title.game, &title.map, title.seed);
    let words = [
        t!("   %{game} on %{map}, seed %{seed}", game, map, seed),
        t!("   %{game} on %{map}", game, map),
        format!("   {game}"),
    ];
    let lines = result.into_iter().chain(words.into_iter().map(line));
    fitting(lines.collect(), width).unwrap_or_else(|| line(String::new()))
}

/// Returns the first of these lines that fits into the width; `None` if none fits.
fn fitting(lines: Vec<Line<'static>>, width: usize) -> Option<Line<'static>> {
    lines.into_iter().find(|line| line.width() <= width)
}

fn progress(app: &App) -> LineGauge<'static> {
    let (last, planned) = (app.clock.last, app.text_replay.title().planned);
    let mut words = t!("%{round} of %{last}", round = app.round(), last);
    if last < planned {
        words += &t!(" (%{planned} planned)", planned);
    }
    let ratio = if last == 0 { 0.0 } else { f64::from(app.round()) / f64::from(last) };
    LineGauge::default()
        .label(words)
        .ratio(ratio.clamp(0.0, 1.0))
        .filled_symbol("━")
        .unfilled_symbol("─")
        .filled_style(Style::new().add_modifier(Modifier::BOLD))
        .unfilled_style(Style::new().add_modifier(Modifier::DIM))
}

/// The hints about keys, with the most important first. In a narrow terminal, those at the end are omitted.
const HINTS: [&str; 8] = [
    later!("q quit"),
    later!("? help"),
    later!("Space play"),
    later!("←→ round"),
    later!("Tab player"),
    later!("o orders"),
    later!("n p event"),
    later!("+ - speed"),
];

fn hints(app: &App, width: usize) -> Line<'static> {
    if let Some(hint) = app.hint {
        return Line::from(t!(hint)).reversed();
    }
    if !app.text_replay.is_over() && app.clock.is_at_end() {
        let words = [
            t!("Still running, or interrupted: no more rounds so far   q quit"),
            t!("No more rounds so far   q quit"),
        ];
        return fitting(words.into_iter().map(|words| Line::from(words).dim()).collect(), width)
            .unwrap_or_default();
    }
    let mut words = String::new();
    for hint in HINTS.map(|hint| t!(hint)) {
        let more = if words.is_empty() { hint } else { format!("{words}  {hint}") };
        if Span::raw(more.as_str()).width() > width {
            break;
        }
        words = more;
    }
    Line::from(words).dim()
}

/// Returns the color of a seat. People who are color-blind can also tell the colors apart; in addition, each seat has
/// its own letter.
fn owner_color(seat: usize) -> Color {
    Color::Indexed(IN_TERMINALS[seat % IN_TERMINALS.len()])
}

/// Returns a player's number and name in the player's color, such as `1 Expert`. If the name does not fit, its end is
/// replaced by `…`.
fn player_name(app: &App, seat: usize, width: usize) -> Span<'static> {
    let name = app.text_replay.title().players.get(seat).map_or("?", String::as_str);
    let name = shortened(&format!("{} {name}", seat + 1), width);
    Span::styled(name, Style::new().fg(owner_color(seat)).bold())
}

/// Returns the text if it fits. Otherwise returns the part that fits, with `…` at its end.
fn shortened(text: &str, width: usize) -> String {
    let measure = |text: &str| Span::raw(text).width();
    if measure(text) <= width {
        return text.to_string();
    }
    let mut short = text.to_string();
    while short.pop().is_some() && measure(&short) + 1 > width {}
    short + "…"
}
