"""Makes the Parquet files of pyarrow, Polars, DuckDB and fastparquet in the working directory.

pip install pyarrow polars duckdb fastparquet && python python.py
"""
import datetime as dt
import decimal

import duckdb
import fastparquet
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 14
texts = [f"Text {i % 5} of a small file. It has two sentences, 中文。" for i in range(ROWS)]
texts[3], texts[8] = None, ""


def some(f, nulls=4):
    return [None if i % nulls == nulls - 1 else f(i) for i in range(ROWS)]


wide = pa.table({
    "text": pa.array(texts),
    "id": [f"doc-{i:02}" for i in range(ROWS)],
    "flag": pa.array([i % 3 == 0 for i in range(ROWS)]),
    "maybe": pa.array(some(lambda i: i % 2 == 0)),
    "i8": pa.array(some(lambda i: i - 7), pa.int8()),
    "u16": pa.array(some(lambda i: 60000 + i), pa.uint16()),
    "u32": pa.array([2**32 - 1 - i for i in range(ROWS)], pa.uint32()),
    "i64": pa.array(some(lambda i: (-1) ** i * 10**12 * i), pa.int64()),
    "u64": pa.array([2**64 - 1 - i for i in range(ROWS)], pa.uint64()),
    "f16": pa.array(np.arange(ROWS, dtype=np.float16)),
    "f32": pa.array(some(lambda i: i / 3), pa.float32()),
    "f64": pa.array(some(lambda i: float("nan") if i == 5 else i / 7), pa.float64()),
    "dec9": pa.array(some(lambda i: decimal.Decimal(i) / 4), pa.decimal128(9, 2)),
    "dec38": pa.array(some(lambda i: decimal.Decimal(i) * 10**20), pa.decimal128(38, 0)),
    "dec76": pa.array(some(lambda i: decimal.Decimal(-i) * 10**40), pa.decimal256(76, 2)),
    "day": pa.array(some(lambda i: dt.date(1898, 2, 1 + i))),
    "clock": pa.array(some(lambda i: dt.time(i, 1, 2, 3)), pa.time64("us")),
    "ms": pa.array(some(lambda i: i * 1000), pa.timestamp("ms")),
    "ns": pa.array(some(lambda i: i * 10**15 + 1), pa.timestamp("ns", "Europe/Rome")),
    "took": pa.array(some(lambda i: i), pa.duration("s")),
    "raw": pa.array(some(lambda i: bytes([255, i, 0])), pa.binary()),
    "fixed": pa.array(some(lambda i: bytes([i] * 5)), pa.binary(5)),
    "large": pa.array(some(lambda i: "x" * i), pa.large_string()),
    "view": pa.array(some(lambda i: f"view {i}"), pa.string_view()),
    "kind": pa.array(some(lambda i: f"kind {i % 3}")).dictionary_encode(),
    "nothing": pa.nulls(ROWS),
    "all_null": pa.array([None] * ROWS, pa.int32()),
    "tags": pa.array(some(lambda i: [None if j == 1 else f"t{j}" for j in range(i % 4)]), pa.list_(pa.string())),
    "deep": pa.array(some(lambda i: [[k for k in range(j)] for j in range(i % 3)]), pa.list_(pa.list_(pa.int16()))),
    "three": pa.array(some(lambda i: [i, i + 1, i + 2]), pa.list_(pa.float32(), 3)),
    "map": pa.array(some(lambda i: [(f"k{j}", j) for j in range(i % 3)]), pa.map_(pa.string(), pa.int32())),
    "meta": pa.array(some(lambda i: {"a": i, "b": {"c": [{"d": "e" * i}] * (i % 3)}}),
                     pa.struct([("a", pa.int64()), ("b", pa.struct([("c", pa.list_(pa.struct([("d", pa.string())])))]))])),
})
narrow = wide.select(["text", "id", "flag", "maybe", "i64", "f32", "raw", "fixed", "tags", "meta"])


def write(name, table=wide, **options):
    options = {"row_group_size": 5, "compression": "zstd", **options}
    pq.write_table(table, f"pyarrow-{name}.parquet", **options)


write("all")
write("all-plain", use_dictionary=False)
write("all-v2", data_page_version="2.0", version="2.6")
write("all-v2-plain", data_page_version="2.0", use_dictionary=False)
write("all-index", write_page_index=True, data_page_size=64, write_batch_size=3, max_rows_per_page=2)
write("all-sums", write_page_checksum=True, use_dictionary=False)
for codec in ["none", "snappy", "gzip", "brotli", "lz4"]:
    write(f"{codec}-v1", narrow, compression=codec)
    write(f"{codec}-v2-plain", narrow, compression=codec, data_page_version="2.0", use_dictionary=False)
write("codecs", narrow, compression={"text": "gzip", "id": "snappy", "i64": "brotli", "raw": "none"})
delta = {"text": "DELTA_LENGTH_BYTE_ARRAY", "id": "DELTA_BYTE_ARRAY", "flag": "RLE", "maybe": "RLE", "i64": "DELTA_BINARY_PACKED",
         "f32": "BYTE_STREAM_SPLIT", "raw": "DELTA_BYTE_ARRAY", "fixed": "BYTE_STREAM_SPLIT", "tags.list.element": "DELTA_LENGTH_BYTE_ARRAY"}
for version in ["1.0", "2.0"]:
    write(f"delta-v{version[0]}", narrow, use_dictionary=False, column_encoding=delta, data_page_version=version)
    write(f"rle-nulls-v{version[0]}", narrow.select(["text", "id", "flag", "maybe"]), use_dictionary=False,
          column_encoding={"flag": "RLE", "maybe": "RLE"}, data_page_version=version)
write("split", wide.select(["text", "id", "i8", "u32", "i64", "f16", "f64", "dec38"]), use_dictionary=False,
      column_encoding={c: "BYTE_STREAM_SPLIT" for c in ["i8", "u32", "i64", "f16", "f64", "dec38"]})
write("packed", wide.select(["text", "id", "i8", "u32", "i64", "u64", "day", "ms"]), use_dictionary=False,
      column_encoding={c: "DELTA_BINARY_PACKED" for c in ["i8", "u32", "i64", "u64", "day", "ms"]})
write("delta-text", narrow.select(["text", "id"]), use_dictionary=False, column_encoding={"text": "DELTA_BYTE_ARRAY", "id": "PLAIN"})
write("some-dictionaries", narrow, use_dictionary=["id", "raw"])
write("dictionary-falls-back", narrow, dictionary_pagesize_limit=16, write_batch_size=2, data_page_size=32)
write("int96", wide.select(["text", "id", "ns"]), use_deprecated_int96_timestamps=True)
write("old-lists", narrow, use_compliant_nested_type=False, version="1.0")
write("no-statistics", narrow, write_statistics=False, store_schema=False)
write("sorted", narrow, sorting_columns=[pq.SortingColumn(1), pq.SortingColumn(0)])
write("bloom", narrow, bloom_filter_options={"id": {"ndv": 14}})
write("decimal-integers", wide.select(["text", "id", "dec9"]), store_decimal_as_integer=True)
write("no-rows", wide.slice(0, 0))
write("no-dictionary-one-group", narrow, use_dictionary=False, row_group_size=100)
write("pandas", pa.Table.from_pandas(narrow.select(["id", "text", "i64", "flag"]).to_pandas().set_index("id")))
write("huggingface", narrow.select(["id", "text", "tags"]).replace_schema_metadata({
    "huggingface": '{"info": {"features": {"id": {"dtype": "string", "_type": "Value"}, "text": {"dtype": "string", "_type": "Value"}}}}'}))
ids = pa.schema([pa.field(f.name, f.type, metadata={"PARQUET:field_id": str(100 + i)}) for i, f in enumerate(narrow.schema)])
write("field-ids", narrow.cast(ids))
required = pa.schema([pa.field("id", pa.string(), False), pa.field("text", pa.string(), False), pa.field("n", pa.int32(), False)])
write("required", pa.table({"id": wide["id"], "text": [t or "none" for t in texts], "n": pa.array(range(ROWS), pa.int32())}, schema=required))

frame = pl.from_arrow(wide.drop_columns(["dec76", "f16", "took", "three", "view", "map", "dec38"]))
for codec in ["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4"]:
    frame.select("text", "id", "flag", "i64", "f32", "tags", "meta", "kind").write_parquet(
        f"polars-{codec}.parquet", compression=codec, row_group_size=5, data_page_size=256)
frame.write_parquet("polars-all.parquet", row_group_size=5, statistics="full")
frame.write_parquet("polars-no-statistics.parquet", row_group_size=5, statistics=False)
frame.select("text", "id", pl.col("i64").cast(pl.Int128).alias("i128")).write_parquet("polars-int128.parquet")

duck = wide.drop_columns(["dec76", "f16", "three", "nothing", "took", "view", "kind"])
for name, options in {
    "v1": "", "v2": ", parquet_version v2", "v2-uncompressed": ", parquet_version v2, compression uncompressed",
    "gzip": ", compression gzip", "brotli": ", compression brotli", "lz4": ", compression lz4_raw", "snappy-v2": ", parquet_version v2, compression snappy",
    "no-dictionary": ", parquet_version v2, dictionary_size_limit 0", "ids": ", field_ids auto",
}.items():
    duckdb.sql(f"copy (select *, uuid '6f9619ff-8b86-d011-b42d-00cf4fc964ff' as uuid, interval 3 days as wait, "
               f"{{'x': i64}}::json as js, i64::hugeint as huge from duck) to 'duckdb-{name}.parquet' (format parquet, row_group_size 2048{options})")

table = narrow.select(["id", "text", "flag", "i64", "f32"]).to_pandas()
table["kind"] = pd.Categorical(wide["kind"].to_pylist())
table["when"] = pd.date_range("2020-01-01", periods=ROWS)
for codec in [None, "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4_RAW"]:
    fastparquet.write(f"fastparquet-{codec or 'none'}.parquet".lower(), table, compression=codec, row_group_offsets=[0, 5, 10])
fastparquet.write("fastparquet-int96.parquet", table, times="int96")
