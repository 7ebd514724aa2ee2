package job

import (
	"os"

	"example.org/diagonal/io/lockdir"
)

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
