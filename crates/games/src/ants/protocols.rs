//! The protocols for programs in any language and for Python files. Both use the contest's line format.

use super::orders::{LINES_MAX, Orders};
use super::{Ants, View, wire};
use wag_core::game::protocols::{Lines, Python};
use wag_core::game::{Protocols, plain};

pub const PROTOCOLS: Protocols<Ants> =
    Protocols { persistent: Some(PYTHON), lines: Some(LINES), ..Protocols::NONE };

/// The protocol for Python AIs. It sends the same lines, and the Python module parses them.
const PYTHON: Python<Ants> = Python {
    encode_setup: |setup, _, times| {
        // The contest's protocol for programs has no such line, but a bot that draws must know whether drawings are
        // allowed.
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
