"""Builds the wheels: python3 wheels.py --output=dist [--binary=PROGRAM] linux-amd64[=PROGRAM] darwin-arm64[=PROGRAM] ...

Each argument is a platform in Go's names, and the program for it, which Go builds if it is left out. --binary is
a program of the same version that runs here; by default the one for this platform. The same programs give the same bytes. Needs hatchling.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from hatch_build import build, this_platform

here = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", required=True, type=Path, help="folder of the wheels")
    parser.add_argument("--binary", type=Path, help="a program that runs here")
    parser.add_argument("platforms", nargs="+", metavar="PLATFORM[=PROGRAM]")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="diagonal-") as folder:
        programs = {}
        for target in given.platforms:
            platform, _, program = target.partition("=")
            programs[platform] = Path(program or Path(folder, platform)).resolve()
            if not program:
                system, machine = platform.split("-")
                build(programs[platform], GOOS=system, GOARCH=machine)
        here_runs = given.binary or programs.get(this_platform())
        if here_runs is None:
            parser.error(f"--binary is needed: none of the platforms is {this_platform()}, which this machine is")
        for platform, binary in programs.items():
            env = {**os.environ, "DIAGONAL_BINARY": str(here_runs.resolve()), "DIAGONAL_WHEEL_PLATFORM": platform,
                   "DIAGONAL_WHEEL_BINARY": str(binary)}
            subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", given.output.resolve()],
                           check=True, cwd=here, env=env)


if __name__ == "__main__":
    main()
