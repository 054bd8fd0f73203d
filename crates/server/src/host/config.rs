//! `host.toml`: the owner's configuration of a server for classes. Flags of the command win over it.

use super::errors::HostError;
use crate::host_limits::HostLimits;
use serde::Deserialize;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use wag_store::Account;

/// The name of the file in the folder of the server.
pub const CONFIG: &str = "host.toml";
/// The maximum size of the file, in bytes.
const CONFIG_MAX: u64 = 64 << 10;
/// The file of a new folder: every setting with its default, as a comment.
const TEMPLATE: &str = include_str!("host.toml");

const HOUR_MS: i64 = 3_600_000;

/// The owner's configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HostConfig {
    /// The name that the pages show; `None` for the one that the owner types there.
    pub name: Option<String>,
    pub public_url: Option<String>,
    pub address: Option<IpAddr>,
    pub port: Option<u16>,
    pub socket: Option<PathBuf>,
    pub plain_http: bool,
    /// The number of jobs that run at the same time.
    pub slots: Option<u16>,
    pub without_groups: bool,
    pub dask: DaskConfig,
    pub sessions: SessionTimes,
    pub limits: HostLimits,
}

/// The Dask cluster that plays the matches of contests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DaskConfig {
    /// The address of the scheduler; `None` to play on this machine.
    pub address: Option<String>,
    /// The files of the certificate authority, and of the certificate and the key of this server, for a scheduler at a
    /// `tls://` address.
    pub ca_file: Option<PathBuf>,
    pub certificate: Option<PathBuf>,
    pub key: Option<PathBuf>,
}

impl DaskConfig {
    /// Returns the settings of Dask's own environment variables.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let files = [
            ("DASK_DISTRIBUTED__COMM__TLS__CA_FILE", &self.ca_file),
            ("DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT", &self.certificate),
            ("DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY", &self.key),
        ];
        let set = |(name, file): (&'static str, &Option<PathBuf>)| {
            file.as_ref().map(|file| (name, file.display().to_string()))
        };
        files.into_iter().filter_map(set).collect()
    }
}

/// The durations of sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SessionTimes {
    /// On a pupil's own device.
    pub own_device_days: u16,
    /// On a device that others use, too.
    pub shared_device_hours: u16,
    /// For teachers and owners, on every device.
    pub teacher_hours: u16,
}

impl Default for SessionTimes {
    fn default() -> Self {
        SessionTimes { own_device_days: 180, shared_device_hours: 12, teacher_hours: 12 }
    }
}

impl SessionTimes {
    /// Returns the duration of a new session, in milliseconds.
    pub fn duration_ms(&self, account: &Account, is_shared: bool) -> i64 {
        let SessionTimes { own_device_days, shared_device_hours, teacher_hours } = *self;
        let own = match account.is_owner || account.teaches {
            true => i64::from(teacher_hours) * HOUR_MS,
            false => i64::from(own_device_days) * 24 * HOUR_MS,
        };
        if is_shared { own.min(i64::from(shared_device_hours) * HOUR_MS) } else { own }
    }
}

impl HostConfig {
    /// Reads the configuration in the folder of a server. A folder without one gets a file that changes nothing.
    pub fn read(folder: &Path) -> Result<HostConfig, HostError> {
        let file = folder.join(CONFIG);
        let failed = |fault| HostError::ConfigFile { file: file.clone(), fault };
        match wag_core::files::read_start(&file, CONFIG_MAX + 1) {
            Ok(bytes) if bytes.len() as u64 > CONFIG_MAX => Err(failed(io::ErrorKind::FileTooLarge.into())),
            Ok(bytes) => {
                let text = String::from_utf8(bytes).map_err(|_| failed(io::ErrorKind::InvalidData.into()))?;
                HostConfig::parse(&file, &text)
            }
            Err(err) if err.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(&file).is_err() => {
                let mut options = OpenOptions::new();
                let mut new = options.write(true).create_new(true).mode(0o600).open(&file).map_err(failed)?;
                new.write_all(TEMPLATE.as_bytes()).map_err(failed)?;
                Ok(HostConfig::default())
            }
            Err(err) => Err(failed(err)),
        }
    }

    fn parse(file: &Path, text: &str) -> Result<HostConfig, HostError> {
        toml::from_str(text).map_err(|err| {
            let before = err.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            // The library ends some of its messages with a second line.
            let fault = err.message().lines().collect::<Vec<_>>().join("; ");
            HostError::Config { file: file.to_path_buf(), line, fault }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    fn message(text: &str) -> String {
        HostConfig::parse(Path::new("host.toml"), text).unwrap_err().to_string()
    }

    #[test]
    fn a_new_folder_gets_a_file_that_names_every_setting_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(CONFIG);
        assert_eq!(HostConfig::read(folder.path()).unwrap(), HostConfig::default());
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::read_to_string(&file).unwrap(), TEMPLATE);
        assert_eq!(HostConfig::read(folder.path()).unwrap(), HostConfig::default());
        // Without the comment signs, the values are those of the server.
        let setting =
            |line: &str| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).map(str::to_string);
        let shown: Vec<String> =
            TEMPLATE.lines().map(|line| setting(line).unwrap_or_else(|| line.to_string())).collect();
        let shown = HostConfig::parse(&file, &shown.join("\n")).unwrap();
        let HostConfig { sessions, limits, .. } = HostConfig::default();
        assert_eq!((shown.sessions, shown.limits), (sessions, limits));
        assert!(shown.name.is_some() && shown.public_url.is_some() && shown.address.is_some());
        assert!(shown.socket.is_some() && shown.slots.is_some() && shown.port == Some(8080));
        let text = format!("{limits:?}{sessions:?}");
        let fields = text.split(['{', ',']).filter_map(|part| Some(part.split_once(':')?.0.trim()));
        fields.for_each(|field| assert!(TEMPLATE.contains(&format!("#{field} = ")), "{field}"));
    }

    #[test]
    fn mistakes_are_one_sentence_with_their_line() {
        let fields = "expected one of `own_device_days`, `shared_device_hours`, `teacher_hours`";
        for (text, line, fault) in [
            ("port = 80\n[sessions]\nown_days = 3\n", 3, format!("unknown field `own_days`, {fields}")),
            ("port = 80\nport = 81\n", 2, "duplicate key".into()),
            ("\n\nport = 80000\n", 3, "invalid value: integer `80000`, expected u16".into()),
            ("[limits]\nupload_mb = -1", 2, "invalid value: integer `-1`, expected u32".into()),
            ("plain_http = \"yes\"", 1, "invalid type: string \"yes\", expected a boolean".into()),
            ("address = \"school\"", 1, "invalid IP address syntax".into()),
        ] {
            assert_eq!(message(text), format!("host.toml, line {line}: {fault}"), "{text}");
        }
        assert!(message("port = ").starts_with("host.toml, line 1: "));
    }

    #[test]
    fn the_shorter_time_of_a_session_counts() {
        let account = |is_owner| Account {
            id: String::new(),
            display_name: String::new(),
            language: None,
            is_owner,
            teaches: false,
        };
        let times = SessionTimes { own_device_days: 2, shared_device_hours: 4, teacher_hours: 3 };
        let hours = |is_owner, is_shared| times.duration_ms(&account(is_owner), is_shared) / HOUR_MS;
        assert_eq!(
            [hours(false, false), hours(false, true), hours(true, false), hours(true, true)],
            [48, 4, 3, 3]
        );
    }
}
