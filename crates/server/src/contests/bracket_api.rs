//! The stages of a final with the meetings of each, for a page that shows who meets whom.

use super::plan::{FinalPlan, PlannedPlayer, final_places, plan_of, planned_players};
use super::setup::ContestSetup;
use super::shown::{Names, names_for};
use super::{Contests, refusal};
use crate::caller::Caller;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, Path};
use axum::Json;
use serde::Serialize;
use wag_store::contests::{Contest, Part};
use wag_store::matches::{Match, MatchState};
use wag_store::stages::Stage;

/// The stages of a final.
#[derive(Serialize)]
pub struct ShownBracket {
    form: String,
    /// True if the caller sees only who meets whom in the first stage.
    hidden_until_release: bool,
    stages: Vec<ShownStage>,
    /// The names by place, the best first, once the final is over; who shares a place is in one list.
    places: Vec<Vec<String>>,
}

/// A stage of a final.
#[derive(Serialize)]
pub struct ShownStage {
    number: i64,
    done: bool,
    meetings: Vec<ShownMeeting>,
}

/// All matches of the same players in a stage.
#[derive(Serialize)]
pub struct ShownMeeting {
    players: Vec<ShownMeetingPlayer>,
    /// The ids of the matches that have ended with a result.
    matches: Vec<String>,
    /// The number of matches that wait or run.
    open: usize,
}

/// A player of a meeting.
#[derive(Serialize)]
pub struct ShownMeetingPlayer {
    /// `None` for built-in players and deleted persons.
    entry: Option<String>,
    name: Option<String>,
    /// The sum of the results: 1 for each opponent that finished behind, 0.5 for each at the same place; `None` if it is
    /// hidden.
    score: Option<f64>,
    /// True if nobody in the meeting has a greater score, once all its matches have ended.
    leads: bool,
}

/// `GET /api/contests/K/bracket`: responds with the stages of the final. Before the release, pupils see only the first
/// meetings.
pub async fn bracket(Hosted(host): Hosted, caller: Caller, Path(id): Path<String>) -> Answer<ShownBracket> {
    let account = caller.account.map(|account| account.id);
    let work = move |own: &Contests| {
        let seen = own.store.contest(account.as_deref(), &id).map_err(refusal)?;
        let names = names_for(&own.store.entries(&id).map_err(refusal)?, account.as_deref(), seen.can_teach);
        own.bracket(&seen.contest, &names, seen.sees_final()).map(Json)
    };
    host.contests.work(work).await
}

impl Contests {
    /// Returns the stages of a final as somebody sees them who may see its results or not.
    pub(super) fn bracket(
        &self,
        contest: &Contest,
        names: &Names,
        sees_final: bool,
    ) -> Result<ShownBracket, Refusal> {
        let results = self.shown_results(contest, Part::Final).map_err(refusal)?;
        let (stages, matches) = self.final_stages(&results, contest).map_err(refusal)?;
        let setup = ContestSetup::of(contest)?;
        let places = sees_final.then(|| final_places(&setup, stages, matches)).flatten();
        let plan = plan_of(stages).unwrap_or(FinalPlan { players: Vec::new() });
        let stages = if sees_final { &stages[..] } else { &stages[..stages.len().min(1)] };
        let shown = |stage: &Stage| ShownStage {
            number: stage.number,
            done: stage.is_done && sees_final,
            meetings: meetings(stage.number, matches, &plan, (names, sees_final)),
        };
        let name = |id: String| {
            let mut own = plan.players.iter().filter_map(|player| match player {
                PlannedPlayer::HandIn { id: own, account } if *own == id => names.get(account).cloned(),
                _ => None,
            });
            own.next().unwrap_or_default()
        };
        Ok(ShownBracket {
            form: contest.form.clone(),
            hidden_until_release: !sees_final,
            stages: stages.iter().map(shown).collect(),
            places: places
                .unwrap_or_default()
                .into_iter()
                .map(|place| place.into_iter().map(name).collect())
                .collect(),
        })
    }
}

/// The players of a meeting, and its matches with the player on each seat.
type Meeting<'m> = (Vec<usize>, Vec<(&'m Match, Vec<Option<usize>>)>);

/// Returns the meetings of a stage, in the order in which they were planned.
fn meetings(
    number: i64,
    matches: &[Match],
    plan: &FinalPlan,
    (names, sees_final): (&Names, bool),
) -> Vec<ShownMeeting> {
    let mut found: Vec<Meeting<'_>> = Vec::new();
    for one in matches.iter().filter(|one| one.stage == number) {
        let seats = planned_players(plan, one);
        let mut key: Vec<usize> = seats.iter().copied().flatten().collect();
        key.sort_unstable();
        match found.iter_mut().find(|(players, _)| *players == key) {
            Some((_, all)) => all.push((one, seats)),
            None => found.push((key, vec![(one, seats)])),
        }
    }
    let meeting = |(players, all): Meeting<'_>| {
        let open =
            all.iter().filter(|(one, _)| !matches!(one.state, MatchState::Done | MatchState::Void)).count();
        let score = |player: usize| all.iter().map(|(one, seats)| score(one, seats, player)).sum::<f64>();
        let best = players.iter().map(|player| score(*player)).fold(0.0, f64::max);
        let shown = |player: &usize| {
            let account = match &plan.players[*player] {
                PlannedPlayer::HandIn { account, .. } => Some(account),
                PlannedPlayer::BuiltIn(_) => None,
            };
            let name = match &plan.players[*player] {
                PlannedPlayer::HandIn { account, .. } => names.get(account).cloned(),
                PlannedPlayer::BuiltIn(name) => Some(name.clone()),
            };
            ShownMeetingPlayer {
                entry: account.filter(|_| name.is_some()).cloned(),
                name,
                score: sees_final.then(|| score(*player)),
                leads: sees_final && open == 0 && score(*player) >= best,
            }
        };
        let done = all.iter().filter(|(one, _)| sees_final && one.state == MatchState::Done);
        ShownMeeting {
            players: players.iter().map(shown).collect(),
            matches: done.map(|(one, _)| one.id.clone()).collect(),
            open,
        }
    };
    found.into_iter().map(meeting).collect()
}

/// Returns the result of a player in a match: 1 for each opponent that finished behind, 0.5 for each at the same place.
fn score(one: &Match, seats: &[Option<usize>], player: usize) -> f64 {
    let own = seats.iter().position(|seat| *seat == Some(player));
    let Some(own_place) = own.and_then(|own| one.seats[own].place) else { return 0.0 };
    let others = one.seats.iter().zip(seats).filter(|(_, seat)| seat.is_some_and(|other| other != player));
    let value = |place: i64| match own_place.cmp(&place) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    others.filter_map(|(seat, _)| seat.place).map(value).sum()
}
