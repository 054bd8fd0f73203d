//! Tests of environments: all games, saved matches, wrong requests and vectors.

use crate::{AnyMatch, EnvironmentPlan, EnvironmentRequest, SavedMatch, StepError, VectorBuffers};
use wag_core::arena::Rewards;
use wag_core::game::{Dtype, Observation, RandomStream};
use wag_games::{all, find};
use wag_play::RawOptions;

fn plan(game: &str, options: &[(&str, &str)], opponents: &[&str]) -> Result<EnvironmentPlan, String> {
    let options: RawOptions =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let opponents: Vec<String> = opponents.iter().map(|name| name.to_string()).collect();
    let request = EnvironmentRequest {
        options: &options,
        players: None,
        opponents: &opponents,
        weights: None,
        learner_seats: Some(&[1]),
        rewards: Rewards::Figure,
    };
    EnvironmentPlan::new(find(game).unwrap().info, &request).map_err(|err| err.to_string())
}

fn open(game: &str, options: &[(&str, &str)], opponents: &[&str]) -> Box<dyn AnyMatch> {
    crate::open(find(game).unwrap(), plan(game, options, opponents).unwrap()).unwrap()
}

/// Returns the observations of all agents as text.
fn observation(played: &dyn AnyMatch) -> String {
    let len = played.agents().len() * played.spaces().observation_len();
    match played.dtype() {
        Dtype::U8 => {
            let mut out = vec![0; len];
            played.observe(Observation::U8(&mut out)).unwrap();
            format!("{out:?}")
        }
        Dtype::U16 => {
            let mut out = vec![0; len];
            played.observe(Observation::U16(&mut out)).unwrap();
            format!("{out:?}")
        }
        Dtype::F32 => {
            let mut out = vec![0.0; len];
            played.observe(Observation::F32(&mut out)).unwrap();
            format!("{out:?}")
        }
    }
}

/// Returns random actions of all agents, among those that the masks allow.
fn actions(played: &dyn AnyMatch, luck: &mut RandomStream) -> Vec<i32> {
    let (agents, spaces) = (played.agents().len(), played.spaces());
    let mut masks = vec![0; agents * spaces.actions.mask_len()];
    played.mask(&mut masks).unwrap();
    let mut rest = masks.as_slice();
    let mut actions = Vec::new();
    for choices in std::iter::repeat_n(&spaces.actions.choices, agents).flatten() {
        let (allowed, after) = rest.split_at(usize::from(*choices));
        rest = after;
        let allowed: Vec<i32> =
            (0..).zip(allowed).filter(|(_, is)| **is == 1).map(|(choice, _)| choice).collect();
        actions.push(luck.pick(&allowed));
    }
    actions
}

#[test]
fn every_game_is_an_environment_for_agents_on_all_seats() {
    for game in all() {
        let mut played = open(game.info.name, &[], &[]);
        assert!(game.info.seats.contains(&played.agents().len()));
        let mut luck = RandomStream::new(1, 0);
        played.reset(5).unwrap();
        let first = observation(played.as_ref());
        for _ in 0..20 {
            let actions = actions(played.as_ref(), &mut luck);
            if played.round().is_none() {
                break;
            }
            played.step(&actions).unwrap();
        }
        assert_ne!(observation(played.as_ref()), first);
        assert!(!played.picture().is_empty());
        played.reset(5).unwrap();
        assert_eq!(observation(played.as_ref()), first);
    }
}

#[test]
fn a_saved_match_has_the_same_future_with_opponents_that_remember() {
    for (game, opponent) in [("ants", "Hunter"), ("flowers", "Estate"), ("tron", "Roomy"), ("gems", "greedy")]
    {
        let mut played = open(game, &[], &[opponent]);
        assert_eq!(played.agents().len(), 1);
        played.reset(7).unwrap();
        let mut luck = RandomStream::new(2, 0);
        let play = |played: &mut dyn AnyMatch, steps: usize, luck: &mut RandomStream| {
            let mut seen = Vec::new();
            for _ in 0..steps {
                if played.round().is_none() {
                    break;
                }
                let actions = actions(played, luck);
                played.step(&actions).unwrap();
                let mut rewards = [0.0];
                played.take_rewards(&mut rewards).unwrap();
                seen.push((observation(played), rewards));
            }
            seen
        };
        play(played.as_mut(), 4, &mut luck);
        let saved = played.save();
        let future = play(played.as_mut(), 12, &mut luck.clone());
        assert!(played.load(&saved).unwrap());
        assert_eq!(play(played.as_mut(), 12, &mut luck.clone()), future);
        assert!(!open("fives", &[], &[]).load(&saved).unwrap(), "of another game");
        let mut twin = open(game, &[], &[opponent]);
        assert!(twin.load(&SavedMatch::from_bytes(saved.bytes())).unwrap());
        assert!(played.load(&saved).unwrap() && observation(twin.as_ref()) == observation(played.as_ref()));
        assert!(!twin.load(&SavedMatch::from_bytes(vec![1, 2, 3])).unwrap());
    }
}

#[test]
fn impossible_steps_are_errors() {
    let mut played = open("tron", &[("width", "5"), ("height", "5")], &[]);
    played.reset(0).unwrap();
    assert!(matches!(played.step(&[0]), Err(StepError::WrongLength { needed: 2, given: 1, .. })));
    let Err(StepError::Invalid { index: 0, agent: 1, invalid }) = played.step(&[0, 4]) else { panic!() };
    assert_eq!((invalid.number, invalid.choices), (4, 4));
    while played.round().is_some() {
        played.step(&[0, 0]).unwrap();
    }
    assert_eq!(played.step(&[0, 0]), Err(StepError::Over));
    let mut rewards = [0.0; 2];
    played.take_rewards(&mut rewards).unwrap();
    assert!(played.take_rewards(&mut []).is_err() && rewards[0] >= 1.0);
}

#[test]
fn invalid_requests_are_explained() {
    let error = |game, opponents| plan(game, &[], opponents).unwrap_err();
    assert_eq!(error("gems", &["greedy", "greedy"]), "Gem duel is for 2 players with these options, not 3");
    assert_eq!(error("tron", &["human"]), "human cannot take part in an environment");
}

/// The buffers of a vector.
struct Buffers {
    observations: Vec<u8>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    terminations: Vec<u8>,
    acting: Vec<u8>,
}

impl Buffers {
    fn borrow(&mut self) -> VectorBuffers<'_> {
        VectorBuffers {
            observations: Observation::U8(&mut self.observations),
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminations: &mut self.terminations,
            acting: &mut self.acting,
        }
    }
}

/// Plays 100 steps of eleven small boards and returns everything that the learner saw.
fn play_vector(opponents: &[&str], threads: usize) -> Vec<String> {
    let plan = plan("tron", &[("width", "7"), ("height", "6")], opponents).unwrap();
    let mut vector = crate::open_vector(find("tron").unwrap(), &plan, 11, threads, true).unwrap();
    let agents = vector.agents().len();
    let all = vector.count() * agents;
    let mut buffers = Buffers {
        observations: vec![9; all * vector.spaces().observation_len()],
        masks: vec![9; all * 4],
        rewards: vec![9.0; all],
        terminations: vec![9; 11],
        acting: vec![9; all],
    };
    vector.reset(3, buffers.borrow()).unwrap();
    let (mut luck, mut seen, mut over) = (RandomStream::new(4, 0), Vec::new(), 0);
    for _ in 0..100 {
        let allowed = buffers.masks.chunks(4).map(|mask| {
            let allowed: Vec<i32> = (0..4).filter(|choice| mask[*choice as usize] == 1).collect();
            luck.pick(&allowed)
        });
        let actions: Vec<i32> = allowed.collect();
        vector.step(&actions, buffers.borrow()).unwrap();
        over += buffers.terminations.iter().filter(|over| **over == 1).count();
        seen.push(format!("{:?} {:?} {:?}", buffers.observations, buffers.rewards, buffers.terminations));
        assert!(buffers.acting.iter().all(|acts| *acts == 1));
    }
    assert!(over > 11, "matches start again");
    let wrong = vector.step(&vec![7; all], buffers.borrow());
    assert!(matches!(wrong, Err(StepError::Invalid { index: 0, agent: 0, .. })));
    buffers.masks.pop();
    assert!(matches!(
        vector.step(&vec![0; all], buffers.borrow()),
        Err(StepError::WrongLength { what: "masks", .. })
    ));
    seen
}

#[test]
fn a_vector_plays_the_same_with_any_number_of_threads() {
    for opponents in [&[][..], &["Straight"]] {
        let seen = play_vector(opponents, 1);
        for threads in [2, 3, 50] {
            assert_eq!(play_vector(opponents, threads), seen, "{threads} threads");
        }
    }
}

#[test]
fn chosen_matches_of_a_vector_start_again_and_copies_continue() {
    let plan = plan("tron", &[("width", "6"), ("height", "5")], &["Straight"]).unwrap();
    let open = |restarts| crate::open_vector(find("tron").unwrap(), &plan, 3, 2, restarts).unwrap();
    let mut vector = open(false);
    let len = vector.spaces().observation_len();
    let mut buffers = Buffers {
        observations: vec![0; 3 * len],
        masks: vec![0; 12],
        rewards: vec![0.0; 3],
        terminations: vec![0; 3],
        acting: vec![0; 3],
    };
    vector.reset(1, buffers.borrow()).unwrap();
    let first = buffers.observations.clone();
    // North, into the border, in the first two matches.
    while buffers.terminations != [1, 1, 0] {
        assert_eq!(buffers.terminations, [0; 3], "both end in the same step");
        vector.step(&[0, 0, 1], buffers.borrow()).unwrap();
    }
    assert_eq!(buffers.acting, [0, 0, 1]);
    vector.step(&[0, 0, 2], buffers.borrow()).unwrap();
    assert_eq!((&buffers.terminations[..2], &buffers.rewards[..2]), (&[1, 1][..], &[0.0, 0.0][..]));
    let before = buffers.observations.clone();
    buffers.terminations = vec![0, 1, 0];
    vector.restart(&[], buffers.borrow()).unwrap();
    assert_eq!(buffers.observations[..len], before[..len]);
    assert_eq!(buffers.observations[len..2 * len], first[len..2 * len]);
    assert_eq!(buffers.observations[2 * len..], before[2 * len..]);
    assert!(matches!(
        vector.restart(&[1], buffers.borrow()),
        Err(StepError::WrongLength { what: "seeds", .. })
    ));

    let saved = vector.save();
    let bytes = saved.bytes();
    let mut copies = [open(false), open(false)];
    assert!(
        copies[0].load(&saved).unwrap()
            && copies[1].load(&crate::SavedVector::from_bytes(bytes.clone())).unwrap()
    );
    vector.step(&[0, 1, 2], buffers.borrow()).unwrap();
    for copy in &mut copies {
        let expected = (buffers.observations.clone(), buffers.terminations.clone());
        copy.step(&[0, 1, 2], buffers.borrow()).unwrap();
        assert_eq!((buffers.observations.clone(), buffers.terminations.clone()), expected);
    }
    for wrong in [&bytes[..bytes.len() - 1], &[], &bytes[..8], &[&bytes[..], &[0]].concat()] {
        assert!(!vector.load(&crate::SavedVector::from_bytes(wrong.to_vec())).unwrap());
    }
}
