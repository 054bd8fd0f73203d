"""Common parts of all experiments: tables and pictures with a header about their origin, and a timer.

A report consists of NAME.md, NAME.html (tables and pictures), NAME-TABLE.csv, and NAME-PICTURE.svg."""

import csv
import io
import os
import platform
import statistics
import subprocess
import tempfile
import time

from aitools import draw


class Failed(Exception):
    """A prerequisite of an experiment is missing; the message is a sentence."""


class Report:
    """Collects the results of an experiment and writes them."""

    def __init__(self, settings):
        self.name = settings["name"]
        self.folder = settings["into"]
        self.seed = settings["seed"]
        self.games = settings["games"]
        self.small = settings["small"]
        self.against = settings["against"]
        self.command = settings["command"]
        self.header = {
            "experiment": self.name + (" --small" if self.small else ""),
            "seed": str(self.seed),
            "wag": f"{settings['version']}, {settings['build']} build",
            "Python": platform.python_version(),
            "machine": machine(),
        }
        self.title = self.name
        self.markdown = []
        self.parts = []
        self.files = {}

    def text(self, *lines):
        """Adds paragraphs."""
        self.markdown.extend(lines)
        self.parts.extend(f"<p>{escaped(line)}</p>" for line in lines)

    def table(self, name, title, head, rows):
        """Adds a table, also as a file. Cells are written as they print; floats have up to two digits."""
        rows = [[shown(cell) for cell in row] for row in rows]
        out = io.StringIO()
        out.write("# " + self.origin() + "\n")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
        self.files[f"{self.name}-{name}.csv"] = out.getvalue()
        lines = ["| " + " | ".join(in_markdown(cell) for cell in cells) + " |" for cells in ([str(cell) for cell in head], *rows)]
        lines.insert(1, "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|")
        self.markdown += [f"**{title}**", "\n".join(lines)]
        self.parts += [f"<h2>{escaped(title)}</h2>", draw.table(head, rows)]

    def picture(self, name, title, board, text="", **what):
        """Adds a picture of a board, also as a file; `what` are arguments of draw.svg."""
        file = f"{self.name}-{name}.svg"
        image = draw.svg(board, title=title, **what)
        self.files[file] = f"{image.rstrip()}\n<!-- {self.origin().replace('--', '- -')} -->\n"
        self.markdown.append(f"![{title}]({file})" + (f"\n\n{in_markdown(text)}" if text else ""))
        self.parts.append(draw.figure(board, title=title, text=text, **what))

    def origin(self):
        return "; ".join(f"{key}: {value}" for key, value in self.header.items())

    def write(self):
        """Writes all files and prints the report."""
        head = "\n".join(f"- {key}: {value}" for key, value in self.header.items())
        body = "\n\n".join([f"# {self.title}", head, *self.markdown])
        self.files[f"{self.name}.md"] = body + "\n"
        origin = f"<p>{escaped(self.origin())}</p>"
        self.files[f"{self.name}.html"] = draw.page(self.title, [origin, *self.parts])
        os.makedirs(self.folder, exist_ok=True)
        for file, text in self.files.items():
            path = os.path.join(self.folder, file)
            write(path, text)
        print(body)
        print(f"\nWritten: {os.path.join(self.folder, self.name)}.md, .html and {len(self.files) - 2} more files")

    def wag(self, *words):
        """Returns the output of the program with these arguments."""
        run = subprocess.run([*self.command, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if run.returncode == 130:
            raise KeyboardInterrupt
        if run.returncode != 0:
            raise Failed(run.stderr.strip().removeprefix("wag:").strip() or f"wag {' '.join(words)} ends with {run.returncode}")
        return run.stdout

    def board(self, name):
        """Returns the rows of a built-in map, in the form of drawings of boards."""
        lines = self.wag("games", "ants", "map", name).splitlines()
        return [line[2:] for line in lines if line.startswith("m ")]


def write(path, text):
    """Writes a whole file. Replaces a file or link of that name, and writes through none: the folder may be a stranger's."""
    descriptor, part = tempfile.mkstemp(prefix=".", dir=os.path.dirname(path) or ".")
    with open(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
    umask = os.umask(0)
    os.umask(umask)
    os.chmod(part, 0o666 & ~umask)
    os.replace(part, path)


def append(path, text):
    """Appends to a file, which is created if it is missing. Writes through no link."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    with open(descriptor, "a", encoding="utf-8") as out:
        out.write(text)


def escaped(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def in_markdown(text):
    """Escapes text for Markdown."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|").replace("*", "\\*")


def shown(cell):
    """Formats a cell of a table as text."""
    if cell is None:
        return "-"
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def machine():
    """Describes the processor as the system names it, and the number of cores."""
    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
        name = found[0] if found else name
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def milliseconds(call, times):
    """Returns the median time of a call, after a first one that does not count, and its result."""
    answer = call()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        answer = call()
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken), answer


def length(path):
    """Returns the length in tiles, including both ends, as the thesis counts."""
    return None if path is None else len(path)
