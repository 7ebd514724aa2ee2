"""Makes the Parquet files of Spark in the working directory: pip install pyspark && python spark.py (with Java 17)."""
import glob
import shutil
import tempfile

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

made = tempfile.mkdtemp()

spark = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.driver.memory", "600m")
         .config("spark.sql.shuffle.partitions", "1").getOrCreate())
rows = (
    spark.range(0, 14, 1, 1)
    .withColumn("text", f.expr("case id when 3 then null when 8 then '' else concat('Text ', id % 5, ' of a small file. 中文。') end"))
    .withColumn("flag", f.expr("case id % 4 when 3 then null else id % 3 = 0 end"))
    .withColumn("byte", f.expr("cast(id - 7 as byte)"))
    .withColumn("f32", f.expr("cast(id / 3 as float)"))
    .withColumn("dec9", f.expr("cast(id / 4 as decimal(9, 2))"))
    .withColumn("dec30", f.expr("cast(-id as decimal(30, 4))"))
    .withColumn("day", f.expr("date_add(date'1898-02-01', cast(id as int))"))
    .withColumn("at", f.expr("timestamp'2020-01-01 00:00:00' + make_interval(0, 0, 0, cast(id as int))"))
    .withColumn("raw", f.expr("encode(concat('x', id), 'utf-8')"))
    .withColumn("tags", f.expr("case id % 5 when 4 then null else transform(sequence(1, cast(id % 4 as int) + 1), x -> if(x = 2, null, concat('t', x))) end"))
    .withColumn("map", f.expr("map('a', id, 'b', null)"))
    .withColumn("meta", f.expr("named_struct('a', id, 'b', named_struct('c', array(named_struct('d', id))))"))
)
for name, options in {
    "default": {},
    "v2": {"parquet.writer.version": "PARQUET_2_0"},
    "v2-no-dictionary": {"parquet.writer.version": "PARQUET_2_0", "parquet.enable.dictionary": "false", "compression": "zstd"},
    "no-dictionary": {"parquet.enable.dictionary": "false", "compression": "gzip"},
    "bloom": {"parquet.bloom.filter.enabled#id": "true", "parquet.bloom.filter.expected.ndv#id": "14", "compression": "lz4_raw"},
    "uncompressed": {"compression": "uncompressed", "parquet.page.row.count.limit": "3"},
}.items():
    rows.write.mode("overwrite").options(**options).parquet(made)
    shutil.copy(glob.glob(made + "/*.parquet")[0], f"spark-{name}.parquet")
for name, conf in {"legacy": "spark.sql.parquet.writeLegacyFormat=true", "int96": "spark.sql.parquet.outputTimestampType=INT96"}.items():
    key, value = conf.split("=")
    spark.conf.set(key, value)
    rows.write.mode("overwrite").parquet(made)
    shutil.copy(glob.glob(made + "/*.parquet")[0], f"spark-{name}.parquet")
    spark.conf.unset(key)
shutil.rmtree(made)
