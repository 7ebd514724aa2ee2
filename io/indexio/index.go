package indexio

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"

	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Index reads an index, in the state of one manifest. Its methods may be called at the same time.
type Index struct {
	// Dir is the folder.
	Dir      string
	Manifest *Manifest

	segments []*segment
	counts   *stream
}

// segment is an open segment.
type segment struct {
	Segment
	dir                 string // the folder of its tables
	postings, documents *stream
	hidden              map[uint64]bool
}

// stream is the tables of a stream, in order of their keys.
type stream struct {
	tables []*tableReader
	// first are the first keys of the tables that have one.
	first [][]byte
}

// Open opens the index in the folder dir. The error is a *NotIndexError or a *DamagedError, or that
// of the store.
func Open(ctx context.Context, dir string) (*Index, error) {
	m, err := ReadManifest(ctx, dir)
	if err != nil {
		return nil, err
	}
	return OpenManifest(ctx, dir, m)
}

// OpenManifest opens the index in the folder dir as one manifest describes it.
func OpenManifest(ctx context.Context, dir string, m *Manifest) (_ *Index, err error) {
	x := &Index{Dir: dir, Manifest: m}
	defer func() {
		if err != nil {
			x.Close()
		}
	}()
	for i := range m.Segments {
		s := &segment{Segment: m.Segments[i], dir: SegmentDir(dir, m.Segments[i].Name), hidden: map[uint64]bool{}}
		x.segments = append(x.segments, s)
		for _, key := range s.Hidden {
			var k uint64
			if _, err := fmt.Sscanf(key, "%x", &k); err != nil {
				return nil, &DamagedError{store.Join(dir, ManifestFile), errors.New("a hidden document has no key")}
			}
			s.hidden[k] = true
		}
		if s.postings, err = openStream(ctx, dir, &s.Segment, Postings); err != nil {
			return nil, err
		}
		if s.documents, err = openStream(ctx, dir, &s.Segment, Documents); err != nil {
			return nil, err
		}
		if f := m.Frequencies; f != nil && s.Name == f.Segment {
			if x.counts, err = openStream(ctx, dir, &s.Segment, f.Stream); err != nil {
				return nil, err
			}
		}
	}
	if m.Frequencies != nil && x.counts == nil {
		return nil,
			&DamagedError{store.Join(dir, ManifestFile), errors.New("the segment with the frequencies is missing")}
	}
	return x, nil
}

func openStream(ctx context.Context, dir string, s *Segment, name string) (*stream, error) {
	st := &stream{}
	for _, f := range s.Files[name] {
		path := store.Join(SegmentDir(dir, s.Name), f.Name)
		file, footer, err := openFooter(ctx, path)
		if err != nil {
			st.close()
			return nil, err
		}
		if file.Size() != f.Size || checksum(footer) != f.Footer {
			file.Close()
			st.close()
			return nil,
				&DamagedError{path, fmt.Errorf("it has %d bytes, or another end, than it was written with: %d bytes",
					file.Size(), f.Size)}
		}
		t, err := openTable(path, file)
		if err != nil {
			file.Close()
			st.close()
			return nil, err
		}
		st.tables = append(st.tables, t)
		if len(s.Files[name]) == 1 {
			break
		}
		first := []byte(nil)
		err = t.each(nil, nil, func(key, _ []byte) error {
			first = slices.Clone(key)
			return errStop
		})
		if err != nil && !errors.Is(err, errStop) {
			st.close()
			return nil, err
		}
		st.first = append(st.first, first)
	}
	return st, nil
}

// errStop ends each.
var errStop = errors.New("no more")

func (st *stream) close() {
	for _, t := range st.tables {
		t.close()
	}
}

// tableOf returns the number of the last table that begins at a key or before it, 0 if none does.
func (st *stream) tableOf(key []byte) int {
	return max(0, sort.Search(len(st.first), func(i int) bool { return string(st.first[i]) > string(key) })-1)
}

// each calls f with the entries whose keys are from one to before another, in order.
func (st *stream) each(from, to []byte, f func(key, value []byte) error) error {
	i := 0
	if len(st.first) > 0 && from != nil {
		i = st.tableOf(from)
	}
	for ; i < len(st.tables); i++ {
		if i < len(st.first) && to != nil && string(st.first[i]) >= string(to) {
			break
		}
		if err := st.tables[i].each(from, to, f); err != nil {
			return err
		}
	}
	return nil
}

// last calls f with the last entry whose key is not behind one, if there is one.
func (st *stream) last(key []byte, f func(key, value []byte) error) error {
	i := len(st.tables) - 1
	if len(st.first) > 0 { // a table without a key is before all
		i = st.tableOf(key)
	}
	if i < 0 {
		return nil
	}
	return st.tables[i].last(key, f)
}

// Close closes the files.
func (x *Index) Close() {
	for _, s := range x.segments {
		for _, st := range []*stream{s.postings, s.documents} {
			if st != nil {
				st.close()
			}
		}
	}
	if x.counts != nil {
		x.counts.close()
	}
}

// Ref is a document of an index.
type Ref struct {
	// Segment is the number of its segment in the manifest, Key its key there.
	Segment int
	Key     uint64
}

// ErrNextSegment is what f of Postings returns to go on with the next segment.
var ErrNextSegment = errors.New("the next segment")

// Postings calls f with the postings of a signature: of all segments, in order, and in each by
// document. Documents that are hidden are left out. f must not keep the places. Postings of
// documents that were rejected for their ids are among them: Document finds no such document.
func (x *Index) Postings(gram uint64, f func(Ref, *entry.Posting) error) error {
	var key [16]byte
	from := binary.BigEndian.AppendUint64(key[:0], gram)
	var to []byte
	if gram+1 != 0 {
		to = binary.BigEndian.AppendUint64(key[8:8], gram+1)
	}
	var p entry.Posting
	for i, s := range x.segments {
		err := s.postings.each(from, to, func(key, value []byte) error {
			u := entry.Unpack(key, value)
			for u.Next() {
				if len(s.hidden) > 0 && s.hidden[u.Document()] {
					continue
				}
				if err := u.Posting(&p); err != nil {
					return damagedIn(err, s.dir)
				}
				if err := f(Ref{i, p.Document}, &p); err != nil {
					return err
				}
			}
			return damagedIn(u.Err(), s.dir)
		})
		if err != nil && err != ErrNextSegment {
			return err
		}
	}
	return nil
}

// PostingsOf calls f with those postings of a signature that documents have, in the order of refs. It reads only
// where they are, so it is for few documents of a long list.
func (x *Index) PostingsOf(gram uint64, refs []Ref, f func(Ref, *entry.Posting) error) error {
	var p entry.Posting
	for _, ref := range refs {
		s := x.segments[ref.Segment]
		if s.hidden[ref.Key] {
			continue
		}
		want := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, gram), ref.Key)
		err := s.postings.last(want, func(key, value []byte) error {
			if string(key[:min(8, len(key))]) != string(want[:8]) {
				return nil
			}
			u := entry.Unpack(key, value)
			for u.Next() && u.Document() < ref.Key {
			}
			if u.Err() != nil || u.Document() != ref.Key {
				return damagedIn(u.Err(), s.dir)
			}
			if err := u.Posting(&p); err != nil {
				return damagedIn(err, s.dir)
			}
			return f(ref, &p)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// damagedIn returns the error of an entry as a *DamagedError of a folder, and nil if there is none.
func damagedIn(err error, dir string) error {
	if err == nil {
		return nil
	}
	return &DamagedError{dir, err}
}

// Document returns a document. It returns false if there is none.
func (x *Index) Document(ref Ref) (d entry.Document, ok bool, err error) {
	s := x.segments[ref.Segment]
	if s.hidden[ref.Key] {
		return d, false, nil
	}
	from := binary.BigEndian.AppendUint64(nil, ref.Key)
	err = s.documents.each(from, nil, func(key, value []byte) error {
		if string(key) == string(from) {
			if err := d.Read(key, value); err != nil {
				return &DamagedError{s.dir, err}
			}
			ok = true
		}
		return errStop
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	return d, ok, err
}

// EachDocument calls f with the documents of a segment, by key, and whether each is hidden.
func (x *Index) EachDocument(segment int, f func(d entry.Document, hidden bool) error) error {
	s := x.segments[segment]
	return s.documents.each(nil, nil, func(key, value []byte) error {
		var d entry.Document
		if err := d.Read(key, value); err != nil {
			return &DamagedError{s.dir, err}
		}
		return f(d, s.hidden[d.Key])
	})
}

// Named returns the documents of an id: one at most, unless an index was made by another program.
func (x *Index) Named(id string) (refs []Ref, err error) {
	name := record.Key(record.Input, id, 0) >> 32
	from := binary.BigEndian.AppendUint64(nil, name<<32)
	for i, s := range x.segments {
		err := s.documents.each(from, nil, func(key, value []byte) error {
			var d entry.Document
			if err := d.Read(key, value); err != nil {
				return &DamagedError{s.dir, err}
			}
			if d.Key>>32 != name {
				return errStop
			}
			if d.ID == id && !s.hidden[d.Key] {
				refs = append(refs, Ref{i, d.Key})
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			return nil, err
		}
	}
	return refs, nil
}

// Counts calls f with the pages of counts that rank q-grams.
func (x *Index) Counts(f func(page int, encoded []byte) error) error {
	if x.counts == nil {
		return nil
	}
	return pages(x.counts, f)
}

// SegmentCounts calls f with the pages of counts of the q-grams of a segment's documents.
func (x *Index) SegmentCounts(ctx context.Context, segment int, f func(page int, encoded []byte) error) error {
	st, err := openStream(ctx, x.Dir, &x.segments[segment].Segment, Counts)
	if err != nil {
		return err
	}
	defer st.close()
	return pages(st, f)
}

func pages(st *stream, f func(page int, encoded []byte) error) error {
	return st.each(nil, nil, func(key, value []byte) error {
		page, err := entry.Page(key)
		if err != nil {
			return err
		}
		return f(page, value)
	})
}
