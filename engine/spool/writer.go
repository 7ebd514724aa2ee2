package spool

// writer is what this process writes in a folder.
type writer struct {
	// single has the blocks that are in no extent: large ones, and all of them if the folder is not
	// private.
	single *file
	// extents have the others. It is nil if the folder is not private.
	extents *extents
	usage   *usage
}

// newWriter makes the files of a folder. The caller holds files.
func newWriter(dir string, private bool) (*writer, error) {
	w := &writer{usage: &usage{}}
	var err error
	if w.single, err = w.create(dir, private); err != nil || !private {
		return w, err
	}
	w.extents = &extents{usage: w.usage}
	for range extentFiles {
		f, err := w.create(dir, true)
		if err != nil {
			return w, err
		}
		w.extents.files = append(w.extents.files, f)
	}
	for _, f := range w.extents.files {
		f.of = w.extents
	}
	return w, nil
}

// write writes the next block of a Run and returns where it begins in which file.
func (w *writer) write(r *Run, block []byte) (f *file, at int64, err error) {
	length := int64(len(block))
	if w.extents != nil && length <= maxInExtent {
		f, at = w.extents.place(r, length)
		if length >= alignedFrom {
			block = block[:min(wholePages(length), int64(cap(block)))] // what is behind it is never read
		}
	} else {
		f, length = w.single, w.single.room(length)
		w.usage.grow(length)
		at = f.size.Add(length) - length
	}
	_, err = f.file.WriteAt(block, at)
	return f, at, err
}

// room returns how many bytes of a file a block of so many bytes takes that is in no extent: in a private
// file, whose blocks are given back to the disk one by one, whole pages.
func (f *file) room(length int64) int64 {
	if f.private {
		return wholePages(length)
	}
	return length
}
