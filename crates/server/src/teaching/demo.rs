//! A made-up class to look around: 24 pupils in the middle of a course, with hand-ins of each kind. It is made by the same
//! functions of the store as a real one, and its hand-ins are checked as real ones are.

use super::course_index;
use crate::contests::files::{ContestFiles, write_durably};
use serde_json::json;
use std::io::{self, Cursor, Write};
use std::path::Path;
use wag_class::name_key;
use wag_games::KnownGame;
use wag_i18n::t;
use wag_store::contests::{ContestSettings, ContestStep, EntryChange};
use wag_store::hand_ins::NewHandIn;
use wag_store::{Attempt, HandInLimits, ListedPupil, Store, StoreError, new_id};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// The pupils, and what each of them hands in.
const PUPILS: [(&str, Kind); 24] = [
    ("Amina Haddad", Kind::Valid),
    ("Anna Muster", Kind::Valid),
    ("Ben Fischer", Kind::SyntaxError),
    ("Chiara Russo", Kind::Valid),
    ("Daniel Okafor", Kind::Late),
    ("Elif Yılmaz", Kind::Valid),
    ("Emil Lindqvist", Kind::Nothing),
    ("Finn O'Brien", Kind::Copy),
    ("Greta Nowak", Kind::Valid),
    ("Hugo Lefèvre", Kind::Withdrawn),
    ("Ida Sørensen", Kind::Valid),
    ("Jakub Dvořák", Kind::Nothing),
    ("Jonas Weiß", Kind::Copy),
    ("Kaan Demir", Kind::Valid),
    ("Lea-Marie Schmidt", Kind::SyntaxError),
    ("Linh Nguyễn", Kind::Valid),
    ("Mateo García", Kind::Valid),
    ("Mia Becker", Kind::Late),
    ("Noah Kim", Kind::Valid),
    ("Olena Kovalenko", Kind::Valid),
    ("Paul Zimmermann", Kind::Nothing),
    ("Sofia Popescu", Kind::Valid),
    ("Tariq Aziz", Kind::Withdrawn),
    ("Zoë van Dijk", Kind::Valid),
];

/// A kind of hand-in of a made-up pupil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Valid,
    SyntaxError,
    /// After the deadline.
    Late,
    /// The same program as another pupil, with other names.
    Copy,
    Withdrawn,
    Nothing,
}

/// A function that two pupils share, with a name that each of them changes.
const SHARED: &str = "

def NAME(values, limit):
    best = None
    for index in range(len(values)):
        value = values[index]
        if value > limit:
            continue
        if best is None or value > values[best]:
            best = index
    if best is None:
        return [limit, limit, limit, limit]
    return [values[best], best, limit - values[best], len(values) - best]
";

/// A class that is being made.
struct Demo<'s> {
    store: &'s Store,
    files: ContestFiles,
    owner: &'s str,
    game: KnownGame,
    contest: String,
    deadline: i64,
    now: i64,
}

/// Makes the class, unless the server has classes already.
///
/// # Errors
/// Those of the store, and of writing the hand-ins.
pub fn fill(store: &Store, folder: &Path, owner: &str, now: i64) -> Result<(), StoreError> {
    if !store.own_classes(owner)?.is_empty() {
        return Ok(());
    }
    let game = wag_games::first();
    let word = wag_games::word_of(game.info);
    let class = store.make_class(owner, &t!("7b (made up)"), &json!({ "games": [&word] }), now)?;
    let listed = PUPILS.iter().zip(1..).map(|((name, _), number)| ListedPupil {
        account: None,
        name: (*name).to_string(),
        name_key: name_key(name),
        group: Some(if number % 2 == 1 { "A" } else { "B" }.to_string()),
        external_id: Some(format!("{number}")),
    });
    let pupils = store.take_class_list(owner, &class, &listed.collect::<Vec<_>>(), now)?;
    let deadline = now - MINUTE;
    let settings = ContestSettings {
        name: Some(t!("Cup")),
        game: Some(word.clone()),
        deadline_at: Some(Some(deadline)),
        ..ContestSettings::default()
    };
    let contest = store.make_contest(owner, &class, &settings, now - DAY)?.id;
    store.step_contest(owner, &contest, ContestStep::Open, now - DAY)?;
    let files = ContestFiles::new(folder.to_path_buf());
    let demo = Demo { store, files, owner, game, contest, deadline, now };
    for ((place, (account, _)), (name, kind)) in pupils.iter().enumerate().zip(PUPILS) {
        demo.hand_in(&account.id, name, kind)?;
        demo.progress(&account.id, place, &word)?;
    }
    Ok(())
}

impl Demo<'_> {
    /// Hands in what a pupil hands in.
    fn hand_in(&self, account: &str, name: &str, kind: Kind) -> Result<(), StoreError> {
        let Some((file, _)) = self.game.info.new.iter().find(|(file, _)| file.ends_with("AI.py")) else {
            return Ok(());
        };
        let more = match kind {
            Kind::Nothing => return Ok(()),
            Kind::SyntaxError => format!("\n\nif True print({name:?})\n"),
            Kind::Copy => SHARED.replace("NAME", &format!("best_of_{}", name.len())),
            Kind::Valid | Kind::Late | Kind::Withdrawn => format!("\n# {name}\n"),
        };
        let zip = self.zip(file, &more).map_err(|err| disk(&err))?;
        let arrived_at =
            self.deadline + if kind == Kind::Late { MINUTE / 2 } else { -(name.len() as i64) * MINUTE };
        let id = new_id();
        write_durably(&self.files.incoming(&id), &zip).map_err(|err| disk(&err))?;
        let new = NewHandIn {
            request_key: id.clone(),
            id,
            contest: self.contest.clone(),
            account: account.to_string(),
            own_file: (*file).to_string(),
            file_name: "hand-in.zip".to_string(),
            bytes: zip.len() as i64,
            arrived_at,
            limits: HandInLimits::default(),
        };
        self.store.add_hand_in(&new, self.now)?;
        if kind == Kind::Withdrawn {
            let change = EntryChange { is_withdrawn: Some(true), ..EntryChange::default() };
            self.store.change_entry(self.owner, &self.contest, account, change, self.now)?;
        }
        Ok(())
    }

    /// Returns the files with which everybody begins as a ZIP file, with more text in one of them.
    fn zip(&self, changed: &str, more: &str) -> io::Result<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in self.game.info.new {
            zip.start_file(*name, SimpleFileOptions::default())?;
            zip.write_all(text.as_bytes())?;
            if *name == changed {
                zip.write_all(more.as_bytes())?;
            }
        }
        Ok(zip.finish()?.into_inner())
    }

    /// Lets a pupil be somewhere in the course; every fifth one is stuck.
    fn progress(&self, account: &str, place: usize, game: &str) -> Result<(), StoreError> {
        let Some(course) = course_index::course(game) else { return Ok(()) };
        let mut lessons: Vec<_> = course.iter().collect();
        lessons.sort_by_key(|(_, lesson)| lesson.number);
        let done = place * 7 % lessons.len();
        for (index, (id, _)) in lessons.into_iter().take(done + 1).enumerate() {
            let is_stuck = index == done && place % 5 == 2;
            let attempt = Attempt {
                course: game.to_string(),
                lesson: id.clone(),
                is_done: index < done,
                counts: index < done || is_stuck,
                error: is_stuck.then(error),
            };
            let ago = (done - index) as i64 * 10 + place as i64;
            self.store.record_attempt(account, &attempt, self.now - ago * MINUTE)?;
        }
        Ok(())
    }
}

/// Returns an error as the observer of workers stores it.
fn error() -> String {
    json!({ "message": "NameError: name 'unti' is not defined", "file": "lesson3.py", "line": 4 }).to_string()
}

fn disk(err: &io::Error) -> StoreError {
    StoreError::Db(wag_store::DbError::Gone(err.to_string()))
}
