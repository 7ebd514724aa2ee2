package shardio

import (
	"context"
	"fmt"
	"strings"

	"example.org/diagonal/io/result"
)

// Lines calls write with the lines of a stream, in order and without line ends. It ends at
// the first error of write, and returns it. write must not keep line.
type Lines func(write func(line []byte) error) error

// Sink writes a whole stream into the folder dir. It replaces what an earlier try has written.
// One worker does this, so a sink is for streams that are small.
type Sink func(ctx context.Context, dir, stream string, lines Lines) error

// JSONL is the name of the sink of JSON Lines: the lines as they are, in files of about 64 MB.
const JSONL = "jsonl"

// sink is how a stream is written: by whole, or into files that many workers write.
type sink struct {
	of    func(options string) Encoding // makes files; nil: the sink has no options
	files Encoding
	whole Sink
}

// sinks has the sinks of this process by name. A stage that writes travels to a worker, where
// it finds its sinks here.
var sinks = map[string]sink{JSONL: {files: jsonLines}}

// RegisterFiles gives an encoding the name under which streams refer to it (Stream.Sinks). Many
// workers write the files of a stream. Call it when the program starts, in every process of a
// job. It panics if the name is taken.
func RegisterFiles(name string, e Encoding) { registerSink(name, sink{files: e}) }

// RegisterFilesOf is RegisterFiles for an encoding with options: of makes it from the options in the
// name that a stream refers to it by (WithOptions).
func RegisterFilesOf(name string, of func(options string) Encoding) {
	registerSink(name, sink{of: of})
}

// optionsMark is between the name of a sink and its options.
const optionsMark = "?"

// WithOptions returns the name of a sink that RegisterFilesOf knows, with its options.
func WithOptions(name, options string) string { return name + optionsMark + options }

// RegisterSink gives a sink the name under which streams refer to it, as RegisterFiles does for
// an encoding.
func RegisterSink(name string, s Sink) { registerSink(name, sink{whole: s}) }

func registerSink(name string, s sink) {
	if _, taken := sinks[name]; taken {
		panic(fmt.Sprintf("shardio: there are two sinks %q", name))
	}
	sinks[name] = s
}

// sinkOf returns the sink of this name.
func sinkOf(name string) (sink, error) {
	base, options, _ := strings.Cut(name, optionsMark)
	s, ok := sinks[base]
	if !ok {
		return sink{}, fmt.Errorf("shardio: this program has no sink %q", name)
	}
	if s.of != nil {
		s.files = s.of(options)
	}
	return s, nil
}

// WriteStream writes lines into the JSON Lines files of a stream, in place of those that the
// folder dir has.
func WriteStream(ctx context.Context, dir, stream string, lines Lines) error {
	return WriteFiles(ctx, dir, stream, jsonLines, lines)
}

// jsonLines writes lines as they are.
var jsonLines = Encoding{Extension: result.LinesExtension, New: newLineFile}
