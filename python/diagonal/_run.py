"""A run of the program: its progress, its words, its end."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import IO, Any

from ._binary import program
from ._errors import Error, UsageError

_CLEAR = "\x1b[K"  # ends the live line of progress


def run(arguments: Sequence[str], quiet: bool = False) -> str:
    """Runs the program and returns what it prints.

    Its progress is shown on sys.stderr: a live line on a terminal and in a notebook, a plain one every ten
    seconds elsewhere. Raises UsageError or Error with its words. Ctrl-C stops the program, waits until it
    has removed what it has written, and is raised on; a second one ends the program at once.
    """
    live = not quiet and os.name == "posix" and (_terminal() or _notebook())
    reading, writing = _pty() if live else os.pipe()
    with tempfile.TemporaryFile() as printed:
        try:
            # In a session of its own: a Ctrl-C of the terminal reaches it once, from here.
            process = subprocess.Popen([program(), *arguments], stdin=subprocess.DEVNULL, stdout=printed, stderr=writing,
                                       start_new_session=os.name == "posix")
        except BaseException:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        said = _follow(process, reading, quiet)
        printed.seek(0)
        out = printed.read().decode("utf-8", "replace")
    code = process.returncode
    words = said.removeprefix("diagonal: ").strip()
    if code == 2:
        raise UsageError(words)
    if code != 0:
        raise Error(words or f"the program ended with {code}", code)
    if said and not quiet:
        sys.stderr.write(said)
    return out


def _follow(process: subprocess.Popen[bytes], reading: int, quiet: bool) -> str:
    """Shows what the program says until it ends. Returns its message, which begins "diagonal: "."""
    screen, stopped = _Screen(None if quiet else sys.stderr), None
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with os.fdopen(reading, "rb", buffering=0) as stream:
        while True:
            try:
                if not (chunk := _read(stream)):
                    break
                screen.show(decoder.decode(chunk))
            except BaseException as err:  # whatever ends this ends the program
                stopped = stopped or err
                screen.to = None
                if os.name == "posix":  # elsewhere the console has told it
                    process.send_signal(signal.SIGINT)
    while process.returncode is None:
        try:
            process.wait()
        except KeyboardInterrupt as err:
            stopped = stopped or err
            process.send_signal(signal.SIGINT)
    if stopped:
        raise stopped
    return screen.message()


def _read(stream: IO[bytes]) -> bytes:
    try:
        return stream.read(1 << 16)
    except OSError:  # the end of a terminal
        return b""


class _Screen:
    """Shows progress as it comes, and keeps the message of the program and what is behind it."""

    def __init__(self, to: Any) -> None:
        self.to, self.pending, self.kept = to, "", ""

    def show(self, text: str) -> None:
        self.pending += text.replace("\r\n", "\n")
        *lines, self.pending = self.pending.split("\n")
        for line in lines:
            progress, clear, rest = line.rpartition(_CLEAR)
            self._write(progress + clear)
            if self.kept or rest.startswith("diagonal: "):
                self.kept += rest + "\n"
            else:
                self._write(rest + "\n")
        if self.pending.endswith(_CLEAR):
            self._write(self.pending)
            self.pending = ""

    def message(self) -> str:
        self.show("\n" if self.pending else "")
        return self.kept

    def _write(self, text: str) -> None:
        if self.to is not None and text:
            if not _terminal():  # a notebook cannot clear a line: spaces do
                text = re.sub("\r([^\r\x1b]*)\x1b\\[K", lambda line: f"\r{line[1]:<99}\r", text)
            self.to.write(text)
            self.to.flush()


def _terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _notebook() -> bool:
    return "ipykernel" in sys.modules and type(sys.stderr).__module__.startswith("ipykernel")


def _pty() -> tuple[int, int]:
    """A terminal as wide as that of the user, so that the program shows its live line."""
    import fcntl
    import struct
    import termios

    reading, writing = os.openpty()
    columns = shutil.get_terminal_size((100, 24)).columns if _terminal() else 100
    fcntl.ioctl(writing, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    return reading, writing
