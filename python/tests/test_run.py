"""Errors, progress and interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from texts import TEXTS

import diagonal
from diagonal import _binary, _run

posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of Unix")
packed = pytest.mark.skipif(_binary._packed.exists(), reason="the package carries its program")


def test_usage_errors_have_the_words_of_the_program():
    for flags, words in [({"noise": "foo"}, "--noise=foo: want auto, off or on"), ({"nosuchflag": 1}, "unknown flag: --nosuchflag"),
                         ({"gamma": 2, "matching": "refine"}, "has no effect"), ({"verbose": True}, "no argument verbose")]:
        with pytest.raises(diagonal.UsageError, match=words) as failed:
            diagonal.partial(TEXTS, quiet=True, **flags)
        assert failed.value.exit_code == 2 and not str(failed.value).startswith("diagonal: ")


def test_arguments_become_flags():
    line = diagonal._commands._line("partial", {
        "idf": (0.1, 1.0), "keep_fields": ["a", "b"], "within": False, "with_text": False, "clusters": True, "max_documents": None,
        "pre": ["x {}", "y {}"], "pre_glob": ["*.x", "*.y"], "spool": Path("/tmp"), "min_similarity": .9}, quiet=True)
    assert line == ["--quiet", "--idf=0.1,1.0", "--keep_fields=a,b", "--within=false", "--clusters", "--spool=/tmp",
                    "--min_similarity=0.9", "--pre=x {}", "--pre_glob=*.x", "--pre=y {}", "--pre_glob=*.y"]


@packed
def test_program_of_another_version(tmp_path, monkeypatch):
    other = tmp_path / "diagonal"
    declared = {**_binary.declaration(), "version": "v99.0.0"}
    other.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(declared)}\nEND\n")
    other.chmod(0o755)
    monkeypatch.setenv("DIAGONAL_BINARY", str(other))
    with pytest.raises(diagonal.Error, match=r"version v99\.0\.0, and this package needs version"):
        diagonal.partial(TEXTS)
    monkeypatch.delenv("DIAGONAL_BINARY")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(diagonal.Error, match="v99"):
        diagonal.partial(TEXTS)
    other.write_text("#!/bin/sh\necho 'unknown command' >&2; exit 2\n")
    _binary.ask.cache_clear()
    with pytest.raises(diagonal.Error, match="another program or an older version: unknown command"):
        diagonal.partial(TEXTS)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(diagonal.Error, match="set DIAGONAL_BINARY"):
        diagonal.partial(TEXTS)
    monkeypatch.setenv("DIAGONAL_BINARY", str(tmp_path / "none"))
    with pytest.raises(diagonal.Error, match="none is not a program"):
        diagonal.partial(TEXTS)


SLOW = """
import sys, diagonal
try:
    diagonal.partial(sys.argv[1], pre="sh -c 'echo started >&2; sleep ' {}", pre_glob="*.slow", output=sys.argv[2])
except KeyboardInterrupt:
    print("stopped")
"""


def slow(tmp_path, seconds: int) -> list[str]:
    """A command that runs the program for some seconds: it reads its document from a command that sleeps."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.slow").write_text("")
    (tmp_path / "sleep.sh").write_text(f"sleep {seconds}; echo A document.\n")
    script = SLOW.replace("sh -c 'echo started >&2; sleep ' {}", f"sh {tmp_path}/sleep.sh {{}}")
    return [sys.executable, "-c", script, str(tmp_path / "in"), str(tmp_path / "out")]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(diagonal.__file__).parent.parent)}


@posix
def test_interruption(tmp_path):
    """Ctrl-C in a terminal goes to the whole group; the program gets it once, and ends before Python goes on."""
    process = subprocess.Popen(slow(tmp_path, 30), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment(), start_new_session=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until = time.monotonic() + 30
    while time.monotonic() < until and not list(tmp_path.glob(".*")) + list(tmp_path.glob("out*")):
        time.sleep(.05)
    time.sleep(.5)
    child = children.read_text().split() if children.exists() else []
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert out == "stopped\n", err
    assert time.monotonic() - began < 15
    assert not any(Path(f"/proc/{pid}").exists() for pid in child)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "sleep.sh"]  # the program has removed what it wrote


@posix
def test_progress_on_a_terminal(tmp_path):
    reading, writing = _run._pty()
    process = subprocess.Popen(slow(tmp_path, 1), stdout=subprocess.PIPE, stderr=writing, env=environment())
    os.close(writing)
    shown = b""
    try:
        while chunk := os.read(reading, 4096):
            shown += chunk
    except OSError:  # the end of a terminal
        pass
    os.close(reading)
    process.communicate(timeout=30)
    assert process.returncode == 0, shown
    assert b"\r" in shown and b"documents" in shown and shown.rstrip().endswith(b"\x1b[K"), shown


@pytest.mark.parametrize("pieces", [
    ["\r 10 % reading\x1b[K", "\r\x1b[K", "diagonal: it failed\r\n", "  because of this\r\n"],
    ["\r 10 % reading\x1b[K\r\x1b[Kdiagonal: it ", "failed\n  because of this\n"],
])
def test_screen(pieces):
    """Progress is shown, and the message is kept, however the output is cut."""
    class To:
        text = ""

        def write(self, text):
            self.text += text

        def flush(self):
            pass

    to = To()
    screen = _run._Screen(to)
    for piece in pieces:
        screen.show(piece)
    assert screen.message() == "diagonal: it failed\n  because of this\n"
    assert "10 % reading" in to.text and "diagonal" not in to.text
    assert "\x1b" not in to.text  # no terminal: spaces clear the line
    assert to.text.count("\r") == 4 and to.text.split("\r")[3].isspace()
    screen = _run._Screen(None)
    screen.show("a line\n")
    assert screen.message() == ""


def test_remarks_are_shown(capsys):
    diagonal.partial(TEXTS)
    assert capsys.readouterr() == ("", "")
    with pytest.raises(diagonal.UsageError):
        diagonal.partial(TEXTS, noise="foo")
    assert capsys.readouterr() == ("", "")
