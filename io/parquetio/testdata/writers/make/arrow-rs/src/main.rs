//! Makes the Parquet files of arrow-rs in the working directory: cargo run
use std::{fs::File, sync::Arc};

use arrow_array::builder::{Int32Builder, ListBuilder, StringBuilder};
use arrow_array::*;
use arrow_schema::{DataType, Field};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::schema::types::ColumnPath;

const ROWS: usize = 14;

fn batch() -> RecordBatch {
    let texts: Vec<Option<String>> = (0..ROWS)
        .map(|i| match i {
            3 => None,
            8 => Some(String::new()),
            _ => Some(format!("Text {} of a small file. It has two sentences, 中文。", i % 5)),
        })
        .collect();
    let mut tags = ListBuilder::new(StringBuilder::new());
    let mut counts = ListBuilder::new(ListBuilder::new(Int32Builder::new()));
    for i in 0..ROWS {
        for j in 0..i % 4 {
            if j == 1 {
                tags.values().append_null()
            } else {
                tags.values().append_value(format!("t{j}"))
            }
            counts.values().values().append_value(j as i32);
            counts.values().append(j != 2);
        }
        tags.append(i % 5 != 4);
        counts.append(true);
    }
    let n: ArrayRef = Arc::new(Int64Array::from_iter((0..ROWS).map(|i| if i % 3 == 2 { None } else { Some(i as i64 * -1000) })));
    let name: ArrayRef = Arc::new(StringArray::from_iter_values((0..ROWS).map(|i| format!("name {}", i % 3))));
    let meta = StructArray::from(vec![
        (Arc::new(Field::new("n", DataType::Int64, true)), n.clone()),
        (Arc::new(Field::new("name", DataType::Utf8, false)), name.clone()),
    ]);
    RecordBatch::try_from_iter_with_nullable(vec![
        ("id", Arc::new(StringArray::from_iter_values((0..ROWS).map(|i| format!("doc-{i:02}")))) as ArrayRef, false),
        ("text", Arc::new(StringArray::from(texts)) as ArrayRef, true),
        ("flag", Arc::new(BooleanArray::from_iter((0..ROWS).map(|i| if i % 4 == 3 { None } else { Some(i % 3 == 0) }))) as ArrayRef, true),
        ("required", Arc::new(BooleanArray::from_iter((0..ROWS).map(|i| Some(i % 5 < 3)))) as ArrayRef, false),
        ("n", n, true),
        ("i32", Arc::new(Int32Array::from_iter_values((0..ROWS).map(|i| i as i32 - 7))) as ArrayRef, false),
        ("f32", Arc::new(Float32Array::from_iter_values((0..ROWS).map(|i| i as f32 / 3.0))) as ArrayRef, false),
        ("f64", Arc::new(Float64Array::from_iter_values((0..ROWS).map(|i| i as f64 / 7.0))) as ArrayRef, false),
        ("fixed", Arc::new(FixedSizeBinaryArray::try_from_iter((0..ROWS).map(|i| vec![i as u8; 5])).unwrap()) as ArrayRef, false),
        ("when", Arc::new(TimestampMicrosecondArray::from_iter_values((0..ROWS).map(|i| i as i64 * 1_000_001)).with_timezone("UTC")) as ArrayRef, false),
        ("price", Arc::new(Decimal128Array::from_iter_values((0..ROWS).map(|i| i as i128 * -12345)).with_precision_and_scale(20, 3).unwrap()) as ArrayRef, false),
        ("tags", Arc::new(tags.finish()) as ArrayRef, true),
        ("counts", Arc::new(counts.finish()) as ArrayRef, true),
        ("meta", Arc::new(meta) as ArrayRef, true),
    ])
    .unwrap()
}

fn write(name: &str, properties: WriterPropertiesBuilder) {
    let batch = batch();
    let properties = properties.set_write_batch_size(2).set_data_page_row_count_limit(3).build();
    let mut w = ArrowWriter::try_new(File::create(format!("arrow-rs-{name}.parquet")).unwrap(), batch.schema(), Some(properties)).unwrap();
    for from in (0..ROWS).step_by(5) {
        w.write(&batch.slice(from, 5.min(ROWS - from))).unwrap();
        w.flush().unwrap();
    }
    w.close().unwrap();
}

fn main() {
    let new = WriterProperties::builder;
    write("default", new());
    write("v2", new().set_writer_version(WriterVersion::PARQUET_2_0));
    write("v2-no-dictionary", new().set_writer_version(WriterVersion::PARQUET_2_0).set_dictionary_enabled(false).set_compression(Compression::LZ4_RAW));
    write("plain", new().set_dictionary_enabled(false).set_compression(Compression::SNAPPY));
    write("chunk-statistics", new().set_statistics_enabled(EnabledStatistics::Chunk).set_compression(Compression::ZSTD(Default::default())));
    write("no-statistics", new().set_statistics_enabled(EnabledStatistics::None).set_compression(Compression::GZIP(Default::default())));
    write("bloom", new().set_bloom_filter_enabled(true).set_bloom_filter_max_ndv(14).set_compression(Compression::BROTLI(Default::default())));
    let column = |names: &[&str]| ColumnPath::new(names.iter().map(|s| s.to_string()).collect());
    write(
        "encodings",
        new()
            .set_dictionary_enabled(false)
            .set_column_encoding(column(&["id"]), Encoding::DELTA_BYTE_ARRAY)
            .set_column_encoding(column(&["text"]), Encoding::DELTA_LENGTH_BYTE_ARRAY)
            .set_column_encoding(column(&["flag"]), Encoding::RLE)
            .set_column_encoding(column(&["required"]), Encoding::RLE)
            .set_column_encoding(column(&["n"]), Encoding::DELTA_BINARY_PACKED)
            .set_column_encoding(column(&["i32"]), Encoding::BYTE_STREAM_SPLIT)
            .set_column_encoding(column(&["f32"]), Encoding::BYTE_STREAM_SPLIT)
            .set_column_encoding(column(&["fixed"]), Encoding::DELTA_BYTE_ARRAY)
            .set_column_encoding(column(&["price"]), Encoding::BYTE_STREAM_SPLIT),
    );
}
