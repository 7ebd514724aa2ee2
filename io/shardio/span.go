package shardio

import (
	"context"
	"fmt"
	"iter"

	"example.org/diagonal/engine"
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

func (sp *span) Append(dst []byte) []byte  { return append(dst, asJSON(sp)...) }
func (sp *span) Read(payload []byte) error { return fromJSON(payload, sp) }

// spanWriter writes spans.
type spanWriter struct {
	Dir     string
	Streams []string
	Memory  int64 // of Params

	// Written is nothing but the fact that a span is written.
	Written engine.Send[int, done]
}

func (st *spanWriter) Join(ctx context.Context, _ int, spans iter.Seq[*span]) error {
	for sp := range spans {
		if err := st.write(ctx, sp); err != nil {
			return fmt.Errorf("writing %s: %w", st.Streams[sp.Stream], err)
		}
		st.Written.Add(0, done{})
	}
	return nil
}

func (st *spanWriter) write(ctx context.Context, sp *span) error {
	sink, err := sinkOf(sp.Sink)
	if err != nil {
		return err
	}
	for i := range sp.Parts {
		sp.Parts[i].Run = store.Join(Scratch(st.Dir), sp.Parts[i].Run)
	}
	give, err := takeFiles(ctx, len(sp.Parts))
	if err != nil {
		return err
	}
	defer give()
	buffer := bufferOf(st.Memory, len(sp.Parts))
	lines := func(write func(line []byte) error) error {
		return merge(ctx, sp.Parts, sp.From, sp.To, buffer, write)
	}
	stream := st.Streams[sp.Stream]
	if sink.whole != nil {
		return sink.whole(ctx, st.Dir, stream, lines)
	}
	name := result.Name(stream, sp.File, sp.Files, sink.files.Extension)
	return writeFile(ctx, store.Join(st.Dir, name), sink.files, lines)
}
