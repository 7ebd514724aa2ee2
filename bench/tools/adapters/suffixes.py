"""suffixes.py INPUT OUTPUT PROGRAM: what is left without the ranges of deduplicate-text-datasets, of 100 equal bytes and more.

Texts are one file, with a separator and a number before each, so that no two texts are equal over their ends. The program lists places
with the same 100 bytes, in groups; here the first place of a group stays, and the others go.
"""
import glob
import json
import os
import subprocess
import sys

try:
    import numpy
except ImportError:
    sys.exit(3)
LENGTH = 100
source, output, program = sys.argv[1:4]
folder = os.path.dirname(output)
data, cache = os.path.join(folder, "texts"), os.path.join(folder, "cache")
os.makedirs(cache, exist_ok=True)
places, at = [], 0
with open(source) as lines, open(data, "wb") as out:
    for n, line in enumerate(lines):
        document = json.loads(line)
        text = document["text"].encode()
        out.write(b"\xff\xff" + n.to_bytes(4, "big") + text)
        places.append((at + 6, at + 6 + len(text), document["id"]))
        at += 6 + len(text)
for args in (
    ("make", "--data-file", data),
    ("self-similar", "--data-file", data, "--length-threshold", str(LENGTH), "--cache-dir", cache, "--num-threads", "1"),
):
    subprocess.run([program, *args], check=True, stdout=subprocess.DEVNULL, cwd=folder)
width = os.path.getsize(data + ".table.bin") // os.path.getsize(data)


def numbers(name):
    raw = numpy.fromfile(name, dtype=numpy.uint8).reshape(-1, width)
    return numpy.pad(raw, ((0, 0), (0, 8 - width))).view("<u8").ravel().astype(numpy.int64)


later = [numpy.empty(0, numpy.int64)]
for name in glob.glob(os.path.join(cache, "dups_texts_*")):
    at, sizes = numbers(name), numbers(name.replace("dups_", "sizes_"))
    if len(sizes):
        first = numpy.minimum.reduceat(at, numpy.cumsum(sizes) - sizes)
        later.append(at[at != numpy.repeat(first, sizes)])
later = numpy.sort(numpy.concatenate(later))
breaks = numpy.flatnonzero(numpy.diff(later) > LENGTH) + 1
ranges = [(int(part[0]), int(part[-1]) + LENGTH) for part in numpy.split(later, breaks) if len(part)]
with open(data, "rb") as f, open(output, "w") as out:
    i = 0
    for start, end, name in places:
        f.seek(start)
        text, parts, last = f.read(end - start), [], start
        while i < len(ranges) and ranges[i][1] <= start:
            i += 1
        j = i
        while j < len(ranges) and ranges[j][0] < end:
            a, b = ranges[j]
            j += 1
            parts.append(text[last - start:max(last, a) - start])
            last = max(last, b)
        parts.append(text[last - start:])
        left = b"".join(parts).decode(errors="ignore")
        if left.strip():
            out.write(json.dumps({"id": name, "text": left}, ensure_ascii=False) + "\n")
