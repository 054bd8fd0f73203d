//! Judges what was found, and says what to do about it. Looks at nothing itself.

use super::probe::{Environment, Linux, Probe, System};
use crate::worker;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Ok,
    /// AIs play, but something is slower or less than it could be.
    Warning,
    /// AIs can't play.
    Problem,
}

/// One line of the report.
#[derive(Debug)]
pub struct Finding {
    pub level: Level,
    pub what: String,
    pub remedy: Option<String>,
}

fn ok(what: impl Into<String>) -> Finding {
    Finding { level: Level::Ok, what: what.into(), remedy: None }
}

fn warning(what: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Finding { level: Level::Warning, what: what.into(), remedy: Some(remedy.into()) }
}

fn problem(what: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Finding { level: Level::Problem, what: what.into(), remedy: Some(remedy.into()) }
}

/// Everything there is to say.
pub fn all(probe: &Probe) -> Vec<Finding> {
    let mut findings = vec![executable(probe), library(probe), trial(probe)];
    findings.push(environment(probe.environment.as_ref()));
    findings.push(folder(&probe.folder));
    match &probe.linux {
        Some(linux) => findings.extend(of_linux(linux)),
        None => findings.push(warning(
            "This system has no sandbox for AIs: they can read and write the files that you can",
            "play only AIs you trust here, or play in a virtual machine with Linux; see docs/security.md",
        )),
    }
    findings.extend(system(probe.system));
    findings
}

/// Where Python's interpreter is: its standard library is found from there.
fn executable(probe: &Probe) -> Finding {
    let (version, path) = (worker::version(), probe.executable.path.display());
    match probe.executable.exists || !probe.executable.path.is_absolute() {
        true => ok(format!("Python {version} is embedded, that of {path}")),
        false => warning(
            format!("Python {version} is embedded, but its interpreter {path} is gone"),
            format!("install Python {version} there again, or build wag anew with the Python that you have"),
        ),
    }
}

fn library(probe: &Probe) -> Finding {
    let built = &probe.library;
    let is_static = built.path.extension().is_some_and(|extension| extension == "a");
    match (&probe.loaded, built.exists) {
        (Some(loaded), _) => ok(format!("Python's library is {}", loaded.display())),
        (None, _) if is_static => ok("Python's library is part of this program"),
        (None, true) => ok(format!("Python's library is {}", built.path.display())),
        (None, false) => warning(
            format!("Python's library {} is gone; another one may be in use", built.path.display()),
            format!("install Python {} with its library again, or build wag anew", worker::version()),
        ),
    }
}

fn trial(probe: &Probe) -> Finding {
    match &probe.trial {
        Ok(trial) => ok(format!(
            "An AI plays: Python {} answered in a process of its own, after {:.0} ms in all",
            trial.python,
            trial.wall.as_secs_f64() * 1e3
        )),
        Err(reason) => problem(
            format!("An AI does not play: {}", reason.trim_end()),
            format!(
                "mend what the lines above and other PROBLEMs name; else install Python {} anew with its \
                 library and standard library, and build wag with it",
                worker::version()
            ),
        ),
    }
}

fn environment(environment: Option<&Environment>) -> Finding {
    let version = worker::version();
    let Some(Environment { folder, exists, fits }) = environment else {
        return ok(format!("No virtual environment is active: AIs import the packages of Python {version}"));
    };
    let folder = folder.display();
    let make = format!("python{version} -m venv FOLDER, then activate it: . FOLDER/bin/activate");
    match (exists, fits) {
        (_, true) => ok(format!("The virtual environment {folder} is one of Python {version}")),
        (true, false) => warning(
            format!(
                "The virtual environment {folder} is not one of Python {version}; AIs can't import from it"
            ),
            make,
        ),
        (false, false) => warning(format!("The virtual environment {folder} is active but not there"), make),
    }
}

fn folder(written: &Result<(), String>) -> Finding {
    match written {
        Ok(()) => ok("Logs can be written in the current folder"),
        Err(reason) => warning(
            format!("Logs can't be written in the current folder: {reason}"),
            "call wag from another folder, or name one with --log-dir",
        ),
    }
}

fn of_linux(linux: &Linux) -> Vec<Finding> {
    let memory = match &linux.sealed_memory {
        Ok(()) => ok("Memory can be shared with AIs and sealed (memfd)"),
        Err(reason) => problem(
            format!("Memory can't be shared with AIs and sealed (memfd): {reason}"),
            "use Linux 3.17 or later; in a container, allow memfd_create and fcntl",
        ),
    };
    let pinning = match &linux.pinning {
        Ok(()) => ok("A match can stay on one core, which is faster"),
        Err(reason) => warning(
            format!("A match can't stay on one core and takes somewhat longer: {reason}"),
            "in a container, allow sched_setaffinity",
        ),
    };
    let addresses = match linux.fixed_addresses {
        true => ok("Address randomisation can be switched off: addresses are the same in every run"),
        false => warning(
            "Address randomisation can't be switched off: an AI that looks at addresses (id, default sorting of \
             sets) may play otherwise with the same seed",
            "in a container, allow personality (Docker: --security-opt seccomp=unconfined)",
        ),
    };
    vec![memory, pinning, addresses, sandbox(linux)]
}

/// What confines AIs.
fn sandbox(linux: &Linux) -> Finding {
    const MEND: &str =
        "play only AIs you trust here, or use a newer kernel (5.13 has both); see docs/security.md";
    match (linux.landlock, linux.seccomp) {
        (Some(version), true) => ok(format!(
            "AIs are kept from your files by Landlock (version {version}), from programs and the network by seccomp"
        )),
        (Some(_), false) => {
            warning("This kernel has no seccomp: AIs can start programs and use the network", MEND)
        }
        (None, true) => {
            warning("This kernel has no Landlock: AIs can read and write the files that you can", MEND)
        }
        (None, false) => {
            warning("This kernel has neither Landlock nor seccomp: AIs can do what you can", MEND)
        }
    }
}

fn system(system: System) -> Option<Finding> {
    match system {
        System::Linux => None,
        System::Wsl2 => {
            Some(ok("This is WSL 2: keep your AIs in Linux's own folders; those under /mnt are slow"))
        }
        System::Wsl1 => Some(warning(
            "This is WSL 1, which has no Linux kernel of its own",
            "change to WSL 2: wsl --set-version NAME 2",
        )),
        System::MacOs => Some(ok(
            "This is macOS: addresses differ from run to run, and a match may move from core to core",
        )),
        System::Other => Some(warning(
            "This system is not one that wag is tested on",
            "use Linux, macOS, or WSL 2 on Windows",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::{Environment, Linux, Location, Probe, System};
    use super::super::trial::Trial;
    use super::*;
    use std::time::Duration;

    fn location(exists: bool) -> Location {
        Location { path: "/opt/python".into(), exists }
    }

    fn healthy() -> Probe {
        let trial = Trial { python: "3.11.7".to_string(), wall: Duration::from_millis(50) };
        Probe {
            system: System::Linux,
            executable: location(true),
            library: location(true),
            loaded: Some("/opt/libpython3.11.so.1.0".into()),
            trial: Ok(trial),
            environment: None,
            folder: Ok(()),
            linux: Some(Linux {
                sealed_memory: Ok(()),
                pinning: Ok(()),
                fixed_addresses: true,
                landlock: Some(7),
                seccomp: true,
            }),
        }
    }

    /// What is not in order, and how bad it is; each with a remedy.
    fn bad(probe: &Probe) -> Vec<(Level, String)> {
        let bad = all(probe).into_iter().filter(|finding| finding.level != Level::Ok);
        bad.map(|finding| {
            assert!(finding.remedy.is_some_and(|remedy| !remedy.is_empty()), "{}", finding.what);
            (finding.level, finding.what)
        })
        .collect()
    }

    #[test]
    fn a_healthy_installation_has_nothing_to_complain_of() {
        assert_eq!(bad(&healthy()), []);
    }

    #[test]
    fn whatever_keeps_ais_from_playing_is_a_problem() {
        let mut probe = healthy();
        probe.trial = Err("no room".to_string());
        assert_eq!(bad(&probe), [(Level::Problem, "An AI does not play: no room".to_string())]);
        let mut probe = healthy();
        probe.linux.as_mut().unwrap().sealed_memory = Err("not permitted".to_string());
        assert_eq!(bad(&probe)[0].0, Level::Problem);
    }

    #[test]
    fn what_only_makes_a_match_worse_is_a_warning() {
        let changes: [fn(&mut Probe); 10] = [
            |probe| probe.executable = location(false),
            |probe| (probe.loaded, probe.library) = (None, location(false)),
            |probe| probe.folder = Err("read-only".to_string()),
            |probe| probe.linux.as_mut().unwrap().pinning = Err("not permitted".to_string()),
            |probe| probe.linux.as_mut().unwrap().fixed_addresses = false,
            |probe| probe.linux.as_mut().unwrap().landlock = None,
            |probe| probe.linux.as_mut().unwrap().seccomp = false,
            |probe| probe.linux = None,
            |probe| probe.system = System::Wsl1,
            |probe| {
                let folder = "/opt/venv".into();
                probe.environment = Some(Environment { folder, exists: true, fits: false });
            },
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut probe = healthy();
            change(&mut probe);
            let levels: Vec<Level> = bad(&probe).into_iter().map(|(level, _)| level).collect();
            assert_eq!(levels, [Level::Warning], "change {number}");
        }
    }
}
