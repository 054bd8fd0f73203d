//! The sentences of an explanation.

use super::Swing;
use wag_core::game::Notice;
use wag_i18n::{Message, message};

/// The maximum length of a player's name, in characters.
const NAME_MAX: usize = 40;
/// The maximum number of causes of a swing.
const CAUSES_MAX: usize = 3;

pub fn short_name(name: &str) -> String {
    name.chars().take(NAME_MAX).collect()
}

pub fn nothing() -> Message {
    message!("No round of this replay can be read.")
}

pub fn damaged((first, last): (u32, u32)) -> Message {
    message!(
        "Rounds %{first} to %{last} are damaged. What happened there is missing in the accounts and shown as unexplained.",
        first,
        last
    )
}

pub fn lost_end() -> Message {
    message!("The end of the replay is damaged: the result of the match is missing.")
}

pub fn unfinished(last: u32) -> Message {
    message!("The replay breaks off after round %{last}. Everything is explained up to there.", last)
}

pub fn interrupted(last: u32) -> Message {
    message!("The match was interrupted after round %{last}.", last)
}

pub fn no_reports() -> Message {
    message!(
        "This replay does not record how the players' turns went, so time-outs, errors and refused orders are unknown."
    )
}

pub fn forfeited(name: String, why: Message) -> Message {
    message!("%{name} did not play and takes last place: %{why}", name, why)
}

/// Describes a match that counts for nobody.
pub fn void(reason: Message) -> Message {
    message!("The game failed, so the match is void: %{reason}", reason)
}

pub fn undecided() -> Message {
    message!("Nobody leads.")
}

pub fn leads(name: String, round: u32, changes: usize) -> Message {
    message!(
        "%{name} has led since round %{round}; the lead changed %{changes} times. The match is not over.",
        name,
        round,
        changes
    )
}

pub fn led_to_the_end(name: String, round: u32, changes: usize) -> Message {
    match changes {
        0 => message!("%{name} took the lead in round %{round}; the lead never changed.", name, round),
        1 => message!(
            "%{name} took the lead in round %{round} and kept it to the end. It was the only change of the lead.",
            name,
            round
        ),
        _ => message!(
            "%{name} took the lead in round %{round} and kept it to the end. It was the last of %{changes} changes of the lead.",
            name,
            round,
            changes
        ),
    }
}

/// Describes a match whose winner was not the last leader.
pub fn decided_at_the_end(name: String, round: u32, leader: Option<String>) -> Message {
    match leader {
        Some(leader) => message!(
            "Only the end decided the match, in round %{round}: %{leader} was the last to take the lead, but %{name} won.",
            round,
            leader,
            name
        ),
        None => message!(
            "Only the end decided the match, in round %{round}: nobody led before, and %{name} won.",
            round,
            name
        ),
    }
}

pub fn draw(names: Vec<String>) -> Message {
    message!("Nobody won alone: %{names} share the first place.", names = names.join(", "))
}

pub fn takes_the_lead(name: String, lasts: bool) -> Message {
    match lasts {
        true => message!("%{name} takes the lead and keeps it", name),
        false => message!("%{name} takes the lead", name),
    }
}

pub fn out(name: String, notice: Notice) -> Message {
    match notice {
        Notice::Out => message!("%{name} is out", name),
        Notice::StandsStill => message!("%{name} has lost too many turns and gets no more", name),
        Notice::Gone => message!("%{name} has ended and takes no further part", name),
    }
}

pub fn note(name: String, note: Message) -> Message {
    message!("%{name}: %{note}", name, note)
}

/// Describes a swing of the value `lead`, with its largest causes.
pub fn swing(
    name: String,
    lead: &'static str,
    swing: &Swing,
    mut causes: Vec<(&'static str, i64)>,
) -> Message {
    causes.sort_by_key(|(_, amount)| std::cmp::Reverse(amount.unsigned_abs()));
    let cause = |(label, amount): (&'static str, i64)| {
        Message::new(
            "%{amount} %{label}",
            [("amount", signed(amount).into()), ("label", Message::new(label, []))],
        )
    };
    let causes = causes.into_iter().take(CAUSES_MAX).map(cause);
    let why =
        causes.reduce(|list, cause| Message::new("%{list}, %{cause}", [("list", list), ("cause", cause)]));
    let when = match swing.until {
        until if until == swing.round => message!("in round %{round}", round = until),
        until => message!("until round %{round}", round = until),
    };
    let (amount, lead) = (signed(swing.amount), Message::new(lead, []));
    match why {
        Some(why) => {
            message!("%{name}: %{amount} %{lead} %{when} (%{why})", name, amount, lead, when, why)
        }
        None => message!("%{name}: %{amount} %{lead} %{when}", name, amount, lead, when),
    }
}

fn signed(amount: i64) -> String {
    format!("{amount:+}")
}
