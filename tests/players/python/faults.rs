//! Exceptions: how a turn ends, and what the log shows (manual 3.3; specification 4).

use super::kit::{Case, fails, passes};

#[test]
fn orders_given_before_an_exception_stand() {
    let played = Case::new(
        "from classes import *\nroundState.getBase().createUnitGatherer()\n\
         roundState.getUnits()[-1].moveUnit('EAST' if roundState.getRoundNumber() == 1 else 'SOUTH')\n\
         print('before')\n1 / 0\nprint('after')\n",
    )
    .play();
    assert_eq!(played.player("ai")["units"], 2);
    assert_eq!(played.player("ai")["faults_total"], 2);
    assert_eq!(played.only_fault("exception"), "ZeroDivisionError: division by zero (ai.py, line 5)");
    assert!(played.round(1).starts_with("before\nTraceback (most recent call last):\n"), "{}", played.log());
    assert!(!played.log().contains("after"));
}

#[test]
fn the_traceback_shows_the_ai_s_own_frames_with_their_text() {
    let played = Case::new("import helper\ndef outer(value):\n    return helper.inner(value)\nouter([3])\n")
        .file("helper.py", "import json\ndef inner(value):\n    return json.loads(value)\n")
        .rounds(1)
        .play();
    let round = played.round(1);
    let folder = std::fs::canonicalize(played.folder()).expect("the folder");
    for (file, line, place, text) in [
        ("ai.py", 4, "<module>", "outer([3])"),
        ("ai.py", 3, "outer", "return helper.inner(value)"),
        ("helper.py", 3, "inner", "return json.loads(value)"),
    ] {
        let path = folder.join(file);
        let entry = format!("  File \"{}\", line {line}, in {place}\n    {text}\n", path.display());
        assert!(round.contains(&entry), "{entry}\n{round}");
    }
    assert_eq!(round.matches("  File ").count(), 3, "{round}");
    assert!(
        round.ends_with("TypeError: the JSON object must be str, bytes or bytearray, not list\n"),
        "{round}"
    );
    assert_eq!(
        played.only_fault("exception"),
        "TypeError: the JSON object must be str, bytes or bytearray, not list (helper.py, line 3)"
    );
}

#[test]
fn python_s_suggestions_are_there() {
    let text = fails("number = 1\nprint(numbre)\n");
    assert!(text.contains("NameError: name 'numbre' is not defined. Did you mean: 'number'?"), "{text}");
    let text = fails("roundState.getUnist()\n");
    // CPython 3.15 has another wording: Did you mean '.getUnit' instead of '.getUnist'?
    let (_, meant) = text.split_once("object has no attribute 'getUnist'. Did you mean").expect(&text);
    assert!(meant.contains("getUnit'"), "{text}");
    if super::kit::python_version() != "3.10" {
        let text = fails("a, b = 1, 0\nc = (a + b) + (a / b)\n");
        assert!(text.contains("    c = (a + b) + (a / b)\n                   ~~^~~\n"), "{text}");
    }
}

#[test]
fn chained_exceptions_are_shown_in_full() {
    let text =
        fails("try:\n    [][1]\nexcept IndexError as fault:\n    raise ValueError('worse') from fault\n");
    assert!(text.contains("IndexError: list index out of range"), "{text}");
    assert!(text.contains("The above exception was the direct cause of the following exception:"), "{text}");
    assert!(text.contains("ValueError: worse"), "{text}");
    let text = fails("import json\ntry:\n    json.loads('{')\nexcept ValueError:\n    1 / 0\n");
    assert!(text.contains("During handling of the above exception, another exception occurred:"), "{text}");
    assert!(!text.contains("decoder.py"), "frames of the library are hidden there too:\n{text}");
}

#[test]
fn long_chains_and_rings_of_exceptions_are_shown_quickly() {
    let played = Case::new(
        r#"
import json
def chain(n):
    try:
        if n:
            chain(n - 1)
        else:
            json.loads('{')
    except Exception as fault:
        raise ValueError(n) from fault
if roundState.getRoundNumber() == 1:
    chain(60)
a, b = ValueError('a'), ValueError('b')
a.__cause__, b.__cause__ = b, a
raise a
"#,
    )
    .turn_time("10")
    .play();
    played.only_fault("exception");
    assert!(played.round(1).contains("ValueError: 60") && !played.round(1).contains("decoder.py"));
    assert!(played.round(2).contains("ValueError: a"));
}

#[test]
fn groups_of_exceptions_show_own_frames_only() {
    if super::kit::python_version() == "3.10" {
        return;
    }
    let text = fails(
        "import json\ntry:\n    json.loads('{')\nexcept ValueError as fault:\n    raise ExceptionGroup('several', \
         [fault, KeyError('other')])\n",
    );
    assert!(
        text.contains("ExceptionGroup: several (2 sub-exceptions)") && text.contains("KeyError: 'other'"),
        "{text}"
    );
    assert!(text.contains("Expecting property name") && !text.contains("decoder.py"), "{text}");
}

#[test]
fn a_syntax_error_of_exec_shows_its_place() {
    let text = fails("text = 'x = = 1'\nexec(text)\n");
    assert!(text.contains("ai.py\", line 2, in <module>\n"), "{text}");
    assert!(
        text.contains("  File \"<string>\", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n"),
        "{text}"
    );
    let text = fails("exec('def f():\\n    return 1 / 0')\nf()\n");
    assert!(text.contains("  File \"<string>\", line 2, in f\n"), "{text}");
}

#[test]
fn endless_recursion_is_an_exception() {
    let played = Case::new("def f(n):\n    return f(n + 1)\nf(0)\n").rounds(1).play();
    assert_eq!(
        played.only_fault("exception"),
        "RecursionError: maximum recursion depth exceeded (ai.py, line 2)"
    );
    assert!(played.round(1).contains("[Previous line repeated "), "{}", played.log());
}

#[test]
fn a_deep_traceback_is_shown_quickly() {
    let played = Case::new(
        "import sys\nsys.setrecursionlimit(30000)\ndef f(n):\n    if not n:\n        1 / 0\n    f(n - 1)\nf(15000)\n",
    )
    .rounds(1)
    .turn_time("10")
    .play();
    // Debug builds of Python may not support that depth. Any failure must be reported without a time-out.
    assert!(!played.faults("ai").is_empty() && !played.log().contains("timeout"), "{}", played.log());
}

#[test]
fn exceptions_with_a_failing_str_are_reported() {
    let played = Case::new(
        "class Odd(Exception):\n    def __str__(self):\n        raise KeyError('no')\nraise Odd()\n",
    )
    .rounds(1)
    .play();
    assert_eq!(played.only_fault("exception"), "Odd: (its text cannot be shown) (ai.py, line 4)");
    assert!(played.round(1).contains("Odd: <exception str() failed>"), "{}", played.log());
}

#[test]
fn every_kind_of_exception_only_ends_the_turn() {
    for (raised, message_text) in [
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise GeneratorExit('x')", "GeneratorExit: x"),
        ("raise BaseException('x')", "BaseException: x"),
        ("raise StopIteration", "StopIteration"),
        ("raise 5", "TypeError: exceptions must derive from BaseException"),
        ("raise Exception('zwei\\nZeilen')", "Exception: zwei"),
        ("assert 1 == 2, 'sums'", "AssertionError: sums"),
        ("raise Exception('\\ud800')", "Exception: "),
    ] {
        let played = Case::new(&format!("{raised}\nprint('after')\n")).play();
        let message = played.only_fault("exception");
        assert!(message.starts_with(message_text) && message.ends_with("(ai.py, line 1)"), "{message}");
        assert_eq!(played.player("ai")["faults_total"], 2, "both turns were played");
        assert!(!played.log().contains("after"));
    }
}

#[test]
fn sys_exit_ends_the_turn_and_prints_a_text() {
    for (call, printed) in [
        ("import sys; sys.exit()", ""),
        ("exit()", ""),
        ("quit()", ""),
        ("exit(0)", ""),
        ("import sys; sys.exit(3)", ""),
        ("raise SystemExit(True)", ""),
        ("import sys; sys.exit('that is all')", "that is all\n"),
        ("exit('that is all')", "that is all\n"),
        ("import sys; sys.exit(['a', 2])", "['a', 2]\n"),
    ] {
        let ai = format!("roundState.getBase().createUnitGatherer()\n{call}\nprint('after')\n");
        let played = Case::new(&ai).rounds(3).passes();
        for round in 1..=3 {
            assert_eq!(played.round(round), printed, "{call}");
        }
        assert_eq!(played.player("ai")["units"], 3, "the orders stand");
    }
}

#[test]
fn exit_leaves_standard_input_as_it_is() {
    let played = passes(
        "import sys\nfor _ in range(2):\n    try:\n        input('> ')\n    except EOFError as fault:\n        \
         print(type(fault).__name__)\nassert sys.stdin.readline() == '' and list(sys.stdin) == [] and not \
         sys.stdin.closed\nsys.stdin.close()\nexit()\n",
    );
    assert_eq!(played.round(1), "> EOFError\n> EOFError\n");
    assert_eq!(played.round(2), "> EOFError\n> EOFError\n");
}

#[test]
fn exception_hook_does_not_hide_an_exception() {
    let text = fails("import sys\nsys.excepthook = lambda *_: print('mine')\n1 / 0\n");
    let shown = text.contains("ZeroDivisionError: division by zero\n*** Hint: a number is divided by 0");
    assert!(shown && !text.contains("mine"), "{text}");
}

#[test]
fn hidden_streams_don_t_hide_an_exception() {
    let text = fails("import sys, os\nsys.stderr = sys.stdout = None\nos.close(2)\nos.close(1)\n1 / 0\n");
    assert!(text.contains("ZeroDivisionError: division by zero"), "{text}");
    let text = fails("import sys\ndel sys.stderr\ndel sys.stdout\n1 / 0\n");
    assert!(text.contains("ZeroDivisionError: division by zero"), "{text}");
}

#[test]
fn an_exception_in_a_destructor_is_shown_and_no_fault() {
    let played = passes("class Bad:\n    def __del__(self):\n        1 / 0\nBad()\nprint('goes on')\n");
    let text = played.round(1);
    assert!(text.contains("Exception ignored") && text.contains("ZeroDivisionError"), "{text}");
    assert!(text.ends_with("goes on\n"), "{text}");
}

#[test]
fn the_frames_between_own_ones_are_hidden() {
    let text = fails(
        "import functools\n@functools.lru_cache\ndef f(x):\n    return sorted([x], key=g)\ndef g(x):\n    return \
         helper(x)\ndef helper(x):\n    import re\n    return re.sub('a', lambda m: 1 / 0, 'a')\nf(1)\n",
    );
    assert_eq!(text.matches("  File ").count(), 5, "{text}");
    assert!(!text.contains("re/__init__") && !text.contains("re.py"), "{text}");
}

#[test]
fn match_continues_with_an_ai_that_fails_each_turn() {
    let played =
        Case::new("1 / 0\n").against("roundState.getBase().createUnitGatherer()\n").rounds(150).play();
    assert_eq!(played.player("ai")["faults_total"], 150);
    assert_eq!(played.player("ai")["faults"].as_array().expect("faults").len(), 100);
    assert_eq!(played.player("foe")["units"], 4);
    assert_eq!(played.player("foe")["faults_total"], 0);
}
