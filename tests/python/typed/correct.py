"""A program that uses the whole module as its documentation says. Type checkers find no error in it; it is never run."""

from pathlib import Path
from typing import Any

import numpy as np

import wag


def straight_on(tron: Any) -> None:
    tron.move(tron.EAST)


class Colony:
    def do_turn(self, ants: Any) -> None: ...


def watch(message: dict[str, Any]) -> None: ...


match = wag.play("anna=yourAI.py", Path("bob.py"), map="meadow", rounds=50, seed=7, turn_time=2.0, progress=watch)
wag.play(straight_on, "Roomy", game="tron", width=12, height=None, log_dir=Path("logs"), log="plain")
wag.play(Colony(), Colony, game="ants", map=Path("own.map"), food_rate=5, strict=True, readable=["data"])
wag.play("a.py", "b.py", game=Path("race.py"), laps=3)
wag.play("a.py", "b.py", game="race.py", no_limits=True)
wag.play("a.py", "b.py", game="flowers", board="(1,2) (6,5)", rules="original")
limits: wag.Limits = {"turn_time": 1, "memory": 512}
options: wag.AntsOptions = {"map": "ponds", "turns": 100}
wag.play("a.py", "b.py", game="ants", **options, **limits)
anything: dict[str, Any] = {"rounds": 5}
for name in ("warriors", "tron"):
    wag.play("a.py", game=name, **anything)
    wag.env(name, **anything).reset(seed=1)

places: dict[str, int] = match.places
first: str = match.players[0].name
decisive: int = match.figures[first]["stock"]
if match.replay is not None:
    walls: np.ndarray[Any, Any] = match.replay.frames.walls
    rounds: int = match.replay.header.rounds
    rows: list[dict[str, Any]] = match.replay.events
    explanation: wag.Explanation = match.replay.explain("anna", seconds=5, turn_time=1.0)
    fork: wag.Fork = wag.fork(match.replay, 20, player="anna", file="Noob")
    futures: wag.ForkSeries = wag.fork(match.replay, 20, games=5)
    turn: wag.Turn = wag.debug(match.replay, 3, player=1)
    same: bool = wag.diff(match.replay, "other.wag").equal

best: str = wag.series("Straight", "Roomy", game="tron", games=4).standings[0]["name"]
verdict = wag.compare("Roomy", "Straight", game="tron", by="score", against=["Straight"])
if verdict.verdict == "better" and verdict:
    low, high = verdict.interval
values: dict[str, float] = wag.tune("bot.py", game="gems", method="halving").best
ratings: dict[str, float] = wag.tournament("bots", game="gems", into=Path("t.db"), resume=True).ratings
score: float = wag.evaluate("bot.py", against="Noob", map="ring")["Noob"].score

single = wag.env("tron", opponents=["Straight"], rewards="win", render_mode="ansi", width=8)
observation, info = single.reset(seed=1)
shape: tuple[int, ...] = observation.shape
reward: float = single.step(1)[1]
parallel = wag.env("ants", parallel=True, map="tutorial")
everything, infos = parallel.reset(seed=1)
turns = wag.env("gems")
turns.step(0)
acting: str = turns.agent_selection
with wag.vector_env("tron", 1024, threads=2, opponents=["Straight"]) as envs:
    seen = envs.step(np.zeros(envs.action_shape, dtype=np.int32))
    over: int = int(seen.terminations.sum())
gym = wag.gym_vector("tron", 4, opponents="Straight", autoreset_mode="same_step")
ended: int = int(gym.step(gym.action_masks().argmax(axis=1))[2].sum())


def choose(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


policy: wag.Policy = wag.policy("tron", choose, name="first")
wag.play(policy, "Roomy", game="tron")
wag.series(policy, choose, game="tron")
wag.env("tron", opponents=policy, seat=[1, 2]).close()
wag.vector_env("tron", 8, opponents=[(policy, 4), ("Roomy", 1)], seat="random").close()
steps: int = len(wag.Replay("match.wag").trajectories("first").rewards)
file: Path = wag.export_policy("model.onnx", "ai.py", game="tron", width=8)
try:
    wag.Replay("missing.wag")
except (wag.ReplayError, wag.WagError) as error:
    text: str = str(error)
version: str = wag.__version__
