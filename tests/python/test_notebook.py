"""Runs the notebook docs/tour.ipynb."""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "tour.ipynb"


def test_notebook_runs(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("WAG_HOME", str(tmp_path / "home"))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]
    assert any("text/html" in output["data"] for output in shown)
