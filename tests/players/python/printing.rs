//! Everything an AI prints, by any means, is in its log in the round in which it was printed (manual 3.3).

use super::kit::{Case, passes};

#[test]
fn output_is_in_the_log_unchanged() {
    let played = passes(
        "print('plain', 1, [2])\nprint('no end', end='')\nprint()\nprint('Größe', '漢字', '🙂')\nprint('a\\tb\\rc')\n\
         print('nul \\0 inside')\nprint('half \\ud83d pair')\nprint('sep', 'arated', sep='|', flush=True)\n",
    );
    // Characters that control a terminal or end a text are escaped as in Python's `repr`.
    let expected =
        "plain 1 [2]\nno end\nGröße 漢字 🙂\na\tb\\rc\nnul \\x00 inside\nhalf \\ud83d pair\nsep|arated\n";
    assert_eq!((played.round(1).as_str(), played.round(2).as_str()), (expected, expected));
}

#[test]
fn a_missing_line_end_does_not_swallow_the_next_header() {
    let played = passes("print('open', end='')\n");
    assert_eq!(played.round(1), "open\n");
    assert_eq!(played.round(2), "open\n");
}

#[test]
fn every_stream_of_python_leads_to_the_log() {
    let played = passes(
        r#"
import sys
sys.stdout.write('1\n')
sys.stderr.write('2\n')
print('3', file=sys.stderr)
print('4', file=sys.__stdout__)
sys.stdout.buffer.write(b'5\n')
sys.stderr.buffer.write(bytearray(b'6\n'))
sys.stdout.writelines(['7', '\n'])
sys.stdout.buffer.writelines([b'8', b'\n'])
sys.stdout.flush(); sys.stdout.buffer.flush()
assert sys.stdout.write('9\n') == 2 and sys.stdout.buffer.write(b'10\n') == 3
assert sys.stdout.encoding == 'utf-8' and not sys.stdout.isatty() and sys.stdout.fileno() == 1 and sys.stderr.fileno() == 2
assert sys.stdout.writable() and not sys.stdout.readable() and not sys.stdout.closed
sys.stdout.reconfigure(line_buffering=True)
sys.stdout.close()
print('11')
for wrong in (1, b'bytes', None):
    try:
        sys.stdout.write(wrong)
    except TypeError:
        pass
    else:
        assert False
import contextlib, io
with contextlib.redirect_stdout(io.StringIO()) as caught:
    print('caught')
assert caught.getvalue() == 'caught\n'
with contextlib.redirect_stdout(sys.stderr):
    print('12')
import pprint, traceback
pprint.pprint({'13': 1})
try:
    1 / 0
except ZeroDivisionError:
    traceback.print_exc()
"#,
    );
    let text = played.round(1);
    let numbers: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
    assert!(text.starts_with(&format!("{}\n{{'13': 1}}\nTraceback", numbers.join("\n"))), "{text}");
    assert!(text.contains("ZeroDivisionError: division by zero"), "{text}");
}

#[test]
fn output_that_bypasses_python_s_streams_is_in_the_right_round() {
    let played = Case::new(
        r#"
import os, subprocess, sys, ctypes
n = roundState.getRoundNumber()
os.write(1, f'write {n}\n'.encode())
os.write(2, f'error {n}\n'.encode())
os.system(f'echo system {n}')
subprocess.run(['echo', f'run {n}'])
subprocess.run(f'echo shell {n} >&2', shell=True)
c = ctypes.CDLL(None)
c.printf(b'printf %d\n', n)
c.puts(b'puts')
c.printf(b'open ')
assert subprocess.check_output(['echo', 'caught']) == b'caught\n'
"#,
    )
    .unconfined()
    // The engine reads files after each turn at first, and later only after a notification that they were written.
    .rounds(20)
    .passes();
    for n in 1..=20 {
        assert_eq!(
            played.round(n),
            format!("write {n}\nerror {n}\nsystem {n}\nrun {n}\nshell {n}\nprintf {n}\nputs\nopen \n")
        );
    }
}

#[test]
fn too_much_output_is_counted() {
    let played = Case::new(
        "import os\nif roundState.getRoundNumber() == 1:\n    print('x' * (1 << 20), end='')\n    print('y' * 1000, \
         end='')\nelif roundState.getRoundNumber() == 2:\n    for _ in range(3 << 10):\n        print('z' * 1023)\n\
         elif roundState.getRoundNumber() == 3:\n    for _ in range(48):\n        os.write(1, b'w' * (1 << 15))\nelse:\n    \
         print('fine')\n",
    )
    .rounds(4)
    .passes();
    let mib = 1 << 20;
    assert_eq!(
        played.round(1),
        format!("{}\n... and 1000 more bytes, which were discarded\n", "x".repeat(mib))
    );
    assert_eq!(
        played.round(2).len(),
        mib + format!("... and {} more bytes, which were discarded\n", 2 * mib).len()
    );
    assert!(played.round(2).ends_with(&format!("... and {} more bytes, which were discarded\n", 2 * mib)));
    assert!(
        played.round(3).ends_with(&format!("www\n... and {} more bytes, which were discarded\n", mib / 2))
    );
    assert_eq!(played.round(4), "fine\n");
}

#[test]
fn warnings_are_in_the_log() {
    let played =
        passes("import warnings\nwarnings.warn('take care')\nwarnings.warn('old', DeprecationWarning)\n");
    assert!(
        played.round(1).contains("ai.py:2: UserWarning: take care\n  warnings.warn('take care')\n"),
        "{}",
        played.log()
    );
    assert!(played.round(2).contains("UserWarning: take care"), "each turn is a fresh run: {}", played.log());
}

#[test]
fn warnings_of_the_compiler_are_in_the_log() {
    let played = passes("x = 1\nif x is 1:\n    pass\nprint('plays')\n");
    assert!(played.log().contains("ai.py:2: SyntaxWarning: \"is\" with"), "{}", played.log());
    assert_eq!(played.round(1), "plays\n");
}

#[test]
fn the_logging_module_writes_to_the_log() {
    let played = passes(
        "import logging, sys\nlogging.basicConfig(level=logging.INFO, format='%(levelname)s %(message)s')\n\
         logging.info('round %d', roundState.getRoundNumber())\nlogging.getLogger('mine').warning('careful')\n",
    );
    for round in 1..=2 {
        assert_eq!(played.round(round), format!("INFO round {round}\nWARNING careful\n"));
    }
    let played = passes("import logging\nlogging.warning('plain')\n");
    assert_eq!(played.round(2), "WARNING:root:plain\n");
}

#[test]
fn threads_print_into_the_log() {
    let played = Case::new(
        "import threading\nthread = threading.Thread(target=print, args=('from a thread',))\nthread.start()\n\
         thread.join()\ndef bad():\n    1 / 0\nthread = threading.Thread(target=bad)\nthread.start()\nthread.join()\n",
    )
    .option("--threads", "1")
    .passes();
    let text = played.round(1);
    assert!(
        text.starts_with("from a thread\nException in thread ") && text.contains("ZeroDivisionError"),
        "{text}"
    );
}

#[test]
fn every_round_has_its_header_with_a_time() {
    let played = Case::new("pass\n").rounds(3).passes();
    let log = played.log();
    let heads: Vec<&str> = log.lines().take_while(|line| *line != "=== Notes ===").collect();
    assert_eq!(heads.len(), 3, "{log}");
    for (head, round) in heads.iter().zip(1..) {
        let time =
            head.strip_prefix(&format!("=== Round {round} (")).and_then(|rest| rest.strip_suffix(" ms) ==="));
        assert!(time.expect("the header").parse::<f64>().expect("a time") < 1000.0, "{head}");
    }
}

#[test]
fn an_old_log_is_replaced() {
    let played = Case::new("print('new')\n").file("logs/ai.log", "old ".repeat(1000)).rounds(1).passes();
    assert!(!played.log().contains("old"), "{}", played.log());
}

#[test]
fn elimination_is_logged_once() {
    let played = Case::new("print(1)\n")
        .file("rules.json", r#"{"start_stock": 0}"#)
        .option("--rules", "rules.json")
        .passes();
    assert_eq!(played.log(), "=== Out of the game after round 0: no units and no resources are left ===\n");
}
