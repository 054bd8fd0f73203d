//! A game as an environment for reinforcement learning: observations are arrays of numbers, and actions are whole
//! numbers.

use super::Game;
use std::fmt;

/// A game that learners can play.
///
/// An observation is an array of planes, rows and columns in this sequence. It is written from a seat's view, so it
/// never shows what the seat cannot see. [`Spaces`] declares its shape and the meaning of each plane.
///
/// An action is a list of whole numbers, one per entry of [`Actions`]. The action of a seat that does not act has no
/// effect.
pub trait Environment: Game {
    /// The type of the numbers in an observation.
    type Element: Element;

    /// Whether the seed decides the setup. Otherwise many matches can share one setup, which saves time.
    const SEED_DECIDES_SETUP: bool = true;

    /// Prepares a setup for learners: the views of its matches then have what [`Environment::observe`] needs, for all
    /// seats. Rules that are part of the program need no preparation.
    fn prepare(_setup: &mut Self::Setup) {}

    /// Returns what the rules lack for learners, such as a method of a game in Python; `None` if they lack nothing.
    fn missing(_setup: &Self::Setup) -> Option<&'static str> {
        None
    }

    /// Returns the shapes of observations and actions for a setup. They depend only on the options and on the number of
    /// seats, never on the seed.
    fn spaces(setup: &Self::Setup) -> Spaces;

    /// Writes the observation of a view. `out` has one element per square and plane. Its elements may have any previous
    /// values.
    fn observe(view: &Self::View<'_>, out: &mut [Self::Element]);

    /// Writes which choices are allowed, as 1 or 0: first the choices of the first entry, then those of the second one,
    /// and so on. `out` has [`Actions::mask_len`] elements with any previous values. The game never refuses an action
    /// within the mask.
    fn mask(view: &Self::View<'_>, out: &mut [i8]);

    /// Returns the orders that an action stands for. Each number is within the range of its entry.
    fn orders(view: &Self::View<'_>, action: &[i32]) -> Self::Orders;

    /// Returns the action that stands for a seat's orders, or for the part of them that an action can express. Returns
    /// `None` if no action comes close, such as for a turn without an answer.
    fn action(view: &Self::View<'_>, orders: &Self::Orders) -> Option<Vec<i32>>;

    /// Writes the deciding figure of each seat, which is the first one of [`Game::standings`].
    fn figures(state: &Self::State, out: &mut [i64]) {
        for (figure, standing) in out.iter_mut().zip(Self::standings(state)) {
            *figure = standing.figures.first().map_or(0, |(_, value)| *value);
        }
    }
}

/// A type of numbers in observations.
pub trait Element: Copy + Default + PartialOrd + fmt::Debug + Into<f64> + Send + Sync + 'static {
    /// The name of the type in numpy.
    const DTYPE: Dtype;

    /// Returns a buffer of this type, or `None` if the buffer has another type.
    fn of<'b>(buffer: Observation<'b>) -> Option<&'b mut [Self]>;

    /// Appends the bytes of numbers, little-endian.
    fn write(numbers: &[Self], out: &mut Vec<u8>);
}

/// The types of numbers in observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    U8,
    U16,
    F32,
}

/// A buffer for one or more observations.
#[derive(Debug)]
pub enum Observation<'b> {
    U8(&'b mut [u8]),
    U16(&'b mut [u16]),
    F32(&'b mut [f32]),
}

impl Observation<'_> {
    pub fn dtype(&self) -> Dtype {
        match self {
            Observation::U8(_) => Dtype::U8,
            Observation::U16(_) => Dtype::U16,
            Observation::F32(_) => Dtype::F32,
        }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        match self {
            Observation::U8(buffer) => buffer.len(),
            Observation::U16(buffer) => buffer.len(),
            Observation::F32(buffer) => buffer.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Element for u8 {
    const DTYPE: Dtype = Dtype::U8;

    fn of(buffer: Observation<'_>) -> Option<&mut [u8]> {
        if let Observation::U8(buffer) = buffer { Some(buffer) } else { None }
    }

    fn write(numbers: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(numbers);
    }
}

impl Element for u16 {
    const DTYPE: Dtype = Dtype::U16;

    fn of(buffer: Observation<'_>) -> Option<&mut [u16]> {
        if let Observation::U16(buffer) = buffer { Some(buffer) } else { None }
    }

    fn write(numbers: &[u16], out: &mut Vec<u8>) {
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
}

impl Element for f32 {
    const DTYPE: Dtype = Dtype::F32;

    fn of(buffer: Observation<'_>) -> Option<&mut [f32]> {
        if let Observation::F32(buffer) = buffer { Some(buffer) } else { None }
    }

    fn write(numbers: &[f32], out: &mut Vec<u8>) {
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
}

impl Dtype {
    /// Returns the name of the type in numpy.
    pub const fn name(self) -> &'static str {
        match self {
            Dtype::U8 => "uint8",
            Dtype::U16 => "uint16",
            Dtype::F32 => "float32",
        }
    }
}

/// The shapes of observations and actions, and the meaning of their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaces {
    pub planes: Vec<Plane>,
    pub rows: usize,
    pub columns: usize,
    pub actions: Actions,
}

impl Spaces {
    /// Returns the number of elements of an observation.
    pub fn observation_len(&self) -> usize {
        self.planes.len() * self.rows * self.columns
    }
}

/// A plane of an observation. Its values are whole numbers from 0 to `most`; larger values are written as `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    pub name: &'static str,
    /// The meaning of the values, as a sentence without a full stop.
    pub meaning: &'static str,
    pub most: u32,
}

/// Returns a plane. A function, because the games declare dozens of them.
pub const fn plane(name: &'static str, meaning: &'static str, most: u32) -> Plane {
    Plane { name, meaning, most }
}

/// The shape of actions. An action is an array of this shape; without dimensions, it is a single number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actions {
    pub shape: Vec<usize>,
    /// The number of choices of each entry, in C order. An entry with `n` choices takes the values 0 to `n - 1`.
    pub choices: Vec<u16>,
    /// The meanings of the entries: the name of a group of entries, and the effects of their choices.
    pub meanings: &'static [(&'static str, &'static str)],
}

impl Actions {
    /// Declares an action that is a single number.
    pub fn discrete(choices: u16, meanings: &'static [(&'static str, &'static str)]) -> Actions {
        Actions { shape: Vec::new(), choices: vec![choices], meanings }
    }

    /// Returns the number of elements of a mask: the sum of the numbers of choices.
    pub fn mask_len(&self) -> usize {
        self.choices.iter().map(|choices| usize::from(*choices)).sum()
    }

    /// Returns the first number that is out of range, or `None` if the action is in the space.
    pub fn find_invalid(&self, action: &[i32]) -> Option<InvalidAction> {
        let is_invalid = |(number, choices): (&i32, &u16)| *number < 0 || *number >= i32::from(*choices);
        // Without an early exit, the compiler checks many numbers at once.
        if !action.iter().zip(&self.choices).fold(false, |any, pair| any | is_invalid(pair)) {
            return None;
        }
        let mut pairs = action.iter().zip(&self.choices).enumerate();
        let (entry, (number, choices)) = pairs.find(|(_, pair)| is_invalid(*pair))?;
        Some(InvalidAction { entry, number: *number, choices: *choices })
    }

    /// Writes a mask that allows only choice 0 of each entry, for a seat that is not asked.
    pub fn mask_nothing(&self, out: &mut [i8]) {
        out.fill(0);
        let mut first = 0;
        for choices in &self.choices {
            out[first] = 1;
            first += usize::from(*choices);
        }
    }
}

/// A number in an action that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidAction {
    pub entry: usize,
    pub number: i32,
    pub choices: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_found() {
        let actions = Actions { shape: vec![1, 3], choices: vec![2, 5, 1], meanings: &[] };
        assert_eq!(actions.mask_len(), 8);
        assert_eq!(actions.find_invalid(&[1, 4, 0]), None);
        assert_eq!(
            actions.find_invalid(&[1, 5, -1]),
            Some(InvalidAction { entry: 1, number: 5, choices: 5 })
        );
        assert_eq!(actions.find_invalid(&[0, 0, -1]).map(|wrong| wrong.entry), Some(2));
        let mut mask = [7; 8];
        actions.mask_nothing(&mut mask);
        assert_eq!(mask, [1, 0, 1, 0, 0, 0, 0, 1]);
    }
}
