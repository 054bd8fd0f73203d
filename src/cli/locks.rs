//! Who names a built-in AI or map that is still locked is told what opens it.

use super::line_up::{Ai, Entrant};
use super::{ladder, mistake};
use crate::games::warriors::maps;
use crate::ladder::{Progress, Thing, opened_by};

/// Refuses what is locked. Files of the user's are free, and so is what is open from the start: then nobody's progress
/// is looked at.
pub fn check<'w>(entrants: &'w [Entrant], maps: impl IntoIterator<Item = &'w str>) -> anyhow::Result<()> {
    let ais = entrants.iter().filter_map(|entrant| match entrant.ai {
        Ai::BuiltIn(ai) => Some(Thing::Ai(ai.name)),
        Ai::Dummy | Ai::File(_) => None,
    });
    let maps = maps.into_iter().filter_map(maps::find).map(|map| Thing::Map(map.name));
    let lockable: Vec<Thing<'_>> = ais.chain(maps).filter(|thing| opened_by(*thing).is_some()).collect();
    if lockable.is_empty() {
        return Ok(());
    }
    let progress = ladder::Keeper::new().progress()?;
    match lockable.into_iter().find_map(|thing| locked(thing, &progress)) {
        Some(sentence) => mistake(sentence),
        None => Ok(()),
    }
}

/// What opens a thing that is locked, in a sentence; `None` when it is open.
pub fn locked(thing: Thing<'_>, progress: &Progress) -> Option<String> {
    (!progress.is_open(thing)).then(|| sentence(thing, progress))
}

fn sentence(thing: Thing<'_>, progress: &Progress) -> String {
    let Some(number) = opened_by(thing) else { return format!("{thing} is open") };
    format!(
        "{thing} is locked: it opens when you have mastered the stage {} ({}); `wag ladder` shows how far you are",
        number.stage().name,
        ladder::wins(progress, number)
    )
}
