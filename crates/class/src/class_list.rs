//! Class lists: tables with a pupil per row, from a school's program, a spreadsheet, Moodle or by hand.

use crate::cells::{Row, Table};
use crate::columns::{Column, Columns, all_cells, is_email, is_identifier};
use crate::names::{PersonName, group_name, name_key};
use crate::text_file::{Encoding, TextFile};
use crate::{ClassError, NameError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use wag_i18n::{Message, message};

/// The maximum number of pupils in one list.
const PUPILS_MAX: usize = 500;
/// The maximum length of an external id, in characters.
const EXTERNAL_ID_MAX: usize = 80;
/// Words in the roles of people who are no pupils.
const TEACHING_ROLES: [&str; 6] = ["teacher", "trainer", "lehr", "manager", "tutor", "dozent"];

/// A pupil who is in the class already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pupil {
    pub account: String,
    pub name: String,
    pub external_id: Option<String>,
}

/// The order of two columns of names without headings, or of `Muster, Anna` in one column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameOrder {
    #[default]
    LastFirst,
    FirstLast,
}

/// A class list as it was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassList {
    pub rows: Vec<ListRow>,
    pub understood: Understood,
}

/// The form of a table as it was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Understood {
    pub encoding: Encoding,
    pub separator: char,
    /// Whether the first row has headings.
    pub heading: bool,
    /// For each meaning, the heading of its column, or its number from 1.
    pub columns: BTreeMap<Column, String>,
}

/// A row of a class list: a pupil, or the reason why it is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListRow {
    pub line: usize,
    /// The name as it will be shown; in a row with an error, the text of the file.
    pub name: String,
    pub group: Option<String>,
    pub external_id: Option<String>,
    pub verdict: Verdict,
    pub message: Option<Message>,
    /// The account of a pupil who is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
}

/// What happens to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The pupil gets an account and a card.
    New,
    /// The pupil is in the class already, and keeps account and card.
    Known,
    /// The row is left out.
    Error,
}

/// Reads a class list. `pupils` are in the class already.
///
/// # Errors
/// The file is no table, or has no names, or too many rows. A bad row is no error: its verdict says why.
pub fn read_class_list(bytes: &[u8], order: NameOrder, pupils: &[Pupil]) -> Result<ClassList, ClassError> {
    let file = TextFile::decode(bytes)?;
    let table = Table::read(&file.text)?;
    let mut columns = Columns::of_headings(&table);
    if !columns.has_heading {
        columns = columns_by_shape(&table, order);
    }
    if ![Column::FullName, Column::FirstName, Column::LastName].iter().any(|column| columns.has(*column)) {
        return Err(ClassError::NoNames);
    }
    let rows = &table.rows[usize::from(columns.has_heading)..];
    if rows.is_empty() {
        return Err(ClassError::Empty);
    }
    if rows.len() > PUPILS_MAX {
        return Err(ClassError::TooManyRows { most: PUPILS_MAX });
    }
    let mut reader = RowReader::new(&columns, pupils);
    let rows = rows.iter().map(|row| reader.read(row)).collect();
    let understood = Understood {
        encoding: file.encoding,
        separator: table.separator,
        heading: columns.has_heading,
        columns: columns.named(&table),
    };
    Ok(ClassList { rows, understood })
}

/// Recognizes the columns of a list without headings: addresses, identifiers and numbers by their form; of the other
/// columns, the first one or two have names, and the next one has groups.
fn columns_by_shape(table: &Table, order: NameOrder) -> Columns {
    let mut columns = Columns::default();
    let rows = &table.rows;
    let mut texts = Vec::new();
    for column in 0..table.width() {
        let meaning = match () {
            () if all_cells(rows, column, is_email) => Some(Column::Email),
            () if all_cells(rows, column, is_moodle_identifier) => Some(Column::Identifier),
            () if all_cells(rows, column, |text| text.bytes().all(|byte| byte.is_ascii_digit())) => {
                Some(Column::Number)
            }
            () => None,
        };
        match meaning {
            Some(meaning) => {
                columns.places.entry(meaning).or_insert(column);
            }
            None if all_cells(rows, column, |_| true) => texts.push(column),
            None => {}
        }
    }
    // A group contains digits (7b), or is the same for several pupils.
    let is_group = |column: &usize| {
        let values: Vec<&str> = rows.iter().map(|row| row.value(*column)).collect();
        let different: std::collections::BTreeSet<&&str> = values.iter().collect();
        all_cells(rows, *column, |text| text.chars().any(|one| one.is_ascii_digit()))
            || values.len() > 3 && different.len() * 2 <= values.len()
    };
    let group = texts.iter().skip(1).copied().find(|column| is_group(column));
    texts.retain(|column| Some(*column) != group);
    columns.places.extend(group.map(|group| (Column::Group, group)));
    match (texts.as_slice(), order) {
        ([one], _) => columns.places.extend([(Column::FullName, *one)]),
        ([first, second, ..], NameOrder::FirstLast) => {
            columns.places.extend([(Column::FirstName, *first), (Column::LastName, *second)]);
        }
        ([first, second, ..], NameOrder::LastFirst) => {
            columns.places.extend([(Column::LastName, *first), (Column::FirstName, *second)]);
        }
        ([], _) => {}
    }
    columns
}

/// Returns whether a cell is Moodle's identifier in English or German. A name may have a number, too: `Pupil 7`.
fn is_moodle_identifier(text: &str) -> bool {
    let text = text.to_lowercase();
    is_identifier(&text) && (text.starts_with("participant") || text.starts_with("teilnehm"))
}

/// Returns the name of a row: `First Last` from one or two columns. `Muster, Anna` becomes `Anna Muster`.
pub(crate) fn name_in(columns: &Columns, row: &Row) -> String {
    let first = columns.value(row, Column::FirstName);
    let last = columns.value(row, Column::LastName);
    if columns.has(Column::FirstName) || columns.has(Column::LastName) && !columns.has(Column::FullName) {
        // `Name;Vorname`: the column of full names has last names.
        let last = if columns.has(Column::LastName) { last } else { columns.value(row, Column::FullName) };
        return format!("{first} {last}").trim().to_string();
    }
    let full = columns.value(row, Column::FullName);
    match full.split_once(',') {
        Some((last, first)) if !first.contains(',') => format!("{} {}", first.trim(), last.trim()),
        _ => full.to_string(),
    }
}

/// Returns the id by which a row is recognized in other files: Moodle's identifier, the school's number, the user name,
/// or else a fingerprint of the e-mail address, which is not stored itself.
pub(crate) fn external_ids(columns: &Columns, row: &Row) -> Vec<String> {
    let plain = [Column::Identifier, Column::Number, Column::Username];
    let plain = plain.into_iter().map(|column| columns.value(row, column)).filter(|value| !value.is_empty());
    let plain =
        plain.map(|value| value.chars().filter(|one| !one.is_control()).take(EXTERNAL_ID_MAX).collect());
    let email = Some(columns.value(row, Column::Email)).filter(|value| !value.is_empty());
    plain.chain(email.map(email_fingerprint)).collect()
}

pub(crate) fn email_fingerprint(address: &str) -> String {
    let sum = Sha256::digest(address.trim().to_lowercase().as_bytes());
    let digits: String = sum.iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    format!("mail:{digits}")
}

/// The reader of rows, which knows the names so far.
struct RowReader<'c> {
    columns: &'c Columns,
    by_id: HashMap<&'c str, &'c Pupil>,
    by_key: HashMap<String, &'c Pupil>,
    /// The line of each name so far.
    lines: HashMap<String, usize>,
}

impl<'c> RowReader<'c> {
    fn new(columns: &'c Columns, pupils: &'c [Pupil]) -> RowReader<'c> {
        let by_id = pupils.iter().filter_map(|pupil| Some((pupil.external_id.as_deref()?, pupil)));
        let by_key = pupils.iter().map(|pupil| (name_key(&pupil.name), pupil));
        RowReader { columns, by_id: by_id.collect(), by_key: by_key.collect(), lines: HashMap::new() }
    }

    fn read(&mut self, row: &Row) -> ListRow {
        let text = name_in(self.columns, row);
        let ids = external_ids(self.columns, row);
        let mut read = ListRow {
            line: row.line,
            name: text.chars().take(EXTERNAL_ID_MAX).collect(),
            group: group_name(self.columns.value(row, Column::Group)),
            external_id: ids.first().cloned(),
            verdict: Verdict::Error,
            message: None,
            account: None,
        };
        match self.judge(row, &text, &ids) {
            Ok((name, None)) => {
                read.verdict = Verdict::New;
                read.name = name.as_str().to_string();
            }
            Ok((_, Some(pupil))) => {
                read.verdict = Verdict::Known;
                read.name = pupil.name.clone();
                read.account = Some(pupil.account.clone());
                read.message = Some(message!("is in the class already, and keeps the card"));
            }
            Err(reason) => read.message = Some(reason),
        }
        read
    }

    /// Returns the name of a row, and the pupil of the class that it belongs to.
    fn judge(
        &mut self,
        row: &Row,
        text: &str,
        ids: &[String],
    ) -> Result<(PersonName, Option<&'c Pupil>), Message> {
        let role = self.columns.value(row, Column::Role).to_lowercase();
        if TEACHING_ROLES.iter().any(|word| role.contains(word)) {
            return Err(message!("is not a pupil, and is left out"));
        }
        let name = PersonName::parse(text).map_err(|err: NameError| err.message())?;
        let key = name.key();
        if let Some(line) = self.lines.get(&key) {
            return Err(message!(
                "the same name as in line %{line}: add a letter, so that both can be told apart",
                line
            ));
        }
        self.lines.insert(key.clone(), row.line);
        let by_id = ids.iter().find_map(|id| self.by_id.get(id.as_str()).copied());
        let by_name = self.by_key.get(&key).copied();
        // A pupil of the same name with another id is somebody else.
        let is_other = |pupil: &&Pupil| match (&pupil.external_id, ids.first()) {
            (Some(known), Some(_)) => !ids.contains(known) && is_same_kind(known, ids),
            _ => false,
        };
        match (by_id, by_name) {
            (Some(pupil), _) => Ok((name, Some(pupil))),
            (None, Some(pupil)) if is_other(&pupil) => Err(message!(
                "a pupil of this name is in the class already, with another id: add a letter, so that both can be told apart"
            )),
            (None, by_name) => Ok((name, by_name)),
        }
    }
}

/// Returns whether one of the ids is of the same kind as a known one, so that they could be equal.
fn is_same_kind(known: &str, ids: &[String]) -> bool {
    // An identifier of Moodle is another one in each assignment.
    let kind = |id: &str| match () {
        () if id.starts_with("mail:") => Some(0),
        () if is_identifier(id) => None,
        () => Some(1),
    };
    kind(known).is_some_and(|known| ids.iter().any(|id| kind(id) == Some(known)))
}

#[cfg(test)]
mod tests;
