"""textdedup_minhash.py INPUT OUTPUT: what text-dedup's MinHash leaves, with its own settings, in one process."""
import importlib.util
import json
import os
import subprocess
import sys

if not importlib.util.find_spec("text_dedup"):
    sys.exit(3)
import datasets

source, output = sys.argv[1:3]
folder = os.path.dirname(output)
at = lambda name: os.path.join(folder, name)
subprocess.run([
    sys.executable, "-m", "text_dedup.minhash", "--path", "json", "--data_files", source, "--split", "train", "--cache_dir", at("cache"),
    "--output", at("kept"), "--column", "text", "--num_proc", "1",
], check=True, stdout=subprocess.DEVNULL, stderr=sys.stderr)
with open(output, "w") as out:
    for row in datasets.load_from_disk(at("kept")):
        out.write(json.dumps({"id": row["id"], "text": row["text"]}, ensure_ascii=False) + "\n")
