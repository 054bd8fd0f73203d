//! The board of a lesson as text.

use crate::lesson::Lesson;
use wag_core::game::{Cell, GameInfo};

/// Returns the board of a lesson as text, with two characters per field.
pub fn board(info: &GameInfo, lesson: &Lesson) -> Option<String> {
    let place = info.place_option()?.name;
    let (_, text) = lesson.files.iter().find(|(option, _)| option == place)?;
    let sight = (info.sketch)(place, text.as_bytes())?.sight;
    let row = |cells: &[Cell]| cells.iter().map(|cell| format!("{} ", cell.signs[0])).collect::<String>();
    Some(sight.cells.chunks(sight.width.max(1)).map(|cells| format!("{}\n", row(cells).trim_end())).collect())
}
