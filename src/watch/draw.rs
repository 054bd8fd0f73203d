//! One picture: where everything stands, for terminals of any size.

mod board;
mod help;
mod side;

use super::app::App;
use crate::language::t;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{LineGauge, Paragraph};

/// Smaller than this, nothing can be recognised.
const WIDTH_MIN: u16 = 24;
const HEIGHT_MIN: u16 = 8;
/// From here on, board and tables stand side by side.
const WIDE: u16 = 76;
/// What the tables get beside a board, at least.
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
    frame.render_widget(title(app), top);
    frame.render_widget(progress(app), bar);
    frame.render_widget(hints(app), keys);
    if app.shows_help {
        help::draw(frame, app, body);
    } else if body.width >= WIDE {
        beside(frame, app, body);
    } else {
        below(frame, app, body);
    }
}

/// Board on the left, tables on the right.
fn beside(frame: &mut Frame, app: &mut App, body: Rect) {
    let wanted = board::size(app).0.max(WIDTH_MIN);
    let width = wanted.min(body.width - SIDE_MIN);
    let [left, right] = Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(body);
    board::draw(frame, app, left);
    let players = side::players_height(app).min(right.height / 2);
    let [players, output, events] =
        Layout::vertical([Constraint::Length(players), Constraint::Fill(1), Constraint::Fill(1)])
            .areas(right);
    side::players(frame, app, players);
    side::output(frame, app, output);
    side::events(frame, app, events);
}

/// Everything in one column: what has no room is left out, the board last.
fn below(frame: &mut Frame, app: &mut App, body: Rect) {
    let players = side::players_height(app);
    let players = if body.height >= players + 6 { players } else { 0 };
    let rest = body.height - players;
    let texts = if rest >= 18 { (rest - board::size(app).1.min(rest - 8)).min(rest / 2) } else { 0 };
    let output = texts / 2;
    let rows = [players, output, texts - output].map(Constraint::Length);
    let [board, players, output, events] =
        Layout::vertical([Constraint::Min(0), rows[0], rows[1], rows[2]]).areas(body);
    board::draw(frame, app, board);
    side::players(frame, app, players);
    side::output(frame, app, output);
    side::events(frame, app, events);
}

fn title(app: &App) -> Line<'static> {
    let title = app.tape.title();
    let state = match (app.is_live, app.clock.is_playing) {
        (true, _) => t!("● live"),
        (_, true) => format!("▶ {}×", app.clock.speed()),
        _ => format!("‖ {}×", app.clock.speed()),
    };
    let rest =
        t!("   %{game} on %{map}, seed %{seed}", game = title.game, map = title.map, seed = title.seed);
    Line::from(vec![t!("Round %{round}  %{state}", round = app.round(), state).bold(), rest.into()])
}

fn progress(app: &App) -> LineGauge<'static> {
    let (last, planned) = (app.clock.last, app.tape.title().planned);
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

fn hints(app: &App) -> Line<'static> {
    if let Some(hint) = app.hint {
        return Line::from(t!(hint)).reversed();
    }
    if !app.tape.is_over() && app.clock.is_at_end() {
        return Line::from(t!("Still being played, or broken off: there is no more so far   q quit")).dim();
    }
    Line::from(t!("Space play  ←→ round  n p event  + - speed  Tab player  ? help  q quit")).dim()
}

/// Colours that the colour-blind can tell apart; every seat has letters of its own besides.
fn owner_color(seat: usize) -> Color {
    const COLORS: [u8; 6] = [33, 208, 36, 175, 142, 99];
    Color::Indexed(COLORS[seat % COLORS.len()])
}

/// `1 Expert`, in the player's colour.
fn player_name(app: &App, seat: usize) -> Span<'static> {
    let name = app.tape.title().players.get(seat).map_or("?", String::as_str);
    Span::styled(format!("{} {name}", seat + 1), Style::new().fg(owner_color(seat)).bold())
}
