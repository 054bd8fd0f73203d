"""Searches on the map of any game. The modules have more: tiles, search, influence, combat, log, live_info, draw, ants."""

from _aitools import Board, Values, components, distances, nearest, path, spread_influence

__all__ = ["Board", "Values", "components", "distances", "nearest", "path", "spread_influence"]
