"""A wheel carries the program, its flags and its types, and is the same bytes each time."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from diagonal import _binary, _declared

pytest.importorskip("hatchling")
here = Path(__file__).resolve().parent.parent


def hooks():
    spec = importlib.util.spec_from_file_location("hatch_build", here / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wheels(output: Path, *targets: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, here / "wheels.py", f"--output={output}", f"--binary={_binary.program()}", *targets],
                          check=check, capture_output=True, text=True)


def test_wheels_of_all_platforms(tmp_path):
    version = _binary.declaration()["version"]
    small = tmp_path / "program"
    small.write_text(f"a program of version {version}")
    build = hooks()
    for folder in ("one", "two"):
        wheels(tmp_path / folder, *(f"{platform}={small}" for platform in build.TAGS))
    files = sorted(p.name for p in (tmp_path / "one").iterdir())
    assert len(files) == 6 and any("macosx_12_0_arm64" in f for f in files) and any("win_amd64" in f for f in files)
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
        assert "-py3-none-" in name and "none-any" not in name
        with zipfile.ZipFile(tmp_path / "one" / name) as wheel:
            program = wheel.getinfo("diagonal/bin/diagonal" + (".exe" if "win_" in name else ""))
            assert program.external_attr >> 16 & 0o111 == 0o111
            assert wheel.read("diagonal/_commands.pyi").decode() == _declared.stub(_binary.declaration())
            assert "diagonal/py.typed" in wheel.namelist() and "diagonal/LICENSE" in wheel.namelist()
    small.write_text("a program of another version")
    failed = wheels(tmp_path / "three", f"linux-arm64={small}", check=False)
    assert failed.returncode != 0 and f"is not version {version}" in failed.stderr


def test_versions():
    build = hooks()
    for version, want in {"v0.1.0": "0.1.0", "v0.1.0-rc.1": "0.1.0rc1", "v1.2.3-4-gabc123-dirty": "1.2.3.post4+gabc123.dirty",
                          "abc123": "0.0.0+abc123", "(devel)": "0.0.0+devel", "e73c389-dirty": "0.0.0+e73c389.dirty", "123456": "0.0.0+123456"}.items():
        assert build.python_version(version) == want


def test_program_says_the_version_of_the_checkout(tmp_path, monkeypatch):
    """A go that writes its arguments in place of a program."""
    for name, says in {"git": "echo v9.8.7", "go": 'case $1 in list) echo example.org/m;; *) echo "$GOOS $*" > "${@: -2:1}";; esac'}.items():
        (tmp_path / name).write_text(f"#!/usr/bin/env bash\n{says}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    hooks().build(tmp_path / "program", GOOS="plan9")
    built = (tmp_path / "program").read_text()
    assert built.startswith("plan9 build ") and "-X example.org/m/runners/worker.version=v9.8.7 " in built


def test_wheel_needs_nothing_else(tmp_path):
    """From a wheel, with no other program: five lines give passages."""
    wheels(tmp_path, f"{hooks().this_platform()}={_binary.program()}")
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "site")
    next((tmp_path / "site" / "diagonal" / "bin").iterdir()).chmod(0o755)
    env = {k: v for k, v in os.environ.items() if not k.startswith("DIAGONAL")} | {"PYTHONPATH": str(tmp_path / "site"), "PATH": ""}
    text = "The same words stand in both of these two short texts, and there are enough of them for a passage of a hundred characters."
    done = subprocess.run([sys.executable, "-c", f"import diagonal; print(diagonal.partial([{text!r}, {text!r}]).passages['kind'])"],
                          env=env, cwd=tmp_path, capture_output=True, text=True)
    assert "verbatim" in done.stdout, done.stderr
    done = subprocess.run([sys.executable, "-c", "import sys; sys.argv = ['diagonal', '--version']; import diagonal_command; diagonal_command.main()"],
                          env=env, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.startswith(f"diagonal {_binary.declaration()['version']},"), done.stderr
