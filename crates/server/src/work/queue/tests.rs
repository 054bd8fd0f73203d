//! Tests of the order of jobs, with times that the tests choose.

use super::*;

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn job(account: &str, lane: Lane) -> Job {
    Job { account: account.to_string(), lane, kind: "run", subject: None, limits: QueueLimits::default() }
}

fn add(queue: &mut Queue, now: Duration, account: &str, lane: Lane) -> u64 {
    queue.add(now, job(account, lane)).unwrap().0
}

#[test]
fn the_lowest_lane_starts_first_then_the_oldest() {
    let mut queue = Queue::new(1);
    let contest = add(&mut queue, s(0), "contest", Lane::Contest);
    let long = add(&mut queue, s(0), "anna", Lane::Long);
    let short = add(&mut queue, s(1), "ben", Lane::Short);
    let later = add(&mut queue, s(2), "cleo", Lane::Short);
    let mut order = Vec::new();
    for now in [3, 4, 5, 100] {
        let started = queue.start(s(now));
        started.iter().for_each(|id| queue.end(s(now), *id, Duration::ZERO));
        order.extend(started);
    }
    assert_eq!(order, [short, later, long, contest]);
}

#[test]
fn the_account_that_used_least_starts_first_and_use_is_forgotten() {
    let mut queue = Queue::new(1);
    for (account, used) in [("anna", 100), ("ben", 60)] {
        add(&mut queue, s(0), account, Lane::Long);
        let id = queue.start(s(0))[0];
        queue.end(s(0), id, s(used));
    }
    let anna = add(&mut queue, s(1), "anna", Lane::Long);
    let ben = add(&mut queue, s(1), "ben", Lane::Long);
    assert_eq!(queue.start(s(1)), [ben]);
    queue.end(s(601), ben, s(0));
    // Ten minutes later a quarter of Anna's 100 s is left; Ben uses 30 s more.
    let again = add(&mut queue, s(601), "ben", Lane::Long);
    assert_eq!(queue.start(s(601)), [again]);
    queue.end(s(601), again, s(30));
    add(&mut queue, s(601), "ben", Lane::Long);
    assert_eq!(queue.start(s(601)), [anna]);
}

#[test]
fn an_account_has_one_running_and_three_waiting_jobs() {
    let mut queue = Queue::new(4);
    let first = add(&mut queue, s(0), "anna", Lane::Long);
    assert_eq!(queue.start(s(0)), [first]);
    for _ in 0..3 {
        add(&mut queue, s(0), "anna", Lane::Short);
    }
    assert!(queue.start(s(0)).is_empty());
    assert!(queue.add(s(0), job("anna", Lane::Short)).is_err());
    let other = add(&mut queue, s(0), "ben", Lane::Short);
    assert_eq!(queue.start(s(0)), [other]);
    queue.end(s(1), first, s(1));
    assert_eq!(queue.start(s(1)).len(), 1);
    assert!(queue.add(s(1), job("anna", Lane::Short)).is_ok());
}

#[test]
fn a_new_check_of_a_file_replaces_the_waiting_one() {
    let mut queue = Queue::new(1);
    let check =
        |file: &str| Job { kind: "check", subject: Some(file.to_string()), ..job("anna", Lane::Short) };
    let (first, _) = queue.add(s(0), check("a.py")).unwrap();
    queue.start(s(0));
    // The running one is not replaced.
    let (second, replaced) = queue.add(s(0), check("a.py")).unwrap();
    assert_eq!(replaced, None);
    queue.add(s(0), check("b.py")).unwrap();
    queue.add(s(0), check("c.py")).unwrap();
    // It takes the place of the other one, although three are waiting.
    let (third, replaced) = queue.add(s(0), check("a.py")).unwrap();
    assert_eq!(replaced, Some(second));
    assert!(queue.add(s(0), check("d.py")).is_err());
    queue.end(s(1), first, s(0));
    assert!(!queue.start(s(1)).contains(&third), "it waits behind the others");
}

#[test]
fn contests_leave_one_slot_free_while_somebody_is_active() {
    let mut queue = Queue::new(2);
    queue.touch(s(0), "anna");
    let ids: Vec<u64> = (0..3).map(|_| add(&mut queue, s(0), "contest", Lane::Contest)).collect();
    assert_eq!(queue.start(s(10)), ids[..1]);
    assert!(queue.start(s(59)).is_empty());
    assert_eq!(queue.start(s(60)), ids[1..2]);
    queue.touch(s(61), "ben");
    queue.end(s(61), ids[0], s(60));
    assert!(queue.start(s(61)).is_empty());
    // With one slot, contests wait until nobody is active.
    let mut queue = Queue::new(1);
    queue.touch(s(0), "anna");
    let id = add(&mut queue, s(0), "contest", Lane::Contest);
    assert!(queue.start(s(59)).is_empty());
    assert_eq!(queue.start(s(60)), [id]);
}

/// In an idle hour, the first match of a hand-in begins at once; while somebody else is at work, it waits.
#[test]
fn who_hands_in_does_not_delay_the_own_first_match() {
    let mut queue = Queue::new(1);
    let hand_in = |queue: &mut Queue, now| {
        let job = Job { kind: HAND_IN, ..job("anna", Lane::Short) };
        let (id, _) = queue.add(now, job).unwrap();
        assert_eq!(queue.start(now), [id]);
        queue.end(now, id, s(1));
        add(queue, now, "contest", Lane::Contest)
    };
    // She saves her file, and hands it in.
    queue.touch(s(99), "anna");
    let first = hand_in(&mut queue, s(100));
    assert_eq!((queue.start(s(100)), queue.next_change(s(100))), (vec![first], None));
    queue.end(s(115), first, s(15));
    queue.touch(s(120), "ben");
    let second = hand_in(&mut queue, s(130));
    assert!(queue.start(s(130)).is_empty());
    assert_eq!(queue.next_change(s(130)), Some(s(180)), "a minute after what Ben has done last");
    // She goes on to work.
    queue.touch(s(140), "anna");
    assert_eq!(queue.next_change(s(140)), Some(s(200)));
    assert!(queue.start(s(199)).is_empty());
    assert_eq!(queue.start(s(200)), [second]);
}

#[test]
fn the_next_change_is_the_quiet_minute_or_the_turn_of_a_final() {
    let mut queue = Queue::new(1);
    assert_eq!(queue.next_change(s(0)), None);
    queue.add(s(0), Job { kind: FINAL, ..job("contest", Lane::Contest) }).unwrap();
    assert_eq!(queue.next_change(s(0)), Some(FINAL_WAIT_MAX));
    queue.touch(s(10), "anna");
    assert_eq!(queue.next_change(s(10)), Some(s(70)));
    queue.touch(s(100), "anna");
    assert_eq!(queue.next_change(s(100)), Some(FINAL_WAIT_MAX));
    assert_eq!(queue.start(FINAL_WAIT_MAX).len(), 1);
}

#[test]
fn a_final_takes_turns_with_people_who_are_always_active() {
    let mut queue = Queue::new(1);
    let mut order = Vec::new();
    let add_final = |queue: &mut Queue, now| {
        queue.add(now, Job { kind: FINAL, ..job("contest", Lane::Contest) }).unwrap();
    };
    add_final(&mut queue, s(0));
    add_final(&mut queue, s(0));
    for second in 0..130 {
        // Two people press a button each second, and each job takes a second.
        for account in ["anna", "ben"] {
            _ = queue.add(s(second), job(account, Lane::Short));
        }
        for id in queue.start(s(second)) {
            let ran = queue.jobs(s(second)).into_iter().find(|job| job.id == id).unwrap();
            order.push(ran.kind);
            queue.end(s(second), id, s(1));
            if ran.kind == FINAL {
                add_final(&mut queue, s(second));
            }
        }
    }
    assert!(order[..120].iter().all(|kind| *kind != FINAL));
    let late = [FINAL, "run", FINAL, "run", FINAL, "run", FINAL, "run", FINAL, "run"];
    assert_eq!(order[120..], late);
    // A match of the ladder waits until nobody is active.
    let mut queue = Queue::new(1);
    add(&mut queue, s(0), "contest", Lane::Contest);
    queue.touch(s(300), "anna");
    assert!(queue.start(s(301)).is_empty());
}

#[test]
fn an_account_that_used_up_its_hour_waits() {
    let mut queue = Queue::new(1);
    for now in [0, 600, 1200] {
        let id = add(&mut queue, s(now), "anna", Lane::Long);
        queue.start(s(now));
        queue.end(s(now), id, s(480));
    }
    // 24 minutes are used; when the first 8 of them are an hour old, 16 are left.
    assert_eq!(queue.add(s(1300), job("anna", Lane::Long)), Err(Full { after: s(2300) }));
    assert!(queue.add(s(1300), job("ben", Lane::Long)).is_ok());
    assert!(queue.add(s(3600), job("anna", Lane::Long)).is_ok());
}

#[test]
fn waiting_jobs_know_their_place_and_start() {
    let mut queue = Queue::new(1);
    for account in ["a", "b", "c"] {
        add(&mut queue, s(0), account, Lane::Long);
    }
    queue.start(s(0));
    let jobs = queue.jobs(s(5));
    let shown: Vec<_> = jobs.iter().map(|job| (job.account.as_str(), job.place, job.starts_after)).collect();
    assert_eq!(shown, [("a", 0, s(0)), ("b", 1, s(10)), ("c", 2, s(25))]);
    assert!(queue.cancel(jobs[1].id) && !queue.cancel(jobs[1].id) && !queue.cancel(jobs[0].id));
    assert_eq!(queue.jobs(s(5))[1].place, 1);
}

/// One account with very many requests does not delay the others by more than one job.
#[test]
fn a_flood_of_one_account_delays_others_by_at_most_one_job() {
    let mut queue = Queue::new(1);
    let accepted = (0..1_000).filter(|_| queue.add(s(0), job("flood", Lane::Short)).is_ok()).count();
    assert_eq!(accepted, 3);
    for number in 0..30 {
        add(&mut queue, s(0), &format!("pupil {number}"), Lane::Short);
    }
    let (mut now, mut order) = (0, Vec::new());
    while let [id] = queue.start(s(now))[..] {
        let account = queue.jobs(s(now)).into_iter().find(|job| job.id == id).unwrap().account;
        now += 1;
        queue.end(s(now), id, s(1));
        order.push(account);
        _ = queue.add(s(now), job("flood", Lane::Short));
        if order.len() == 31 {
            break;
        }
    }
    assert_eq!(order[0], "flood");
    assert!(order[1..].iter().all(|account| account != "flood"), "{order:?}");
}
