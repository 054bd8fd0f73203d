# fault: none
import os
if "KEPT" in os.environ or b"KEPT" in os.environb or "KEPT" in vars(os.environ) or os.environ.get("PATH") == "kept":
    print("KEPT in the environment")
os.environ["KEPT"] = "kept"
os.environ["PATH"] = "kept"
os.environ.KEPT = ["kept"]
os.environb = {b"KEPT": b"kept"}
del os.environ["HOME"]
