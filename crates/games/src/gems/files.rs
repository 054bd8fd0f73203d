//! The contest's file protocol: the files that a program reads in its folder, and the file that it writes.

use super::account::Account;
use super::{Gems, Orders, View};
use wag_core::game::protocols::Files;

/// The contest's file protocol.
pub const FILES: Files<Gems> =
    Files { files, questions: &QUESTIONS, answer: "result.dat", answer_max: ANSWER_MAX, read_answer };

const QUESTIONS: [&str; 3] = ["player.dat", "opponent.dat", "gamefield.dat"];

const ANSWER_MAX: usize = 1024;

fn files(view: &View<'_>) -> Vec<(&'static str, String)> {
    // Each row ends with a blank, which programs of the contest rely on.
    let texts = [lines(view.player), lines(view.opponent), view.board.field_text()];
    QUESTIONS.into_iter().zip(texts).collect()
}

/// Parses four integers from 0 to 9, separated by white space. Any other answer becomes [`Orders::Nonsense`].
fn read_answer(bytes: &[u8]) -> Orders {
    match numbers(bytes) {
        Some(numbers) if bytes.len() <= ANSWER_MAX => Orders::Swap(numbers),
        _ => Orders::Nonsense,
    }
}

fn lines(account: &Account) -> String {
    account.numbers().map(|number| format!("{number}\n")).concat()
}

fn numbers(bytes: &[u8]) -> Option<[i64; 4]> {
    let words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let numbers: Option<Vec<i64>> = words.map(number).collect();
    numbers?.try_into().ok()
}

fn number(word: &[u8]) -> Option<i64> {
    match word {
        [digit @ b'0'..=b'9'] => Some(i64::from(digit - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gems::account::Rules;
    use crate::gems::create::create;

    #[test]
    fn the_files_are_those_of_the_contest() {
        let (board, rules) = (create(5), Rules::default());
        let (player, opponent) = (Account::new(&rules), Account { lilac: 14, ..Account::default() });
        let view = View { player: &player, opponent: &opponent, board: &board };
        let [first, second, third] = files(&view).try_into().unwrap();
        assert_eq!(first, ("player.dat", "30\n15\n0\n0\n0\n0\n".to_string()));
        assert_eq!(second, ("opponent.dat", "0\n0\n0\n0\n0\n14\n".to_string()));
        let (name, field) = third;
        assert_eq!((name, field.len()), ("gamefield.dat", 210));
        let rows: Vec<&str> = field.split_terminator('\n').collect();
        assert!(rows.len() == 10 && rows.iter().all(|row| row.len() == 20 && row.ends_with(' ')));
        // The top row comes first.
        assert_eq!(field.chars().next(), board.tile((0, 9)).map(|tile| tile.letter()));
    }

    #[test]
    fn four_numbers_are_an_answer_and_nothing_else_is() {
        for text in ["1 0 1 1", "1 0 1 1\n", "1\n0\n1\n1", "\t1  0\r\n1 1 \n"] {
            assert_eq!(read_answer(text.as_bytes()), Orders::Swap([1, 0, 1, 1]), "{text:?}");
        }
        let long = format!("1 0 1 1{}", " ".repeat(2000));
        let nonsense = [
            "",
            " ",
            "1 0 1",
            "1 0 1 1 2",
            "1011",
            "1,0,1,1",
            "1 0 1 10",
            "1 0 1 -1",
            "1 0 1 +1",
            "a b c d",
            "1 0 1 1\0",
            "1 0 1 1 # my move",
            "\u{feff}1 0 1 1",
            &long,
        ];
        for text in nonsense {
            assert_eq!(read_answer(text.as_bytes()), Orders::Nonsense, "{text:?}");
        }
        assert_eq!(read_answer(&[0xff, b'1']), Orders::Nonsense);
    }

    proptest::proptest! {
        /// Whatever a program writes, it is a move only if it consists of four single digits.
        #[test]
        fn any_bytes_are_an_answer_or_none(bytes in "[0-9 \\n\\-+.x\u{0}é]{0,12}") {
            let digits: Vec<i64> = bytes.chars().filter_map(|letter| letter.to_digit(10)).map(i64::from).collect();
            match read_answer(bytes.as_bytes()) {
                Orders::Swap(numbers) => proptest::prop_assert_eq!(numbers.to_vec(), digits),
                orders => proptest::prop_assert_eq!(orders, Orders::Nonsense),
            }
        }
    }
}
