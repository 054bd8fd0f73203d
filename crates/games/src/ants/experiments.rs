//! The list of experiments in `python/ants/experiments/`. They use the toolkit and its bot.

use wag_core::game::{Experiment, PythonModule};
use wag_core::python_package;
use wag_i18n::later;

/// The Python package of the experiments.
pub const PACKAGE: &[PythonModule] = python_package!(
    "ants_experiments",
    "ants/experiments",
    [
        "__main__",
        "barrier",
        "bench",
        "clusters",
        "influence_path",
        "matches",
        "minmax",
        "paths",
        "positions",
        "profiles",
        "profiles2",
        "safety",
        "simple",
        "situations",
        "smoothing",
    ]
);

pub const ALL: &[Experiment] = &[
    Experiment {
        name: "influence-path",
        help: later!("a path through safe land, compared with the direct path"),
    },
    Experiment {
        name: "simple",
        help: later!("paths with one bend, and their length as estimated by A-star"),
    },
    Experiment { name: "clusters", help: later!("what HPA-star computes about a board in advance") },
    Experiment { name: "smoothing", help: later!("HPA-star paths before and after smoothing") },
    Experiment { name: "barrier", help: later!("where hills can be sealed off") },
    Experiment { name: "safety", help: later!("which player controls which fields") },
    Experiment { name: "positions", help: later!("where defenders and attackers stand") },
    Experiment { name: "paths", help: later!("the speed of path searches and the quality of their paths") },
    Experiment { name: "minmax", help: later!("how many ants alpha-beta search can handle in one turn") },
    Experiment { name: "profiles", help: later!("matches between the four profiles") },
    Experiment { name: "profiles2", help: later!("matches between profiles that differ more") },
    Experiment {
        name: "situations",
        help: later!("replays with notes that show what a bot does in which situation"),
    },
];
