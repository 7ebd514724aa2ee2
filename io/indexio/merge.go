package indexio

import (
	"bytes"
	"container/heap"
	"context"
	"encoding/binary"
	"iter"

	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
)

// Merge writes a segment with the entries of all segments, without those of hidden documents, and
// with counts, which calls its argument with the pages of their counts. Files of the documents are
// named by their whole paths. run returns what run.json says. The index does not change: the
// segment is not in the manifest.
func (x *Index) Merge(
	ctx context.Context, name string, counts func(func(page int, encoded []byte)), run func() any,
) (Segment, error) {
	out, err := shardio.Begin(ctx, SegmentDir(x.Dir, name), false)
	if err != nil {
		return Segment{}, err
	}
	defer out.Abort() // after Commit it does nothing
	summary := result.Summary{Counts: map[string]int64{}, Ledger: map[string]int64{}, Lines: map[string]int64{}}
	summary.Parameters = []byte(`{"command":"index"}`)
	for _, s := range x.segments {
		for count, n := range s.Counts {
			summary.Counts[count] += n
		}
	}
	write := func(stream string, entries func(write func(line []byte) error) error) error {
		return shardio.WriteFiles(ctx, out.Dir(), stream, encodingOf(stream),
			func(write func(line []byte) error) error {
				return entries(func(line []byte) error {
					summary.Lines[stream]++
					return write(line)
				})
			})
	}
	var parts []*part
	for _, s := range x.segments {
		parts = append(parts, &part{s, s.postings})
	}
	if err := write(Postings, func(write func([]byte) error) error {
		return mergeParts(ctx, parts, entry.PostingKey, write, nil)
	}); err != nil {
		return Segment{}, err
	}
	for i, s := range x.segments {
		parts[i] = &part{s, s.documents}
	}
	if err := write(Documents, func(write func([]byte) error) error {
		return mergeParts(ctx, parts, entry.DocumentKey, write, x.wholePath)
	}); err != nil {
		return Segment{}, err
	}
	if x.counts != nil {
		err := write(Counts, func(write func([]byte) error) (err error) {
			counts(func(page int, encoded []byte) {
				if err == nil {
					err = write(entry.AppendCounts(nil, page, encoded))
				}
			})
			return err
		})
		if err != nil {
			return Segment{}, err
		}
		err = write(Frequencies, func(write func([]byte) error) error {
			return pages(x.counts, func(page int, encoded []byte) error {
				return write(entry.AppendCounts(nil, page, encoded))
			})
		})
		if err != nil {
			return Segment{}, err
		}
	}
	if err := shardio.WriteSummary(ctx, out.Dir(), &summary); err != nil {
		return Segment{}, err
	}
	if err := out.Commit(ctx, run()); err != nil {
		return Segment{}, err
	}
	merged, err := ReadSegment(ctx, x.Dir, name)
	merged.Dir, merged.Reader = "/", x.segments[0].Reader
	return merged, err
}

// wholePath returns an entry of a document of a segment whose file has its whole path.
func (x *Index) wholePath(s *segment, line []byte) ([]byte, error) {
	var d entry.Document
	if err := d.Read(line[:entry.DocumentKey], line[entry.DocumentKey:]); err != nil {
		return nil, &DamagedError{s.dir, err}
	}
	d.File = store.Join(s.Dir, d.File)
	return entry.AppendDocument(nil, &d), nil
}

// part is a stream of a segment.
type part struct {
	s  *segment
	st *stream
}

// mergeParts calls write with the entries of all parts in order of their keys, which end in the key of
// a document, without those of hidden documents. Of entries of one key the first is kept. edit, if it
// is not nil, returns what is written in place of an entry.
func mergeParts(
	ctx context.Context, parts []*part, keySize int, write func(line []byte) error,
	edit func(s *segment, line []byte) ([]byte, error),
) error {
	var h sources
	for i, p := range parts {
		next, stop := iter.Pull2(p.entries())
		defer stop()
		src := &source{part: p, number: i, next: next}
		if more, err := src.advance(); err != nil {
			return err
		} else if more {
			h = append(h, src)
		}
	}
	heap.Init(&h)
	var last []byte
	for n := 0; len(h) > 0; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		src := h[0]
		key := src.line[:keySize]
		if !src.part.s.hidden[binary.BigEndian.Uint64(key[keySize-8:])] && !bytes.Equal(key, last) {
			last = append(last[:0], key...)
			line := src.line
			if edit != nil {
				var err error
				if line, err = edit(src.part.s, line); err != nil {
					return err
				}
			}
			if err := write(line); err != nil {
				return err
			}
		}
		more, err := src.advance()
		switch {
		case err != nil:
			return err
		case more:
			heap.Fix(&h, 0)
		default:
			heap.Pop(&h)
		}
	}
	return nil
}

// entries are the entries of a part in order, each a key with its value behind it, and at the end an
// error if there is one. An entry is valid until the next one.
func (p *part) entries() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var line []byte
		f := func(key, value []byte) error {
			line = append(append(line[:0], key...), value...)
			if !yield(line, nil) {
				return errStop
			}
			return nil
		}
		if p.st == p.s.postings {
			f = func(key, value []byte) error {
				u := entry.Unpack(key, value)
				for u.Next() {
					if line = u.AppendLine(line[:0]); !yield(line, nil) {
						return errStop
					}
				}
				return damagedIn(u.Err(), p.s.dir)
			}
		}
		err := p.st.each(nil, nil, f)
		if err != nil && err != errStop {
			yield(nil, err)
		}
	}
}

// source is the present entry of a part.
type source struct {
	part   *part
	number int
	next   func() ([]byte, error, bool)
	line   []byte
}

func (s *source) advance() (more bool, err error) {
	s.line, err, more = s.next()
	return more, err
}

// sources is a heap by the bytes of the entries, and then by the number of the part.
type sources []*source

func (h sources) Len() int { return len(h) }
func (h sources) Less(i, j int) bool {
	c := bytes.Compare(h[i].line, h[j].line)
	return c < 0 || c == 0 && h[i].number < h[j].number
}
func (h sources) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *sources) Push(x any)   { *h = append(*h, x.(*source)) }
func (h *sources) Pop() any {
	last := len(*h) - 1
	s := (*h)[last]
	*h = (*h)[:last]
	return s
}

// EachPosting calls f for the postings of all segments, by signature, without those of hidden
// documents: with the signature and the number of its places.
func (x *Index) EachPosting(ctx context.Context, f func(gram uint64, places int)) error {
	var parts []*part
	for _, s := range x.segments {
		parts = append(parts, &part{s, s.postings})
	}
	var p entry.Posting
	return mergeParts(ctx, parts, entry.PostingKey, func(line []byte) error {
		if err := p.Read(line[:entry.PostingKey], line[entry.PostingKey:]); err != nil {
			return &DamagedError{x.Dir, err}
		}
		f(p.Gram, len(p.Places))
		return nil
	}, nil)
}
