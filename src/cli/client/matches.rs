//! Matches of any game for `wag client`. They work as in `wag play` and `wag ladder play`, but their progress is
//! reported to the pages.

use super::super::answer::user_error;
use super::choices::{check_options, game};
use super::host_error;
use crate::cli::progress::warn;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::Fault;
use wag_core::game::GameInfo;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_games::{KnownGame, open_replay};
use wag_i18n::{PageText, quote, t};
use wag_ladder::locks;
use wag_ladder::unlockables::opened;
use wag_ladder::{Climb, Climber, LEARNER, Progress, StageNumber, StageState, UserProgress, Verdict, Win};
use wag_play::LimitOptions;
use wag_play::fork::{Change, Fork, ForkRequest};
use wag_play::recorded::{named, open};
use wag_play::seed::random_seed;
use wag_play::{
    Audience, CutTurn, GameEnd, Keeping, Kind, MatchEnd, Outcome, PERSON, People, PlayError, PlayerSpec,
    Prompt, RawOptions, Session, one_of, program_in, with_distinct_names,
};
use wag_sandbox::cores;
use wag_server::check_inside;
use wag_server::host;
use wag_server::host::{
    FinishedMatch, ForkForm, HostError, MatchListener, MatchRequest, PreparedMatch, Question, Total,
};

/// A match that is ready to start.
pub struct PlannedMatch {
    game: KnownGame,
    entrants: Vec<PlayerSpec>,
    options: RawOptions,
    seed: Option<u64>,
    limit_args: LimitOptions,
    challenge: Option<Challenge>,
    /// The recorded match to continue; `None` to play a match from round 1.
    fork: Option<Arc<Fork>>,
    rounds: u32,
}

/// A match of a stage of the ladder.
#[derive(Clone, Copy)]
struct Challenge {
    number: StageNumber,
    /// The reason why the match does not count; `None` if it counts.
    not_counted: Option<NotCounted>,
}

/// The reason why a match of a stage does not count. Only the client plays matches that do not count; `wag ladder play`
/// does not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NotCounted {
    /// The match has been played before.
    Again,
    /// The learner has already mastered the stage.
    Practice,
}

impl NotCounted {
    fn word(self) -> &'static str {
        match self {
            NotCounted::Again => "again",
            NotCounted::Practice => "practice",
        }
    }

    fn sentence(self) -> String {
        match self {
            NotCounted::Again => t!("Repeating the same match does not count."),
            NotCounted::Practice => {
                t!("You have already mastered this stage: this match was practice and does not count.")
            }
        }
    }
}

/// Validates a request. Returns an error if the request names files outside the working folder or locked choices.
pub fn prepare(
    folder: &Path,
    limit_args: &LimitOptions,
    request: &MatchRequest,
    is_again: bool,
) -> anyhow::Result<PlannedMatch> {
    if let Some(fork) = &request.fork {
        return prepare_fork(folder, limit_args, fork);
    }
    let game = game(&request.game)?;
    let info = game.info;
    let challenge = request.challenge.as_ref().map(|name| challenge(info, name, is_again)).transpose()?;
    let own = request.players.first().map_or("", String::as_str);
    let (players, options, limit_args) = match challenge {
        Some(Challenge { number, .. }) => {
            let (no_sandbox, require_sandbox) = (limit_args.no_sandbox, limit_args.require_sandbox);
            let fair = LimitOptions { no_sandbox, require_sandbox, ..LimitOptions::default() };
            (wag_ladder::stage_players(number, own), wag_ladder::stage_options(number), fair)
        }
        None => (seats(info, &request.players)?, request.options.clone(), limit_args.clone()),
    };
    let entrants = players.iter().map(|word| entrant(info, folder, &limit_args.readable, word));
    let entrants = with_distinct_names(entrants.collect::<anyhow::Result<Vec<_>>>()?)?;
    check_options(info, folder, &options)?;
    let seed = request.seed.filter(|_| challenge.is_none() || is_again);
    let mut planned =
        PlannedMatch { game, entrants, options, seed, limit_args, challenge, fork: None, rounds: 0 };
    let session = planned.session()?;
    planned.rounds = session.rounds()?;
    match challenge {
        // If a stage is unlocked, everything that it needs is unlocked.
        Some(_) if session.entrants[LEARNER.index()].file().is_none() => {
            return user_error(t!(
                "a challenge needs your own AI file, such as %{file}; built-in AIs are not allowed",
                file = info.own_player().unwrap_or("bot.py")
            ));
        }
        Some(_) => {}
        None => locks::check(&session, warn)?,
    }
    Ok(planned)
}

/// Validates a request to continue a recorded match.
fn prepare_fork(folder: &Path, limit_args: &LimitOptions, form: &ForkForm) -> anyhow::Result<PlannedMatch> {
    let (game, _) = named(&form.path, open_replay(open(&form.path)?))?;
    let mut changes = Vec::new();
    if let Some(seat) = form.seat {
        let spec = entrant(game.info, folder, &limit_args.readable, &form.file)?;
        locks::check_all(game, [&spec], [], warn)?;
        changes.push(Change { player: Some(seat.to_string()), file: form.file.clone() });
    }
    let request = ForkRequest { replay: &form.path, round: form.round, changes, limits: limit_args };
    let fork = Arc::new(wag_inspect::prepare_fork(&request)?);
    Ok(PlannedMatch {
        game,
        entrants: fork.entrants(),
        options: RawOptions::new(),
        seed: None,
        limit_args: limit_args.clone(),
        challenge: None,
        rounds: fork.header.rounds,
        fork: Some(fork),
    })
}

/// Returns the player spec of each seat. Empty seats get the game's filler player; if the game has none, they are left
/// out.
fn seats(info: &GameInfo, words: &[String]) -> anyhow::Result<Vec<String>> {
    let seat = |word: &String| match word.trim() {
        "" => info.filler.map(str::to_string),
        word => Some(word.to_string()),
    };
    let players: Vec<String> = words.iter().filter_map(seat).collect();
    match info.seats.contains(&players.len()) {
        true => Ok(players),
        false => user_error(t!(
            "%{title} is for %{seats}; name a player for each seat, such as %{suggested}",
            title = t!(info.title),
            seats = wag_play::seats_in_words(info),
            suggested = info.suggested.join(", ")
        )),
    }
}

/// Returns the player that a player spec refers to: a built-in player, a person, or a file in the working folder. The
/// file is a Python file or a program without arguments. The player may also read the files and folders in `readable`.
pub fn entrant(
    info: &GameInfo,
    folder: &Path,
    readable: &[PathBuf],
    word: &str,
) -> anyhow::Result<PlayerSpec> {
    // A name may precede the player, as in `anna=FILE`.
    let (name, plain) = word.split_once('=').map_or((None, word), |(name, plays)| (Some(name), plays));
    let file = plain.split_once(':').map_or(plain, |(_, file)| file);
    for path in [word, plain, file] {
        check_inside(folder, path).or_else(user_error)?;
    }
    let is_built_in = info.built_in(plain).is_some() || plain == PERSON;
    let is_python = file.ends_with(".py") || !info.protocols.programs();
    if !is_built_in && !is_python {
        let entrant = program_in(info, plain, readable)?;
        let name = name.map_or_else(|| entrant.name.clone(), str::to_string);
        return Ok(PlayerSpec { name, ..entrant });
    }
    let entrant = one_of(info, word, &[])?;
    match &entrant.kind {
        Kind::BuiltIn(_) | Kind::Person | Kind::Object(_) | Kind::Recorded => Ok(entrant),
        Kind::Python { file, .. } if file.starts_with(folder) => Ok(entrant),
        Kind::Python { file, .. } => {
            user_error(t!("%{file} is not in the working folder", file = file.display()))
        }
        // A command could start any program.
        Kind::Program { .. } | Kind::Client { .. } => user_error(t!(
            "%{word} cannot play in the browser client; name a built-in player or a file in the working folder",
            word = quote(word)
        )),
    }
}

/// Returns the stage with this name, or an error if the learner may not play it yet.
fn challenge(info: &GameInfo, name: &str, is_again: bool) -> anyhow::Result<Challenge> {
    let ladder = wag_ladder::of(info);
    let Some(number) = ladder.all().find(|number| number.stage().name == name) else {
        return user_error(t!("there is no challenge %{name}", name = quote(name)));
    };
    let progress = UserProgress::of(info, warn).progress().unwrap_or_else(|_| Progress::new(ladder));
    match progress.state(number) {
        StageState::Locked => {}
        _ if is_again => return Ok(Challenge { number, not_counted: Some(NotCounted::Again) }),
        StageState::Mastered => {
            return Ok(Challenge { number, not_counted: Some(NotCounted::Practice) });
        }
        StageState::Current => return Ok(Challenge { number, not_counted: None }),
    }
    let before =
        progress.current().map_or_else(|| t!("the previous one"), |current| current.stage().name.to_string());
    user_error(t!("the challenge %{name} is locked: master %{before} first", name, before))
}

impl PreparedMatch for PlannedMatch {
    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn games(&self) -> usize {
        if self.fork.is_some() { 1 } else { self.game.info.games }
    }

    fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| printable(&entrant.name)).collect()
    }

    fn files(&self) -> Vec<PathBuf> {
        self.entrants.iter().filter_map(|entrant| entrant.file().map(Path::to_path_buf)).collect()
    }

    fn play(
        &self,
        listener: &Rc<dyn MatchListener>,
        stop: &Arc<AtomicBool>,
    ) -> Result<FinishedMatch, HostError> {
        self.play_through(listener, stop).map_err(host_error)
    }
}

impl PlannedMatch {
    fn session(&self) -> Result<Session, PlayError> {
        let mut session = match &self.fork {
            Some(fork) => Session::of_fork(Arc::clone(fork), None),
            None => {
                let limits = self.limit_args.limits_for(self.game.info, &self.options);
                Session::with(self.game, self.entrants.clone(), &self.options, limits)?
            }
        };
        // This lets the page show the source line of an order.
        session.keeping =
            Keeping { log_dir: Some(".".into()), with_sources: true, replay: None, no_replay: false };
        Ok(session)
    }

    fn play_through(
        &self,
        listener: &Rc<dyn MatchListener>,
        stop: &Arc<AtomicBool>,
    ) -> anyhow::Result<FinishedMatch> {
        if !self.game.info.simultaneous {
            cores::pin_to_current_core();
        }
        let session = self.session()?;
        let counted = self.challenge.filter(|challenge| challenge.not_counted.is_none());
        let mut climb = self.challenge.map(|_| Climb::begin(UserProgress::of(self.game.info, warn)));
        let people = Rc::new(PagePerson { listener: Rc::clone(listener), questions: Cell::new(0) });
        let mut ear = MatchObserver { listener: &**listener, seed: self.seed };
        let heard = |_: usize, game: &GameEnd| {
            let winners = game.winners().into_iter();
            listener.game_over(winners.map(|seat| seat.0 + 1).collect());
        };
        let outcome = match (&mut climb, counted) {
            (Some(climb), Some(Challenge { number, .. })) => {
                session.play(stop, people, &mut Climber { climb, number, audience: ear }, heard)
            }
            _ => session.play(stop, people, &mut ear, heard),
        };
        match outcome? {
            Outcome::CannotStart(words) => Err(PlayError::UserError(words).into()),
            Outcome::Interrupted => {
                Ok(FinishedMatch { interrupted: true, total: None, verdict: None, logs: Vec::new() })
            }
            Outcome::Over(end) => {
                let verdict = self.challenge.zip(climb);
                let verdict = verdict.map(|(challenge, mut climb)| self.judge(challenge, &mut climb, &end));
                Ok(FinishedMatch {
                    interrupted: end.interrupted(),
                    total: total(&end),
                    verdict,
                    logs: logs(&end),
                })
            }
        }
    }

    /// Returns the result of the match on the ladder. If the match counts and the learner has won it, counts the win.
    fn judge(&self, challenge: Challenge, climb: &mut Climb, end: &MatchEnd) -> host::Verdict {
        let (Challenge { number, not_counted }, info) = (challenge, self.game.info);
        let verdict = Verdict::of(end);
        let won = verdict == Verdict::Won;
        let own_folder =
            self.entrants[LEARNER.index()].file().and_then(Path::parent).unwrap_or(Path::new("."));
        let win = if won && not_counted.is_none() {
            wag_ladder::win(info, number, climb, own_folder)
        } else {
            None
        };
        let mastered = win == Some(Win::Mastered);
        let source = if mastered { wag_ladder::prize(info, number, climb, own_folder) } else { None };
        let source = source.map(|source| source.display().to_string());
        let mut text = match not_counted {
            Some(not_counted) => uncounted(number, &verdict, not_counted),
            None => format!(
                "{}: {}.",
                number.stage().name,
                wag_ladder::outcome(number, &verdict, win, climb, t!("won"))
            ),
        };
        if mastered {
            text += &t!(" You have mastered the stage %{stage}!", stage = number.stage().name);
        }
        if let Some(source) = &source {
            text += &t!(
                " The source code of the AI that you beat has been saved for you to learn from: %{source}",
                source
            );
        }
        let unsaved = (won && win.is_none()).then_some("unsaved");
        let needed = number.stage().wins_needed;
        let unlocked = if mastered { opened(number) } else { Vec::new() };
        host::Verdict {
            stage: number.stage().name,
            won,
            result: verdict.word(),
            counted: win.is_some(),
            why_not_counted: not_counted.map(NotCounted::word).or(unsaved),
            text,
            source,
            mastered,
            unlocked: unlocked.into_iter().map(str::to_string).collect(),
            wins: climb.progress.of(number).wins.min(needed),
            wins_needed: needed,
        }
    }
}

fn total(end: &MatchEnd) -> Option<Total> {
    let is_one = end.games.len() < 2 || end.interrupted();
    let winners = || end.winners().into_iter().map(|seat| seat + 1).collect();
    (!is_one).then(|| Total { won: end.won(), winners: winners() })
}

fn logs(end: &MatchEnd) -> Vec<PathBuf> {
    let seats = Seat::all(end.games[0].standings.len());
    let logs = |seat| end.logs.as_ref().map(|logs| logs.path(seat).to_path_buf());
    seats.filter_map(logs).collect()
}

fn uncounted(number: StageNumber, verdict: &Verdict, not_counted: NotCounted) -> String {
    let result = verdict.translated().map_or_else(|| t!("won"), |reason| t!("not won (%{reason})", reason));
    format!("{}: {result}. {}", number.stage().name, not_counted.sentence())
}

/// An observer that reports each round to the pages, and also the path of the replay as soon as the replay can be
/// shown.
struct MatchObserver<'o> {
    listener: &'o dyn MatchListener,
    seed: Option<u64>,
}

impl Audience for MatchObserver<'_> {
    fn seed(&mut self) -> Result<u64, PlayError> {
        // All games of a match have the same seed.
        let seed = self.seed.map_or_else(random_seed, Ok)?;
        self.seed = Some(seed);
        Ok(seed)
    }

    fn ready(&mut self, seed: u64) -> Result<u64, PlayError> {
        self.listener.seeded(seed);
        Ok(seed)
    }

    fn recorded(&mut self, replay: &Path) {
        self.listener.recorded(replay);
    }

    fn waits_for(&mut self, round: u32, seat: Seat) {
        self.listener.waits_for(round, seat.0 + 1);
    }

    fn lost(&mut self, round: u32, seat: Seat, fault: &Fault) {
        self.listener.lost(round, seat.0 + 1, fault.message.clone().map(&printable));
    }

    fn cut_short(&mut self, cut: &CutTurn<'_>) {
        self.listener.cut_short(cut.round, cut.seat.0 + 1, cut.lasted, cut.words.clone().map(&printable));
    }

    fn round(&mut self, round: u32) {
        self.listener.round(round);
    }
}

/// A person who plays in a web page.
struct PagePerson {
    listener: Rc<dyn MatchListener>,
    /// The number of questions that have been asked in this match.
    questions: Cell<u32>,
}

impl People for PagePerson {
    fn ask(&self, seat: Seat, prompt: &Prompt<'_>) -> Option<String> {
        let mut fault = None;
        loop {
            self.questions.set(self.questions.get() + 1);
            let question = Question {
                number: self.questions.get(),
                seat: seat.0 + 1,
                choices: (prompt.choices)(),
                composes: prompt.composes,
                fault,
            };
            let answer = self.listener.ask(question)?;
            match (prompt.check)(&answer) {
                Ok(()) => return Some(answer),
                Err(why) => fault = Some(PageText(why)),
            }
        }
    }
}
