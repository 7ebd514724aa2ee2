package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// Kinds of a runner's work.
const (
	serialisation = "serialisation"
	transport     = "transport"
	sorting       = "sort and exchange"
	starting      = "classes and options"
	other         = "rest"
)

// kinds are the marks of a kind of work in a line of a stack. The line that is nearest to the top
// of the stack decides.
var kinds = []struct {
	mark, kind string
}{
	{"beam.sdk.coders", serialisation},
	{"beam.sdk.util.", serialisation},
	{"CoderTypeSerializer", serialisation},
	{"runners.flink.translation.types", serialisation},
	{"CoderHelpers", serialisation},
	{"spark.serializer", serialisation},
	{"com.esotericsoftware.kryo", serialisation},
	{"google.protobuf", serialisation},
	{"io.grpc", transport},
	{"io.netty", transport},
	{"beam.sdk.fn.data", transport},
	{"flink.runtime.operators.sort", sorting},
	{"flink.runtime.io", sorting},
	{"flink.core.memory", sorting},
	{"flink.runtime.memory", sorting},
	{"spark.util.collection", sorting},
	{"spark.shuffle", sorting},
	{"spark.storage", sorting},
	{"java.util.TimSort", sorting},
	{"java.lang.ClassLoader", starting},
	{"internal.loader", starting},
	{"github.classgraph", starting},
	{"sdk.options.PipelineOptions", starting},
	{"objectweb.asm", starting},
	{"internal.org.objectweb", starting},
	{"net.bytebuddy", starting},
}

// sampleSeconds is the time between two samples of a thread with the settings "profile".
const sampleSeconds = .01

// samples returns the CPU time of Java code by kind, in seconds, from a recording.
func samples(ctx context.Context, recording string) (map[string]float64, error) {
	cmd := exec.CommandContext(ctx, "jfr", "print", "--events", "jdk.ExecutionSample", "--stack-depth", "64", recording)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("jfr print: %w", err)
	}
	return byKind(out), nil
}

// byKind adds up samples as jfr prints them.
func byKind(printed []byte) map[string]float64 {
	seconds := map[string]float64{}
	kind, in := "", false
	lines := bufio.NewScanner(bytes.NewReader(printed))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		switch {
		case strings.HasPrefix(line, "stackTrace = ["):
			kind, in = other, true
		case in && line == "]":
			seconds[kind] += sampleSeconds
			in = false
		case in && kind == other:
			kind = kindOf(line)
		}
	}
	return seconds
}

// kindOf returns the kind of work of a line of a stack.
func kindOf(frame string) string {
	for _, k := range kinds {
		if strings.Contains(frame, k.mark) {
			return k.kind
		}
	}
	return other
}
