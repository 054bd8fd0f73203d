//! Hints for Python files that were written as stand-alone programs. When such a file is played as a Python player, it
//! cannot find the files of the program protocol. The hint is added to the error message and says how to run the file
//! as a program.

use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::protocols::Files;
use wag_core::game::{Game, Seat};
use wag_core::problem::FaultKind;
use wag_core::text::quoted;
use wag_i18n::message;

/// A Python player in a game with a file protocol for programs.
pub struct Hinted<G: Game> {
    pub player: Box<dyn Player<G>>,
    pub protocol: &'static Files<G>,
    /// The path of the player's file, as the user typed it.
    pub word: String,
}

impl<G: Game> Player<G> for Hinted<G> {
    fn warm_up(&mut self, ask: Ask, view: G::View<'_>) {
        self.player.warm_up(ask, view);
    }

    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        self.player.ask(ask, view);
    }

    fn answer(&mut self, view: G::View<'_>) -> Answer<G::Orders> {
        let mut answer = self.player.answer(view);
        let fault = answer.report.fault.as_mut().filter(|fault| fault.kind == FaultKind::Exception);
        if let Some(fault) = fault
            && names_protocol_file(&fault.message.english(), self.protocol)
        {
            let spec = program_spec(&self.word);
            let hint = message!(
                "; to run this file as a separate program that communicates through files, use the player %{spec}",
                spec
            );
            fault.message = std::mem::take(&mut fault.message).and(hint);
        }
        answer
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        self.player.end(state, seat)
    }
}

/// Returns the player spec with which the user can run a file as a program.
fn program_spec(file: &str) -> String {
    let folder = if file.contains('/') { "" } else { "./" };
    quoted(&format!("program:{}", quoted(&format!("{folder}{file}"))))
}

/// Returns whether an exception names one of the files of the file protocol.
fn names_protocol_file<G: Game>(message: &str, protocol: &Files<G>) -> bool {
    let is_named = |name: &&str| message.contains(&format!("{name}'"));
    message.contains("[Errno") && protocol.questions.iter().chain([&protocol.answer]).any(is_named)
}
