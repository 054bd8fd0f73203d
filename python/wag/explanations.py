"""Explanations of recorded matches: when a match was decided, accounts that add up, and what cost a player the most."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class FigureAccount:
    """The account of one figure of a player: `start`, plus all `entries`, plus `unexplained`, is `end`."""

    start: int
    entries: dict[str, int]
    """The amount of each entry by name; `wag help accounts` lists the entries of each game."""
    unexplained: int
    """The part of the change whose reason a damaged replay does not contain; otherwise 0."""
    end: int


@dataclass(frozen=True)
class PlayerAccount:
    """The accounts and counts of one player."""

    name: str
    seat: int
    """The seat, from 1."""
    place: int | None
    """The rank; 1 is best. None if nothing has been recorded yet."""
    figures: dict[str, FigureAccount]
    """The account of each figure by name."""
    counts: dict[str, int]
    """Numbers that are part of no account, such as refused orders, by name."""


@dataclass(frozen=True)
class TurningPoint:
    """A turning point of a match."""

    kind: Literal["lead", "swing", "out", "note"]
    """`"lead"`: a player took the lead. `"swing"`: a value rose or fell more than that of the others. `"out"`: a player was
    out or got no more turns. `"note"`: a note on a problem of a player, which began in this round."""
    round: int
    until: int
    """The last round of a swing; otherwise the same as `round`."""
    player: str
    amount: int
    """The change of the value in a swing; otherwise 0."""
    text: str
    """The turning point in words."""

    def __str__(self) -> str:
        return f"Round {self.round}: {self.text}"


@dataclass(frozen=True, eq=False)
class TakeOverCurve:
    """What a built-in player, the stand-in, would have reached from each position of a player, while all others play on
    unchanged. The curve falls where the player's own play cost something compared with the stand-in.

    The arrays `rounds` to `win_intervals` have one entry for each of the `n` points. The last point is the recorded result."""

    stand_in: str | None
    """The name of the built-in player that takes over; None where the losses are certain without futures, and `n` is 0."""
    value: str
    """The name of the value, such as `"stock"`; `wag help accounts` has that of each game."""
    unit: str
    """The unit of the value, in words."""
    rounds: Array
    """int64, shape `(n,)`: the rounds from which the stand-in plays, ascending. The last one is the round after the match."""
    means: Array
    """float64, shape `(n,)`: the mean of the value at the end of the match, in its unit."""
    deviations: Array
    """float64, shape `(n,)`: the standard deviation of one future, in the unit of the value."""
    futures: Array
    """int64, shape `(n,)`: the number of futures, which are matches that were played on from this round; 0 for the last point."""
    wins: Array
    """float64, shape `(n,)`: the share of the futures that the stand-in won, from 0 to 1. A tie is half a win."""
    win_intervals: Array
    """float64, shape `(n, 2)`: the 95 % confidence interval of this share."""
    fit: Array
    """float64, shape `(k, 2)`: the knots of the piecewise linear fit, each with its round and value. Empty in light cycles, whose
    value jumps."""
    actual: float
    """The value that the player reached."""
    scale: float
    """The largest value of the curve or of a player at the end. A loss counts from 5 % of it on (in Ants from 15 %)."""
    base_slope: float
    """The loss per round that went on before the first card; 0 if there was none."""
    budget: int
    """The planned number of futures."""
    seconds: float
    """The time that the futures took."""
    complete: bool
    """False if fewer futures were played than planned, so that the rounds of the cards are less exact."""
    certain: bool
    """True if neither the game nor the players used random numbers, so that one future per round says everything."""
    seed: int
    """The seed of the futures."""

    def at(self, round: int) -> float:
        """Returns the value of the fit in a round; without a fit, that of the means."""
        rounds, values = self.fit.T if len(self.fit) else (self.rounds, self.means)
        return float(np.interp(round, rounds, values))


@dataclass(frozen=True)
class LossCause:
    """A cause of a loss, and the part of the loss for which it pays."""

    name: str
    """The name of the cause, such as `"refused"`."""
    cost: float
    """The cost, in the unit of the curve."""
    share: float
    """The cost as a part of the loss; from 1 on, the cause explains all of it."""
    count: int
    """How often it happened in the loss."""
    values: dict[str, int]
    """Further numbers of this kind of cause, by name."""
    lines: list[str]
    """The lines of code, the most frequent first, such as `"bot.py:17"`."""
    stated: bool
    """True if the cause explains enough of the loss to be named."""
    text: str
    """The cause in words."""


@dataclass(frozen=True)
class LossCard:
    """A stretch of rounds in which the curve falls: a loss."""

    start: int
    until: int
    """The first and the last round of the fall, from the curve."""
    onset: int
    """The round in which the loss begins: the round to look at."""
    onset_source: str
    """`"events"` if events say exactly when it began, otherwise `"curve"`."""
    loss: float
    """The fall of the curve, in its unit; positive."""
    loss_interval: tuple[float, float]
    """The 95 % confidence interval of the loss."""
    per_round: float
    """The loss per round."""
    win_before: float
    win_after: float
    """The chance of the stand-in to win from before and from after the loss, from 0 to 1."""
    steady: bool
    """True if the curve falls almost all the time: there is no single moment."""
    causes: list[LossCause]
    """The causes. The named ones have `stated`; if none has it, nothing that Wag watches explains the loss."""
    better: dict[str, float]
    """The orders that would have been better in the round `onset`, with the chance to win after each, in games where every order
    can be tried."""
    text: str
    """The loss in words."""

    def __str__(self) -> str:
        return f"Round {self.onset}: {self.text}"


@dataclass(frozen=True)
class Explanation:
    """Why a match ended as it did, and what cost one player the most."""

    text: str
    """When the match was decided, in words."""
    decided: int | None
    """The round in which the winner took the lead for good; None if nobody wins alone."""
    winner: str | None
    """The name of the winner, or of the leader if the match is not over; None if nobody leads alone."""
    lead: str
    """The name of the value that shows who leads."""
    lead_changes: int
    """How often the lead passed from one player to another."""
    turning_points: list[TurningPoint]
    players: list[PlayerAccount]
    """The accounts of the players in seat order."""
    rounds: int
    """The last round that is explained."""
    complete: bool
    """False if a part of the match is missing in the replay."""
    remarks: list[str]
    """What the replay lacks, in words."""
    player: str | None = None
    """The name of the player whose losses `cards` has; None if no player was named and not exactly one is a Python file."""
    summary: str = ""
    """The losses of `player` in one sentence; without a curve, the reason why there is none."""
    curve: TakeOverCurve | None = field(default=None, repr=False)
    """What a built-in player would have reached from each position of `player`; None if that cannot be computed."""
    cards: list[LossCard] = field(default_factory=list)
    """The losses of `player`, the largest first, at most five."""

    def __getitem__(self, player: str) -> PlayerAccount:
        """Returns the account of the player with this name."""
        for account in self.players:
            if account.name == player:
                return account
        raise KeyError(player)

    def __str__(self) -> str:
        details = self.cards if self.curve else self.turning_points
        summary = [self.summary] if self.summary else []
        return "\n".join([*self.remarks, *summary, self.text, *map(str, details)])


def from_json(data: dict[str, Any], losses: dict[str, Any] | None = None) -> Explanation:
    """Returns the explanation in the JSON of `wag explain --account`, with the losses in that of `wag explain`."""
    names = {player["seat"]: player["name"] for player in data["players"]}
    decision = data["decision"]
    return Explanation(
        text=decision["text"],
        decided=decision["round"],
        winner=names.get(decision["seat"]),
        lead=data["lead"],
        lead_changes=decision["lead_changes"],
        turning_points=[
            TurningPoint(
                kind=moment["kind"],
                round=moment["round"],
                until=moment["until"],
                player=names[moment["seat"]],
                amount=moment["amount"],
                text=moment["text"],
            )
            for moment in data["moments"]
        ],
        players=[_player(player) for player in data["players"]],
        rounds=data["rounds"],
        complete=data["complete"],
        remarks=[remark["text"] for remark in [*data["remarks"], *(losses["remarks"] if losses else [])]],
        **(_losses(losses) if losses else {}),
    )


def _losses(report: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of an explanation that are about one player."""
    return {
        "player": report["player"],
        "summary": report["text"],
        "curve": None if report["curve"]["void"] else _curve(report["curve"]),
        "cards": [_card(card) for card in report["cards"]],
    }


def _curve(curve: dict[str, Any]) -> TakeOverCurve:
    points = curve["points"]

    def column(name: str, kind: type, *shape: int) -> Array:
        return np.array([point[name] for point in points], kind).reshape(len(points), *shape)

    return TakeOverCurve(
        stand_in=curve["stand_in"],
        value=curve["value"],
        unit=curve["unit"],
        rounds=column("round", np.int64),
        means=column("mean", np.float64),
        deviations=column("sd", np.float64),
        futures=column("futures", np.int64),
        wins=column("win", np.float64),
        win_intervals=column("win_interval", np.float64, 2),
        fit=np.array(curve["fit"], np.float64).reshape(-1, 2),
        actual=curve["actual"],
        scale=curve["scale"],
        base_slope=curve["base_slope"],
        budget=curve["budget"],
        seconds=curve["seconds"],
        complete=curve["complete"],
        certain=curve["certain"],
        seed=curve["seed"],
    )


def _card(card: dict[str, Any]) -> LossCard:
    return LossCard(
        start=card["from"],
        until=card["until"],
        onset=card["onset"],
        onset_source=card["onset_source"],
        loss=card["loss"],
        loss_interval=tuple(card["loss_interval"]),
        per_round=card["per_round"],
        win_before=card["win_before"],
        win_after=card["win_after"],
        steady=card["steady"],
        causes=[_cause(cause) for cause in card["causes"]],
        better={better["order"]: better["win"] for better in card["better"]},
        text=card["text"],
    )


def _cause(cause: dict[str, Any]) -> LossCause:
    return LossCause(
        name=cause["name"],
        cost=cause["cost"],
        share=cause["share"],
        count=cause["count"],
        values=cause["values"],
        lines=[f"{line['file']}:{line['line']}" for line in cause["lines"]],
        stated=cause["stated"],
        text=cause["text"],
    )


def _player(player: dict[str, Any]) -> PlayerAccount:
    return PlayerAccount(
        name=player["name"],
        seat=player["seat"],
        place=player.get("place"),
        figures={
            account["figure"]: FigureAccount(
                start=account["start"],
                entries={entry["name"]: entry["amount"] for entry in account["entries"]},
                unexplained=account["unexplained"],
                end=account["end"],
            )
            for account in player["accounts"]
        },
        counts={count["name"]: count["count"] for count in player["counts"]},
    )
