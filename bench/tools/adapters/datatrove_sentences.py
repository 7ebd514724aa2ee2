"""datatrove_sentences.py INPUT OUTPUT: what datatrove's sentence deduplication leaves: three sentences in a row are one span."""
import os
import sys

try:
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import SentenceDedupFilter, SentenceDedupSignature, SentenceFindDedups
    from datatrove.pipeline.dedup.sentence_dedup import SentDedupConfig
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers import JsonlWriter
except ImportError:
    sys.exit(3)
source, output = sys.argv[1:3]
folder = os.path.dirname(output)
config = SentDedupConfig(n_sentences=3, split_sentences=True, only_dedup_in_index=False, min_doc_words=1)
reader = JsonlReader(os.path.dirname(source), glob_pattern=os.path.basename(source))
at = lambda name: os.path.join(folder, name)
for steps in (
    [reader, SentenceDedupSignature(output_folder=at("signatures"), config=config, finder_workers=1)],
    [SentenceFindDedups(data_folder=at("signatures"), output_folder=at("duplicates"), config=config)],
    [reader, SentenceDedupFilter(data_folder=at("duplicates"), config=config), JsonlWriter(folder, output_filename="left${rank}.jsonl", compression=None)],
):
    LocalPipelineExecutor(pipeline=steps, tasks=1, workers=1, logging_dir=at("logs"), skip_completed=False).run()
