//! Replays of any game as JSON, for pages and other tools.

use super::explain::{MatchExplanation, explain};
use super::header::{FinalStanding, PlayerInfo, PlayerKind};
use super::json_types::{
    JsonAdvice, JsonChunk, JsonFault, JsonGameFile, JsonHeader, JsonNotice, JsonOrder, JsonOrders,
    JsonOverview, JsonPlayer, JsonRefusal, JsonReport, JsonSource, JsonTurn, SeedJson,
};
use super::overview::overview;
use super::reader::{Blocks, Reader, Stretch};
use super::turns::Turn;
use super::{CHUNK_ROUNDS, ReplayError};
use serde_json::Value;
use wag_core::arena::{OrderSources, TurnReport};
use wag_core::game::{Advice, Notice, Refusal, Seat, Show};
use wag_core::problem::{CodePlace, Explanation};
use wag_i18n::Message;

/// A replay of any game, as JSON.
pub trait ReplayJson: Send + Sync {
    /// Reads the turns written since the last call, for matches that are still running.
    fn refresh(&mut self) -> Result<(), ReplayError>;
    /// Returns the last round with any data.
    fn rounds(&self) -> u32;
    /// Returns whether the match has ended and the replay will not grow any more.
    fn is_over(&self) -> bool;
    /// Returns the current number of chunks.
    fn chunks(&self) -> u32;
    fn header(&self) -> Result<JsonHeader, ReplayError>;
    /// Returns the rounds from `number * 32 + 1` to `(number + 1) * 32`, with the frame before them.
    fn chunk(&self, number: u32) -> Result<JsonChunk, ReplayError>;
    /// Returns a chunk for an exported page, without what the page can restore. `is_first` is true if the page has the
    /// frame before it.
    fn folded_chunk(&self, number: u32, is_first: bool) -> Result<JsonChunk, ReplayError>;
    /// Returns the states of a chunk: each round with the frame before it, for every round whose number is 1 more than a
    /// multiple of `every`. The last chunk also has the state after the last round, as that before the next one.
    fn frames(&self, number: u32, every: u32) -> Result<Vec<(u32, Value)>, ReplayError>;
    /// Returns the overview of the match: figures over time, and marks on the time line.
    fn overview(&self) -> Result<JsonOverview, ReplayError>;
    /// Explains the match as far as the replay can be read.
    fn explain(&self) -> Result<MatchExplanation, ReplayError>;
}

impl<G: Show> ReplayJson for Reader<G>
where
    G::Setup: Send + Sync,
    G::Event: Send + Sync,
{
    fn refresh(&mut self) -> Result<(), ReplayError> {
        Reader::refresh(self)
    }

    fn rounds(&self) -> u32 {
        self.file().rounds()
    }

    fn is_over(&self) -> bool {
        self.file().ended.is_some()
    }

    fn chunks(&self) -> u32 {
        self.file().chunks()
    }

    fn header(&self) -> Result<JsonHeader, ReplayError> {
        Ok(header(self.file(), &standings(self), G::scene(self.setup())))
    }

    fn chunk(&self, number: u32) -> Result<JsonChunk, ReplayError> {
        let stretch = Reader::chunk(self, number)?;
        let turns = stretch.turns.iter().map(|turn| show_turn(self.setup(), turn)).collect();
        Ok(show_chunk(self, number, G::show_frame(self.setup(), &stretch.frame), turns, stretch.damaged))
    }

    fn folded_chunk(&self, number: u32, is_first: bool) -> Result<JsonChunk, ReplayError> {
        let Stretch { mut frame, turns, damaged } = Reader::chunk(self, number)?;
        let shown = G::show_frame(self.setup(), &frame);
        let folded = turns.iter().enumerate().map(|(index, turn)| {
            let folded = fold_turn(self.setup(), &frame, turn, is_first && index == 0);
            G::follow(self.setup(), &mut frame, &turn.seats(), &turn.events);
            folded
        });
        let folded = folded.collect();
        Ok(show_chunk(self, number, shown, folded, damaged))
    }

    fn frames(&self, number: u32, every: u32) -> Result<Vec<(u32, Value)>, ReplayError> {
        let stretch = Reader::chunk(self, number)?;
        let (mut frame, mut turns) = (stretch.frame, stretch.turns.iter().peekable());
        let first = number * CHUNK_ROUNDS + 1;
        // After damage the states are unknown.
        let known = stretch.damaged.map_or(u32::MAX, |(damaged, _)| damaged);
        let end = self.rounds().saturating_add(1).min(first + CHUNK_ROUNDS);
        let is_last = number + 1 == ReplayJson::chunks(self);
        let mut frames = Vec::new();
        for round in first..=end {
            while let Some(turn) = turns.next_if(|turn| turn.round < round) {
                G::follow(self.setup(), &mut frame, &turn.seats(), &turn.events);
            }
            let is_wanted = if round == end { is_last } else { (round - 1) % every.max(1) == 0 };
            if is_wanted && round <= known {
                frames.push((round, G::show_frame(self.setup(), &frame)));
            }
        }
        Ok(frames)
    }

    fn overview(&self) -> Result<JsonOverview, ReplayError> {
        Ok(overview(self))
    }

    fn explain(&self) -> Result<MatchExplanation, ReplayError> {
        explain(self)
    }
}

fn header(file: &Blocks, standings: &[FinalStanding], scene: Value) -> JsonHeader {
    let header = &file.header;
    let is_over = file.ended.is_some();
    let player = |(seat, player): (Seat, &PlayerInfo)| {
        let standing = standings.get(seat.index());
        let forfeit = standing.and_then(|standing| standing.forfeit.clone());
        let message = standing.and_then(|standing| standing.forfeit_message.as_ref());
        JsonPlayer {
            seat: seat.number(),
            name: player.name.clone(),
            file: player.file.clone(),
            // Pages know a person by being built in.
            built_in: player.built_in && player.kind != Some(PlayerKind::Function),
            sha256: player.sha256.clone(),
            place: standing.map(|standing| standing.place),
            figures: standing.map(|standing| standing.figures.iter().cloned().collect()),
            forfeit,
            forfeit_texts: message.and_then(Message::in_all_languages),
        }
    };
    let figures = standings.first().map(|standing| standing.figures.iter().map(|(name, _)| name.clone()));
    let failed = file.ended.as_ref().and_then(|ended| ended.failed.clone());
    let has_result = is_over && failed.is_none();
    let winners = standings.iter().zip(1..).filter(|(standing, _)| has_result && standing.has_won());
    let notes = file.ended.iter().flat_map(|ended| &ended.advice);
    JsonHeader {
        wag_frames: 1,
        wag: header.wag.clone(),
        game: header.game.clone(),
        game_version: header.game_version,
        game_file: header.game_file.as_ref().map(|file| JsonGameFile {
            word: file.word.clone(),
            title: file.title.clone(),
            class: file.class.clone(),
            version: file.version,
        }),
        map: header.map.clone(),
        seed: SeedJson::Number(header.seed),
        rounds: header.rounds,
        rounds_played: file.rounds(),
        complete: file.is_complete(),
        ended: is_over,
        repeatable: file.ended.as_ref().map_or(Some(true), |ended| ended.repeatable),
        python: header.python.clone(),
        created: header.created.clone(),
        figures: figures.into_iter().flatten().collect(),
        winners: winners.map(|(_, seat)| seat).collect(),
        failed: failed.map(|problem| problem.bounded().for_json()),
        players: Seat::all(header.players.len()).zip(&header.players).map(player).collect(),
        options: header.options.clone(),
        scene,
        chunk_rounds: CHUNK_ROUNDS,
        of_match: header.of_match,
        fork: header.fork.clone(),
        notes: notes.map(show_advice).collect(),
        sources: header.sources.clone(),
    }
}

/// Returns a note on a match, for pages and for `--json`.
pub fn show_advice(note: &Advice) -> JsonAdvice {
    JsonAdvice {
        seat: note.seat.number(),
        kind: note.kind.clone(),
        values: note.values.clone(),
        cost: note.cost,
        text: note.text.clone(),
        texts: note.message.as_ref().and_then(Message::in_all_languages),
        round: note.round,
        field: note.at,
        calls: note.lines.clone(),
    }
}

/// Returns the standing of each seat at the end of the match, or at the point where the replay breaks off.
fn standings<G: Show>(reader: &Reader<G>) -> Vec<FinalStanding> {
    if let Some(ended) = &reader.file().ended {
        return ended.standings.clone();
    }
    let Some(last) = reader.file().chunks().checked_sub(1) else { return Vec::new() };
    let Ok(stretch) = Reader::chunk(reader, last) else { return Vec::new() };
    let mut frame = stretch.frame;
    for turn in &stretch.turns {
        G::follow(reader.setup(), &mut frame, &turn.seats(), &turn.events);
    }
    G::frame_standings(reader.setup(), &frame).into_iter().map(FinalStanding::from).collect()
}

fn show_chunk<G: Show>(
    reader: &Reader<G>,
    number: u32,
    frame: Value,
    turns: Vec<JsonTurn>,
    damaged: Option<(u32, u32)>,
) -> JsonChunk {
    let show_event = |event: &G::Event| G::show_event(reader.setup(), event);
    let opening = reader.opening().filter(|_| number == 0);
    JsonChunk {
        chunk: number,
        first_round: number * CHUNK_ROUNDS + 1,
        frame,
        turns,
        opening: opening.map(|opening| opening.events.iter().map(show_event).collect()),
        damaged,
    }
}

/// Returns a turn as JSON.
pub fn show_turn<G: Show>(setup: &G::Setup, turn: &Turn<G>) -> JsonTurn {
    show_turn_with(turn, &[], turn.events.iter().map(|event| G::show_event(setup, event)).collect())
}

/// Returns a turn as JSON, without what the game's display can restore from the frame before it.
fn fold_turn<G: Show>(setup: &G::Setup, frame: &G::Frame, turn: &Turn<G>, is_first: bool) -> JsonTurn {
    let is_plain = |seat: Seat| origins(turn, seat).is_none_or(|origins| origins.places.is_empty());
    let plain = turn.orders.iter().filter(|(seat, _)| is_plain(*seat));
    let plain: Vec<(Seat, &G::Orders)> = plain.map(|(seat, orders)| (*seat, orders)).collect();
    match G::fold_turn(setup, frame, &plain, &turn.events, is_first) {
        Some(folded) => show_turn_with(turn, &folded.seats, folded.events),
        None => show_turn(setup, turn),
    }
}

/// Returns where a seat's orders come from, if it was asked.
fn origins<G: Show>(turn: &Turn<G>, seat: Seat) -> Option<&OrderSources> {
    turn.reports.iter().find(|(reporter, _)| *reporter == seat).map(|(_, report)| &report.origins)
}

/// Returns a turn as JSON with these events, and without the orders of some seats.
fn show_turn_with<G: Show>(turn: &Turn<G>, left_out: &[Seat], events: Vec<Value>) -> JsonTurn {
    let orders = turn.orders.iter().filter(|(seat, _)| !left_out.contains(seat));
    let orders =
        orders.filter_map(|(seat, orders)| show_orders(*seat, G::show_orders(orders), origins(turn, *seat)));
    let notice = |(seat, notice): &(Seat, Notice)| JsonNotice { seat: seat.number(), notice: *notice };
    JsonTurn {
        round: turn.round,
        seats: turn.seats().into_iter().map(Seat::number).collect(),
        orders: orders.collect(),
        events,
        reports: turn.reports.iter().map(|(seat, report)| show_report(*seat, report, G::refused)).collect(),
        notices: turn.notices.iter().map(notice).collect(),
    }
}

/// Returns the innermost source line of an order, and its whole call stack if that is longer.
fn show_source(origins: &OrderSources, chain: Option<u32>) -> JsonSource {
    let mut calls = origins.lines(chain);
    let at = calls.last().cloned();
    if calls.len() == 1 {
        calls.clear();
    }
    JsonSource { at, calls }
}

fn show_refusal(origins: &OrderSources, refusal: &Refusal, refused: fn(&Refusal) -> Message) -> JsonRefusal {
    let text = refused(refusal);
    JsonRefusal {
        kind: refusal.kind.clone(),
        text: text.english(),
        texts: text.in_all_languages(),
        of: refusal.of,
        values: refusal.values.iter().cloned().collect(),
        source: show_source(origins, refusal.chain),
    }
}

/// Returns a seat's orders, each with the source line that gave it, if known.
fn show_orders(seat: Seat, list: Vec<Value>, origins: Option<&OrderSources>) -> Option<JsonOrders> {
    let source = |number: usize| {
        let origins = origins?;
        Some(show_source(origins, *origins.places.get(number)?))
    };
    let order = |(number, order)| JsonOrder { order, source: source(number).unwrap_or_default() };
    let list: Vec<JsonOrder> = list.into_iter().enumerate().map(order).collect();
    (!list.is_empty()).then(|| JsonOrders { seat: seat.number(), list })
}

fn show_report(seat: Seat, report: &TurnReport, refused: fn(&Refusal) -> Message) -> JsonReport {
    let refusals = || report.refused.iter().map(|refusal| show_refusal(&report.origins, refusal, refused));
    JsonReport {
        seat: seat.number(),
        think_us: report.think.as_micros() as u64,
        output: String::from_utf8_lossy(&report.output).into_owned(),
        output_dropped: (report.output_dropped > 0).then_some(report.output_dropped),
        refused: (report.refused_total > 0).then(|| refusals().collect()),
        refused_total: (report.refused_total > 0).then_some(report.refused_total),
        notes: report.notes.clone(),
        fault: report.fault.as_ref().map(|fault| JsonFault {
            kind: fault.kind,
            message: fault.message.english(),
            texts: fault.message.in_all_languages(),
            place: CodePlace::of(&fault.message),
            explanation: report.explanation.as_ref().and_then(Explanation::for_json),
        }),
    }
}
