"""The command `diagonal` of an installed wheel. It imports nothing of the package, so it starts at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Becomes the program of the package."""
    program = Path(__file__).parent / "diagonal" / "bin" / ("diagonal.exe" if os.name == "nt" else "diagonal")
    if not program.exists():
        sys.exit(f"diagonal: {program} is missing: install a wheel for this platform")
    if os.name == "nt":
        sys.exit(subprocess.call([program, *sys.argv[1:]]))
    os.execv(program, [str(program), *sys.argv[1:]])
