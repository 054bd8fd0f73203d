//! Columns of class lists and of Moodle's tables: recognized by their headings in English and German, or else by the
//! shape of their cells.

use crate::cells::{Row, Table};
use crate::points::Points;
use serde::Serialize;
use std::collections::BTreeMap;

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Moodle's name of a pupil in one assignment: `Participant 1234`.
    Identifier,
    /// The school's number of a pupil.
    Number,
    FullName,
    FirstName,
    LastName,
    Email,
    Username,
    Group,
    Role,
    Status,
    Grade,
    GradeMax,
    GradeCanChange,
    Comment,
}

/// The headings of each column, without case, spaces and signs.
const HEADINGS: [(Column, &[&str]); 14] = [
    (
        Column::Identifier,
        &["identifier", "id", "kennung", "identifikation", "identifikator", "teilnehmer", "participant"],
    ),
    (
        Column::Number,
        &[
            "idnumber",
            "idnummer",
            "studentid",
            "pupilid",
            "matrikelnummer",
            "schülernummer",
            "schuelernummer",
            "schülerid",
            "nummer",
            "nr",
            "number",
        ],
    ),
    (
        Column::FullName,
        &[
            "fullname",
            "name",
            "names",
            "vollständigername",
            "vollstaendigername",
            "schüler",
            "schüleroderschülerin",
            "schülerin",
            "schülerinnen",
            "schülername",
            "pupil",
            "student",
            "studentname",
            "anzeigename",
            "displayname",
            "vornamename",
            "vornamenachname",
            "vorundnachname",
            "nutzername",
            "firstnamelastname",
            "namevorname",
        ],
    ),
    (Column::FirstName, &["firstname", "givenname", "forename", "vorname", "vornamen", "rufname"]),
    (Column::LastName, &["lastname", "surname", "familyname", "nachname", "familienname", "zuname"]),
    (Column::Email, &["emailaddress", "email", "emailadresse", "mail", "mailadresse", "eemailadresse"]),
    (Column::Username, &["username", "login", "benutzername", "anmeldename", "loginname"]),
    (
        Column::Group,
        &["group", "groups", "class", "klasse", "gruppe", "gruppen", "kurs", "section", "lerngruppe"],
    ),
    (Column::Role, &["role", "roles", "rolle", "rollen"]),
    (Column::Status, &["status"]),
    (Column::Grade, &["grade", "mark", "bewertung", "punkte", "note"]),
    (
        Column::GradeMax,
        &[
            "maximumgrade",
            "maxgrade",
            "bestwertung",
            "maximalebewertung",
            "höchstebewertung",
            "maximalpunkte",
            "bestebewertung",
        ],
    ),
    (
        Column::GradeCanChange,
        &[
            "gradecanbechanged",
            "bewertungkanngeändertwerden",
            "bewertungänderbar",
            "diebewertungkanngeändertwerden",
        ],
    ),
    (
        Column::Comment,
        &[
            "feedbackcomments",
            "feedbackcomment",
            "feedbackalskommentar",
            "feedbackkommentare",
            "kommentareimfeedback",
            "feedback",
        ],
    ),
];

/// The columns of a table by their meaning. Each meaning has at most one column: the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub places: BTreeMap<Column, usize>,
    /// Whether the first row has headings.
    pub has_heading: bool,
    /// Whether the headings are German.
    pub is_german: bool,
}

impl Columns {
    /// Recognizes the headings of a table. Two known headings, or one alone in a table of one column, make a heading.
    pub fn of_headings(table: &Table) -> Columns {
        let Some(first) = table.rows.first() else { return Columns::default() };
        let mut columns = Columns::default();
        for (number, cell) in first.cells.iter().enumerate() {
            if let Some(column) = column_of(&cell.value) {
                columns.places.entry(column).or_insert(number);
            }
        }
        let known = columns.places.len();
        let is_alone = first.cells.iter().filter(|cell| !cell.value.trim().is_empty()).count() == 1;
        let is_name = columns.places.keys().any(|column| is_name(*column));
        columns.has_heading = known >= 2 || known == 1 && (is_alone || is_name);
        if !columns.has_heading {
            return Columns::default();
        }
        columns.is_german = first.cells.iter().any(|cell| is_german(&cell.value));
        columns
    }

    pub fn value<'r>(&self, row: &'r Row, column: Column) -> &'r str {
        self.places.get(&column).map_or("", |place| row.value(*place))
    }

    pub fn has(&self, column: Column) -> bool {
        self.places.contains_key(&column)
    }

    /// Returns the names of the columns by their headings, or else by their numbers, from 1.
    pub fn named(&self, table: &Table) -> BTreeMap<Column, String> {
        let name = |place: usize| match table.rows.first().filter(|_| self.has_heading) {
            Some(first) => first.value(place).trim_start_matches('\u{feff}').to_string(),
            None => (place + 1).to_string(),
        };
        self.places.iter().map(|(column, place)| (*column, name(*place))).collect()
    }
}

fn is_name(column: Column) -> bool {
    matches!(column, Column::FullName | Column::FirstName | Column::LastName)
}

/// Returns a heading without case, spaces and signs.
fn plain(heading: &str) -> String {
    heading.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn column_of(heading: &str) -> Option<Column> {
    let heading = plain(heading);
    let found = HEADINGS.iter().find(|(_, headings)| headings.contains(&heading.as_str()));
    found.map(|(column, _)| *column)
}

/// Returns whether a heading is one of the German ones.
fn is_german(heading: &str) -> bool {
    let words = [
        "vollständigername",
        "vorname",
        "nachname",
        "bewertung",
        "bestwertung",
        "emailadresse",
        "gruppe",
        "klasse",
    ];
    words.contains(&plain(heading).as_str())
}

/// Returns whether a cell has the form of Moodle's identifier in any language: a word and a number.
pub fn is_identifier(text: &str) -> bool {
    let digits = text.trim_start_matches(|one: char| !one.is_ascii_digit());
    let word = &text[..text.len() - digits.len()];
    let is_number = (1..=12).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number && word.chars().any(char::is_alphabetic)
}

pub fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !text.contains(' '))
}

/// Returns whether a test holds for all cells of a column that are not empty, and at least one cell is not.
pub fn all_cells(rows: &[Row], column: usize, test: impl Fn(&str) -> bool) -> bool {
    let mut values = rows.iter().map(|row| row.value(column)).filter(|value| !value.is_empty()).peekable();
    values.peek().is_some() && values.all(test)
}

/// Recognizes the columns of a grading worksheet in a language that is not known: an identifier comes first, then names and
/// addresses, the grade just before the maximum grade, and the comment last.
pub fn worksheet_by_shape(table: &Table) -> Columns {
    let mut columns = Columns { has_heading: true, ..Columns::default() };
    let rows = table.rows.get(1..).unwrap_or_default();
    let width = table.rows.first().map_or(0, |row| row.cells.len());
    let find = |test: &dyn Fn(usize) -> bool| (0..width).find(|column| test(*column));
    let identifier =
        find(&|column| rows.iter().all(|row| is_identifier(row.value(column))) && !rows.is_empty());
    let email = find(&|column| all_cells(rows, column, is_email));
    // The maximum is the same number in each row, beside a column of numbers or empty cells.
    let maximum = find(&|column| {
        let first = rows.first().map_or("", |row| row.value(column));
        let is_number = |text: &str| Points::parse(text).is_some();
        let before = |before| !all_cells(rows, before, |text| !is_number(text));
        column > 1
            && Points::parse(first).is_some_and(|points| points > Points::default())
            && rows.iter().all(|row| row.value(column) == first)
            && before(column - 1)
    });
    let places = [(Column::Identifier, identifier), (Column::Email, email), (Column::GradeMax, maximum)];
    columns.places.extend(places.iter().filter_map(|(column, place)| Some((*column, (*place)?))));
    if let Some(maximum) = maximum {
        columns.places.insert(Column::Grade, maximum - 1);
        columns.places.insert(Column::Comment, width - 1);
    }
    // The full name follows the identifier, unless the assignment hides names.
    let name = identifier.map(|place| place + 1).filter(|place| Some(*place) != email);
    let is_text = |place: &usize| all_cells(rows, *place, |text| text.chars().any(char::is_alphabetic));
    let differs =
        |place: &usize| rows.len() < 2 || rows.iter().any(|row| row.value(*place) != rows[0].value(*place));
    if let Some(place) = name.filter(|place| maximum.is_none_or(|maximum| *place + 1 < maximum))
        && is_text(&place)
        && differs(&place)
    {
        columns.places.insert(Column::FullName, place);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_recognized_in_both_languages() {
        let cases = [
            ("Email address", Some(Column::Email)),
            ("E-Mail-Adresse", Some(Column::Email)),
            ("Vollständiger Name", Some(Column::FullName)),
            ("Grade can be changed", Some(Column::GradeCanChange)),
            ("Feedback als Kommentar", Some(Column::Comment)),
            ("Last modified (grade)", None),
            ("Anna", None),
        ];
        for (heading, column) in cases {
            assert_eq!(column_of(heading), column, "{heading}");
        }
        let mut all: Vec<&str> = HEADINGS.iter().flat_map(|(_, headings)| headings.iter().copied()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a heading has two meanings");
        assert!(all.iter().all(|heading| plain(heading) == *heading));
    }

    #[test]
    fn identifiers_have_a_word_and_a_number() {
        for text in ["Participant 1234", "Teilnehmer/in1234", "Участник 7"] {
            assert!(is_identifier(text), "{text}");
        }
        for text in ["1234", "Anna", "Participant 12a", ""] {
            assert!(!is_identifier(text), "{text}");
        }
    }
}
