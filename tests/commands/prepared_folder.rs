//! Every command in a folder that an attacker has prepared, with links, pipes, devices and huge files in place of the
//! files that the command reads or writes. The user's other files must not change, and no command may hang or panic.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, RACE};
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The content of the user's own files, which must not appear anywhere else.
const SECRET: &str = "canary-of-the-user";

/// A command line, and names that it may read or write besides those that a first run shows.
struct Case {
    words: &'static str,
    also: &'static [&'static str],
    /// The exit status without a trap.
    status: i32,
}

const fn case(words: &'static str) -> Case {
    Case { words, also: &[], status: 0 }
}

/// At least one command line for each command of the program. `PORT` is replaced by a free port.
const CASES: &[Case] = &[
    Case { also: &["saves", "yourAI.py", "tournament.db"], ..case("client --no-open") },
    case(
        "play yourAI.py Noob Noob Noob --rounds 2 --map warriors.map --rules rules.json --profile=flames.svg",
    ),
    Case {
        also: &["bot.py"],
        ..case("play tron bot.py bot.py --replay new.wag --with-sources --log-dir logs")
    },
    case("play gems greedy ref --board board.dat --log-dir logs"),
    case("play ants Hold Random --map ants.map --turns 3"),
    case("play flowers Sower Estate --rounds 3 --numbers numbers.json"),
    case("series tron Straight Roomy --games 2 --jobs 1 --replays replays"),
    Case { status: 3, ..case("compare tron Straight Roomy --games 2 --jobs 1 --losses losses") },
    case("tune tron tuned/bot.py --against Straight --pairs 2 --check 2 --jobs 1 --output best.py"),
    case(
        "tournament tron Straight Roomy --games 2 --jobs 1 --into new.db --replays replays --html page.html --ranking ranking.csv",
    ),
    case("tournament tron class --games 1 --jobs 1 --into new.db --reports reports"),
    case("tournament tron --resume tournament.db --games 2 --jobs 1"),
    case("tournament tron Straight Roomy --games 2 --jobs 1"),
    case("tournament show tournament.db"),
    case("tournament plan tron class --games 1 --into new.db"),
    // The result is of a match that the tournament has not planned.
    Case { status: 2, ..case("tournament add result.json --into tournament.db") },
    Case { status: 4, ..case("tournament check tron class") },
    case("evaluate tron bot.py --against Straight --games 2 --jobs 1"),
    case("check tron bot.py"),
    case("help limits"),
    Case { status: -1, ..case("debug good.wag --round 1 --player bot bot.py --save turns") },
    Case { status: -1, ..case("audit good.wag") },
    Case { status: -1, ..case("regress good.wag --with bot.py") },
    Case { status: -1, ..case("test good.wag") },
    case("explain good.wag --svg course.svg"),
    case("explain good.wag --player Straight --futures 4"),
    Case { status: -1, ..case("fork good.wag --from 1 --player bot --with bot.py --replay new.wag") },
    case("diff good.wag good.wag"),
    case("maps"),
    case("rules"),
    case("games ants map ants.map"),
    case("games gems board board.dat"),
    case("games warriors map warriors.map"),
    case("new tron mine"),
    case("new examples mine"),
    Case { also: &["README.md"], status: 2, ..case("new warriors .") },
    case("serve flowers --ports PORT PORT"),
    case("train flowers Sower Sower --training 2 --until 3 --log-dir logs"),
    case("skeleton flowers client"),
    case("check ants ants.map"),
    case("verify ants contest.replay"),
    case("report ants matches"),
    case("report ants matches --output reports"),
    case("experiment ants"),
    case("make ants map --output new.map"),
    case("make warriors map --output new.map"),
    case("make gems board --output new.dat"),
    case("ladder"),
    case("ladder tron play --ai bot.py"),
    case("ladder reset --yes"),
    case("course 1"),
    Case { status: -1, ..case("course check 1 --ai bot.py") },
    case("course --reset --yes"),
    case("unlock --all"),
    case("replay show good.wag --round 1"),
    case("replay verify good.wag"),
    case("replay export good.wag --html --output page.html"),
    case("replay export good.wag --json --output lines.json"),
    case("replay import ants contest.replay --output new.wag"),
    Case { status: 2, ..case("watch good.wag") },
    case("bench tron --matches 1 --rounds 3"),
    Case { status: -1, ..case("doctor") },
    Case { status: -1, ..case("doctor host saves") },
    // The folder has other files, so neither a server nor a backup can be there.
    Case { status: 2, ..case("host saves --port 0 --as-root --without-groups") },
    Case { status: 2, ..case("host backup school.zip --folder saves") },
    Case { status: 2, ..case("host games saves --add my_game.py") },
    Case { status: 2, ..case("host restore good.wag saves") },
    case("python script.py"),
    case("play my_game.py:Race Random Random --quiet"),
    case("completions bash"),
    case("man pages"),
];

/// The object that the attacker puts in place of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trap {
    Link,
    LinkToNothing,
    Pipe,
    Device,
    Huge,
    Folder,
}

impl Trap {
    const ALL: [Trap; 6] =
        [Trap::Link, Trap::LinkToNothing, Trap::Pipe, Trap::Device, Trap::Huge, Trap::Folder];

    /// Puts the trap at this place. Returns false if that is not possible, since only the superuser can create devices.
    fn put(self, place: &Path, home: &Path, is_of_folder: bool) -> bool {
        if place.is_dir() {
            fs::remove_dir_all(place).unwrap();
        } else if place.symlink_metadata().is_ok() {
            fs::remove_file(place).unwrap();
        }
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        match self {
            Trap::Link if is_of_folder => symlink(home.join("folder"), place).unwrap(),
            Trap::Link => symlink(home.join("precious.py"), place).unwrap(),
            Trap::LinkToNothing => symlink(home.join("nothing"), place).unwrap(),
            Trap::Pipe => mknodat(CWD, place, FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap(),
            Trap::Device => {
                // The device of zeros, which has no end.
                let (mode, zeros) = (Mode::from_raw_mode(0o644), makedev(1, 5));
                return mknodat(CWD, place, FileType::CharacterDevice, mode, zeros).is_ok();
            }
            Trap::Huge => File::create(place).unwrap().set_len(1 << 36).unwrap(),
            Trap::Folder => fs::create_dir(place).unwrap(),
        }
        true
    }
}

/// Files that commands need, created once.
static GOOD_FILES: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::with_your_ai();
    let ai = "from tron import *\nmove(NORTH)\n";
    folder.write("bot.py", ai);
    folder.write(
        "tuned/bot.py",
        "PARAMS = {\n    \"enough\": (5, 1, 20),\n}\nfrom tron import *\nmove(NORTH)\n",
    );
    folder.write("script.py", "print('script')\n");
    folder.write("rules.json", "{}");
    folder.write("numbers.json", "{}");
    folder.write("class/anna/bot.py", ai);
    folder.write("class/ben/bot.py", ai);
    folder.write("my_game.py", RACE);
    for words in [
        "play tron Straight Roomy --seed 1 --quiet --replay good.wag",
        "play ants Hold Random --seed 1 --turns 3 --quiet --replay matches/one.wag",
        "replay export matches/one.wag --as contest --output contest.replay",
        "make ants map --seed 1 --output ants.map",
        "make warriors map --seed 1 --output warriors.map",
        "make gems board --seed 1 --output board.dat",
        "tournament tron Straight Roomy --games 2 --jobs 1 --quiet",
    ] {
        fs::create_dir_all(folder.path().join("matches")).unwrap();
        let output = folder.command(&words.split(' ').collect::<Vec<_>>()).output().unwrap();
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let words = ["play", "tron", "Straight", "Roomy", "--seed", "1", "--json", "--quiet", "--no-replay"];
    fs::write(folder.path().join("result.json"), folder.command(&words).output().unwrap().stdout).unwrap();
    for name in folder.names() {
        if name.ends_with(".log") {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
    folder
});

/// The attacker's folder, and the user's own files elsewhere.
struct World {
    /// `folder` is the attacker's, `home` the user's, and `tmp` for temporary files.
    all: Folder,
}

impl World {
    fn new() -> World {
        let all = Folder::with(&[
            ("home/precious.py", SECRET),
            ("home/folder/precious", SECRET),
            ("home/folder/one.wag", SECRET),
            ("home/.ssh/id_rsa", SECRET),
            ("home/.config/wag/precious", SECRET),
            ("home/state/precious", SECRET),
            ("home/state/progress.json", r#"{"version": 1, "unlocked_by_hand": true, "stages": {}}"#),
            ("tmp/.keep", ""),
        ]);
        let world = World { all };
        copy(GOOD_FILES.path(), &world.folder());
        world.lay_out();
        world
    }

    fn folder(&self) -> PathBuf {
        self.all.path().join("folder")
    }

    fn home(&self) -> PathBuf {
        self.all.path().join("home")
    }

    /// Adds entries to the folder that the command does not use.
    fn lay_out(&self) {
        let (folder, home) = (self.folder(), self.home());
        let long = format!("{}.py", "x".repeat(252));
        let names: [&[u8]; 7] =
            [b"--help", b"-rf", b"new\nline.py", b"\xff\xfe.py", b"\x1b[2J.wag", long.as_bytes(), b" .py"];
        for name in names {
            fs::write(folder.join(OsStr::from_bytes(name)), "print(1)\n").unwrap();
        }
        fs::write(folder.join(".env"), "PATH=/nowhere\nPYTHONSTARTUP=evil.py\n").unwrap();
        for name in ["pyvenv.cfg", "sitecustomize.py", "usercustomize.py"] {
            fs::write(folder.join(name), "home = /\n").unwrap();
        }
        symlink(&home, folder.join("lib")).unwrap();
        symlink("loop", folder.join("loop")).unwrap();
        symlink(home.join("precious.py"), folder.join("helper.py")).unwrap();
        symlink(home.join("nothing"), folder.join("dangling.wag")).unwrap();
        Trap::Pipe.put(&folder.join("pipe.py"), &home, false);
        Trap::Huge.put(&folder.join("huge.py"), &home, false);
        let good = fs::read(folder.join("good.wag")).unwrap();
        let mut forged = good.clone();
        let middle = forged.len() / 2;
        forged[middle..middle + 9].fill(7);
        fs::create_dir_all(folder.join("saves")).unwrap();
        fs::write(folder.join("saves/forged.wag"), forged).unwrap();
        fs::write(folder.join("saves/short.wag"), &good[..good.len() / 2]).unwrap();
        fs::write(folder.join("saves/broken.wag"), "nothing of the kind").unwrap();
        fs::write(folder.join("saves/auto-20260101-000000.wag"), good).unwrap();
        symlink(home.join("folder/one.wag"), folder.join("saves/auto-20260101-000001.wag")).unwrap();
        Trap::Pipe.put(&folder.join("saves/auto-20260101-000002.wag"), &home, false);
        Trap::Huge.put(&folder.join("saves/huge.wag"), &home, false);
        Trap::Pipe.put(&folder.join("class/pipe.zip"), &home, false);
        Trap::Huge.put(&folder.join("class/huge.zip"), &home, false);
        symlink(&home, folder.join("class/home")).unwrap();
        Trap::Pipe.put(&folder.join("matches/pipe.replay"), &home, false);
        Trap::Huge.put(&folder.join("matches/huge.json"), &home, false);
    }

    fn command(&self, words: &str) -> Command {
        let (folder, home) = (self.folder(), self.home());
        let mut command = common::wag();
        command.current_dir(&folder).stdin(Stdio::null()).process_group(0);
        for word in words.split(' ') {
            let door = (word == "PORT").then(|| TcpListener::bind("127.0.0.1:0").unwrap());
            let port = door.map(|door| door.local_addr().unwrap().port().to_string());
            command.arg(port.unwrap_or_else(|| word.to_string()));
        }
        command
            .env("HOME", &home)
            .env("WAG_HOME", home.join("state"))
            .env("TMPDIR", self.all.path().join("tmp"));
        for (name, place) in
            [("XDG_CONFIG_HOME", ".config"), ("XDG_DATA_HOME", ".local"), ("XDG_STATE_HOME", ".state")]
        {
            command.env(name, home.join(place));
        }
        let output = |name: &str| File::create(self.all.path().join(name)).unwrap();
        command.stdout(output("out")).stderr(output("err"));
        command
    }

    /// Runs the command to its end. Returns its exit status.
    fn run(&self, words: &str) -> i32 {
        let mut child = Running(self.command(words).spawn().unwrap());
        if words.starts_with("client") {
            self.visit(&mut child);
        } else if words.starts_with("serve") {
            self.wait_for_output(&mut child, "Waiting for clients at");
            child.signal("-INT");
        } else if words.starts_with("host saves")
            && self.wait_for_output(&mut child, "The server is at").is_some()
        {
            child.signal("-INT");
        }
        let status = child.end(words);
        let err = String::from_utf8_lossy(&fs::read(self.all.path().join("err")).unwrap()).into_owned();
        assert!(!err.contains("panicked"), "{words}: {err}");
        status
    }

    /// Waits until the command has printed these words, or has ended.
    fn wait_for_output(&self, child: &mut Running, words: &str) -> Option<String> {
        let begin = Instant::now();
        loop {
            let is_over = child.0.try_wait().unwrap().is_some();
            let out = fs::read(self.all.path().join("out")).unwrap();
            let out = String::from_utf8_lossy(&out).into_owned();
            if out.lines().any(|line| line.contains(words)) && out.ends_with('\n') {
                return Some(out);
            }
            if is_over {
                return None;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not print {words}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Requests the client's page and the resources that the page loads, and stops the client.
    fn visit(&self, child: &mut Running) {
        let Some(out) = self.wait_for_output(child, "http://127.0.0.1:") else { return };
        let (_, rest) = out.split_once("http://127.0.0.1:").unwrap();
        let (port, token) = rest.split_once("/?token=").unwrap();
        let token = token.split_whitespace().next().unwrap();
        for path in [
            "/",
            "/api/start",
            "/api/saves",
            "/api/tournaments",
            "/api/tournaments/tournament.db",
            "/api/tournaments/tournament.db/matches",
            "/api/preview/map/warriors.map",
        ] {
            let mut stream = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            let head = format!("Host: 127.0.0.1:{port}\r\nX-Wag-Token: {token}\r\nConnection: close\r\n");
            write!(stream, "GET {path} HTTP/1.1\r\n{head}\r\n").unwrap();
            let mut status = String::new();
            let mut answer = BufReader::new(stream);
            answer.read_line(&mut status).unwrap();
            assert!(status.starts_with("HTTP/1.1 "), "{path}: {status}");
            assert!(!status.contains(" 500 "), "{path}: {status}");
            answer.read_to_end(&mut Vec::new()).unwrap();
        }
        child.signal("-TERM");
    }
}

/// A running command, killed with its process group when this is dropped.
struct Running(Child);

impl Running {
    fn signal(&self, signal: &str) {
        Command::new("kill").args([signal, &self.0.id().to_string()]).status().unwrap();
    }

    fn end(&mut self, words: &str) -> i32 {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                assert_eq!(status.signal(), None, "{words}: ended by a signal");
                return status.code().unwrap();
            }
            assert!(begin.elapsed() < PATIENCE, "{words}: it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.0.try_wait().is_ok_and(|status| status.is_none()) {
            let group = format!("-{}", self.0.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = self.0.wait();
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// The mode of a file or folder, its time of change, its length, and the content of a small file.
type Entry = (u32, (i64, i64), u64, Option<Vec<u8>>);

/// Returns all entries below a folder, without following links.
fn entries(folder: &Path) -> BTreeMap<PathBuf, Entry> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            let about = path.symlink_metadata().unwrap();
            if about.is_dir() {
                folders.push(path.clone());
            }
            let content = (about.is_file() && about.len() < 1 << 20).then(|| fs::read(&path).unwrap());
            let times = (about.mtime(), about.mtime_nsec());
            found.insert(path, (about.mode(), times, about.len(), content));
        }
    }
    found
}

/// Returns the user's files, without the program's own state folder.
fn users_files(world: &World) -> BTreeMap<PathBuf, Entry> {
    let state = world.home().join("state");
    let is_canary = |path: &Path| !path.starts_with(&state) || path == state.join("precious");
    entries(&world.home()).into_iter().filter(|(path, _)| is_canary(path)).collect()
}

/// Runs a case with the trap in place of this name.
fn try_trap(case: &Case, name: &Path, is_folder: bool, trap: Trap) {
    let world = World::new();
    if !trap.put(&world.folder().join(name), &world.home(), is_folder) {
        return;
    }
    // Python would read a script of endless zeros to its end.
    if trap == Trap::Huge && case.words.starts_with("python") {
        return;
    }
    let what = format!("`wag {}` with {trap:?} as {}", case.words, name.display());
    let before = users_files(&world);
    world.run(case.words);
    let after = users_files(&world);
    assert_eq!(before, after, "{what}");
    // A file that the user names is the user's choice, even if it is a link.
    if trap == Trap::Link && case.words.contains(&*name.to_string_lossy()) {
        return;
    }
    for (path, _) in entries(&world.folder()) {
        let about = path.symlink_metadata().unwrap();
        if about.is_file() && about.len() < 1 << 24 {
            let content = fs::read(&path).unwrap();
            let has_secret = String::from_utf8_lossy(&content).contains(SECRET);
            assert!(!has_secret, "{what}: {} tells of the user's files", path.display());
        }
    }
}

/// Returns the names that a case reads or writes, from its words and from the changes of a run, and whether each is a
/// folder.
fn names(case: &Case) -> BTreeMap<PathBuf, bool> {
    let world = World::new();
    let folder = world.folder();
    let (before, users) = (entries(&folder), users_files(&world));
    let status = world.run(case.words);
    let err = fs::read_to_string(world.all.path().join("err")).unwrap();
    if case.status >= 0 {
        assert_eq!(status, case.status, "wag {}: {err}", case.words);
    }
    assert_eq!(users, users_files(&world), "wag {}", case.words);
    let after = entries(&folder);
    let changed = after.into_iter().filter(|(path, what)| before.get(path) != Some(what));
    let changed = changed.map(|(path, _)| path.strip_prefix(&folder).unwrap().to_path_buf());
    let named = case.words.split([' ', ':', '=']).chain(case.also.iter().copied()).map(PathBuf::from);
    let named = named.filter(|name| name.as_os_str() != "." && folder.join(name).symlink_metadata().is_ok());
    // The names of automatic replays contain the time.
    let is_fixed = |name: &PathBuf| !name.to_string_lossy().contains("auto-");
    let mut names: BTreeSet<PathBuf> = changed.chain(named).filter(is_fixed).collect();
    // A few of the many similar names in a folder suffice.
    let mut in_folder: BTreeMap<PathBuf, usize> = BTreeMap::new();
    names.retain(|name| {
        let count = in_folder.entry(name.parent().unwrap().to_path_buf()).or_default();
        *count += 1;
        name.components().count() == 1 || *count <= 2
    });
    names
        .into_iter()
        .map(|name| (folder.join(&name).is_dir(), name))
        .map(|(is_folder, name)| (name, is_folder))
        .collect()
}

/// Runs the jobs on all cores.
fn on_all_cores<J: Sync>(jobs: &[J], work: impl Fn(&J) + Sync) {
    let next = AtomicUsize::new(0);
    let failures = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, |cores| cores.get().min(8)) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(job)));
                    failures.fetch_add(usize::from(done.is_err()), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(failures.into_inner(), 0, "failures, each told above");
}

#[test]
fn no_command_does_harm_or_blocks_in_a_prepared_folder() {
    let cases: Vec<&Case> = CASES.iter().collect();
    let jobs = std::sync::Mutex::new(Vec::new());
    on_all_cores(&cases, |case| {
        let of_case = names(case).into_iter();
        let of_case = of_case.flat_map(|name| Trap::ALL.map(|trap| (*case, name.0.clone(), name.1, trap)));
        jobs.lock().unwrap().extend(of_case);
    });
    let jobs = jobs.into_inner().unwrap();
    assert!(jobs.len() > cases.len(), "names were found");
    on_all_cores(&jobs, |(case, name, is_folder, trap)| try_trap(case, name, *is_folder, *trap));
}

/// The commands come from the manual pages, which are generated from the argument parser.
#[test]
fn every_command_is_tested() {
    let folder = Folder::with(&[]);
    assert!(folder.command(&["man", "pages"]).output().unwrap().status.success());
    let games = ["ants", "flowers", "gems", "tron", "warriors"];
    let words = |text: &str, at: char| -> Vec<String> {
        text.split(at).filter(|word| !games.contains(word)).map(str::to_string).collect()
    };
    let tried: Vec<Vec<String>> = CASES.iter().map(|case| words(case.words, ' ')).collect();
    for page in fs::read_dir(folder.path().join("pages")).unwrap() {
        let page = page.unwrap().file_name().into_string().unwrap();
        let name = page.strip_prefix("wag").unwrap().strip_suffix(".1").unwrap().trim_start_matches('-');
        let command = words(name, '-');
        assert!(
            name.is_empty() || tried.iter().any(|tried| tried.starts_with(&command)),
            "CASES lacks a line for `wag {}`",
            command.join(" ")
        );
    }
}
