package indexio

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/store/storetest"
)

func TestOtherVersion(t *testing.T) {
	dir := t.TempDir()
	m := &Manifest{Version: Version + 1, Signature: "frequency", Q: 4, W: 146}
	b, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(dir, ManifestFile), b)
	_, err = ReadManifest(t.Context(), dir)
	var refused *NotIndexError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(),
		"the index has version 5, and this program reads version 4: build the index again") {
		t.Errorf("error %v", err)
	}
}

// The bytes of the manifest are pinned: they are on disks.
func TestManifestBytes(t *testing.T) {
	m := &Manifest{Version: Version, Signature: "winnowing", Q: 10, W: 140}
	b, err := m.encode()
	const want = `{"checksum":"c0ffee","index":{"version":4,"signature":"winnowing","q":10,"w":140,"segments":null}}` +
		"\n"
	if got := strings.Replace(string(b),
		checksum([]byte(`{"version":4,"signature":"winnowing","q":10,"w":140,"segments":null}`)), "c0ffee", 1); err != nil || got != want {
		t.Errorf("%s, want %s, error %v", got, want, err)
	}
}

// A manifest in a bucket is replaced at once, like one on a disk.
func TestBucket(t *testing.T) {
	s := storetest.Start(t, "b")
	const dir = "gs://b/ix"
	if _, err := ReadManifest(t.Context(), dir); !errors.As(err, new(*NotIndexError)) {
		t.Errorf("no index: error %v", err)
	}
	m := &Manifest{Signature: "frequency", Q: 4, W: 146}
	if err := m.Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadManifest(t.Context(), dir); err != nil || got.W != 146 {
		t.Errorf("%+v, error %v", got, err)
	}
	if got := SegmentDir(dir, "00001"); got != "gs://b/ix/segments/00001" || len(s.Objects(t, "b", "")) != 1 {
		t.Errorf("%s, %d objects", got, len(s.Objects(t, "b", "")))
	}
}

// A store that is at fault is asked for the manifest only: one that is silent would let a run wait twice as long.
func TestFaultyStore(t *testing.T) {
	s := storetest.Start(t, "b")
	_, err := ReadManifest(t.Context(), "gs://none/ix")
	if err == nil || errors.As(err, new(*NotIndexError)) || !strings.Contains(err.Error(), "there is no bucket none") {
		t.Errorf("error %v", err)
	}
	for _, r := range s.Requests() {
		if strings.Contains(r, "prefix=ix") {
			t.Errorf("the folder is listed: %s", r)
		}
	}
}

// A manifest is not replaced before the new segments are on the disk: here one is not there at all.
func TestNewSegmentIsSynced(t *testing.T) {
	dir := t.TempDir()
	first := &Manifest{Signature: "frequency", Q: 4, W: 146}
	if err := first.Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	old, err := ReadManifest(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	next := &Manifest{Signature: "frequency", Q: 4, W: 146, Segments: []Segment{{Name: "00001"}}}
	if err := next.Write(t.Context(), dir, old); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a segment that is not there: error %v", err)
	}
	if got, err := ReadManifest(t.Context(), dir); err != nil || len(got.Segments) > 0 {
		t.Errorf("the manifest has changed: %+v, error %v", got, err)
	}
	filetest.Folder(t, SegmentDir(dir, "00001"))
	if err := next.Write(t.Context(), dir, old); err != nil {
		t.Error(err)
	}
	if got, err := ReadManifest(t.Context(), dir); err != nil || len(got.Segments) != 1 {
		t.Errorf("%+v, error %v", got, err)
	}
}
