# fault: none exception crash
import builtins, sys
sys.meta_path.clear()
sys.path_hooks.clear()
sys.modules.clear()
builtins.__import__ = None
builtins.print = builtins.len = builtins.type = None
