package indexio

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// segmentsFolder contains the segments.
const segmentsFolder = "segments"

// RemoveSegment removes a segment that nothing refers to. What cannot be removed stays, and is in
// nobody's way.
func RemoveSegment(ctx context.Context, dir, name string) {
	if files, err := store.For(dir); err == nil {
		files.Remove(ctx, SegmentDir(dir, name))
	}
}

// SegmentDir returns the folder of a segment.
func SegmentDir(dir, name string) string { return store.Join(dir, path.Join(segmentsFolder, name)) }

// OnlySegments reports whether a file or folder right in dir is that of the segments, and has nothing else.
func OnlySegments(ctx context.Context, dir, name string) bool {
	files, err := store.For(dir)
	if err != nil || name != segmentsFolder {
		return false
	}
	names, err := files.Names(ctx, store.Join(dir, name))
	return err == nil && !slices.ContainsFunc(names, func(name string) bool {
		return numberOf(strings.TrimPrefix(name, ".")) == 0
	})
}

// numberOf returns the number that begins the name of a segment; 0 if none does.
func numberOf(name string) (n int) {
	fmt.Sscanf(name, "%d", &n)
	return n
}

// last returns the largest number of a segment.
func (m *Manifest) last() (last int) {
	for _, name := range append(m.names(), m.Before...) {
		last = max(last, numberOf(name))
	}
	return last
}

// NewSegment returns the name of a segment that does not exist yet. On a disk the caller holds the
// lock, and NewSegment removes what a build that was killed has left under the name. In a bucket that
// may be a segment of a run that is at work, and NewSegment takes the next name.
func (m *Manifest) NewSegment(ctx context.Context, dir string) (string, error) {
	files, err := store.For(dir)
	if err != nil {
		return "", err
	}
	for n := m.last() + 1; ; n++ {
		name := fmt.Sprintf("%05d", n)
		if store.IsLocal(dir) {
			return name, files.Remove(ctx, SegmentDir(dir, name))
		}
		if taken, err := files.Names(ctx, SegmentDir(dir, name)); err != nil || len(taken) == 0 {
			return name, err
		}
	}
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
