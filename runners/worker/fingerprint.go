package worker

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// version is set by the linker (run.sh).
var version = ""

// Version returns the version of this program: that of the commit or module it was built
// from, or "unknown".
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

// Option is the option of a job that contains the Fingerprint of the program that has made
// its graph.
const Option = "diagonal_binary"

// Fingerprint returns which program this is: its version if that names a commit, so that
// the programs for two machines have the same, otherwise the hash of the file.
var Fingerprint = sync.OnceValues(func() (string, error) {
	if v := Version(); v != "unknown" && v != "(devel)" && !strings.HasSuffix(v, "dirty") {
		return v, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
})

var errOtherBinary = errors.New(
	"this build of diagonal is not the one that submitted the job; install the same build on every machine")

// sameBinary returns an error if another build has made the graph of the job: a field that
// one of the two does not know would be lost without notice.
func sameBinary(want string) error {
	got, err := Fingerprint()
	if err == nil && want != "" && got != want {
		err = fmt.Errorf("%w (%.20s here, %.20s there)", errOtherBinary, got, want)
	}
	return err
}
