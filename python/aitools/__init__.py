"""Tools for game AIs: boards of tiles, searches, influence, combat; logs, notes, pictures. Import the modules one by one: from aitools import search."""
