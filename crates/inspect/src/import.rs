//! Conversion of a contest's replay to a Wag replay, by playing the match again and recording it.

use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::{Answer, Ask, Match, Observer, Player};
use wag_core::game::{Game, Playable, Script, Seat};
use wag_games::KnownGame;
use wag_games::with_game;
use wag_play::keep::header_of;
use wag_replay::{Closing, Header, PlayerInfo, Recorder, Shared};

/// A Wag replay that was converted from a contest's replay.
pub struct ImportedReplay {
    /// Content of the replay file.
    pub replay: Vec<u8>,
    /// A warning for the user, as a sentence without a full stop; `None` if there is nothing to warn about.
    pub warning: Option<String>,
}

/// Converts a contest's replay to a Wag replay by playing its match again; `name` is the name of the replay's file. Returns
/// `None` if the game comes from no contest.
pub fn import(game: KnownGame, bytes: &[u8], name: &str) -> Option<Result<ImportedReplay, String>> {
    with_game!(game, G => {
        let script = (G::CONTEST?.read)(bytes);
        Some(script.and_then(|script| play_script::<G>(script, name).map_err(|err| err.to_string())))
    })
}

fn play_script<G: Playable>(script: Script<G>, name: &str) -> std::io::Result<ImportedReplay> {
    let Script { setup, names, orders, warning } = script;
    let out = Shared::default();
    let mut recorder = Recorder::<G>::new(out.clone(), &header::<G>(&setup, &names, name), setup.clone())?;
    let orders: Rc<Orders<G>> = orders.into();
    let player =
        |seat| Box::new(ScriptedPlayer { seat, round: 0, orders: Rc::clone(&orders) }) as Box<dyn Player<G>>;
    let mut players: Vec<_> = Seat::all(names.len()).map(player).collect();
    let observers: &mut [&mut dyn Observer<G>] = &mut [&mut recorder];
    let (at_once, stop) = (usize::MAX, AtomicBool::new(false));
    let played = Match {
        setup: &setup,
        seed: 0,
        reseeds: &[],
        players: &mut players,
        observers,
        at_once,
        stop: &stop,
    }
    .play();
    recorder.close(&played.state, &played.ending(), &Closing::default());
    Ok(ImportedReplay { replay: out.bytes(), warning })
}

fn header<G: Playable>(setup: &G::Setup, names: &[String], place: &str) -> Header {
    let player = |name: &String| PlayerInfo { name: name.clone(), ..PlayerInfo::default() };
    Header {
        map: place.to_string(),
        rounds: G::rounds(setup),
        players: names.iter().map(player).collect(),
        ..header_of::<G>(setup)
    }
}

type Orders<G> = dyn Fn(Seat, u32) -> <G as Game>::Orders;

/// A player that repeats recorded orders.
struct ScriptedPlayer<G: Game> {
    seat: Seat,
    round: u32,
    orders: Rc<Orders<G>>,
}

impl<G: Game> Player<G> for ScriptedPlayer<G> {
    fn ask(&mut self, ask: Ask, _: G::View<'_>) {
        self.round = ask.round;
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        Answer { orders: (self.orders)(self.seat, self.round), ..Answer::default() }
    }
}
