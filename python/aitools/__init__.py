"""Tools for game AIs: boards of tiles, searches, influence, combat. Import the modules one by one: from aitools import search."""
