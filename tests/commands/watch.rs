//! Tests of `wag watch` in a pseudoterminal with a terminal emulator: screens and key presses.

use crate::common;
use crate::common::terminal;

use common::Folder;
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use terminal::{PATIENCE, Session};
use vt100::Screen;

/// Prints the round, and adds a note at its base.
const TALKER: &str = r#"
from classes import *
number = roundState.getRoundNumber()
print("it is round", number)
annotate(roundState.getBase(), "noted in round " + str(number), color="red")
"#;
const SLOW: &str = "import time\ntime.sleep(0.01)\n";

/// Returns the round at the top of the screen, once there is a picture.
fn round(screen: &Screen) -> Option<u32> {
    screen.contents().lines().next()?.strip_prefix("Round ")?.split(' ').next()?.parse().ok()
}

/// Returns a folder with the replay `x.wag` of 60 rounds.
fn played() -> Folder {
    let folder = Folder::with(&[("a.py", TALKER)]);
    folder.json("a.py Noob Dummy Dummy --rounds 60 --seed 7 --replay x.wag");
    folder
}

#[test]
fn missing_terminal_is_reported_in_one_sentence() {
    let folder = Folder::with(&[]);
    let output = folder.command(&["watch", "x.wag"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("terminal") || words.contains("x.wag"), "{words}");
}

#[test]
fn a_replay_is_played_stepped_and_left_with_q() {
    let folder = played();
    let mut session = Session::of(&folder, &["watch", "x.wag"], (40, 120));
    session.until(|screen| screen.alternate_screen() && screen.hide_cursor() && round(screen) == Some(0));
    for words in ["warriors on meadow, seed 7", "1 a", "2 Noob", "Players", "Output of 1 a", "0 of 60"] {
        session.shows(words);
    }
    for (key, after) in [("\x1b[C", 1), ("\x1b[C", 2), ("\x1b[6~", 12), ("\x1b[D", 11)] {
        session.press(key);
        session.until(|screen| round(screen) == Some(after));
        session.shows(&format!("it is round {after} "));
        session.shows(&format!(": noted in round {after}"));
    }
    let is_underlined = |screen: &Screen| {
        let cell = |row, column| screen.cell(row, column).is_some_and(vt100::Cell::underline);
        (0..40).any(|row| (0..120).any(|column| cell(row, column)))
    };
    session.until(is_underlined);
    for (key, after) in [("\x1b[F", 60), ("\x1b[C", 60), ("\x1b[H", 0), ("\x1b[D", 0)] {
        session.press(key);
        session.until(|screen| round(screen) == Some(after));
    }
    // Two rounds per second, then a pause.
    session.press(" ");
    session.until(|screen| round(screen) >= Some(2) && screen.contents().contains("▶ 1×"));
    session.press(" ");
    session.until(|screen| screen.contents().contains("‖ 1×"));
    session.press("\t");
    session.shows("Output of 2 Noob");
    session.press("q");
    assert_eq!(session.ended(), Some(0));
    assert_eq!(session.text().trim(), "", "nothing is left behind");
}

#[test]
fn it_ends_with_its_terminal() {
    let folder = played();
    let mut session = Session::of(&folder, &["watch", "x.wag"], (40, 120));
    session.shows("warriors on meadow, seed 7");
    session.close();
}

#[test]
fn the_picture_follows_the_size_of_the_terminal() {
    let folder = played();
    let mut session = Session::of(&folder, &["watch", "x.wag"], (40, 120));
    let top_right = |columns: u16| {
        move |screen: &Screen| {
            let row = screen.rows(0, columns).nth(1).unwrap_or_default();
            (row.trim_end().ends_with('┐') || row.trim_end().ends_with('─'))
                && row.trim_end().chars().count() == usize::from(columns)
        }
    };
    session.until(top_right(120));
    session.resize(30, 100);
    session.until(top_right(100));
    session.resize(24, 60);
    session.until(top_right(60));
    session.resize(5, 20);
    session.shows("terminal larger");
    session.resize(40, 120);
    session.until(top_right(120));
    session.shows("0 of 60");
    session.press("q");
    assert_eq!(session.ended(), Some(0));
}

#[test]
fn ctrl_c_and_signals_give_the_terminal_back() {
    let folder = played();
    let mut session = Session::of(&folder, &["watch", "x.wag"], (30, 100));
    session.shows("0 of 60");
    session.press(" \x03");
    assert_eq!(session.ended(), Some(130));
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut session = Session::of(&folder, &["watch", "x.wag"], (30, 100));
        session.shows("0 of 60");
        kill_process(Pid::from_child(&session.child), signal).unwrap();
        assert_eq!(session.ended(), Some(130), "{signal:?}");
    }
}

#[test]
fn a_replay_that_is_being_written_grows_on_the_screen() {
    let folder = Folder::with(&[("slow.py", SLOW)]);
    let words = "play slow.py Dummy Dummy Dummy --rounds 100000 --replay g.wag --quiet";
    let mut command = folder.command(&words.split(' ').collect::<Vec<_>>());
    let mut background = Background(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let begin = Instant::now();
    while std::fs::metadata(folder.path().join("g.wag")).map_or(0, |about| about.len()) < 500 {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut session = Session::of(&folder, &["watch", "g.wag"], (30, 100));
    session.shows("100000 planned");
    session.press("l");
    session.shows("● live");
    session.until(|screen| round(screen) >= Some(16));
    let now = round(session.seen.lock().unwrap().screen());
    session.until(|screen| round(screen) > now);
    kill_process(Pid::from_child(&background.0), Signal::INT).unwrap();
    background.0.wait().unwrap();
    // The truncated replay ends where it was cut off.
    session.press("\x1b[F");
    session.until(|screen| !screen.contents().contains("Still running"));
    session.press("q");
    assert_eq!(session.ended(), Some(0));
}

/// A program without a terminal, killed when this is dropped.
struct Background(Child);

impl Drop for Background {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
