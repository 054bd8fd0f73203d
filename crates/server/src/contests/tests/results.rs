//! Tests of what a result costs, by the numbers of readings and computations.

use super::{Class, class_at_rest};
use crate::contests::table::VersionStandings;
use crate::work::{PlayedMatch, PlayedSeat};
use std::sync::atomic::Ordering;
use wag_store::contests::Part;
use wag_store::matches::{ClaimedMatch, Seated};
use wag_store::{new_id, values};

/// The numbers of entries and of matches of a large contest.
const ENTRIES: usize = 200;
const MATCHES: usize = 20_000;

/// The SQL that counts to a number.
const NUMBERS: &str =
    "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $1)";

/// Adds pupils whose hand-ins take part.
fn add_entries(class: &Class, count: usize) {
    let add = |w: &wag_store::Writer<'_>| {
        for (table, columns, values) in [
            ("accounts", "id, display_name, created_at", "printf('p%03d', n), printf('p%03d', n), 0"),
            (
                "members",
                "class_id, account_id, role, name_key, joined_at, confirmed_at",
                "'7b', printf('p%03d', n), 'pupil', printf('p%03d', n), 0, 0",
            ),
            (
                "hand_ins",
                "id, contest_id, account_id, version, sha256, bytes, state, arrived_at, changed_at, request_key",
                "printf('h%03d', n), $2, printf('p%03d', n), 1, '00', 1, 'valid', 1, 1, 'key'",
            ),
            (
                "entries",
                "contest_id, account_id, active_hand_in",
                "$2, printf('p%03d', n), printf('h%03d', n)",
            ),
        ] {
            let sql = format!("INSERT INTO {table} ({columns}) {NUMBERS} SELECT {values} FROM numbers");
            match values.contains("$2") {
                true => w.run(&sql, values![count as i64, &class.contest])?,
                false => w.run(&sql, values![count as i64])?,
            };
        }
        Ok::<_, wag_store::StoreError>(())
    };
    class.contests.store.db.write(add).unwrap();
}

/// Adds the results of a long ladder between the entries. Of two, the one with the smaller number wins.
fn add_results(class: &Class, entries: usize, matches: usize) {
    let add = |w: &wag_store::Writer<'_>| {
        let sql = format!(
            "INSERT INTO matches (id, contest_id, stage, purpose, seed, seats_key, state, made_at, ended_at)
            {NUMBERS} SELECT printf('m%05d', n), $2, 0, 'ladder', n, n, 'done', n, n FROM numbers"
        );
        w.run(&sql, values![matches as i64, &class.contest])?;
        let other = format!("((n % {entries} + 1 + n / {entries}) % {entries})");
        for (seat, own, opponent) in
            [(0, format!("n % {entries}"), other.clone()), (1, other, format!("n % {entries}"))]
        {
            let sql = format!(
                "INSERT INTO seats (match_id, seat, hand_in_id, account_id, place, points) {NUMBERS}
                SELECT printf('m%05d', n), {seat}, printf('h%03d', {own}),
                    printf('p%03d', {own}), 1 + ({own} > {opponent}), 1 FROM numbers"
            );
            w.run(&sql, values![matches as i64])?;
        }
        Ok::<_, wag_store::StoreError>(())
    };
    class.contests.store.db.write(add).unwrap();
}

/// Adds a match that runs, and returns it as it was claimed.
fn claimed(class: &Class, seed: i64, seats: [usize; 2]) -> ClaimedMatch {
    let (id, contest) = (new_id(), class.contest.clone());
    let insert = |w: &wag_store::Writer<'_>| {
        let sql = "INSERT INTO matches (id, contest_id, stage, purpose, seed, seats_key, state, made_at)
            VALUES ($1, $2, 0, 'ladder', $3, $1, 'running', $3)";
        w.run(sql, values![&id, &contest, seed])?;
        let sql = "INSERT INTO jobs (id, kind, lane, contest_id, match_id, state, made_at)
            VALUES ($1, 'match', 2, $2, $1, 'running', $3)";
        w.run(sql, values![&id, &contest, seed])?;
        for (seat, own) in seats.into_iter().enumerate() {
            let sql = "INSERT INTO seats (match_id, seat, hand_in_id, account_id) VALUES ($1, $2, $3, $4)";
            w.run(sql, values![&id, seat as i64, format!("h{own:03}"), format!("p{own:03}")])?;
        }
        Ok::<_, wag_store::StoreError>(())
    };
    class.contests.store.db.write(insert).unwrap();
    let seat = |own: usize| {
        let seated = Seated::HandIn { id: format!("h{own:03}"), account_id: format!("p{own:03}") };
        (seated, Some((String::new(), String::new())))
    };
    ClaimedMatch {
        id,
        contest_id: contest,
        stage: 0,
        place: String::new(),
        seed,
        seats: seats.map(seat).into(),
    }
}

fn played(places: [i64; 2], worker: Option<&str>) -> PlayedMatch {
    let seat = |place| PlayedSeat { place, points: 1, faults: 0, first_fault: None, cpu_ms: 1 };
    PlayedMatch {
        seats: places.map(seat).into(),
        replay: b"replay".to_vec(),
        logs: Vec::new(),
        void: false,
        cpu_ms: 1,
        repeatable: Some(true),
        worker: worker.map(str::to_string),
    }
}

/// A result reads nothing of the matches before, and whoever reads the table between two announcements shares one computation.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_of_a_large_contest_costs_no_reading_and_at_most_one_rating() {
    let class = class_at_rest(|_| ());
    add_entries(&class, ENTRIES);
    add_results(&class, ENTRIES, MATCHES);
    let own = &class.contests;
    let counts = || {
        let of = &own.results.counts;
        [&of.readings, &of.ratings, &of.standings].map(|one| one.load(Ordering::SeqCst))
    };
    let contest = own.store.contest_for_server(&class.contest).unwrap();
    let matches_in_table = || -> usize {
        let rows = own.rows(&contest, Part::Ladder).unwrap();
        assert!(rows[0].entry == "p000" && rows.len() == ENTRIES);
        rows.iter().filter_map(|row| row.standing.as_ref()).map(|row| row.matches).sum()
    };
    let before = 2 * MATCHES;
    for _ in 0..5 {
        assert_eq!(matches_in_table(), before);
    }
    assert_eq!(counts(), [1, 1, 1], "five readers share one computation");
    // Results of this machine cost nothing until somebody reads.
    for number in 0..4 {
        let one = claimed(&class, 30_000 + number, [100, 150]);
        assert!(own.end(&one, Ok(played([1, 2], None))).unwrap());
        assert_eq!(matches_in_table(), before, "what readers see changes with the announcement");
    }
    assert_eq!(counts(), [1, 1, 1]);
    own.results.announce(&class.contest);
    assert_eq!((matches_in_table(), matches_in_table(), counts()), (before + 8, before + 8, [1, 2, 2]));
    // Each result of the cluster is rated once, because it could change who is first.
    for number in 0..3 {
        let one = claimed(&class, 31_000 + number, [100, 150]);
        assert!(own.end_unless_leading(&one, played([2, 1], Some("w1"))).unwrap());
    }
    assert_eq!(counts(), [1, 5, 2]);
    own.results.announce(&class.contest);
    assert_eq!(
        (matches_in_table(), counts()),
        (before + 14, [1, 5, 3]),
        "the ratings are those of the check"
    );
    // The results in memory are those of the store.
    let known = own.standings(&contest, Part::Ladder).unwrap();
    own.results.forget(&class.contest);
    let read = own.standings(&contest, Part::Ladder).unwrap();
    assert_eq!(known.hand_ins(), read.hand_ins());
    let figures = |of: &VersionStandings| {
        let row = of.of_hand_in("h100").unwrap();
        (row.place, row.possible, row.rating, row.matches, row.opponents, row.wins)
    };
    assert_eq!(figures(&known), figures(&read));
}

/// A result that would change who is first, or that comes from an excluded worker, is not stored.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_changes_who_is_first_or_comes_from_a_liar_is_not_stored() {
    let class = class_at_rest(|_| ());
    add_entries(&class, 2);
    let own = &class.contests;
    let first = claimed(&class, 1, [0, 1]);
    assert!(!own.end_unless_leading(&first, played([1, 2], Some("w1"))).unwrap(), "nobody was first");
    assert!(own.end(&first, Ok(played([1, 2], None))).unwrap());
    let turned = claimed(&class, 2, [0, 1]);
    assert!(!own.end_unless_leading(&turned, played([2, 1], Some("w1"))).unwrap(), "two would be first");
    assert!(own.end_unless_leading(&claimed(&class, 3, [0, 1]), played([1, 2], Some("w1"))).unwrap());
    // Its results do not count any more, until an owner lets it play again.
    let liar = claimed(&class, 4, [0, 1]);
    own.store.exclude_worker(("w1", "\"a lie\""), &first.id, 5).unwrap();
    own.results.forget(&class.contest);
    assert!(!own.end_unless_leading(&liar, played([1, 2], Some("w1"))).unwrap());
    assert!(own.store.allow_worker("teacher", "w1", 6).is_err(), "only an owner");
    own.store.db.write(|w| w.run("UPDATE accounts SET is_owner = 1 WHERE id = 'teacher'", &[])).unwrap();
    own.store.allow_worker("teacher", "w1", 7).unwrap();
    assert_eq!(own.store.excluded_workers().unwrap(), []);
    assert_eq!(own.store.audit("teacher", i64::MAX).unwrap()[0].action, "cluster.allow");
}
