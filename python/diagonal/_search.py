"""A search: its documents become files, the program runs, and what it has written is the result."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _declared
from ._binary import declaration
from ._documents import Documents, files
from ._errors import UsageError
from ._result import Result
from ._run import run


def search(command: str, documents: Documents, quiet: bool, flags: Mapping[str, Any], source: Documents | None = None,
           index: str | os.PathLike[str] | None = None) -> Result:
    """Runs a command that writes a result."""
    keep = tempfile.TemporaryDirectory(prefix="diagonal-")
    folder = Path(keep.name)
    fields = flags.get("id_field"), flags.get("text_field")
    found = files(documents, folder / "input", *fields)
    of_source = None if source is None else files(source, folder / "source", *fields)
    given = {"output": folder / "result", **flags}
    names = {flag["name"] for flag in _declared.command(declaration(), command)["flags"]}
    if "output_format" in names and flags.get("answer") != "text":
        given.setdefault("output_format", "parquet")
        if command == "lookup" or not found.stored or not (of_source is None or of_source.stored):
            given = {"with_text": True, **given}
    inputs = [f"--{name}={path}" for name, side in (("input", found), ("source", of_source)) if side for path in side.paths]
    if index is not None:
        inputs.append(f"--index={os.fspath(index)}")
    report = run([command, *inputs, *command_line(command, given)], quiet)
    return Result(command, Path(given["output"]), report, found, of_source, keep)


def command_line(command: str, given: Mapping[str, Any]) -> list[str]:
    """The command line of flags. The program says what is wrong with them.

    Raises UsageError for a flag that is no argument of the command here.
    """
    declared = {flag["name"]: flag for flag in _declared.command(declaration(), command)["flags"]}
    line, repeated = [], []
    for name, value in given.items():
        if name in _declared.OWN:
            raise UsageError(f"{command}() has no argument {name}")
        flag = declared.get(name, {})
        if value is None or value is False and flag.get("type") != "bool":
            continue
        if value is True:
            line.append(f"--{name}")
        elif isinstance(value, (list, tuple)) and flag.get("repeat") and flag["type"] != "stringSlice":
            repeated.append([f"--{name}={_text(v)}" for v in value])
        else:
            line.append(f"--{name}={_text(value)}")
    # In turn: a --pre_glob belongs to the --pre before it.
    return line + [flag for turn in itertools.zip_longest(*repeated) for flag in turn if flag is not None]


def _text(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(_text, value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
