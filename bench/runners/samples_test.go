package main

import (
	"maps"
	"testing"
)

const printed = `jdk.ExecutionSample {
  sampledThread = "main" (javaThreadId = 1)
  stackTrace = [
    java.util.Arrays.copyOf(byte[], int) line: 1
    java.io.ByteArrayOutputStream.write(byte[], int, int) line: 2
    org.apache.beam.sdk.coders.ByteArrayCoder.encode(byte[], OutputStream) line: 3
    org.apache.flink.runtime.operators.sort.NormalizedKeySorter.write(Object) line: 4
  ]
}

jdk.ExecutionSample {
  stackTrace = [
    java.util.HashMap.put(Object, Object) line: 1
    org.apache.flink.runtime.operators.sort.QuickSort.sort(IndexedSortable) line: 2
  ]
}

jdk.ExecutionSample {
  stackTrace = [
    java.util.HashMap.put(Object, Object) line: 1
    java.lang.Thread.run() line: 2
  ]
}
`

// The line nearest to the top of a stack that has a kind decides; a stack without one is the rest.
func TestByKind(t *testing.T) {
	want := map[string]float64{serialisation: sampleSeconds, sorting: sampleSeconds, other: sampleSeconds}
	if got := byKind([]byte(printed)); !maps.Equal(got, want) {
		t.Errorf("byKind = %v, want %v", got, want)
	}
}
