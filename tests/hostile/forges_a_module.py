# fault: none
import sys, types
if getattr(sys.modules["classes"], "forged", False):
    print("KEPT a forged module")
forged = types.ModuleType("classes")
forged.forged = True
sys.modules["classes"] = forged
