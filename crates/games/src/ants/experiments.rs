//! The list of experiments with the toolkit and its bot in `python/ants/experiments/`.

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
    Experiment { name: "influence-path", help: later!("a path through safe land, and the direct one") },
    Experiment { name: "simple", help: later!("paths with one bend, and how far A-star thinks it is") },
    Experiment { name: "clusters", help: later!("what HPA-star knows ahead of a board") },
    Experiment { name: "smoothing", help: later!("paths of HPA-star before and after smoothing") },
    Experiment { name: "barrier", help: later!("where hills can be closed off") },
    Experiment { name: "safety", help: later!("who rules which squares") },
    Experiment { name: "positions", help: later!("where defenders and attackers stand") },
    Experiment { name: "paths", help: later!("how long searches take, and how good their paths are") },
    Experiment { name: "minmax", help: later!("how many ants alpha-beta can think for in a turn") },
    Experiment { name: "profiles", help: later!("matches of the four profiles") },
    Experiment { name: "profiles2", help: later!("matches of the profiles that differ more") },
    Experiment { name: "situations", help: later!("replays with notes: what a bot does when") },
];
