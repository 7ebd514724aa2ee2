"""A run of the program: its progress, its words, its end."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from ._binary import program
from ._errors import Error, UsageError


def run(arguments: Sequence[str], quiet: bool = False) -> str:
    """Runs a command of the program with its flags, and returns what it prints.

    Its progress is shown on sys.stderr: a live line on a terminal and in a notebook, a plain one every ten
    seconds elsewhere. Raises UsageError or Error with its words. Ctrl-C stops the program, waits until it
    has removed what it has written, and is raised on; a second one ends the program at once.
    """
    command, *flags = arguments
    log = ["--log_format=json", *(["--quiet"] if quiet else ["--log_every=200ms"] if _live() else [])]
    with tempfile.TemporaryFile() as printed:
        # In a session of its own: a Ctrl-C of the terminal reaches it once, from here.
        process = subprocess.Popen([program(), command, *log, *flags], stdin=subprocess.DEVNULL, stdout=printed,
                                   stderr=subprocess.PIPE, start_new_session=os.name == "posix")
        errors = _follow(process, _Screen(quiet))
        printed.seek(0)
        out = printed.read().decode("utf-8", "replace")
    if process.returncode == 2:
        raise UsageError(errors)
    if process.returncode != 0:
        raise Error(errors or f"the program ended with {process.returncode}", process.returncode)
    return out


def _follow(process: subprocess.Popen[bytes], screen: _Screen) -> str:
    """Shows what the program says until it ends. Returns its errors."""
    errors, stopped = [], None
    assert process.stderr is not None
    with process.stderr:
        while process.returncode is None:
            try:
                for line in process.stderr:
                    if not line.startswith(b'{"time"'):  # such as the last words of a program that is broken
                        errors.append(line.decode("utf-8", "replace").rstrip())
                    elif (said := json.loads(line))["level"] == "error":
                        errors.append(said["message"])
                    elif stopped is None:
                        screen.show(said["message"], "progress" in said)
                process.wait()
                screen.clear()
            except BaseException as err:  # whatever ends this ends the program
                stopped = stopped or err
                if os.name == "posix":  # elsewhere the console has told it
                    process.send_signal(signal.SIGINT)
    if stopped:
        raise stopped
    return "\n".join(errors)


class _Screen:
    """Shows messages on sys.stderr; the last one of progress is a live line, where there can be one."""

    def __init__(self, quiet: bool) -> None:
        self.to, self.width = None if quiet else sys.stderr, 0

    def show(self, message: str, progress: bool) -> None:
        self.clear()
        if self.to is not None and progress and _live():
            self.width = self.to.write(message[:shutil.get_terminal_size((100, 24)).columns - 1])
            self.to.flush()
        elif self.to is not None:
            self.to.write(message + "\n")

    def clear(self) -> None:
        if self.to is not None and self.width:  # with spaces, as a notebook knows no codes of terminals
            self.to.write("\r" + " " * self.width + "\r")
            self.to.flush()
        self.width = 0


def _live() -> bool:
    """Whether sys.stderr is a terminal or a notebook."""
    return sys.stderr is not None and (sys.stderr.isatty() or type(sys.stderr).__module__.startswith("ipykernel"))
