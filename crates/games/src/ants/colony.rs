//! The built-in players that use `aitools`. All of them are files of one Python folder: a bot with many profiles, and
//! sparring bots.

use wag_core::game::{BotKind, BuiltIn, Files};
use wag_core::python_files;

/// The files of the folder, in the order in which to read them.
const FILES: Files = python_files! {
    "ants/colony",
    "README.md",
    "default.py", "aggressive.py", "defensive.py", "expansive.py", "aggressive2.py", "defensive2.py", "expansive2.py",
    "attack_only.py", "defend_only.py", "attack_hill.py", "defend_hill.py", "concentrate.py", "flock.py", "swarm.py",
    "colony/__init__.py", "colony/bot.py", "colony/trials.py",
    "colony/profile.py", "colony/allocation.py", "colony/population.py", "colony/orders.py", "colony/world.py", "colony/effort.py",
    "colony/tasks.py", "colony/missions.py", "colony/food.py", "colony/hills.py", "colony/battle.py", "colony/telling.py",
    "profiles/default.profile", "profiles/aggressive.profile", "profiles/defensive.profile", "profiles/expansive.profile",
    "profiles/aggressive2.profile", "profiles/defensive2.profile", "profiles/expansive2.profile",
    "test_colony.py",
};

/// Returns the built-in player whose main file is `main`, a file of the folder.
pub const fn player(name: &'static str, main: &'static str, about: &'static str) -> BuiltIn {
    BuiltIn { name, about, plays: BotKind::Folder { main, files: FILES } }
}
