//! Players of a match that compute at the same time, while the match waits for one after the other.
//!
//! A player is added to the list when it gets a request ([`add`]) and leaves the list when the match waits for it
//! ([`remove`]). The match waits with [`poll`], which also serves all other players on the list: a player that has
//! answered is frozen at once, not only when the match waits for it. Each thread has its own list, as each match runs
//! in one thread.

use rustix::event::{PollFd, Timespec};
use std::cell::RefCell;
use std::ptr;
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// A player that has received a request, and for which the match is not waiting yet.
pub trait Pending {
    /// Returns the descriptors whose events [`Pending::attend`] handles; none if the player has answered.
    fn events(&self) -> Vec<PollFd<'_>>;

    /// Reads the bytes that are available, without waiting for more.
    fn attend(&mut self);

    /// Measures a player whose other processes were not measured before its turn. Called after the match has waited for
    /// another player for a while.
    fn measure(&mut self) {}
}

type Shared = Rc<RefCell<dyn Pending>>;

thread_local! {
    static LIST: RefCell<Vec<Weak<RefCell<dyn Pending>>>> = const { RefCell::new(Vec::new()) };
}

/// Adds a player that has just received a request. A player that is dropped is removed from the list.
pub fn add<P: Pending + 'static>(player: &Rc<RefCell<P>>) {
    remove(player);
    let player: Shared = player.clone();
    LIST.with_borrow_mut(|list| list.push(Rc::downgrade(&player)));
}

/// Removes a player from the list.
pub fn remove<P: Pending>(player: &Rc<RefCell<P>>) {
    let is_another = |other: &Weak<RefCell<dyn Pending>>| !ptr::addr_eq(other.as_ptr(), Rc::as_ptr(player));
    LIST.with_borrow_mut(|list| list.retain(is_another));
}

/// Waits like `poll(2)` until one of the `own` descriptors has an event or the time is over. Serves the players on the
/// list in the meantime. Returns for each descriptor whether it has an event. A signal may end the wait early.
pub fn poll(own: &[PollFd<'_>], longest: Duration) -> Vec<bool> {
    let others: Vec<Shared> = LIST.with_borrow(|list| list.iter().filter_map(Weak::upgrade).collect());
    let until = Instant::now() + longest;
    loop {
        let (events, events_of_others) =
            poll_once(own, &others, until.saturating_duration_since(Instant::now()));
        for (other, _) in others.iter().zip(&events_of_others).filter(|(_, has_event)| **has_event) {
            other.borrow_mut().attend();
        }
        if events.contains(&true) {
            return events;
        }
        if !events_of_others.contains(&true) {
            others.iter().for_each(|other| other.borrow_mut().measure());
            return events;
        }
    }
}

/// Waits once. Returns for each `own` descriptor, and for each of the other players, whether it has an event.
fn poll_once(own: &[PollFd<'_>], others: &[Shared], longest: Duration) -> (Vec<bool>, Vec<bool>) {
    let others: Vec<_> = others.iter().map(|other| other.borrow()).collect();
    let mut fds = own.to_vec();
    let counts: Vec<usize> = others.iter().map(|other| extend(&mut fds, other.events())).collect();
    let _ = rustix::event::poll(&mut fds, Timespec::try_from(longest).ok().as_ref());
    let mut has_event = fds.iter().map(|fd| !fd.revents().is_empty());
    let of_own = has_event.by_ref().take(own.len()).collect();
    let any = |count| has_event.by_ref().take(count).filter(|is_so| *is_so).count() > 0;
    (of_own, counts.into_iter().map(any).collect())
}

/// Appends descriptors to a list. Returns the number of added descriptors.
fn extend<'f>(fds: &mut Vec<PollFd<'f>>, more: Vec<PollFd<'f>>) -> usize {
    let count = more.len();
    fds.extend(more);
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::event::PollFlags;
    use rustix::fd::OwnedFd;
    use rustix::pipe::pipe;

    struct Reader {
        from: OwnedFd,
        heard: usize,
        looks: usize,
    }

    impl Pending for Reader {
        fn events(&self) -> Vec<PollFd<'_>> {
            if self.heard > 0 { Vec::new() } else { vec![PollFd::new(&self.from, PollFlags::IN)] }
        }

        fn attend(&mut self) {
            self.heard += rustix::io::read(&self.from, &mut [0; 100]).unwrap();
        }

        fn measure(&mut self) {
            self.looks += 1;
        }
    }

    #[test]
    fn other_players_are_served_while_waiting() {
        let (from, to) = pipe().unwrap();
        let (own, _keep_open) = pipe().unwrap();
        let reader = Rc::new(RefCell::new(Reader { from, heard: 0, looks: 0 }));
        add(&reader);
        rustix::io::write(&to, b"answer").unwrap();
        poll(&[PollFd::new(&own, PollFlags::IN)], Duration::from_millis(1));
        assert_eq!((reader.borrow().heard, reader.borrow().looks), (6, 1));
        rustix::io::write(&to, b"more").unwrap();
        poll(&[PollFd::new(&own, PollFlags::IN)], Duration::from_millis(1));
        assert_eq!(reader.borrow().heard, 6, "it has answered");
        reader.borrow_mut().heard = 0;
        remove(&reader);
        poll(&[PollFd::new(&own, PollFlags::IN)], Duration::from_millis(1));
        assert_eq!((reader.borrow().heard, reader.borrow().looks), (0, 2), "it has left the list");
    }
}
