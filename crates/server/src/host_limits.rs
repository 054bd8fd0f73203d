//! The limits of a server for classes. They come from the server's configuration only: no request, no file and no setting of
//! a class makes them wider.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The limits of a server for classes: `[limits]` in `host.toml`. Those of a workspace, of hand-ins and of work are per
/// account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HostLimits {
    /// The size of a workspace.
    pub workspace_mb: u32,
    /// The number of files in a workspace.
    pub workspace_files: u32,
    /// The size of a file in a workspace.
    pub file_kb: u32,
    /// The number of replays of own matches that are kept.
    pub practice_replays: u32,
    /// The size of an uploaded hand-in.
    pub upload_mb: u32,
    /// The size of a hand-in when it is unpacked.
    pub unpacked_mb: u32,
    /// The number of files in a hand-in.
    pub upload_files: u32,
    /// The ratio between the unpacked and the packed size of a file.
    pub upload_ratio: u32,
    pub hand_ins_per_hour: u32,
    /// The number of hand-ins that a contest keeps of an account.
    pub hand_ins_kept: u32,
    /// The size of what a player prints in a match.
    pub log_mb: u32,
    /// The number of matches in a trial.
    pub trial_matches: u32,
    /// The number of replays that a contest keeps.
    pub contest_replays: u32,
    /// The number of jobs that wait for an account.
    pub waiting_jobs: u32,
    /// The processor time of an account's jobs in an hour.
    pub cpu_minutes_per_hour: u32,
    /// The free space on the disk below which nothing is played or taken in.
    pub disk_free_mb: u32,
}

impl Default for HostLimits {
    fn default() -> Self {
        HostLimits {
            workspace_mb: 20,
            workspace_files: 500,
            file_kb: 512,
            practice_replays: 50,
            upload_mb: 8,
            unpacked_mb: 32,
            upload_files: 1000,
            upload_ratio: 100,
            hand_ins_per_hour: 20,
            hand_ins_kept: 200,
            log_mb: 1,
            trial_matches: 40,
            contest_replays: 5000,
            waiting_jobs: 3,
            cpu_minutes_per_hour: 20,
            disk_free_mb: 1024,
        }
    }
}

impl HostLimits {
    /// Returns the limits by their name in `host.toml`.
    pub fn by_name(&self) -> BTreeMap<String, u64> {
        let fields = serde_json::to_value(self).and_then(serde_json::from_value);
        fields.expect("all fields are numbers")
    }
}
