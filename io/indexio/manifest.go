package indexio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// Version is that of the format of an index.
//
//	1: an entry for each posting, without contexts
//	2: as here
const Version = 2

// ManifestFile is the name of the manifest.
const ManifestFile = "index.json"

// segmentsFolder contains the segments.
const segmentsFolder = "segments"

// Manifest is the content of index.json. It is written as
//
//	{"checksum":"…","index":{…}}
//
// in one line, where the checksum is that of the bytes of the index.
type Manifest struct {
	Version int `json:"version"`
	// Signature, Q and W choose the signatures (package winnow).
	Signature string `json:"signature"`
	Q         int    `json:"q"`
	W         int    `json:"w"`
	// Frequencies are the counts that rank q-grams; nil if none do.
	Frequencies *Source   `json:"frequencies,omitempty"`
	Segments    []Segment `json:"segments"`
	// Before are the segments of the manifest before this one that are in it no more.
	Before []string `json:"before,omitempty"`
}

// Segment is an immutable part of an index.
type Segment struct {
	Name string `json:"name"`
	// Dir is the folder that relative paths of the documents are below, and Reader how their
	// files are read.
	Dir    string `json:"dir"`
	Reader Reader `json:"reader"`
	// Counts are those of summary.json.
	Counts map[string]int64 `json:"counts"`
	// Entries is the number of entries of each stream, Files its tables in order.
	Entries map[string]int64  `json:"entries"`
	Files   map[string][]File `json:"files"`
	// Hidden are the keys of documents that count as removed, ascending, in hexadecimal digits.
	Hidden []string `json:"hidden,omitempty"`
}

// Source is where the counts are that rank q-grams: a stream of a segment.
type Source struct {
	Segment string `json:"segment"`
	Stream  string `json:"stream"`
}

// Bytes returns the size of the tables.
func (s *Segment) Bytes() (n int64) {
	for _, files := range s.Files {
		for _, f := range files {
			n += f.Size
		}
	}
	return n
}

// Hide hides more documents, by their keys.
func (s *Segment) Hide(keys []uint64) {
	hidden := slices.Clone(s.Hidden) // other manifests may share it
	for _, k := range keys {
		hidden = append(hidden, fmt.Sprintf("%016x", k))
	}
	slices.Sort(hidden)
	s.Hidden = slices.Compact(hidden)
}

// Reader is the parameters of docio with which documents are read again.
type Reader struct {
	Format    string `json:"format"`
	IDField   string `json:"id_field"`
	TextField string `json:"text_field"`
	MaxRecord int64  `json:"max_record"`
}

// File is a table.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	// Footer is the checksum of its last 48 bytes, in hexadecimal digits.
	Footer string `json:"footer"`
}

// NotIndexError is the error of a folder that has no index, or one that cannot be used.
type NotIndexError struct{ Dir, Why string }

func (e *NotIndexError) Error() string { return e.Dir + ": " + e.Why }

// checksum returns a checksum in hexadecimal digits.
func checksum(b []byte) string { return fmt.Sprintf("%016x", xxhash.Sum64(b)) }

type sealed struct {
	Checksum string          `json:"checksum"`
	Index    json.RawMessage `json:"index"`
}

// encode returns the content of index.json.
func (m *Manifest) encode() ([]byte, error) {
	inner, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "{\"checksum\":%q,\"index\":%s}\n", checksum(inner), inner), nil
}

// decodeManifest reads the content of index.json. The error says what is wrong with it.
func decodeManifest(b []byte) (*Manifest, error) {
	var s sealed
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, errors.New("it is not JSON")
	}
	if s.Checksum != checksum(s.Index) {
		return nil, errors.New("its checksum is another one")
	}
	var m Manifest
	if err := json.Unmarshal(s.Index, &m); err != nil {
		return nil, fmt.Errorf("its checksum is right, but %w", err)
	}
	if whole, err := m.encode(); m.Version == Version && (err != nil || !bytes.Equal(whole, b)) {
		return nil, errors.New("it is not as diagonal writes it")
	}
	return &m, nil
}

// ReadManifest reads the manifest of the index in the folder dir. The error is a *NotIndexError if
// there is none or another version has written it, and a *DamagedError if it was altered.
func ReadManifest(ctx context.Context, dir string) (*Manifest, error) {
	files, err := store.For(dir)
	if err != nil {
		return nil, &NotIndexError{dir, err.Error()}
	}
	name := store.Join(dir, ManifestFile)
	f, err := files.Open(ctx, name, 0)
	if names, listed := files.Names(ctx, dir); err != nil && listed == nil && !slices.Contains(names, ManifestFile) {
		return nil, &NotIndexError{dir, "there is no index (no file index.json); make one with `diagonal index --input=PATH --index=" + dir + "`"}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, store.Reason(err))
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, store.Reason(err))
	}
	m, err := decodeManifest(b)
	if err != nil {
		return nil, &DamagedError{name, err}
	}
	if m.Version != Version {
		return nil, &NotIndexError{dir, fmt.Sprintf("the index has version %d, and this program reads version %d: build the index again with `diagonal index`", m.Version, Version)}
	}
	return m, nil
}

// Write replaces the manifest of the index in the folder dir, at once, and removes the segments
// that neither m nor the manifest before it refers to. old is that manifest; nil if there is none.
func (m *Manifest) Write(ctx context.Context, dir string, old *Manifest) error {
	m.Version, m.Before = Version, nil
	named := map[string]bool{}
	for _, s := range m.Segments {
		named[s.Name] = true
	}
	if old != nil {
		for _, s := range old.Segments {
			if !named[s.Name] {
				m.Before = append(m.Before, s.Name)
			}
		}
	}
	b, err := m.encode()
	if err != nil {
		return err
	}
	err = store.WriteFile(ctx, store.Join(dir, ManifestFile), func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
	if err != nil {
		return err
	}
	if old != nil {
		for _, name := range old.Before {
			if !named[name] {
				removeSegment(ctx, dir, name)
			}
		}
	}
	return nil
}

// removeSegment removes a segment that nothing refers to. What cannot be removed stays, and is in
// nobody's way.
func removeSegment(ctx context.Context, dir, name string) {
	if files, err := store.For(dir); err == nil {
		files.Remove(ctx, SegmentDir(dir, name))
	}
}

// SegmentDir returns the folder of a segment.
func SegmentDir(dir, name string) string { return store.Join(dir, path.Join(segmentsFolder, name)) }

// NewSegment returns the name of a segment that does not exist yet, and removes what a build that
// was killed has left under that name. The caller holds the lock.
func (m *Manifest) NewSegment(ctx context.Context, dir string) (string, error) {
	last := 0
	names := slices.Clone(m.Before)
	for _, s := range m.Segments {
		names = append(names, s.Name)
	}
	for _, name := range names {
		var n int
		if _, err := fmt.Sscanf(name, "%d", &n); err == nil {
			last = max(last, n)
		}
	}
	name := fmt.Sprintf("%05d", last+1)
	files, err := store.For(dir)
	if err != nil {
		return "", err
	}
	return name, files.Remove(ctx, SegmentDir(dir, name))
}

// ReadSegment looks at the folder of a whole segment, and returns what the manifest says of it.
func ReadSegment(ctx context.Context, dir, name string) (Segment, error) {
	folder, err := result.Open(ctx, SegmentDir(dir, name))
	if err != nil {
		return Segment{}, err
	}
	summary, err := folder.Summary(ctx)
	if err != nil {
		return Segment{}, err
	}
	s := Segment{Name: name, Counts: summary.Counts, Entries: map[string]int64{}, Files: map[string][]File{}}
	for stream := range keySizes {
		s.Entries[stream] = summary.Lines[stream]
		for _, path := range folder.Files(stream, tableExtension) {
			f, err := describe(ctx, path)
			if err != nil {
				return Segment{}, err
			}
			s.Files[stream] = append(s.Files[stream], f)
		}
	}
	return s, nil
}

// describe returns what the manifest says of a table.
func describe(ctx context.Context, name string) (File, error) {
	file, footer, err := openFooter(ctx, name)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	return File{path.Base(name), file.Size(), checksum(footer)}, nil
}

// openFooter opens a table and reads its footer.
func openFooter(ctx context.Context, name string) (store.ReaderAtCloser, []byte, error) {
	files, err := store.For(name)
	if err != nil {
		return nil, nil, err
	}
	file, err := files.OpenAt(ctx, name)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, store.Reason(err))
	}
	footer := make([]byte, min(footerSize, file.Size()))
	if _, err := file.ReadAt(footer, file.Size()-int64(len(footer))); err != nil && err != io.EOF {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, store.Reason(err))
	}
	return file, footer, nil
}
