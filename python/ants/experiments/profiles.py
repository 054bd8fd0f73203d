"""Tables 8.3 to 8.5: the four profiles against a foreign bot, and against each other."""

from ants_experiments.matches import PROFILES, Matches, entrant, record

THESIS = {
    "default": ["62/13/25", "957:579", "17/7/76", "521:1094", "22/7/71", "332:891"],
    "aggressive": ["61/18/21", "1005:642", "23/11/66", "593:1010", "23/10/67", "314:909"],
    "defensive": ["53/15/32", "915:726", "11/8/81", "479:1106", "23/8/69", "300:923"],
    "expansive": ["59/16/25", "955:673", "24/6/70", "610:988", "16/7/77", "277:946"],
}
OWN = ["profile", "matches", "wins", "draws", "losses", "points", "lost turns"]


def run(report):
    """A hundred matches per row."""
    report.title = "The four profiles"
    compare(report, PROFILES, THESIS, [("egreavette", "8.3", 0), ("xathis", "8.4", 2)], ("8.5", 4))


def compare(report, profiles, thesis, strangers, among):
    """One table against a foreign bot, one of all profiles in one match; `thesis` has the texts of its rows, at the given columns."""
    matches, against = Matches(report), report.against or "Hunter"
    games = report.games or (1 if report.small else 100)
    two, four, turns = ("attack", "warren4", 8) if report.small else ("warren2", "warren4", 250)
    rows = []
    for profile in profiles:
        results = matches.series([entrant(profile), f"opponent={against}"], two, turns, games)
        rows.append(row(profile, results) + [cell for _, _, at in strangers for cell in thesis[profile][at : at + 2]])
    theirs = [f"thesis: {what} {name}" for name, _, _ in strangers for what in ("W/D/L against", "points against")]
    tables = " and ".join(table for _, table, _ in strangers)
    report.table("against", f"Against {against} on {two}, {turns} turns (table {tables})", OWN + theirs, rows)
    results = matches.series([entrant(profile) for profile in profiles], four, turns, games)
    table, at = among
    rows = [row(profile, results) + thesis[profile][at : at + 2] for profile in profiles]
    title = f"Against each other on {four}, {turns} turns (table {table})"
    report.table("among", title, OWN + ["thesis: W/D/L", "thesis: points"], rows)
    report.text(
        "A win is the first place alone, a draw a shared first place. Points are the player's own, and those of all others.",
        f"Match n of a row has the seed {report.seed} + n - 1, and everybody sits a seat further on in each. The thesis' opponents are strangers' programs, which do not come with this one: --against takes them.",
    )


def row(profile, results):
    wins, draws, losses, own, others, faults = record(results, profile)
    return [profile, len(results), wins, draws, losses, f"{own}:{others}", faults]
