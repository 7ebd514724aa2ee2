package shardio

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/store"
)

// runsDir is the folder of the runs inside Params.Dir.
const runsDir = ".runs"

// Scratch returns the folder, inside dir (Params.Dir), for files that Commit removes.
func Scratch(dir string) string { return store.Join(dir, runsDir) }

// runs writes the lines of a shard as a run for each stream, all to one file.
type runs struct {
	Dir         string
	SampleBytes int64

	Lines engine.In[line]
	Made  engine.Send[int, item]
}

func (st *runs) Order(ctx context.Context, shard int, lines shuffle.Ordered) error {
	name := fmt.Sprintf("%05d", shard)
	made, err := writeRuns(ctx, store.Join(Scratch(st.Dir), name), lines.Size(), st.SampleBytes, lines.Each)
	if err != nil {
		return fmt.Errorf("writing the sorted runs of shard %d: %w", shard, err)
	}
	for stream, run := range made {
		if run != nil {
			run.Name = name
			st.Made.Add(0, item{Stream: stream, Run: run})
		}
	}
	return nil
}

// runInfo describes a run.
type runInfo struct {
	// Name is that of the file, in which the run begins at the byte At and ends at a line of another stream, or
	// with the file.
	Name string `json:"name"`
	At   int64  `json:"at,omitempty"`
	// Lines and Bytes are the number of lines and their bytes, with line ends.
	Lines   int64    `json:"lines"`
	Bytes   int64    `json:"bytes"`
	Samples []sample `json:"samples,omitempty"`
}

// maxBuffer is the size of the buffer of a large file.
const maxBuffer = 256 << 10

// streamsOf is how many streams packed lines may have: a stream is a byte.
const streamsOf = 256

// writeRuns writes the file of a shard, of about size bytes: the packed lines of each stream, each behind its length,
// in the order of the streams, which is that of the lines. each calls its argument with all lines, sorted. writeRuns
// returns the run of each stream, nil of one without a line. About one line in sampleBytes becomes a sample.
func writeRuns(
	ctx context.Context, name string, size, sampleBytes int64,
	each func(f func(_ uint64, packed []byte) error) error,
) ([]*runInfo, error) {
	made := make([]*runInfo, streamsOf)
	return made, store.WriteFile(ctx, name, func(f io.Writer) error {
		w, at := bufio.NewWriterSize(f, int(min(size, maxBuffer))), int64(0)
		var head []byte
		err := each(func(_ uint64, packed []byte) error {
			key, text, err := unpack(packed)
			if err != nil {
				return err
			}
			run := made[packed[0]]
			if run == nil {
				run = &runInfo{At: at}
				made[packed[0]] = run
			}
			run.add(packed, key, len(text)+1, at, sampleBytes)
			head = binary.AppendUvarint(head[:0], uint64(len(packed)))
			at += int64(len(head) + len(packed))
			w.Write(head)
			if _, err := w.Write(packed); err != nil {
				return err
			}
			if run.Lines%checkLines == 0 {
				return ctx.Err()
			}
			return nil
		})
		if err != nil {
			return err
		}
		return w.Flush() // keeps the first error
	})
}

// checkLines is after how many lines it is seen that the job was cancelled.
const checkLines = 4096

// add adds a line of so many bytes, with its end, which is at the byte at of the file.
func (made *runInfo) add(packed, key []byte, size int, at, sampleBytes int64) {
	made.Lines++
	made.Bytes += int64(size)
	if bytes := sampled(packed, int64(size), sampleBytes); bytes > 0 {
		made.Samples = append(made.Samples, sample{Key: slices.Clone(key), At: at, Bytes: bytes})
	}
}
