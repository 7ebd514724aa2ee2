# shellcheck shell=bash
# Flink, embedded in Beam's job server or as a standalone cluster. Read by serve.sh.
: "${work:?}" "${java_log?}" "${java_flags?}"

java_opens=()
for p in lang lang.reflect lang.invoke io net nio util util.concurrent util.concurrent.atomic util.concurrent.locks text time; do
  java_opens+=("--add-opens=java.base/java.$p=ALL-UNNAMED")
done
java_opens+=(--add-opens=java.base/sun.nio.ch=ALL-UNNAMED)

open_flink() {
  local cluster=$1 parallelism=$2 server=flink-$BEAM_FLINK-job-server-$BEAM master='[local]' conf=$work/conf slots=$2 network
  if [ "$cluster" = yes ] && [ "$RESTARTS" = 0 ]; then # else one TaskManager is enough to go on with
    slots=$(((parallelism + TASK_MANAGERS - 1) / TASK_MANAGERS))
  fi
  network=$((FLINK_NETWORK * parallelism))
  once "$server" fetch_job_server "org.apache.beam:beam-runners-flink-$BEAM_FLINK:$BEAM" "org.slf4j:slf4j-simple:$SLF4J"
  cat >"$conf/config.yaml" <<X
io.tmp.dirs: $work/tmp
parallelism.default: $parallelism
taskmanager.memory.managed.size: $((FLINK_MANAGED * slots))m
taskmanager.memory.network.min: ${network}m
taskmanager.memory.network.max: ${network}m
taskmanager.network.sort-shuffle.min-buffers: 64
X
  [ "$cluster" = no ] || flink_cluster
  start_job_server "-Xmx${JOB_SERVER_HEAP}m" -cp "$RUNNERS_DIR/$server/lib/*" org.apache.beam.runners.flink.FlinkJobServerDriver \
    --flink-master "$master" --flink-conf-dir "$conf"
}

# flink_cluster starts a JobManager and TaskManagers, and sets master. Nothing derives
# the memory of a TaskManager without the scripts of the distribution, which the
# package does not have: each size must be given.
flink_cluster() {
  local rest rpc i jars
  need_pip Flink
  once "flink-$FLINK" fetch_pip apache-flink-libraries "$FLINK"
  jars="$RUNNERS_DIR/flink-$FLINK/deps/lib/*" rest=$(free_port) rpc=$(free_port)
  cat >>"$conf/config.yaml" <<X
jobmanager.rpc.address: 127.0.0.1
jobmanager.rpc.port: $rpc
jobmanager.bind-host: 127.0.0.1
rest.address: 127.0.0.1
rest.bind-address: 127.0.0.1
rest.port: $rest
slot.request.timeout: 300000
heartbeat.timeout: 15000
heartbeat.interval: 3000
restart-strategy.type: $([ "$RESTARTS" = 0 ] && echo none || echo fixed-delay)
restart-strategy.fixed-delay.attempts: $RESTARTS
restart-strategy.fixed-delay.delay: 2 s
taskmanager.host: 127.0.0.1
taskmanager.bind-host: 127.0.0.1
taskmanager.numberOfTaskSlots: $slots
taskmanager.cpu.cores: $slots
taskmanager.memory.framework.heap.size: 128m
taskmanager.memory.framework.off-heap.size: 128m
taskmanager.memory.task.heap.size: $((TASK_HEAP - 128))m
taskmanager.memory.task.off-heap.size: 0m
taskmanager.memory.jvm-metaspace.size: 256m
taskmanager.memory.jvm-overhead.min: 192m
taskmanager.memory.jvm-overhead.max: 192m
X
  local java=(java "${java_flags[@]}" "${java_opens[@]}" "${java_log[@]}" -Djava.io.tmpdir="$work/tmp")
  start jobmanager "${java[@]}" "-Xmx${MASTER_HEAP}m" -cp "$jars" \
    org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint --configDir "$conf"
  for ((i = 1; i <= TASK_MANAGERS; i++)); do
    start "taskmanager-$i" "${java[@]}" "-Xmx${TASK_HEAP}m" "-XX:MaxDirectMemorySize=$((network + 256))m" -cp "$jars" \
      org.apache.flink.runtime.taskexecutor.TaskManagerRunner --configDir "$conf"
  done
  wait_for "taskmanager-$TASK_MANAGERS" flink_ready "$rest" $((slots * TASK_MANAGERS))
  master=127.0.0.1:$rest
  export FLINK_REST=$master # for the line about slots that are missing
}

# flink_ready PORT SLOTS reports whether the JobManager has all the slots.
flink_ready() { http_get "$1" /overview | grep -q "\"slots-available\":$2[,}]"; }
