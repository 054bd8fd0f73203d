"""Logs and notes: the files that they are written to, and the splitting of a log."""

import contextlib
import io
import os
import tempfile
import unittest

from aitools import live_info, log


def printed(do):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        do()
    return out.getvalue()


class Logs(unittest.TestCase):
    def setUp(self):
        log.folder(None)
        log.profile("")
        log.turn(None)
        log._STATE.__init__()

    tearDown = setUp

    def test_a_category_shows_its_level_and_those_before_it(self):
        combat = log.category("combat", log.DEBUG)
        self.assertIs(log.category("combat"), combat)
        self.assertEqual([combat.is_enabled(level) for level in range(4)], [True, True, True, False])

        def write():
            combat.error("%d ants", 3)
            combat.info("two\nlines")
            combat.debug("%s against %s", 1)
            combat.trace("not this")
            combat.info("100%")

        told = "[ERROR combat] 3 ants\n[INFO combat] two\n[INFO combat] lines\n[DEBUG combat] %s against %s (1,)\n[INFO combat] 100%\n"
        self.assertEqual(printed(write), told)

    def test_levels_are_set_by_names_too(self):
        log.configure("combat=TRACE, orders=error")
        log.configure({"paths": log.DEBUG})
        self.assertEqual([log.category(name).level for name in ("combat", "orders", "paths", "new")], [3, 0, 2, 1])
        for wrong in ("combat=LOUD", "combat", {"combat": 4}, {"combat": True}):
            with self.assertRaises(ValueError):
                log.configure(wrong)
        for wrong in ("", "a b", "../up", ".hidden", "x" * 61, "a/b"):
            with self.assertRaises(ValueError):
                log.category(wrong)

    def test_a_log_is_split_by_category_with_the_lines_of_the_engine(self):
        def write():
            print("=== Round 1 (2.000 ms) ===")
            log.profile("bold")
            log.category("combat").info("first")
            print("something else [INFO combat] not ours")
            log.category("orders", file="all").error("lost")
            log.category("paths", file="all").info("")
            print("=== Round 2 (1.000 ms) ===")
            print("=== Round 3 (1.000 ms) ===")
            log.category("combat").info("third")

        of, texts = log.split(printed(write).splitlines(True))
        self.assertEqual(of, "bold")
        self.assertEqual(texts["combat"], "=== Round 1 (2.000 ms) ===\nINFO  first\n=== Round 3 (1.000 ms) ===\nINFO  third\n")
        self.assertEqual(texts["all"], "=== Round 1 (2.000 ms) ===\nERROR orders: lost\nINFO  paths: \n")
        self.assertEqual(sorted(texts), ["all", "combat"])

    def test_a_strangers_log_names_no_file_elsewhere(self):
        lines = ["[profile ../../up]", "[file combat ../x]", "[INFO combat] a", "[INFO ../y] b", "[profile .]"]
        self.assertEqual(log.split(lines), ("", {"combat": "INFO  a\n"}))

    def test_files_are_made_at_the_first_line_in_a_folder_of_the_profile(self):
        with tempfile.TemporaryDirectory() as place:
            folder = os.path.join(place, "logs")
            log.folder(folder)
            log.profile("bold")
            log.category("quiet", log.ERROR).info("no")
            self.assertFalse(os.path.exists(folder))

            def write():
                for turn in (1, 2, 3):
                    log.turn(turn)
                    if turn != 2:
                        log.category("combat").info("turn %d", turn)
                log.category("one", file="shared").info("a")
                log.category("two", file="shared").info("b")

            self.assertEqual(printed(write), "")
            log.folder(None)
            self.assertEqual(sorted(os.listdir(os.path.join(folder, "bold"))), ["combat.log", "shared.log"])
            with open(os.path.join(folder, "bold", "combat.log")) as file:
                self.assertEqual(file.read(), "=== Turn 1 ===\nINFO  turn 1\n=== Turn 3 ===\nINFO  turn 3\n")
            with open(os.path.join(folder, "bold", "shared.log")) as file:
                self.assertEqual(file.read(), "=== Turn 3 ===\nINFO  one: a\nINFO  two: b\n")

    def test_where_no_file_can_be_made_lines_are_printed(self):
        with tempfile.NamedTemporaryFile() as file:
            log.folder(file.name)
            told = printed(lambda: [log.category("combat").info("one"), log.category("combat").info("two")])
        first, *rest = told.splitlines()
        self.assertTrue(first.startswith("[ERROR log] no files are kept: "))
        self.assertEqual(rest, ["[INFO combat] one", "[INFO combat] two"])

    def test_the_command_writes_the_files(self):
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "bot.log")
            for name, text in (("bot.log", "[INFO combat] a\n"), ("other.log", "[profile bot]\n[INFO paths] b\n"), ("empty.log", "")):
                with open(os.path.join(place, name), "w") as file:
                    file.write(text)
            words = [path, os.path.join(place, "other.log"), os.path.join(place, "empty.log"), "--into", place]
            told = printed(lambda: self.assertEqual(log._main(words), 0))
            self.assertIn("empty.log: no lines of aitools.log", told)
            self.assertTrue(os.path.exists(os.path.join(place, "bot", "combat.log")))
            self.assertTrue(os.path.exists(os.path.join(place, "bot-other", "paths.log")))
            with contextlib.redirect_stderr(io.StringIO()) as err:
                self.assertEqual(log._main([os.path.join(place, "none.log")]), 2)
            self.assertIn("none.log: No such file", err.getvalue())


class Notes(unittest.TestCase):
    def tearDown(self):
        live_info.send_to(None)
        live_info.switch(True)

    def test_notes_are_printed_until_somebody_takes_them(self):
        told = printed(lambda: live_info.live_info(3, (4, 5), "to %s", live_info.named([(1, 2), (1, 3)])))
        self.assertEqual(told, "[note 3 <r:4 c:5>] to <r:1 c:2> <r:1 c:3>\n")
        seen = []
        live_info.send_to(lambda *note: seen.append(note))
        live_info.live_info(3, (4, 5), "%d", "no number")
        live_info.switch(False)
        live_info.live_info(3, (4, 5), "not this")
        self.assertEqual((seen, live_info.is_on()), ([(3, (4, 5), "%d ('no number',)")], False))


if __name__ == "__main__":
    unittest.main()
