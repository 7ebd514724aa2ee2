package local

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
)

// valuesOf returns a list of values.
func valuesOf(all ...any) (v values) {
	for _, value := range all {
		v.add(value)
	}
	return v
}

// read returns all values of a list, as text.
func read(t *testing.T, v *values) (all []string) {
	t.Helper()
	stream, err := v.Open()
	if err != nil {
		t.Fatal(err)
	}
	for {
		value, err := stream.Read()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprint(value.Elm))
	}
}

// Values come back as they were, whatever their size and type, and as often as they are read.
func TestValues(t *testing.T) {
	var given []any
	for _, n := range []int{0, 1, 127, 128, maxPacked, maxPacked + 1, 100_000} {
		given = append(given, bytes.Repeat([]byte{byte(n)}, n), n, fmt.Sprint("text", n))
	}
	for cut := range len(given) + 1 {
		v, w := valuesOf(given[:cut]...), valuesOf(given[cut:]...)
		v.join(&w)
		var want, wantBytes []string
		for _, value := range given {
			want = append(want, fmt.Sprint(value))
			if b, ok := value.([]byte); ok {
				wantBytes = append(wantBytes, fmt.Sprint(b))
			}
		}
		slices.Sort(want)
		slices.Sort(wantBytes)
		for range 2 {
			got := read(t, &v)
			slices.Sort(got)
			if !slices.Equal(got, want) || v.length != len(want) {
				t.Errorf("joined at %d: %d values come back, of a list of %d, want %d", cut, len(got),
					v.length, len(want))
			}
		}
		var gotBytes []string
		for b := range v.bytes() {
			if len(b) != cap(b) && len(b) <= maxPacked {
				t.Errorf("a value of %d bytes can be appended to, over the next one", len(b))
			}
			gotBytes = append(gotBytes, fmt.Sprint(b))
		}
		slices.Sort(gotBytes)
		if !slices.Equal(gotBytes, wantBytes) {
			t.Errorf("joined at %d: %d values are bytes, want %d", cut, len(gotBytes), len(wantBytes))
		}
	}
}

// BenchmarkWaiting reports the memory that a value of 20 bytes takes while it waits in a group of 4,000 keys, as the
// place of a block does.
func BenchmarkWaiting(b *testing.B) {
	const waiting, keys = 400_000, 4000
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for b.Loop() {
		before := heap()
		g := newGroup(nil)
		g.edge = &graph.MultiEdge{Input: make([]*graph.Inbound, 1)}
		part := &groupPart{of: g, key: exec.MakeElementEncoder(coder.NewVarInt()), index: map[string]int{}}
		for i := range waiting {
			if err := part.add(&exec.FullValue{Elm: int64(i % keys),
				Elm2: binary.BigEndian.AppendUint64(make([]byte, 12, 24), uint64(i))}); err != nil {
				b.Fatal(err)
			}
		}
		part.finish()
		b.ReportMetric(float64(heap()-before)/waiting, "bytes/value")
		runtime.KeepAlive(g)
	}
}
