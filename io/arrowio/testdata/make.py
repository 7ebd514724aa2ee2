"""Writes the rows of ../../parquetio/testdata/pyarrow-zstd.parquet as Arrow IPC. Needs pyarrow and polars."""
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import polars as pl

table = pq.read_table("../../parquetio/testdata/pyarrow-zstd.parquet")
for codec in None, "lz4", "zstd":
    options = pa.ipc.IpcWriteOptions(compression=codec)
    with pa.ipc.new_file(f"pyarrow-{codec or 'plain'}.arrow", table.schema, options=options) as w:
        w.write_table(table, max_chunksize=3)
with pa.ipc.new_stream("pyarrow.arrows", table.schema) as w:
    w.write_table(table, max_chunksize=3)
category = table.set_column(table.schema.get_field_index("text"), "text", table["text"].dictionary_encode())
with pa.ipc.new_file("pyarrow-category.arrow", category.schema) as w:
    w.write_table(category)
pa.feather.write_feather(table, "pyarrow.feather")
pa.feather.write_feather(table.select(["id", "text", "n"]).combine_chunks(), "version1.feather", version=1)
frame = pl.from_arrow(table)
frame.write_ipc("polars.arrow")
frame.write_ipc("polars-zstd.arrow", compression="zstd", compat_level=pl.CompatLevel.oldest())
frame.write_ipc_stream("polars.arrows")
