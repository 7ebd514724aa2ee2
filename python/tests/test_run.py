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
                         ({"gamma": 2, "matching": "refine"}, "has no effect"), ({"verbose": True}, "no argument verbose"),
                         ({"nosuchflag": 1, "source": None}, "unknown flag: --nosuchflag")]:
        with pytest.raises(diagonal.UsageError, match=words) as failed:
            diagonal.partial(TEXTS, quiet=True, **flags)
        assert failed.value.exit_code == 2 and not str(failed.value).startswith("diagonal: ")


def test_arguments_become_flags():
    line = diagonal._search.command_line("partial", {
        "idf": (0.1, 1.0), "keep_fields": ["a", "b"], "within": False, "with_text": False, "clusters": True, "max_documents": None,
        "pre": ["x {}", "y {}"], "pre_glob": ["*.x", "*.y"], "spool": Path("/tmp"), "min_similarity": .9})
    assert line == ["--idf=0.1,1.0", "--keep_fields=a,b", "--within=false", "--clusters", "--spool=/tmp",
                    "--min_similarity=0.9", "--pre=x {}", "--pre_glob=*.x", "--pre=y {}", "--pre_glob=*.y"]


@packed
def test_program_is_found(tmp_path):
    """DIAGONAL_BINARY goes before PATH; what is no such program is an error when the package is imported."""
    other = tmp_path / "diagonal"
    other.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps({**_binary.declaration(), 'version': 'v99.0.0'})}\nEND\n")
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho 'unknown command' >&2; exit 2\n")
    for file in (other, broken):
        file.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    for env, words in [({"PATH": path}, "v99.0.0\n"), ({"PATH": path, "DIAGONAL_BINARY": str(_binary.program())}, f"{diagonal.__version__}\n"),
                       ({"PATH": path, "DIAGONAL_BINARY": str(broken)}, "another program or an older version: unknown command"),
                       ({"PATH": path, "DIAGONAL_BINARY": str(tmp_path / "none")}, "none is not a program"),
                       ({"PATH": str(tmp_path / "empty")}, "set DIAGONAL_BINARY")]:
        base = {name: value for name, value in environment().items() if name != "DIAGONAL_BINARY"}
        done = subprocess.run([sys.executable, "-c", "import diagonal; print(diagonal.__version__)"], env={**base, **env},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert words in done.stdout, (env, done.stdout)


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
    (tmp_path / "sleep.sh").write_text(f": > {tmp_path}/started; sleep {seconds}; echo A document.\n")
    script = SLOW.replace("sh -c 'echo started >&2; sleep ' {}", f"sh {tmp_path}/sleep.sh {{}}")
    return [sys.executable, "-c", script, str(tmp_path / "in"), str(tmp_path / "out")]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(diagonal.__file__).parent.parent)}


@posix
def test_interruption(tmp_path):
    """Ctrl-C in a terminal goes to the whole group; the program gets it once, and ends before Python goes on."""
    process = subprocess.Popen(slow(tmp_path, 900), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment(), start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell ignores it for what it starts by &
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None and not (tmp_path / "started").exists():
        time.sleep(.05)
    child = children.read_text().split() if children.exists() else []
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)  # long before its command ends
    assert out == "stopped\n", err
    assert not any(Path(f"/proc/{pid}").exists() for pid in child)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "sleep.sh", "started"]  # the program has removed what it wrote


@posix
def test_progress_on_a_terminal(tmp_path):
    import pty

    reading, writing = pty.openpty()
    process = subprocess.Popen(slow(tmp_path, 1), stdout=subprocess.PIPE, stderr=writing, env={**environment(), "COLUMNS": "60"})
    os.close(writing)
    shown = b""
    try:
        while chunk := os.read(reading, 4096):
            shown += chunk
    except OSError:  # the end of a terminal
        pass
    os.close(reading)
    process.communicate(timeout=300)
    lines = shown.decode().split("\r")
    assert process.returncode == 0 and " documents " in lines[0] and all(len(line) < 60 for line in lines), shown
    assert lines[-1] == "" and lines[-2].isspace(), shown  # the line is gone at the end


class To:
    """A screen that can be a terminal."""

    def __init__(self, terminal):
        self.text, self.isatty = "", lambda: terminal

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass


@pytest.mark.parametrize(("terminal", "quiet", "want"), [
    (True, False, "10 % reading\r            \ra note\n20 % reading\r            \r"),
    (False, False, "10 % reading\na note\n20 % reading\n"),
    (True, True, ""),
])
def test_screen(monkeypatch, terminal, quiet, want):
    to = To(terminal)
    monkeypatch.setattr(sys, "stderr", to)
    screen = _run._Screen(quiet)
    for message in ("10 % reading", "a note", "20 % reading"):
        screen.show(message, progress="%" in message)
    screen.clear()
    assert to.text == want


BROKEN = """#!/bin/sh
cat >&2 <<'END'
{"time":"2026-01-01T00:00:00Z","level":"info","message":"a note"}
{"time":"2026-01-01T00:00:00Z","level":"error","message":"two\\nlines"}
panic: all is lost
END
exit 3
"""


def test_words_of_a_program_that_breaks(tmp_path, monkeypatch, capsys):
    (tmp_path / "diagonal").write_text(BROKEN)
    (tmp_path / "diagonal").chmod(0o755)
    monkeypatch.setattr(_run, "program", lambda: tmp_path / "diagonal")
    with pytest.raises(diagonal.Error) as failed:
        _run.run(["partial"])
    assert (str(failed.value), failed.value.exit_code) == ("two\nlines\npanic: all is lost", 3)
    assert capsys.readouterr().err == "a note\n"


def test_remarks_are_shown(capsys):
    diagonal.partial(TEXTS)
    assert capsys.readouterr() == ("", "")
    with pytest.raises(diagonal.UsageError):
        diagonal.partial(TEXTS, noise="foo")
    assert capsys.readouterr() == ("", "")
