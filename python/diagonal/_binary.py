"""Where the program is, and what it declares."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from ._errors import Error

_packed = Path(__file__).parent / "bin" / ("diagonal.exe" if os.name == "nt" else "diagonal")


@functools.cache
def program() -> Path:
    """The program: in the package, else DIAGONAL_BINARY, else in PATH. Raises Error if it is nowhere."""
    if _packed.exists():
        return _packed
    named = os.environ.get("DIAGONAL_BINARY")
    if found := shutil.which(named or "diagonal"):
        return Path(found).resolve()
    if named:
        raise Error(f"DIAGONAL_BINARY={named} is not a program that can be run")
    raise Error("the program diagonal is not in this package and not in PATH: install a wheel for "
                "this platform, or set DIAGONAL_BINARY to the path of the program")


@functools.cache
def declaration() -> dict[str, Any]:
    """What the program declares: its ``version``, and its ``commands``, each with its ``flags``."""
    done = subprocess.run([program(), "flags"], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Error(f"{program()} does not say its flags, so it is another program or an older version: {done.stderr.strip()}")
    return dict(json.loads(done.stdout))
