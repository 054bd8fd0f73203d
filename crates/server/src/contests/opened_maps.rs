//! The maps and boards with which a contest was opened. They come with the program, so a new version of it can change them; the
//! contest keeps their hashes, and its teachers read when they differ.

use super::setup::ContestSetup;
use super::{Contests, refusal};
use crate::error::Refusal;
use std::collections::BTreeMap;
use wag_core::game::Kind;
use wag_i18n::{Message, message};
use wag_store::contests::{Contest, ContestState};

/// The hashes of maps and boards by their names.
type Hashes = BTreeMap<String, String>;

/// Returns the hashes of the maps and boards of a contest as the program has them now.
fn hashes(contest: &Contest) -> Result<Hashes, Refusal> {
    let setup = ContestSetup::of(contest)?;
    let Some(Kind::File { built_in, .. }) = setup.info.place_option().map(|option| &option.kind) else {
        return Ok(Hashes::new());
    };
    let known = setup.places.iter().filter_map(|place| {
        let file = built_in.iter().find(|file| file.name == place.word)?;
        Some((place.word.clone(), wag_replay::sha256((file.text)().as_bytes())))
    });
    Ok(known.collect())
}

impl Contests {
    /// Keeps the maps of a draft of the caller's, which is about to be opened.
    pub(super) fn keep_maps(&self, teacher: &str, id: &str) -> Result<(), Refusal> {
        let seen = self.store.contest(Some(teacher), id).map_err(refusal)?;
        if seen.can_teach && seen.contest.state == ContestState::Draft {
            let maps = serde_json::to_string(&hashes(&seen.contest)?).unwrap_or_default();
            self.store.keep_maps(teacher, id, &maps).map_err(refusal)?;
        }
        Ok(())
    }
}

/// Returns the notice for the teachers of a contest that a map is not that of the opening.
pub fn notice(contest: &Contest) -> Option<Message> {
    if contest.state >= ContestState::Released {
        return None;
    }
    // If nothing can be played, the contest has a problem instead.
    let now = hashes(contest).ok()?;
    let opened: Hashes = serde_json::from_str(&contest.maps).unwrap_or_default();
    let is_changed = |(name, hash): &(&String, &String)| now.get(*name).is_some_and(|own| own != *hash);
    let changed: Vec<&str> = opened.iter().filter(is_changed).map(|(name, _)| name.as_str()).collect();
    (!changed.is_empty()).then(|| {
        message!(
            "a new version of Wag has changed the map %{maps} since this contest was opened: older and newer matches are not played on the same map; for equal conditions, make a new contest",
            maps = changed.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rights_test::School;
    use axum::routing::MethodFilter;
    use serde_json::{Value, json};
    use wag_store::values;

    #[tokio::test(flavor = "multi_thread")]
    async fn the_teacher_reads_that_a_map_is_not_the_one_of_the_opening() {
        let school = School::new();
        let ask = async |caller: &str, method, address: &str, body: Value| {
            let (status, body) = school.ask(caller, method, address, &body).await;
            assert!(status.is_success(), "{address}: {status}");
            serde_json::from_slice::<Value>(&body).unwrap()
        };
        let info = wag_games::first().info;
        let option = info.place_option().unwrap();
        let Kind::File { built_in, .. } = &option.kind else { panic!() };
        let form = json!({ "name": "Cup", "options": { option.name: [built_in[0].name, built_in[1].name] } });
        let contests = format!("/api/classes/{}/contests", school.ids["class"]);
        let contest = ask("teacher", MethodFilter::POST, &contests, form).await;
        let id = contest["id"].as_str().unwrap().to_string();
        let address = format!("/api/contests/{id}");
        let contest = ask("teacher", MethodFilter::POST, &format!("{address}/open"), json!({})).await;
        assert_eq!(contest["notice"], Value::Null);
        let db = &school.host.store.db;
        let kept = school.host.store.contest_for_server(&id).unwrap().maps;
        let hash = wag_replay::sha256((built_in[1].text)().as_bytes());
        assert_eq!(serde_json::from_str::<Hashes>(&kept).unwrap()[built_in[1].name], hash);
        let changed = kept.replace(&hash, &"0".repeat(64));
        db.write(|w| w.run("UPDATE contests SET maps = $1 WHERE id = $2", values![changed, &id])).unwrap();
        let stored = school.host.store.contest_for_server(&id).unwrap();
        let sentence = format!(
            "a new version of Wag has changed the map {} since this contest was opened: older and newer matches are not \
             played on the same map; for equal conditions, make a new contest",
            built_in[1].name
        );
        assert_eq!(notice(&stored).unwrap().english(), sentence);
        assert_ne!(ask("teacher", MethodFilter::GET, &address, json!({})).await["notice"], Value::Null);
        assert_eq!(ask("pupil", MethodFilter::GET, &address, json!({})).await["notice"], Value::Null);
        assert_eq!(notice(&Contest { state: ContestState::Released, ..stored }), None);
    }
}
