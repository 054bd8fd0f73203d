//! The explanation of a match: when it was decided, its turning points, and an account of each player that adds up.

mod losses;
mod moments;
mod words;

use super::ReplayError;
use super::json_types::Texts;
use super::reader::{Reader, merged};
use super::turns::Turn;
pub use losses::{RecordedLosses, alternatives, recorded_losses};
use moments::{Leads, Swing, largest_swings};
use serde::Serialize;
use wag_core::game::{AccountBook, Accounts, Advice, Entry, Notice, Seat, Show, Standing};
use wag_core::problem::FaultKind;
use wag_i18n::{Language, Message, later};

/// The maximum number of moments that are marked as decisive.
const DECISIVE_MAX: usize = 3;
/// The maximum number of notes that are used for each player.
const NOTES_OF_PLAYER_MAX: usize = 2;
/// The labels of the rows of an account, beside its entries, and of the counts of every game. The labels of a game must
/// differ from them.
pub const COMMON_LABELS: [&[&str]; 2] = [
    &[later!("at the start"), later!("unexplained"), later!("at the end")],
    &[TURNS.1, ORDERS.1, REFUSED.1, TIMEOUTS.1, ERRORS.1, ABSENT.1],
];
/// The counts of every game.
pub const COMMON_COUNTS: [Entry; 6] = [TURNS, ORDERS, REFUSED, TIMEOUTS, ERRORS, ABSENT];
const TURNS: Entry = ("turns", later!("turns"));
const ORDERS: Entry = ("orders", later!("orders"));
const REFUSED: Entry = ("refused", later!("refused orders"));
const TIMEOUTS: Entry = ("timeouts", later!("turns lost by time-outs"));
const ERRORS: Entry = ("errors", later!("turns lost by errors"));
const ABSENT: Entry = ("absent", later!("rounds without the player, which got no more turns"));
/// The maximum number of points of the curve.
const POINTS_MAX: u32 = 2000;
/// The maximum number of rounds in which the lead is determined. In longer matches, some rounds are skipped.
const LEADS_MAX: u32 = 10_000;

/// A text in English, and in each language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(ts_rs::TS), ts(optional_fields))]
pub struct Phrase {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Texts>,
}

impl From<Message> for Phrase {
    fn from(message: Message) -> Phrase {
        Phrase { text: message.english(), texts: message.in_all_languages() }
    }
}

impl Phrase {
    /// Returns the text in the user's language.
    pub fn translated(&self) -> &str {
        let texts = self.texts.as_ref();
        texts.and_then(|texts| texts.get(Language::spoken().code)).unwrap_or(&self.text)
    }
}

/// The explanation of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchExplanation {
    /// The name of the value that shows who leads.
    pub lead: &'static str,
    /// The last round that is explained.
    pub rounds: u32,
    /// Whether the explanation covers the whole match.
    pub complete: bool,
    /// What the replay lacks.
    pub remarks: Vec<Phrase>,
    pub decision: Decision,
    /// The turning points, in the order of the match.
    pub moments: Vec<Moment>,
    /// The accounts of the players, in seat order.
    pub players: Vec<PlayerAccounts>,
    /// The value that shows who leads, over time.
    pub curve: Curve,
}

/// The moment that decided a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Decision {
    /// The round in which the winner took the lead for good; `None` if nobody wins alone.
    pub round: Option<u32>,
    /// The seat of the winner, or of the leader if the match is not over; counted from 1.
    pub seat: Option<u8>,
    /// The number of times that the lead passed from one player to another.
    pub lead_changes: usize,
    #[serde(flatten)]
    pub phrase: Phrase,
}

/// The kind of a turning point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MomentKind {
    /// A player took the lead.
    Lead,
    /// The value that shows who leads rose or fell more than that of the others.
    Swing,
    /// A player was out, or got no more turns.
    Out,
    /// A note about a problem of the player, which began in this round.
    Note,
}

/// A turning point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    pub kind: MomentKind,
    pub round: u32,
    /// The last round of a swing; otherwise the same as `round`.
    pub until: u32,
    /// The seat of the player, counted from 1.
    pub seat: u8,
    /// The change of the value in a swing; otherwise 0.
    pub amount: i64,
    /// Whether it is one of the few that decided the match most.
    pub is_decisive: bool,
    #[serde(flatten)]
    pub phrase: Phrase,
}

/// The accounts and counts of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PlayerAccounts {
    /// The seat, counted from 1.
    pub seat: u8,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    pub accounts: Vec<FigureAccount>,
    pub counts: Vec<Count>,
}

/// The account of one figure: `start`, plus the amounts of all entries, plus `unexplained`, is `end`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureAccount {
    pub figure: &'static str,
    pub start: i64,
    pub entries: Vec<Amount>,
    /// The part of the change whose reason the replay does not contain.
    pub unexplained: i64,
    pub end: i64,
}

/// An entry of an account.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Amount {
    pub name: &'static str,
    /// The meaning for people, in English.
    pub label: &'static str,
    pub amount: i64,
}

/// A number that is part of no account.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Count {
    pub name: &'static str,
    /// The meaning for people, in English.
    pub label: &'static str,
    pub count: u64,
}

/// The value that shows who leads, over time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Curve {
    /// The round of each point; 0 is the start of the match.
    pub rounds: Vec<u32>,
    /// The values by seat and point.
    pub values: Vec<Vec<i64>>,
}

/// The numbers that are counted in every game, from the reports of the players.
#[derive(Clone, Copy, Debug, Default)]
struct Turns {
    turns: u64,
    orders: u64,
    refused: u64,
    timeouts: u64,
    errors: u64,
    /// The round after which the player got no more turns because too many had failed; `None` if it played on.
    stopped: Option<u32>,
}

/// Explains a match as far as its replay can be read.
pub fn explain<G: Show>(reader: &Reader<G>) -> Result<MatchExplanation, ReplayError> {
    let mut history = History::<G>::new(reader);
    for stretch in reader.all_chunks() {
        let stretch = match stretch {
            Ok(stretch) => stretch,
            Err(ReplayError::Damaged { first, last }) => {
                history.damaged.push((first, last));
                continue;
            }
            Err(err) => return Err(err),
        };
        history.begin(stretch.frame);
        let mut turns = stretch.turns.iter().peekable();
        while let Some(turn) = turns.next() {
            history.turn(turn);
            if turns.peek().is_none_or(|next| next.round != turn.round) {
                history.end_round(turn.round);
            }
        }
        history.damaged.extend(stretch.damaged);
    }
    Ok(history.finish())
}

/// The course of a match as far as it has been read.
struct History<'r, G: Show> {
    reader: &'r Reader<G>,
    frame: Option<G::Frame>,
    start: Vec<Standing>,
    book: AccountBook,
    turns: Vec<Turns>,
    leads: Leads,
    curve: Curve,
    /// The amounts of all entries at each point of the curve, by point and seat.
    booked: Vec<Vec<Vec<i64>>>,
    /// The seats that were out or got no more turns, each with the round.
    out: Vec<(u32, Seat, Notice)>,
    damaged: Vec<(u32, u32)>,
    rounds: u32,
}

impl<'r, G: Show> History<'r, G> {
    fn new(reader: &'r Reader<G>) -> Self {
        let seats = reader.header().players.len();
        History {
            reader,
            frame: None,
            start: Vec::new(),
            book: AccountBook::new(G::accounts(reader.setup()), seats),
            turns: vec![Turns::default(); seats],
            leads: Leads::default(),
            curve: Curve { rounds: Vec::new(), values: vec![Vec::new(); seats] },
            booked: Vec::new(),
            out: Vec::new(),
            damaged: Vec::new(),
            rounds: 0,
        }
    }

    fn declared(&self) -> &'static Accounts {
        G::accounts(self.reader.setup())
    }

    /// Returns the standings at the end of what was read; an empty list if that was nothing.
    fn standings(&self) -> Vec<Standing> {
        let frame = self.frame.as_ref();
        frame.map(|frame| G::frame_standings(self.reader.setup(), frame)).unwrap_or_default()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.turns.len())
    }

    /// Begins a stretch of readable rounds.
    fn begin(&mut self, frame: G::Frame) {
        if self.frame.is_none() {
            self.start = G::frame_standings(self.reader.setup(), &frame);
            self.frame = Some(frame);
            self.point(0);
        } else {
            self.frame = Some(frame);
        }
    }

    fn turn(&mut self, turn: &Turn<G>) {
        let Some(frame) = &mut self.frame else { return };
        G::book(self.reader.setup(), frame, &turn.orders, &turn.events, &mut self.book);
        G::follow(self.reader.setup(), frame, &turn.seats(), &turn.events);
        for (seat, orders) in &turn.orders {
            if let Some(turns) = self.turns.get_mut(seat.index()) {
                turns.orders += G::count_orders(orders) as u64;
            }
        }
        for (seat, report) in &turn.reports {
            let Some(turns) = self.turns.get_mut(seat.index()) else { continue };
            turns.turns += 1;
            // The report and the events may both count the same refusals of a program's answer.
            turns.refused += u64::from(report.refused_total.max(G::count_refused(&turn.events, *seat)));
            match report.fault.as_ref().map(|fault| fault.kind) {
                Some(FaultKind::Timeout) => turns.timeouts += 1,
                Some(_) => turns.errors += 1,
                None => {}
            }
        }
        let put_out = turn.events.iter().filter_map(G::put_out).map(|seat| (seat, Notice::Out));
        for (seat, notice) in turn.notices.iter().copied().chain(put_out) {
            self.notice(turn.round, seat, notice);
        }
    }

    fn notice(&mut self, round: u32, seat: Seat, notice: Notice) {
        let is_new = self.out.iter().all(|(_, known, _)| *known != seat);
        let Some(turns) = self.turns.get_mut(seat.index()).filter(|_| is_new) else { return };
        if notice != Notice::Out {
            turns.stopped = Some(round);
        }
        self.out.push((round, seat, notice));
    }

    fn end_round(&mut self, round: u32) {
        let Some(frame) = &self.frame else { return };
        let all = self.reader.file().rounds();
        self.rounds = round;
        if round.is_multiple_of(all.div_ceil(LEADS_MAX).max(1)) || round == all {
            let mut values = G::lead(self.reader.setup(), frame);
            // A player that takes the last place never leads, whatever it keeps.
            for (seat, _) in self.forfeits() {
                values.get_mut(seat.index()).into_iter().for_each(|value| *value = i64::MIN);
            }
            self.leads.note(round, &values);
        }
        if round.is_multiple_of(all.div_ceil(POINTS_MAX).max(1)) || round == all {
            self.point(round);
        }
    }

    /// Adds a point to the curve.
    fn point(&mut self, round: u32) {
        let Some(frame) = &self.frame else { return };
        self.curve.rounds.push(round);
        let values = G::lead(self.reader.setup(), frame);
        self.curve.values.iter_mut().zip(values).for_each(|(list, value)| list.push(value));
        self.booked.push(self.seats().map(|seat| self.book.amounts(seat).to_vec()).collect());
    }

    fn finish(mut self) -> MatchExplanation {
        self.leads = std::mem::take(&mut self.leads).lasting(self.rounds);
        let file = self.reader.file();
        MatchExplanation {
            lead: self.declared().lead.name,
            rounds: self.rounds,
            complete: file.is_complete() && self.damaged.is_empty(),
            remarks: self.remarks().into_iter().map(Phrase::from).collect(),
            decision: self.decision(),
            moments: self.moments(),
            players: self.seats().map(|seat| self.player(seat)).collect(),
            curve: self.curve,
        }
    }

    fn name(&self, seat: Seat) -> String {
        words::short_name(self.reader.header().players.get(seat.index()).map_or("", |player| &player.name))
    }

    /// Returns what the replay lacks.
    fn remarks(&self) -> Vec<Message> {
        let file = self.reader.file();
        let mut remarks = Vec::new();
        if self.start.is_empty() {
            remarks.push(words::nothing());
        }
        remarks.extend(self.forfeits().map(|(seat, why)| words::forfeited(self.name(seat), why)));
        remarks.extend(merged(self.damaged.iter().copied()).into_iter().map(words::damaged));
        match &file.ended {
            None if file.check_end().is_err() => remarks.push(words::lost_end()),
            None => remarks.push(words::unfinished(self.rounds)),
            Some(ended) if ended.interrupted => remarks.push(words::interrupted(self.rounds)),
            Some(_) => {}
        }
        if self.rounds > 0 && !self.has_reports() {
            remarks.push(words::no_reports());
        }
        remarks
    }

    /// Returns the seats that forfeited, each with the reason; none before the match has ended.
    fn forfeits(&self) -> impl Iterator<Item = (Seat, Message)> + use<'r, G> {
        let ended = self.reader.file().ended.iter().flat_map(|ended| &ended.standings);
        self.seats().zip(ended).filter_map(|(seat, standing)| {
            let why = standing.forfeit_message.clone();
            Some((seat, why.or_else(|| standing.forfeit.clone().map(Message::from))?))
        })
    }

    /// Returns whether the replay tells how the players' turns went. A replay from another format does not.
    fn has_reports(&self) -> bool {
        self.turns.iter().any(|turns| turns.turns > 0)
    }

    /// Returns the places of the players: those of the result, or those at the end of what was read.
    fn places(&self) -> Vec<u32> {
        let ended = self.reader.file().ended.as_ref().map(|ended| ended.standings.as_slice());
        match ended.filter(|standings| standings.len() == self.turns.len()) {
            Some(standings) => standings.iter().map(|standing| standing.place).collect(),
            None => {
                let now = self.standings();
                now.iter().map(|standing| standing.place).collect()
            }
        }
    }

    fn decision(&self) -> Decision {
        let places = self.places();
        let winners: Vec<Seat> = self.seats().filter(|seat| places.get(seat.index()) == Some(&1)).collect();
        let is_over = self.reader.file().ended.as_ref().is_some_and(|ended| !ended.interrupted);
        let lead_changes = self.leads.changes();
        let of = |round: Option<u32>, seat: Option<Seat>, message: Message| Decision {
            round,
            seat: seat.map(Seat::number),
            lead_changes,
            phrase: message.into(),
        };
        let failed = self.reader.file().ended.as_ref().and_then(|ended| ended.failed.clone());
        if let Some(problem) = failed {
            return of(None, None, words::void(problem.bounded().message));
        }
        match (is_over, winners.as_slice(), self.leads.last()) {
            (false, _, None) | (_, [], _) => of(None, None, words::undecided()),
            (false, _, Some((round, leader))) => {
                of(Some(round), Some(leader), words::leads(self.name(leader), round, lead_changes))
            }
            (true, [winner], Some((round, leader))) if *winner == leader => {
                of(Some(round), Some(leader), words::led_to_the_end(self.name(leader), round, lead_changes))
            }
            (true, [winner], leader) => {
                let leader = leader.map(|(_, leader)| self.name(leader));
                let message = words::decided_at_the_end(self.name(*winner), self.rounds, leader);
                of(Some(self.rounds), Some(*winner), message)
            }
            (true, winners, _) => {
                of(None, None, words::draw(winners.iter().map(|seat| self.name(*seat)).collect()))
            }
        }
    }

    fn moments(&self) -> Vec<Moment> {
        let at = |kind, round, seat: Seat, message: Message| Moment {
            kind,
            round,
            until: round,
            seat: seat.number(),
            amount: 0,
            is_decisive: false,
            phrase: message.into(),
        };
        let leads = self.leads.longest(self.rounds).into_iter().map(|lead| {
            let message = words::takes_the_lead(self.name(lead.seat), lead.lasts);
            at(MomentKind::Lead, lead.round, lead.seat, message)
        });
        let swings = largest_swings(&self.curve).into_iter().map(|swing| Moment {
            until: swing.until,
            amount: swing.amount,
            ..at(MomentKind::Swing, swing.round, swing.seat, self.swing_in_words(&swing))
        });
        let outs = |stopped: bool| {
            let outs = self.out.iter().filter(move |(.., notice)| (*notice != Notice::Out) == stopped);
            outs.map(|(round, seat, notice)| {
                at(MomentKind::Out, *round, *seat, words::out(self.name(*seat), *notice))
            })
        };
        // A player that gets no more turns loses for that reason. Leads and swings are sorted by their weight, a lead that
        // lasts to the end first.
        let mut moments: Vec<Moment> = outs(true).chain(leads).chain(swings).chain(outs(false)).collect();
        moments.iter_mut().take(DECISIVE_MAX).for_each(|moment| moment.is_decisive = true);
        moments.extend(self.notes().map(|note| {
            let round = note.round.unwrap_or(1).clamp(1, self.rounds.max(1));
            let sentence = note.message.clone().unwrap_or_else(|| note.text.clone().into());
            at(MomentKind::Note, round, note.seat, words::note(self.name(note.seat), sentence))
        }));
        moments.sort_by_key(|moment| (moment.round, moment.kind, moment.seat));
        moments
    }

    /// Returns the notes of the match, at most two per player.
    fn notes(&self) -> impl Iterator<Item = &Advice> {
        let mut counts = vec![0; self.turns.len()];
        let notes = self.reader.file().ended.iter().flat_map(|ended| &ended.advice);
        notes.filter(move |note| {
            let count = counts.get_mut(note.seat.index());
            count.is_some_and(|count| {
                *count += 1;
                *count <= NOTES_OF_PLAYER_MAX
            })
        })
    }

    /// Describes a swing, with the entries that explain most of it.
    fn swing_in_words(&self, swing: &Swing) -> Message {
        let amounts = |point: usize| self.booked[point][swing.seat.index()].iter();
        let changes =
            amounts(swing.last).zip(amounts(swing.first)).map(|(now, before)| now.saturating_sub(*before));
        let entries = self.declared().accounts.iter().flat_map(|account| {
            let explains = self.declared().lead.figures.contains(&account.figure);
            account.entries.iter().map(move |(_, label)| (explains, *label))
        });
        let entries = entries.zip(changes).filter(|((explains, _), change)| *explains && *change != 0);
        // Entries of several figures may have the same label.
        let mut causes: Vec<(&str, i64)> = Vec::new();
        for ((_, label), change) in entries {
            match causes.iter_mut().find(|(known, _)| *known == label) {
                Some((_, sum)) => *sum = sum.saturating_add(change),
                None => causes.push((label, change)),
            }
        }
        let explained = causes.iter().fold(0_i64, |sum, (_, change)| sum.saturating_add(*change));
        let rest = swing.amount.saturating_sub(explained);
        if rest != 0 && !self.declared().lead.figures.is_empty() {
            causes.push((later!("unexplained"), rest));
        }
        words::swing(self.name(swing.seat), self.declared().lead.name, swing, causes)
    }

    fn player(&self, seat: Seat) -> PlayerAccounts {
        let now = self.standings();
        let value = |standings: &[Standing], figure: &str| {
            let figures = standings.get(seat.index()).map_or(&[][..], |standing| &standing.figures);
            figures.iter().find(|(name, _)| *name == figure).map_or(0, |(_, value)| *value)
        };
        let accounts = self.book.accounts(seat).map(|(account, amounts)| {
            let (start, end) = (value(&self.start, account.figure), value(&now, account.figure));
            let entries = account.entries.iter().zip(amounts);
            let sum = amounts.iter().fold(start, |sum, amount| sum.saturating_add(*amount));
            FigureAccount {
                figure: account.figure,
                start,
                entries: entries
                    .map(|((name, label), amount)| Amount { name, label, amount: *amount })
                    .collect(),
                unexplained: end.saturating_sub(sum),
                end,
            }
        });
        PlayerAccounts {
            seat: seat.number(),
            name: self
                .reader
                .header()
                .players
                .get(seat.index())
                .map_or_else(String::new, |player| player.name.clone()),
            place: self.places().get(seat.index()).copied(),
            accounts: if self.start.is_empty() { Vec::new() } else { accounts.collect() },
            counts: self.counts(seat),
        }
    }

    fn counts(&self, seat: Seat) -> Vec<Count> {
        let Turns { turns, orders, refused, timeouts, errors, stopped } = self.turns[seat.index()];
        let count = |(name, label): Entry, count| Count { name, label, count };
        let mut counts = Vec::new();
        if self.has_reports() {
            counts.push(count(TURNS, turns));
        }
        counts.push(count(ORDERS, orders));
        if self.has_reports() {
            counts.extend([count(REFUSED, refused), count(TIMEOUTS, timeouts), count(ERRORS, errors)]);
        }
        let absent = stopped.map_or(0, |round| self.rounds.saturating_sub(round));
        counts.push(count(ABSENT, absent.into()));
        let own = self.declared().counts.iter().zip(self.book.counts(seat));
        counts.extend(own.map(|((name, label), count)| Count { name, label, count: *count }));
        counts
    }
}
