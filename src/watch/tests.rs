//! Tests of the keys and the display, with a fake replay of 100 rounds. Round 40 is damaged, and rounds 10 and 70 have
//! events.

use super::Screen;
use super::app::{App, End};
use super::draw::draw;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::process::Command;
use std::time::{Duration, Instant};
use wag_core::game::{Cell, OrderText, Seat, Sight, Standing, Tone};
use wag_replay::{
    Blocks, EventText, PlayerTurn, Remark, ReplayError, ReplayText, RoundText, RoundView, Title, Verdict,
};

struct FakeReplay {
    title: Title,
    /// The number of rows of the board, and also the number of its columns.
    side: usize,
}

impl ReplayText for FakeReplay {
    fn title(&self) -> &Title {
        &self.title
    }

    fn last(&self) -> u32 {
        100
    }

    fn is_over(&self) -> bool {
        true
    }

    fn is_interrupted(&self) -> bool {
        false
    }

    fn failure(&self) -> Option<String> {
        None
    }

    fn refresh(&mut self) -> Result<(), ReplayError> {
        Ok(())
    }

    fn round_view(&self, round: u32) -> Result<RoundView, ReplayError> {
        if round == 40 {
            return Err(ReplayError::Damaged { first: 40, last: 40 });
        }
        let cells = vec![Cell::plain('.', Tone::Ground); self.side * self.side];
        let mut sight = Sight { width: self.side, cells };
        sight.cells[0] = Cell::owned(['1', ' '], Tone::Home, Seat(0));
        sight.cells[round as usize] = Cell::owned(['b', '+'], Tone::Piece, Seat(1));
        let standing = |place| Standing { place, figures: vec![("stock", 7 * i64::from(place))] };
        let remarks = vec![Remark { fields: vec![(3, 2)], words: "[3, 2]: here".into() }];
        let voice = |seat| PlayerTurn {
            seat: Seat(seat),
            ms: 1.5,
            lines: vec![format!("I am {seat}")],
            fault: None,
            remarks: remarks.clone(),
            orders: vec![OrderText { words: "unit 7: NORTH (a.py:3)".into(), field: Some((5, 0)) }],
        };
        let events = vec![EventText { is_notable: true, words: format!("in round {round}") }];
        Ok(RoundView {
            sight,
            standings: vec![standing(1), standing(2)],
            events,
            player_turns: vec![voice(0), voice(1)],
        })
    }

    fn notable(&self, chunk: u32) -> Vec<u32> {
        [10, 70].into_iter().filter(|round| wag_replay::chunk_of(*round) == chunk).collect()
    }

    fn blocks(&self) -> &Blocks {
        unreachable!("it is no file")
    }

    fn version_today(&self) -> u32 {
        1
    }

    fn verify(&self) -> Result<Verdict, ReplayError> {
        Err(ReplayError::Empty)
    }

    fn verify_with(&self, _: &serde_json::Value) -> Result<Verdict, ReplayError> {
        Err(ReplayError::Empty)
    }

    fn printed(&self, _: Seat, _: usize) -> String {
        String::new()
    }

    fn round_text(&self, _: u32) -> Result<RoundText, ReplayError> {
        Err(ReplayError::Empty)
    }
}

fn app() -> App {
    app_of(30)
}

fn app_of(side: usize) -> App {
    let players = vec!["Anna".to_string(), "Bert".to_string()];
    let title = Title { game: "made".into(), map: "up".into(), planned: 100, players, ..Title::default() };
    App::new(Box::new(FakeReplay { title, side }))
}

fn press(app: &mut App, keys: &[KeyCode]) {
    keys.iter().for_each(|key| app.press(KeyEvent::new(*key, KeyModifiers::NONE)));
}

fn picture(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, app)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn keys_match_those_of_the_page() {
    let mut app = app();
    let mut after = |key| {
        press(&mut app, &[key]);
        app.round()
    };
    assert_eq!([after(KeyCode::Right), after(KeyCode::PageDown), after(KeyCode::Left)], [1, 11, 10]);
    assert_eq!([after(KeyCode::End), after(KeyCode::Right), after(KeyCode::Home)], [100, 100, 0]);
    let (n, p) = (KeyCode::Char('n'), KeyCode::Char('p'));
    assert_eq!([after(n), after(n), after(n), after(p), after(p)], [10, 70, 70, 10, 10]);
}

#[test]
fn playback_takes_time_and_skips_damaged_rounds() {
    let mut app = app();
    press(&mut app, &[KeyCode::Char(' '), KeyCode::Char('+')]);
    assert!(app.is_busy() && app.clock.speed() == 2.0);
    (0..4).for_each(|_| {
        app.advance(Duration::from_millis(250));
    });
    assert_eq!(app.round(), 4);
    press(&mut app, &[KeyCode::Char(' ')]);
    assert!(!app.advance(Duration::from_secs(1)) && app.round() == 4);
    app.clock.seek(99);
    press(&mut app, &[KeyCode::Char(' ')]);
    (0..4).for_each(|_| {
        app.advance(Duration::from_millis(250));
    });
    assert!(app.round() == 100 && !app.is_busy(), "it rests at the end");
}

#[test]
fn players_can_be_selected_and_q_quits() {
    let mut app = app();
    press(&mut app, &[KeyCode::Tab]);
    assert!(picture(&mut app, 100, 30).contains("I am 1"));
    press(&mut app, &[KeyCode::Char('1'), KeyCode::Char('9')]);
    assert!(picture(&mut app, 100, 30).contains("I am 0"));
    press(&mut app, &[KeyCode::Char('?'), KeyCode::Esc]);
    assert_eq!((app.shows_help, app.end), (false, None));
    press(&mut app, &[KeyCode::Char('q')]);
    assert_eq!(app.end, Some(End::Quit));
}

#[test]
fn ai_note_is_shown_and_its_field_underlined() {
    let mut app = app();
    press(&mut app, &[KeyCode::Right]);
    assert!(picture(&mut app, 100, 30).contains("✎ [3, 2]: here"));
    let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
    terminal.draw(|frame| draw(frame, &mut app)).unwrap();
    let underlined = terminal.backend().buffer().content.iter().enumerate();
    let underlined = underlined.filter(|(_, cell)| cell.modifier.contains(Modifier::UNDERLINED));
    // Below the title and the line above the board; two columns per field, after one blank column.
    let left = (1 + 1 + 2) * 100 + 1 + 3 * 2;
    assert_eq!(underlined.map(|(at, _)| at).collect::<Vec<_>>(), [left, left + 1]);
}

#[test]
fn a_terminal_of_80_by_24_shows_a_whole_board_of_20_by_20() {
    let mut app = app_of(20);
    press(&mut app, &[KeyCode::Right]);
    let picture = picture(&mut app, 80, 24);
    assert!(picture.contains("Board─"), "it needs no scrolling:\n{picture}");
    let row = ". ".repeat(20);
    assert_eq!(picture.matches(row.trim_end()).count(), 19, "all rows but the first:\n{picture}");
    assert!(picture.contains(row.trim_end()) && picture.contains("I am 0"));
}

#[test]
fn the_last_round_names_the_winner() {
    let mut app = app();
    press(&mut app, &[KeyCode::Right]);
    assert!(!picture(&mut app, 80, 24).contains("Anna wins."));
    press(&mut app, &[KeyCode::End]);
    for width in [40, 60, 80] {
        let picture = picture(&mut app, width, 24);
        assert!(picture.contains("Round 100  ‖ 1×   Anna wins."), "{picture}");
    }
}

#[test]
fn an_order_is_shown_with_its_line_and_the_field_of_its_unit() {
    let mut app = app_of(20);
    press(&mut app, &[KeyCode::Right]);
    let marked = |app: &mut App| -> Vec<usize> {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| draw(frame, app)).unwrap();
        let cells = terminal.backend().buffer().content.iter().enumerate();
        cells.filter(|(_, cell)| cell.bg == Color::White).map(|(at, _)| at).collect()
    };
    assert!(marked(&mut app).is_empty());
    press(&mut app, &[KeyCode::Char('o')]);
    let orders = picture(&mut app, 80, 24);
    assert!(orders.contains("Orders of 1 Anna: 1") && orders.contains("unit 7: NORTH (a.py:3)"), "{orders}");
    // Row 0 of the board is the third line; two columns per field, after one blank column.
    let left = 2 * 80 + 1 + 5 * 2;
    assert_eq!(marked(&mut app), [left, left + 1]);
    press(&mut app, &[KeyCode::Char('o')]);
    assert!(picture(&mut app, 80, 24).contains("I am 0"));
}

#[test]
fn narrow_terminal_cuts_no_words() {
    let mut app = app_of(20);
    for width in [40, 60, 80, 120] {
        let picture = picture(&mut app, width, 24);
        let last = picture.lines().last().unwrap().trim_matches('"').trim_end().to_string();
        let is_whole = |hint: &str| {
            ["quit", "help", "play", "round", "player", "orders", "event", "speed"]
                .contains(&hint.rsplit(' ').next().unwrap())
        };
        assert!(last.starts_with("q quit  ? help") && is_whole(&last), "{width}: {last:?}");
    }
    press(&mut app, &[KeyCode::Char('?')]);
    let help = picture(&mut app, 80, 24);
    assert!(help.contains("leave this help") && help.contains("an AI has noted"), "{help}");
}

/// Panics while the viewer uses a terminal. This is not a test on its own: the next test runs it in a terminal.
#[test]
#[ignore = "panics"]
fn panics_at_a_terminal() {
    if std::io::stdout().is_terminal() {
        let _screen = Screen::open().unwrap();
        panic!("on purpose");
    }
}

#[test]
fn panic_restores_the_terminal_before_its_message() {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let path = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    let program = File::options().read(true).write(true).open(path).unwrap();
    let before = tcgetattr(&program).unwrap().local_modes;
    assert!(before.contains(LocalModes::ICANON | LocalModes::ECHO));
    let words = ["--exact", "watch::tests::panics_at_a_terminal", "--ignored", "--nocapture"];
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(words).stdin(program.try_clone().unwrap()).stdout(program.try_clone().unwrap());
    let mut child = command.stderr(program.try_clone().unwrap()).spawn().unwrap();
    drop(command);
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        let is_late = begin.elapsed() > Duration::from_secs(300);
        if is_late {
            child.kill().unwrap();
        }
        assert!(!is_late);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(tcgetattr(&program).unwrap().local_modes, before);
    let mut bytes = [0; 65536];
    let length = File::from(person).read(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes[..length]);
    let at = |sign: &str| text.find(sign).unwrap_or_else(|| panic!("{sign:?} is not in {text:?}"));
    assert!(at("\x1b[?1049h") < at("\x1b[?1049l") && at("\x1b[?1049l") < at("on purpose"), "{text:?}");
}

#[test]
fn every_size_shows_something_and_a_damaged_round_says_so() {
    let mut app = app();
    press(&mut app, &[KeyCode::Right, KeyCode::Right]);
    for (width, height) in [(1, 1), (20, 5), (24, 8), (40, 12), (75, 50), (76, 24), (300, 100)] {
        let picture = picture(&mut app, width, height);
        assert!(width < 24 || picture.contains("Round 2"), "{width}x{height}:\n{picture}");
        assert!(width < 24 || height < 8 || picture.contains("1 . b+"), "{width}x{height}:\n{picture}");
    }
    app.clock.seek(39);
    press(&mut app, &[KeyCode::Right]);
    assert!(picture(&mut app, 100, 30).contains("damaged"));
}

#[test]
fn large_board_scrolls_within_bounds() {
    let mut app = app();
    press(&mut app, &[KeyCode::Char('w'), KeyCode::Char('a')]);
    assert!(picture(&mut app, 40, 12).contains("x 0-18, y 0-"));
    (0..50).for_each(|_| press(&mut app, &[KeyCode::Char('d'), KeyCode::Char('s')]));
    let last = picture(&mut app, 40, 12);
    assert!(last.contains("-29, y ") && last.contains("-29 (w"), "{last}");
}
