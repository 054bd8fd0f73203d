//! The sentences of a report.

use super::report::{CardCause, CurvePoint, LossCard};
use wag_core::game::{Cards, Cause, Losses, Sampling};
use wag_core::text::printable;
use wag_i18n::{Message, message, quote};
use wag_play::error::PlayError;
use wag_replay::ReplayError;

/// A cause pays for so much of a loss that it explains all of it, or nearly all.
const ALL: f64 = 0.97;
const NEARLY_ALL: f64 = 0.75;
const HALF: f64 = 0.4;
/// From this size on, a number is shown without decimals.
const LARGE: f64 = 10.0;

/// What all sentences above the cards name.
pub struct Facts<'f> {
    pub player: &'f str,
    pub stand_in: &'static str,
    pub declared: &'static Losses,
    pub actual: f64,
}

/// Returns a number, grouped in thousands: `14,100`. Small numbers have a decimal.
pub fn amount(value: f64) -> Message {
    let tenths = (value.abs() * 10.0).round() as u64;
    let sign = if value < 0.0 && tenths > 0 { "-" } else { "" };
    if value.abs() < LARGE && !tenths.is_multiple_of(10) {
        return message!("%{sign}%{whole}.%{tenth}", sign, whole = tenths / 10, tenth = tenths % 10);
    }
    let whole = value.abs().round() as u64;
    match (whole / 1_000_000, whole / 1000 % 1000, whole % 1000) {
        (0, 0, rest) => Message::from(format!("{sign}{rest}")),
        (0, thousands, rest) => {
            message!("%{sign}%{thousands},%{rest}", sign, thousands, rest = format!("{rest:03}"))
        }
        (millions, thousands, rest) => message!(
            "%{sign}%{millions},%{thousands},%{rest}",
            sign,
            millions,
            thousands = format!("{thousands:03}"),
            rest = format!("{rest:03}")
        ),
    }
}

pub fn would_have(facts: &Facts<'_>, round: u32, value: f64) -> Message {
    let Facts { player, stand_in, declared, actual } = facts;
    match declared.cards {
        Cards::Fit => message!(
            "%{player}, from your position in round %{round} %{stand_in} would have ended with %{value}; you ended with %{actual}.",
            player,
            round,
            stand_in,
            value = amount(value),
            actual = amount(*actual)
        ),
        Cards::LastFall => message!(
            "%{player}, from your position in round %{round} %{stand_in} would still have won; after that turn it no longer could.",
            player,
            round,
            stand_in
        ),
    }
}

pub fn steady(facts: &Facts<'_>, per_round: f64) -> Message {
    let stand_in = facts.stand_in;
    message!(
        "No single moment decided this match: you lost about %{rate} per round against %{stand_in} from the beginning.",
        rate = amount(per_round),
        stand_in
    )
}

pub fn no_loss(facts: &Facts<'_>) -> Message {
    message!("%{stand_in} would not have done better from any of your positions.", stand_in = facts.stand_in)
}

pub fn only_luck(facts: &Facts<'_>) -> Message {
    message!(
        "No single moment decided this match: what %{stand_in} would have done better is within the luck of one match.",
        stand_in = facts.stand_in
    )
}

/// Says until when the built-in player would still have won: in at least half of its futures.
pub fn won_until(stand_in: &str, points: &[CurvePoint]) -> Message {
    let played: Vec<&CurvePoint> = points.iter().filter(|point| point.futures > 0).collect();
    let wins = |point: &CurvePoint| amount(point.win * f64::from(point.futures));
    let Some(last) = played.iter().rposition(|point| point.win >= 0.5) else {
        return message!("%{stand_in} would not have won from any of your positions.", stand_in);
    };
    let (until, of) = (played[last], played[last].futures);
    match played.get(last + 1) {
        Some(next) => message!(
            "Until round %{round} %{stand_in} would still have won from your position (%{wins} of %{of}), from round %{next} on no more (%{left} of %{of_next}).",
            round = until.round,
            stand_in,
            wins = wins(until),
            of,
            next = next.round,
            left = wins(next),
            of_next = next.futures
        ),
        None => message!(
            "%{stand_in} would still have won from your position in round %{round} (%{wins} of %{of}).",
            stand_in,
            round = until.round,
            wins = wins(until),
            of
        ),
    }
}

pub fn certain_losses(player: &str) -> Message {
    message!("%{player}, these turns cost you something that no opponent could take.", player)
}

pub fn no_certain_loss() -> Message {
    message!("No turn of yours failed or broke a rule.")
}

/// Describes a card: where the loss begins, its stated causes, and how much of it they explain.
pub fn card(
    card: &LossCard,
    stated: &[CardCause],
    declared: &'static Losses,
    stand_in: &'static str,
    causes: &[Cause],
    is_last: bool,
) -> Message {
    let loss = amount(card.loss);
    let (round, until) = (card.onset, card.until);
    let phrase = |cause: &CardCause| {
        let known = causes.iter().find(|known| known.name == cause.name);
        let phrase = known.map_or_else(Message::default, |known| known.phrase.clone());
        match cause.lines.first() {
            Some(place) => phrase.with_note(printable(&format!("{}:{}", place.file, place.line))),
            None => phrase,
        }
    };
    let is_regained = declared.cards == Cards::LastFall && !is_last;
    match stated {
        [] if card.steady => message!(
            "You lost about %{rate} per round against %{stand_in} all the time; there is no single moment.",
            rate = amount(card.per_round),
            stand_in
        ),
        _ if is_regained => match stated {
            [] => message!("In round %{round} the chance to win fell, and rose again later.", round),
            [first, ..] => message!(
                "In round %{round} the chance to win fell, and rose again later: %{cause}.",
                round,
                cause = phrase(first)
            ),
        },
        [] if declared.cards == Cards::LastFall => {
            message!("In round %{round} the match was lost; nothing that Wag watches explains it.", round)
        }
        [] if declared.sampling == Sampling::EveryRound => message!(
            "Between rounds %{round} and %{until} you lost %{loss}; nothing that Wag watches explains it.",
            round,
            until,
            loss
        ),
        [] => message!(
            "Between rounds %{round} and %{until} you lost %{loss}; nothing that Wag watches explains it, it may be luck.",
            round,
            until,
            loss
        ),
        [first, more @ ..] => {
            let begins = match declared.cards {
                Cards::Fit => message!(
                    "The loss of %{loss} begins in round %{round}: %{cause}. %{part}",
                    loss,
                    round,
                    cause = phrase(first),
                    part = part(first.share)
                ),
                Cards::LastFall => {
                    message!("In round %{round} the match was lost: %{cause}.", round, cause = phrase(first))
                }
            };
            let all = match more {
                [] => begins,
                [second, ..] => {
                    message!("%{first} Also: %{cause}.", first = begins, cause = phrase(second))
                }
            };
            match winning_orders(card) {
                orders if orders.is_empty() => all,
                orders => message!("%{all} %{orders} would still have won.", all, orders),
            }
        }
    }
}

/// Returns the orders of the deciding round with which the built-in player would still have won.
fn winning_orders(card: &LossCard) -> String {
    let winning = card.better.iter().filter(|better| better.win == 1.0);
    winning.map(|better| better.order.as_str()).collect::<Vec<_>>().join(", ")
}

/// Says how much of a loss a cause explains.
fn part(share: f64) -> Message {
    match share {
        ALL.. => message!("This explains all of it."),
        NEARLY_ALL..ALL => message!("This explains nearly all of it."),
        HALF..NEARLY_ALL => message!("This explains about half of it."),
        _ => message!("This explains a part of it."),
    }
}

pub fn other_game() -> Message {
    message!("Wag does not compute where matches of this game were lost.")
}

pub fn damaged(error: &ReplayError) -> Message {
    message!("Where the match was lost is unknown: %{error}.", error)
}

pub fn no_result() -> Message {
    message!("The match was not played to its end, so nobody lost it.")
}

pub fn no_turn(player: &str) -> Message {
    message!("%{player} had no turn in this match.", player)
}

pub fn too_short(rounds: u32) -> Message {
    message!("A match of %{rounds} rounds is too short for a curve.", rounds)
}

pub fn stopped(player: &str, round: u32) -> Message {
    message!(
        "Where the match was lost is unknown: %{player} stopped after round %{round}, so the match cannot go on with all players.",
        player,
        round
    )
}

pub fn stopped_in_future(player: &str, round: u32) -> Message {
    message!(
        "Where the match was lost is unknown: %{player} stopped when the match went on from round %{round}.",
        player,
        round
    )
}

pub fn no_code(player: &str) -> Message {
    message!(
        "Where the match was lost is unknown: there is no code with which %{player} could play on.",
        player
    )
}

pub fn unplayable(error: String) -> Message {
    message!("Where the match was lost is unknown: %{error}.", error = error.trim_end_matches('.'))
}

pub fn lost_from_start() -> Message {
    message!("No built-in player would have held this match.")
}

pub fn no_time(seconds: f64, needed: f64) -> Message {
    message!(
        "Where the match was lost cannot be computed in %{seconds} s: it takes about %{needed} s. Allow more with --seconds.",
        seconds = seconds.round() as u64,
        needed = needed.ceil() as u64
    )
}

pub fn interrupted() -> Message {
    message!("Where the match was lost is unknown: the computation was stopped.")
}

pub fn not_repeatable() -> Message {
    message!(
        "The match is not repeatable: an AI ran out of time, or used something that the seed does not determine. The curve may be wrong."
    )
}

pub fn partial(played: usize, planned: u32) -> Message {
    message!(
        "Only %{played} of %{planned} futures were played, so this answer is incomplete.",
        played,
        planned
    )
}

pub fn unknown_stand_in(word: &str, known: &str) -> PlayError {
    PlayError::UserError(message!(
        "%{word} cannot take over a seat; choose one of: %{known}",
        word = quote(word),
        known
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_in_both_languages() {
        let texts = |value: f64| {
            let all = amount(value).in_all_languages();
            (amount(value).english(), all.map(|all| all["de"].clone()))
        };
        assert_eq!(texts(14_100.2), ("14,100".to_string(), Some("14.100".to_string())));
        assert_eq!(texts(-1_002_030.0), ("-1,002,030".to_string(), Some("-1.002.030".to_string())));
        assert_eq!(texts(9.26), ("9.3".to_string(), Some("9,3".to_string())));
        assert_eq!([0.0, 9.0, 999.4].map(|value| texts(value).0), ["0", "9", "999"]);
    }
}
