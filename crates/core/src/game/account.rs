//! Accounts of a match: for each player, the entries that add up to a figure of the standings, and counts.
//!
//! A game declares its accounts as data and books every turn, from the events alone. The conformance suite checks that
//! the accounts add up to the figures after every turn.

use super::Seat;

/// A name, and its meaning for people.
pub type Entry = (&'static str, &'static str);

/// The account of a figure: its value at the start plus the amounts of all entries is its value at the end.
#[derive(Debug, PartialEq, Eq)]
pub struct Account {
    /// The name of the figure in the standings.
    pub figure: &'static str,
    /// The reasons for which the figure changes.
    pub entries: &'static [Entry],
}

/// The value that shows which player leads.
#[derive(Debug, PartialEq, Eq)]
pub struct Lead {
    /// The name of the value, for people.
    pub name: &'static str,
    /// The figures whose accounts explain a change of the value.
    pub figures: &'static [&'static str],
}

/// The declaration of a game's accounts.
#[derive(Debug, PartialEq, Eq)]
pub struct Accounts {
    pub lead: Lead,
    pub accounts: &'static [Account],
    /// Numbers that add up to no figure, such as blocked moves.
    pub counts: &'static [Entry],
}

/// The booked amounts and counts of all players in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountBook {
    declared: &'static Accounts,
    /// The amounts by seat: all entries of the first account, then those of the next one.
    amounts: Vec<Vec<i64>>,
    /// The counts by seat.
    counts: Vec<Vec<u64>>,
}

impl AccountBook {
    /// Returns the book of a match that has not begun.
    pub fn new(declared: &'static Accounts, seats: usize) -> AccountBook {
        let entries = declared.accounts.iter().map(|account| account.entries.len()).sum();
        AccountBook {
            declared,
            amounts: vec![vec![0; entries]; seats],
            counts: vec![vec![0; declared.counts.len()]; seats],
        }
    }

    /// Adds an amount to an entry of a figure's account. Ignores seats and entries that do not exist.
    pub fn add(&mut self, seat: Seat, figure: &str, entry: &str, amount: i64) {
        let at = self.index(figure, entry);
        let amounts = self.amounts.get_mut(seat.index());
        if let Some(booked) = at.and_then(|at| amounts?.get_mut(at)) {
            *booked = booked.saturating_add(amount);
        }
    }

    /// Adds to a count. Ignores seats that do not exist.
    pub fn count(&mut self, seat: Seat, name: &str, number: u64) {
        let at = self.declared.counts.iter().position(|(count, _)| *count == name);
        debug_assert!(at.is_some(), "there is no count {name}");
        let counts = self.counts.get_mut(seat.index());
        if let Some(counted) = at.and_then(|at| counts?.get_mut(at)) {
            *counted = counted.saturating_add(number);
        }
    }

    /// Returns the amounts of a seat in the order of the declaration: all entries of the first account, then those of
    /// the next one.
    pub fn amounts(&self, seat: Seat) -> &[i64] {
        self.amounts.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the amounts of a seat by account.
    pub fn accounts(&self, seat: Seat) -> impl Iterator<Item = (&'static Account, &[i64])> {
        let mut rest = self.amounts(seat);
        self.declared.accounts.iter().map(move |account| {
            let (own, after) = rest.split_at(account.entries.len().min(rest.len()));
            rest = after;
            (account, own)
        })
    }

    /// Returns the counts of a seat in the order of the declaration.
    pub fn counts(&self, seat: Seat) -> &[u64] {
        self.counts.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    fn index(&self, figure: &str, entry: &str) -> Option<usize> {
        let mut before = 0;
        for account in self.declared.accounts {
            if account.figure == figure {
                return Some(before + account.entries.iter().position(|(name, _)| *name == entry)?);
            }
            before += account.entries.len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLARED: Accounts = Accounts {
        lead: Lead { name: "gold", figures: &["gold"] },
        accounts: &[
            Account { figure: "gold", entries: &[("won", "won"), ("spent", "spent")] },
            Account { figure: "land", entries: &[("won", "won")] },
        ],
        counts: &[("blocked", "blocked moves")],
    };

    #[test]
    fn amounts_belong_to_their_account() {
        let mut book = AccountBook::new(&DECLARED, 2);
        book.add(Seat(1), "gold", "spent", -3);
        book.add(Seat(1), "gold", "won", i64::MAX);
        book.add(Seat(1), "gold", "won", 1);
        book.add(Seat(1), "land", "won", 2);
        book.add(Seat(9), "land", "won", 2);
        book.count(Seat(0), "blocked", 4);
        let accounts: Vec<_> = book.accounts(Seat(1)).map(|(account, own)| (account.figure, own)).collect();
        assert_eq!(accounts, [("gold", &[i64::MAX, -3][..]), ("land", &[2][..])]);
        assert_eq!((book.counts(Seat(0)), book.counts(Seat(1))), (&[4][..], &[0][..]));
        assert!(book.amounts(Seat(9)).is_empty() && book.accounts(Seat(0)).count() == 2);
    }
}
