//! How players are spoken to: programs in any language and Python files, in the contest's lines.

use super::orders::{LINES_MAX, Orders};
use super::{Ants, View, wire};
use wag_core::game::ways::{Lines, Python};
use wag_core::game::{Protocols, plain};

pub const PROTOCOLS: Protocols<Ants> =
    Protocols { living: Some(PYTHON), lines: Some(LINES), ..Protocols::NONE };

/// To AIs in Python: the same lines, which their module reads.
const PYTHON: Python<Ants> = Python {
    encode_setup: |setup, _, times| {
        // Programs of the contest are not told; a bot that draws has to know whether it may.
        let strict = if setup.numbers.strict { "strict 1\n" } else { "" };
        format!("{strict}{}", wire::hello(setup, times)).into_bytes()
    },
    encode_view: |view, out| out.extend(wire::turn(view.state, view.seat).into_bytes()),
    decode_orders: plain::read,
    encode_end: Some(|state, seat, out| out.extend(wire::end(state, seat).into_bytes())),
    loads: true,
};

const LINES: Lines<Ants> = Lines {
    hello: |setup, _, times| wire::hello(setup, times),
    answers_hello: true,
    turn: |view: &View<'_>, _| wire::turn(view.state, view.seat),
    is_last: |line| line.trim_ascii().eq_ignore_ascii_case(b"go"),
    answer_max: 32 * LINES_MAX,
    accepts_early_lines: true,
    read_answer: Orders::read,
    end: wire::end,
};
