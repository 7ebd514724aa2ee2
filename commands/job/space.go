package job

import (
	"fmt"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/spool"
)

// notableSpool is the least size of the spool, in bytes, that is printed when a run starts.
const notableSpool = 100 << 20

// spool returns the bytes that the blocks of a spool take on disk for each byte of text.
func (s Size) spool(blocks *spool.Folder) float64 {
	if blocks.GivesBack() {
		return s.Waiting
	}
	return s.Shuffled
}

// hasSpace returns an error if the disk of a folder has less room than so many bytes.
func hasSpace(folder string, bytes int64) error {
	free := Free(folder)
	if free < 0 {
		return nil // not known; making files there says what is wrong
	}
	if free < bytes {
		return fmt.Errorf("no space left on device: %s has %s free, and temporary files of the shuffle take about %s; name a folder with more room with --spool=FOLDER",
			folder, line.Size(free), line.Size(bytes))
	}
	return nil
}
