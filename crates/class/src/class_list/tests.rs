//! Class lists in each form that schools have.

use super::*;
use proptest::prelude::*;

fn read(bytes: &[u8]) -> ClassList {
    read_class_list(bytes, NameOrder::LastFirst, &[]).unwrap()
}

/// Returns name, group and external id of each row.
fn pupils(bytes: &[u8]) -> Vec<(String, Option<String>, Option<String>)> {
    let rows = read(bytes).rows;
    assert!(rows.iter().all(|row| row.verdict == Verdict::New), "{rows:?}");
    rows.into_iter().map(|row| (row.name, row.group, row.external_id)).collect()
}

fn of(name: &str, group: &str, id: &str) -> (String, Option<String>, Option<String>) {
    let some = |text: &str| Some(text.to_string()).filter(|text| !text.is_empty());
    (name.into(), some(group), some(id))
}

#[test]
fn lists_of_each_form_are_read() {
    let both = [of("Zoë Ärmel", "7b", ""), of("Bob Beispiel", "7b", "")];
    let cases: [&[u8]; 7] = [
        "Vorname;Nachname;Klasse\r\nZoë;Ärmel;7b\r\nBob;Beispiel;7b\r\n".as_bytes(),
        "\u{feff}Last name,First name,Group\nÄrmel,Zoë,7b\nBeispiel,Bob,7b".as_bytes(),
        b"Klasse;Vorname;Nachname\n7b;Zo\xeb;\xc4rmel\n7b;Bob;Beispiel\n",
        "Ärmel\tZoë\t7b\nBeispiel\tBob\t7b\n".as_bytes(),
        "Name;Vorname;Klasse\nÄrmel;Zoë;7b\nBeispiel;Bob;7b".as_bytes(),
        "\"Ärmel, Zoë\";7b\n\"Beispiel, Bob\";7b\n".as_bytes(),
        "sep=;\nName;Klasse\nZoë Ärmel;7b\n;\nBob Beispiel;7b\n".as_bytes(),
    ];
    for (number, bytes) in cases.into_iter().enumerate() {
        assert_eq!(pupils(bytes), both, "case {number}");
    }
    let utf16: Vec<u8> = "\u{feff}Vorname\tNachname\tKlasse\r\nZoë\tÄrmel\t7b\r\nBob\tBeispiel\t7b\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(pupils(&utf16), both);
    assert_eq!(pupils(b"Anna\nBob\nCarl"), [of("Anna", "", ""), of("Bob", "", ""), of("Carl", "", "")]);
    assert_eq!(pupils(b"Anna Muster"), [of("Anna Muster", "", "")]);
}

#[test]
fn moodle_lists_are_read() {
    let worksheet = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\"\n\"Participant 101\",\"Anna Muster\",anna@example.org,\"No submission\",,10.00\n";
    assert_eq!(pupils(worksheet.as_bytes()), [of("Anna Muster", "", "Participant 101")]);
    let participants = "Vorname,Nachname,E-Mail-Adresse,Gruppen\nAnna,Muster,Anna@Example.org,\"Gruppe A\"\n";
    let anna = pupils(participants.as_bytes());
    assert_eq!(anna, [of("Anna Muster", "Gruppe A", "mail:a3bf86238a1c59bd2f0a")]);
}

#[test]
fn names_without_headings_follow_the_order() {
    let list = read_class_list(b"Anna;Muster", NameOrder::FirstLast, &[]).unwrap();
    assert_eq!(list.rows[0].name, "Anna Muster");
    assert_eq!(list.understood.columns[&Column::LastName], "2");
}

#[test]
fn each_bad_row_has_a_sentence() {
    let list = "Name;Rolle\nAnna Muster;Teilnehmer/in\nANNA MUSTER;\n=1+1;\nFrau Lehmann;Trainer/in\n<b>;\n;x\nBob;\n";
    let rows = read(list.as_bytes()).rows;
    let found: Vec<_> = rows
        .iter()
        .map(|row| (row.line, row.verdict, row.message.as_ref().map(Message::english).unwrap_or_default()))
        .collect();
    let expected = [
        (2, Verdict::New, ""),
        (3, Verdict::Error, "the same name as in line 2: add a letter, so that both can be told apart"),
        (4, Verdict::Error, "this is a formula, not a name"),
        (5, Verdict::Error, "is not a pupil, and is left out"),
        (6, Verdict::Error, "a name cannot contain <: use letters, digits, spaces and - ' ."),
        (7, Verdict::Error, "the name is missing: write at least one letter or digit"),
        (8, Verdict::New, ""),
    ];
    let expected: Vec<_> = expected.map(|(line, verdict, text)| (line, verdict, text.to_string())).into();
    assert_eq!(found, expected);
}

#[test]
fn pupils_of_the_class_are_recognized() {
    let pupil = |account: &str, name: &str, id: &str| Pupil {
        account: account.into(),
        name: name.into(),
        external_id: Some(id.to_string()).filter(|id| !id.is_empty()),
    };
    let known = [pupil("a", "Anna Muster", ""), pupil("b", "Bobby", "17"), pupil("c", "Carl", "18")];
    let list = b"Name;Nummer\nAnna Muster;16\nBob Beispiel;17\nCarl;19\nDora;20\n";
    let rows = read_class_list(list, NameOrder::default(), &known).unwrap().rows;
    let found: Vec<_> =
        rows.iter().map(|row| (row.name.as_str(), row.verdict, row.account.as_deref())).collect();
    let expected = [
        ("Anna Muster", Verdict::Known, Some("a")),
        ("Bobby", Verdict::Known, Some("b")),
        ("Carl", Verdict::Error, None),
        ("Dora", Verdict::New, None),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_list_has_names_and_an_end() {
    let code = |bytes: &[u8]| read_class_list(bytes, NameOrder::default(), &[]).unwrap_err().code();
    assert_eq!(code(b""), "empty");
    assert_eq!(code(b"Vorname;Nachname\n"), "empty");
    assert_eq!(code(b"E-Mail;Klasse\na@b.de;7b\n"), "no_names");
    assert_eq!(code(b"17\n18\n"), "no_names");
    assert_eq!(code(b"PK\x03\x04"), "not_text");
    assert_eq!(code("Anna\n".repeat(501).as_bytes()), "too_many_rows");
    let many: String = (0..200).map(|number| format!("Pupil {number};7b\n")).collect();
    assert_eq!(pupils(many.as_bytes()).len(), 200);
}

proptest! {
    #[test]
    fn any_bytes_have_a_verdict(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(list) = read_class_list(&bytes, NameOrder::FirstLast, &[]) {
            for row in list.rows {
                let is_name = PersonName::parse(&row.name).is_ok();
                prop_assert!(is_name || row.verdict == Verdict::Error);
                prop_assert_eq!(row.message.is_some(), row.verdict != Verdict::New);
            }
        }
    }
}
