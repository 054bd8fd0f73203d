//! Descriptions of events, for logs and for spectators at a terminal.

use super::event::{Event, RefusalReason};
use super::orders::{Card, Letter, Unread};
use super::tile::Tile;
use wag_core::game::Seat;
use wag_i18n::{Message, later, message};

/// The maximum number of refused entries that are listed for one turn.
const SKIPPED_LINES_MAX: usize = 10;

pub const fn card_name(card: Card) -> &'static str {
    match card {
        Card::Water => later!("Water"),
        Card::Mole => later!("Mole"),
        Card::Fertilizer => later!("Fertilizer"),
        Card::Anemone => later!("Anemone"),
        Card::BlueJazz => later!("BlueJazz"),
        Card::Crocus => later!("Crocus"),
        Card::Tulip => later!("Tulip"),
    }
}

pub const fn letter_name(letter: Letter) -> &'static str {
    match letter {
        Letter::Water => later!("watering"),
        Letter::Land => later!("buying land"),
        Letter::Plant => later!("planting"),
        Letter::Cards => later!("buying cards"),
        Letter::Fertilizer => later!("fertilizing"),
        Letter::Mole => later!("the mole"),
        Letter::Harvest => later!("harvesting"),
    }
}

pub const fn reason(why: RefusalReason) -> &'static str {
    match why {
        RefusalReason::NoEntries => later!("the list of entries is missing or empty"),
        RefusalReason::NotOneEntry => later!("the action takes exactly one entry"),
        RefusalReason::OffBoard => later!("X and Y must be 0 to 7"),
        RefusalReason::BelowZero => later!("the amount is less than 0"),
        RefusalReason::TooMany => later!("the amount is greater than 100000"),
        RefusalReason::TooDear => later!("the cost is higher than the player's gold"),
        RefusalReason::NoCard => later!("there is no such card; cards are 0 to 6"),
        RefusalReason::NoSeedCard => later!("this card is not a seed; seeds are 3 to 6"),
        RefusalReason::NotOwn => later!("the field is not the player's own"),
        RefusalReason::NotFree => later!("the field is not free"),
        RefusalReason::NotNext => later!("the field is not next to the player's land"),
        RefusalReason::NoneLeft => later!("none of these cards is left"),
        RefusalReason::HasPlant => later!("the field has a plant, alive or dead"),
        RefusalReason::NoPlant => later!("the field has no plant"),
        RefusalReason::TooDry => later!("there is not enough water"),
        RefusalReason::NotEnemy => later!("the field is not the enemy's"),
    }
}

pub const fn unread(why: Unread) -> &'static str {
    match why {
        Unread::TooLong => later!("the action is longer than 64 KiB"),
        Unread::TooDeep => later!("the brackets of the action are nested deeper than 8 levels"),
        Unread::NoJson => later!("the action is not a JSON object"),
        Unread::NoLetter => later!("the ActionType of the action is not one of W, L, P, C, F, M and H"),
        Unread::NoEntry => later!("an entry is not an object of whole numbers"),
    }
}

/// Returns lines for a player's log about its refused orders, in English. They are translated only when they are shown
/// to a person.
pub fn refusals(events: &[Event], of: Seat) -> Vec<Message> {
    let own = events.iter().filter(|event| event.seat() == Some(of));
    let mut lines: Vec<Message> = own.filter_map(refusal).collect();
    let more = lines.len().saturating_sub(SKIPPED_LINES_MAX);
    lines.truncate(SKIPPED_LINES_MAX);
    if more > 0 {
        lines.push(message!("Skipped: %{more} more entries", more));
    }
    lines
}

fn refusal(event: &Event) -> Option<Message> {
    Some(match event {
        Event::Unread { why, .. } => message!("No action: %{why}", why = message!(unread(*why))),
        Event::Void { letter, why, entry: None, .. } => {
            message!(
                "No effect: %{what}: %{why}",
                what = message!(letter_name(*letter)),
                why = message!(reason(*why))
            )
        }
        Event::Void { letter, why, entry: Some(entry), .. } => {
            message!(
                "No effect: %{what}, entry %{entry}: %{why}",
                what = message!(letter_name(*letter)),
                entry,
                why = message!(reason(*why))
            )
        }
        Event::Skipped { entry, tile: None, why, .. } => {
            message!("Skipped: entry %{entry}: %{why}", entry, why = message!(reason(*why)))
        }
        Event::Skipped { entry, tile: Some(tile), why, .. } => {
            message!(
                "Skipped: entry %{entry}, %{tile}: %{why}",
                entry,
                tile = spot(*tile),
                why = message!(reason(*why))
            )
        }
        _ => return None,
    })
}

/// Returns lines for a player's log about what its action achieved.
pub fn effects(events: &[Event], of: Seat) -> String {
    achievements(events, of).map(|line| format!("*** {} ***\n", line.translated())).collect()
}

fn achievements(events: &[Event], of: Seat) -> impl Iterator<Item = Message> {
    events.iter().filter(move |event| event.seat() == Some(of) && !event.is_refusal()).map(predicate)
}

/// Describes the events that concern a player: what its action achieved, and the rain. Its refused orders are not among
/// them.
pub fn tell_seat(events: &[Event], of: Seat) -> Vec<Message> {
    let happens_to_all = |event: &&Event| match event {
        Event::RoundOver { dead } => !dead.is_empty(),
        Event::Rained { .. } | Event::Again { .. } => true,
        _ => false,
    };
    achievements(events, of).chain(events.iter().filter(happens_to_all).map(predicate)).collect()
}

/// Describes an event in a sentence with the name of the player, if it is the event of one player.
pub fn tell(event: &Event, names: &[String]) -> Message {
    match event.seat() {
        Some(seat) => {
            let name = names.get(seat.index()).map_or("?", String::as_str);
            Message::from(name).and(" ".into()).and(predicate(event))
        }
        None => predicate(event),
    }
}

/// Describes what a player did, without the player's name. If the event is not that of one player, returns a whole
/// sentence.
fn predicate(event: &Event) -> Message {
    match event {
        Event::Missed { is_gone: false, .. } => message!("misses an action"),
        Event::Missed { is_gone: true, .. } => message!("has left and misses an action"),
        Event::Lost { .. } => message!("has missed too many actions and loses all points"),
        Event::Passed { .. } => message!("passes"),
        Event::Unread { why, .. } => message!("gives no valid action: %{why}", why = message!(unread(*why))),
        Event::Void { letter, why, .. } => {
            message!(
                "plays an action without effect: %{letter}: %{why}",
                letter = message!(letter_name(*letter)),
                why = message!(reason(*why))
            )
        }
        Event::Skipped { entry, why, .. } => {
            message!("entry %{entry} is skipped: %{why}", entry, why = message!(reason(*why)))
        }
        Event::Bought { tiles, .. } if tiles.is_empty() => message!("buys no land"),
        Event::Bought { tiles, .. } => message!("buys land: %{tiles}", tiles = spots(tiles)),
        Event::Paid { cards, .. } => {
            let cards = cards
                .iter()
                .map(|(card, amount)| Message::from(*amount).and(" ".into()).and(message!(card_name(*card))));
            message!("buys %{cards}", cards = listed(cards))
        }
        Event::Planted { plants, .. } => {
            let plants = plants
                .iter()
                .map(|(tile, card)| message!(card_name(*card)).and(" ".into()).and(spot(*tile).into()));
            message!("plants %{plants}", plants = listed(plants))
        }
        Event::Watered { drops, .. } => {
            let drops = drops.iter().map(|(tile, drops)| Message::from(format!("{drops} {}", spot(*tile))));
            message!("waters %{drops}", drops = listed(drops))
        }
        Event::Harvested { tiles, .. } if tiles.is_empty() => message!("harvests nothing"),
        Event::Harvested { tiles, gain, .. } => {
            message!("harvests %{tiles} for %{gain}", tiles = spots(tiles), gain)
        }
        Event::Fertilized { works: true, .. } => message!("fertilizes"),
        Event::Fertilized { works: false, .. } => message!("has no fertilizer"),
        Event::Dug { tile, fault: None, .. } => message!("takes %{tile} with a mole", tile = spot(*tile)),
        Event::Dug { tile, fault: Some(why), .. } => {
            message!(
                "fails to take %{tile} with a mole: %{why}",
                tile = spot(*tile),
                why = message!(reason(*why))
            )
        }
        Event::Rained { ripe, dead } => {
            message!("It rains: %{ripe} plants ripen, %{dead} die", ripe = ripe.len(), dead = dead.len())
        }
        Event::RoundOver { dead } if dead.is_empty() => message!("The round is over"),
        Event::RoundOver { dead } => {
            message!("The round is over; plants that died of old age: %{tiles}", tiles = spots(dead))
        }
        Event::Again { points: [first, second], .. } => {
            message!("The game ends with %{first} and %{second} points; another game begins", first, second)
        }
        Event::Over { .. } => message!("The game is over"),
    }
}

fn spot(tile: Tile) -> String {
    format!("({},{})", tile.x(), tile.y())
}

fn spots(tiles: &[Tile]) -> String {
    tiles.iter().map(|tile| spot(*tile)).collect::<Vec<_>>().join(" ")
}

fn listed(things: impl Iterator<Item = Message>) -> Message {
    let mut things = things.peekable();
    if things.peek().is_none() { message!("nothing at all") } else { Message::listed(things) }
}
