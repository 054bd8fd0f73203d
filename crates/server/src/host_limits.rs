//! The limits of a server for classes. They come from the server's configuration and from its owner only: no other request,
//! no file and no setting of a teacher makes them wider.

use crate::error::Refusal;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use wag_i18n::message;
use wag_store::HandInLimits;

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
    pub fn by_name(&self) -> BTreeMap<String, u32> {
        let fields = serde_json::to_value(self).and_then(serde_json::from_value);
        fields.expect("all fields are numbers")
    }

    fn of_names(names: BTreeMap<String, u32>) -> HostLimits {
        let fields = serde_json::to_value(names).and_then(serde_json::from_value);
        fields.expect("the names are those of the fields")
    }

    /// Returns the maximum size of an uploaded hand-in, in bytes.
    pub fn upload_bytes(&self) -> u64 {
        u64::from(self.upload_mb) << 20
    }

    pub fn hand_ins(&self) -> HandInLimits {
        HandInLimits { per_hour: self.hand_ins_per_hour.into(), per_contest: self.hand_ins_kept.into() }
    }

    /// Returns these limits with some others in place of them.
    pub fn with(self, own: &OwnLimits) -> HostLimits {
        let mut names = self.by_name();
        names.extend(own.0.clone());
        HostLimits::of_names(names)
    }

    /// Returns the larger one of each limit.
    pub fn widest(self, other: HostLimits) -> HostLimits {
        let others = other.by_name();
        let wider = |(name, limit): (String, u32)| {
            let other = others.get(&name).copied().unwrap_or_default();
            (name, limit.max(other))
        };
        HostLimits::of_names(self.by_name().into_iter().map(wider).collect())
    }
}

/// The limits that an account or a class can have of its own, with the values that they may take. The others are those of the
/// whole server.
pub const OF_ACCOUNTS: [(&str, RangeInclusive<u32>); 14] = [
    ("workspace_mb", 1..=10_000),
    ("workspace_files", 1..=100_000),
    // The editor opens no larger files.
    ("file_kb", 1..=1_024),
    ("practice_replays", 1..=10_000),
    ("upload_mb", 1..=60),
    // The server takes no larger ZIP file from a worker.
    ("unpacked_mb", 1..=60),
    ("upload_files", 1..=10_000),
    ("upload_ratio", 1..=10_000),
    ("hand_ins_per_hour", 0..=10_000),
    ("hand_ins_kept", 0..=10_000),
    ("log_mb", 1..=64),
    ("trial_matches", 0..=1_000),
    ("waiting_jobs", 0..=100),
    ("cpu_minutes_per_hour", 0..=6_000),
];

/// Limits of one account or class by their names, wider or tighter than those of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OwnLimits(BTreeMap<String, u32>);

impl OwnLimits {
    /// Checks limits from a request. The error names what is unknown or out of its range.
    pub fn new(limits: BTreeMap<String, u32>) -> Result<OwnLimits, Refusal> {
        let refused = |sentence| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("limits");
        for (name, value) in &limits {
            let Some((_, range)) = OF_ACCOUNTS.iter().find(|(known, _)| known == name) else {
                return Err(refused(message!(
                    "no limit of an account is called %{name}",
                    name = wag_i18n::quote(name)
                )));
            };
            if !range.contains(value) {
                let (least, most) = (range.start(), range.end());
                return Err(refused(message!("%{name} is %{least} to %{most}", name, least, most)));
            }
        }
        Ok(OwnLimits(limits))
    }

    /// Reads stored limits. What is unknown or out of its range is left out.
    pub fn read(text: &str) -> OwnLimits {
        let stored: BTreeMap<String, serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
        let known = OF_ACCOUNTS.iter().filter_map(|(name, range)| {
            let value = stored.get(*name)?.as_u64().and_then(|value| u32::try_from(value).ok())?;
            range.contains(&value).then(|| ((*name).to_string(), value))
        });
        OwnLimits(known.collect())
    }

    pub fn get(&self, name: &str) -> Option<u32> {
        self.0.get(name).copied()
    }

    /// Returns the limits as the store keeps them.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_of_an_account_is_a_setting_of_the_server_within_its_range() {
        let all = HostLimits::default().by_name();
        for (name, range) in OF_ACCOUNTS {
            assert!(range.contains(&all[name]), "{name}");
        }
        let of_server: Vec<&str> = all
            .keys()
            .map(String::as_str)
            .filter(|name| OF_ACCOUNTS.iter().all(|(known, _)| known != name))
            .collect();
        assert_eq!(of_server, ["contest_replays", "disk_free_mb"]);
    }

    #[test]
    fn unknown_limits_and_impossible_values_are_refused() {
        let new = |name: &str, value| OwnLimits::new(BTreeMap::from([(name.to_string(), value)]));
        assert!(new("waiting_jobs", 0).is_ok());
        for (name, value, sentence) in [
            ("workspace_mb", 0, "workspace_mb is 1 to 10000"),
            ("file_kb", 1_025, "file_kb is 1 to 1024"),
            ("disk_free_mb", 5, "no limit of an account is called \"disk_free_mb\""),
        ] {
            assert_eq!(new(name, value).unwrap_err().sentence().english(), sentence);
        }
    }
}
