package shardio

import (
	"context"
	"fmt"

	"example.org/diagonal/io/result"
)

// Lines calls write with the lines of a stream, in order and without line ends. It ends at
// the first error of write, and returns it. write must not keep line.
type Lines func(write func(line []byte) error) error

// Sink writes a stream into the folder dir. It replaces what an earlier try has written.
// WriteFiles does this for sinks of files with many lines.
type Sink func(ctx context.Context, dir, stream string, lines Lines) error

// JSONL is the name of the sink of JSON Lines: the lines as they are, in files of about 64 MB.
const JSONL = "jsonl"

// sinks has the sinks of this process by name. A stage that writes travels to a worker, where
// it finds its sinks here.
var sinks = map[string]Sink{JSONL: func(ctx context.Context, dir, stream string, lines Lines) error {
	return WriteFiles(ctx, dir, stream, jsonLines, lines)
}}

// RegisterSink gives a sink the name under which streams refer to it (Stream.Sinks). Call it
// when the program starts, in every process of a job. It panics if the name is taken.
func RegisterSink(name string, sink Sink) {
	if _, taken := sinks[name]; taken {
		panic(fmt.Sprintf("shardio.RegisterSink: there are two sinks %q", name))
	}
	sinks[name] = sink
}

// write writes lines with the sink of this name.
func write(ctx context.Context, name, dir, stream string, lines Lines) error {
	sink, ok := sinks[name]
	if !ok {
		return fmt.Errorf("shardio: this program has no sink %q", name)
	}
	return sink(ctx, dir, stream, lines)
}

// WriteStream writes lines into the JSON Lines files of a stream, in place of those that the
// folder dir has.
func WriteStream(ctx context.Context, dir, stream string, lines Lines) error {
	return write(ctx, JSONL, dir, stream, lines)
}

// jsonLines writes lines as they are.
var jsonLines = Encoding{Extension: result.LinesExtension, New: newLineFile}
