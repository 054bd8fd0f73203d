//! The time of rows.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the time of the system's clock in UTC milliseconds. Functions of the store take the time as an argument, so
/// that tests can set it.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
