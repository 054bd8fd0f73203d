//! The built-in lessons by game and id: their numbers and titles.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A lesson as the overview names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexedLesson {
    /// The number of the lesson, counted from 1.
    pub number: usize,
    /// The title by language code.
    pub title: BTreeMap<String, String>,
}

/// The lessons of a course by id.
pub type CourseIndex = BTreeMap<String, IndexedLesson>;

/// Returns the lessons of a game's course; `None` if the game is unknown or has no course.
pub fn course(game: &str) -> Option<&'static CourseIndex> {
    static ALL: OnceLock<BTreeMap<String, CourseIndex>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let games = wag_games::all().map(|game| (wag_games::word_of(game.info), index(game.info)));
        games.filter(|(_, lessons)| !lessons.is_empty()).collect()
    });
    all.get(game)
}

/// Returns the fingerprints of the files with which `wag new` begins, of all games. They are no copies.
pub fn given_out() -> &'static BTreeSet<String> {
    static ALL: OnceLock<BTreeSet<String>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = wag_games::all().flat_map(|game| {
            let translated = game.info.new_in.iter().flat_map(|(_, files)| files.iter());
            game.info.new.iter().chain(translated)
        });
        files.flat_map(|(name, text)| wag_class::fingerprints([(*name, *text)]).into_values()).collect()
    })
}

fn index(info: &wag_core::game::GameInfo) -> CourseIndex {
    let lessons = (1..).zip(wag_course::lessons(info));
    let indexed = lessons.map(|(number, lesson)| {
        let title = lesson.texts.into_iter().map(|(language, text)| (language, text.title)).collect();
        (lesson.id, IndexedLesson { number, title })
    });
    indexed.collect()
}
