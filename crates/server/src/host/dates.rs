//! Days as texts.

use std::time::{Duration, UNIX_EPOCH};
use wag_core::text::format_timestamp;

/// Returns the day of a time in UTC milliseconds, such as `2026-11-29`.
pub fn date_text(ms: i64) -> String {
    let since = Duration::from_millis(u64::try_from(ms).unwrap_or(0));
    format_timestamp(UNIX_EPOCH + since).chars().take(10).collect()
}
