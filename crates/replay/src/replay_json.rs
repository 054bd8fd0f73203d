//! Replays of any game as JSON, for pages and other tools. docs/replays.md describes the JSON objects and must be
//! changed together with this file.

use super::header::FinalStanding;
use super::overview::overview;
use super::reader::{Blocks, Reader};
use super::turns::Turn;
use super::{CHUNK_ROUNDS, ReplayError};
use serde_json::{Map, Value, json};
use wag_core::arena::{Explanation, Note, OrderSources, TurnReport};
use wag_core::game::{Advice, Notice, Refusal, Seat, Show};
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
    fn header(&self) -> Result<Value, ReplayError>;
    /// Returns the rounds from `number * 32 + 1` to `(number + 1) * 32`, with the frame before them.
    fn chunk(&self, number: u32) -> Result<Value, ReplayError>;
    /// Returns the overview of the match: figures over time, and marks on the time line.
    fn overview(&self) -> Result<Value, ReplayError>;
    /// Returns the last line of a player's log, as [`Game::farewell`] does.
    fn farewell(&self, notice: Notice, round: u32) -> String;
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

    fn header(&self) -> Result<Value, ReplayError> {
        Ok(header(self.file(), &standings(self), G::scene(self.setup())))
    }

    fn chunk(&self, number: u32) -> Result<Value, ReplayError> {
        let stretch = Reader::chunk(self, number)?;
        let mut chunk = json!({
            "chunk": number,
            "first_round": number * CHUNK_ROUNDS + 1,
            "frame": G::show_frame(self.setup(), &stretch.frame),
            "turns": stretch.turns.iter().map(|turn| show_turn(self.setup(), turn)).collect::<Vec<_>>(),
        });
        if let (0, Some(opening)) = (number, self.opening()) {
            let events = opening.events.iter().map(|event| G::show_event(self.setup(), event));
            chunk["opening"] = events.collect();
        }
        if let Some((first, last)) = stretch.damaged {
            chunk["damaged"] = json!([first, last]);
        }
        Ok(chunk)
    }

    fn overview(&self) -> Result<Value, ReplayError> {
        Ok(overview(self))
    }

    fn farewell(&self, notice: Notice, round: u32) -> String {
        G::farewell(notice, round)
    }
}

fn header(file: &Blocks, standings: &[FinalStanding], scene: Value) -> Value {
    let header = &file.header;
    let is_over = file.ended.is_some();
    let players = Seat::all(header.players.len()).zip(&header.players).map(|(seat, player)| {
        let mut told = json!({
            "seat": seat.0 + 1,
            "name": player.name,
            "file": player.file,
            "built_in": player.built_in,
            "sha256": player.sha256,
        });
        if let Some(standing) = standings.get(seat.index()) {
            told["place"] = standing.place.into();
            told["figures"] = standing.figures.iter().cloned().collect();
            if let Some(forfeit) = &standing.forfeit {
                told["forfeit"] = forfeit.as_str().into();
            }
            if let Some(texts) = standing.forfeit_message.as_ref().and_then(Message::in_all_languages) {
                told["forfeit_texts"] = json!(texts);
            }
        }
        told
    });
    let names = standings
        .first()
        .map_or(Vec::new(), |standing| standing.figures.iter().map(|(name, _)| name.clone()).collect());
    let winners = standings.iter().zip(1..).filter(|(standing, _)| is_over && standing.place == 1);
    let mut told = json!({
        "wag_frames": 1,
        "wag": header.wag,
        "game": header.game,
        "game_version": header.game_version,
        "map": header.map,
        "seed": header.seed,
        "rounds": header.rounds,
        "rounds_played": file.rounds(),
        "complete": file.is_complete(),
        "ended": is_over,
        "repeatable": file.ended.as_ref().map_or(Some(true), |ended| ended.repeatable),
        "python": header.python,
        "created": header.created,
        "figures": names,
        "winners": winners.map(|(_, seat)| json!(seat)).collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "scene": scene,
        "chunk_rounds": CHUNK_ROUNDS,
    });
    if let Some(of_match) = header.of_match {
        told["of_match"] = json!(of_match);
    }
    if let Some(ended) = file.ended.as_ref().filter(|ended| !ended.advice.is_empty()) {
        told["notes"] = ended.advice.iter().map(show_advice).collect();
    }
    if !header.sources.is_empty() {
        told["sources"] = json!(header.sources);
    }
    told
}

/// Returns a note on a match, for pages and for `--json`.
pub fn show_advice(note: &Advice) -> Value {
    let mut shown = json!({
        "seat": note.seat.number(),
        "kind": note.kind,
        "values": note.values,
        "cost": note.cost,
        "text": note.text,
    });
    if let Some(texts) = note.message.as_ref().and_then(Message::in_all_languages) {
        shown["texts"] = json!(texts);
    }
    if let Some(round) = note.round {
        shown["round"] = round.into();
    }
    if let Some((x, y)) = note.at {
        shown["field"] = json!([x, y]);
    }
    if !note.lines.is_empty() {
        shown["calls"] = json!(note.lines);
    }
    shown
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
    G::frame_standings(&frame).into_iter().map(FinalStanding::from).collect()
}

/// Returns a turn as JSON. Fields that would be empty are left out.
pub fn show_turn<G: Show>(setup: &G::Setup, turn: &Turn<G>) -> Value {
    let orders = turn.orders.iter().filter_map(|(seat, orders)| {
        let report = turn.reports.iter().find(|(reporter, _)| reporter == seat);
        show_orders(*seat, G::show_orders(orders), report.map(|(_, report)| &report.origins))
    });
    let events = turn.events.iter().map(|event| G::show_event(setup, event));
    let told = ShownTurn {
        round: turn.round,
        seats: &turn.seats(),
        orders: orders.collect(),
        events: events.collect(),
        reports: &turn.reports,
        notices: &turn.notices,
    };
    told.show(G::refused)
}

/// A turn with the JSON of its orders and events.
struct ShownTurn<'t> {
    round: u32,
    seats: &'t [Seat],
    orders: Vec<Value>,
    events: Vec<Value>,
    reports: &'t [(Seat, TurnReport)],
    notices: &'t [(Seat, Notice)],
}

impl ShownTurn<'_> {
    fn show(self, refused: fn(&Refusal) -> Message) -> Value {
        let mut shown = Map::new();
        shown.insert("round".into(), self.round.into());
        shown.insert("seats".into(), self.seats.iter().map(|seat| Value::from(seat.0 + 1)).collect());
        let mut add = |name: &str, list: Vec<Value>| {
            if !list.is_empty() {
                shown.insert(name.into(), list.into());
            }
        };
        add("orders", self.orders);
        add("events", self.events);
        add(
            "reports",
            self.reports.iter().map(|(seat, report)| show_report(*seat, report, refused)).collect(),
        );
        let notices = self.notices.iter().map(|(seat, notice)| {
            let notice = match notice {
                Notice::Out => "out",
                Notice::StandsStill => "stands_still",
                Notice::Gone => "gone",
            };
            json!({"seat": seat.0 + 1, "notice": notice})
        });
        add("notices", notices.collect());
        Value::Object(shown)
    }
}

/// Adds the innermost source line of an order, and its whole call stack if that is longer.
fn show_way(origins: &OrderSources, chain: Option<u32>, shown: &mut Value) {
    let lines = origins.lines(chain);
    if let Some(last) = lines.last() {
        shown["at"] = last.as_str().into();
    }
    if lines.len() > 1 {
        shown["calls"] = lines.into();
    }
}

/// Returns a refused order as JSON: its reason, its values, and a sentence for viewers that have none of their own.
fn show_refusal(origins: &OrderSources, refusal: &Refusal, refused: fn(&Refusal) -> Message) -> Value {
    let text = refused(refusal);
    let mut shown = json!({"kind": refusal.kind, "text": text.english()});
    if let Some(texts) = text.in_all_languages() {
        shown["texts"] = json!(texts);
    }
    if let Some(of) = refusal.of {
        shown["of"] = of.into();
    }
    if !refusal.values.is_empty() {
        shown["values"] = refusal.values.iter().map(|(name, text)| (name.clone(), json!(text))).collect();
    }
    show_way(origins, refusal.chain, &mut shown);
    shown
}

/// Returns a seat's orders, each with the source line that gave it, if known.
fn show_orders(seat: Seat, mut list: Vec<Value>, origins: Option<&OrderSources>) -> Option<Value> {
    for (number, order) in list.iter_mut().enumerate() {
        let place = origins.and_then(|origins| Some((origins, *origins.places.get(number)?)));
        if let Some((origins, place)) = place {
            show_way(origins, place, order);
        }
    }
    (!list.is_empty()).then(|| json!({"seat": seat.0 + 1, "list": list}))
}

fn show_report(seat: Seat, report: &TurnReport, refused: fn(&Refusal) -> Message) -> Value {
    let mut shown = json!({"seat": seat.0 + 1, "think_us": report.think.as_micros() as u64});
    if !report.output.is_empty() {
        shown["output"] = String::from_utf8_lossy(&report.output).into();
    }
    if report.output_dropped > 0 {
        shown["output_dropped"] = report.output_dropped.into();
    }
    if report.refused_total > 0 {
        let all = report.refused.iter().map(|refusal| show_refusal(&report.origins, refusal, refused));
        shown["refused"] = all.collect();
        shown["refused_total"] = report.refused_total.into();
    }
    if !report.notes.is_empty() {
        shown["notes"] = report.notes.iter().map(show_note).collect();
    }
    if let Some(fault) = &report.fault {
        shown["fault"] = json!({"kind": fault.kind.name(), "message": fault.message.english()});
        if let Some(texts) = fault.message.in_all_languages() {
            shown["fault"]["texts"] = json!(texts);
        }
        if let Some(explanation) = report.explanation.as_ref().and_then(Explanation::as_json) {
            shown["fault"]["explanation"] = explanation;
        }
    }
    shown
}

fn show_note(note: &Note) -> Value {
    json!({"fields": note.fields, "text": note.text, "color": note.color})
}
