"""Tables 8.6 to 8.8: profiles that differ more from the default one."""

from ants_experiments.profiles import compare

PROFILES = ("default", "aggressive2", "defensive2", "expansive2")
THESIS = {
    "default": ["17/7/76", "521:1094", "41/9/50", "428:788"],
    "aggressive2": ["20/4/76", "545:1040", "12/7/81", "276:940"],
    "defensive2": ["13/4/83", "385:1186", "22/6/72", "256:960"],
    "expansive2": ["19/12/69", "578:1010", "11/10/79", "256:960"],
}
# Table 8.6, in the terms of the profile files.
NAMES = ["gatherFood", "explore", "attackHills", "defendHills", "startTurn", "minControlRadius", "forceThresholdPercent", "forceGain"]
NAMES += ["explore.dominantPositionBoost", "attackHills.dominantPositionBoost", "halfTimeBoost"]
VALUES = {
    "default": [25, 25, 25, 25, 30, 8, 80, 0.25, 5, 2, 20],
    "aggressive2": [15, 15, 60, 10, 30, 8, 80, 0.1, 3, 10, 40],
    "defensive2": [25, 25, 10, 40, 20, 20, 80, 0.25, 5, 2, 15],
    "expansive2": [35, 35, 20, 10, 50, 8, 90, 0.4, 10, 2, 20],
}


def run(report):
    """A hundred matches per row."""
    report.title = "Profiles that differ more"
    rows = [[name, *(VALUES[profile][number] for profile in PROFILES)] for number, name in enumerate(NAMES)]
    report.table("parameters", "The profiles (table 8.6)", ["parameter", *PROFILES], rows)
    compare(report, PROFILES, THESIS, [("xathis", "8.7", 0)], ("8.8", 2))
