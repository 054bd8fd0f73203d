//! The positions of a match as arrays of numbers, for programs that evaluate replays.

/// The declaration of an array. docs/en/frames.md lists all declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayInfo {
    /// The name, a valid name of a variable in Python.
    pub name: &'static str,
    pub number: Number,
    pub layout: Layout,
    /// The meaning of the numbers with their unit, as a phrase without a full stop.
    pub meaning: &'static str,
}

/// The types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    I32,
    I64,
}

/// The arrangement of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One array for the whole match, with these axes.
    Constant(&'static [&'static str]),
    /// One array per frame, with these axes. The axis of the frames comes before them.
    PerFrame(&'static [&'static str]),
    /// Any number of rows per frame, with these columns. The column `round` comes before them.
    Table(&'static [Column]),
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    /// The meaning of the numbers with their unit, as a phrase without a full stop.
    pub meaning: &'static str,
}

impl ArrayInfo {
    /// Declares an array that never changes.
    pub const fn constant(
        name: &'static str,
        number: Number,
        axes: &'static [&'static str],
        meaning: &'static str,
    ) -> ArrayInfo {
        ArrayInfo { name, number, layout: Layout::Constant(axes), meaning }
    }

    /// Declares an array with the same shape in every frame.
    pub const fn per_frame(
        name: &'static str,
        number: Number,
        axes: &'static [&'static str],
        meaning: &'static str,
    ) -> ArrayInfo {
        ArrayInfo { name, number, layout: Layout::PerFrame(axes), meaning }
    }

    /// Declares a table; each row is one of the things that `meaning` names.
    pub const fn table(
        name: &'static str,
        number: Number,
        columns: &'static [Column],
        meaning: &'static str,
    ) -> ArrayInfo {
        ArrayInfo { name, number, layout: Layout::Table(columns), meaning }
    }
}

impl Column {
    pub const fn new(name: &'static str, meaning: &'static str) -> Column {
        Column { name, meaning }
    }
}

impl Number {
    /// Returns the name of the type in numpy.
    pub const fn name(self) -> &'static str {
        match self {
            Number::I32 => "int32",
            Number::I64 => "int64",
        }
    }

    const fn bytes(self) -> usize {
        match self {
            Number::I32 => 4,
            Number::I64 => 8,
        }
    }
}

/// The arrays of a match, which a game fills frame by frame in [`super::Show::write_arrays`]. Frame 0 is the position before
/// round 1, and frame `r` the position after round `r`.
#[derive(Clone, Debug)]
pub struct FrameArrays {
    arrays: Vec<FrameArray>,
    /// The number of complete frames.
    frames: u32,
    is_exact: bool,
}

/// One of the arrays.
#[derive(Clone, Debug)]
pub struct FrameArray {
    pub info: &'static ArrayInfo,
    /// The lengths of the declared axes; empty for a table.
    lengths: Vec<usize>,
    /// The numbers in C order, little-endian.
    bytes: Vec<u8>,
}

impl FrameArrays {
    /// Creates the declared arrays without frames. `axis_len` returns the length of an axis in this match.
    pub fn new(declared: &'static [ArrayInfo], axis_len: impl Fn(&'static str) -> usize) -> FrameArrays {
        let array = |info: &'static ArrayInfo| {
            let axes = match info.layout {
                Layout::Constant(axes) | Layout::PerFrame(axes) => axes,
                Layout::Table(_) => &[],
            };
            let lengths = axes.iter().map(|axis| axis_len(axis)).collect();
            FrameArray { info, lengths, bytes: Vec::new() }
        };
        FrameArrays { arrays: declared.iter().map(array).collect(), frames: 0, is_exact: true }
    }

    /// Completes the current frame.
    pub fn end_frame(&mut self) {
        self.frames += 1;
        for array in &mut self.arrays {
            self.is_exact &= array.complete(self.frames as usize);
        }
    }

    /// Writes the current frame's numbers of an array that is not a table, in C order. `array` is its index in
    /// [`super::Show::ARRAYS`]. Numbers beyond the type become the nearest one. Numbers of a constant array are ignored in all
    /// frames except the first one.
    pub fn write<N: Into<i64>>(&mut self, array: usize, numbers: impl IntoIterator<Item = N>) {
        let (frame, array) = (self.frames, &mut self.arrays[array]);
        match array.info.layout {
            Layout::Constant(_) if frame > 0 => {}
            _ => array.append(numbers.into_iter().map(Into::into)),
        }
    }

    /// Writes a row of a table, without its round.
    pub fn write_row<const COLUMNS: usize>(&mut self, array: usize, row: [i64; COLUMNS]) {
        let round = i64::from(self.frames);
        self.arrays[array].append([round].into_iter().chain(row));
    }

    /// Returns the number of frames.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// Returns the size of all arrays, in bytes.
    pub fn size(&self) -> u64 {
        self.arrays.iter().map(|array| array.bytes.len() as u64).sum()
    }

    /// Returns whether the game wrote exactly as many numbers as it has declared.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Returns the arrays in the order of their declarations.
    pub fn into_arrays(self) -> Vec<FrameArray> {
        self.arrays
    }
}

impl FrameArray {
    fn append(&mut self, numbers: impl IntoIterator<Item = i64>) {
        let numbers = numbers.into_iter();
        self.bytes.reserve(numbers.size_hint().0 * self.info.number.bytes());
        match self.info.number {
            Number::I32 => numbers.for_each(|number| {
                let nearest = number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                self.bytes.extend_from_slice(&nearest.to_le_bytes());
            }),
            Number::I64 => numbers.for_each(|number| self.bytes.extend_from_slice(&number.to_le_bytes())),
        }
    }

    /// Makes the length fit the number of frames. Returns whether it already did.
    fn complete(&mut self, frames: usize) -> bool {
        let item = self.item_bytes();
        let right = match self.info.layout {
            Layout::Constant(_) => item,
            Layout::PerFrame(_) => item * frames,
            Layout::Table(_) => self.bytes.len() / item * item,
        };
        let is_right = self.bytes.len() == right;
        self.bytes.resize(right, 0);
        is_right
    }

    /// Returns the number of bytes per frame or row.
    fn item_bytes(&self) -> usize {
        let numbers = match self.info.layout {
            Layout::Constant(_) | Layout::PerFrame(_) => self.lengths.iter().product(),
            Layout::Table(columns) => 1 + columns.len(),
        };
        numbers * self.info.number.bytes()
    }

    /// Returns the lengths of all axes: those of the frames and the declared axes, or the number of rows.
    pub fn shape(&self) -> Vec<usize> {
        let items = || self.bytes.len() / self.item_bytes().max(1);
        match self.info.layout {
            Layout::Constant(_) => self.lengths.clone(),
            Layout::PerFrame(_) => [items()].into_iter().chain(self.lengths.iter().copied()).collect(),
            Layout::Table(_) => vec![items()],
        }
    }

    /// Returns the numbers in C order, little-endian.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Show;
    use crate::game::tiny::Fives;

    #[test]
    fn frames_become_arrays() {
        let setup = crate::game::tiny::fives::Setup::of(9);
        let mut arrays = Fives::frame_arrays(&setup);
        Fives::add_frame(&setup, &(0, [0, 0]), &mut arrays);
        Fives::add_frame(&setup, &(5, [1, i64::MAX]), &mut arrays);
        assert!(arrays.is_exact());
        assert_eq!((arrays.frames(), arrays.size()), (2, 4 * (2 + 4 + 1 + 12)));
        let arrays = arrays.into_arrays();
        let found: Vec<(&str, Vec<usize>, Vec<i32>)> =
            arrays.iter().map(|array| (array.info.name, array.shape(), numbers(array))).collect();
        let expected = [
            ("count", vec![2], vec![0, 5]),
            ("points", vec![2, 2], vec![0, 0, 1, i32::MAX]),
            ("target", vec![], vec![30]),
            ("scores", vec![4], vec![0, 1, 0, 0, 2, 0, 1, 1, 1, 1, 2, i32::MAX]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn wrong_numbers_of_numbers_are_noticed_and_made_to_fit() {
        let mut array = FrameArray { info: &Fives::ARRAYS[1], lengths: vec![2], bytes: Vec::new() };
        array.append([1, 2, 3]);
        assert!(!array.complete(1));
        assert_eq!((array.shape(), numbers(&array)), (vec![1, 2], vec![1, 2]));
        assert!(!array.complete(2));
        assert_eq!(numbers(&array), [1, 2, 0, 0]);
        assert!(array.complete(2));
    }

    fn numbers(array: &FrameArray) -> Vec<i32> {
        let number = |bytes: &[u8; 4]| i32::from_le_bytes(*bytes);
        array.bytes().as_chunks().0.iter().map(number).collect()
    }
}
