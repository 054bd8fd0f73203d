//! Tests of the ladder and of finals.

use super::*;

/// Returns a class whose contest has three hand-ins and is frozen; its final has this form, or that of new contests.
async fn frozen(form: Option<&str>) -> Class {
    let class = class().await;
    let change = ContestSettings { form: form.map(str::to_string), ..ContestSettings::default() };
    class.contests.store.change_contest("teacher", &class.contest, &change, 3).unwrap();
    class.checked_all(&[("anna", "1"), ("ben", "2"), ("cleo", "3")]).await;
    class.freeze_and_wait().await;
    class
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ladder_places_new_versions_and_goes_on_after_a_kill() {
    let class = class().await;
    class.checked_all(&[("anna", "1"), ("ben", "3"), ("anna", "5")]).await;
    let contest = |own: &Contests| own.store.contest_for_server(&class.contest).unwrap();
    let counts = |own: &Contests| -> Vec<(String, usize)> {
        let rows = own.rows(&contest(own), Part::Ladder).unwrap();
        rows.into_iter().map(|row| (row.entry, row.standing.map_or(0, |row| row.matches))).collect()
    };
    let are_placed = |own: &Contests| counts(own).iter().all(|(_, matches)| *matches >= 10);
    class.until(are_placed).await;
    assert_eq!(counts(&class.contests).len(), 2, "old versions leave the table");
    class.until(|own| counts(own)[0].0 == "anna").await;
    let ladder = |own: &Contests| own.store.played(&class.contest, Part::Ladder).unwrap();
    let played = ladder(&class.contests);
    let meets_itself = |one: &wag_store::matches::Match| {
        let mut seats: Vec<_> = one.seats.iter().map(|seat| seat.seated.clone()).collect();
        seats.retain(|seated| matches!(seated, wag_store::matches::Seated::HandIn { account_id, .. } if account_id == "anna"));
        seats.len() > 1
    };
    assert!(!played.iter().any(meets_itself));
    // Every group is played in both orders.
    let of_seed = |seed| played.iter().filter(|one| one.seed == seed).count();
    assert!(played.iter().all(|one| of_seed(one.seed) <= 2));
    let (before, contest_id) = (played.len(), class.contest.clone());
    let class = class.killed();
    class.until(|own| own.store.ladder(&contest_id).unwrap().unwrap().ended > before + 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_final_in_stages_goes_on_by_itself_also_after_a_kill() {
    let class = frozen(Some("bracket")).await;
    class.worker.holds.store(true, Ordering::SeqCst);
    class.begin_final();
    let class = class.killed();
    let is_done =
        |own: &Contests| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done;
    class.until(is_done).await;
    let (stages, matches) = class.contests.store.final_stages(&class.contest).unwrap();
    assert_eq!((stages.len(), matches.len()), (2, 4), "two meetings of two matches, because the best rests");
    let names: Vec<String> = class.shown(Some("teacher")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names[0], "cleo");
    check_places(&class);
}

#[tokio::test(flavor = "multi_thread")]
async fn points_decide_a_final_of_all_against_all() {
    let class = frozen(None).await;
    class.begin_final();
    let is_done =
        |own: &Contests| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done;
    class.until(is_done).await;
    check_places(&class);
}

/// Checks the places of a final that is over, here and in the exported tournament.
fn check_places(class: &Class) {
    let contest = class.contests.store.contest_for_server(&class.contest).unwrap();
    let rows = class.contests.rows(&contest, Part::Final).unwrap();
    assert_eq!(rows.iter().map(|row| row.places).collect::<Vec<_>>(), [(1, 1), (2, 2), (3, 3)]);
    let file = class.folder.path().join("contest.db");
    std::fs::write(&file, class.contests.tournament_file("teacher", &contest, Part::Final).unwrap()).unwrap();
    let exported = wag_tournament::TournamentFile::open(&file).unwrap();
    let report = wag_tournament::TournamentResults::of(&exported).report();
    let exported: Vec<(String, usize)> =
        report.summary.players.iter().map(|row| (row.name.clone(), row.place)).collect();
    let own: Vec<(String, usize)> = rows.iter().map(|row| (row.name.clone(), row.places.0)).collect();
    assert_eq!(exported, own, "commands for tournaments show the same places");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_final_goes_on_after_a_kill_and_its_results_are_revealed_from_the_last_place() {
    let class = frozen(None).await;
    class.worker.holds.store(true, Ordering::SeqCst);
    class.begin_final();
    let is_running = |one: wag_store::matches::Match| one.state == wag_store::matches::MatchState::Running;
    class.until(|own| own.store.next_match(&class.contest).unwrap().is_some_and(is_running)).await;
    let class = class.killed();
    class
        .until(|own| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done)
        .await;
    let played = class.contests.store.played(&class.contest, Part::Final).unwrap();
    let seed = played[0].seed;
    assert!(played.len() == 6 && played.iter().all(|one| one.seed == seed));
    assert_eq!(class.shown(Some("teacher")), [("cleo".into(), 4), ("ben".into(), 4), ("anna".into(), 4)]);
    assert_eq!(class.shown(Some("anna")), []);
    class.contests.store.reveal("teacher", &class.contest, 2, 80).unwrap();
    assert_eq!(class.shown(Some("anna")), [("ben".into(), 4), ("anna".into(), 4)]);
    class.contests.store.step_contest("teacher", &class.contest, ContestStep::Release, 90).unwrap();
    assert_eq!(class.shown(Some("anna")).len(), 3);
    let contest = class.contests.store.contest_for_server(&class.contest).unwrap();
    let file = class.folder.path().join("contest.db");
    std::fs::write(&file, class.contests.tournament_file("teacher", &contest, Part::Final).unwrap()).unwrap();
    let exported = wag_tournament::TournamentFile::open(&file).unwrap();
    let results = wag_tournament::TournamentResults::of(&exported).report();
    let names: Vec<&str> = results.summary.players.iter().map(|row| row.name.as_str()).collect();
    assert_eq!((names, results.summary.matches), (vec!["cleo", "ben", "anna"], 6));
    let one = &class.contests.store.matches(Some("anna"), &class.contest, Some("anna"), None).unwrap()[0];
    let names = shown::names_of(&class.contests.store.entries(&class.contest).unwrap());
    let text = |sees: &dyn Fn(&str) -> bool| {
        serde_json::to_string(&shown::ShownMatch::new(one, &names, sees)).unwrap()
    };
    assert_eq!(text(&|author| author == "anna").matches("canary").count(), 1, "of one seat");
    assert_eq!(text(&|_| false).matches("canary").count(), 0);
    // Of a hidden entry, only teachers and its author read name and account.
    let mut entries = class.contests.store.entries(&class.contest).unwrap();
    entries.iter_mut().for_each(|entry| entry.hidden_at = (entry.account_id == "anna").then_some(1));
    let shown_to = |account, can_teach| {
        let names = shown::names_for(&entries, account, can_teach);
        let text = serde_json::to_string(&shown::ShownMatch::new(one, &names, |_| false)).unwrap();
        text.contains("anna")
    };
    assert_eq!([shown_to(Some("ben"), false), shown_to(None, false)], [false; 2]);
    assert_eq!([shown_to(Some("anna"), false), shown_to(Some("t"), true)], [true; 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bracket_shows_only_the_first_meetings_before_the_release() {
    let class = frozen(Some("bracket")).await;
    class.begin_final();
    let contest = |own: &Contests| own.store.contest_for_server(&class.contest).unwrap();
    class.until(|own| contest(own).state == ContestState::Done).await;
    let shown = |sees_final| {
        let names = shown::names_of(&class.contests.store.entries(&class.contest).unwrap());
        let bracket = class.contests.bracket(&contest(&class.contests), &names, sees_final).unwrap();
        serde_json::to_value(&bracket).unwrap()
    };
    let hidden = shown(false);
    assert_eq!((hidden["stages"].as_array().unwrap().len(), &hidden["places"]), (1, &serde_json::json!([])));
    let first = &hidden["stages"][0]["meetings"][0];
    assert_eq!(
        (&first["players"][0]["score"], &first["matches"]),
        (&serde_json::Value::Null, &serde_json::json!([]))
    );
    let all = shown(true);
    assert_eq!(all["places"], serde_json::json!([["cleo"], ["ben"], ["anna"]]));
    let last = &all["stages"][1]["meetings"][0];
    let leads: Vec<&str> = last["players"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|player| player["leads"] == true)
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        (leads, last["open"].as_u64(), last["matches"].as_array().unwrap().len()),
        (vec!["cleo"], Some(0), 2)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_workers_and_lies_leave_a_match_void() {
    let class = class().await;
    class.worker.lost.store(2, Ordering::SeqCst);
    class.checked_all(&[("anna", "1"), ("ben", "2")]).await;
    class.freeze_and_wait().await;
    class.worker.lies.store(true, Ordering::SeqCst);
    class.begin_final();
    class
        .until(|own| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done)
        .await;
    assert_eq!(class.contests.store.played(&class.contest, Part::Final).unwrap(), []);
    let seeds: BTreeMap<u64, usize> = class.worker.played.lock().unwrap().iter().rev().take(6).fold(
        BTreeMap::new(),
        |mut seeds, (seed, _)| {
            *seeds.entry(*seed).or_default() += 1;
            seeds
        },
    );
    assert_eq!(seeds.into_values().collect::<Vec<_>>(), [6], "three attempts of two matches with one seed");
}
