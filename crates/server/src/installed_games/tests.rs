//! Tests with real worker processes: games that are read, games that lie and fail, and a contest from the first hand-in to a
//! game that has changed.

use super::InstalledGames;
use super::watch::refresh;
use crate::rights_test::School;
use axum::http::StatusCode;
use axum::routing::MethodFilter;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use wag_store::contests::Part;
use wag_store::hand_ins::HandInState;

const GET: MethodFilter = MethodFilter::GET;
const POST: MethodFilter = MethodFilter::POST;

/// A game in which whoever names the greater number wins a point.
const HIGHER: &str = r#"
from wag.game import Ask, Game, Option, Over
from words import TITLE


class Higher(Game):
    title = TITLE
    about = "The greater number wins."
    seats = 2
    options = [Option.number("rounds", 3, 1, 9, "Number of rounds")]

    def start(self, options, seats, random):
        return {"left": options.rounds, "points": [0] * seats}

    def phase(self, state):
        return Ask(4 - state["left"], [0, 1]) if state["left"] else Over()

    def view(self, state, seat):
        return {"points": state["points"]}

    def moves(self, state, seat):
        return [1, 2, 3]

    def apply(self, state, orders, random):
        numbers = [orders[seat] or 0 for seat in (0, 1)]
        for seat in (0, 1):
            state["points"][seat] += numbers[seat] > numbers[1 - seat]
        state["left"] -= 1

    def standings(self, state):
        return state["points"]
"#;

/// Writes a file below the folder of the games.
fn write(school: &School, name: &str, text: &str) {
    let path = school.host.folder().join("games").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn install_higher(school: &School, title: &str) {
    write(school, "higher/higher.py", HIGHER);
    write(school, "higher/words.py", &format!("TITLE = {title:?}\n"));
}

/// Reads the games until this one has no problem: on a busy machine, its process may not start in time.
async fn read(school: &School, name: &str) {
    refresh(&school.host).await;
    while school.host.games.all()[name].problem.is_some() {
        school.host.games.try_again();
        refresh(&school.host).await;
    }
}

/// Sends a request, whose answer has to be this status. Returns its JSON.
async fn ask(
    school: &School,
    caller: &str,
    request: (MethodFilter, &str),
    body: Value,
    status: u16,
) -> Value {
    let (found, bytes) = school.ask(caller, request.0, request.1, &body).await;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert_eq!(found.as_u16(), status, "{} for {caller}: {text}", request.1);
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// Returns the games as the owner sees them: the title, and the problem in English, by name.
async fn listed(school: &School) -> BTreeMap<String, (Value, String)> {
    let games = ask(school, "owner", (GET, "/api/server/games"), json!({}), 200).await;
    let entry = |game: &Value| {
        let problem = school.host.games.all()[game["name"].as_str().unwrap()].problem.clone();
        let problem = problem.map(|problem| problem.english()).unwrap_or_default();
        (game["name"].as_str().unwrap().to_string(), (game["title"].clone(), problem))
    };
    games.as_array().unwrap().iter().map(entry).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_fails_or_lies_is_one_line_for_the_owner_and_the_others_go_on() {
    let school = School::new();
    install_higher(&school, "Higher <b>");
    for (name, text) in [
        ("hangs", "while True:\n    pass\n"),
        ("crashes", "import os\nos.kill(os.getpid(), 9)\n"),
        ("fails", "from wag.game import Game\n\n\nclass Fails(Game):\n    title = 1 / 0\n"),
        ("floods", "print('x' * (64 << 20))\nraise ValueError('x' * 100_000)\n"),
        (
            "reads",
            "open('/etc/passwd').read()\nraise ValueError(open(__file__ + '/../../../../wag.db').read())\n",
        ),
        ("tron", HIGHER),
        ("Big-Name", HIGHER),
    ] {
        write(&school, &format!("{name}/{name}.py"), text);
    }
    let long = format!("from wag.game import Game\nclass Long(Game):\n    title = '{}'\n", "x".repeat(5000));
    write(&school, "long/long.py", &long);
    write(&school, "huge/huge.py", &"#".repeat(300 << 10));
    write(&school, "other/main.py", HIGHER);
    read(&school, "higher").await;
    let games = listed(&school).await;
    assert_eq!(games["higher"], (json!("Higher <b>"), String::new()));
    assert_eq!(games.len(), 11);
    for (name, (title, problem)) in games.iter().filter(|(name, _)| *name != "higher") {
        assert!(title.is_null() && !problem.is_empty() && problem.lines().count() == 1, "{name}: {problem}");
        assert!(problem.len() <= 2_000 && !problem.contains("root:"), "{name}: {problem}");
    }
    let problem = |name: &str| games[name].1.as_str();
    assert_eq!(
        problem("other"),
        "the folder games/other has no file other.py; give the game's file this name"
    );
    assert_eq!(problem("huge"), "the files of the game are too long; together they may have 256 KiB");
    assert_eq!(problem("tron"), "there is already a game \"tron\"; give this one another name");
    let name = "\"Big-Name\" cannot be the name of a game; use up to 40 letters from a to z, digits and _";
    assert_eq!(problem("Big-Name"), name);
    // Nobody else sees the list; everybody sees the name of the good one.
    for caller in ["teacher", "pupil"] {
        ask(&school, caller, (GET, "/api/server/games"), json!({}), 404).await;
        let me = ask(&school, caller, (GET, "/api/me"), json!({}), 200).await;
        assert_eq!(me["server"]["games"], json!([{ "name": "higher", "title": "Higher <b>" }]));
    }
    // A start reads what was kept, without a worker.
    let again = InstalledGames::new(school.host.folder());
    assert_eq!(again.all()["higher"].game.unwrap().info.title, "Higher <b>");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_packed_game_that_is_not_made_of_the_owners_files_is_not_used() {
    let school = School::new();
    install_higher(&school, "Higher");
    read(&school, "higher").await;
    let file = school.host.folder().join("games/higher.json");
    let packed: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let texts = vec![
        ("higher.py".to_string(), HIGHER.to_string()),
        ("words.py".to_string(), "TITLE = \"Higher\"\n".to_string()),
    ];
    let is_used = |change: &dyn Fn(&mut Value)| {
        let mut lie = packed.clone();
        change(&mut lie);
        let packed = serde_json::from_value::<wag_games::PackedGame>(lie);
        packed.is_ok_and(|packed| packed.is_made_of(&texts) && packed.install("higher").is_ok())
    };
    assert!(is_used(&|_| ()));
    let lies: [&dyn Fn(&mut Value); 9] = [
        &|lie| lie["file"]["files"][0]["text"] = json!("import os"),
        &|lie| lie["file"]["files"][0]["text"] = Value::Null,
        &|lie| lie["file"]["files"][1]["name"] = json!("../words.py"),
        &|lie| lie["file"]["files"] = json!([]),
        &|lie| lie["file"]["sha256"] = json!("0".repeat(64)),
        &|lie| lie["rules"]["sha256"] = json!("0".repeat(64)),
        &|lie| lie["rules"]["name"] = json!("tron"),
        &|lie| lie["rules"]["declared"]["seats"] = json!([0, 60000]),
        &|lie| lie["rules"]["declared"]["title"] = json!("\u{1b}[2J"),
    ];
    for (number, lie) in lies.iter().enumerate() {
        assert!(!is_used(lie), "{number}");
    }
}

/// Hands in a file of a pupil's workspace, and waits until it is checked.
async fn hand_in(school: &School, contest: &str, caller: &str, text: &str) -> HandInState {
    let address = format!("/api/contests/{contest}/hand-ins");
    let me = ask(school, caller, (GET, "/api/me"), json!({}), 200).await;
    let account = me["account"]["id"].as_str().unwrap().to_string();
    let workspace = school.host.folder().join("workspaces").join(&account);
    std::fs::create_dir_all(&workspace).unwrap();
    std::fs::write(workspace.join("player.py"), text).unwrap();
    let made = ask(school, caller, (POST, &address), json!({ "from": "workspace" }), 201).await;
    let id = made["id"].as_str().unwrap();
    loop {
        let state = school.host.store.hand_in(&account, id).unwrap().0.state;
        if ![HandInState::Received, HandInState::Checking].contains(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn until(school: &School, holds: impl Fn(&School) -> bool) {
    while !holds(school) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Returns the number of matches of a contest's practice that have ended.
fn played(school: &School, contest: &str) -> usize {
    school.host.store.played(contest, Part::Ladder).unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes beside other work: make test-slow"]
async fn a_contest_is_played_with_a_game_of_the_owner_and_waits_when_it_changes() {
    let school = School::new();
    install_higher(&school, "Higher");
    read(&school, "higher").await;
    school.host.contests.start().unwrap();
    let class = school.address("/api/classes/{class}/contests", true);
    let form = json!({ "name": "Cup", "game": "higher", "options": { "rounds": "2" } });
    let made = ask(&school, "teacher", (POST, &class), form, 201).await;
    let contest = made["id"].as_str().unwrap().to_string();
    let address = format!("/api/contests/{contest}");
    ask(&school, "teacher", (POST, &format!("{address}/open")), json!({}), 200).await;
    let high = "def choose(view, moves):\n    return moves[-1]\n";
    let low = "def choose(view, moves):\n    print('canary')\n    return moves[0]\n";
    assert_eq!(hand_in(&school, &contest, "pupil", "def choose(:\n").await, HandInState::Invalid);
    for (caller, text) in [("pupil", high), ("classmate", low)] {
        // On a busy machine, a process may not start in time.
        while hand_in(&school, &contest, caller, text).await != HandInState::Valid {}
    }
    until(&school, |school| played(school, &contest) > 2).await;
    let matches = ask(&school, "pupil", (GET, &format!("{address}/matches")), json!({}), 200).await;
    let one = matches["matches"][0]["id"].as_str().unwrap();
    let (status, replay) = school.ask("pupil", GET, &format!("/api/matches/{one}/replay"), &json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let (game, blocks) = wag_games::open_replay(replay).unwrap();
    assert_eq!((game.info.title, blocks.ended.is_some()), ("Higher", true));
    // The workspace has the game, too.
    let games = ask(&school, "pupil", (GET, "/api/games"), json!({}), 200).await;
    assert_eq!(games, json!([{ "word": "higher", "class": "Higher", "origin": "games" }]));
    let start = ask(&school, "pupil", (GET, "/api/start?game=higher"), json!({}), 200).await;
    assert_eq!((&start["title"], &start["options"][0]["name"]), (&json!("Higher"), &json!("rounds")));
    let run = json!({ "game": "higher", "players": ["player.py", "random"], "options": { "rounds": "1" } });
    ask(&school, "pupil", (POST, "/api/run"), run, 200).await;
    while ask(&school, "pupil", (GET, "/api/start?game=higher"), json!({}), 200).await["run"]["state"]
        == "running"
    {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let saves = ask(&school, "pupil", (GET, "/api/saves"), json!({}), 200).await;
    assert_eq!(saves[0]["players"], json!(["player", "random"]));
    changes_and_goes_on(&school, &contest).await;
}

/// The game of the contest changes, breaks, is removed and comes back.
async fn changes_and_goes_on(school: &School, contest: &str) {
    let address = format!("/api/contests/{contest}");
    let problem = async || {
        let shown = ask(school, "pupil", (GET, &address), json!({}), 200).await;
        (shown["problem"]["en"].as_str().unwrap_or_default().to_string(), shown["game_changed"].clone())
    };
    let changed = "the game \"higher\" has changed since this contest was made; the contest waits until its teacher goes on \
                   with the changed game";
    let gone = "the game \"higher\" is not installed any more; the contest waits until the owner of the server installs it again";
    assert_eq!(problem().await, (String::new(), json!(false)));
    // A version that cannot be read changes nothing.
    write(school, "higher/words.py", "TITLE = 1 / 0\n");
    refresh(&school.host).await;
    assert_eq!(problem().await.0, "");
    assert!(!listed(school).await["higher"].1.is_empty());
    install_higher(school, "Higher still");
    read(school, "higher").await;
    assert_eq!(problem().await, (changed.into(), json!(true)));
    let refused = format!("{address}/hand-ins");
    ask(school, "pupil", (POST, &refused), json!({ "from": "workspace" }), 422).await;
    std::fs::remove_dir_all(school.host.folder().join("games/higher")).unwrap();
    refresh(&school.host).await;
    assert_eq!(problem().await, (gone.into(), json!(false)));
    assert!(!Path::new(&school.host.folder().join("games/higher.json")).exists());
    // The same files are the same game; a teacher takes others.
    install_higher(school, "Higher still");
    read(school, "higher").await;
    ask(school, "teacher", (MethodFilter::PATCH, &address), json!({ "game": "higher" }), 200).await;
    assert_eq!(problem().await, (String::new(), json!(false)));
    let before = played(school, contest);
    until(school, |school| played(school, contest) > before).await;
    ask(school, "pupil", (MethodFilter::PATCH, &address), json!({ "game": "higher" }), 404).await;
}
