"""The memory that vectors need."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

from . import _wag

FEW = 1000
"""Up to this number of matches, nothing is checked."""
MARGIN = 0.9
"""The part of the free memory that a vector may take."""


def check_memory(request: str, objects: list[Any], count: int) -> None:
    """Raises `MemoryError` if so many matches and their buffers do not fit into the free memory."""
    if count <= FEW:
        return
    needed = count * match_bytes(request, objects)
    free = free_bytes()
    if needed > free * MARGIN or count > sys.maxsize // 2:
        raise MemoryError(
            f"{count:,} matches need about {gibibytes(needed)}, and {gibibytes(free)} are free; choose fewer matches or a smaller board"
        )


def match_bytes(request: str, objects: list[Any]) -> int:
    """Returns about how many bytes a match needs, with its part of the buffers."""
    probe = _wag.VectorEnvironment(request, objects, 1, 1, True)
    spaces = json.loads(probe.spaces())
    # In memory, a match takes more than it does as bytes.
    state = 2 * len(pickle.dumps(probe.save())) + 1024
    numbers = len(spaces["planes"]) * spaces["rows"] * spaces["columns"]
    observation = numbers * {"uint8": 1, "uint16": 2}.get(spaces["dtype"], 4)
    return state + len(spaces["agents"]) * (observation + sum(spaces["choices"]) + 4 * len(spaces["choices"]) + 5)


def free_bytes() -> int:
    """Returns the free memory: that of the system, of the control group, or of this process, whichever is least."""
    free = [limit for limit in (system_bytes(), group_bytes(), process_bytes()) if limit is not None]
    return min(free, default=sys.maxsize)


def system_bytes() -> int | None:
    for line in text_of("/proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def group_bytes() -> int | None:
    most = text_of("/sys/fs/cgroup/memory.max").strip()
    used = text_of("/sys/fs/cgroup/memory.current").strip()
    return max(int(most) - int(used), 0) if most.isdigit() and used.isdigit() else None


def process_bytes() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""


def gibibytes(count: int) -> str:
    return f"{count / 2**30:,.1f} GiB"
