"""The commands of the program as functions. The flags are what the program declares."""

from __future__ import annotations

import inspect
import itertools
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from . import _declared
from ._binary import declaration
from ._documents import Documents, Files, files
from ._errors import UsageError
from ._result import Index, Result
from ._run import run

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _declare(function: _Function) -> _Function:
    """Gives a function the docstring and the signature that the program declares."""
    declared = _declared.command(declaration(), function.__name__)
    function.__doc__ = _declared.docstring(declared)
    own = [p for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    flags = [inspect.Parameter(flag["name"], inspect.Parameter.KEYWORD_ONLY, default=None,
                               annotation=_declared.python_type(flag)) for flag in _declared.arguments(declared)]
    function.__signature__ = inspect.Signature([*own, *flags])  # type: ignore[attr-defined]
    return function


@_declare
def partial(documents: Documents, source: Documents | None = None, *, quiet: bool = False, **flags: Any) -> Result:
    return _search("partial", documents, source, quiet, flags)


@_declare
def resemblance(documents: Documents, source: Documents | None = None, *, quiet: bool = False, **flags: Any) -> Result:
    return _search("resemblance", documents, source, quiet, flags)


@_declare
def partition(documents: Documents, *, quiet: bool = False, **flags: Any) -> Result:
    return _search("partition", documents, None, quiet, flags)


@_declare
def reuse(documents: Documents, source: Documents | None = None, *, quiet: bool = False, **flags: Any) -> Result:
    return _search("reuse", documents, source, quiet, flags)


@_declare
def clean(documents: Documents, *, quiet: bool = False, **flags: Any) -> Result:
    return _search("clean", documents, None, quiet, flags)


@_declare
def lookup(documents: Documents, index: str | os.PathLike[str], *, quiet: bool = False, **flags: Any) -> Result:
    return _search("lookup", documents, None, quiet, {"index": index, **flags})


@_declare
def index(documents: Documents | None, index: str | os.PathLike[str], *, quiet: bool = False, **flags: Any) -> Index:
    _check("index", flags)
    given = [f"--index={os.fspath(index)}"]
    # lookup reads the documents again: those in memory stay beside the index, each time in a folder of their own.
    kept = Path(f"{os.path.abspath(index)}.documents", uuid.uuid4().hex[:16])
    try:
        if documents is not None:
            found = files(documents, kept, flags.get("id_field"), flags.get("text_field"))
            given += [f"--input={path}" for path in found.paths]
        return Index(index, run(["index", *given, *_line("index", flags, quiet)], quiet))
    except BaseException:
        if kept.exists():
            shutil.rmtree(kept)
            if not any(kept.parent.iterdir()):
                kept.parent.rmdir()
        raise


def _search(command: str, documents: Documents, source: Documents | None, quiet: bool, flags: Mapping[str, Any]) -> Result:
    """Runs a command that writes a result."""
    _check(command, flags)
    keep = tempfile.TemporaryDirectory(prefix="diagonal-")
    folder = Path(keep.name)
    fields = flags.get("id_field"), flags.get("text_field")
    found = files(documents, folder / "input", *fields)
    of_source = None if source is None else files(source, folder / "source", *fields)
    given = {"output": folder / "result", **flags}
    names = {flag["name"] for flag in _declared.command(declaration(), command)["flags"]}
    if "output_format" in names and flags.get("answer") != "text":
        given.setdefault("output_format", "parquet")
        if not _can_cut(command, found, of_source):
            given = {"with_text": True, **given}
    inputs = [f"--{name}={path}" for name, side in (("input", found), ("source", of_source)) if side for path in side.paths]
    report = run([command, *inputs, *_line(command, given, quiet)], quiet)
    return Result(command, Path(given["output"]), report, found, of_source, keep)


def _can_cut(command: str, documents: Files, source: Files | None) -> bool:
    """Whether texts can be cut from documents that are stored here."""
    return command != "lookup" and documents.stored and (source is None or source.stored) and "." not in documents.text_field + documents.id_field


def _check(command: str, flags: Mapping[str, Any]) -> None:
    for name in flags:
        if name in _declared.OWN - {"index"}:
            raise UsageError(f"{command}() has no argument {name}: the package sets --{name} itself")


def _line(command: str, given: Mapping[str, Any], quiet: bool) -> list[str]:
    """The command line of flags. The program says what is wrong with them."""
    declared = {flag["name"]: flag for flag in _declared.command(declaration(), command)["flags"]}
    line, repeated = ["--quiet"] if quiet else [], []
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
