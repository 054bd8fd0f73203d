"""Runs the examples of docs/en/two-player.md, one after the other, and compares what they print.

A block asks for it in its first line: `python` is run; `python typed 2,7` is run while these lines are typed; `text prints` is
what the block before it prints; `pycon` is a session; tests/python/test_course_page.py tries `python file NAME` and `sh`.
"""

import doctest
import re
import sys
import unittest

from support import ROOT, printed

PAGE = ROOT / "docs" / "en" / "two-player.md"
BLOCK = re.compile(r"^```(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page):
    """Returns the kind, the text and the first line of each block."""
    return [(found[1], found[2], page.count("\n", 0, found.start()) + 2) for found in BLOCK.finditer(page)]


def run(kind, text, line, names):
    """Returns the output of a block."""
    code = compile("\n" * (line - 1) + text, str(PAGE), "exec")
    typed = kind.removeprefix("python typed").strip().replace(",", "\n") + "\n"
    return printed(exec, code, names, typed=typed)


def check(page):
    """Returns the errors in the examples of a page, and the number of examples."""
    names = {"__name__": "course"}
    wrong, count = [], 0
    found = blocks(page)
    for (kind, text, line), following in zip(found, found[1:] + [("", "", 0)]):
        if kind == "python" or kind.startswith("python typed "):
            told = following[1] if following[0] == "text prints" else ""
            prints = run(kind, text, line, names)
            if prints != told:
                wrong.append(f"line {line} prints\n{prints}")
        elif kind == "pycon":
            wrong += session(text, line, names)
        elif kind.split()[0] not in ("sh", "text") and not kind.startswith("python file "):
            wrong.append(f"line {line}: what is a block {kind!r}?")
        count += kind != "text prints"
    return wrong, count


def session(text, line, names):
    test = doctest.DocTestParser().get_doctest(text, names, "session", str(PAGE), line - 1)
    wrong = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=wrong.append, clear_globs=False)
    names.update(test.globs)
    return wrong


class TheCourse(unittest.TestCase):
    maxDiff = None

    def test_does_what_it_says(self):
        sys.modules.pop("course", None)
        wrong, count = check(PAGE.read_text(encoding="utf-8"))
        self.assertEqual(wrong, [])
        self.assertGreaterEqual(count, 11)

    def test_false_examples_are_caught(self):
        pages = [
            "```python\nprint(1)\n```\n",
            "```python\nprint(1)\n```\n```text prints\n2\n```\n",
            "```pycon\n>>> 1 + 1\n3\n```\n",
            "```pyton\n1\n```\n",
            "```python typed 3\nprint(input())\n```\n```text prints\n4\n```\n",
        ]
        for page in pages:
            self.assertEqual(len(check(page)[0]), 1, page)

    def test_every_exercise_has_its_number(self):
        numbers = re.findall(r"\*\*Exercise (\d+)\.\*\*", PAGE.read_text(encoding="utf-8"))
        self.assertEqual(numbers, [str(number) for number in range(1, len(numbers) + 1)])
        self.assertGreaterEqual(len(numbers), 8)


if __name__ == "__main__":
    unittest.main()
