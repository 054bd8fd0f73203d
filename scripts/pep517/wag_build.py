"""The build backend of the Python package: maturin, except that a build that cannot work ends with what it needs.

Wag does not run on Windows, so that nothing is built there. Elsewhere the last line of a failed build names its requirements."""

import sys

import maturin
from maturin import *  # noqa: F403

TOOLS = {
    "linux": "a C compiler (sudo apt install build-essential)",
    "darwin": "the command line tools of Xcode (xcode-select --install)",
}
"""The tools that compile C, by `sys.platform`."""


def unsupported(platform: str) -> str | None:
    """Returns why Wag cannot be installed on a `sys.platform`, and what to do; None if it can be tried."""
    if platform in ("win32", "cygwin", "msys"):
        return "Wag runs on Linux; on Windows, install WSL2 (wsl --install), and then Wag inside it."
    if platform not in TOOLS:
        return f"Wag runs on Linux, not on {platform}; install it on a Linux machine or in a virtual one."
    return None


def failed(platform: str) -> str:
    """Returns the last line of a build that failed."""
    needs = f"Building Wag needs Rust 1.89 or newer (https://rustup.rs) and {TOOLS[platform]}"
    if platform == "darwin":
        return f"{needs}; macOS is not tested, so if you have both, install Wag in a virtual machine with Linux."
    return f"{needs}; if you have both, the lines above say what failed."


def _checked(build):
    """Returns a function of this interface that ends with one sentence if the build cannot work or fails."""

    def checked(*args, **kwargs):
        reason = unsupported(sys.platform)
        if reason:
            sys.exit(reason)
        try:
            return build(*args, **kwargs)
        except SystemExit:
            sys.stdout.flush()
            sys.exit(failed(sys.platform))

    return checked


get_requires_for_build_wheel = get_requires_for_build_editable = _checked(maturin.get_requires_for_build_wheel)
prepare_metadata_for_build_wheel = _checked(maturin.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = _checked(maturin.prepare_metadata_for_build_editable)
build_wheel = _checked(maturin.build_wheel)
build_editable = _checked(maturin.build_editable)
