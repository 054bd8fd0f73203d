//! The Python tests of a folder, which run in a process in the sandbox.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use wag_i18n::t;
use wag_play::error::PlayError;
use wag_play::line_up::limits::LimitOptions;
use wag_python::{FOLDER_TESTS_ARGUMENT, FolderTests};
use wag_sandbox::scratch::Scratch;
use wag_sandbox::{kernel, own_program};

/// The maximum length of a line of output, in bytes. A longer line is split.
const LINE_MAX: u64 = 1 << 16;
/// The texts in the output of tests that may need more than the sandbox allows.
const LACKS: [&str; 4] =
    ["PermissionError", "Operation not permitted", "ModuleNotFoundError", "can't start new thread"];

/// The result of the tests of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestsReport {
    pub have_passed: bool,
    /// Whether tests have failed that may need more than the sandbox allows.
    pub may_lack_rights: bool,
}

/// Returns whether a folder contains files `test_*.py`.
pub fn has_tests(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with("test_") && name.ends_with(".py")
    })
}

/// Runs the tests in the files `test_*.py` of a folder. Passes each line of their output to `on_line`; it is a stranger's
/// text.
pub fn run_tests(
    folder: &Path,
    options: &LimitOptions,
    on_line: &mut dyn FnMut(&str),
) -> Result<TestsReport, PlayError> {
    let failed = || t!("the Python tests cannot be run");
    let limits = options.limits(0);
    if limits.bounds.confined {
        limits.accept(&kernel::missing()).map_err(PlayError::defect(failed()))?;
    }
    let scratch = Scratch::new()?;
    let request = FolderTests {
        folder: folder.canonicalize()?,
        readable: options.rights.readable.iter().map(|path| path.canonicalize()).collect::<Result<_, _>>()?,
        scratch: scratch.path().to_path_buf(),
        bounds: limits.bounds.clone(),
    };
    let program = own_program().map_err(PlayError::defect(t!("the program cannot find its own file")))?;
    let (output, theirs) = std::io::pipe()?;
    let mut command = program.command();
    command.arg(FOLDER_TESTS_ARGUMENT).arg(serde_json::to_string(&request).map_err(std::io::Error::other)?);
    if limits.bounds.confined {
        command.env_clear().envs(program.environment_of_players());
    }
    command.stdin(Stdio::null()).stdout(theirs.try_clone()?).stderr(theirs);
    let mut child = command.spawn().map_err(PlayError::defect(failed()))?;
    // It holds the other end of the pipe.
    drop(command);
    let (mut output, mut line, mut lacks) = (BufReader::new(output), Vec::new(), false);
    while output.by_ref().take(LINE_MAX).read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        lacks |= LACKS.iter().any(|word| text.contains(word));
        on_line(text.trim_end_matches(['\n', '\r']));
        line.clear();
    }
    let have_passed = child.wait()?.success();
    Ok(TestsReport { have_passed, may_lack_rights: lacks && !have_passed && limits.bounds.confined })
}
