"""The examples of the READMEs and the notebook do what they say."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import diagonal

here = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("page", ["README.md", "../README.md"])
def test_readme(page, monkeypatch, tmp_path):
    pytest.importorskip("pandas")
    blocks = re.findall(r"```python\n(.*?)```", (here / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1
    monkeypatch.chdir(here.parent)
    names = {}
    exec(blocks[0], names)
    assert isinstance(names["found"], diagonal.Result) and len(names["found"]) > 0


def test_notebook():
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(here / "examples" / "first.ipynb", as_version=4)
    os.environ["PYTHONPATH"] = str(Path(diagonal.__file__).parent.parent)
    nbclient.NotebookClient(notebook, timeout=900, kernel_name="python3", resources={"metadata": {"path": str(here / "examples")}}).execute()
    shown = [output["data"] for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs if "data" in output]
    pages = [data["text/html"] for data in shown if "text/html" in data]
    assert any("<mark" in page and 'class="diagonal"' in page for page in pages)
    assert any("dataframe" in page for page in pages)
