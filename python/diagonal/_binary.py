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

_here = Path(__file__).parent
_packed = _here / "bin" / ("diagonal.exe" if os.name == "nt" else "diagonal")
_written = _here / "_flags.json"  # what `diagonal flags` printed when the wheel was built


def find() -> Path:
    """The program: in the package, else DIAGONAL_BINARY, else in PATH. Raises Error if it is nowhere."""
    if _packed.exists():
        return _packed
    if named := os.environ.get("DIAGONAL_BINARY"):
        if shutil.which(named) is None:
            raise Error(f"DIAGONAL_BINARY={named} is not a program that can be run")
        return Path(named).resolve()
    if found := shutil.which("diagonal"):
        return Path(found)
    raise Error("the program diagonal is not in this package and not in PATH: install a wheel for "
                "this platform, or set DIAGONAL_BINARY to the path of the program")


@functools.cache
def ask(program: Path) -> dict[str, Any]:
    """What a program declares: ``version`` and ``commands``, each with its ``flags``."""
    done = subprocess.run([program, "flags"], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Error(f"{program} does not say its flags, so it is another program or an older version: "
                    f"{done.stderr.strip()}")
    return dict(json.loads(done.stdout))


@functools.cache
def declaration() -> dict[str, Any]:
    """What the program of this package declares; in a checkout, what the one that is found does."""
    if _written.exists():
        return dict(json.loads(_written.read_text(encoding="utf-8")))
    return ask(find())


def program() -> Path:
    """The program, which has the version of the package. Raises Error if it has another one."""
    path = find()
    if path != _packed:
        wanted, got = declaration()["version"], ask(path)["version"]
        if wanted != got:
            raise Error(f"{path} is version {got}, and this package needs version {wanted}: install that one, "
                        "or the wheel for this platform, which contains it")
    return path
