//! The experiments with the toolkit: each runs once at small scale, and common properties are checked.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run};

/// Runs `wag ants experiment` with these words in this folder.
fn experiment(folder: &Folder, words: &str) -> Run {
    let all: Vec<&str> = ["ants", "experiment"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&all).output().unwrap())
}

/// Runs an experiment at small scale. Returns the folder that it has written to.
fn small(name: &str) -> Folder {
    let folder = Folder::with(&[("canary", "the user's"), ("out/other", "")]);
    for link in [format!("{name}.md"), format!("{name}.md.part")] {
        std::os::unix::fs::symlink("../canary", folder.path().join("out").join(link)).unwrap();
    }
    let run = experiment(&folder, &format!("{name} --small --into out"));
    assert_eq!(folder.read("canary"), "the user's", "nothing is written through a link");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}");
    let text = folder.read(&format!("out/{name}.md"));
    for message in ["- seed: 1\n", "- wag: ", "- Python: 3.", "- machine: ", "|---|"] {
        assert!(text.contains(message), "{name}: {message}: {text}");
    }
    assert!(run.out.contains(&text), "{}", run.out);
    let page = folder.read(&format!("out/{name}.html"));
    assert!(page.contains("seed: 1;") && page.contains("<table"), "{name}");
    folder
}

/// Returns the cells of the first row of a table with this first cell.
fn row(folder: &Folder, file: &str, first: &str) -> Vec<String> {
    let text = folder.read(&format!("out/{file}.csv"));
    assert!(text.starts_with("# experiment: "), "{text}");
    let line = text.lines().find(|line| line.split(',').next() == Some(first));
    line.unwrap_or_else(|| panic!("{first}: {text}")).split(',').map(str::to_string).collect()
}

#[test]
fn path_through_safe_land_is_longer() {
    let out = small("influence-path");
    let cost = |path, column: usize| row(&out, "influence-path-costs", path)[column].parse::<u32>().unwrap();
    assert!(cost("direct path", 1) < cost("detour", 1));
    assert!(cost("direct path", 2) > cost("detour", 2));
    assert!(out.read("out/influence-path-after.svg").contains("seed: 1"));
}

#[test]
fn a_simple_path_bends_once_or_there_is_none() {
    let out = small("simple");
    assert_eq!(row(&out, "simple-paths", "one way barred")[1..3], ["15", "15"]);
    assert_eq!(row(&out, "simple-paths", "both ways barred")[1..3], ["-", "13"]);
}

#[test]
fn corners_have_more_edges_than_centres() {
    let out = small("clusters");
    let edges = |kind| row(&out, "clusters-kinds", kind)[3].parse::<u32>().unwrap();
    assert!(edges("corner") > edges("centered"));
}

#[test]
fn smoothing_never_makes_a_path_longer() {
    let out = small("smoothing");
    for kind in ["centered", "corner"] {
        let row = row(&out, "smoothing-means", kind);
        let means: Vec<f64> = row[2..6].iter().map(|cell| cell.parse().unwrap()).collect();
        assert!(means.is_sorted_by(|one, next| one >= next), "{means:?}");
    }
}

#[test]
fn barriers_are_found_where_there_are_some() {
    let out = small("barrier");
    let wide = |board| row(&out, "barrier-found", board)[2].clone();
    assert_eq!([wide("corridor-east"), wide("corridor-south"), wide("open")], ["2", "3", "-"]);
}

#[test]
fn a_unit_has_the_influence_of_the_documents_table() {
    let out = small("safety");
    for (radius, points) in [("attack radius", "50"), ("extended attack radius", "30"), ("view radius", "10")]
    {
        let row = row(&out, "safety-unit", radius);
        assert!(row[1] == points && row[3] != "0", "{row:?}");
    }
}

#[test]
fn each_mode_of_a_fight_is_shown() {
    let out = small("positions");
    let modes = ["defence", "attack", "open-field", "flight"]
        .map(|case| row(&out, "positions-modes", case)[1].clone());
    assert_eq!(modes, ["DEFEND", "ATTACK", "DEFAULT", "FLEE"]);
}

#[test]
fn only_a_star_always_finds_the_best_path() {
    let out = small("paths");
    let tiles = |search| row(&out, "paths-searches", search)[2].parse::<u32>().unwrap();
    assert_eq!(tiles("A*"), 45);
    let text = out.read("out/paths-searches.csv");
    assert!(text.lines().skip(2).count() == 5 && text.contains("\"HPA* (centered, 14)\""), "{text}");
}

#[test]
fn alpha_beta_only_scales_to_few_ants() {
    let out = small("minmax");
    assert_eq!(row(&out, "minmax-turns", "1")[1..2], ["25"]);
    assert_eq!(out.read("out/minmax-turns.csv").lines().count(), 2 + 4);
}

/// Returns whether the player that the experiments use is built in.
fn has_player(folder: &Folder) -> bool {
    Run::of(folder.command(&["games", "ants"]).output().unwrap()).out.contains("Colony")
}

#[test]
fn matches_are_played_once() {
    for name in ["profiles", "profiles2", "situations"] {
        let folder = Folder::with(&[]);
        if !has_player(&folder) {
            let run = experiment(&folder, &format!("{name} --small --into out"));
            assert!(
                run.status == 1 && run.err.contains("Colony") && !folder.has("out/profiles.md"),
                "{}",
                run.err
            );
            continue;
        }
        let out = small(name);
        let file = format!("out/{name}.jsonl");
        let played = out.read(&file);
        // An interrupted run leaves one incomplete line, and another one is missing.
        let lines: Vec<&str> = played.lines().collect();
        let half = lines[1].len() / 2;
        out.write(&file, [lines[0], &lines[1][..half]].join("\n"));
        let run = experiment(&out, &format!("{name} --small --into out"));
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}");
        let again = out.read(&file);
        assert_eq!(again.lines().count(), lines.len() + 1, "{again}");
        assert_eq!(again.lines().next(), Some(lines[0]));
        assert_eq!(out.names(), ["canary", "out"], "logs stay out of the way");
    }
}

#[test]
fn profiles_have_the_numbers_of_the_document() {
    let folder = common::project().join("python/ants/colony/profiles");
    if !has_player(&Folder::with(&[])) {
        return;
    }
    let out = small("profiles2");
    let names = row(&out, "profiles2-parameters", "parameter");
    for (column, profile) in names.iter().enumerate().skip(1) {
        let text = std::fs::read_to_string(folder.join(format!("{profile}.profile"))).unwrap();
        let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(" = ")).collect();
        assert_eq!(lines.len(), 11, "{profile}");
        for (name, value) in lines {
            let short = name.split_once('.').unwrap().1;
            // Two names have the same ending.
            let first = if short == "dominantPositionBoost" { name } else { short };
            let message = row(&out, "profiles2-parameters", first);
            assert_eq!(message[column].parse::<f64>(), value.parse::<f64>(), "{profile}: {name}");
        }
    }
}

#[test]
fn experiments_are_listed_and_typos_get_a_suggestion() {
    let folder = Folder::with(&[]);
    let list = experiment(&folder, "");
    assert!(
        list.status == 0 && list.out.contains("influence-path") && list.out.contains("situations"),
        "{}",
        list.out
    );
    let typo = experiment(&folder, "smothing");
    assert!(typo.status == 2 && typo.err.contains("did you mean smoothing?"), "{}", typo.err);
    let run = experiment(&folder, "simple --small --seed 1 --into /proc/none");
    assert!(
        run.status == 1 && run.err.contains("/proc/none") && !run.err.contains("Traceback"),
        "{}",
        run.err
    );
}
