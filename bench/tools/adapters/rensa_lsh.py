"""rensa_lsh.py INPUT OUTPUT: documents that rensa's index of MinHash finds no earlier one like, at the threshold 0.8."""
import json
import sys

try:
    from rensa import RMinHash, RMinHashLSH
except ImportError:
    sys.exit(3)
index = RMinHashLSH(threshold=0.8, num_perm=128, num_bands=16)
kept = []
with open(sys.argv[1]) as lines, open(sys.argv[2], "w") as out:
    for n, line in enumerate(lines):
        words = json.loads(line)["text"].lower().split()
        sketch = RMinHash(num_perm=128, seed=42)
        sketch.update([" ".join(words[i:i + 5]) for i in range(max(1, len(words) - 4))])
        if any(kept[i].jaccard(sketch) >= 0.8 for i in index.query(sketch)):
            continue
        index.insert(len(kept), sketch)
        kept.append(sketch)
        out.write(line)
