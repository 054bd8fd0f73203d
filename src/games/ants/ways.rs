//! How players are spoken to: programs in any language, in the contest's lines.

use super::orders::{LINES_MAX, Orders};
use super::{Ants, View, wire};
use crate::game::Ways;
use crate::game::ways::Lines;

pub const WAYS: Ways<Ants> = Ways { lines: Some(LINES), ..Ways::NONE };

const LINES: Lines<Ants> = Lines {
    hello: |setup, _, times| wire::hello(setup, times),
    answers_hello: true,
    turn: |view: &View<'_>, _| wire::turn(view.state, view.seat),
    is_last: |line| line.trim_ascii().eq_ignore_ascii_case(b"go"),
    answer_max: 32 * LINES_MAX,
    read_answer: Orders::read,
    end: wire::end,
};
