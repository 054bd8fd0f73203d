# fault: none
import os
if type(os.environ) is dict or "KEPT" in os.environ:
    print("KEPT another environment")
os.environ.__dict__ = {"_data": {}}
os.environ = {"KEPT": "kept"}
