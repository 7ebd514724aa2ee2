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

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
)

func init() {
	engine.RegisterMap[*packBatch]()
	engine.RegisterReduce[*runs]()
	engine.RegisterJoin[*sum]()
	engine.RegisterJoin[*plan]()
	engine.RegisterJoin[*spanWriter]()
	engine.RegisterJoin[*finish]()
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
		panic(fmt.Sprintf("shardio.Write: Dir %q, %d shards, %d bytes of memory, %d streams", p.Dir, p.Shards, p.Memory,
			len(streams)))
	}
	names := make([]string, len(streams))
	planned := &plan{
		Sinks: make([][]string, len(streams)), Optional: make([]bool, len(streams)), FileBytes: size.file,
		Parameters: string(p.Parameters),
	}
	var packed []engine.Blocks[line]
	for i, st := range streams {
		names[i], planned.Sinks[i], planned.Optional[i] = st.Name, st.Sinks, st.Optional
		if st.Sinks == nil {
			planned.Sinks[i] = []string{JSONL}
		}
		for _, name := range planned.Sinks[i] {
			if _, err := sinkOf(name); err != nil {
				panic(fmt.Sprintf("shardio.Write: stream %s: there is no sink %q", st.Name, name))
			}
		}
		packed = append(packed, st.pack(s, p.shuffle(), i)...)
	}
	planned.Streams = names
	lines := engine.From(shuffle.Flatten(s, packed...))
	made := engine.Reduce(s, p.shuffle(), "shardio.Runs",
		&runs{Dir: p.Dir, SampleBytes: size.sample, Lines: lines}).Made.Sent()
	sums := engine.Join(s, "shardio.Sum", &sum{}, engine.Counts(s, counts...)).Sums.Sent()
	// A job without a line still finishes: it writes empty files.
	engine.Join(s, "shardio.Plan", planned, made, sums, engine.Nothing[item](s))
	written := engine.Join(s, "shardio.Spans", &spanWriter{Dir: p.Dir, Streams: names, Memory: p.Memory},
		planned.Spans.Sent()).Written.Sent()
	engine.Join(s, "shardio.Finish", &finish{Dir: p.Dir}, written, planned.Summary.Sent())
}

// shuffle returns the Params with which lines are packed, and runs received.
func (p Params) shuffle() engine.Params {
	return engine.Params{Shards: p.Shards, Spool: p.Spool, Memory: p.Memory}
}

// item is what the plan is made of, as JSON: a run, or a count.
type item struct {
	Stream int      `json:"stream,omitempty"`
	Run    *runInfo `json:"run,omitempty"`
	Count  string   `json:"count,omitempty"`
	N      int64    `json:"n,omitempty"`
}

func (it *item) Append(dst []byte) []byte  { return append(dst, asJSON(it)...) }
func (it *item) Read(payload []byte) error { return fromJSON(payload, it) }

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

// fromJSON reads what asJSON returned.
func fromJSON(b []byte, v any) error {
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("shardio: %w", err)
	}
	return nil
}
