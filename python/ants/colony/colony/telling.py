"""Colony's output: logs by category, notes on squares, statistics, drawings. The only module that uses the toolkit's logs."""

from aitools import ants as board
from aitools import live_info, log

from colony.hills import AttackHillMission, DefendHillMission

LEVELS = {"turn": "ERROR", "statistics": "INFO", "allocation": "INFO", "missions": "INFO", "population": "INFO"}
"""The log level of each category; DEBUG gives more details."""
NOTES = True
"""True for notes and drawings for spectators; a strict match has none."""


class Telling:
    """The output of a match."""

    STATISTICS_TURNS = 10
    CLUSTERS_TURNS = 50
    """Number of turns between drawings of the path search's clusters."""

    def __init__(self, ants, profile):
        self.ants = ants
        self.loggers = {name: log.category(name, level) for name, level in LEVELS.items()}
        log.profile(profile)
        self.has_notes = NOTES and not getattr(ants, "strict", 0)
        live_info.switch(self.has_notes)
        board.notes_to(ants, "notes")

    def log(self, category, text):
        """Logs details at the level DEBUG."""
        self.loggers[category].debug("%s", text)

    def note(self, tile, text):
        live_info.live_info(self.ants.turn, tile, "%s", text)

    def way(self, tile, kind, path):
        """Notes the path on which an ant is being sent."""
        if self.has_notes:
            self.note(tile, f"{kind}: to {path[-1]} by {live_info.named(path)}")

    def summary(self, world):
        log.turn(world.turn)
        self.log("turn", f"turn {world.turn}: {len(world.ants)} ants, {len(world.enemies)} enemies in sight")

    def statistics(self, state):
        """Logs statistics every ten turns."""
        world = state.world
        if world.turn % self.STATISTICS_TURNS:
            return
        told = {
            "turn": world.turn,
            "ants": len(world.ants),
            "enemies": len(world.enemies),
            "fallen": world.fallen,
            "hills": len(world.my_hills),
            "enemy hills": len(world.enemy_hills),
            "visible": world.map.percent_visible(),
            "influence": sorted(world.influence.totals().items()),
        }
        self.loggers["statistics"].info("%s", ", ".join(f"{name} {value}" for name, value in told.items()))

    def allocation(self, allocation, population):
        logger = self.loggers["allocation"]
        tell = logger.info if self.ants.turn % self.STATISTICS_TURNS == 0 else logger.debug
        shares = ", ".join(f"{task} {share} % ({population.limits[task]})" for task, share in allocation.shares.items())
        tell("%s; %s", shares, "; ".join(allocation.log) or "no rule")

    def draw(self, state):
        """Draws the missions for hills, and sometimes the clusters."""
        if not self.has_notes:
            return
        for mission in state.missions:
            if isinstance(mission, (AttackHillMission, DefendHillMission)) and mission.ants:
                name = f"{mission.kind} {mission.mode}"
                board.overlay_mission(self.ants, name, [ant.tile for ant in mission.ants], mission.hill)
        if state.world.turn % self.CLUSTERS_TURNS == 0:
            board.overlay_clusters(self.ants, state.world.far_paths)
