//! Moodle's grading worksheet: recognized, matched with the pupils of a class, and returned with marks and comments filled
//! in. All other bytes stay as they are.

use crate::cells::{Cell, Row, Table, written_cell};
use crate::class_list::{Pupil, external_ids, name_in};
use crate::columns::{Column, Columns, worksheet_by_shape};
use crate::excel::harmless_cell;
use crate::names::name_key;
use crate::points::Points;
use crate::text_file::TextFile;
use crate::{ClassError, Understood};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use wag_i18n::{Message, message};

/// Words in Moodle's column "Grade can be changed" that mean no.
const NO: [&str; 2] = ["no", "nein"];

/// A grading worksheet.
#[derive(Clone, Debug)]
pub struct Worksheet {
    file: TextFile,
    table: Table,
    columns: Columns,
    has_comma: bool,
}

/// The mark of a pupil, which is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub account: String,
    pub points: Points,
    /// An empty comment leaves the comment of the worksheet as it is.
    pub comment: String,
    /// Whether a comment that the worksheet has already is kept.
    pub keeps_comment: bool,
}

/// A row of a worksheet, and what happens to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SheetRow {
    pub line: usize,
    /// The name or identifier of the row.
    pub name: String,
    /// The pupil of the class.
    pub account: Option<String>,
    pub verdict: SheetVerdict,
    pub message: Option<Message>,
    /// The grade that the worksheet has already.
    pub before: Option<String>,
    /// The grade that is filled in.
    pub points: Option<Points>,
}

/// What happens to a row of a worksheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetVerdict {
    Filled,
    /// The pupil has no mark.
    NoMark,
    /// No pupil of the class, or more than one, fits.
    Unmatched,
    /// The mark does not fit: Moodle would refuse it.
    Refused,
}

impl Worksheet {
    /// Reads a worksheet. Columns are recognized by their headings in English and German, or else by their cells.
    ///
    /// # Errors
    /// The file is no table, has no column for marks or pupils, or expects words of a scale.
    pub fn read(bytes: &[u8]) -> Result<Worksheet, ClassError> {
        let file = TextFile::decode(bytes)?;
        let table = Table::read(&file.text)?;
        let mut columns = Columns::of_headings(&table);
        let is_known = |columns: &Columns| {
            columns.has(Column::Grade) && (columns.has(Column::GradeMax) || columns.has(Column::Comment))
        };
        if !is_known(&columns) {
            let by_shape = worksheet_by_shape(&table);
            columns = if is_known(&by_shape) { by_shape } else { columns };
        }
        let has_pupils =
            [Column::Identifier, Column::FullName, Column::LastName, Column::Email, Column::Number];
        let missing = match () {
            () if !columns.has(Column::Grade) => Some(message!("Grade")),
            () if !columns.has(Column::GradeMax) && !columns.has(Column::Comment) => {
                Some(message!("Maximum grade"))
            }
            () if !has_pupils.iter().any(|column| columns.has(*column)) => Some(message!("Full name")),
            () => None,
        };
        if let Some(missing) = missing {
            return Err(ClassError::NoWorksheet { missing });
        }
        let sheet = Worksheet { has_comma: has_comma(&table, &columns), file, table, columns };
        match sheet.rows().is_empty() {
            true => Err(ClassError::Empty),
            false if sheet.is_scale() => Err(ClassError::Scale),
            false => Ok(sheet),
        }
    }

    /// Returns the form of the file as it was understood.
    pub fn understood(&self) -> Understood {
        Understood {
            encoding: self.file.encoding,
            separator: self.table.separator,
            heading: true,
            columns: self.columns.named(&self.table),
        }
    }

    /// Returns the maximum grade of the first row that has one.
    pub fn maximum(&self) -> Option<Points> {
        self.rows().iter().find_map(|row| Points::parse(self.columns.value(row, Column::GradeMax)))
    }

    /// Says what happens to each row if these marks are filled in.
    ///
    /// # Errors
    /// Too few rows and pupils belong together (less than half of the smaller number): it is the worksheet of another course.
    pub fn plan(&self, pupils: &[Pupil], marks: &[Mark]) -> Result<Vec<SheetRow>, ClassError> {
        let matcher = Matcher::new(&self.columns, pupils);
        let found: Vec<Option<&Pupil>> = self.rows().iter().map(|row| matcher.one(row)).collect();
        let count = found.iter().flatten().count();
        if count * 2 < self.rows().len().min(pupils.len()) || count == 0 {
            return Err(ClassError::OtherCourse { rows: self.rows().len(), matched: count });
        }
        let marks: HashMap<&str, &Mark> = marks.iter().map(|mark| (mark.account.as_str(), mark)).collect();
        let rows = self.rows().iter().zip(without_doubles(found));
        Ok(rows.map(|(row, pupil)| self.plan_row(row, pupil, &marks)).collect())
    }

    /// Returns the bytes of the worksheet with the marks of a plan filled in.
    pub fn fill(&self, plan: &[SheetRow], marks: &[Mark]) -> Vec<u8> {
        let marks: HashMap<&str, &Mark> = marks.iter().map(|mark| (mark.account.as_str(), mark)).collect();
        let filled = plan.iter().filter(|row| row.verdict == SheetVerdict::Filled);
        let by_line: HashMap<usize, &Mark> =
            filled.filter_map(|row| Some((row.line, *marks.get(row.account.as_deref()?)?))).collect();
        let mut text = String::with_capacity(self.file.text.len());
        let mut copied = 0;
        for row in self.rows() {
            let Some(mark) = by_line.get(&row.line) else { continue };
            for (place, value) in self.replacements(row, mark) {
                text.push_str(&self.file.text[copied..place.place.start]);
                let is_quoted = self.file.text[place.place.clone()].starts_with('"');
                text.push_str(&written_cell(&value, self.table.separator, is_quoted));
                copied = place.place.end;
            }
        }
        text.push_str(&self.file.text[copied..]);
        TextFile { text, encoding: self.file.encoding }.encode()
    }

    fn rows(&self) -> &[Row] {
        &self.table.rows[1..]
    }

    /// Returns the cells of a row that change, in their order, with their new values.
    fn replacements<'r>(&self, row: &'r Row, mark: &Mark) -> Vec<(&'r Cell, String)> {
        let cell = |column| {
            self.columns.places.get(&column).and_then(|place| Some((*place, row.cells.get(*place)?)))
        };
        let grade =
            cell(Column::Grade).map(|(place, cell)| (place, cell, mark.points.with_decimals(self.has_comma)));
        let is_free = |cell: &Cell| !mark.keeps_comment || cell.value.trim().is_empty();
        let comment = cell(Column::Comment).filter(|(_, cell)| !mark.comment.is_empty() && is_free(cell));
        let comment = comment.map(|(place, cell)| (place, cell, harmless_cell(&mark.comment)));
        let mut all: Vec<_> = grade.into_iter().chain(comment).collect();
        all.sort_by_key(|(place, ..)| *place);
        all.into_iter().map(|(_, cell, value)| (cell, value)).collect()
    }

    fn plan_row(&self, row: &Row, pupil: Option<&Pupil>, marks: &HashMap<&str, &Mark>) -> SheetRow {
        let name = name_in(&self.columns, row);
        // A row without a name and an id is none of a person, such as that of a sum.
        let id = || external_ids(&self.columns, row).into_iter().next().unwrap_or_default();
        let name = if name.is_empty() { id() } else { name };
        let before = Some(self.columns.value(row, Column::Grade)).filter(|grade| !grade.is_empty());
        let mut planned = SheetRow {
            line: row.line,
            name,
            account: pupil.map(|pupil| pupil.account.clone()),
            verdict: SheetVerdict::Unmatched,
            message: None,
            before: before.map(str::to_string),
            points: None,
        };
        let Some(pupil) = pupil else {
            planned.message = Some(message!("no pupil of the class fits: the row stays as it is"));
            return planned;
        };
        let Some(mark) = marks.get(pupil.account.as_str()) else {
            planned.verdict = SheetVerdict::NoMark;
            return planned;
        };
        planned.message = self.refusal(row, mark.points);
        planned.verdict =
            if planned.message.is_some() { SheetVerdict::Refused } else { SheetVerdict::Filled };
        planned.points = Some(mark.points).filter(|_| planned.message.is_none());
        planned
    }

    /// Returns the reason why Moodle would refuse a mark.
    fn refusal(&self, row: &Row, points: Points) -> Option<Message> {
        let maximum = Points::parse(self.columns.value(row, Column::GradeMax));
        let changeable = self.columns.value(row, Column::GradeCanChange).to_lowercase();
        let has_cell = self.columns.places.get(&Column::Grade).is_some_and(|place| row.cells.len() > *place);
        match maximum {
            _ if !has_cell => Some(message!("the row has too few columns: it stays as it is")),
            _ if NO.contains(&changeable.as_str()) => {
                Some(message!("Moodle does not let this grade be changed: the row stays as it is"))
            }
            Some(maximum) if points > maximum => Some(message!(
                "%{points} points are more than the %{maximum} of this assignment: change the maximum here or in Moodle",
                points,
                maximum
            )),
            _ => None,
        }
    }

    /// Returns whether the maximum grade is a list of words.
    fn is_scale(&self) -> bool {
        let maxima = self.rows().iter().map(|row| self.columns.value(row, Column::GradeMax));
        let mut maxima = maxima.filter(|text| !text.is_empty()).peekable();
        maxima.peek().is_some() && maxima.all(|text| Points::parse(text).is_none())
    }
}

/// Returns whether numbers have a decimal comma: as in the worksheet's own numbers, or else in its language.
fn has_comma(table: &Table, columns: &Columns) -> bool {
    let columns_of_numbers = [Column::GradeMax, Column::Grade];
    let mut numbers = columns_of_numbers
        .iter()
        .flat_map(|column| table.rows[1..].iter().map(|row| columns.value(row, *column)));
    numbers.find(|text| text.contains([',', '.'])).map_or(columns.is_german, |text| text.contains(','))
}

/// Finds the pupil of each row.
struct Matcher<'p> {
    columns: &'p Columns,
    by_id: HashMap<&'p str, &'p Pupil>,
    /// `None` for a name that several pupils have.
    by_name: HashMap<String, Vec<&'p Pupil>>,
}

impl<'p> Matcher<'p> {
    fn new(columns: &'p Columns, pupils: &'p [Pupil]) -> Matcher<'p> {
        let by_id = pupils.iter().filter_map(|pupil| Some((pupil.external_id.as_deref()?, pupil)));
        let mut by_name: HashMap<String, Vec<&Pupil>> = HashMap::new();
        for pupil in pupils {
            by_name.entry(words_key(&pupil.name)).or_default().push(pupil);
        }
        Matcher { columns, by_id: by_id.collect(), by_name }
    }

    /// Returns the pupil of a row.
    fn one(&self, row: &Row) -> Option<&'p Pupil> {
        let ids = external_ids(self.columns, row);
        let by_id = ids.iter().find_map(|id| self.by_id.get(id.as_str()).copied());
        let name = name_in(self.columns, row);
        let by_name = self.of_name(&name);
        match (by_id, by_name) {
            // The id of one pupil with the name of another one.
            (Some(one), Some(other)) if one.account != other.account => None,
            (Some(pupil), _) => Some(pupil),
            (None, by_name) => by_name,
        }
    }

    /// Returns the only pupil with the words of a name. Of several, whoever has them in the same order: nobody who joins under
    /// the words of another one takes that one's mark.
    fn of_name(&self, name: &str) -> Option<&'p Pupil> {
        let found = self.by_name.get(&words_key(name)).filter(|_| !name.is_empty())?;
        let mut exact = found.iter().filter(|pupil| name_key(&pupil.name) == name_key(name));
        match (found.as_slice(), exact.next(), exact.next()) {
            ([only], _, _) => Some(only),
            (_, Some(only), None) => Some(only),
            _ => None,
        }
    }
}

/// Leaves out pupils who fit several rows: they belong to none of them.
fn without_doubles(found: Vec<Option<&Pupil>>) -> Vec<Option<&Pupil>> {
    let mut seen = BTreeSet::new();
    let accounts = found.iter().flatten().map(|pupil| pupil.account.as_str());
    let doubled: BTreeSet<&str> = accounts.filter(|account| !seen.insert(*account)).collect();
    found.into_iter().map(|pupil| pupil.filter(|pupil| !doubled.contains(pupil.account.as_str()))).collect()
}

/// Returns the key of a name without the order of its words.
fn words_key(name: &str) -> String {
    let mut words: Vec<String> =
        name.split([' ', ',']).filter(|word| !word.is_empty()).map(name_key).collect();
    words.sort_unstable();
    words.concat()
}

#[cfg(test)]
mod tests;
