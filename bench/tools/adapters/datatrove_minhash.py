"""datatrove_minhash.py INPUT OUTPUT: what the four steps of datatrove's MinHash leave, with its own settings."""
import os
import sys

try:
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter, MinhashDedupSignature
    from datatrove.pipeline.dedup.minhash import MinhashConfig
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers import JsonlWriter
except ImportError:
    sys.exit(3)
source, output = sys.argv[1:3]
folder = os.path.dirname(output)
config = MinhashConfig()
reader = JsonlReader(os.path.dirname(source), glob_pattern=os.path.basename(source))
at = lambda name: os.path.join(folder, name)
for steps, tasks in (
    ([reader, MinhashDedupSignature(output_folder=at("signatures"), config=config)], 1),
    ([MinhashDedupBuckets(input_folder=at("signatures"), output_folder=at("buckets"), config=config)], config.num_buckets),
    ([MinhashDedupCluster(input_folder=at("buckets"), output_folder=at("remove"), config=config)], 1),
    ([reader, MinhashDedupFilter(input_folder=at("remove")), JsonlWriter(folder, output_filename="left${rank}.jsonl", compression=None)], 1),
):
    LocalPipelineExecutor(pipeline=steps, tasks=tasks, workers=1, logging_dir=at("logs"), skip_completed=False).run()
