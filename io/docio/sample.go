package docio

import (
	"context"
	"errors"
	"io"
)

// A sample of an input is made without reading what is not in it, so that it takes the same time for
// an input of any size.

// pieceBytes is the size of the pieces that a large file of lines gives to a sample. They are small,
// because documents that follow each other often have text in common: two documents of the sample
// should be as far from each other as any two of the input.
const pieceBytes = 4 << 10

// errEnough ends a range that has Range.Most bytes.
var errEnough = errors.New("the sample is complete")

// sample returns the ranges of a share of the files:
//
//   - pieces of large files of lines, at equal distances;
//   - of files that contain one document, each 1/share-th, by name;
//   - the beginning of other files, such as compressed ones and archives.
func sample(ctx context.Context, p Params, files []listedFile) ([]Range, error) {
	var ranges []Range
	e := p.expansions(ctx, files)
	var all Range
	plain := func(f listedFile) (plain bool) {
		all, plain = p.look(ctx, p.whole(ctx, f, e))
		return plain
	}
	owed := 0.5 // how much of the next range belongs to the sample
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		parts := []Range{}
		switch {
		case f.format.oneDocument():
			parts = append(parts, Range{})
		case f.format.name == "jsonl" && f.Size > 4*p.piece() && plain(f):
			for start, piece := int64(0), p.piece(); start < all.Bytes; start += piece {
				part := all
				// Nobody counts lines for a sample. The ids FILE:LINE only have to be different.
				part.Start, part.End, part.Lines = start, start+piece, start
				part.Bytes = min(piece, all.Bytes-start)
				part.TextBytes = part.Bytes
				parts = append(parts, part)
			}
		default:
			all = p.whole(ctx, f, e)
			if all.Max = int64(p.Share * float64(all.TextBytes)); all.Max > 0 {
				all.Bytes, all.TextBytes = int64(p.Share*float64(all.Bytes)), all.Max
				ranges = append(ranges, all)
			}
			continue
		}
		for _, part := range parts {
			if owed += p.Share; owed < 1 {
				continue
			}
			owed--
			if part.Path == "" {
				part = p.whole(ctx, f, e)
			}
			ranges = append(ranges, part)
		}
	}
	return ranges, nil
}

func (p Params) piece() int64 {
	if p.Piece > 0 {
		return p.Piece
	}
	return pieceBytes
}

// pieceReader reads little at a time, so that not much more than the piece is read.
type pieceReader struct {
	io.ReadCloser
	piece int64
}

func (r pieceReader) Read(p []byte) (int, error) {
	return r.ReadCloser.Read(p[:min(int64(len(p)), 2*r.piece)])
}

// Sizes returns the number of files of p, their size as they are stored, and an estimate of their
// size decompressed, as Plan has them. It lists the files, and reads none but the beginnings of compressed
// ones. documents is how many documents there are, -1 if a file may have more than one. The error is that of NewPlan.
func Sizes(ctx context.Context, p Params) (files int, bytes, text, documents int64, err error) {
	if err := p.Validate(); err != nil {
		return 0, 0, 0, -1, err
	}
	listed, err := (&Plan{params: p}).list(ctx)
	e := p.expansions(ctx, listed)
	for _, f := range listed {
		bytes += f.Size
		whole := p.whole(ctx, f, e)
		text += whole.TextBytes
		if !lookup(whole.Format).oneDocument() {
			documents = -1
		}
	}
	if documents == 0 {
		documents = int64(len(listed))
	}
	return len(listed), bytes, text, documents, err
}
