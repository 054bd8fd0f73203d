"""What `pip install` and a package index read: the build backend, the readme and the metadata."""

import importlib.util
import re
import sys
import types
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


def backend(monkeypatch, platform, fails=False):
    """Returns the build backend on a platform, with a maturin that succeeds or fails."""

    def build(*_arguments, **_options):
        if fails:
            sys.exit(1)
        return "built"

    maturin = types.ModuleType("maturin")
    for name in ("get_requires_for_build_wheel", "prepare_metadata_for_build_wheel", "prepare_metadata_for_build_editable",
                 "build_wheel", "build_editable", "build_sdist", "get_requires_for_build_sdist"):  # fmt: skip
        setattr(maturin, name, build)
    monkeypatch.setitem(sys.modules, "maturin", maturin)
    monkeypatch.setattr(sys, "platform", platform)
    spec = importlib.util.spec_from_file_location("wag_build", PROJECT / "scripts/pep517/wag_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def last_words(call):
    with pytest.raises(SystemExit) as ended:
        call("folder")
    return ended.value.code


HOOKS = ["get_requires_for_build_wheel", "prepare_metadata_for_build_wheel", "build_wheel", "build_editable"]


@pytest.mark.parametrize("hook", HOOKS)
def test_build_on_windows_ends_with_what_is_needed(monkeypatch, hook):
    module = backend(monkeypatch, "win32")
    words = "Wag runs on Linux; on Windows, install WSL2 (wsl --install), and then Wag inside it."
    assert last_words(getattr(module, hook)) == words


@pytest.mark.parametrize("hook", HOOKS)
def test_failed_build_ends_with_what_is_needed(monkeypatch, hook):
    macos = last_words(getattr(backend(monkeypatch, "darwin", fails=True), hook))
    assert macos == (
        "Building Wag needs Rust 1.89 or newer (https://rustup.rs) and the command line tools of Xcode (xcode-select --install); "
        "macOS is not tested, so if you have both, install Wag in a virtual machine with Linux."
    )
    linux = last_words(getattr(backend(monkeypatch, "linux", fails=True), hook))
    assert linux == (
        "Building Wag needs Rust 1.89 or newer (https://rustup.rs) and a C compiler (sudo apt install build-essential); "
        "if you have both, the lines above say what failed."
    )


def test_build_that_works_is_maturins(monkeypatch):
    for platform in ("linux", "darwin"):
        module = backend(monkeypatch, platform)
        assert [getattr(module, hook)("folder") for hook in [*HOOKS, "build_sdist"]] == ["built"] * 5


def test_backend_names_the_rust_version_of_the_project(monkeypatch):
    wanted = re.search(r'^rust-version = "(.*)"', (PROJECT / "Cargo.toml").read_text(), re.M)[1]
    assert f"Rust {wanted} or newer" in backend(monkeypatch, "linux").failed("linux")


def test_readme_of_the_package_needs_no_other_file():
    text = (PROJECT / "python/README.md").read_text()
    targets = re.findall(r"\]\(([^)]*)\)", text)
    assert targets and all(target.startswith("https://") for target in targets)
    assert "![" not in text and "<img" not in text


def test_metadata_names_the_pythons_that_are_tested():
    pyproject = (PROJECT / "pyproject.toml").read_text()
    script = (PROJECT / "scripts/set-up").read_text()
    oldest, newest = (int(re.search(rf"^{name}=(\d+)", script, re.M)[1]) for name in ("oldest", "newest"))
    named = [int(minor) for minor in re.findall(r"Programming Language :: Python :: 3\.(\d+)", pyproject)]
    assert named == list(range(oldest, newest + 1))
    assert f'requires-python = ">=3.{oldest}"' in pyproject
