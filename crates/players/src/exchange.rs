//! Measures how long an exchange with a player takes, compared with the shortest exchange between two processes.

use super::socket::{Listener, SocketPlayer};
use super::stream::StreamPlayer;
use super::{Confinement, Program};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wag_core::arena::{Ask, Player};
use wag_core::game::protocols::{Json, Lines};
use wag_core::game::{Game, Phase, Seat, Standing};
use wag_sandbox::{Limits, cores};

/// The size of a request in bytes, including the line end. `ANSWER` is the size of an answer.
const QUESTION: usize = 244;
const ANSWER: usize = 15;
/// The number of rounds. It is large enough for the machine to be in similar states for all kinds of exchanges, and
/// small enough for a short measurement.
const ROUNDS: usize = 20;
const EXCHANGES_PER_ROUND: usize = 500;
/// The number of unmeasured exchanges at the start of a round.
const WARM_UP: usize = 200;

/// The median times of exchanges of different kinds.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// The number of exchanges of each kind.
    pub exchanges: usize,
    /// Time of an exchange over nothing but two pipes between two processes.
    pub bare: Duration,
    /// Time of an exchange with a persistent program that uses the line protocol, in its sandbox and with the default
    /// limits.
    pub lines: Duration,
    /// Time of an exchange with a client that uses JSON over TCP.
    pub json: Duration,
}

/// Measures exchanges on one core, with partners that answer at once. One of the partners is this program itself, run
/// in a sandbox. The program is linked to `python_library`, which the sandbox must therefore make readable.
pub fn measure(python_library: &Path) -> io::Result<Figures> {
    let python_library = python_library.to_path_buf();
    // The pinning ends with the thread.
    let measuring = std::thread::spawn(move || {
        cores::pin_to_current_core();
        Partners::start(python_library)?.measure()
    });
    measuring.join().map_err(|_| io::Error::other("the measurement broke off"))?
}

/// One partner of each kind. While it has no request, a partner is idle.
struct Partners {
    bare: Bare,
    lines: StreamPlayer<Echo>,
    json: SocketPlayer<Echo>,
    /// The process of the client. It ends when `json` closes the connection.
    client: Child,
}

impl Partners {
    fn start(python_library: PathBuf) -> io::Result<Partners> {
        let (limits, stop) = (Limits::default(), Arc::new(AtomicBool::new(false)));
        let own = wag_sandbox::own_program()?;
        let file = own.file().canonicalize()?;
        let readable = [vec![file.clone(), python_library], own.launcher_files()].concat();
        let arguments = own.leading_arguments();
        let arguments = arguments.into_iter().chain(echo(&ANSWER.to_string()).map(Into::into)).collect();
        let own_files = Program { file, arguments, readable, ..Program::default() };
        let confinement = Confinement { limits: &limits, closed: &[], keep: None, shelf: &Rc::default() };
        let (lines, _) = StreamPlayer::new(&LINES, &(), Seat(0), &own_files, confinement, &stop)?;
        let listener = Listener::open(None).map_err(|err| io::Error::other(err.english()))?;
        let address = listener.address().to_string();
        let client = wag_sandbox::own_program()?.command().args(echo(&address)).spawn()?;
        let mut json = SocketPlayer::new(&JSON, listener, &(), Seat(0), &limits, &stop);
        json.wait().map_err(|err| io::Error::other(err.english()))?;
        Ok(Partners { bare: Bare::start()?, lines, json, client })
    }

    fn measure(mut self) -> io::Result<Figures> {
        let (mut bare, mut lines, mut json) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            round(&mut bare, || self.bare.exchange())?;
            round(&mut lines, || exchange(&mut self.lines))?;
            round(&mut json, || exchange(&mut self.json))?;
        }
        drop(self.json);
        self.client.wait()?;
        let exchanges = bare.len();
        Ok(Figures { exchanges, bare: median(bare), lines: median(lines), json: median(json) })
    }
}

fn echo(argument: &str) -> [&str; 2] {
    [crate::ECHO_ARGUMENT, argument]
}

/// Runs [`EXCHANGES_PER_ROUND`] exchanges and adds their times.
fn round(times: &mut Vec<Duration>, mut exchange: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    for _ in 0..WARM_UP {
        exchange()?;
    }
    for _ in 0..EXCHANGES_PER_ROUND {
        let began = Instant::now();
        exchange()?;
        times.push(began.elapsed());
    }
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn exchange(player: &mut dyn Player<Echo>) -> io::Result<()> {
    player.ask(Ask { round: 1, random_seed: 0 }, ());
    match player.answer(()).report.fault {
        None => Ok(()),
        Some(fault) => Err(io::Error::other(fault.message.into_error())),
    }
}

/// Measures the shortest exchanges, over pipes alone, on the core to which the thread is pinned.
pub struct Floor(Bare);

impl Floor {
    pub fn start() -> io::Result<Floor> {
        Ok(Floor(Bare::start()?))
    }

    pub fn measure(&mut self) -> io::Result<Duration> {
        let mut times = Vec::new();
        round(&mut times, || self.0.exchange())?;
        Ok(median(times))
    }
}

/// A process with two pipes, which are read and written without any checks.
struct Bare {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
}

impl Bare {
    fn start() -> io::Result<Bare> {
        let mut command = wag_sandbox::own_program()?.command();
        command.args(echo(&ANSWER.to_string())).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(to), Some(from)) => Ok(Bare { child, to, from }),
            _ => Err(io::Error::other("the partner has no pipes")),
        }
    }

    fn exchange(&mut self) -> io::Result<()> {
        self.to.write_all(&[b'1'; QUESTION])?;
        self.from.read_exact(&mut [0; ANSWER])
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game in which nothing happens.
enum Echo {}

impl Game for Echo {
    const NAME: &'static str = "echo";
    type Setup = ();
    type State = ();
    type View<'s> = ();
    type Orders = usize;
    type Event = ();

    fn start(_: &(), _: u64, _: &mut Vec<()>) {}

    fn phase(_: &()) -> Phase {
        Phase::Over
    }

    fn view(_: &(), _: Seat) {}

    fn apply(_: &mut (), _: &[(Seat, usize)], _: &mut Vec<()>) {}

    fn is_out(_: &(), _: Seat) -> bool {
        false
    }

    fn standings(_: &()) -> Vec<Standing> {
        Vec::new()
    }
}

const LINES: Lines<Echo> = Lines {
    hello: |(), _, _| String::new(),
    answers_hello: false,
    turn: |(), _| format!("{}\n", "1".repeat(QUESTION - 1)),
    is_last: |_| true,
    answer_max: 100,
    accepts_early_lines: false,
    read_answer: <[u8]>::len,
    end: |(), _| String::new(),
};

const JSON: Json<Echo> = Json {
    setup: |(), _| Value::Null,
    // The whole line, with its other fields, has about the same length as a question.
    view: |()| json!("1".repeat(QUESTION - 50)),
    orders: |_| Ok(1),
    end: |(), _| Value::Null,
};

#[cfg(test)]
mod tests {
    /// The program is built without optimizations, so the test only checks that every kind is measured.
    #[test]
    fn all_exchanges_are_measured() {
        let figures = super::measure(std::path::Path::new("/")).unwrap();
        assert_eq!(figures.exchanges, 10_000);
        assert!(figures.lines > figures.bare && figures.json > figures.bare && !figures.bare.is_zero());
        println!("{figures:?}");
    }
}
