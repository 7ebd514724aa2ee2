package job

import (
	"errors"
	"fmt"
	"os"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/runners/target"
)

// noSpool is the value of --spool that lets the runner carry the blocks of the shuffle.
const noSpool = "none"

// spools reports whether blocks of the shuffle are kept in a folder while the job runs. remote is
// nil if the job runs in this process. Workers of other processes write the result, so they see
// the folder beside it, if they are on this machine; on others such a folder may be slow, and
// the user decides.
func (p Params) spools(remote target.Target) (bool, error) {
	switch {
	case p.Spool == noSpool && remote == nil:
		return false, line.Usage(errors.New("--spool=none is for --runner=flink, spark or dataflow: a run in this process always has temporary files; --spool=FOLDER chooses where"))
	case p.Spool == noSpool:
		return false, nil
	case p.Spool != "" || remote == nil || remote.InProcess():
		return true, nil
	}
	return remote.OnThisMachine() && store.IsLocal(p.Output), nil
}

// spoolParent is the folder that the spool is made in: the one that the user names, or
// one that is removed with the run.
func spoolParent(p Params, draft, temp string) string {
	switch {
	case p.Spool != "":
		return p.Spool
	case store.IsLocal(draft):
		return shardio.Scratch(draft)
	}
	return temp
}

// spoolPlace says where the spool is.
func spoolPlace(p Params, draft, temp string) string {
	switch {
	case p.Spool != "":
		return " in " + visible.Text(p.Spool)
	case store.IsLocal(draft):
		return " beside the result"
	}
	return " in " + visible.Text(temp)
}

// notableSpool is the least size of the spool, in bytes, that is printed when a run starts.
const notableSpool = 100 << 20

// spool returns the bytes that the blocks of a spool take on disk for each byte of text. Only the
// embedded runner says when a block has been read: on another runner all blocks stay until the job ends.
func (s Size) spool(runner string, blocks *spool.Folder) float64 {
	if runner == local.Name && blocks.GivesBack() {
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

// tempPrefix begins the names of the folders of ownTemp.
const tempPrefix = "diagonal-"

// ownTemp makes a folder for the temporary files of this process, until remove is
// called: Beam leaves a file there for each job. Those of processes that were killed are
// removed.
func ownTemp() (dir string, remove func(), err error) {
	lockdir.RemoveStale(os.TempDir(), tempPrefix, nil)
	own, err := lockdir.MakeTemp(tempPrefix)
	if err != nil {
		return "", nil, err
	}
	old, was := os.LookupEnv("TMPDIR")
	os.Setenv("TMPDIR", own.Path())
	return own.Path(), func() {
		if was {
			os.Setenv("TMPDIR", old)
		} else {
			os.Unsetenv("TMPDIR")
		}
		own.Remove()
	}, nil
}
