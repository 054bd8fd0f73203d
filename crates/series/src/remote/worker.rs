//! The work of a worker: it plays the matches of a batch one after the other.

use crate::many::{play_once, private_paths};
use crate::remote::answer::Answer;
use crate::remote::batch::Batch;
use crate::remote::bundle::bundle_folder;
use crate::remote::packer::RemotePlayer;
use crate::remote::results::{BatchResults, RemoteMatch};
use crate::{LocalPool, Plan};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use wag_games::find;
use wag_i18n::message;
use wag_play::{PlayError, PlayerFactory, WorkerPolicy, user_error};
use wag_sandbox::cores::ClaimedCore;
use wag_sandbox::{Limits, TemporaryFolder, kernel};
use wag_stats::series::MatchResult;

thread_local! {
    /// The state that the batches of a thread share, so that the fork server starts only once.
    static THREAD: RefCell<Option<Thread>> = const { RefCell::new(None) };
    /// The core on which the thread plays, if one was free. As in the local pool, the engine, the AIs and the fork server of a
    /// thread are on the same core.
    static CORE: Option<ClaimedCore> = ClaimedCore::new();
}

struct Thread {
    table: PlayerFactory,
    limits: Limits,
    closed: Vec<PathBuf>,
    replays: TemporaryFolder,
}

/// Plays a batch, which is JSON. `files` is the folder with the unpacked bundles. Returns the results, and the replay of
/// each match if the batch requests replays.
pub fn play_batch(batch: &str, files: &Path) -> Result<Answer, PlayError> {
    let batch: Batch = serde_json::from_str(batch)
        .map_err(|err| PlayError::UserError(message!("the worker has another build of Wag: %{err}", err)))?;
    let missing = kernel::missing();
    if batch.limits.bounds.confined && !batch.allow_unsandboxed && !missing.is_empty() {
        return user_error(message!(
            "it has no complete sandbox for AIs (%{missing}); use another machine, or allow it with --allow-unsandboxed",
            missing = missing.join(". ")
        ));
    }
    let state = THREAD.take();
    let (played, state) = CORE.with(|core| match core {
        Some(core) => core.run(|| play(batch, files, state)),
        None => play(batch, files, state),
    })?;
    THREAD.set(Some(state));
    Ok(played)
}

fn play(batch: Batch, files: &Path, state: Option<Thread>) -> Result<(Answer, Thread), PlayError> {
    let game = match (&batch.game_file, find(&batch.game)) {
        (Some(file), _) => file.unpack().map_err(PlayError::UserError)?,
        (None, Some(game)) => game,
        (None, None) => {
            return user_error(message!("the Wag on the worker has no game %{game}", game = batch.game));
        }
    };
    let replays = match &state {
        Some(state) => state.replays.path().to_path_buf(),
        None => PathBuf::new(),
    };
    let names = FolderNames::of(batch.players(), files);
    let fork = batch.fork.map(|fork| fork.unpack(game, batch.limits.clone(), files)).transpose()?;
    let numbers: Vec<usize> = batch.matches.iter().map(|one| one.number).collect();
    let places = batch.places.into_iter().map(|place| place.unpack(game, files)).collect::<Result<_, _>>()?;
    let players = batch.players.into_iter().map(|player| player.unpack(game, files));
    let mut plan = Plan {
        game,
        entrants: players.collect::<Result<_, _>>()?,
        places,
        fixtures: batch.matches.into_iter().map(|fixture| fixture.unpack()).collect(),
        limits: batch.limits,
        failed_starts: batch.failed_starts,
        fork: fork.map(Arc::new),
        executor: LocalPool::executor(Some(1)),
        replays: batch.with_replays.then_some(replays),
        with_output: batch.with_output,
        workers: WorkerPolicy::Anew,
        stop: Arc::default(),
    };
    let state = thread_state(state, &mut plan)?;
    let mut results = BatchResults::default();
    let mut films = Vec::new();
    let began = Instant::now();
    for (index, number) in numbers.into_iter().enumerate() {
        let mut start = |words: &str| results.starts.push(names.restore(words));
        match play_once(&plan, &state.table, index, &mut start) {
            Ok(Some(mut result)) => {
                names.restore_all(&mut result.seats);
                let MatchResult { repeatable, void, seats, .. } = result;
                results.matches.push(RemoteMatch { number, repeatable, void, seats });
            }
            Ok(None) => continue,
            Err(PlayError::CannotStart(unstarted)) => {
                results.cannot_start = Some(names.restore(&unstarted.to_string()));
                break;
            }
            Err(err) => return Err(err),
        }
        if let Some(file) = plan.replay(index) {
            films.push(std::fs::read(&file)?);
            _ = std::fs::remove_file(file);
        }
    }
    results.seconds = began.elapsed().as_secs_f64();
    Ok((Answer::played(results, films), state))
}

/// Returns the state of the thread for this plan: the existing one if the plan has the same limits.
fn thread_state(state: Option<Thread>, plan: &mut Plan) -> Result<Thread, PlayError> {
    let fits = |state: &Thread, plan: &Plan| {
        std::ptr::eq(state.table.info, plan.game.info)
            && state.limits == plan.limits
            && state.closed == private_paths(plan)
    };
    if let Some(state) = state.filter(|state| fits(state, plan)) {
        return Ok(state);
    }
    let replays = TemporaryFolder::new()?;
    if plan.replays.is_some() {
        plan.replays = Some(replays.path().to_path_buf());
    }
    let closed = private_paths(plan);
    let table = PlayerFactory::new(plan.game.info, plan.limits.clone(), closed.clone(), Arc::default());
    Ok(Thread { table, limits: plan.limits.clone(), closed, replays })
}

/// The folders of the players' files here, and their names on the machine that has sent the batch.
struct FolderNames(Vec<(String, String)>);

impl FolderNames {
    fn of<'p>(players: impl Iterator<Item = &'p RemotePlayer>, files: &Path) -> FolderNames {
        let folders = players.flat_map(|player| &player.folders);
        let names =
            folders.map(|(bundle, name)| (bundle_folder(files, bundle).display().to_string(), name.clone()));
        FolderNames(names.collect())
    }

    fn restore(&self, text: &str) -> String {
        self.0.iter().fold(text.to_string(), |text, (here, name)| text.replace(here, name))
    }

    fn restore_all(&self, seats: &mut [wag_stats::series::EntrantResult]) {
        for seat in seats {
            let counted = seat.fault_counts.iter_mut().map(|(failure, _)| failure);
            for failure in seat.failure.iter_mut().chain(counted) {
                for message in std::iter::once(&mut failure.message).chain(&mut failure.report) {
                    *message = std::mem::take(message).map(&|text: &str| self.restore(text));
                }
            }
        }
    }
}
