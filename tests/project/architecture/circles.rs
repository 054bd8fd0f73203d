//! Import cycles: a file must not be imported, directly or indirectly, by a file that it imports.
//!
//! A file and the modules below it count as one unit: a module may use items of its folder's `mod.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};

/// A module as its path from the crate: `["play", "line_up"]`.
type Module = Vec<String>;

/// The modules that a module's re-exports come from: with `pub use line_up::PlayerSpec`, `PlayerSpec` leads to
/// `line_up`.
type Exports = BTreeMap<Module, Vec<Module>>;

/// Returns the groups of files that import each other, named as in the sources. Each source is a name and a text.
pub fn circles(sources: &[(String, String)]) -> Vec<BTreeSet<String>> {
    let parsed: BTreeMap<Module, Paths> =
        sources.iter().map(|(name, text)| (module_of(name), Paths::of(text))).collect();
    let exports: Exports =
        parsed.iter().map(|(module, paths)| (module.clone(), paths.exports.clone())).collect();
    let arrows: BTreeMap<Module, BTreeSet<Module>> =
        parsed.iter().map(|(module, paths)| (module.clone(), targets(module, paths, &exports))).collect();
    let reach: BTreeMap<&Module, BTreeSet<Module>> =
        arrows.keys().map(|from| (from, reached(from, &arrows))).collect();
    let mut circles = BTreeSet::new();
    for (module, reached) in &reach {
        let circle: BTreeSet<&Module> =
            reached.iter().filter(|other| reach[other].contains(*module)).collect();
        if !circle.is_empty() {
            circles.insert(circle.into_iter().map(|module| module.join("/")).collect::<BTreeSet<_>>());
        }
    }
    circles.into_iter().collect()
}

fn module_of(name: &str) -> Module {
    let path = Path::new(name).with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod" && part != "lib").collect()
}

/// Returns all modules that a module imports directly or indirectly.
fn reached(from: &Module, arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut found, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(next) = left.pop() {
        for target in arrows.get(next).into_iter().flatten() {
            if found.insert(target.clone()) {
                left.push(target);
            }
        }
    }
    found
}

fn targets(module: &Module, paths: &Paths, exports: &Exports) -> BTreeSet<Module> {
    let mut known: BTreeMap<String, Module> = BTreeMap::new();
    for path in &paths.uses {
        if let (Some(full), Some(name)) = (absolute(module, path, exports, &known), path.last())
            && exports.contains_key(&full)
        {
            known.insert(name.clone(), full);
        }
    }
    let full =
        paths.uses.iter().chain(&paths.others).filter_map(|path| absolute(module, path, exports, &known));
    let homes = full.filter_map(|path| home(&path, exports, 0));
    homes.filter(|home| !is_one_house(module, home)).collect()
}

fn is_one_house(one: &Module, other: &Module) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// Returns a path from the crate's root, or `None` for items of other crates.
fn absolute(
    module: &Module,
    path: &[String],
    exports: &Exports,
    known: &BTreeMap<String, Module>,
) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module, rest].concat()),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let above = &module[..module.len().checked_sub(ups)?];
            Some([above, &path[ups..]].concat())
        }
        name => {
            let below = [module.as_slice(), &[name.to_string()]].concat();
            let base = known.get(name).cloned().or(exports.contains_key(&below).then_some(below))?;
            Some([base.as_slice(), rest].concat())
        }
    }
}

/// Returns the module that defines the item of a path, following re-exports.
fn home(path: &Module, exports: &Exports, depth: u32) -> Option<Module> {
    let module = (1..=path.len())
        .rev()
        .map(|length| path[..length].to_vec())
        .find(|part| exports.contains_key(part))?;
    let Some(name) = path.get(module.len()) else { return Some(module) };
    let again = exports[&module].iter().find(|export| export.last() == Some(name));
    let further = again.and_then(|export| absolute(&module, export, exports, &BTreeMap::new()));
    match further {
        Some(further) if depth < 10 && further != *path => {
            home(&further, exports, depth + 1).or(Some(module))
        }
        _ => Some(module),
    }
}

/// All paths in a file, except those in tests.
#[derive(Default)]
struct Paths {
    uses: Vec<Module>,
    exports: Vec<Module>,
    others: Vec<Module>,
}

impl Paths {
    fn of(text: &str) -> Paths {
        let mut paths = Paths::default();
        paths.visit_file(&syn::parse_file(text).unwrap());
        paths
    }
}

impl Visit<'_> for Paths {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if is_for_tests(&item.attrs) {
            return;
        }
        let mut found = Vec::new();
        expand(&item.tree, &mut Vec::new(), &mut found);
        match item.vis {
            syn::Visibility::Inherited => self.uses.extend(found),
            _ => self.exports.extend(found),
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.segments.len() > 1 {
            self.others.push(path.segments.iter().map(|part| part.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|one| {
        let syn::Meta::List(list) = &one.meta else { return false };
        let inner = list.tokens.to_string();
        one.path().is_ident("cfg") && inner.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test")
    })
}

fn expand(tree: &syn::UseTree, before: &mut Module, found: &mut Vec<Module>) {
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            expand(&path.tree, before, found);
            before.pop();
        }
        syn::UseTree::Name(name) if name.ident == "self" => found.push(before.clone()),
        syn::UseTree::Name(name) => found.push([before.as_slice(), &[name.ident.to_string()]].concat()),
        syn::UseTree::Rename(name) => found.push([before.as_slice(), &[name.ident.to_string()]].concat()),
        syn::UseTree::Glob(_) => found.push(before.clone()),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| expand(tree, before, found)),
    }
}
