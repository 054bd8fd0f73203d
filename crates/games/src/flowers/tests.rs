//! Tests of the rules: single cases, random play, and the checks of the contest's own server.

mod checks;
mod figures;
mod losses;
mod properties;

use super::event::{End, Event};
use super::orders::{Action, Card, Entry, Letter, Orders};
use super::state::{Plant, State};
use super::tile::{Tile, Tiles};
use super::{Flowers, Setup, View, board};
use wag_core::game::conformance::RandomPlay;
use wag_core::game::{Choice, Draw, Game, GameOptions, Phase, Playable, RandomStream, Seat, Seated, Show};

/// Returns the setup for these options, each given by its name and value.
fn setup(words: &[(&'static str, &str)]) -> Setup {
    let seated = [Seated { name: "x", built_in: None }; 2];
    Flowers::setup(&Flowers::INFO, &game_options(words), &seated, Draw { seed: 1, game: 0 }).unwrap()
}

fn game_options(words: &[(&'static str, &str)]) -> GameOptions {
    let mut options = GameOptions::default();
    for (name, word) in words {
        let choice = match *name {
            "rounds" => Choice::Number(word.parse().unwrap()),
            "decide" => Choice::Flag,
            "rules" => Choice::Word(word.to_string()),
            "board" if *word == "picture" => {
                Choice::File { word: word.to_string(), bytes: board::PICTURE.as_bytes().to_vec() }
            }
            _ => Choice::File { word: word.to_string(), bytes: word.as_bytes().to_vec() },
        };
        options.values.insert(name, choice);
    }
    options
}

/// Returns the state of a new game without special tiles.
fn plain(rules: &str) -> State {
    State::new(&setup(&[("rules", rules), ("board", "()")]))
}

/// Plays one action of the player whose turn it is, written as a person types it. Returns the events.
fn act(state: &mut State, text: &str) -> Vec<Event> {
    let (seat, mut events) = (state.mover, Vec::new());
    Flowers::apply(state, &[(seat, order(text))], &mut events);
    events
}

/// Parses an action in the notation for people. Does not check whether it has an effect. `-` is a missed action.
fn order(text: &str) -> Orders {
    if text == "-" { Orders::Missed } else { super::protocols::read(text).unwrap() }
}

/// Plays these actions of player 1, one per round, while player 2 passes.
fn alone(state: &mut State, actions: &[&str]) {
    for action in actions {
        act(state, action);
        act(state, "pass");
    }
}

/// Lets both players pass until this round.
fn wait_for(state: &mut State, round: u32) {
    while state.round < round {
        act(state, "pass");
    }
}

fn give(state: &mut State, card: Card, amount: i64) {
    state.players[0].cards[card.id()] = amount;
}

fn own(state: &mut State, seat: usize, x: u8, y: u8) {
    state.players[seat].tiles.push(Tile::at(x, y));
}

fn set(state: &mut State, x: u8, y: u8, card: Card) {
    let seed = state.setup.numbers.seed(card);
    state.plants[Tile::at(x, y).index()] = Some(Plant { card, needed: seed.drops, left: seed.life });
}

impl RandomPlay for Flowers {
    const HAS_CHANCE: bool = false;

    fn setups() -> Vec<Setup> {
        let rich = r#"{"gold": 200000, "mole": {"owned": 3}, "rain": {"every": 3}}"#;
        vec![
            setup(&[("board", "picture"), ("rounds", "40")]),
            setup(&[("numbers", rich), ("rounds", "30"), ("rules", "original")]),
            setup(&[("numbers", rich), ("rounds", "20"), ("decide", "")]),
        ]
    }

    fn asks_max(setup: &Setup) -> usize {
        2 * (0..setup.boards.len()).map(|game| setup.rounds_of(game as u32) as usize).sum::<usize>()
    }

    fn legal_orders(view: &View<'_>, luck: &mut RandomStream) -> Orders {
        let choices = (super::protocols::PERSON.choices)(view);
        order(&choices[luck.below(choices.len() as u32) as usize])
    }

    fn nonsense(view: &View<'_>, luck: &mut RandomStream) -> Orders {
        let mut number = |limit: u32| i64::from(luck.below(limit)) - 2;
        let letter = Letter::ALL[(number(7) + 2) as usize];
        let entries = (0..number(6)).map(|_| Entry {
            x: number(11),
            y: number(11),
            card: number(11),
            amount: number(8) << number(40).max(0),
        });
        let entries = entries.collect();
        match luck.below(8) {
            0 => Orders::read(b"what?"),
            1 if view.state.player(view.seat).misses < 1 => Orders::Missed,
            _ => Orders::Act(Action { letter, entries }),
        }
    }

    fn is_refusal(event: &Event) -> bool {
        event.is_refusal()
    }

    fn check(state: &State) {
        assert!(Flowers::is_frame_sound(&state.setup, state));
        let [first, second] = [0, 1].map(|seat: usize| state.players[seat].land());
        assert_eq!(first.0 & second.0, 0, "no tile has two owners");
        for (player, land) in state.players.iter().zip([first, second]) {
            assert_eq!(player.tiles.len() as u32, land.len(), "nobody has a tile twice");
            assert!(player.gold >= 0 && player.points >= 0);
            assert!(player.cards.iter().all(|owned| *owned >= 0));
        }
        for tile in Tile::all() {
            if let Some(plant) = state.plant(tile) {
                assert!(first.and(second).contains(tile), "what grows is somebody's");
                assert!(plant.needed >= -1 && (plant.left > 0 || plant.is_dead()));
            }
        }
    }
}
