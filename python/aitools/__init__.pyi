"""Tools for game AIs: boards of tiles, searches, influence, combat; logs, notes, pictures. Import the modules one by one: from aitools import search.

Nothing here knows a game but aitools.ants. Tiles are (row, col), counted from 0 at the top left; radii are squared unless a name
says otherwise. Who imports whom: tiles is alone, search uses tiles, influence and combat use tiles and search."""
