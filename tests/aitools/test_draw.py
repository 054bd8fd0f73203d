"""Pictures: the positions of all parts, and errors for parts that cannot be drawn."""

import unittest
import xml.etree.ElementTree as tree

from aitools import draw
from aitools.tiles import SearchableMap

BOARD = """
.....
.%%..
..?..
"""


def parse(text):
    return tree.fromstring(text)


class Pictures(unittest.TestCase):
    def test_a_picture_has_ground_tiles_objects_paths_and_labels(self):
        root = parse(draw.svg(BOARD, {(0, 4): "red"}, [[(2, 0)]], [[(0, 0), (0, 1), (1, 0)]], {(2, 4): "a<b"}, "One & all", 10))
        self.assertEqual((root.get("width"), root.get("height")), ("50", "30"))
        space = "{http://www.w3.org/2000/svg}"
        rects = [(rect.get("x"), rect.get("y"), rect.get("width")) for rect in root.iter(space + "rect")]
        self.assertEqual(rects, [("0", "0", "50"), ("10", "10", "20"), ("20", "20", "10"), ("40", "0", "10")])
        self.assertEqual([text.text for text in root.iter(space + "text")], ["a<b"])
        self.assertEqual(root.find(space + "title").text, "One & all")
        self.assertEqual(len(list(root.iter(space + "circle"))), 3)

    def test_a_path_over_the_edge_comes_in_on_the_other_side(self):
        root = parse(draw.svg(["....."] * 3, paths=[[(0, 0), (0, 4), (2, 4)]], size=10))
        lines = [path.get("d") for path in root if path.get("stroke") == draw.COLORS[0]]
        self.assertEqual(lines, ["M5 5L-5 5M55 5L45 5L45 -5M45 35L45 25"])

    def test_a_map_is_drawn_as_it_is_known(self):
        board = SearchableMap.from_text("..\n%?")
        text = draw.svg(board)
        self.assertIn(draw._WATER, text)
        self.assertIn(draw._UNKNOWN, text)

    def test_all_shapes_are_drawn_and_names_are_in_the_legend(self):
        objects = [{"tiles": [(0, 0)], "shape": shape, "name": f"<{shape}>"} for shape in draw._SHAPES]
        text = draw.html(BOARD, objects=objects, paths=[{"tiles": None, "name": "no path"}], title="T", text="below\nit")
        body = parse(text.split("<body>")[1].split("</body>")[0].join(["<body>", "</body>"]))
        legend = ["".join(item.itertext()) for item in body.iter("li")]
        self.assertEqual(legend, ["no path", "<circle>", "<square>", "<diamond>", "<ring>", "<cross>"])
        self.assertEqual([line.text for line in body.iter("p")], ["below", "it"])

    def test_what_is_not_on_the_board_is_refused(self):
        for wrong in [{"tiles": {(3, 0): "red"}}, {"paths": [[(0, 5)]]}, {"objects": [[(-1, 0)]]}, {"labels": {(9, 9): "x"}}]:
            with self.assertRaisesRegex(ValueError, "not on the board of 3 rows and 5 columns"):
                draw.svg(BOARD, **wrong)
        with self.assertRaisesRegex(ValueError, "same length"):
            draw.svg("..\n.")
        with self.assertRaisesRegex(ValueError, "'star' is not a shape; the shapes are circle"):
            draw.svg(BOARD, objects=[{"tiles": [], "shape": "star"}])

    def test_a_page_is_whole(self):
        text = draw.page("P", [draw.figure(BOARD, title="F"), draw.table(["a", "b"], [[1, "<2>"]])])
        self.assertTrue(text.startswith("<!doctype html>") and text.endswith("</html>\n"))
        self.assertIn("<td>&lt;2&gt;</td>", text)


if __name__ == "__main__":
    unittest.main()
