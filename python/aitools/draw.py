"""Pictures of boards as HTML or SVG text, which a script can write to a file. Source: 8.2 of the thesis."""

# Side of a tile in pixels.
SIZE = 14
# Colours of paths and objects, in this order. Colour-blind people can tell them apart.
COLORS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_LAND = "#efe9dc"
_WATER = "#9fc3dd"
_UNKNOWN = "#c9c4ba"
_SHAPES = ("circle", "square", "diamond", "ring", "cross")


def svg(board, tiles=None, objects=(), paths=(), labels=None, title="", size=SIZE):
    """A picture of a board as SVG."""
    rows, cols, ground = _ground(board)
    parts = [_rect(0, 0, cols, rows, size, _LAND)]
    parts += [_rect(row, col, count, 1, size, color) for row, col, count, color in _runs(ground)]
    coloured = sorted((_in(tile, rows, cols), color) for tile, color in (tiles or {}).items())
    parts += [_rect(row, col, 1, 1, size, color) for (row, col), color in coloured]
    parts.append(_grid(rows, cols, size))
    for number, path in enumerate(paths):
        tiles_of, _, color = _path(path, number)
        parts.append(_line([_in(tile, rows, cols) for tile in tiles_of], rows, cols, size, color))
    for number, thing in enumerate(objects):
        places, _, color, shape = _object(thing, number)
        parts += [_sign(_in(place, rows, cols), shape, color, size) for place in places]
    for tile, text in (labels or {}).items():
        row, col = _in(tile, rows, cols)
        x, y = (col + 0.5) * size, (row + 0.75) * size
        parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size * 0.7:g}">{_escape(text)}</text>')
    name = f"<title>{_escape(title)}</title>" if title else ""
    box = f'width="{cols * size}" height="{rows * size}" viewBox="0 0 {cols * size} {rows * size}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" font-family="sans-serif" text-anchor="middle">'
    return "\n".join([head + name, *parts, "</svg>"]) + "\n"


def html(board, tiles=None, objects=(), paths=(), labels=None, title="", size=SIZE, text=""):
    """A page with a picture of a board and its legend."""
    return page(title, [figure(board, tiles, objects, paths, labels, "", size, text)])


def figure(board, tiles=None, objects=(), paths=(), labels=None, title="", size=SIZE, text=""):
    """A picture with title, legend and text, as a part of a page."""
    picture = svg(board, tiles, objects, paths, labels, title, size)
    known = [(name, color) for _, name, color in map(_path, paths, range(len(paths))) if name]
    known += [(name, color) for _, name, color, _ in map(_object, objects, range(len(objects))) if name]
    legend = "".join(f"<li><span style={_attribute('background:' + color)}></span>{_escape(name)}</li>" for name, color in known)
    words = [f"<p>{_escape(line)}</p>" for line in str(text).split("\n") if line]
    head = [f"<h2>{_escape(title)}</h2>"] if title else []
    return "\n".join(["<figure>", *head, picture.rstrip(), *([f"<ul>{legend}</ul>"] if legend else []), *words, "</figure>"]) + "\n"


def table(head, rows):
    """A table, as a part of a page."""
    line = lambda cells, tag: "<tr>" + "".join(f"<{tag}>{_escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    return "\n".join(["<table>", line(head, "th"), *(line(row, "td") for row in rows), "</table>"]) + "\n"


def page(title, parts):
    """A complete page of figures and tables."""
    style = (
        "body{font-family:sans-serif;margin:1.5em}figure{display:inline-block;margin:0 2em 2em 0;vertical-align:top}"
        "svg{max-width:100%;height:auto;border:1px solid #5b5f66}ul{list-style:none;padding:0}li span{display:inline-block;"
        "width:1em;height:1em;margin-right:.5em;vertical-align:-.1em}table{border-collapse:collapse}td,th{border:1px solid #bbb;"
        "padding:.2em .6em;text-align:right}td:first-child,th:first-child{text-align:left}"
    )
    head = f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{_escape(title)}</title><style>{style}</style></head>\n'
    name = f"<h1>{_escape(title)}</h1>\n" if title else ""
    return f"{head}<body>\n{name}{''.join(parts)}</body>\n</html>\n"


def _escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _attribute(text):
    return f'"{_escape(text)}"'


def _ground(board):
    """The number of rows and columns, and the colour or None of each tile."""
    if hasattr(board, "is_passable"):
        color = lambda tile: _WATER if not board.is_passable(tile) else None if board.is_explored(tile) else _UNKNOWN
        return board.rows, board.cols, [[color((row, col)) for col in range(board.cols)] for row in range(board.rows)]
    lines = board.split() if isinstance(board, str) else list(board)
    if not lines or len({len(line) for line in lines}) != 1 or not lines[0]:
        raise ValueError("the rows of a board must have the same length")
    signs = {"%": _WATER, "#": _WATER, "?": _UNKNOWN}
    return len(lines), len(lines[0]), [[signs.get(sign) for sign in line] for line in lines]


def _runs(ground):
    """Runs of tiles of the same colour: row, column, length, colour."""
    for row, colors in enumerate(ground):
        at = 0
        while at < len(colors):
            end = at
            while end < len(colors) and colors[end] == colors[at]:
                end += 1
            if colors[at]:
                yield row, at, end - at, colors[at]
            at = end


def _in(tile, rows, cols):
    row, col = tile
    if not (0 <= row < rows and 0 <= col < cols):
        raise ValueError(f"({row}, {col}) is not on the board of {rows} rows and {cols} columns")
    return row, col


def _rect(row, col, width, height, size, color):
    box = f'x="{col * size}" y="{row * size}" width="{width * size}" height="{height * size}"'
    return f"<rect {box} fill={_attribute(color)}/>"


def _grid(rows, cols, size):
    across = "".join(f"M0 {row * size}H{cols * size}" for row in range(1, rows))
    down = "".join(f"M{col * size} 0V{rows * size}" for col in range(1, cols))
    return f'<path d="{across}{down}" stroke="#000" stroke-opacity="0.08" fill="none"/>'


def _path(path, number):
    """The tiles, name and colour of a path."""
    usual = COLORS[number % len(COLORS)]
    if isinstance(path, dict):
        return path["tiles"] or [], str(path.get("name", "")), str(path.get("color", usual))
    return path or [], "", usual


def _object(thing, number):
    """The tiles, name, colour and shape of an object."""
    usual, shape = COLORS[number % len(COLORS)], "circle"
    if isinstance(thing, dict):
        shape = thing.get("shape", shape)
        if shape not in _SHAPES:
            raise ValueError(f"{shape!r} is not a shape; the shapes are {', '.join(_SHAPES)}")
        return thing["tiles"] or [], str(thing.get("name", "")), str(thing.get("color", usual)), shape
    return thing or [], "", usual, shape


def _line(tiles, rows, cols, size, color):
    """A line through tiles, across the edges of the board where that is shorter."""
    if not tiles:
        return ""
    middle = lambda row, col: f"{(col + 0.5) * size:g} {(row + 0.5) * size:g}"
    text = f"M{middle(*tiles[0])}"
    for (row, col), (to_row, to_col) in zip(tiles, tiles[1:]):
        down, right = to_row - row, to_col - col
        down -= rows * round(down / rows) if abs(down) * 2 > rows else 0
        right -= cols * round(right / cols) if abs(right) * 2 > cols else 0
        text += f"L{middle(row + down, col + right)}"
        if (row + down, col + right) != (to_row, to_col):
            text += f"M{middle(to_row - down, to_col - right)}L{middle(to_row, to_col)}"
    width = max(1.5, size * 0.2)
    style = f'fill="none" stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.8"'
    ends = "".join(_sign(tiles[at], "circle", color, size * 0.6, size) for at in (0, -1))
    return f'<path d="{text}" stroke={_attribute(color)} {style}/>{ends}'


def _sign(tile, shape, color, size, step=None):
    step = step or size
    x, y, half = (tile[1] + 0.5) * step, (tile[0] + 0.5) * step, size * 0.36
    color = _attribute(color)
    if shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" fill={color}/>'
    if shape == "ring":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" fill="none" stroke={color} stroke-width="{size * 0.16:g}"/>'
    if shape == "square":
        return f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" fill={color}/>'
    if shape == "diamond":
        return f'<path d="M{x:g} {y - half:g}L{x + half:g} {y:g}L{x:g} {y + half:g}L{x - half:g} {y:g}Z" fill={color}/>'
    cross = f"M{x - half:g} {y - half:g}L{x + half:g} {y + half:g}M{x + half:g} {y - half:g}L{x - half:g} {y + half:g}"
    return f'<path d="{cross}" stroke={color} stroke-width="{size * 0.16:g}"/>'
