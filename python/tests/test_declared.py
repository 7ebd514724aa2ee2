"""Arguments, docstrings and types are those that the program declares."""

from __future__ import annotations

import inspect
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import diagonal
from diagonal import _binary, _declared

here = Path(__file__).resolve().parent.parent
package = Path(diagonal.__file__).parent


def test_types_of_a_wheel_are_those_of_its_program():
    assert diagonal.__version__ == _binary.declaration()["version"]
    stub = package / "_commands.pyi"
    if stub.exists():  # in a wheel
        assert stub.read_text(encoding="utf-8") == _declared.stub(_binary.declaration())


@pytest.mark.parametrize("name", _declared.NAMES)
def test_signature(name):
    function = getattr(diagonal, name)
    declared = _declared.command(_binary.declaration(), name)
    parameters = inspect.signature(function).parameters
    assert function.__name__ == name and list(parameters)[0] == "documents"
    for flag in declared["flags"]:
        assert (flag["name"] in parameters) == (flag["name"] not in _declared.OWN or flag["name"] in ("quiet", "source", "index"))
        if flag["name"] not in _declared.OWN:
            assert f"\n{flag['name']}: " in function.__doc__
    assert declared["long"].split("\n")[0] in function.__doc__
    assert "quiet" in parameters
    with pytest.raises(TypeError, match="documents"):
        function()


def test_values_of_all_types():
    types = {_declared.python_type(f) for name in _declared.NAMES for f in _declared.command(_binary.declaration(), name)["flags"]}
    assert types >= {"bool", "int", "float", "str", "int | bool", "int | str", "str | Sequence[str]", "str | os.PathLike[str]",
                     "str | tuple[float, float]"}


USER = """
import diagonal
from pathlib import Path
found: diagonal.Result = diagonal.partial(["a"], source=Path("b"), min_similarity=.9, within=False, keep_fields=["x"], idf=(.1, 1.))
count: int = len(found)
diagonal.index(None, "i", remove=["a"]).lookup(["x"]).to_polars()
"""


def test_types(tmp_path):
    pytest.importorskip("mypy")
    copy = tmp_path / "diagonal"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("bin", "*.pyi", "__pycache__"))

    def mypy(*files: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--config-file", here / "pyproject.toml", "--cache-dir",
                               tmp_path / "cache", *files], cwd=tmp_path, capture_output=True, text=True)

    checked = mypy("diagonal")
    assert checked.returncode == 0, checked.stdout
    (copy / "_commands.pyi").write_text(_declared.stub(_binary.declaration()), encoding="utf-8")
    (tmp_path / "user.py").write_text(USER)
    checked = mypy("user.py", "diagonal")
    assert checked.returncode == 0, checked.stdout
    for wrong in ("nosuchflag=1", "within=7", 'min_similarity="x"'):
        (tmp_path / "user.py").write_text(USER + f"diagonal.partial([], {wrong})\n")
        checked = mypy("user.py")
        assert checked.returncode == 1 and "user.py:7" in checked.stdout, (wrong, checked.stdout)


def test_stub_is_python():
    compile(_declared.stub(json.loads(json.dumps(_binary.declaration()))), "_commands.pyi", "exec")
