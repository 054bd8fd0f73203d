"""The files that others get: the build backend, the readme and the metadata of the package, and the licenses of everything inside."""

import importlib.machinery
import importlib.util
import re
import subprocess
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


@pytest.fixture(scope="module")
def licenses():
    """The script `scripts/licenses` as a module."""
    loader = importlib.machinery.SourceFileLoader("licenses", str(PROJECT / "scripts/licenses"))
    module = types.ModuleType("licenses")
    module.__file__ = loader.path
    sys.modules["licenses"] = module
    exec(compile(Path(loader.path).read_text(), loader.path, "exec"), module.__dict__)
    yield module
    del sys.modules["licenses"]


def test_every_rust_package_in_a_wheel_has_a_license_text(licenses):
    packages = licenses.rust_packages()
    names = {package.name for package in packages}
    assert {"numpy", "pyo3", "clap", "libsqlite3-sys", "zstd-sys", "icondata_lu"} <= names
    # Only what is in the program, not what tests and the build use.
    assert not {"insta", "proptest", "cc", "pyo3-build-config"} & names
    text = licenses.document(packages)
    assert all(package.title in text.splitlines() for package in packages)
    assert "Zstandard" in text and "Copyright (c) Charles Edward Gagnon" in text


def test_missing_license_text_and_unknown_licenses_are_refused(licenses):
    bare = licenses.Package("bare", "1.0", "MIT", "", [])
    with pytest.raises(licenses.Missing, match="^no license text is in bare 1.0, MIT; replace the package"):
        licenses.document([bare])
    for expression in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-2.0) AND Unicode-3.0", "Apache-2.0 WITH LLVM-exception"]:
        licenses.check_license("good", expression)
    for expression in ["GPL-3.0-only", "MIT AND GPL-3.0", "SSPL-1.0", None, "", "see file", "MIT OR"]:
        with pytest.raises(licenses.Missing, match="^bad has the license .*, which scripts/licenses does not allow"):
            licenses.check_license("bad", expression)


def test_each_license_text_is_written_once(licenses):
    one = licenses.Package("one", "1.0", "MIT", "https://example.org", ["Some  text\n of a license"])
    two = licenses.Package("two", "2.0", "MIT", "", ["Some text of a license"])
    assert licenses.document([one, two]).split("=" * 80)[1:] == [
        f"\none 1.0, two 2.0\n{'-' * 80}\n\nSome  text\n of a license\n"
    ]


def test_one_of_each_minor_version_of_python_is_found(tmp_path):
    """Fake Pythons on the PATH; others of this machine may be found, too."""
    for minor, version in ((12, "3.12.90"), (16, "3.16.1")):
        python = tmp_path / f"python3.{minor}"
        python.write_text(f"#!/bin/sh\nprintf '{version}\\t{python}\\n'\n")
        python.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": str(tmp_path)}
    found = subprocess.run([PROJECT / "scripts/pythons", "--minor"], env=environment, capture_output=True, text=True, check=True)
    versions = dict(line.split("\t") for line in found.stdout.splitlines())
    assert versions["3.12.90"] == str(tmp_path / "python3.12")
    assert "3.16.1" not in versions
    minors = [version.split(".")[1] for version in versions]
    assert len(minors) == len(set(minors))
    missing = subprocess.run([PROJECT / "scripts/pythons", "--missing"], env=environment, capture_output=True, text=True, check=True)
    assert sorted([*minors, *(line.split(".")[1] for line in missing.stdout.split())]) == [str(minor) for minor in range(10, 16)]
