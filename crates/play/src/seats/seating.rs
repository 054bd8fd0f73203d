//! Creation of a game's players: starts each of them, whatever its kind, and waits until all are ready.

use crate::error::PlayError;
use crate::events::{Events, MatchEvent};
use crate::line_up::own_module;
use crate::line_up::player_spec::{Kind, PlayerSpec, PythonMode};
use crate::logs::{Logs, log_name};
use crate::seats::hint::Hinted;
use crate::seats::instrument::Instrument;
use crate::seats::people::{Nobody, People, Seated};
use crate::seats::player_start::PlayerStart;
use crate::seats::policy_player::PolicyPlayer;
use crate::seats::worker_policy::WorkerPolicy;
use std::cell::{OnceCell, RefCell};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::protocols::Python;
use wag_core::game::{Absence, Bot, Files, Game, GameInfo, Playable, Seat};
use wag_core::problem::{Fault, Problem, Unseeded};
use wag_core::text::printable;
use wag_i18n::{Message, message, t};
use wag_players::framed::{FramedPlayer, Lobby};
use wag_players::program::ProgramPlayer;
use wag_players::socket::{Listener, SocketPlayer};
use wag_players::stream::StreamPlayer;
use wag_players::{Confinement, FolderShelf, Human, Idle, Program};
use wag_python::host::{
    Exchange, ForkServer, PolicyExchange, PythonPlayer, StartOutcome, ViewExchange, WorkerPool,
};
use wag_python::protocol::{Lifetime, Role, Start, TracedTurn, Uncalled};
use wag_python::{InProcessPlayer, PlayerObject};
use wag_sandbox::kernel::confinement;
use wag_sandbox::scratch::KeepRequest;
use wag_sandbox::{Bounds, Limits};

/// The fork server that starts the workers. The players of one thread share it.
type SharedForkServer = Rc<RefCell<ForkServer>>;

/// A factory that creates the players for all matches of one thread, and holds their limits.
pub struct PlayerFactory {
    /// The game that is played.
    pub info: &'static GameInfo,
    pub limits: Limits,
    /// Absolute paths that no player may read.
    pub closed: Vec<PathBuf>,
    /// A flag that is set to stop the current match early.
    pub stop: Arc<AtomicBool>,
    pub people: Rc<dyn People>,
    /// Listeners to which a contest's clients connect.
    pub lobby: Arc<Lobby>,
    instrument: Instrument,
    fork_server: OnceCell<SharedForkServer>,
    /// The workers that play several matches; `None` if each match has new ones. Declared after `fork_server`, so that the
    /// workers end before their folders are removed.
    pool: Option<Rc<RefCell<WorkerPool>>>,
    /// The folders of programs that have played.
    shelf: Rc<FolderShelf>,
    workers: RefCell<Vec<i32>>,
}

/// The maximum time for which a turn is traced. A person waits for its result.
const TRACE_TIME_MAX: Duration = Duration::from_secs(3);

impl PlayerFactory {
    pub fn new(
        info: &'static GameInfo,
        limits: Limits,
        closed: Vec<PathBuf>,
        stop: Arc<AtomicBool>,
    ) -> PlayerFactory {
        log::debug!("limits of each player: {}", limits.in_words());
        log::debug!("what holds players back: {}", confinement(limits.bounds.confined));
        PlayerFactory {
            info,
            limits,
            closed,
            stop,
            people: Rc::new(Nobody),
            lobby: Arc::default(),
            instrument: Instrument::None,
            fork_server: OnceCell::new(),
            pool: None,
            shelf: Rc::default(),
            workers: RefCell::default(),
        }
    }

    /// Makes the factory treat the workers of Python players in this way.
    pub fn with_workers(self, policy: WorkerPolicy) -> PlayerFactory {
        let pool = match policy {
            WorkerPolicy::Anew => None,
            WorkerPolicy::Keep => Some(Rc::default()),
        };
        PlayerFactory { pool, ..self }
    }

    /// Makes the factory use listeners that already exist.
    pub fn with_lobby(self, lobby: Arc<Lobby>) -> PlayerFactory {
        PlayerFactory { lobby, ..self }
    }

    /// Makes the factory use this interface to ask human players.
    pub fn with_people(self, people: Rc<dyn People>) -> PlayerFactory {
        PlayerFactory { people, ..self }
    }

    /// Makes the factory use this instrument for the user's own AIs.
    pub fn with_instrument(self, instrument: Instrument) -> PlayerFactory {
        PlayerFactory { instrument, ..self }
    }

    /// Returns the instrument for this seat's player. `is_own_file` says whether the player is a Python file of the user.
    fn instrument_of(&self, seat: Seat, is_own_file: bool) -> Instrument {
        let is_used = match &self.instrument {
            Instrument::Debugger { seat: debugged, .. } => *debugged == seat,
            _ => is_own_file,
        };
        if is_used { self.instrument.clone() } else { Instrument::None }
    }

    /// Returns the limits of this seat's player. `is_own_file` says whether the player is a Python file of the user.
    pub fn limits_of(&self, seat: Seat, is_own_file: bool) -> Limits {
        match self.instrument_of(seat, is_own_file) {
            Instrument::Debugger { .. } if is_own_file => self.limits.lifted(),
            Instrument::Editor { .. } => {
                let lifted = self.limits.lifted();
                Limits { bounds: Bounds { confined: false, ..lifted.bounds }, ..lifted }
            }
            Instrument::Profiler => self.limits.for_profiles(),
            Instrument::None | Instrument::Debugger { .. } | Instrument::Tracer { .. } => self.limits.clone(),
        }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Makes the fork server exit, in the background. After this call, no players can be started.
    pub fn close(&self) {
        if let Some(fork_server) = self.fork_server.get() {
            fork_server.borrow_mut().dismiss_all();
        }
    }

    /// Returns the process IDs of the most recently started workers, one for each player that has a worker.
    pub fn workers(&self) -> Vec<i32> {
        self.workers.borrow().clone()
    }

    fn fork_server(&self) -> Result<SharedForkServer, PlayError> {
        if let Some(fork_server) = self.fork_server.get() {
            return Ok(Rc::clone(fork_server));
        }
        let started = ForkServer::start()
            .map_err(PlayError::defect(t!("the fork server for the AIs cannot be started")))?;
        Ok(Rc::clone(self.fork_server.get_or_init(|| Rc::new(RefCell::new(started)))))
    }
}

/// A player that may still be starting.
pub enum Starting<G: Game> {
    Ready(Box<dyn Player<G>>, Vec<String>),
    Python(Box<PythonPlayer<G>>),
    /// A client that has not connected yet.
    Client(Box<SocketPlayer<G>>),
    Framed(Box<FramedPlayer<G>>),
    /// A player that cannot start. The fault's message continues a sentence that begins with the player's name.
    Failed(Fault, Box<TurnReport>),
}

/// Players in seat order.
pub type Players<G> = Vec<Box<dyn Player<G>>>;

/// The players of a game after their start, in seat order.
pub struct StartedPlayers<G: Game> {
    pub players: Players<G>,
    /// For each seat, the reason why its player could not start; `None` if it has started.
    pub failures: Vec<Option<Problem>>,
    /// The output of each player before its first turn.
    pub reports: Vec<TurnReport>,
    /// For each player, the lines in its files that name a function without calling it.
    pub uncalled: Vec<Vec<Uncalled>>,
}

/// Starts all players; Python workers start in parallel. If a player cannot start, its log gets a
/// message, and its seat stays in the game but gives no orders.
pub fn start_players<G: Playable>(
    table: &PlayerFactory,
    entrants: &[PlayerSpec],
    setup: &G::Setup,
    mut logs: Option<&mut Logs>,
    events: Events<'_>,
) -> Result<StartedPlayers<G>, PlayError> {
    table.workers.borrow_mut().clear();
    if let Some(pool) = &table.pool {
        pool.borrow_mut().begin_match();
    }
    let seats = Seat::all(entrants.len()).zip(entrants);
    let starting = seats.map(|(seat, entrant)| begin::<G>(table, entrant, setup, seat));
    let mut starting_players = starting.collect::<Result<Vec<_>, _>>()?;
    for starting in &mut starting_players {
        if let Starting::Python(player) = starting {
            player.arrive().map_err(not_started())?;
            table.workers.borrow_mut().extend(player.process_id());
        }
    }
    let mut sitting = StartedPlayers {
        players: Players::new(),
        failures: Vec::new(),
        reports: Vec::new(),
        uncalled: Vec::new(),
    };
    for ((seat, entrant), starting) in Seat::all(entrants.len()).zip(entrants).zip(starting_players) {
        let finished = finish(table, starting, &entrant.name, events)?;
        let (player, outcome, report) =
            if entrant.is_private() { private_player(finished) } else { finished };
        sitting.players.push(unobserved(hinted(player, entrant), entrant));
        let start = player_start::<G>(entrant, &outcome, &report);
        if !table.is_stopped() {
            if !(start.warnings.is_empty() && start.problems().is_empty()) {
                events(MatchEvent::Started { seat, start: &start });
            }
            if let Some(logs) = logs.as_deref_mut() {
                logs.before_start(seat, &report, &start.lines(seat));
            }
        }
        sitting.failures.push(start.failure);
        sitting.uncalled.push(outcome.map_or_else(|_| Vec::new(), |ready| ready.uncalled));
        sitting.reports.push(report);
    }
    Ok(sitting)
}

/// Starts the player of one seat. Returns the reason if it cannot start.
pub fn start_player<G: Playable>(
    table: &PlayerFactory,
    entrant: &PlayerSpec,
    setup: &G::Setup,
    seat: Seat,
) -> Result<Result<Box<dyn Player<G>>, Problem>, PlayError> {
    let mut starting = begin::<G>(table, entrant, setup, seat)?;
    if let Starting::Python(player) = &mut starting {
        player.arrive().map_err(not_started())?;
    }
    let (player, outcome, _) = finish(table, starting, &entrant.name, &mut |_| ())?;
    Ok(outcome.map(|_| unobserved(hinted(player, entrant), entrant)))
}

fn not_started() -> impl FnOnce(io::Error) -> PlayError {
    PlayError::defect(t!("an AI's process cannot be started"))
}

/// Adds a hint to the errors of a Python file that seems to be written as a program, if the game has a file protocol.
fn hinted<G: Playable>(player: Box<dyn Player<G>>, entrant: &PlayerSpec) -> Box<dyn Player<G>> {
    match (&G::PROTOCOLS.files, &entrant.kind) {
        (Some(protocol), Kind::Python { .. }) => {
            let word = entrant.file_word().unwrap_or_default();
            Box::new(Hinted { player, protocol, word })
        }
        _ => player,
    }
}

/// A program, a client or a person. The engine cannot observe whether such a player uses random numbers, and notes this
/// in its reports.
struct UnobservedPlayer<G: Game>(Box<dyn Player<G>>);

fn unobserved<G: Playable>(player: Box<dyn Player<G>>, entrant: &PlayerSpec) -> Box<dyn Player<G>> {
    match entrant.kind {
        Kind::Program { .. } | Kind::Client { .. } | Kind::Person | Kind::Object(_) => {
            Box::new(UnobservedPlayer(player))
        }
        Kind::BuiltIn(_) | Kind::Python { .. } | Kind::Recorded => player,
    }
}

impl<G: Game> Player<G> for UnobservedPlayer<G> {
    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        self.0.ask(ask, view);
    }

    fn answer(&mut self, view: G::View<'_>) -> Answer<G::Orders> {
        let mut answer = self.0.answer(view);
        answer.report.unseeded = answer.report.unseeded.and(Unseeded::UNWATCHED);
        answer
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        self.0.end(state, seat)
    }
}

/// A player of somebody else, whose reports contain nothing that is its author's business.
struct PrivatePlayer<G: Game>(Box<dyn Player<G>>);

/// Returns what the start of a player of somebody else may show.
fn private_player<G: Playable>((player, outcome, report): Finished<G>) -> Finished<G> {
    let outcome = match outcome {
        Ok(_) => Ok(Readiness::default()),
        Err(problem) => Err(problem.without_private_parts()),
    };
    (Box::new(PrivatePlayer(player)), outcome, report.without_private_parts())
}

impl<G: Game> Player<G> for PrivatePlayer<G> {
    fn begin(&mut self) {
        self.0.begin();
    }

    fn warm_up(&mut self, ask: Ask, view: G::View<'_>) {
        self.0.warm_up(ask, view);
    }

    fn answers_at_once(&self) -> bool {
        self.0.answers_at_once()
    }

    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        self.0.ask(ask, view);
    }

    fn answer(&mut self, view: G::View<'_>) -> Answer<G::Orders> {
        let answer = self.0.answer(view);
        Answer { report: answer.report.without_private_parts(), ..answer }
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        self.0.end(state, seat).map(TurnReport::without_private_parts)
    }
}

/// Messages about a player that can play.
#[derive(Default)]
struct Readiness {
    warnings: Vec<Message>,
    uncalled: Vec<Uncalled>,
}

/// Returns a message about a bot that brings its contest's own module; `None` for other players.
fn own_module<G: Playable>(entrant: &PlayerSpec) -> Option<Message> {
    let Kind::Program { program, .. } = &entrant.kind else { return None };
    let module = own_module::of_program::<G>(program)?;
    let python = program.file.file_name()?.to_string_lossy();
    let (name, module, python) =
        (printable(&entrant.name), printable(&module.display().to_string()), printable(&python));
    Some(message!(
        "%{name} uses its own %{module} instead of Wag's, and runs as a program (%{python})",
        name,
        module,
        python
    ))
}

/// Returns a warning that PYTHONPATH is ignored; `None` if it is not set or has no effect on this player. The variable
/// is ignored because it comes from the user and not from the player.
fn ignored_module_path(entrant: &PlayerSpec) -> Option<Message> {
    let is_python = |program: &Program| {
        let words = program.arguments.iter().map(Path::new).chain([program.file.as_path()]);
        words.filter_map(Path::file_name).any(|name| name.to_string_lossy().starts_with("python"))
    };
    let concerned = match &entrant.kind {
        Kind::Python { .. } => true,
        Kind::Program { program, .. } => is_python(program),
        _ => false,
    };
    let is_set = std::env::var_os("PYTHONPATH").is_some_and(|path| !path.is_empty());
    let name = printable(&entrant.name);
    (concerned && is_set).then(|| {
        message!(
            "PYTHONPATH is ignored: %{name} imports from its own folder and from Python's packages; copy the modules \
             there, or install them into a virtual environment",
            name
        )
    })
}

/// Returns what the start of a player has shown.
fn player_start<G: Playable>(
    entrant: &PlayerSpec,
    outcome: &Result<Readiness, Problem>,
    report: &TurnReport,
) -> PlayerStart {
    let start = PlayerStart {
        player: entrant.name.clone(),
        output: String::from_utf8_lossy(&report.output).into_owned(),
        ..PlayerStart::default()
    };
    match outcome {
        Err(problem) => PlayerStart { failure: Some(problem.clone()), ..start },
        Ok(ready) => {
            let more = ignored_module_path(entrant).into_iter().chain(own_module::<G>(entrant));
            let warnings = ready.warnings.iter().cloned().chain(more).collect();
            let uncalled = ready.uncalled.iter().filter_map(Uncalled::problem).collect();
            PlayerStart { warnings, uncalled, ..start }
        }
    }
}

fn begin<G: Playable>(
    table: &PlayerFactory,
    entrant: &PlayerSpec,
    setup: &G::Setup,
    seat: Seat,
) -> Result<Starting<G>, PlayError> {
    match &entrant.kind {
        Kind::BuiltIn(name) => built_in(table, name, setup, seat),
        Kind::Python { file, mode } => {
            if mode.is_persistent() && table.limits.fresh_process {
                let what = message!(
                    "the AI %{entrant} is persistent, so it needs one process for the whole match: leave --fresh-process out",
                    entrant = &entrant.name
                );
                return Err(PlayError::UserError(what));
            }
            let own = PythonFile {
                file: file.clone(),
                built_in: None,
                folder_word: entrant.folder_word(),
                entry: entrant.entry().map(str::to_string),
                is_recorded: entrant.is_recorded,
            };
            python(table, *mode, own, setup, seat)
        }
        Kind::Program { program, lives: false } => files(table, entrant, program),
        Kind::Program { program, lives: true } => lines(table, entrant, program, setup, seat),
        Kind::Client { port } => client(table, *port, setup, seat),
        Kind::Object(object) => object_player(object, setup, seat),
        // A fork replaces this player by one that follows the record.
        Kind::Recorded => Ok(Starting::Ready(Box::new(Idle), Vec::new())),
        Kind::Person => {
            let people = Rc::clone(&table.people);
            let person = Human::new(Seated { protocol: of(&G::PROTOCOLS.person), seat, people });
            Ok(Starting::Ready(Box::new(person), Vec::new()))
        }
    }
}

fn object_player<G: Playable>(
    object: &PlayerObject,
    setup: &G::Setup,
    seat: Seat,
) -> Result<Starting<G>, PlayError> {
    if object.policy_game().is_some() {
        let player = PolicyPlayer::new(object, setup, seat);
        return Ok(Starting::Ready(Box::new(player), Vec::new()));
    }
    let protocol = G::PROTOCOLS.python.as_ref().or(G::PROTOCOLS.persistent.as_ref());
    let Some(protocol) = protocol else { return Ok(Starting::Ready(Box::new(Idle), Vec::new())) };
    Ok(match InProcessPlayer::start(object, protocol, setup, seat) {
        Ok(player) => Starting::Ready(Box::new(player), Vec::new()),
        Err(why) => Starting::Failed(Fault::crash(why), Box::default()),
    })
}

/// Returns the protocol of a game. It must exist, because the line-up has already rejected players without a protocol.
fn of<W>(protocol: &'static Option<W>) -> &'static W {
    protocol.as_ref().expect("the line-up has seen to it that the game has this way")
}

fn built_in<G: Playable>(
    table: &PlayerFactory,
    name: &str,
    setup: &G::Setup,
    seat: Seat,
) -> Result<Starting<G>, PlayError> {
    let ready = |player: Box<dyn Player<G>>| Ok(Starting::Ready(player, Vec::new()));
    if let Some(bot) = G::bot(table.info, name) {
        return ready(Box::new(NativePlayer::<G> { bot, answer: Answer::default() }));
    }
    let player = table.info.built_in(name);
    let Some((player, main)) = player.and_then(|player| Some((player, player.source()?))) else {
        return ready(Box::new(Idle));
    };
    let mode = if G::PROTOCOLS.python.is_some() { PythonMode::EachTurn } else { PythonMode::Persistent };
    let source = BuiltInSource { main, files: player.files() };
    python(table, mode, PythonFile::built_in(name, source), setup, seat)
}

/// Returns the protocol of the files that run in this mode. A policy uses only its setup.
fn protocol_of<G: Playable>(mode: PythonMode) -> &'static Python<G> {
    match mode {
        PythonMode::EachTurn => of(&G::PROTOCOLS.python),
        PythonMode::Policy if G::PROTOCOLS.persistent.is_none() => of(&G::PROTOCOLS.python),
        PythonMode::Persistent | PythonMode::Policy => of(&G::PROTOCOLS.persistent),
    }
}

/// The file of a Python AI.
struct PythonFile {
    /// The absolute path, or the name in angle brackets for a built-in AI.
    file: PathBuf,
    built_in: Option<BuiltInSource>,
    /// The folder part of the path that the user gave, such as `x/`; empty if there is none.
    folder_word: String,
    /// The class that plays, if the user has named it.
    entry: Option<String>,
    is_recorded: bool,
}

impl PythonFile {
    fn built_in(name: &str, source: BuiltInSource) -> PythonFile {
        PythonFile {
            file: format!("<{name}>").into(),
            built_in: Some(source),
            folder_word: String::new(),
            entry: None,
            is_recorded: false,
        }
    }
}

/// The text of a built-in Python AI, and the files in its folder.
struct BuiltInSource {
    main: &'static str,
    files: Files,
}

impl BuiltInSource {
    fn beside(&self) -> Vec<(String, String)> {
        self.files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    }
}

fn python<G: Playable>(
    table: &PlayerFactory,
    mode: PythonMode,
    PythonFile { file, built_in, folder_word, entry, is_recorded }: PythonFile,
    setup: &G::Setup,
    seat: Seat,
) -> Result<Starting<G>, PlayError> {
    let is_own_file = built_in.is_none();
    let instrument = table.instrument_of(seat, is_own_file);
    let mut limits = table.limits_of(seat, is_own_file);
    // Nothing that the user has not named runs outside the sandbox.
    limits.bounds.confined |= is_recorded;
    let protocol = protocol_of::<G>(mode);
    let (exchange, role): (Box<dyn Exchange<G>>, Role) = match mode {
        PythonMode::Policy => {
            let exchange = PolicyExchange::new(setup);
            let role = Role::Policy(exchange.spaces());
            (Box::new(exchange), role)
        }
        PythonMode::EachTurn | PythonMode::Persistent => (Box::new(ViewExchange(protocol)), Role::Player),
    };
    let start = Start {
        game: G::NAME.to_string(),
        setup: (protocol.encode_setup)(setup, seat, limits.times()),
        file,
        built_in: built_in.as_ref().map(|source| source.main.to_string()),
        beside: built_in.map_or_else(Vec::new, |source| source.beside()),
        bounds: limits.bounds.clone(),
        closed: table.closed.clone(),
        scratch: None,
        lifetime: if mode.is_persistent() { Lifetime::Match } else { Lifetime::Turn },
        role,
        entry,
        debugged: false,
        stops_at_first_line: matches!(instrument, Instrument::Debugger { at_first_line: true, .. }),
        has_editor: false,
        profiled: matches!(instrument, Instrument::Profiler),
        traced: traced_turn(&instrument),
        folder_word,
    };
    let player = PythonPlayer::new(exchange, table.fork_server()?, start, limits, Arc::clone(&table.stop));
    let player = match &table.pool {
        Some(pool) => player.kept_in(Rc::clone(pool)),
        None => player,
    };
    let mut player = match instrument {
        Instrument::Debugger { console, .. } => player.debugged_at(console),
        Instrument::Editor { port } if !is_recorded => player.edited_at(port),
        _ => player,
    };
    player.begin_start().map_err(not_started())?;
    Ok(Starting::Python(Box::new(player)))
}

/// Returns the turn that a tracer records; `None` for other instruments.
fn traced_turn(instrument: &Instrument) -> Option<TracedTurn> {
    let Instrument::Tracer { turn: number } = *instrument else { return None };
    Some(TracedTurn { number, time_max: TRACE_TIME_MAX, is_endless: false })
}

fn files<G: Playable>(
    table: &PlayerFactory,
    entrant: &PlayerSpec,
    program: &Program,
) -> Result<Starting<G>, PlayError> {
    let player =
        ProgramPlayer::new(of(&G::PROTOCOLS.files), program, confinement_of(table, entrant), &table.stop);
    let (player, warnings) = player.map_err(|fault| not_ready(&entrant.name, fault))?;
    // The program is started in each turn and would be refused each time.
    if let Some(fault) = program.has_no_interpreter() {
        return Ok(Starting::Failed(fault, Box::default()));
    }
    Ok(Starting::Ready(Box::new(player), warnings))
}

fn confinement_of<'t>(table: &'t PlayerFactory, entrant: &PlayerSpec) -> Confinement<'t> {
    let PlayerFactory { limits, closed, shelf, .. } = table;
    let keep = limits.keep_files.as_ref().map(|folder| folder.join(log_name(&entrant.name)));
    let keep = keep.map(|folder| KeepRequest { folder, file_size: limits.bounds.file_size });
    Confinement { limits, closed, keep, shelf }
}

fn not_ready(name: &str, fault: std::io::Error) -> PlayError {
    let fault = Message::of_io(&fault).translated();
    PlayError::UserError(message!(
        "the player %{entrant} cannot be prepared: %{fault}",
        entrant = name,
        fault
    ))
}

/// Starts a program that runs for the whole game. Reports its errors before round 1.
fn lines<G: Playable>(
    table: &PlayerFactory,
    entrant: &PlayerSpec,
    program: &Program,
    setup: &G::Setup,
    seat: Seat,
) -> Result<Starting<G>, PlayError> {
    let protocol = of(&G::PROTOCOLS.lines);
    let player =
        StreamPlayer::new(protocol, setup, seat, program, confinement_of(table, entrant), &table.stop);
    let (mut player, warnings) = player.map_err(|fault| not_ready(&entrant.name, fault))?;
    Ok(match player.failure().cloned() {
        Some(fault) => Starting::Failed(fault, Box::new(player.report())),
        None => Starting::Ready(Box::new(player), warnings),
    })
}

/// Opens the port for a client. The match waits for the client only after all other players have begun to start.
fn client<G: Playable>(
    table: &PlayerFactory,
    port: Option<u16>,
    setup: &G::Setup,
    seat: Seat,
) -> Result<Starting<G>, PlayError> {
    if let Some(protocol) = &G::PROTOCOLS.framed {
        let lobby = Arc::clone(&table.lobby);
        let player = FramedPlayer::new(protocol, lobby, port, seat, &table.limits, &table.stop);
        return Ok(Starting::Framed(Box::new(player.map_err(PlayError::UserError)?)));
    }
    let listener = Listener::open(port).map_err(PlayError::UserError)?;
    Ok(Starting::Client(Box::new(SocketPlayer::new(
        of(&G::PROTOCOLS.json),
        listener,
        setup,
        seat,
        &table.limits,
        &table.stop,
    ))))
}

type Finished<G> = (Box<dyn Player<G>>, Result<Readiness, Problem>, TurnReport);

/// Waits until a player is ready or has failed.
fn finish<G: Playable>(
    table: &PlayerFactory,
    starting: Starting<G>,
    name: &str,
    events: Events<'_>,
) -> Result<Finished<G>, PlayError> {
    let accepted = |missing: &[String]| table.limits.accept(missing).map_err(|fault| not_ready(name, fault));
    let failed = |problem: Problem, report| -> Finished<G> {
        let absence = Absence { at_start: true, is_late: problem.is_late_start() };
        (Box::new(AbsentPlayer(absence)), Err(problem), report)
    };
    Ok(match starting {
        Starting::Ready(player, warnings) => {
            let warnings = warnings.into_iter().map(Message::from).collect();
            (player, Ok(Readiness { warnings, ..Readiness::default() }), TurnReport::default())
        }
        Starting::Failed(fault, report) => failed(Problem::of_start(fault), *report),
        Starting::Client(mut player) => {
            let address = player.listener().address().to_string();
            events(MatchEvent::Awaited { player: name, address: &address });
            // Nothing has been written about the match yet, so an error leaves nothing behind.
            player
                .wait()
                .map_err(|why| PlayError::UserError(message!("%{name} cannot play: %{why}", name, why)))?;
            (player, Ok(Readiness::default()), TurnReport::default())
        }
        Starting::Framed(mut player) => {
            events(MatchEvent::Awaited { player: name, address: &player.address() });
            let team = player
                .wait()
                .map_err(|why| PlayError::UserError(message!("%{name} cannot play: %{why}", name, why)))?;
            let output = format!("{team}\n").into_bytes();
            (player, Ok(Readiness::default()), TurnReport { output, ..TurnReport::default() })
        }
        Starting::Python(mut player) => match player.finish_start() {
            (StartOutcome::Ready { mut warnings, missing, uncalled }, report) => {
                accepted(&missing)?;
                warnings.extend(missing.into_iter().map(Message::from));
                (player as Box<dyn Player<G>>, Ok(Readiness { warnings, uncalled }), report)
            }
            (StartOutcome::Rejected(problem), report) => failed(*problem, report),
            (StartOutcome::Failed(fault), report) => failed(Problem::of_start(fault), report),
        },
    })
}

/// A stand-in for a player that could not start. It gives no orders.
struct AbsentPlayer(Absence);

impl<G: Game> Player<G> for AbsentPlayer {
    fn ask(&mut self, _: Ask, _: G::View<'_>) {}

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        Answer { orders: G::absent(self.0), ..Answer::default() }
    }
}

/// A built-in player that is implemented as a Rust function.
struct NativePlayer<G: Game> {
    bot: Bot<G>,
    answer: Answer<G::Orders>,
}

impl<G: Game> Player<G> for NativePlayer<G> {
    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        let began = Instant::now();
        let orders = (self.bot)(&view, ask.random_seed);
        let think: Duration = began.elapsed();
        self.answer = Answer { orders, report: TurnReport { think, ..TurnReport::default() } };
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        std::mem::take(&mut self.answer)
    }
}
