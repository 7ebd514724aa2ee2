# shellcheck shell=bash
# Spark, embedded in Beam's job server or as a standalone cluster. Read by serve.sh.
: "${work:?}" "${java_log?}" "${java_flags?}"

java_opens=()
for p in java.lang java.lang.reflect java.lang.invoke java.io java.net java.nio java.util java.util.concurrent \
  java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.util.calendar sun.security.action; do
  java_opens+=("--add-opens=java.base/$p=ALL-UNNAMED")
done

# fetch_spark_server FOLDER: Spark's own jars are left out, and so are those that Spark
# has in another version.
fetch_spark_server() {
  local jar
  fetch_job_server "org.apache.beam:beam-runners-spark-$BEAM_SPARK:$BEAM" "$1"
  rm -f "$1"/lib/slf4j-api-1.*.jar # Spark brings slf4j 2
  for jar in "$1"/lib/*.jar; do
    [ ! -e "$RUNNERS_DIR/spark-$SPARK/deps/jars/${jar##*/}" ] || rm "$jar"
  done
}

open_spark() {
  local cluster=$1 parallelism=$2 server=spark-$SPARK-job-server-$BEAM master options=()
  need_pip Spark
  once "spark-$SPARK" fetch_pip pyspark "$SPARK"
  once "$server" fetch_spark_server
  export SPARK_HOME=$RUNNERS_DIR/spark-$SPARK/deps SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.12 SPARK_LOCAL_DIRS=$work/tmp
  master="local[$parallelism]"
  [ "$cluster" = no ] || spark_cluster "$parallelism"
  start_job_server "${options[@]}" "${java_log[@]}" -Dspark.ui.enabled=false -Dspark.default.parallelism="$parallelism" "-Xmx${JOB_SERVER_HEAP}m" \
    -cp "$RUNNERS_DIR/$server/lib/*:$SPARK_HOME/jars/*" org.apache.beam.runners.spark.SparkJobServerDriver --spark-master-url "$master"
}

# spark_cluster starts a Master and a Worker, and sets master and options.
spark_cluster() {
  local parallelism=$1 port web java guava
  port=$(free_port) web=$(free_port)
  java=(java "${java_flags[@]}" "${java_opens[@]}" "${java_log[@]}" "-Xmx${MASTER_HEAP}m" -Djava.io.tmpdir="$work/tmp" -cp "$SPARK_HOME/jars/*")
  start master "${java[@]}" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$port" --webui-port "$web"
  wait_for master open_port "$port"
  start worker "${java[@]}" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 \
    --cores "$parallelism" --memory "${EXECUTOR_MEMORY}m" --work-dir "$work/spark" "spark://127.0.0.1:$port"
  wait_for worker spark_ready "$web"
  master=spark://127.0.0.1:$port
  # Spark's guava comes first on the executors, and is older than the one that Beam needs.
  guava=("$RUNNERS_DIR/$server"/lib/guava-*.jar)
  options=("-Dspark.executor.extraClassPath=${guava[0]}" "-Dspark.executor.memory=${EXECUTOR_MEMORY}m")
}

# spark_ready PORT reports whether the Master has the Worker.
spark_ready() { http_get "$1" /json/ | grep -q '"aliveworkers" : 1'; }
