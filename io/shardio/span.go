package shardio

import (
	"context"
	"encoding/json"
	"fmt"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// span is what one worker writes: a file, or all that a sink makes of a stream.
type span struct {
	Stream int    `json:"stream"`
	Sink   string `json:"sink"`
	// File is the number of the file, of Files.
	File  int `json:"file"`
	Files int `json:"files"`
	// The lines are not below From, and below To, which is the next stream behind the last file.
	From  []byte `json:"from,omitempty"`
	To    []byte `json:"to"`
	Parts []part `json:"parts,omitempty"`
}

// spanFn writes spans.
type spanFn struct {
	Dir     string
	Streams []string
	Memory  int64 // of Params
}

// ProcessElement emits nothing but the fact that the span is written.
func (fn *spanFn) ProcessElement(ctx context.Context, _ int, spans func(*[]byte) bool, emit func(int, []byte)) error {
	var b []byte
	for spans(&b) {
		var sp span
		if err := json.Unmarshal(b, &sp); err != nil {
			return fmt.Errorf("shardio: %w", err)
		}
		if err := fn.write(ctx, &sp); err != nil {
			return fmt.Errorf("writing %s: %w", fn.Streams[sp.Stream], err)
		}
		emit(0, nil)
	}
	return nil
}

func (fn *spanFn) write(ctx context.Context, sp *span) error {
	sink, err := sinkOf(sp.Sink)
	if err != nil {
		return err
	}
	for i := range sp.Parts {
		sp.Parts[i].Run = store.Join(Scratch(fn.Dir), sp.Parts[i].Run)
	}
	give, err := takeFiles(ctx, len(sp.Parts))
	if err != nil {
		return err
	}
	defer give()
	buffer := bufferOf(fn.Memory, len(sp.Parts))
	lines := func(write func(line []byte) error) error {
		return merge(ctx, sp.Parts, sp.From, sp.To, buffer, write)
	}
	stream := fn.Streams[sp.Stream]
	if sink.whole != nil {
		return sink.whole(ctx, fn.Dir, stream, lines)
	}
	name := result.Name(stream, sp.File, sp.Files, sink.files.Extension)
	return writeFile(ctx, store.Join(fn.Dir, name), sink.files, lines)
}
