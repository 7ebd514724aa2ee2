// Package shardio writes results: streams of lines, each sorted over the whole result
// and cut into files, in a folder that appears whole or not at all.
//
// Workers sort the lines of a shard and write them as runs to a file (Write), outside of memory if
// the shard is large. A small stage, which sees a sample of the lines, cuts each stream into ranges
// of about 64 MB. Workers then merge the runs, each worker only its ranges, and write a file for
// each range: JSON Lines, or what another package has registered (RegisterFiles). All of this
// happens in a folder with a temporary name. The program that started the job, and knows that it
// succeeded, gives the folder its name (Output.Commit). Runs and files have fixed names and are
// renamed into place, so that a stage may be tried again.
package shardio

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
)

func init() {
	dofn.Direct(func(fn *packFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].([]byte), a[1].([]byte), a[2].(func(int, []byte)))}
	})
	dofn.Direct(func(fn *packBatchFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].([]byte), a[1].(func(int, []byte)))}
	})
	dofn.Plain(&runFn{})
	dofn.Plain(&sumFn{})
	dofn.Plain(&planFn{})
	dofn.Plain(&spanFn{})
	dofn.Plain(&finishFn{})
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
	register.Iter1[int64]()
}

// Params configures Write.
type Params struct {
	// Dir is the folder under its temporary name (Output.Dir). Every worker must see it.
	//
	// Required.
	Dir string
	// Shards is the number of files of sorted runs. It never changes the result.
	//
	// Required.
	Shards int
	// Spool is the folder for blocks of lines (package spool), or "".
	Spool string
	// Memory is the number of bytes that one worker may use. With a Spool, the lines of a shard that
	// is larger than a share of it are sorted outside of memory; without one, every shard is sorted
	// in memory. With less memory, open blocks and the buffers of runs are smaller. It never changes
	// the result. 0: it is enough.
	Memory int64
	// Parameters is the JSON of the job's parameters, for summary.json.
	Parameters []byte
}

// Stream is the lines of one kind of a result.
type Stream struct {
	// Name begins the names of its files: NAME-00000-of-00001.jsonl.
	Name string
	// Lines is a PCollection<KV<[]byte,[]byte>> of sort keys and lines without line ends.
	// Lines are sorted by key, as bytes; no key is the beginning of another one.
	Lines beam.PCollection
	// Batches, if it is valid, is in place of Lines: a PCollection<[]byte> of batches of lines
	// (package lines).
	Batches beam.PCollection
	// More are further collections like Lines. If the caller flattened them, the embedded
	// runner would keep every line at once.
	More []beam.PCollection
	// Optional is true if a stream without a line has no file, and is not in the summary.
	Optional bool
	// Sinks are the names of the sinks that write the stream (RegisterFiles, RegisterSink).
	// Nil: JSONL.
	Sinks []string
}

// To returns the stream with these sinks in place of its own.
func (st Stream) To(sinks ...string) Stream {
	st.Sinks = sinks
	return st
}

// Write writes the streams, and summary.json with the sums of counts: one or more
// PCollection<KV<string,int64>>, in which LedgerPrefix begins the names that go to the ledger. A sum
// that does not fit in an int64 is the largest one, or the smallest.
// Write panics if p is not valid or a sink is not registered.
func Write(s beam.Scope, p Params, streams []Stream, counts ...beam.PCollection) {
	write(s, p, cutting{fileBytes, sampleBytes}, streams, counts...)
}

// cutting is the size of files, and the number of bytes that a sample represents.
type cutting struct{ file, sample int64 }

func write(s beam.Scope, p Params, size cutting, streams []Stream, counts ...beam.PCollection) {
	s = s.Scope("shardio.Write")
	if p.Dir == "" || p.Shards < 1 || p.Memory < 0 || len(streams) > 255 {
		panic(fmt.Sprintf("shardio.Write: Dir %q, %d shards, %d bytes of memory, %d streams", p.Dir, p.Shards, p.Memory, len(streams)))
	}
	names := make([]string, len(streams))
	sinksOf, optional := make([][]string, len(streams)), make([]bool, len(streams))
	var parts []beam.PCollection
	for i, st := range streams {
		names[i], sinksOf[i], optional[i] = st.Name, st.Sinks, st.Optional
		if st.Sinks == nil {
			sinksOf[i] = []string{JSONL}
		}
		for _, name := range sinksOf[i] {
			if _, err := sinkOf(name); err != nil {
				panic(fmt.Sprintf("shardio.Write: stream %s: there is no sink %q", st.Name, name))
			}
		}
		pack := packer{Stream: i, Shards: p.Shards, Spool: p.Spool, Memory: p.Memory}
		lines := st.More
		if st.Batches.IsValid() {
			parts = append(parts, beam.ParDo(s, &packBatchFn{pack}, st.Batches))
		} else {
			lines = append([]beam.PCollection{st.Lines}, lines...)
		}
		for _, l := range lines {
			parts = append(parts, beam.ParDo(s, &packFn{pack}, l))
		}
	}
	packed := beam.Flatten(s, parts...)
	runs := beam.ParDo(s, &runFn{Dir: p.Dir, SampleBytes: size.sample, Spool: p.Spool, Memory: p.Memory}, beam.GroupByKey(s, packed))
	sums := beam.ParDo(s, &sumFn{}, beam.GroupByKey(s, beam.Flatten(s, counts...)))
	// A job without a line still finishes: it writes empty files.
	start := beam.ParDo(s, &startFn{}, beam.Impulse(s))
	plan := &planFn{Streams: names, Sinks: sinksOf, Optional: optional, FileBytes: size.file, Parameters: string(p.Parameters)}
	planned, summary := beam.ParDo2(s, plan, beam.GroupByKey(s, beam.Flatten(s, runs, sums, start)))
	written := beam.ParDo(s, &spanFn{Dir: p.Dir, Streams: names, Memory: p.Memory}, beam.GroupByKey(s, planned))
	beam.ParDo0(s, &finishFn{Dir: p.Dir}, beam.GroupByKey(s, beam.Flatten(s, written, summary)))
}

// item is what planFn receives, as JSON: a run, or a count.
type item struct {
	Stream int      `json:"stream,omitempty"`
	Run    *runInfo `json:"run,omitempty"`
	Count  string   `json:"count,omitempty"`
	N      int64    `json:"n,omitempty"`
}

// asJSON returns v, which is a struct of this package or a summary, as JSON.
func asJSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the parameters stay as they are
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("shardio: %+v: %v", v, err)) // such a value is always JSON
	}
	return b.Bytes()
}

// startFn makes the item that is always there.
type startFn struct{}

func (fn *startFn) ProcessElement(_ []byte) (int, []byte) { return 0, asJSON(item{}) }

func init() { dofn.Plain(&startFn{}) }
