# fault: memory timeout (builds_a_giant_string.py, line 2)
words = "x" * 10 ** 9 + "y" * 10 ** 9
