package shardio

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/result"
)

// sampleBytes is how many bytes of lines a sample stands for, on average. A file of 64 MB has
// 256 samples, so the sizes of most files are within 6 % of each other. A worker that writes a
// range reads about so many bytes of each run in vain.
const sampleBytes = 256 << 10

// sample is a line that stands for the lines around it.
type sample struct {
	// Key is the beginning of the packed line: the stream and the key.
	Key []byte `json:"key"`
	// At is the byte offset of the line in its file.
	At int64 `json:"at"`
	// Bytes is how many bytes of lines the sample stands for.
	Bytes int64 `json:"bytes"`
}

// sampled returns how many bytes a line stands for if it is a sample, or 0. A line of size
// bytes is a sample with the probability size/every, which a hash of the packed line decides:
// so the samples of a stream depend on its lines alone, and not on how they are in runs.
func sampled(packed []byte, size, every int64) int64 {
	if size >= every {
		return size
	}
	if xxhash.Sum64(packed) < math.MaxUint64/uint64(every)*uint64(size) {
		return every
	}
	return 0
}

// cuts returns the keys at which the second and later files of a stream begin, ascending. The
// stream has total bytes of lines. Up to limit bytes are one file; more are cut by samples into
// files of about the same size, of at most about limit bytes. Lines of one key are in one
// file. cuts sorts samples.
func cuts(samples []sample, total, limit int64) [][]byte {
	files := (total + limit - 1) / limit
	if files < 2 {
		return nil
	}
	slices.SortFunc(samples, func(x, y sample) int { return bytes.Compare(x.Key, y.Key) })
	all := int64(0)
	for _, s := range samples {
		all += s.Bytes
	}
	share := max(all/files, 1)
	var keys [][]byte
	before, next := int64(0), int64(1) // bytes before a key; the file that begins next
	for i := 0; i < len(samples); {
		key := samples[i].Key
		if next < files && before >= share*next {
			keys = append(keys, key)
			next = before/share + 1
		}
		for ; i < len(samples) && bytes.Equal(samples[i].Key, key); i++ {
			before += samples[i].Bytes
		}
	}
	return keys
}

// partBefore returns where to read a run for the lines from a key on: at the last sample below
// it.
func partBefore(r *runInfo, from []byte) part {
	n, _ := slices.BinarySearchFunc(r.Samples, from, func(s sample, key []byte) int {
		return bytes.Compare(s.Key, key)
	})
	if n == 0 {
		return part{Run: r.Name, At: r.At}
	}
	return part{Run: r.Name, At: r.Samples[n-1].At}
}

// spans returns the spans of a stream for its sinks. The runs are in order.
func spans(stream int, sinkNames []string, runs []*runInfo, limit int64) ([]span, error) {
	var samples []sample
	var total int64
	for _, r := range runs {
		samples = append(samples, r.Samples...)
		total += r.Bytes
	}
	keys := cuts(samples, total, limit)
	var out []span
	for _, name := range sinkNames {
		sink, err := sinkOf(name)
		if err != nil {
			return nil, err
		}
		files := 1
		if sink.whole == nil {
			files = len(keys) + 1
		}
		for file := range files {
			sp := span{Stream: stream, Sink: name, File: file, Files: files, To: []byte{byte(stream + 1)}}
			if file > 0 {
				sp.From = keys[file-1]
			}
			if file < files-1 {
				sp.To = keys[file]
			}
			for _, r := range runs {
				sp.Parts = append(sp.Parts, partBefore(r, sp.From))
			}
			out = append(out, sp)
		}
	}
	return out, nil
}

// plan receives the samples of all runs, and no line, and plans the files.
type plan struct {
	Streams    []string
	Sinks      [][]string // of each stream
	Optional   []bool     // whether a stream without a line is left out
	FileBytes  int64
	Parameters string

	// Spans have numbers of their own as keys.
	Spans   engine.Send[int, span]
	Summary engine.Send[int, done]
}

func (st *plan) Join(_ context.Context, _ int, items iter.Seq[*item]) error {
	runs := make([][]*runInfo, len(st.Streams))
	sum := &result.Summary{
		Parameters: json.RawMessage(st.Parameters), Counts: map[string]int64{}, Ledger: map[string]int64{},
		Lines: map[string]int64{},
	}
	if len(sum.Parameters) == 0 {
		sum.Parameters = json.RawMessage("{}")
	}
	for it := range items {
		switch {
		case it.Run != nil:
			runs[it.Stream] = append(runs[it.Stream], it.Run)
		case it.Count != "":
			if reason, ok := strings.CutPrefix(it.Count, LedgerPrefix); ok {
				sum.Ledger[reason] = sumOf(sum.Ledger[reason], it.N)
			} else {
				sum.Counts[it.Count] = sumOf(sum.Counts[it.Count], it.N)
			}
		}
	}
	n := 0
	for i, stream := range st.Streams {
		if len(runs[i]) == 0 && st.Optional[i] {
			continue
		}
		sum.Lines[stream] += 0 // streams without a line are listed, too
		slices.SortFunc(runs[i], func(x, y *runInfo) int { return strings.Compare(x.Name, y.Name) })
		// A runner that delivers a run twice changes nothing.
		runs[i] = slices.CompactFunc(runs[i], func(x, y *runInfo) bool { return x.Name == y.Name })
		for _, r := range runs[i] {
			sum.Lines[stream] += r.Lines
		}
		planned, err := spans(i, st.Sinks[i], runs[i], st.FileBytes)
		if err != nil {
			return err
		}
		for _, sp := range planned {
			st.Spans.Add(n, sp)
			n++
		}
	}
	st.Summary.Add(0, done{sum})
	return nil
}
