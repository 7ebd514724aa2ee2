# shellcheck shell=bash
# Starts a Beam runner on this machine, runs something on it, and ends all of it.
# run.sh reads this file, which wants $here, the folder of the project.

: "${here:?}"
# shellcheck source=/dev/null
source "$here/runners/settings.sh"
read -ra java_flags <<<"$JAVA_FLAGS"
java_flags+=("-Xss${JAVA_STACK}m")

say() { printf 'diagonal: %s\n' "$1" >&2; }
give_up() { say "$1"; exit "${2:-1}"; }

need_java() {
  { command -v java && command -v mvn; } >/dev/null ||
    give_up "--runner=$1 needs Java 17 and Maven, and java or mvn is not on the PATH: install openjdk-17-jdk-headless and maven, or what your system calls them" 2
  local version
  version=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
  case $version in
    11 | 17) ;;
    *) say "Java ${version:-of an unknown version} is not tested; 17 is" ;;
  esac
}

need_pip() {
  command -v pip >/dev/null || give_up "$1 comes from a Python package: install pip" 2
}

# once NAME COMMAND... makes the folder NAME of the cache with a command that is given
# the folder to fill, whole or not at all.
once() {
  local target=$RUNNERS_DIR/$1 fresh
  shift
  [ ! -d "$target" ] || return 0
  say "fetching ${target##*/}, once"
  fresh=$(mktemp -d "$RUNNERS_DIR/.fetch-XXXXXX")
  if ! "$@" "$fresh" >"$fresh.log" 2>&1; then
    tail -n 20 "$fresh.log" >&2
    rm -rf "$fresh" "$fresh.log"
    give_up "could not fetch ${target##*/}; is there a network, and does Maven or pip find its registry?"
  fi
  rm -f "$fresh.log"
  mv -T "$fresh" "$target" 2>/dev/null || rm -rf "$fresh" # somebody else was faster
  [ -d "$target" ]
}

# fetch_maven GROUP:ARTIFACT:VERSION... FOLDER puts artifacts and what they need in FOLDER/lib.
fetch_maven() {
  local folder=${*: -1} artifact
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>local</groupId><artifactId>job-server</artifactId><version>1</version><dependencies>'
    for artifact in "${@:1:$#-1}"; do
      IFS=: read -r group name version <<<"$artifact"
      echo "<dependency><groupId>$group</groupId><artifactId>$name</artifactId><version>$version</version></dependency>"
    done
    echo '</dependencies></project>'
  } >"$folder/pom.xml"
  (cd "$folder" && mvn -q -B "org.apache.maven.plugins:maven-dependency-plugin:$MAVEN_DEPENDENCY_PLUGIN:copy-dependencies" \
    -DincludeScope=runtime -DoutputDirectory=lib)
}

# fetch_pip PACKAGE VERSION FOLDER unpacks the source archive of a package.
fetch_pip() {
  pip download -q --no-deps --no-binary "$1" -d "$3/download" "$1==$2"
  tar xzf "$3"/download/*.tar.gz -C "$3" --strip-components=1
  rm -r "$3/download"
}

# fetch_job_server RUNNER... FOLDER puts a job server of Beam in FOLDER/lib: a runner, what else it
# needs, and the parts of Beam that other versions may come with.
fetch_job_server() {
  fetch_maven "${@:1:$#-1}" "org.apache.beam:beam-runners-java-job-service:$BEAM_JOB_SERVICE" \
    "org.apache.beam:beam-sdks-java-harness:$BEAM" "org.apache.beam:beam-sdks-java-expansion-service:$BEAM" "${*: -1}"
}

# The processes of the runner, which end when this script does.
pids=()
work=

# start NAME COMMAND... starts a process of the runner; its output is NAME.log.
start() {
  local name=$1 bound=()
  shift
  # Where the kernel can, it ends the process even if this script is killed.
  ! command -v setpriv >/dev/null || bound=(setpriv --pdeathsig TERM)
  TMPDIR=$work/tmp "${bound[@]}" "$@" >"$work/log/$name.log" 2>&1 </dev/null &
  pids+=($!)
}

# alive NAME tells of the process that was started last if it has ended.
alive() {
  kill -0 "${pids[-1]}" 2>/dev/null || give_up "the $1 ended: $(grep -aEm1 'Exception|Error' "$work/log/$1.log" || tail -n 1 "$work/log/$1.log") (see $RUNNERS_DIR/log/$1.log)"
}

# wait_for NAME COMMAND... waits until a command succeeds while the last process runs.
wait_for() {
  local name=$1 i
  shift
  for ((i = 0; i < 480; i++)); do
    ! "$@" >/dev/null 2>&1 || return 0
    alive "$name"
    sleep .25
  done
  give_up "the $name does not answer (see $RUNNERS_DIR/log/$name.log)"
}

free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    (echo >"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

open_port() { (echo >"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# http_get PORT PATH prints what a server on this machine answers.
http_get() {
  local stream
  exec {stream}<>"/dev/tcp/127.0.0.1/$1" || return
  printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$2" >&"$stream"
  cat <&"$stream"
  exec {stream}>&-
}

# What RUNNER.sh sets: the packages that Java must open; and for logs to be written at all.
java_opens=()
java_log=()

# start_job_server CLASS OPTION... starts Beam's job server, and sets endpoint.
endpoint=
start_job_server() {
  start job-server java "${java_flags[@]}" "${java_opens[@]}" -Djava.io.tmpdir="$work/tmp" "$@" --job-host localhost --job-port 0 \
    --artifact-port 0 --expansion-port -1 --artifacts-dir "$work/artifacts"
  wait_for job-server grep -aq 'JobService started on' "$work/log/job-server.log"
  # shellcheck disable=SC2034
  endpoint=$(sed -n 's/.*JobService started on \([^ ]*:[0-9]*\).*/\1/p' "$work/log/job-server.log" | head -n 1)
}

# open_runner RUNNER CLUSTER PARALLELISM starts a runner: embedded in the job server, or
# with CLUSTER=yes a cluster of its own processes.
open_runner() {
  need_java "$1"
  mkdir -p "$RUNNERS_DIR/log"
  RUNNERS_DIR=$(cd "$RUNNERS_DIR" && pwd)
  local old pid
  for old in "$RUNNERS_DIR"/run-*-*; do # of runs that were killed
    pid=${old##*/run-} pid=${pid%%-*}
    kill -0 "$pid" 2>/dev/null || rm -rf "$old"
  done
  work=$(mktemp -d "$RUNNERS_DIR/run-$$-XXXXXX")
  mkdir "$work/log" "$work/tmp" "$work/conf"
  trap close_runner EXIT
  cat >"$work/conf/log4j.properties" <<'X'
rootLogger.level=INFO
rootLogger.appenderRef.c.ref=C
appender.c.name=C
appender.c.type=CONSOLE
appender.c.target=SYSTEM_ERR
appender.c.layout.type=PatternLayout
appender.c.layout.pattern=%d{HH:mm:ss} %p %c{1} %m%n
X
  # shellcheck disable=SC2034
  java_log=("-Dlog4j.configurationFile=$work/conf/log4j.properties" "-Dlog4j2.configurationFile=$work/conf/log4j.properties")
  # shellcheck source=/dev/null
  source "$here/runners/$1.sh"
  "open_$1" "$2" "$3"
}

# close_runner ends every process that was started, and waits for it.
close_runner() {
  local p i
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do kill "${pids[i]}" 2>/dev/null || true; done
  for ((i = 0; i < 40; i++)); do
    for p in "${pids[@]}"; do ! kill -0 "$p" 2>/dev/null || { sleep .25; continue 2; }; done
    break
  done
  for p in "${pids[@]}"; do
    kill -9 "$p" 2>/dev/null || true
    wait "$p" 2>/dev/null || true
  done
  pids=()
  if [ -n "$work" ]; then
    mv -f "$work"/log/*.log "$RUNNERS_DIR/log/" 2>/dev/null || true
    rm -rf "$work"
  fi
}

# on_runner COMMAND... runs a command that may be interrupted, hands signals on to it,
# and returns its exit code.
on_runner() {
  local pid code
  "$@" <&0 &
  pid=$!
  trap 'kill -INT "$pid" 2>/dev/null' INT
  trap 'kill -TERM "$pid" 2>/dev/null' TERM HUP
  while :; do
    code=0
    wait "$pid" || code=$?
    kill -0 "$pid" 2>/dev/null || break # else a signal has ended the wait
  done
  # The wait that a signal ended has not seen the exit code.
  wait "$pid" 2>/dev/null || code=$?
  trap - INT TERM HUP
  return "$code"
}
