package indexio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/store"
)

// Version is that of the format of an index.
//
//	1: an entry for each posting, without contexts
//	2: canonically equal letters were different ones
//	3: words divided at line ends were two
//	4: as here
const Version = 4

// ManifestFile is the name of the manifest.
const ManifestFile = "index.json"

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
	// Grow says that signatures are longer than Q in a large collection (package winnow). Indexes that were made before
	// that have none.
	Grow bool `json:"grow,omitempty"`
	// Fold are the names of the letters that are the same (record.Folds), in their order. Queries are read so, too.
	Fold []string `json:"fold,omitempty"`
	// Spelling is the table of the words that have a standard form (package standard). Queries are read so, too.
	Spelling string `json:"spelling,omitempty"`
	// Frequencies are the counts that rank q-grams; nil if none do.
	Frequencies *Source   `json:"frequencies,omitempty"`
	Segments    []Segment `json:"segments"`
	// Before are the segments of the manifest before this one that are in it no more.
	Before []string `json:"before,omitempty"`

	// version is that of the file it was read from.
	version string
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
	// With is the result that the segment appears with. ReadManifest leaves it nil.
	With *With `json:"with,omitempty"`
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
	// Charset is empty if it is found by the bytes of each file.
	Charset   string `json:"charset,omitempty"`
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
// there is none or another version has written it, and a *DamagedError if it was altered. Segments that wait for a
// result are in it if that is there. If there is no other, the error is a *NotIndexError, too, and the manifest is what
// the first build replaces.
func ReadManifest(ctx context.Context, dir string) (*Manifest, error) {
	files, err := store.For(dir)
	if err != nil {
		return nil, &NotIndexError{dir, err.Error()}
	}
	name := store.Join(dir, ManifestFile)
	f, err := files.Open(ctx, name, 0)
	if err != nil && !store.Broken(err) { // a store that does not answer is not asked again
		if names, listed := files.Names(ctx, dir); listed == nil && !slices.Contains(names, ManifestFile) {
			return nil, &NotIndexError{dir,
				"there is no index (no file index.json); make one with `diagonal index --input=PATH --index=" + dir +
					"`"}
		}
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
	if m.version, err = versionOf(name, f); err != nil {
		return nil, err
	}
	if m.Version != Version {
		return nil, &NotIndexError{dir, fmt.Sprintf("the index has version %d, and this program reads version %d: build the index again with `diagonal index`", m.Version, Version)}
	}
	absent, err := m.settle(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, store.Reason(err))
	}
	if absent && len(m.Segments) == 0 {
		return m, &NotIndexError{dir, "there is no index: the run that was to make it did not end"}
	}
	return m, nil
}

// Current reports whether the index in the folder dir still has the manifest m, as ReadManifest has read it. It is
// quick: it reads no more than the version of the file.
func (m *Manifest) Current(ctx context.Context, dir string) (bool, error) {
	files, err := store.For(dir)
	if err != nil {
		return false, err
	}
	name := store.Join(dir, ManifestFile)
	f, err := files.Open(ctx, name, 0)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, store.Reason(err))
	}
	defer f.Close()
	version, err := versionOf(name, f)
	return err == nil && version == m.version, err
}

// versionOf returns the version of an open file; "" if its store has none.
func versionOf(name string, f io.Reader) (string, error) {
	v, ok := f.(store.Versioned)
	if !ok {
		return "", nil
	}
	version, err := v.Version()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, store.Reason(err))
	}
	return version, nil
}

// ErrChanged is the error of a change of an index that another run has changed meanwhile.
var ErrChanged = errors.New("another run has changed this index while this one was at work; its change stands, this one is dropped: run it again")

// ErrLocked is the error of a change of an index on a disk while another run changes it.
var ErrLocked = errors.New("another run is changing this index; wait until it has ended")

// Write replaces the manifest of the index in the folder dir, at once, and removes the segments
// that neither m nor the manifest before it refers to. old is that manifest; nil if there is none. If
// it is not the present one, the index stays as it is, and the error is ErrChanged. The segments that
// old does not have are on the disk before it is replaced, so that a power cut leaves the index of
// before or the new one.
func (m *Manifest) Write(ctx context.Context, dir string, old *Manifest) error {
	m.Version, m.Before = Version, nil
	before := ""
	if old != nil {
		before = old.version
		for _, name := range old.names() {
			if !slices.Contains(m.names(), name) {
				m.Before = append(m.Before, name)
			}
		}
	}
	b, err := m.encode()
	if err != nil {
		return err
	}
	if old != nil || m.waits() { // the old one is gone then: a power cut must not take what is in its place
		for _, name := range m.names() {
			if old != nil && slices.Contains(old.names(), name) {
				continue
			}
			if err := store.Sync(ctx, SegmentDir(dir, name)); err != nil {
				return err
			}
		}
	}
	err = store.Replace(ctx, store.Join(dir, ManifestFile), before, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
	if errors.As(err, new(*store.TakenError)) {
		return ErrChanged
	}
	if err == nil && old != nil {
		m.removeOthers(ctx, dir, old)
	}
	return err
}

// names returns the names of the segments.
func (m *Manifest) names() (names []string) {
	for _, s := range m.Segments {
		names = append(names, s.Name)
	}
	return names
}

// removeOthers removes the segments that neither m nor the manifest before it refers to. In a bucket
// a run that is at work may have made one: its number is higher than those of old, or the run began
// before old was written, and can change nothing any more. What cannot be removed stays, and is in
// nobody's way.
func (m *Manifest) removeOthers(ctx context.Context, dir string, old *Manifest) {
	others := slices.Clone(old.Before)
	if files, err := store.For(dir); err == nil && !store.IsLocal(dir) {
		found, err := files.List(ctx, store.Join(dir, segmentsFolder))
		if err != nil {
			return
		}
		for _, f := range found.Files {
			if name, _, ok := strings.Cut(f.Name, "/"); ok && numberOf(name) <= old.last() {
				others = append(others, name)
			}
		}
	}
	slices.Sort(others)
	for _, name := range slices.Compact(others) {
		if !slices.Contains(m.names(), name) && !slices.Contains(m.Before, name) {
			RemoveSegment(ctx, dir, name)
		}
	}
}
