package docio

import (
	"context"
	"strconv"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Texts reads the texts of documents of a plan again. Its fields are exported, because Beam sends a
// DoFn that contains it to the workers as JSON.
type Texts struct {
	Params Params
	Dir    []byte // relative paths are below it; bytes, because it need not be UTF-8
	// Versions are those of the files of the plan (versions).
	Versions []byte
}

// TextsOf returns the Texts of a plan.
func TextsOf(plan *Plan) Texts {
	return Texts{Params: plan.params, Dir: []byte(plan.dir), Versions: versionsOf(plan)}
}

// Read calls emit with the texts of the documents that were read at origins: the index of the origin,
// and a document that has the text, as the input has it, its markup and its character set. Equal origins share a text.
// It reads each file once, in ascending order, and no further than it must. A text that cannot be read any more, or
// whose file has changed since the plan was made, is left out. The error is that of ctx or of the store.
func (t *Texts) Read(ctx context.Context, origins []record.Origin, emit func(i int, d *record.Document)) error {
	refs := make([]ref, len(origins))
	for i, o := range origins {
		refs[i] = ref{File: t.Params.place(string(t.Dir), o.File), Offset: o.Offset}
	}
	err := fetch(ctx, t.Params, t.Versions, refs, emit)
	if ctx.Err() != nil || store.Broken(err) {
		return err
	}
	return nil
}

// stretches of files whose texts are read together: bytes of a file that can be read from the middle,
// of one that is read from its beginning, rows, also of a file that is read from its beginning, and members of an
// archive.
const (
	plainStretch      = 32 << 20
	compressedStretch = 1 << 30
	rowStretch        = 1 << 16
	arrowStretch      = 1 << 22
	memberStretch     = 1 << 13
)

// Stretch returns the number of the stretch of a file that an origin is in. Texts of one stretch are
// best read together. There are so many stretches that the origins of one fit in memory, and so few
// that a compressed file is read only a few times.
func (t *Texts) Stretch(o record.Origin) int64 {
	switch f := formatOf(t.Params, o.File); {
	case f.name == "parquet":
		return o.Offset / rowStretch
	case f.name == "arrow":
		return o.Offset / arrowStretch
	case f.members != nil:
		return o.Offset >> memberShift / memberStretch
	case f.fetch == nil && !isCompressed(o.File):
		return o.Offset / plainStretch
	}
	return o.Offset / compressedStretch
}

// Key names the stretch of an origin, among those of all files.
func (t *Texts) Key(o record.Origin) string {
	return o.File + "\x00" + strconv.FormatInt(t.Stretch(o), 10)
}

// isCompressed reports whether the name of a file says that it is compressed.
func isCompressed(name string) bool {
	_, kind := trim(name)
	return kind != compress.None
}
