//! Evaluates the results of the module `probe`, and suggests remedies. This module does not access the system.

use super::probe::{Environment, Linux, Probe, System};
use wag_i18n::{decimal, t};
use wag_sandbox::kernel::CountingMethod;

/// The severity of a finding of `wag doctor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Ok,
    /// AIs can play, but something is missing or makes them slower.
    Warning,
    /// AIs cannot play.
    Problem,
}

/// A finding of `wag doctor`, with its severity and a remedy.
#[derive(Debug)]
pub struct Finding {
    pub level: Level,
    pub what: String,
    pub remedy: Option<String>,
}

pub fn ok(what: impl Into<String>) -> Finding {
    Finding { level: Level::Ok, what: what.into(), remedy: None }
}

pub fn warning(what: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Finding { level: Level::Warning, what: what.into(), remedy: Some(remedy.into()) }
}

pub fn problem(what: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Finding { level: Level::Problem, what: what.into(), remedy: Some(remedy.into()) }
}

/// Returns the findings about all results of the inspection.
pub fn all(probe: &Probe) -> Vec<Finding> {
    let mut findings = vec![executable(probe), library(probe), trial(probe)];
    findings.push(environment(probe.environment.as_ref()));
    findings.push(folder(&probe.folder));
    match &probe.linux {
        Some(linux) => findings.extend(of_linux(linux)),
        None => findings.push(warning(
            t!("This system has no sandbox for AIs: they can read and write the files that you can"),
            t!("run only AIs that you trust, or use a virtual machine with Linux; see `wag help sandbox`"),
        )),
    }
    findings.extend(system(probe.system));
    findings
}

/// Checks the path of Python's interpreter, from which Python finds its standard library.
fn executable(probe: &Probe) -> Finding {
    let (version, path) = (wag_python::version(), probe.executable.path.display());
    match probe.executable.exists || !probe.executable.path.is_absolute() {
        true => ok(t!("Python %{version} is embedded (from %{path})", version, path)),
        false => warning(
            t!("Python %{version} is embedded, but its interpreter %{path} is missing", version, path),
            t!(
                "reinstall Python %{version} in the same place, or rebuild wag with the Python that you have",
                version
            ),
        ),
    }
}

fn library(probe: &Probe) -> Finding {
    let built = &probe.library;
    let is_static = built.path.extension().is_some_and(|extension| extension == "a");
    match (&probe.loaded, built.exists) {
        (Some(loaded), _) => ok(t!("The Python library in use is %{loaded}", loaded = loaded.display())),
        (None, _) if is_static => ok(t!("The Python library is linked into this program")),
        (None, true) => ok(t!("The Python library is %{path}", path = built.path.display())),
        (None, false) => warning(
            t!(
                "The Python library %{path} is missing; another one may be in use",
                path = built.path.display()
            ),
            t!(
                "reinstall Python %{version} with its library, or rebuild wag",
                version = wag_python::version()
            ),
        ),
    }
}

fn trial(probe: &Probe) -> Finding {
    match &probe.trial {
        Ok(trial) => ok(t!(
            "The test AI can play: Python %{python} answered in its own process after %{ms} ms in total",
            python = trial.python,
            ms = decimal(trial.wall.as_secs_f64() * 1e3, 0)
        )),
        Err(reason) => problem(
            t!("The test AI cannot play: %{reason}", reason = reason.trim_end()),
            t!(
                "fix the problems listed above and the other PROBLEMs; if there are none, reinstall Python %{version} with its shared library and its standard library, then rebuild wag",
                version = wag_python::version()
            ),
        ),
    }
}

fn environment(environment: Option<&Environment>) -> Finding {
    let version = wag_python::version();
    let Some(Environment { folder, exists, fits }) = environment else {
        return ok(t!(
            "No virtual environment is active: AIs import the packages of Python %{version}",
            version
        ));
    };
    let folder = folder.display();
    let make = t!("python%{version} -m venv FOLDER, then activate it: . FOLDER/bin/activate", version);
    match (exists, fits) {
        (_, true) => ok(t!("The virtual environment %{folder} is for Python %{version}", folder, version)),
        (true, false) => warning(
            t!(
                "The virtual environment %{folder} is not for Python %{version}; AIs cannot import from it",
                folder,
                version
            ),
            make,
        ),
        (false, false) => {
            warning(t!("The virtual environment %{folder} is active but does not exist", folder), make)
        }
    }
}

fn folder(written: &Result<(), String>) -> Finding {
    match written {
        Ok(()) => ok(t!("Logs can be written in the current folder")),
        Err(reason) => warning(
            t!("Logs cannot be written in the current folder: %{reason}", reason),
            t!("run wag from another folder, or choose one for logs with --log-dir"),
        ),
    }
}

fn of_linux(linux: &Linux) -> Vec<Finding> {
    let memory = match &linux.sealed_memory {
        Ok(()) => ok(t!("Memory can be shared with AIs and sealed against changes (memfd)")),
        Err(reason) => problem(
            t!("Memory cannot be shared with AIs and sealed against changes (memfd): %{reason}", reason),
            t!("use Linux 3.17 or later; in a container, allow memfd_create and fcntl"),
        ),
    };
    let pinning = match &linux.pinning {
        Ok(()) => ok(t!("A match can be kept on one CPU core, which is faster")),
        Err(reason) => warning(
            t!("A match cannot be kept on one CPU core and takes somewhat longer: %{reason}", reason),
            t!("in a container, allow sched_setaffinity"),
        ),
    };
    let addresses = match linux.fixed_addresses {
        true => ok(t!("Address randomization can be disabled: memory addresses are the same in every run")),
        false => warning(
            t!(
                "Address randomization cannot be disabled: an AI that depends on memory addresses (id, default sorting of sets) may play differently with the same seed"
            ),
            t!(
                "in a container, allow the system call `personality` (Docker: --security-opt seccomp=unconfined)"
            ),
        ),
    };
    let mut findings = vec![memory, pinning, addresses, sandbox(linux)];
    findings.extend(signals(linux));
    findings.push(counting(&linux.counting));
    findings
}

/// Checks the sandbox in which AIs run.
fn sandbox(linux: &Linux) -> Finding {
    let mend = || {
        t!(
            "run only AIs that you trust, or use a newer kernel (5.13 has Landlock and seccomp); in a container, allow landlock_create_ruleset, landlock_add_rule, landlock_restrict_self and seccomp; see `wag help sandbox`"
        )
    };
    match (linux.landlock, linux.seccomp) {
        (Some(version), true) => ok(t!(
            "Landlock (version %{version}) protects your files from AIs, and seccomp keeps AIs from starting programs and using the network",
            version
        )),
        (Some(_), false) => {
            warning(t!("This kernel has no seccomp: AIs can start programs and use the network"), mend())
        }
        (None, true) => {
            warning(t!("This kernel has no Landlock: AIs can read and write the same files as you"), mend())
        }
        (None, false) => warning(
            t!("This kernel has neither Landlock nor seccomp: AIs can do everything that you can"),
            mend(),
        ),
    }
}

/// Checks whether AIs are prevented from sending signals to other processes. Returns `None` without Landlock, because
/// another finding then says that nothing is restricted.
fn signals(linux: &Linux) -> Option<Finding> {
    const SINCE: u32 = 6;
    let version = linux.landlock.filter(|version| *version < SINCE && linux.seccomp)?;
    Some(ok(t!(
        "Landlock version %{version} does not restrict signals (version 6 does, from Linux 6.12), so seccomp does: a program can signal its own process group and its first process, but not its other processes individually",
        version
    )))
}

/// Checks the method by which the processes of a program are limited together.
fn counting(counting: &CountingMethod) -> Finding {
    match counting {
        CountingMethod::Group { shares_cpu: true } => ok(t!(
            "The system measures and limits the CPU time and memory of all processes of a program together, in a control group (cgroup v2)"
        )),
        CountingMethod::Group { shares_cpu: false } => ok(t!(
            "The system measures the CPU time and memory of all processes of a program together, in a control group (cgroup v2), but does not divide CPU time between groups here: a program with many processes slows down other players, whose time-outs then count as doubtful"
        )),
        CountingMethod::Observation => ok(t!(
            "Wag checks the CPU time and memory of all processes of a program many times per second, because no control group with memory accounting can be created here (cgroup v2): anything that exists only between two checks is missed, and a program with many processes slows down other players, whose time-outs then count as doubtful"
        )),
        CountingMethod::Nothing => warning(
            t!(
                "This kernel does not list the processes that a program starts: their total number, time and memory are not limited"
            ),
            t!(
                "run only programs that you trust, or use a kernel that has /proc/PID/task/TID/children (CONFIG_PROC_CHILDREN)"
            ),
        ),
    }
}

fn system(system: System) -> Option<Finding> {
    match system {
        System::Linux => None,
        System::Wsl2 => {
            Some(ok(t!("This is WSL 2: keep your AIs in the Linux file system; folders under /mnt are slow")))
        }
        System::Wsl1 => Some(warning(
            t!("This is WSL 1, which does not run a Linux kernel"),
            t!("switch to WSL 2: wsl --set-version NAME 2"),
        )),
        System::MacOs => Some(ok(t!(
            "This is macOS: memory addresses differ from run to run, and a match may move from core to core"
        ))),
        System::Other => {
            Some(warning(t!("wag is not tested on this system"), t!("use Linux, macOS, or WSL 2 on Windows")))
        }
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
                counting: CountingMethod::Observation,
            }),
        }
    }

    /// Returns the severity and the text of all warnings and problems. Asserts that each of them has a remedy.
    fn bad(probe: &Probe) -> Vec<(Level, String)> {
        let bad = all(probe).into_iter().filter(|finding| finding.level != Level::Ok);
        bad.map(|finding| {
            assert!(finding.remedy.is_some_and(|remedy| !remedy.is_empty()), "{}", finding.what);
            (finding.level, finding.what)
        })
        .collect()
    }

    #[test]
    fn healthy_installation_has_only_ok_findings() {
        assert_eq!(bad(&healthy()), []);
    }

    #[test]
    fn finding_says_what_older_landlock_lacks() {
        let lacks_signals = |version: u32| {
            let mut probe = healthy();
            probe.linux.as_mut().unwrap().landlock = Some(version);
            assert_eq!(bad(&probe), []);
            all(&probe).iter().any(|finding| finding.what.contains("does not restrict signals"))
        };
        assert_eq!([1, 5, 6, 7].map(lacks_signals), [true, true, false, false]);
    }

    #[test]
    fn finding_says_how_programs_are_limited() {
        let check = |counting: CountingMethod, words: &str| {
            let mut probe = healthy();
            probe.linux.as_mut().unwrap().counting = counting;
            assert!(all(&probe).iter().any(|finding| finding.what.contains(words)), "{words}");
        };
        check(
            CountingMethod::Group { shares_cpu: true },
            "The system measures and limits the CPU time and memory",
        );
        check(CountingMethod::Group { shares_cpu: false }, "does not divide CPU time between groups");
        check(CountingMethod::Observation, "Wag checks the CPU time and memory");
        check(CountingMethod::Nothing, "their total number, time and memory are not limited");
    }

    #[test]
    fn system_without_working_ais_is_a_problem() {
        let mut probe = healthy();
        probe.trial = Err("no room".to_string());
        assert_eq!(bad(&probe), [(Level::Problem, "The test AI cannot play: no room".to_string())]);
        let mut probe = healthy();
        probe.linux.as_mut().unwrap().sealed_memory = Err("not permitted".to_string());
        assert_eq!(bad(&probe)[0].0, Level::Problem);
    }

    #[test]
    fn degraded_system_is_a_warning() {
        let changes: [fn(&mut Probe); 11] = [
            |probe| probe.executable = location(false),
            |probe| (probe.loaded, probe.library) = (None, location(false)),
            |probe| probe.folder = Err("read-only".to_string()),
            |probe| probe.linux.as_mut().unwrap().pinning = Err("not permitted".to_string()),
            |probe| probe.linux.as_mut().unwrap().fixed_addresses = false,
            |probe| probe.linux.as_mut().unwrap().landlock = None,
            |probe| probe.linux.as_mut().unwrap().seccomp = false,
            |probe| probe.linux.as_mut().unwrap().counting = CountingMethod::Nothing,
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
