//! Worksheets of several versions, languages and settings of Moodle.

use super::*;
use crate::{Pupil, SheetVerdict};
use proptest::prelude::*;

fn pupil(account: &str, name: &str, id: &str) -> Pupil {
    Pupil {
        account: account.into(),
        name: name.into(),
        external_id: Some(id.to_string()).filter(|id| !id.is_empty()),
    }
}

fn class() -> Vec<Pupil> {
    vec![
        pupil("a", "Anna Muster", "Participant 101"),
        pupil("b", "Bob Beispiel", ""),
        pupil("c", "Zoë Ärmel", ""),
    ]
}

fn mark(account: &str, points: &str, comment: &str) -> Mark {
    Mark {
        account: account.into(),
        points: Points::parse(points).unwrap(),
        comment: comment.into(),
        keeps_comment: false,
    }
}

fn filled(sheet: &[u8], pupils: &[Pupil], marks: &[Mark]) -> Result<Vec<u8>, ClassError> {
    let worksheet = Worksheet::read(sheet)?;
    let plan = worksheet.plan(pupils, marks)?;
    Ok(worksheet.fill(&plan, marks))
}

const ENGLISH: &str = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n\
\"Participant 101\",\"Anna Muster\",anna@example.org,\"Submitted for grading\",,10.00,Yes,\"Friday, 6 June 2025, 9:00 AM\",-,\n\
\"Participant 102\",\"Bob Beispiel\",bob@example.org,\"No submission\",3.00,10.00,Yes,-,-,\"see \"\"b\"\"\nline 2\"\n\
\"Participant 103\",\"Zoë Ärmel\",zoe@example.org,\"No submission\",,10.00,No,-,-,\n";

#[test]
fn english_worksheet_is_filled() {
    let marks = [mark("a", "7.5", "well, done"), mark("b", "9", ""), mark("c", "1", "")];
    let expected = ENGLISH
        .replace(
            "grading\",,10.00,Yes,\"Friday, 6 June 2025, 9:00 AM\",-,",
            "grading\",7.50,10.00,Yes,\"Friday, 6 June 2025, 9:00 AM\",-,\"well, done\"",
        )
        .replace(",3.00,", ",9.00,");
    assert_eq!(String::from_utf8(filled(ENGLISH.as_bytes(), &class(), &marks).unwrap()).unwrap(), expected);
    let plan = Worksheet::read(ENGLISH.as_bytes()).unwrap().plan(&class(), &marks).unwrap();
    let verdicts: Vec<_> = plan.iter().map(|row| (row.line, row.verdict, row.before.as_deref())).collect();
    let expected = [
        (2, SheetVerdict::Filled, None),
        (3, SheetVerdict::Filled, Some("3.00")),
        (5, SheetVerdict::Refused, None),
    ];
    assert_eq!(verdicts, expected);
}

#[test]
fn german_worksheet_keeps_its_commas_quotes_and_encoding() {
    let german = "ID;\"Vollständiger Name\";Status;Gruppe;Bewertung;Bestwertung;\"Bewertung kann geändert werden\";\"Zuletzt geändert (Abgabe)\";\"Zuletzt geändert (Bewertung)\";\"Texteingabe online\";\"Feedback als Kommentar\"\r\n\
        \"Teilnehmer/in201\";\"Ärmel, Zoë\";Abgegeben;7b;\"\";\"10,00\";Ja;-;-;\"<p>x;y</p>\";\"\"\r\n\
        \"Teilnehmer/in202\";\"Bob Beispiel\";Entwurf;7b;-;\"10,00\";Ja;-;-;;\"bleibt\"";
    let file = TextFile { text: german.into(), encoding: crate::text_file::Encoding::Windows1252 };
    let marks = [mark("c", "7,5", "=gut"), mark("b", "10", "")];
    let expected = german
        .replace("7b;\"\";\"10,00\"", "7b;\"7,50\";\"10,00\"")
        .replace("</p>\";\"\"", "</p>\";\"'=gut\"")
        .replace("7b;-;", "7b;10,00;");
    let expected = TextFile { text: expected, ..file.clone() };
    assert_eq!(filled(&file.encode(), &class(), &marks), Ok(expected.encode()));
}

#[test]
fn german_commas_are_quoted_between_commas() {
    let sheet = "ID,Vollständiger Name,Bewertung,Bestwertung\nTeilnehmer/in1,Anna Muster,,10\n";
    let expected = sheet.replace("Muster,,10", "Muster,\"7,50\",10");
    assert_eq!(filled(sheet.as_bytes(), &class()[..1], &[mark("a", "7.5", "x")]), Ok(expected.into_bytes()));
}

#[test]
fn other_languages_are_recognized_by_shape() {
    let french = "Identifiant,Nom,Adresse,Statut,Note,\"Note maximale\",\"Modifiable\",Commentaires\n\
        Participant101,Anna Muster,a@x.org,Remis,,20.00,Oui,\n\
        Participant102,Bob Beispiel,b@x.org,Remis,5.00,20.00,Oui,\n";
    let expected = french.replace("Remis,,20.00,Oui,", "Remis,12.00,20.00,Oui,bien");
    assert_eq!(filled(french.as_bytes(), &class(), &[mark("a", "12", "bien")]), Ok(expected.into_bytes()));
    // Without names, only identifiers fit.
    let blind = "Id.,Statut,Note,\"Note maximale\",Modifiable,Commentaires\n\
        \"Participant 101\",Remis,,20.00,Oui,\n\"Participant 102\",Rien,,20.00,Oui,\n";
    let expected = blind.replace("Remis,,20.00", "Remis,12.00,20.00");
    assert_eq!(filled(blind.as_bytes(), &class()[..1], &[mark("a", "12", "")]), Ok(expected.into_bytes()));
}

#[test]
fn pupils_are_found_by_id_address_and_name() {
    let sheet = "ID number,First name,Last name,Email address,Grade,Maximum grade\n\
        17,Annie,M.,x@y.org,,10\n,Beispiel,Bob,,,10\n,Z.,A.,zoe@example.org,,10\n18,Bob,Beispiel,,,10\n";
    let mail = crate::class_list::email_fingerprint("Zoe@example.org");
    let pupils = [
        pupil("a", "Anna Muster", "17"),
        pupil("b", "Bob Beispiel", ""),
        pupil("c", "Zoë", &mail),
        pupil("d", "Dora", "18"),
    ];
    let sheet = Worksheet::read(sheet.as_bytes()).unwrap();
    let plan = sheet.plan(&pupils, &[]).unwrap();
    let found: Vec<_> = plan.iter().map(|row| row.account.as_deref()).collect();
    // The last row has the id of Dora and the name of Bob.
    assert_eq!(found, [Some("a"), Some("b"), Some("c"), None]);
}

#[test]
fn the_words_of_another_one_take_away_no_mark() {
    let sheet = "First name,Last name,Grade,Maximum grade\nAnna,Muster,,10\nBob,Beispiel,,10\n";
    let sheet = Worksheet::read(sheet.as_bytes()).unwrap();
    let bob = pupil("b", "Bob Beispiel", "");
    let row = |one: Pupil| {
        let pupils = [pupil("s", "Muster Anna", ""), one, bob.clone()];
        sheet.plan(&pupils, &[]).unwrap()[0].account.clone()
    };
    assert_eq!(row(pupil("a", "Anna Muster", "")).as_deref(), Some("a"));
    assert_eq!(row(pupil("c", "Muster, Anna", "")), None);
}

#[test]
fn rows_that_fit_one_pupil_twice_are_left() {
    let sheet = "Full name,Grade,Maximum grade\nAnna Muster,,10\nMuster Anna,,10\nBob Beispiel,,10\n";
    let plan = Worksheet::read(sheet.as_bytes()).unwrap().plan(&class(), &[mark("a", "1", "")]).unwrap();
    let verdicts: Vec<_> = plan.iter().map(|row| row.verdict).collect();
    assert_eq!(verdicts, [SheetVerdict::Unmatched, SheetVerdict::Unmatched, SheetVerdict::NoMark]);
}

#[test]
fn a_row_of_nobody_stays() {
    let sheet =
        "Full name,Email address,Grade,Maximum grade\nAnna Muster,a@x,,10\nBob Beispiel,b@x,,10\n,,3,10\n";
    let sheet = Worksheet::read(sheet.as_bytes()).unwrap();
    let plan = sheet.plan(&class(), &[]).unwrap();
    let last = plan.last().unwrap();
    assert_eq!((last.line, last.name.as_str(), last.verdict), (4, "", SheetVerdict::Unmatched));
}

#[test]
fn wrong_files_have_a_sentence() {
    let code = |sheet: &str| filled(sheet.as_bytes(), &class(), &[]).unwrap_err().code();
    assert_eq!(code(""), "empty");
    assert_eq!(code("Name;Klasse\nAnna;7b\n"), "columns");
    assert_eq!(code("Grade,Maximum grade\n1,10\n"), "columns");
    assert_eq!(code("Full name,Grade,Maximum grade\n"), "empty");
    assert_eq!(code("Full name,Grade,Maximum grade\nAnna Muster,,\"bad,good\"\n"), "scale");
    let other = "Full name,Grade,Maximum grade\nEmil,,10\nFritz,,10\nGabi,,10\nAnna Muster,,10\n";
    assert_eq!(filled(other.as_bytes(), &class(), &[]), Err(ClassError::OtherCourse { rows: 4, matched: 1 }));
    let sheet = "Full name,Grade,Maximum grade\nAnna Muster,,10\nBob Beispiel\n";
    let marks = [mark("a", "11", ""), mark("b", "1", "")];
    let plan = Worksheet::read(sheet.as_bytes()).unwrap().plan(&class(), &marks).unwrap();
    let messages: Vec<String> = plan.iter().map(|row| row.message.as_ref().unwrap().english()).collect();
    let expected = [
        "11 points are more than the 10 of this assignment: change the maximum here or in Moodle",
        "the row has too few columns: it stays as it is",
    ];
    assert_eq!(messages, expected);
    assert_eq!(filled(sheet.as_bytes(), &class(), &marks), Ok(sheet.as_bytes().to_vec()));
}

/// Returns a cell as some program could write it.
fn raw_cell() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zä<> .-]{0,8}", "\"[a-zä;,\n .-]{0,8}\"", "\"([a-z]|\"\"){0,4}\""]
}

proptest! {
    #[test]
    fn every_other_byte_stays(
        rows in proptest::collection::vec((raw_cell(), raw_cell(), raw_cell(), 0u32..3, 0u32..10_000), 1..12),
        separator in proptest::sample::select(vec![';', '\t']),
        end in proptest::sample::select(vec!["\n", "\r\n"]),
        is_marked: bool,
        has_last_end: bool,
    ) {
        // Some pupils have a mark. Their cells are empty before, so that removing the marks gives the file again.
        let mut sheet = String::from(if is_marked { "\u{feff}" } else { "" });
        let heads = ["ID number", "Full name", "x", "Grade", "Maximum grade", "y", "Feedback comments"];
        sheet.push_str(&heads.join(&separator.to_string()));
        let mut expected = sheet.clone();
        let (mut pupils, mut marks) = (Vec::new(), Vec::new());
        for (number, (name, one, two, kind, points)) in rows.iter().enumerate() {
            pupils.push(pupil(&format!("account {number}"), &format!("Pupil {number}"), &format!("n{number}")));
            let points = Points::of_hundredths(i64::from(*points));
            if *kind > 0 {
                let comment = if *kind == 2 { "fine" } else { "" };
                marks.push(Mark { account: format!("account {number}"), points, comment: comment.into(), keeps_comment: true });
            }
            let row = |grade: &str, comment: &str| {
                let cells = [&format!("n{number}"), name, one, grade, "100.00", two, comment];
                format!("{end}{}", cells.join(&separator.to_string()))
            };
            sheet.push_str(&row("", ""));
            let grade = if *kind > 0 { points.with_decimals(false) } else { String::new() };
            expected.push_str(&row(&grade, if *kind == 2 { "fine" } else { "" }));
        }
        if has_last_end {
            sheet.push_str(end);
            expected.push_str(end);
        }
        let filled = filled(sheet.as_bytes(), &pupils, &marks);
        prop_assert_eq!(filled.map(|bytes| String::from_utf8(bytes).unwrap()), Ok(expected));
    }
}
