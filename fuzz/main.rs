//! The fuzzer for the targets of `crates/fuzzing`, built and run by `scripts/fuzz`.
//!
//! `WAG_FUZZ` names the target. With `WAG_FUZZ_SEEDS`, the program only writes the target's valid inputs into that
//! folder.

#![no_main]

mod heap;

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use std::{env, fs, process};
use wag_fuzzing::{TARGETS, Target};

#[global_allocator]
static HEAP: heap::Heap = heap::Heap;

static TARGET: OnceLock<&'static Target> = OnceLock::new();

fn find() -> &'static Target {
    let name = env::var("WAG_FUZZ").unwrap_or_default();
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("WAG_FUZZ names no target; there are {}", names.join(", "));
        process::exit(2);
    };
    if let Some(folder) = env::var_os("WAG_FUZZ_SEEDS") {
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(fs::canonicalize(&folder).unwrap().join(format!("seed-{number}")), seed).unwrap();
        }
        process::exit(0);
    }
    target
}

fuzz_target!(
    init: {
        let _ = TARGET.set(find());
    },
    |bytes: &[u8]| {
        let target = TARGET.get_or_init(find);
        let taken = heap::taken_by(|| (target.read)(bytes));
        let most = (target.memory_max)(bytes.len());
        assert!(taken <= most, "{taken} bytes of memory for {} of input", bytes.len());
    }
);
