//! Retries of operations that the system refuses only temporarily, such as starting a process on a full machine.

use std::io::{Error, ErrorKind, Result};
use std::time::Duration;
use wag_i18n::{Message, message};

/// The pauses after each refusal, in milliseconds. They become longer and add up to ten seconds.
const PAUSES_MS: [u64; 12] = [10, 20, 40, 80, 160, 320, 640, 1000, 1500, 2000, 2000, 2230];

/// Starts a process. If the system has no room for it, retries for ten seconds before returning the error.
pub fn retry_start<T>(start: impl FnMut() -> Result<T>) -> Result<T> {
    attempt(start, std::thread::sleep)
}

/// Returns true if an error may be temporary.
pub fn is_temporary(err: &Error) -> bool {
    matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::OutOfMemory)
}

fn attempt<T>(mut start: impl FnMut() -> Result<T>, mut pause: impl FnMut(Duration)) -> Result<T> {
    for pause_ms in PAUSES_MS {
        match start() {
            Err(err) if is_temporary(&err) => {
                log::debug!("no process can be started now ({err}); again after {pause_ms} ms");
                pause(Duration::from_millis(pause_ms));
            }
            result => return result,
        }
    }
    start().map_err(|err| match is_temporary(&err) {
        true => Error::new(err.kind(), given_up(&err).into_error()),
        false => err,
    })
}

fn given_up(err: &Error) -> Message {
    let seconds = PAUSES_MS.iter().sum::<u64>() / 1000;
    message!(
        "the system did not allow another process to start, not even after %{seconds} s (%{fault}); close other programs, or raise the limit (ulimit -u)",
        seconds,
        fault = err
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Retries an operation whose first `refusals` attempts fail with an error of this kind. Returns the result, the
    /// number of attempts, and the total pause.
    fn tried(refusals: usize, kind: ErrorKind) -> (Result<()>, usize, Duration) {
        let (mut attempts, mut waited) = (0, Duration::ZERO);
        let start = || {
            attempts += 1;
            if attempts > refusals { Ok(()) } else { Err(Error::from(kind)) }
        };
        let done = attempt(start, |pause| waited += pause);
        (done, attempts, waited)
    }

    #[test]
    fn temporary_error_is_retried() {
        let (done, attempts, waited) = tried(3, ErrorKind::WouldBlock);
        assert!(done.is_ok());
        assert_eq!((attempts, waited), (4, Duration::from_millis(70)));
        assert!(tried(12, ErrorKind::OutOfMemory).0.is_ok());
    }

    #[test]
    fn retries_end_with_an_error() {
        let (done, attempts, waited) = tried(usize::MAX, ErrorKind::WouldBlock);
        let err = done.unwrap_err();
        assert!(is_temporary(&err) && err.to_string().contains("not even after 10 s"), "{err}");
        assert_eq!((attempts, waited), (13, Duration::from_secs(10)));
    }

    #[test]
    fn permanent_error_is_not_retried() {
        let (done, attempts, waited) = tried(9, ErrorKind::NotFound);
        assert_eq!(done.unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!((attempts, waited), (1, Duration::ZERO));
    }
}
