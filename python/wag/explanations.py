"""Explanations of recorded matches: when a match was decided, and accounts that add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FigureAccount:
    """The account of one figure of a player: `start`, plus all `entries`, plus `unexplained`, is `end`."""

    start: int
    entries: dict[str, int]
    """The amount of each entry by name; `docs/replays.md` lists the entries of each game."""
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

    kind: str
    """`"lead"`: a player took the lead. `"swing"`: a value rose or fell more than that of the others. `"out"`: a player was
    out or got no more turns."""
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


@dataclass(frozen=True)
class Explanation:
    """Why a match ended as it did."""

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

    def __getitem__(self, player: str) -> PlayerAccount:
        """Returns the account of the player with this name."""
        for account in self.players:
            if account.name == player:
                return account
        raise KeyError(player)

    def __str__(self) -> str:
        return "\n".join([*self.remarks, self.text, *map(str, self.turning_points)])


def from_json(data: dict[str, Any]) -> Explanation:
    """Returns the explanation in the JSON of `wag explain`."""
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
        remarks=[remark["text"] for remark in data["remarks"]],
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
