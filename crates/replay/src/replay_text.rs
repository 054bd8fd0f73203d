//! Replays of any game as text for terminals: for each round, a board drawn with symbols, and sentences.
//!
//! This module sanitizes and shortens all texts; its callers depend on no specific game.

use super::{Blocks, Reader, ReplayError, Turn, Verdict, verify, verify_with};
use serde::Deserialize;
use serde_json::Value;
use wag_core::arena::{Note, TurnReport};
use wag_core::game::{Notice, OrderText, Refusal, Seat, Show, Sight, Standing, places_after_forfeits};
use wag_core::text::printable;
use wag_i18n::{Language, t};

/// The maximum length of a line, in characters. Like the other limits, it is beyond what anybody reads in a terminal.
const LINE_MAX: usize = 2000;
/// The maximum number of lines of a turn.
const LINES_MAX: usize = 1000;
/// The maximum length of a player's name, in characters.
const NAME_MAX: usize = 40;
/// The maximum number of events shown for one round.
const EVENTS_MAX: usize = 5000;
/// The maximum number of notes shown for one round.
const NOTES_MAX: usize = 300;

/// A replay of any game, as text.
pub trait ReplayText {
    fn title(&self) -> &Title;
    /// Returns the last round with any data.
    fn last(&self) -> u32;
    /// Returns whether the replay will not grow any more.
    fn is_over(&self) -> bool;
    /// Returns whether the match was interrupted, so that there is no winner.
    fn is_interrupted(&self) -> bool;
    /// Returns the reason why the game itself could not go on, so that the match is void.
    fn failure(&self) -> Option<String>;
    /// Reads the blocks written since the last call.
    fn refresh(&mut self) -> Result<(), ReplayError>;
    /// Returns the state at the end of a round; 0 is the start.
    fn round_view(&self, round: u32) -> Result<RoundView, ReplayError>;
    /// Returns the rounds of a chunk with notable events, in ascending order.
    fn notable(&self, chunk: u32) -> Vec<u32>;
    /// Returns the blocks of the file, including the header.
    fn blocks(&self) -> &Blocks;
    /// Returns the current version of the game's rules.
    fn version_today(&self) -> u32;
    /// Re-simulates the replay with the current rules.
    fn verify(&self) -> Result<Verdict, ReplayError>;
    /// Re-simulates the replay with another setup than the one in its header.
    fn verify_with(&self, setup: &Value) -> Result<Verdict, ReplayError>;
    /// Returns up to `bytes_max` bytes of a seat's output, each line preceded by its round.
    fn printed(&self, seat: Seat, bytes_max: usize) -> String;
    /// Returns all details of a round: the board before it, and its turns.
    fn round_text(&self, round: u32) -> Result<RoundText, ReplayError>;
}

/// Returns a replay as [`ReplayText`].
pub fn text_replay<G: Show>(reader: Reader<G>) -> Box<dyn ReplayText> {
    Box::new(TextOfReplay::of(reader))
}

/// All details of a round.
#[derive(Clone, Debug)]
pub struct RoundText {
    pub board: String,
    pub turns: Vec<TurnText>,
}

#[derive(Clone, Debug)]
pub struct TurnText {
    pub reports: Vec<(Seat, TurnReport)>,
    pub events: Vec<String>,
    /// The call stacks with which each seat gave orders, and the number of orders of each stack.
    pub call_stacks: Vec<(Seat, Vec<(String, usize)>)>,
    /// The refused orders of each seat, as sentences.
    pub refused: Vec<(Seat, Vec<String>)>,
}

/// The constant data of a match.
#[derive(Clone, Debug, Default)]
pub struct Title {
    pub game: String,
    pub map: String,
    pub seed: u64,
    /// The planned number of rounds; 0 if it is unknown.
    pub planned: u32,
    /// The players' names in seat order.
    pub players: Vec<String>,
    pub legend: Vec<(&'static str, &'static str)>,
}

/// Returns the name of a player that did not play, as tables show it.
pub fn marked_as_forfeit(name: &str) -> String {
    t!("%{name} (did not play)", name)
}

/// Explains a forfeit as a sentence without a full stop.
pub fn forfeit_in_words(name: &str, why: &str) -> String {
    t!("%{name} did not play and takes last place: %{why}", name, why)
}

/// The result of one round: the board, the standings, the events and the players' turns.
#[derive(Clone, Debug, Default)]
pub struct RoundView {
    pub sight: Sight,
    pub standings: Vec<Standing>,
    pub events: Vec<EventText>,
    pub player_turns: Vec<PlayerTurn>,
}

/// An event, described in a sentence.
#[derive(Clone, Debug)]
pub struct EventText {
    pub is_notable: bool,
    pub words: String,
}

/// A player's output in a round, and the time that the player took.
#[derive(Clone, Debug)]
pub struct PlayerTurn {
    pub seat: Seat,
    pub ms: f64,
    pub lines: Vec<String>,
    /// The fault, if any, described by its kind and message.
    pub fault: Option<String>,
    pub remarks: Vec<Remark>,
    pub orders: Vec<OrderText>,
}

/// A player's note for spectators, made with `annotate` or `annotate_path`.
#[derive(Clone, Debug)]
pub struct Remark {
    /// The squares as `x` and `y`; several for a path.
    pub fields: Vec<(u32, u32)>,
    /// The squares and the note as one text.
    pub words: String,
}

struct TextOfReplay<G: Show> {
    reader: Reader<G>,
    title: Title,
}

impl<G: Show> TextOfReplay<G> {
    fn of(reader: Reader<G>) -> Self {
        let header = reader.header();
        let title = Title {
            game: short(header.game_name(), NAME_MAX),
            map: short(&header.map, NAME_MAX),
            seed: header.seed,
            planned: header.rounds,
            players: header.players.iter().map(|player| short(&player.name, NAME_MAX)).collect(),
            legend: G::LEGEND.to_vec(),
        };
        TextOfReplay { reader, title }
    }

    /// Returns the position before round 1, with the events before it.
    fn start(&self) -> Result<RoundView, ReplayError> {
        let stretch = self.reader.chunk(0)?;
        let opening = self.reader.opening().map_or(&[][..], |opening| &opening.events);
        let events = self
            .forfeits()
            .chain(opening.iter().filter(|event| !G::is_silent(event)).map(|event| self.tell(event)));
        Ok(RoundView { events: events.collect(), ..self.show(&stretch.frame) })
    }

    fn show(&self, frame: &G::Frame) -> RoundView {
        RoundView {
            sight: G::sight(self.reader.setup(), frame),
            standings: self.ranked(G::frame_standings(self.reader.setup(), frame)),
            ..RoundView::default()
        }
    }

    /// Returns the forfeits with their reasons; none before the match has ended.
    fn forfeits(&self) -> impl Iterator<Item = EventText> + '_ {
        let ended = self.reader.file().ended.iter().flat_map(|ended| &ended.standings);
        self.title.players.iter().zip(ended).filter_map(|(name, standing)| {
            let why = short(&standing.forfeit_translated()?, LINE_MAX);
            Some(EventText { is_notable: true, words: printable(&forfeit_in_words(name, &why)) })
        })
    }

    /// Returns the standings. Once the match has ended, seats that forfeited have the worst rank.
    fn ranked(&self, mut standings: Vec<Standing>) -> Vec<Standing> {
        let ended = self.reader.file().ended.iter().flat_map(|ended| &ended.standings);
        let forfeits: Vec<bool> = ended.map(|standing| standing.forfeit.is_some()).collect();
        if forfeits.len() == standings.len() {
            let places: Vec<u32> = standings.iter().map(|standing| standing.place).collect();
            let places = places_after_forfeits(&places, &forfeits);
            standings.iter_mut().zip(places).for_each(|(standing, place)| standing.place = place);
        }
        standings
    }

    fn tell(&self, event: &G::Event) -> EventText {
        let words = printable(&G::tell(self.reader.setup(), event, &self.title.players).translated());
        EventText { is_notable: is_notable::<G>(event), words }
    }

    /// Describes the orders of a seat, each with the source lines that gave it.
    fn orders(&self, frame: &G::Frame, seat: Seat, turn: &Turn<G>, report: &TurnReport) -> Vec<OrderText> {
        let of_seat = turn.orders.iter().filter(|(of, _)| *of == seat).map(|(_, orders)| orders);
        let texts = of_seat.flat_map(|orders| G::tell_orders(self.reader.setup(), frame, seat, orders));
        let placed = |(number, order): (usize, OrderText)| {
            let chain = report.origins.places.get(number).copied().flatten();
            let words = match report.origins.stack(chain) {
                stack if stack.is_empty() => printable(&order.words),
                way => printable(&format!("{} ({way})", order.words)),
            };
            OrderText { words, ..order }
        };
        texts.take(EVENTS_MAX).enumerate().map(placed).collect()
    }

    fn notice(&self, seat: Seat, notice: Notice) -> EventText {
        let name = self.title.players.get(seat.index()).map_or("?", String::as_str);
        let words = match notice {
            Notice::Out => t!("%{name} is out of the match", name),
            Notice::StandsStill => {
                t!("%{name} has lost too many turns and gets no more turns", name)
            }
            Notice::Gone => t!("%{name} has ended and takes no further part in the game", name),
        };
        EventText { is_notable: true, words }
    }
}

impl<G: Show> ReplayText for TextOfReplay<G> {
    fn title(&self) -> &Title {
        &self.title
    }

    fn last(&self) -> u32 {
        self.reader.file().rounds()
    }

    fn is_over(&self) -> bool {
        self.reader.file().ended.is_some()
    }

    fn is_interrupted(&self) -> bool {
        self.reader.file().ended.as_ref().is_some_and(|ended| ended.interrupted)
    }

    fn failure(&self) -> Option<String> {
        let problem = self.reader.file().ended.as_ref()?.failed.clone()?;
        Some(problem.bounded().line(Language::spoken()))
    }

    fn refresh(&mut self) -> Result<(), ReplayError> {
        self.reader.refresh()
    }

    fn round_view(&self, round: u32) -> Result<RoundView, ReplayError> {
        if round == 0 {
            return self.start();
        }
        let stretch = self.reader.round(round)?;
        let mut frame = stretch.frame;
        for turn in &stretch.turns {
            G::follow(self.reader.setup(), &mut frame, &turn.seats(), &turn.events);
        }
        let turns = || stretch.turns.iter();
        let events = turns().flat_map(|turn| &turn.events).filter(|event| !G::is_silent(event));
        let events = events.map(|event| self.tell(event));
        let notices = turns().flat_map(|turn| &turn.notices);
        let notices = notices.map(|(seat, notice)| self.notice(*seat, *notice));
        let mut events: Vec<EventText> = events.take(EVENTS_MAX).chain(notices).collect();
        events.sort_by_key(|event| !event.is_notable);
        let player_turns = turns().flat_map(|turn| {
            turn.reports.iter().map(|(seat, report)| PlayerTurn {
                orders: self.orders(&frame, *seat, turn, report),
                ..player_turn(*seat, report)
            })
        });
        let player_turns: Vec<PlayerTurn> = player_turns.collect();
        Ok(RoundView { events, player_turns, ..self.show(&frame) })
    }

    fn notable(&self, chunk: u32) -> Vec<u32> {
        let Ok(stretch) = self.reader.chunk(chunk) else { return Vec::new() };
        let mut rounds: Vec<u32> =
            stretch.turns.iter().filter(|turn| has_note(turn)).map(|turn| turn.round).collect();
        rounds.sort_unstable();
        rounds.dedup();
        rounds
    }

    fn blocks(&self) -> &Blocks {
        self.reader.file()
    }

    fn version_today(&self) -> u32 {
        G::VERSION
    }

    fn verify(&self) -> Result<Verdict, ReplayError> {
        verify(&self.reader)
    }

    fn verify_with(&self, setup: &Value) -> Result<Verdict, ReplayError> {
        let setup = G::Setup::deserialize(setup).map_err(|_| ReplayError::NoHeader)?;
        verify_with(&self.reader, &setup)
    }

    fn printed(&self, seat: Seat, bytes_max: usize) -> String {
        let mut printed = String::new();
        for stretch in self.reader.all_chunks().flatten() {
            for turn in &stretch.turns {
                let own = turn.reports.iter().filter(|(one, _)| *one == seat);
                for line in own.flat_map(|(_, report)| report.output.split(|byte| *byte == b'\n')) {
                    if !line.is_empty() && printed.len() < bytes_max {
                        let line = short(&String::from_utf8_lossy(line), LINE_MAX);
                        printed += &format!("{:>5}  {line}\n", turn.round);
                    }
                }
            }
        }
        printed
    }

    fn round_text(&self, round: u32) -> Result<RoundText, ReplayError> {
        let stretch = self.reader.round(round)?;
        let names = self.reader.header().players.iter().map(|player| printable(&player.name));
        let names: Vec<String> = names.collect();
        let tell = |event: &G::Event| G::tell(self.reader.setup(), event, &names).translated();
        let turn_text = |turn: Turn<G>| TurnText {
            events: turn.events.iter().filter(|event| !G::is_silent(event)).map(tell).collect(),
            call_stacks: turn.reports.iter().map(|(seat, report)| (*seat, call_stacks_of(report))).collect(),
            refused: turn.reports.iter().map(|(seat, report)| (*seat, refused_of::<G>(report))).collect(),
            reports: turn.reports,
        };
        let board = G::picture(self.reader.setup(), &stretch.frame);
        Ok(RoundText { board, turns: stretch.turns.into_iter().map(turn_text).collect() })
    }
}

/// Returns the call stacks of a report with the number of orders of each, the most frequent stack first.
fn call_stacks_of(report: &TurnReport) -> Vec<(String, usize)> {
    let mut counts = vec![0; report.origins.chains.len()];
    for place in report.origins.places.iter().flatten() {
        if let Some(count) = counts.get_mut(*place as usize) {
            *count += 1;
        }
    }
    let call_stacks = (0u32..).zip(counts).filter(|(_, count)| *count > 0);
    let mut call_stacks: Vec<_> =
        call_stacks.map(|(chain, count)| (printable(&report.origins.stack(Some(chain))), count)).collect();
    call_stacks.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    call_stacks.truncate(NOTES_MAX);
    call_stacks
}

fn refused_of<G: Show>(report: &TurnReport) -> Vec<String> {
    let refusal_text = |refusal: &Refusal| match report.origins.stack(refusal.chain) {
        stack if stack.is_empty() => printable(&G::refused(refusal).translated()),
        way => printable(&format!("{} ({way})", G::refused(refusal).translated())),
    };
    report.refused.iter().map(refusal_text).collect()
}

fn has_note<G: Show>(turn: &Turn<G>) -> bool {
    turn.events.iter().any(is_notable::<G>)
        || !turn.notices.is_empty()
        || turn.reports.iter().any(|(_, report)| report.fault.is_some())
}

fn is_notable<G: Show>(event: &G::Event) -> bool {
    G::marks(event).iter().any(|(kind, _)| !G::QUIET.contains(kind))
}

fn player_turn(seat: Seat, report: &TurnReport) -> PlayerTurn {
    let text = String::from_utf8_lossy(&report.output);
    let mut all = text.lines();
    let mut lines: Vec<String> =
        all.by_ref().take(LINES_MAX).map(|line| short(&line.replace('\t', "    "), LINE_MAX)).collect();
    if report.output_dropped > 0 || all.next().is_some() {
        lines.push(t!("(more output not shown)"));
    }
    let fault = report.fault.as_ref().map(|fault| {
        let message = fault.message.translated();
        let message = message.lines().map(|line| short(line, LINE_MAX)).collect::<Vec<_>>();
        let hint = report.explanation.as_ref().and_then(|one| one.hint(Language::spoken()));
        let hint = hint.map_or_else(String::new, |hint| format!(" — {}", printable(&hint)));
        format!("{}: {}{hint}", fault.kind.name(), message.join(" "))
    });
    let remarks = report.notes.iter().take(NOTES_MAX).map(remark).collect();
    PlayerTurn { seat, ms: report.think.as_secs_f64() * 1e3, lines, fault, remarks, orders: Vec::new() }
}

/// Formats a note: `[3, 4]: food` for a remark, or the first and last square of a path.
fn remark(note: &Note) -> Remark {
    let spot = |field: Option<&(u32, u32)>| field.map_or(String::new(), |(x, y)| format!("[{x}, {y}]"));
    let location = match note.fields.len() {
        0 | 1 => spot(note.fields.first()),
        _ => t!("%{first} to %{last}", first = spot(note.fields.first()), last = spot(note.fields.last())),
    };
    let text = short(&note.text.replace('\n', " "), LINE_MAX);
    let words = [location, text].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
    Remark { fields: note.fields.clone(), words }
}

fn short(text: &str, letters_max: usize) -> String {
    let mut short = printable(&text.chars().take(letters_max + 1).collect::<String>());
    if let Some((at, _)) = short.char_indices().nth(letters_max) {
        short.replace_range(at.., "…");
    }
    short
}
