//! Runs every Python example of the pages about Warriors & Gatherers, and those of other pages that ask for it.
//!
//! The info string of a code block selects how it is checked:
//!
//! | fence | check |
//! |---|---|
//! | `pycon` | a session in the situation that `warriors.md` describes; every answer must match, and each log line must match the comment `# log: ...` of its line |
//! | `pycon next` | continues one round after the session above |
//! | `python` | runs in the same situation; its output must match the `text prints` below |
//! | `python fails` | the same, and must end in the error that the `text log` below shows |
//! | `python file NAME` | a file beside the next AI |
//! | `python ai` | a whole `yourAI.py`, which plays without a fault |
//! | `python test` | a script that `wag python` runs beside `yourFunctions.py`, and that must succeed |
//! | `python ai fails` | an AI that cannot play, or fails; the `text log` below shows how |
//! | `text prints`, `text log` | the output of the block above; lines that its log contains |
//! | `text`, `sh`, `json` | is not run |
//!
//! On the pages in [`MARKED_PAGES`], a plain `python` is not run, but `python run` is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// Sessions of consecutive rounds belong to one example.
    Session {
        goes_on: bool,
    },
    Snippet {
        fails: bool,
    },
    Ai {
        fails: bool,
    },
    File(String),
    /// A script that runs on its own.
    Test,
    Prints,
    Log,
    NotRun,
}

#[derive(Clone, Debug)]
struct Block {
    /// The line number of the first line of the text, from 1.
    line: usize,
    kind: Kind,
    text: String,
}

/// Blocks that are run together.
struct Example {
    blocks: Vec<Block>,
    files: Vec<(String, String)>,
    prints: Option<Block>,
    log: Option<Block>,
}

impl Example {
    fn line(&self) -> usize {
        self.blocks[0].line
    }

    fn fails(&self) -> bool {
        matches!(self.blocks[0].kind, Kind::Snippet { fails: true } | Kind::Ai { fails: true })
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Pages on which only blocks with a mark are run.
const MARKED_PAGES: [&str; 5] =
    ["README.md", "docs/en/class.md", "docs/en/improve.md", "docs/en/start.md", "docs/en/watch.md"];

/// Returns the kind of block for this info string.
fn kind(words: &str, is_marked: bool) -> Result<Kind, String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    Ok(match words.as_slice() {
        ["pycon"] => Kind::Session { goes_on: false },
        ["pycon", "next"] => Kind::Session { goes_on: true },
        ["python"] if is_marked => Kind::NotRun,
        ["python"] | ["python", "run"] => Kind::Snippet { fails: false },
        ["python", "fails"] => Kind::Snippet { fails: true },
        ["python", "ai"] => Kind::Ai { fails: false },
        ["python", "ai", "fails"] => Kind::Ai { fails: true },
        ["python", "test"] => Kind::Test,
        ["python", "file", name] => Kind::File(name.to_string()),
        ["text", "prints"] => Kind::Prints,
        ["text", "log"] => Kind::Log,
        ["text" | "sh" | "json"] => Kind::NotRun,
        [word, ..] if is_marked && !word.starts_with("py") => Kind::NotRun,
        other => {
            return Err(format!("a fence says {other:?}, which tests/project/examples.rs does not know"));
        }
    })
}

/// Returns all code blocks of a page. An unknown info string is an error.
fn blocks(page: &str, is_marked: bool) -> Result<Vec<Block>, String> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate().map(|(index, line)| (index + 1, line)) {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(words)) => {
                let kind = kind(words, is_marked).map_err(|fault| format!("line {number}: {fault}"))?;
                open = Some(Block { line: number + 1, kind, text: String::new() });
            }
            (Some(_), Some("")) => found.extend(open.take()),
            (Some(block), _) => block.text += &format!("{line}\n"),
            (None, None) if line.trim_start().starts_with("```") => {
                return Err(format!("line {number}: a fence begins at the left edge"));
            }
            (None, None) => {}
        }
    }
    match open {
        Some(block) => Err(format!("line {}: the block does not end", block.line - 1)),
        None => Ok(found),
    }
}

/// Groups blocks into examples.
fn examples(blocks: Vec<Block>) -> Result<Vec<Example>, String> {
    let mut examples: Vec<Example> = Vec::new();
    let mut files = Vec::new();
    for block in blocks {
        let line = block.line;
        let nothing = || format!("line {line}: there is nothing above that this belongs to");
        match &block.kind {
            Kind::NotRun => {}
            Kind::File(name) => files.push((name.clone(), block.text)),
            Kind::Session { goes_on: true } => {
                let above = examples.last_mut().ok_or_else(nothing)?;
                if !matches!(above.blocks[0].kind, Kind::Session { .. }) {
                    return Err(nothing());
                }
                above.blocks.push(block);
            }
            Kind::Prints => {
                let above = examples.last_mut().ok_or_else(nothing)?;
                let is_compared = above.blocks[0].kind == Kind::Snippet { fails: false };
                if !is_compared || above.prints.replace(block).is_some() {
                    return Err(nothing());
                }
            }
            Kind::Log => {
                if examples.last_mut().ok_or_else(nothing)?.log.replace(block).is_some() {
                    return Err(nothing());
                }
            }
            Kind::Session { .. } | Kind::Snippet { .. } | Kind::Ai { .. } | Kind::Test => {
                let files = std::mem::take(&mut files);
                examples.push(Example { blocks: vec![block], files, prints: None, log: None });
            }
        }
    }
    match files.first() {
        Some((name, _)) => Err(format!("no AI follows the file {name}")),
        None => Ok(examples),
    }
}

/// A finished match, with the log of `yourAI`.
struct Played {
    output: Output,
    log: String,
    folder: PathBuf,
}

impl Played {
    /// Returns the number of the AI's faults, or `None` if there was no match.
    fn faults(&self) -> Option<u64> {
        let result: serde_json::Value = serde_json::from_slice(&self.output.stdout).ok()?;
        result["players"][0]["faults_total"].as_u64()
    }

    /// Returns the log without the parts that differ from run to run: times, folders, and the markers below the
    /// position of an error, which differ between versions of Python.
    fn steady_log(&self) -> Vec<String> {
        steady(&self.log.replace(&format!("{}/", self.folder.display()), ".../"))
    }
}

fn steady(log: &str) -> Vec<String> {
    let is_marker = |line: &str| line.contains(['^', '~']) && line.chars().all(|c| " ^~".contains(c));
    log.lines().filter(|line| !is_marker(line)).map(|line| without_wait(&without_time(line))).collect()
}

/// Removes the waiting time from the line of a lost turn, which is longer on a busy machine.
fn without_wait(line: &str) -> String {
    match (line.find("no answer within "), line.find(" in its turn")) {
        (Some(from), Some(to)) => format!("{}no answer{}", &line[..from], &line[to..]),
        _ => line.to_string(),
    }
}

/// Removes the number from `=== Round 1 (0.123 ms) ===`.
fn without_time(line: &str) -> String {
    match (line.starts_with("=== Round "), line.find('('), line.find(" ms)")) {
        (true, Some(from), Some(to)) => format!("{}(?{}", &line[..from], &line[to..]),
        _ => line.to_string(),
    }
}

/// Plays a match in a new folder with these files. The other players are Dummies, which do not interfere.
fn play(files: &[(&str, &str)], arguments: &[&str]) -> Played {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    for (name, text) in files {
        fs::write(path.join(name), text).unwrap();
    }
    let output = crate::common::wag()
        .args(["play", "yourAI.py", "--quiet", "--json", "--no-replay", "--seed", "5"])
        .args(arguments)
        .args(vec!["Dummy"; if arguments.contains(&"anna.py") { 2 } else { 3 }])
        .current_dir(&path)
        .output()
        .unwrap();
    let log = fs::read_to_string(path.join("yourAI.log")).unwrap_or_default();
    Played { output, log, folder: path }
}

/// Runs an example. Returns its errors, each with the line number.
fn run(example: &Example, page: &Page) -> Vec<String> {
    let mut wrong = match example.blocks[0].kind {
        Kind::Ai { .. } => run_ai(example),
        Kind::Test => run_test(example),
        _ => run_in_situation(example, page),
    };
    if example.fails() && example.log.is_none() {
        wrong.push(format!("{}: a failing example needs a `text log` below", example.line()));
    }
    wrong
}

fn run_ai(example: &Example) -> Vec<String> {
    let functions = fs::read_to_string(root().join("yourFunctions.py")).unwrap();
    let mut files = vec![("yourFunctions.py", functions.as_str()), ("yourAI.py", &example.blocks[0].text)];
    files.extend(example.files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let arguments: &[&str] =
        if example.fails() { &["--rounds", "30", "--turn-time", "1"] } else { &["--rounds", "120"] };
    let played = play(&files, arguments);
    check_ending(example, &played)
}

/// Runs a script. Returns its output if it fails.
fn run_test(example: &Example) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root().join("yourFunctions.py"), folder.path().join("yourFunctions.py")).unwrap();
    fs::write(folder.path().join("test.py"), &example.blocks[0].text).unwrap();
    let mut command = crate::common::wag();
    let output = command.args(["python", "test.py"]).current_dir(folder.path()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Vec::new() } else { vec![format!("{}: it fails\n{errors}", example.line())] }
}

/// Checks whether the match ended as the block says, and whether its log matches the page.
fn check_ending(example: &Example, played: &Played) -> Vec<String> {
    let line = example.line();
    let mut wrong = Vec::new();
    let failed = played.faults() != Some(0);
    if failed != example.fails() {
        let errors = String::from_utf8_lossy(&played.output.stderr);
        let what = if failed { "it fails" } else { "it should fail and does not" };
        wrong.push(format!("{line}: {what}\n{errors}{}", shortened(&played.log)));
    }
    if let Some(message) = &example.log {
        let (printed_lines, log) = (steady(&message.text), played.steady_log());
        if !log.windows(printed_lines.len()).any(|lines| lines == printed_lines) {
            wrong.push(format!("{}: the log says otherwise:\n{}", message.line, shortened(&log.join("\n"))));
        }
    }
    wrong
}

fn shortened(log: &str) -> String {
    log.lines()
        .filter(|line| !line.starts_with("=== Round"))
        .take(40)
        .map(|line| format!("  {line}\n"))
        .collect()
}

fn run_in_situation(example: &Example, page: &Page) -> Vec<String> {
    let block = |block: &Block| {
        let session = matches!(block.kind, Kind::Session { .. });
        serde_json::json!({
            "session": session, "line": block.line, "file": page.file.to_str(), "text": block.text,
        })
    };
    let listed = serde_json::Value::from_iter(example.blocks.iter().map(block)).to_string();
    let files = [
        ("yourAI.py", include_str!("../manual/runner.py")),
        ("anna.py", include_str!("../manual/anna.py")),
        ("example.map", include_str!("../manual/example.map")),
        ("rules.json", include_str!("../manual/rules.json")),
        ("blocks.json", &listed),
    ];
    let mut arguments = vec!["anna.py", "--map", "example.map", "--rules", "rules.json"];
    // Only this method depends on the length of the match, so all other examples use a short one.
    if example.blocks.iter().all(|block| !block.text.contains("getRounds")) {
        arguments.extend(["--rounds", "12"]);
    }
    let played = play(&files, &arguments);
    let mut wrong = check_ending(example, &played);
    wrong.extend(check_parts(example, page, &played.log));
    wrong
}

/// The results of one line of a session, or of a snippet, in the log.
#[derive(Debug)]
struct Part {
    line: usize,
    log: Vec<String>,
    failure: Option<Vec<String>>,
}

/// Compares the output of each part, and counts the parts.
fn check_parts(example: &Example, page: &Page, log: &str) -> Vec<String> {
    let parts = parts(log);
    let mut wrong = Vec::new();
    for part in &parts {
        if let Some(failure) = &part.failure {
            wrong.push(format!("{}: {}", part.line, failure.join("\n  ")));
        }
        let message = match (&example.blocks[0].kind, &example.prints) {
            (Kind::Session { .. }, _) => page.log_comment(part.line).into_iter().collect(),
            (Kind::Snippet { fails: true }, _) => continue,
            (_, Some(prints)) => prints.text.lines().map(str::to_string).collect(),
            (_, None) => Vec::new(),
        };
        if part.log != message {
            wrong.push(format!("{}: told to print {message:?}, but prints {:?}", part.line, part.log));
        }
    }
    let expected: usize = example.blocks.iter().map(parts_of).sum();
    if parts.len() != expected {
        wrong.push(format!("{}: of {expected} examples {} ran", example.line(), parts.len()));
    }
    wrong
}

/// Returns the number of examples in a block.
fn parts_of(block: &Block) -> usize {
    match block.kind {
        Kind::Session { .. } => block.text.lines().filter(|line| line.starts_with(">>> ")).count(),
        _ => 1,
    }
}

/// Splits a log at the marks of `runner.py`.
fn parts(log: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut is_open = false;
    for line in log.lines() {
        if let Some(number) = line.strip_prefix("@@@ start ") {
            parts.push(Part { line: number.parse().unwrap(), log: Vec::new(), failure: None });
            is_open = true;
        } else if line == "@@@ end" || line.starts_with("=== Round ") {
            is_open = false;
        } else if let (true, Some(part)) = (is_open, parts.last_mut()) {
            match &mut part.failure {
                _ if line.starts_with("@@@ failed ") => part.failure = Some(Vec::new()),
                Some(failure) => failure.push(line.to_string()),
                None => part.log.push(line.to_string()),
            }
        }
    }
    parts
}

struct Page {
    file: PathBuf,
    text: String,
}

impl Page {
    /// Returns the comment `# log: ...` on this line.
    fn log_comment(&self, line: usize) -> Option<String> {
        let (_, comment) = self.text.lines().nth(line - 1)?.split_once("# log: ")?;
        Some(comment.to_string())
    }

    /// Reads a page by its path in the project.
    fn read(path: &str) -> Page {
        Page { file: path.into(), text: fs::read_to_string(root().join(path)).expect(path) }
    }

    fn examples(&self) -> Result<Vec<Example>, String> {
        let is_marked = MARKED_PAGES.iter().any(|page| self.file == Path::new(page));
        examples(blocks(&self.text, is_marked)?)
    }
}

/// Runs all examples of a page. Returns the number of each kind: sessions, snippets, AIs.
fn check_page(page: &Page) -> Result<[usize; 3], String> {
    let examples = page.examples()?;
    let (one, other): (Vec<_>, Vec<_>) = examples.iter().enumerate().partition(|(index, _)| index % 2 == 0);
    let run_all = |examples: Vec<(usize, &Example)>| -> Vec<String> {
        examples.into_iter().flat_map(|(_, example)| run(example, page)).collect()
    };
    let wrong = std::thread::scope(|scope| {
        let other = scope.spawn(|| run_all(other));
        let mut wrong = run_all(one);
        wrong.extend(other.join().unwrap());
        wrong
    });
    if !wrong.is_empty() {
        return Err(wrong.iter().map(|what| format!("{}:{what}\n", page.file.display())).collect());
    }
    let count =
        |is: fn(&Kind) -> bool| examples.iter().flat_map(|e| &e.blocks).filter(|b| is(&b.kind)).count();
    Ok([
        count(|kind| matches!(kind, Kind::Session { .. })),
        count(|kind| matches!(kind, Kind::Snippet { .. })),
        count(|kind| matches!(kind, Kind::Ai { .. })),
    ])
}

/// Runs a page, which has at least this many sessions, snippets and AIs.
fn assert_examples(path: &str, at_least: [usize; 3]) {
    let counts = check_page(&Page::read(path)).unwrap_or_else(|wrong| panic!("\n{wrong}"));
    println!("{path}: sessions, snippets, AIs: {counts:?}");
    assert!(counts.iter().zip(at_least).all(|(count, least)| *count >= least), "{counts:?}: too few");
}

#[test]
fn examples_of_the_rules_and_classes_run() {
    assert_examples("docs/en/warriors.md", [14, 0, 3]);
}

#[test]
fn examples_of_errors_run() {
    assert_examples("docs/en/errors.md", [0, 0, 2]);
}

#[test]
fn examples_of_python_run() {
    assert_examples("docs/en/python-basics.md", [7, 4, 0]);
}

#[test]
fn examples_of_finding_mistakes_run() {
    assert_examples("docs/en/debug.md", [0, 1, 0]);
}

#[test]
fn marked_examples_of_other_pages_run() {
    MARKED_PAGES.iter().for_each(|page| assert_examples(page, [0; 3]));
}

/// Each page has a wrong example of one kind, which must be reported with its line number.
#[test]
fn wrong_example_is_reported_with_its_line() {
    let cases = [
        ("```pycon\n>>> 1 + 1\n3\n```\n", 2, "but it answers"),
        ("```python test\nimport classes\nassert False\n```\n", 2, "it fails"),
        ("```pycon\n>>> 1 + 1\n2\n>>> base.getResource()\n90\n```\n", 4, "AttributeError"),
        (
            "```pycon\n>>> base.createUnitWarrior()\n>>> base.createUnitWarrior()\nFalse\n```\n",
            3,
            "told to print []",
        ),
        ("```pycon\n>>> base.createUnitWarrior()  # log: No!\n```\n", 2, "told to print [\"No!\"]"),
        (
            "```pycon\n>>> base.getResources()\n90\n```\n```pycon next\n>>> base.getResources()\n80\n```\n",
            6,
            "90",
        ),
        ("```python\n\nprint(x)\n```\n", 2, "line 3"),
        ("```python\nprint(1)\n```\n", 2, "told to print []"),
        ("```python\nprint(1)\n```\n```text prints\n2\n```\n", 2, "told to print [\"2\"]"),
        ("```python fails\n1 / 1\n```\n```text log\nZeroDivisionError\n```\n", 2, "should fail"),
        ("```python ai\n1 / 0\n```\n", 2, "ZeroDivisionError"),
        ("```python ai fails\nif\n```\n```text log\nNameError\n```\n", 5, "the log says otherwise"),
        ("```python ai fails\nif\n```\n", 2, "needs a `text log`"),
    ];
    for (text, line, what) in cases {
        let page = Page { file: "page.md".into(), text: text.to_string() };
        let wrong = check_page(&page).expect_err(text);
        let place = format!("page.md:{line}: ");
        assert!(wrong.contains(&place) && wrong.contains(what), "{text}\nwas told as\n{wrong}");
    }
}

#[test]
fn no_code_block_is_skipped() {
    let faults = [
        ("```pyton\nx\n```\n", "line 1"),
        ("\n```\nx\n```\n", "line 2"),
        ("```python\nx\n", "does not end"),
        ("- a list\n  ```python\n  x\n  ```\n", "line 2"),
    ];
    for (page, what) in faults {
        assert!(blocks(page, false).expect_err(page).contains(what), "{page}");
    }
    let without_use = [
        "```pycon next\n>>> 1\n1\n```\n",
        "```python file x.py\nx = 1\n```\n",
        "```text prints\n1\n```\n",
        "```python ai\nprint(1)\n```\n```text prints\n1\n```\n",
        "```python\nprint(1)\n```\n```text prints\n1\n```\n```text prints\n2\n```\n",
    ];
    for page in without_use {
        assert!(examples(blocks(page, false).unwrap()).is_err(), "{page}");
    }
    let (plain, marked) = ("```python\nx\n```\n", "```python run\nx\n```\n");
    assert_eq!(blocks(plain, true).unwrap()[0].kind, Kind::NotRun);
    assert_eq!(blocks(marked, true).unwrap()[0].kind, Kind::Snippet { fails: false });
}

#[test]
fn every_name_of_the_classes_is_on_its_page() {
    let ai = "import classes\n\
              for name, thing in vars(classes).items():\n    \
                  if not name.startswith('_'):\n        \
                      print('name', name)\n        \
                      if isinstance(thing, type):\n            \
                          for member in vars(thing):\n                \
                              if not member.startswith('_'):\n                    \
                                  is_method = callable(getattr(thing, member))\n                    \
                                  print('name', member + '(' if is_method else name + '.' + member)\n";
    let played = play(&[("yourAI.py", ai)], &["--rounds", "1"]);
    let names: Vec<&str> = played.log.lines().filter_map(|line| line.strip_prefix("name ")).collect();
    assert!(names.len() > 70, "{}", played.log);
    for language in ["en", "de"] {
        let page = Page::read(&format!("docs/{language}/warriors.md"));
        let missing: Vec<&&str> = names.iter().filter(|name| !page.text.contains(**name)).collect();
        assert!(missing.is_empty(), "{} does not mention {missing:?}", page.file.display());
    }
}
