package clean

import (
	"context"
	"iter"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// reading is lines of one type, one after the other.
type reading[T any] struct {
	// head and line are the line that comes next, if there is one (more).
	head T
	line []byte
	err  error

	next func() ([]byte, error, bool)
	stop func()
	read bool // whether head is set
	end  bool
}

// linesOf returns the lines that each calls its argument with.
func linesOf[T any](ctx context.Context, each func(f func(line []byte) error) error) *reading[T] {
	next, stop := iter.Pull2(func(yield func([]byte, error) bool) {
		err := each(func(line []byte) error {
			if !yield(line, nil) {
				return result.ErrStop
			}
			return ctx.Err()
		})
		if err != nil && err != result.ErrStop {
			yield(nil, err)
		}
	})
	return &reading[T]{next: next, stop: stop}
}

// more reports whether there is a line, and reads it. There is none behind an error.
func (r *reading[T]) more() bool {
	if r.read || r.end {
		return r.read
	}
	line, err, ok := r.next()
	if !ok || err != nil {
		r.err, r.end = err, true
		return false
	}
	r.head, r.line = *new(T), line
	if r.err = record.FromJSON(line, &r.head); r.err != nil {
		r.end = true
		return false
	}
	r.read = true
	return true
}

// skip goes on to the next line.
func (r *reading[T]) skip() { r.read = false }

func (r *reading[T]) close() { r.stop() }

// groups is lines in the order of ids, taken by them.
type groups[T any] struct {
	*reading[T]
	id    func(*T) string
	last  string // the id that was asked for last, if asked
	asked bool
	group []T
}

// byID returns the lines of a stream of a folder.
func byID[T any](ctx context.Context, folder *result.Folder, stream string, id func(*T) string) *groups[T] {
	return &groups[T]{id: id, reading: linesOf[T](ctx, func(f func(line []byte) error) error {
		return result.EachLine(ctx, folder.Files(stream, result.LinesExtension), func(_ int, line []byte) error {
			return f(line)
		})
	})}
}

// of returns the lines of an id. Ids are asked for in ascending order. The lines are valid until another id is asked
// for.
func (g *groups[T]) of(id string) ([]T, error) {
	if g.asked && id == g.last {
		return g.group, g.err
	}
	g.last, g.asked, g.group = id, true, g.group[:0]
	for g.more() && g.id(&g.head) <= id {
		if g.id(&g.head) == id {
			g.group = append(g.group, g.head)
		}
		g.skip()
	}
	return g.group, g.err
}

// least returns the smaller one of the next ids of two groups. ok is false if there is none.
func least[T any](x, y *groups[T]) (id string, ok bool, err error) {
	for _, g := range []*groups[T]{x, y} {
		if g.more() && (!ok || g.id(&g.head) < id) {
			id, ok = g.id(&g.head), true
		}
		if g.err != nil {
			return "", false, g.err
		}
	}
	return id, ok, nil
}

// cutGroups is the cuts of documents in the order of their ids.
type cutGroups struct {
	groups[record.Cut]
	at     places
	placed string // the id that at is of, if set
	set    bool
}

func cutsByID(ctx context.Context, folder *result.Folder) *cutGroups {
	return &cutGroups{groups: *byID(ctx, folder, cutsStream, func(c *record.Cut) string { return c.ID })}
}

// of returns the places of a document, which may have no cuts. Ids are asked for in ascending order.
func (g *cutGroups) of(id string) (*places, error) {
	if g.set && id == g.placed {
		return &g.at, nil
	}
	cuts, err := g.groups.of(id)
	if err != nil {
		return nil, err
	}
	g.at.reset(cuts)
	g.placed, g.set = id, true
	return &g.at, nil
}

// add adds a record to a sorter.
func add(s *shardio.Sorter, key []byte, v any) error {
	line, err := record.JSON(v)
	if err != nil {
		return err
	}
	return s.Add(key, line)
}

// each calls f with the records of a sorter, in order.
func each[T any](s *shardio.Sorter, f func(*T) error) error {
	return s.Each(func(line []byte) error {
		var v T
		if err := record.FromJSON(line, &v); err != nil {
			return err
		}
		return f(&v)
	})
}

// idFilter is a set of ids that may say of some others, too, that they are in it (Bloom 1970). It has one size for any
// number of ids: of 200,000 ids it is wrong about one in 100.
type idFilter struct{ bits []uint64 }

// filterBits is the number of bits of a filter, and filterHashes the number of bits for each id.
const filterBits, filterHashes = 1 << 21, 7

func (f *idFilter) empty() bool { return f.bits == nil }

func (f *idFilter) add(id string) {
	if f.bits == nil {
		f.bits = make([]uint64, filterBits/64)
	}
	for i := range f.each(id) {
		f.bits[i/64] |= 1 << (i % 64)
	}
}

func (f *idFilter) has(id string) bool {
	if f.bits == nil {
		return false
	}
	for i := range f.each(id) {
		if f.bits[i/64]>>(i%64)&1 == 0 {
			return false
		}
	}
	return true
}

// each yields the bits of an id.
func (f *idFilter) each(id string) iter.Seq[uint64] {
	h := xxhash.Sum64String(id)
	return func(yield func(uint64) bool) {
		for i := range uint64(filterHashes) {
			if !yield((h + i*(h>>32|1)) % filterBits) {
				return
			}
		}
	}
}
