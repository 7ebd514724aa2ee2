"""The commands of the program as functions. The flags are what the program declares."""

from __future__ import annotations

import inspect
import itertools
import os
import shutil
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _declared
from ._binary import declaration
from ._documents import Documents, Files, files
from ._errors import UsageError
from ._result import Index, Result
from ._run import run


def _function(command: str) -> Any:
    """The function of a command, with the signature and the docstring that the program declares."""
    declared = _declared.command(declaration(), command)
    signature = _declared.signature(declared)
    own = [p for p in signature.parameters.values() if p.name in _declared.OWN]
    # All other arguments are flags, and the program says which do not exist.
    taken = inspect.Signature([*own, inspect.Parameter("flags", inspect.Parameter.VAR_KEYWORD)])

    def function(*args: Any, **kwargs: Any) -> Any:
        given = taken.bind(*args, **kwargs)
        given.apply_defaults()
        for name in given.arguments["flags"]:
            if name in _declared.OWN:
                raise UsageError(f"{command}() has no argument {name}")
        return _index(**given.arguments) if command == "index" else _search(command, **given.arguments)

    function.__name__ = function.__qualname__ = command
    function.__doc__ = _declared.docstring(declared)
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def _index(documents: Documents | None, index: str | os.PathLike[str], quiet: bool, flags: Mapping[str, Any]) -> Index:
    """Makes or changes an index."""
    given = [f"--index={os.fspath(index)}"]
    # lookup reads the documents again: those in memory stay beside the index, each time in a folder of their own.
    kept = Path(f"{os.path.abspath(index)}.documents", uuid.uuid4().hex[:16])
    try:
        if documents is not None:
            found = files(documents, kept, flags.get("id_field"), flags.get("text_field"))
            given += [f"--input={path}" for path in found.paths]
        return Index(index, run(["index", *given, *_line("index", flags)], quiet))
    except BaseException:
        if kept.exists():
            shutil.rmtree(kept)
            if not any(kept.parent.iterdir()):
                kept.parent.rmdir()
        raise


def _search(command: str, documents: Documents, quiet: bool, flags: Mapping[str, Any], source: Documents | None = None,
            index: str | os.PathLike[str] | None = None) -> Result:
    """Runs a command that writes a result."""
    keep = tempfile.TemporaryDirectory(prefix="diagonal-")
    folder = Path(keep.name)
    fields = flags.get("id_field"), flags.get("text_field")
    found = files(documents, folder / "input", *fields)
    of_source = None if source is None else files(source, folder / "source", *fields)
    given = {"index": index, "output": folder / "result", **flags}
    names = {flag["name"] for flag in _declared.command(declaration(), command)["flags"]}
    if "output_format" in names and flags.get("answer") != "text":
        given.setdefault("output_format", "parquet")
        if command == "lookup" or not found.stored or not (of_source is None or of_source.stored):
            given = {"with_text": True, **given}
    inputs = [f"--{name}={path}" for name, side in (("input", found), ("source", of_source)) if side for path in side.paths]
    report = run([command, *inputs, *_line(command, given)], quiet)
    return Result(command, Path(given["output"]), report, found, of_source, keep)


def _line(command: str, given: Mapping[str, Any]) -> list[str]:
    """The command line of flags. The program says what is wrong with them."""
    declared = {flag["name"]: flag for flag in _declared.command(declaration(), command)["flags"]}
    line, repeated = [], []
    for name, value in given.items():
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


partial, resemblance, partition, reuse, clean, index, lookup = map(_function, _declared.NAMES)
