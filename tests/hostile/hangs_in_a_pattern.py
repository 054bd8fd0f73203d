# fault: timeout (hangs_in_a_pattern.py, line 3)
import re
re.match(r"(a+)+$", "a" * 60 + "b")
