package clean

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// writeManifest writes the manifest of both.
func (a *account) writeManifest() error {
	return shardio.WriteStream(a.ctx, a.dir, manifestStream, func(write func([]byte) error) error {
		return a.eachOfManifest(func(_ *record.Removed, line []byte) error { return write(line) })
	})
}

func (a *account) eachOfManifest(f func(v *record.Removed, line []byte) error) error {
	return a.both(manifestStream, a.manifest, f)
}

// writeDropped writes the dropped documents of both.
func (a *account) writeDropped() error {
	return shardio.WriteStream(a.ctx, a.dir, droppedStream, func(write func([]byte) error) error {
		return a.both(droppedStream, a.dropped, func(_ *record.Removed, line []byte) error { return write(line) })
	})
}

// both calls f with the lines of a sorter, each once, and those of the earlier account that stay as they are, in order.
func (a *account) both(stream string, sorted *shardio.Sorter, f func(v *record.Removed, line []byte) error) error {
	lines := linesOf[record.Removed](a.ctx, sorted.Each)
	defer lines.close()
	var last []byte
	until := func(key []byte) error {
		for lines.more() && (key == nil || bytes.Compare(lines.head.SortKey(), key) < 0) {
			if !bytes.Equal(lines.line, last) { // an heir of a document may be one of its copy as well
				if err := f(&lines.head, lines.line); err != nil {
					return err
				}
			}
			last = append(last[:0], lines.line...)
			lines.skip()
		}
		return lines.err
	}
	err := result.Each(a.ctx, a.earlier, stream, func(v record.Removed, line []byte) error {
		if a.moves(&v) {
			return nil
		}
		if err := until(v.SortKey()); err != nil {
			return err
		}
		return f(&v, line)
	})
	if err != nil {
		return err
	}
	return until(nil)
}

// writeCuts writes the cuts of both, without those of documents that are dropped.
func (a *account) writeCuts() error {
	earlier, later := cutsByID(a.ctx, a.earlier), cutsByID(a.ctx, a.later)
	dropped := byID(a.ctx, a.later, droppedStream, func(v *record.Removed) string { return v.ID })
	defer earlier.close()
	defer later.close()
	defer dropped.close()
	return shardio.WriteStream(a.ctx, a.dir, cutsStream, func(write func([]byte) error) error {
		for {
			id, ok, err := least(&earlier.groups, &later.groups)
			if err != nil || !ok {
				return err
			}
			at, err := earlier.of(id)
			if err != nil {
				return err
			}
			more, err := later.groups.of(id)
			if err != nil {
				return err
			}
			gone, err := dropped.of(id)
			if err != nil {
				return err
			}
			if len(gone) > 0 {
				continue
			}
			all := at.cuts[:len(at.cuts):len(at.cuts)]
			for _, c := range more {
				c.Start, c.End = at.rangeBefore(c.Start, c.End)
				all = append(all, c)
			}
			if len(more) > 0 {
				all = union(all)
			}
			for i := range all {
				line, err := record.JSON(all[i])
				if err != nil {
					return err
				}
				if err := write(line); err != nil {
					return err
				}
			}
		}
	})
}

// replace puts the account of both in place of that of the last pass.
func (a *account) replace() error {
	return exchange(a.ctx, a.later, a.dir, manifestStream, droppedStream, cutsStream)
}

// exchange puts streams of the folder dir in place of those of another folder.
func exchange(ctx context.Context, old *result.Folder, dir string, streams ...string) error {
	for _, stream := range streams {
		for _, name := range old.Files(stream, result.LinesExtension) {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
		made, err := result.Files(ctx, dir, stream)
		if err != nil {
			return err
		}
		for _, name := range made {
			if err := os.Rename(name, filepath.Join(old.Dir, filepath.Base(name))); err != nil {
				return err
			}
		}
	}
	return nil
}
