//! The rules that the answers of a game must follow, each with a sentence for the game's author. What an honest game can
//! break is mostly reported earlier, by the session in the game's own process; but that process is not trusted.

use super::game::{
    BOTS_MAX, Board, BotOrder, DECLARED_MAX, Declared, DeclaredOption, EVENTS_MAX, FIGURES_MAX, GameProblem,
    MOVES_MAX, OptionKind, PIECES_MAX, Packed, SEATS_MAX, SIDE_MAX, STEPS_MAX, SeatView, Step, TEXT_MAX,
    TILES_MAX,
};
use std::collections::BTreeSet;
use wag_core::game::{Datum, Seat};
use wag_core::text::printable;
use wag_i18n::{Message, message};

/// A broken rule: the method or attribute at fault, and a sentence.
type Broken = (&'static str, Message);

/// The names of the tones of cells.
pub const TONES: [&str; 12] = [
    "ground", "fertile", "water", "wall", "goods", "home", "piece", "red", "yellow", "green", "blue", "lilac",
];

impl Step {
    /// Checks what the types cannot: that the step fits the declaration, the number of seats and the step before. The
    /// problem names the method at fault, its place, and says what is wrong.
    pub fn is_sound(
        &self,
        declared: &Declared,
        seats: usize,
        before: Option<&Step>,
    ) -> Result<(), GameProblem> {
        self.check(declared, seats, before).map_err(|broken| declared.problem(broken))
    }

    fn check(&self, declared: &Declared, seats: usize, before: Option<&Step>) -> Result<(), Broken> {
        self.check_phase(seats, before)?;
        self.check_figures(declared, seats)?;
        if self.seats.len() != seats {
            return Err((
                "view",
                message!(
                    "there are views of %{given} seats instead of %{seats}",
                    given = self.seats.len(),
                    seats
                ),
            ));
        }
        for (seat, view) in Seat::all(seats).zip(&self.seats) {
            match view {
                Some(view) => view.check(declared, seats)?,
                None if self.ask.contains(seat) => {
                    return Err(("view", message!("seat %{seat} is asked and has no view", seat = seat.0)));
                }
                None => {}
            }
        }
        if let Some(board) = &self.board {
            board.check("board", declared, seats)?;
            let size = |board: &Board| (board.width, board.cells.len());
            if before
                .and_then(|before| before.board.as_ref())
                .is_some_and(|before| size(before) != size(board))
            {
                return Err(("board", message!("board(...) changes its size during the match")));
            }
        }
        if self.events.len() > EVENTS_MAX {
            return Err((
                "apply",
                message!("apply(...) returned more than %{most} events", most = EVENTS_MAX),
            ));
        }
        for event in &self.events {
            let event =
                Datum::unpack(event).filter(|event| event.get("type").and_then(Datum::as_text).is_some());
            if event.is_none() {
                return Err((
                    "apply",
                    message!("an event of apply(...) is no dict with a text under \"type\""),
                ));
            }
        }
        match self.refused.iter().find(|(seat, _)| seat.index() >= seats) {
            Some((seat, _)) => Err((
                "apply",
                message!(
                    "apply(...) refuses an order of seat %{seat}, but there are %{seats} seats",
                    seat = seat.0,
                    seats
                ),
            )),
            None => Ok(()),
        }
    }

    fn check_phase(&self, seats: usize, before: Option<&Step>) -> Result<(), Broken> {
        for (set, method) in [(self.ask, "phase"), (self.out, "is_out")] {
            if let Some(seat) = set.iter().find(|seat| seat.index() >= seats) {
                return Err((
                    method,
                    message!(
                        "%{method}(...) names seat %{seat}, but the seats are 0 to %{last}",
                        method,
                        seat = seat.0,
                        last = seats.saturating_sub(1)
                    ),
                ));
            }
        }
        if let Some(seat) = self.ask.iter().find(|seat| self.out.contains(*seat)) {
            return Err(("phase", message!("phase(...) asks seat %{seat}, which is out", seat = seat.0)));
        }
        if self.ask.is_empty() {
            return match self.round {
                0 => Ok(()),
                _ => {
                    Err(("phase", message!("phase(...) asks nobody; return Over() at the end of the match")))
                }
            };
        }
        let least = before.map_or(1, |before| before.round.max(1));
        match self.round < least {
            true if before.is_none() => Err((
                "phase",
                message!("phase(...) returned round %{round}; rounds count from 1", round = self.round),
            )),
            true => Err((
                "phase",
                message!(
                    "phase(...) returned round %{round} after round %{least}; rounds never go back",
                    round = self.round,
                    least
                ),
            )),
            false => Ok(()),
        }
    }

    fn check_figures(&self, declared: &Declared, seats: usize) -> Result<(), Broken> {
        if self.figures.len() != seats {
            return Err((
                "standings",
                message!(
                    "standings(...) returned figures for %{given} seats instead of %{seats}",
                    given = self.figures.len(),
                    seats
                ),
            ));
        }
        let declared = declared.figures.len();
        match self.figures.iter().find(|figures| figures.len() != declared) {
            Some(figures) => Err((
                "standings",
                message!(
                    "standings(...) returned %{given} numbers for a seat; %{declared} figures are declared",
                    given = figures.len(),
                    declared
                ),
            )),
            None => Ok(()),
        }
    }
}

fn check_packed(packed: &Packed, method: &'static str) -> Result<(), Broken> {
    match Datum::is_packed(packed) {
        true => Ok(()),
        false => Err((method, message!("%{method}(...) returned data that cannot be read", method))),
    }
}

impl SeatView {
    fn check(&self, declared: &Declared, seats: usize) -> Result<(), Broken> {
        check_packed(&self.view, "view")?;
        let moves = self.moves.as_deref().unwrap_or_default();
        if moves.len() > MOVES_MAX {
            return Err(("moves", message!("moves(...) returned more than %{most} moves", most = MOVES_MAX)));
        }
        moves.iter().try_for_each(|order| check_packed(order, "moves"))?;
        if let Some(BotOrder::Order(order)) = &self.bot {
            check_packed(order, "bot")?;
        }
        if let Some(shown) = &self.shown {
            shown.check("show", declared, seats)?;
        }
        if let Some((planes, rows, columns)) = &declared.observation {
            let expected = planes.len() * usize::from(*rows) * usize::from(*columns);
            if !self.observation.is_empty() && self.observation.len() != expected {
                return Err((
                    "observe",
                    message!(
                        "observe(...) returned %{given} numbers instead of %{expected}",
                        given = self.observation.len(),
                        expected
                    ),
                ));
            }
        }
        if self.observation.iter().any(|number| !number.is_finite()) {
            return Err(("observe", message!("observe(...) returned a number that is not finite")));
        }
        let actions = declared.actions.len();
        match !self.mask.is_empty() && actions > 0 && self.mask.len() != actions {
            true => Err((
                "actions",
                message!(
                    "%{given} actions are marked, but there are %{actions}",
                    given = self.mask.len(),
                    actions
                ),
            )),
            false => Ok(()),
        }
    }
}

impl Board {
    fn check(&self, method: &'static str, declared: &Declared, seats: usize) -> Result<(), Broken> {
        let (width, rows) =
            (usize::from(self.width), self.cells.len().checked_div(usize::from(self.width)).unwrap_or(0));
        if width * rows != self.cells.len() {
            return Err((method, message!("%{method}(...) returned rows of different lengths", method)));
        }
        if width > SIDE_MAX || rows > SIDE_MAX {
            return Err((
                method,
                message!(
                    "%{method}(...) returned %{width}x%{rows} cells; at most %{most}x%{most} can be shown",
                    method,
                    width,
                    rows,
                    most = SIDE_MAX
                ),
            ));
        }
        if let Some(tile) = self.cells.iter().find(|tile| usize::from(**tile) >= declared.tiles.len()) {
            return Err((
                method,
                message!(
                    "%{method}(...) uses tile number %{tile}; %{declared} tiles are declared",
                    method,
                    tile,
                    declared = declared.tiles.len()
                ),
            ));
        }
        if self.pieces.len() > PIECES_MAX || self.walls.len() > PIECES_MAX {
            return Err((
                method,
                message!(
                    "%{method}(...) returned more than %{most} pieces or walls",
                    method,
                    most = PIECES_MAX
                ),
            ));
        }
        let is_beyond = |x: u16, y: u16| usize::from(x) >= width || usize::from(y) >= rows;
        let pieces = self.pieces.iter().map(|piece| (piece.x, piece.y));
        if let Some((x, y)) =
            pieces.chain(self.walls.iter().map(|wall| (wall.x, wall.y))).find(|(x, y)| is_beyond(*x, *y))
        {
            return Err((
                method,
                message!(
                    "%{method}(...) puts a piece or a wall at %{x}, %{y}, which is beyond the board",
                    method,
                    x,
                    y
                ),
            ));
        }
        for piece in &self.pieces {
            check_sign(method, &piece.sign)?;
            check_seat(method, piece.seat, seats)?;
        }
        let texts = self.pieces.iter().map(|piece| piece.text.len()).sum::<usize>();
        match self.text.len() > TEXT_MAX || texts > TEXT_MAX {
            true => Err((
                method,
                message!("the text of %{method}(...) is longer than %{most} bytes", method, most = TEXT_MAX),
            )),
            false => Ok(()),
        }
    }
}

fn check_sign(method: &'static str, sign: &str) -> Result<(), Broken> {
    let is_fine = (1..=2).contains(&sign.chars().count()) && printable(sign) == sign;
    match is_fine {
        true => Ok(()),
        false => Err((
            method,
            message!("the sign %{sign} must have one or two printable characters", sign = quoted(sign)),
        )),
    }
}

fn check_seat(method: &'static str, seat: Option<Seat>, seats: usize) -> Result<(), Broken> {
    match seat.filter(|seat| seat.index() >= seats) {
        Some(seat) => Err((
            method,
            message!(
                "%{method} names seat %{seat}, but the seats are 0 to %{last}",
                method,
                seat = seat.0,
                last = seats.saturating_sub(1)
            ),
        )),
        None => Ok(()),
    }
}

/// Returns a text of a stranger for a message.
fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    format!("{:?}", printable(text).chars().take(SHOWN).collect::<String>())
}

impl Declared {
    /// Checks a declaration. The problem says which attribute of the class is wrong, how, and where.
    pub fn is_sound(&self) -> Result<(), GameProblem> {
        self.check().map_err(|broken| self.problem(broken))
    }

    fn problem(&self, (method, message): Broken) -> GameProblem {
        let place =
            |name: &str| self.places.iter().find(|(own, _)| own == name).map(|(_, place)| place.clone());
        GameProblem { place: place(method).or_else(|| place("")), ..GameProblem::of(message) }
    }

    fn check(&self) -> Result<(), Broken> {
        if self.title.trim().is_empty() {
            return Err(("title", message!("the game has no title")));
        }
        let lines = [("title", &self.title, 60), ("about", &self.about, 2000), ("class", &self.class, 100)];
        for (attribute, text, most) in lines {
            check_text(attribute, text, most)?;
        }
        let (least, most) = self.seats;
        if least < 1 || least > most || usize::from(most) > SEATS_MAX {
            return Err((
                "seats",
                message!(
                    "seats are %{least} to %{most}; a game has 1 to %{limit} seats",
                    least,
                    most,
                    limit = SEATS_MAX
                ),
            ));
        }
        if !(1..=STEPS_MAX).contains(&self.steps_max) {
            return Err((
                "steps_max",
                message!(
                    "steps_max is %{steps}; it must be 1 to %{limit}",
                    steps = self.steps_max,
                    limit = STEPS_MAX
                ),
            ));
        }
        self.check_options()?;
        check_names("figures", &self.figures, FIGURES_MAX)?;
        if self.figures.is_empty() {
            return Err(("figures", message!("figures must name at least one figure")));
        }
        if let Some((figure, _)) = self.accounts.iter().find(|(figure, _)| !self.figures.contains(figure)) {
            return Err((
                "accounts",
                message!("accounts name %{figure}, which is no figure", figure = quoted(figure)),
            ));
        }
        self.accounts.iter().try_for_each(|(_, entries)| check_names("accounts", entries, FIGURES_MAX))?;
        self.check_tiles()?;
        let bots: Vec<String> = self.bots.iter().map(|bot| bot.name.clone()).collect();
        check_names("bots", &bots, BOTS_MAX)?;
        if let Some(name) = bots.iter().find(|name| name.contains(['/', '.', ':', '='])) {
            return Err((
                "bots",
                message!("the name of the bot %{name} looks like a file's", name = quoted(name)),
            ));
        }
        self.bots.iter().try_for_each(|bot| check_text("bots", &bot.about, 200))?;
        self.check_learning()?;
        let bytes = postcard::experimental::serialized_size(self).unwrap_or(usize::MAX);
        match bytes > DECLARED_MAX {
            true => Err((
                "",
                message!(
                    "the declarations take %{bytes} bytes; at most %{most} are allowed",
                    bytes,
                    most = DECLARED_MAX
                ),
            )),
            false => Ok(()),
        }
    }

    fn check_options(&self) -> Result<(), Broken> {
        let names: Vec<String> = self.options.iter().map(|option| option.name.clone()).collect();
        check_names("options", &names, OPTIONS_MAX)?;
        self.options.iter().try_for_each(DeclaredOption::check)
    }

    fn check_tiles(&self) -> Result<(), Broken> {
        if self.tiles.len() > TILES_MAX {
            return Err(("tiles", message!("there are more than %{most} tiles", most = TILES_MAX)));
        }
        for tile in &self.tiles {
            check_sign("tiles", &tile.sign)?;
            check_seat("tiles", tile.seat, self.seats.1.into())?;
            check_text("tiles", &tile.text, 200)?;
            if !tile.tone.is_empty() && !TONES.contains(&tile.tone.as_str()) {
                return Err((
                    "tiles",
                    message!(
                        "there is no tone %{tone}; the tones are %{tones}",
                        tone = quoted(&tile.tone),
                        tones = TONES.join(", ")
                    ),
                ));
            }
        }
        Ok(())
    }

    fn check_learning(&self) -> Result<(), Broken> {
        self.actions.iter().try_for_each(|action| check_packed(action, "actions"))?;
        let Some((planes, rows, columns)) = &self.observation else { return Ok(()) };
        check_names("observation", planes, PLANES_MAX)?;
        match [*rows, *columns].iter().all(|side| (1..=SIDE_MAX).contains(&usize::from(*side))) {
            true => Ok(()),
            false => Err((
                "observation",
                message!("an observation has 1 to %{most} rows and columns", most = SIDE_MAX),
            )),
        }
    }
}

/// The most options of a game.
const OPTIONS_MAX: usize = 64;
/// The most planes of an observation.
const PLANES_MAX: usize = 256;

impl DeclaredOption {
    fn check(&self) -> Result<(), Broken> {
        let name = quoted(&self.name);
        let is_word = self.name.starts_with(|first: char| first.is_ascii_lowercase())
            && self.name.chars().all(|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_-".contains(letter)
            });
        if !is_word {
            return Err((
                "options",
                message!("the option %{name} must be named by lower-case letters, digits and _", name),
            ));
        }
        check_text("options", &self.about, 500)?;
        match &self.kind {
            OptionKind::Number { usual, least, most } if !(least..=most).contains(&usual) => Err((
                "options",
                message!(
                    "the option %{name} is %{usual} by default, which is not within %{least} to %{most}",
                    name,
                    usual,
                    least,
                    most
                ),
            )),
            OptionKind::Choice { words } if words.is_empty() => {
                Err(("options", message!("the option %{name} has no words to choose from", name)))
            }
            OptionKind::Choice { words } => check_names("options", words, WORDS_MAX),
            _ => Ok(()),
        }
    }
}

/// The most words of an option.
const WORDS_MAX: usize = 256;

/// Checks a list of names: not too many, none empty, long or twice.
fn check_names(attribute: &'static str, names: &[String], most: usize) -> Result<(), Broken> {
    if names.len() > most {
        return Err((attribute, message!("%{attribute} has more than %{most} entries", attribute, most)));
    }
    let mut seen = BTreeSet::new();
    for name in names {
        if name.trim().is_empty() {
            return Err((attribute, message!("%{attribute} contains an empty name", attribute)));
        }
        check_text(attribute, name, 60)?;
        if !seen.insert(name) {
            return Err((
                attribute,
                message!("%{attribute} contains %{name} twice", attribute, name = quoted(name)),
            ));
        }
    }
    Ok(())
}

fn check_text(attribute: &'static str, text: &str, most: usize) -> Result<(), Broken> {
    if text.chars().count() > most {
        return Err((
            attribute,
            message!("a text of %{attribute} is longer than %{most} characters", attribute, most),
        ));
    }
    match text.chars().all(|letter| letter == '\n' || !letter.is_control()) {
        true => Ok(()),
        false => Err((attribute, message!("a text of %{attribute} contains control characters", attribute))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::game::{DeclaredBot, Piece, Tile, Wall};
    use wag_core::game::SeatSet;
    use wag_core::problem::CodePlace;

    fn declared() -> Declared {
        Declared {
            class: "Hex".into(),
            title: "Hex".into(),
            seats: (2, 3),
            options: vec![option("size", OptionKind::Flag)],
            figures: vec!["points".into(), "cards".into()],
            accounts: vec![("points".into(), vec!["sold".into()])],
            tiles: vec![Tile { sign: ".".into(), tone: "ground".into(), seat: None, text: String::new() }],
            steps_max: 100,
            bots: vec![DeclaredBot { name: "Straight".into(), about: String::new() }],
            actions: vec![Datum::None.pack(); 2],
            observation: Some((vec!["own".into()], 2, 2)),
            places: vec![
                (String::new(), CodePlace::new("hex.py", 3)),
                ("view".into(), CodePlace::new("hex.py", 9)),
            ],
            ..Declared::default()
        }
    }

    fn option(name: &str, kind: OptionKind) -> DeclaredOption {
        DeclaredOption { name: name.into(), about: String::new(), kind }
    }

    fn event(kind: Datum) -> Packed {
        Datum::Dict(vec![(Datum::Text("type".into()), kind)]).pack()
    }

    fn board() -> Board {
        let piece =
            Piece { x: 1, y: 1, sign: "K".into(), seat: Some(Seat(1)), text: "king".into(), id: None };
        let walls = vec![Wall { x: 0, y: 0, is_south: true }];
        Board {
            width: 2,
            cells: vec![0; 4],
            pieces: vec![piece],
            walls,
            has_hexagons: false,
            text: "x".into(),
        }
    }

    fn step() -> Step {
        let view = SeatView {
            view: Datum::None.pack(),
            moves: Some(vec![Datum::Int(1).pack()]),
            observation: vec![0.0; 4],
            mask: vec![true, false],
            ..SeatView::default()
        };
        Step {
            round: 2,
            ask: SeatSet::one(Seat(0)),
            out: SeatSet::one(Seat(1)),
            figures: vec![vec![1, 2], vec![3, 4]],
            seats: vec![Some(view), None],
            board: Some(board()),
            events: vec![event(Datum::Text("moved".into()))],
            refused: vec![(Seat(1), "too far".into())],
        }
    }

    fn view(step: &mut Step) -> &mut SeatView {
        step.seats[0].as_mut().unwrap()
    }

    fn in_board(step: &mut Step) -> &mut Board {
        step.board.as_mut().unwrap()
    }

    /// Returns what is said about a step after a change.
    fn said(change: impl FnOnce(&mut Step)) -> String {
        let mut changed = step();
        change(&mut changed);
        changed
            .is_sound(&declared(), 2, Some(&step()))
            .map_or_else(|fault| fault.message.english(), |()| "sound".into())
    }

    #[test]
    fn sound_steps_and_ends_are_accepted() {
        assert_eq!(said(|_| ()), "sound");
        assert_eq!(said(|step| (step.round, step.ask) = (0, SeatSet::default())), "sound");
    }

    #[test]
    fn every_rule_about_steps_has_a_sentence() {
        let seat = |number: u8| SeatSet::one(Seat(number));
        let sentences = [
            said(|step| step.ask = seat(2)),
            said(|step| step.out = seat(31)),
            said(|step| step.out = seat(0)),
            said(|step| step.ask = SeatSet::default()),
            said(|step| step.round = 1),
            said(|step| step.figures.push(Vec::new())),
            said(|step| step.figures[1] = vec![1]),
            said(|step| step.seats.truncate(1)),
            said(|step| step.seats[0] = None),
            said(|step| view(step).view = vec![99]),
            said(|step| view(step).moves = Some(vec![vec![0; 2]])),
            said(|step| view(step).moves = Some(vec![Datum::None.pack(); MOVES_MAX + 1])),
            said(|step| view(step).bot = Some(BotOrder::Order(Vec::new()))),
            said(|step| view(step).observation = vec![0.0; 3]),
            said(|step| view(step).observation[0] = f32::NAN),
            said(|step| view(step).mask.truncate(1)),
            said(|step| view(step).shown = Some(Board { width: 2, cells: vec![0; 3], ..Board::default() })),
            said(|step| in_board(step).cells[0] = 1),
            said(|step| (in_board(step).width, in_board(step).cells) = (201, vec![0; 201])),
            said(|step| (in_board(step).width, in_board(step).cells) = (4, vec![0; 8])),
            said(|step| in_board(step).pieces[0].x = 2),
            said(|step| in_board(step).walls[0].y = 2),
            said(|step| in_board(step).walls = vec![in_board(step).walls[0]; PIECES_MAX + 1]),
            said(|step| in_board(step).pieces[0].sign = "\u{1b}".into()),
            said(|step| in_board(step).pieces[0].seat = Some(Seat(2))),
            said(|step| in_board(step).text = "x".repeat(TEXT_MAX + 1)),
            said(|step| step.events = vec![event(Datum::Int(3))]),
            said(|step| step.events = vec![event(Datum::Text("x".into())); EVENTS_MAX + 1]),
            said(|step| step.refused[0].0 = Seat(255)),
        ];
        let expected = [
            "phase(...) names seat 2, but the seats are 0 to 1",
            "is_out(...) names seat 31, but the seats are 0 to 1",
            "phase(...) asks seat 0, which is out",
            "phase(...) asks nobody; return Over() at the end of the match",
            "phase(...) returned round 1 after round 2; rounds never go back",
            "standings(...) returned figures for 3 seats instead of 2",
            "standings(...) returned 1 numbers for a seat; 2 figures are declared",
            "there are views of 1 seats instead of 2",
            "seat 0 is asked and has no view",
            "view(...) returned data that cannot be read",
            "moves(...) returned data that cannot be read",
            "moves(...) returned more than 10000 moves",
            "bot(...) returned data that cannot be read",
            "observe(...) returned 3 numbers instead of 4",
            "observe(...) returned a number that is not finite",
            "1 actions are marked, but there are 2",
            "show(...) returned rows of different lengths",
            "board(...) uses tile number 1; 1 tiles are declared",
            "board(...) returned 201x1 cells; at most 200x200 can be shown",
            "board(...) changes its size during the match",
            "board(...) puts a piece or a wall at 2, 1, which is beyond the board",
            "board(...) puts a piece or a wall at 0, 2, which is beyond the board",
            "board(...) returned more than 2000 pieces or walls",
            "the sign \"\" must have one or two printable characters",
            "board names seat 2, but the seats are 0 to 1",
            "the text of board(...) is longer than 16384 bytes",
            "an event of apply(...) is no dict with a text under \"type\"",
            "apply(...) returned more than 1000 events",
            "apply(...) refuses an order of seat 255, but there are 2 seats",
        ];
        assert_eq!(sentences, expected);
    }

    #[test]
    fn first_round_is_at_least_one() {
        let first = Step { round: 0, ..step() };
        let fault = first.is_sound(&declared(), 2, None).unwrap_err();
        assert_eq!(fault.message, "phase(...) returned round 0; rounds count from 1");
    }

    #[test]
    fn problem_has_the_place_of_its_method_or_of_the_class() {
        let line = |change: fn(&mut Step)| {
            let mut changed = step();
            change(&mut changed);
            changed.is_sound(&declared(), 2, None).unwrap_err().place.map(|place| place.line)
        };
        assert_eq!(line(|step| view(step).view = Vec::new()), Some(9));
        assert_eq!(line(|step| step.figures.clear()), Some(3));
    }

    #[test]
    fn every_rule_about_declarations_has_a_sentence() {
        let said = |change: fn(&mut Declared)| {
            let mut changed = declared();
            change(&mut changed);
            changed.is_sound().map_or_else(|fault| fault.message.english(), |()| "sound".into())
        };
        let number = |usual| OptionKind::Number { usual, least: 1, most: 9 };
        assert!(DeclaredOption::check(&option("size", number(9))).is_ok());
        let sentences = [
            said(|_| ()),
            said(|declared| declared.title = " ".into()),
            said(|declared| declared.title = "x".repeat(61)),
            said(|declared| declared.about = "\u{1b}[2J".into()),
            said(|declared| declared.seats = (0, 2)),
            said(|declared| declared.seats = (2, 33)),
            said(|declared| declared.steps_max = 0),
            said(|declared| declared.figures.clear()),
            said(|declared| declared.figures[1] = "points".into()),
            said(|declared| declared.accounts[0].0 = "gold".into()),
            said(|declared| declared.tiles[0].tone = "pink".into()),
            said(|declared| declared.tiles[0].seat = Some(Seat(3))),
            said(|declared| declared.tiles = vec![declared.tiles[0].clone(); 257]),
            said(|declared| declared.bots[0].name = "a.py".into()),
            said(|declared| declared.options[0].name = "--seed".into()),
            said(|declared| declared.options[0].kind = OptionKind::Number { usual: 10, least: 1, most: 9 }),
            said(|declared| declared.options[0].kind = OptionKind::Choice { words: Vec::new() }),
            said(|declared| declared.actions[0].clear()),
            said(|declared| declared.observation = Some((vec!["own".into()], 0, 2))),
            said(|declared| declared.methods = vec!["x".repeat(1000); 100]),
        ];
        let expected = [
            "sound",
            "the game has no title",
            "a text of title is longer than 60 characters",
            "a text of about contains control characters",
            "seats are 0 to 2; a game has 1 to 32 seats",
            "seats are 2 to 33; a game has 1 to 32 seats",
            "steps_max is 0; it must be 1 to 1000000",
            "figures must name at least one figure",
            "figures contains \"points\" twice",
            "accounts name \"gold\", which is no figure",
            "there is no tone \"pink\"; the tones are ground, fertile, water, wall, goods, home, piece, red, yellow, green, blue, lilac",
            "tiles names seat 3, but the seats are 0 to 2",
            "there are more than 256 tiles",
            "the name of the bot \"a.py\" looks like a file's",
            "the option \"--seed\" must be named by lower-case letters, digits and _",
            "the option \"size\" is 10 by default, which is not within 1 to 9",
            "the option \"size\" has no words to choose from",
            "actions(...) returned data that cannot be read",
            "an observation has 1 to 200 rows and columns",
            "the declarations take 100314 bytes; at most 65536 are allowed",
        ];
        assert_eq!(sentences, expected);
    }
}
