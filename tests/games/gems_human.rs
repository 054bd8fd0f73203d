//! A person plays the gem duel at a terminal, and watches the replay there.

use crate::common;
use crate::common::terminal;

use common::{Folder, Run};
use std::process::Stdio;
use terminal::Session;

/// Returns a folder with the board `b.dat`.
fn with_board() -> Folder {
    let folder = Folder::with(&[]);
    let run = Run::of(
        folder.command(&["make", "gems", "board", "--output", "b.dat", "--seed", "5"]).output().unwrap(),
    );
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

const PLAY: [&str; 8] = ["play", "gems", "human", "ref", "--board", "b.dat", "--replay", "duel.wag"];
const QUESTION: &str = "the two stones to swap (x1 y1 x2 y2, such as 1 0 1 1)?";

/// Waits for the question after these words, and answers it.
#[track_caller]
fn answer(session: &mut Session, words: &str, line: &str) {
    session.until(|screen| {
        let text = screen.contents();
        text.rfind(words).is_some_and(|at| text[at..].contains(QUESTION))
            && text.trim_end().ends_with(QUESTION)
    });
    session.press(&format!("{line}\r"));
}

#[test]
fn invalid_typed_moves_are_asked_again() {
    let folder = with_board();
    let mut session = Session::of(&folder, &PLAY, (80, 100));
    answer(&mut session, "Lilac", "what now?");
    answer(&mut session, "Enter four numbers from 0 to 9 that name two neighboring stones.", "0 0 5 5");
    answer(&mut session, "Enter four numbers from 0 to 9 that name two neighboring stones.", "0 0 1 0");
    answer(&mut session, "This swap does not put three equal stones in a row.", "(1, 0) (1, 1)");
    session.shows("Player 1 swaps (1, 0) and (1, 1).");
    session.shows("Player 1 is credited BBB.");
    session.shows("Player 2 swaps (");
    // Without more input, the person loses this game and the next one.
    answer(&mut session, "Player 2 swaps", "\u{4}");
    session.shows("Player 1 gives no answer.");
    session.shows("Game 1: player 1 (human) gives no answer in move 3; player 2 (ref) wins.\nTime used: ");
    answer(&mut session, "Game 1:", "\u{4}");
    session.shows("Game 2: player 1 (human) gives no answer in move 2; player 2 (ref) wins.");
    assert_eq!(session.ended(), Some(0));
    assert!(!session.text().contains("not allowed"), "{}", session.text());
    assert!(folder.read("human.log").contains("=== Game 2: player 2 opens ==="));
    let shown = Run::of(folder.command(&["replay", "show", "duel-1.wag"]).output().unwrap());
    shown.tells(&["gems on b.dat, game 1 of 2, 3 rounds", "human"]);
}

#[test]
fn ctrl_c_ends_both_games() {
    let folder = with_board();
    let mut session = Session::of(&folder, &PLAY, (80, 100));
    answer(&mut session, "Lilac", "1 0 1 1");
    session.shows("Player 2 swaps (");
    session.shows(QUESTION);
    session.press("\u{3}");
    assert_eq!(session.ended(), Some(130));
    assert!(!session.text().contains("RESULT"), "{}", session.text());
    assert!(!folder.has("duel-2.wag"));
    let shown = Run::of(folder.command(&["replay", "show", "duel-1.wag"]).output().unwrap());
    assert_eq!(shown.status, 0, "{}", shown.err);
}

#[test]
fn moves_may_come_from_a_file_and_a_missing_one_loses() {
    let folder = with_board();
    folder.write("moves", "1 0 1 1\n");
    let mut command = folder.command(&PLAY);
    command.stdin(std::fs::File::open(folder.path().join("moves")).unwrap()).stdout(Stdio::piped());
    let run = Run::of(command.output().unwrap());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.tells(&["Player 1 swaps (1, 0) and (1, 1).", "RESULT game=1 winner=2 moves=3 reason=failure"]);
    let league = folder.command(&["series", "gems", "human", "ref"]).output().unwrap();
    Run::of(league).is_user_error(&[
        "human cannot play in a series",
        "people and TCP clients cannot take part",
        "`wag play`",
    ]);
}

#[test]
fn a_game_is_watched_at_the_terminal() {
    let folder = with_board();
    folder.write("bot.py", "from gems import *\n\ndef choose_move(player, opponent, field):\n    print('my life is', player[0])\n    moves = legal_moves(field)\n    annotate(moves[-1][:2], 'this one')\n    return moves[-1]\n");
    let words = ["play", "gems", "bot.py", "ref", "--board", "b.dat", "--replay", "duel.wag"];
    assert_eq!(Run::of(folder.command(&words).output().unwrap()).status, 0);
    let mut session = Session::of(&folder, &["watch", "duel-1.wag"], (40, 120));
    for words in ["gems on b.dat", "1 bot", "2 ref", "Players"] {
        session.shows(words);
    }
    session.press("\x1b[C");
    session.shows("my life is 30");
    session.shows(": this one");
    session.shows("bot swaps (");
    session.press("\x1b[F");
    session.shows("The game is over");
    session.press("q");
    assert_eq!(session.ended(), Some(0));
}
