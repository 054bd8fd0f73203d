//! Tests which Pythons `scripts/set-up` accepts, with fake Pythons that only report a version, and that the tests of the
//! pages install nothing unasked.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::tempdir;

/// Runs `scripts/set-up` with a Python 3 of this minor version, with a library or without (`-`).
fn set_up(minor: u8, library: &str) -> Output {
    set_up_with(minor, library, "")
}

fn set_up_with(minor: u8, library: &str, skip_version_check: &str) -> Output {
    let folder = tempdir().unwrap();
    let python = folder.path().join("python3");
    fs::write(&python, format!("#!/bin/sh\nprintf '{minor}\\t/opt/python3\\t{library}\\n'\n")).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(project.join("scripts/set-up"));
    command.env("PYO3_PYTHON", &python).env("UNSAFE_PYO3_SKIP_VERSION_CHECK", skip_version_check);
    command.output().unwrap()
}

fn words(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn tested_pythons_are_accepted_silently() {
    for minor in 10..=15 {
        let (taken, message) = words(&set_up(minor, "/opt/libpython3.so"));
        assert_eq!((taken.as_str(), message.as_str()), ("/opt/python3\n", ""), "3.{minor}");
    }
}

#[test]
fn newer_python_is_used_on_request_only() {
    let refused = set_up(16, "/opt/libpython3.so");
    let (taken, message) = words(&refused);
    assert!(!refused.status.success() && taken.is_empty(), "{refused:?}");
    assert!(message.starts_with("wag: Python 3.16 (/opt/python3) is newer than"), "{message}");
    assert!(message.contains("PYO3_PYTHON=python3.15 make play"), "{message}");
    assert!(message.contains("UNSAFE_PYO3_SKIP_VERSION_CHECK=1 make play"), "{message}");
    let (taken, message) = words(&set_up_with(16, "/opt/libpython3.so", "1"));
    assert_eq!((taken.as_str(), message.as_str()), ("/opt/python3\n", ""));
}

#[test]
fn unembeddable_python_is_refused_with_instructions() {
    let old = set_up(9, "/opt/libpython3.so");
    assert!(!old.status.success() && words(&old).1.contains("no CPython 3.10 or newer"), "{old:?}");
    let bare = set_up(14, "-");
    assert!(!bare.status.success() && words(&bare).1.contains("The library of Python 3.14"), "{bare:?}");
}

#[test]
fn default_python_is_not_named_to_cargo() {
    let folder = tempdir().unwrap();
    let usual = |first: &str| {
        for (name, does) in [("python", "exit 1"), ("python3", first)] {
            let python = folder.path().join(name);
            fs::write(&python, format!("#!/bin/sh\n{does}\n")).unwrap();
            fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new(project.join("scripts/set-up"));
        command
            .env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()))
            .args(["--usual", "/opt/python3"]);
        command.output().unwrap().status.success()
    };
    assert!(usual("exit 0"), "it is a Python 3, and the same");
    assert!(!usual("case \"$*\" in *samefile*) exit 1 ;; esac"), "it is another");
    assert!(!usual("exit 1"), "there is no Python 3");
}

/// Runs a script with only these programs and an `apt-get` that leaves a file. Returns its output, and whether that file
/// is there.
fn without_tools(script: &str, words: &[&str], programs: &[&str]) -> (Output, bool) {
    let folder = tempdir().unwrap();
    for name in programs {
        let path = std::env::var_os("PATH").unwrap();
        let found = std::env::split_paths(&path).map(|place| place.join(name)).find(|file| file.is_file());
        std::os::unix::fs::symlink(found.unwrap(), folder.path().join(name)).unwrap();
    }
    let (apt, canary) = (folder.path().join("apt-get"), folder.path().join("canary"));
    fs::write(&apt, format!("#!/bin/sh\n: >'{}'\n", canary.display())).unwrap();
    fs::set_permissions(&apt, fs::Permissions::from_mode(0o755)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
    let mut command = Command::new(script);
    let output = command.args(words).env("PATH", folder.path()).env_remove("WAG_INSTALL_TOOLS").output();
    (output.unwrap(), canary.exists())
}

#[test]
fn missing_tools_of_the_pages_are_named_and_not_installed() {
    for options in [&["--tools"][..], &["--install"], &[]] {
        let (output, is_installed) = without_tools("scripts/test-web", options, &["sh", "dirname", "id"]);
        let (_, message) = words(&output);
        assert!(!output.status.success() && !is_installed, "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.ends_with("install them: sudo apt install nodejs npm\n"), "{message}");
    }
}
