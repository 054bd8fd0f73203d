//! Profiles of a player's own code, as the worker reports them.

use crate::bounded::at_most;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The profile of one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    #[serde(deserialize_with = "at_most::<_, _, { Profile::MOST }>")]
    pub functions: Vec<Function>,
    /// The call tree. A caller comes before the functions that it calls.
    #[serde(deserialize_with = "at_most::<_, _, { Profile::MOST }>")]
    pub nodes: Vec<Node>,
    #[serde(deserialize_with = "at_most::<_, _, { Profile::MOST }>")]
    pub lines: Vec<LineTime>,
}

/// A named function or module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Function {
    /// The path of the file; relative to the player's folder if the file is in it.
    pub file: String,
    pub name: String,
    /// The first line of the function, counted from 1.
    pub line: u32,
    /// Whether the function is in the player's own files.
    pub is_own: bool,
}

/// A function at one position in the call tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The index of the caller among the earlier nodes.
    pub parent: Option<u32>,
    pub function: u32,
    pub calls: u32,
    /// The time spent in the function's own lines, including calls of code that is not Python, in nanoseconds.
    pub own_ns: u64,
}

/// The time spent in one line of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineTime {
    pub function: u32,
    pub line: u32,
    pub ns: u64,
}

impl Profile {
    /// The maximum number of entries in each list of a turn's profile. Entries beyond it are not stored.
    pub const MOST: usize = 20_000;
    /// The maximum length of a name, in characters.
    const NAME_MAX: usize = 200;
}

/// The time spent in a function, summed over all its calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionTime {
    pub calls: u64,
    /// The time without the time of the functions that it called.
    pub own: Duration,
    /// The time including the time of the functions that it called.
    pub total: Duration,
}

/// The profile of a player for a whole match.
#[derive(Clone, Debug, Default)]
pub struct ProfileSummary {
    pub functions: Vec<(Function, FunctionTime)>,
    known: BTreeMap<Function, usize>,
    /// The time by call stack, the outermost function first.
    pub stacks: BTreeMap<Vec<usize>, Duration>,
    /// The time by function and line.
    pub lines: BTreeMap<(usize, u32), Duration>,
    /// The slowest turns, as round number and time.
    pub slowest: Vec<(u32, Duration)>,
    pub turns: u32,
}

impl ProfileSummary {
    /// The maximum number of call stacks that are stored. A limit is needed because the player's code is untrusted.
    const STACKS_MAX: usize = 50_000;
    const SLOWEST: usize = 5;

    /// Adds the profile of one turn. Ignores inconsistent data.
    pub fn add(&mut self, round: u32, think: Duration, profile: &Profile) {
        self.turns += 1;
        self.slowest.push((round, think));
        self.slowest.sort_by_key(|(round, think)| (std::cmp::Reverse(*think), *round));
        self.slowest.truncate(ProfileSummary::SLOWEST);
        let functions: Vec<Option<usize>> =
            profile.functions.iter().map(|function| self.number(function)).collect();
        let number = |function: u32| functions.get(function as usize).copied().flatten();
        let mut stacks: Vec<Vec<usize>> = Vec::with_capacity(profile.nodes.len());
        for (at, node) in profile.nodes.iter().enumerate() {
            let above = match node.parent {
                Some(parent) if (parent as usize) < at => stacks[parent as usize].clone(),
                _ => Vec::new(),
            };
            // A stack that is too deep, or an unknown function, counts for its caller.
            let stack = match number(node.function) {
                Some(function) if above.len() < 1000 => [above, vec![function]].concat(),
                _ => above,
            };
            self.count(&stack, node);
            stacks.push(stack);
        }
        for line in &profile.lines {
            if let Some(function) = number(line.function) {
                *self.lines.entry((function, line.line)).or_default() += Duration::from_nanos(line.ns);
            }
        }
    }

    /// Returns the index of a function; adds a new function if there is room, and otherwise returns `None`.
    fn number(&mut self, function: &Function) -> Option<usize> {
        let cut = |text: &str| text.chars().take(Profile::NAME_MAX).collect::<String>();
        let function = Function { file: cut(&function.file), name: cut(&function.name), ..function.clone() };
        if let Some(number) = self.known.get(&function) {
            return Some(*number);
        }
        if self.functions.len() >= Profile::MOST {
            return None;
        }
        self.known.insert(function.clone(), self.functions.len());
        self.functions.push((function, FunctionTime::default()));
        Some(self.functions.len() - 1)
    }

    fn count(&mut self, stack: &[usize], node: &Node) {
        let Some(last) = stack.last() else { return };
        let own = Duration::from_nanos(node.own_ns);
        let time = &mut self.functions[*last].1;
        time.calls += u64::from(node.calls);
        time.own += own;
        // A recursive function counts the time once.
        let mut above = stack.to_vec();
        above.sort_unstable();
        above.dedup();
        above.into_iter().for_each(|function| self.functions[function].1.total += own);
        if self.stacks.len() < ProfileSummary::STACKS_MAX || self.stacks.contains_key(stack) {
            *self.stacks.entry(stack.to_vec()).or_default() += own;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str) -> Function {
        Function { file: "bot.py".to_string(), name: name.to_string(), line: 1, is_own: true }
    }

    fn node(parent: Option<u32>, function: u32, own_ns: u64) -> Node {
        Node { parent, function, calls: 1, own_ns }
    }

    #[test]
    fn times_add_up_and_recursion_counts_once() {
        let profile = Profile {
            functions: vec![function("main"), function("walk")],
            nodes: vec![node(None, 0, 10), node(Some(0), 1, 20), node(Some(1), 1, 30)],
            lines: vec![LineTime { function: 1, line: 7, ns: 50 }],
        };
        let mut spent = ProfileSummary::default();
        spent.add(1, Duration::from_micros(3), &profile);
        spent.add(2, Duration::from_micros(9), &profile);
        let times: Vec<(u64, u128, u128)> = spent
            .functions
            .iter()
            .map(|(_, time)| (time.calls, time.own.as_nanos(), time.total.as_nanos()))
            .collect();
        assert_eq!(times, [(2, 20, 120), (4, 100, 100)]);
        assert_eq!(spent.lines[&(1, 7)].as_nanos(), 100);
        assert_eq!(spent.slowest[0].0, 2);
        assert_eq!(spent.stacks.len(), 3);
    }

    #[test]
    fn inconsistent_profiles_are_ignored() {
        let profile = Profile {
            functions: vec![function("main")],
            nodes: vec![node(Some(7), 0, 1), node(Some(1), 9, u64::MAX), node(Some(0), 0, 5)],
            lines: vec![LineTime { function: 5, line: 1, ns: 1 }],
        };
        let mut spent = ProfileSummary::default();
        spent.add(1, Duration::ZERO, &profile);
        assert_eq!((spent.functions.len(), spent.lines.len()), (1, 0));
    }
}
