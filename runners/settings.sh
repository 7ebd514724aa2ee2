# shellcheck shell=bash disable=SC2034
# What run.sh fetches and starts for --runner=flink and --runner=spark. Each can be set
# in the environment. These versions are the tested ones.

# Beam's Java runners, and the Flink and Spark that they were built for. The job service, which takes
# jobs, has a version of its own.
: "${BEAM:=2.70.0}" "${BEAM_JOB_SERVICE:=2.65.0}" "${BEAM_FLINK:=1.19}" "${FLINK:=1.19.3}" "${BEAM_SPARK:=3}" "${SPARK:=3.5.8}"
: "${SLF4J:=2.0.16}" "${MAVEN_DEPENDENCY_PLUGIN:=3.6.1}"

# Memory, in MB. An embedded runner lives in the job server.
: "${JOB_SERVER_HEAP:=2048}"
# Flags of each JVM. A job spends more on compiling Java than on running it, so the second
# compiler is off: half of the CPU time of a job of 80 MB.
: "${JAVA_FLAGS:=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC}"
# The stack of a thread of Java, in MB. Flink writes the graph of a job by recursion, and that of
# `partition` is too deep for Java's own 1 MB.
: "${JAVA_STACK:=4}"
# Of Flink's memory outside the heap, for each task that runs at a time: managed memory,
# in which it sorts, spilling what it does not hold, and network buffers.
: "${FLINK_MANAGED:=256}" "${FLINK_NETWORK:=64}"
# Of each process of a standalone cluster.
: "${MASTER_HEAP:=512}" "${TASK_HEAP:=768}" "${EXECUTOR_MEMORY:=1024}"

# A standalone Flink cluster: how many TaskManagers, and how often a job is restarted
# after a failure.
: "${TASK_MANAGERS:=1}" "${RESTARTS:=0}"

# Where everything is kept. Safe to delete.
: "${RUNNERS_DIR:=$here/.runners}"
