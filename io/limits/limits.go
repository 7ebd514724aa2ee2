// Package limits compares what the shell allows a process (ulimit) with what a run needs.
package limits

import (
	"fmt"
	"runtime"
)

// Files that a run has open at once, in number: some of its own and some for each
// processor, and at least minRuns sorted runs that are merged. Measured: a small
// collection needs 24 and its runs on two processors.
const (
	ownFiles          = 24
	filesPerProcessor = 4
	minRuns           = 8
)

// Address space of a process, in bytes, before it holds any text: Go reserves some 1.3 GB
// of it, and the C library 72 MB for each thread. Measured: 2.0 GB on two processors.
const (
	ownSpace          = 2_000_000_000
	spacePerProcessor = 150_000_000
)

// unlimited is how the kernel writes that there is no limit. It is larger than any limit.
const unlimited = 1 << 62

// Check returns an error of one line, which says what to do, if this process is allowed
// too little for any run. Go has raised the number of files to what the system allows.
func Check() error {
	return check(openFiles(), addressSpace(), runtime.GOMAXPROCS(0))
}

func check(files, space uint64, processors int) error {
	if need := needFiles(processors) + minRuns; files < need {
		return fmt.Errorf("only %d files may be open at once, and %d are needed: raise the limit, as in `ulimit -n 1024`", files, need)
	}
	if need := needSpace(processors); space < need {
		return fmt.Errorf("the address space is limited to %d MB, and %d MB are needed: raise the limit, as in `ulimit -v unlimited`, and bound memory by --memory", space/1e6, need/1e6)
	}
	return nil
}

func needFiles(processors int) uint64 { return uint64(ownFiles + filesPerProcessor*processors) }
func needSpace(processors int) uint64 { return uint64(ownSpace + spacePerProcessor*processors) }

// Runs returns how many sorted runs may be open at once: max, or fewer where too few
// files may be open.
func Runs(max int) int { return runs(max, openFiles(), runtime.GOMAXPROCS(0)) }

func runs(limit int, files uint64, processors int) int {
	own := needFiles(processors)
	if files >= own+uint64(limit) {
		return limit
	}
	return max(int(files)-int(own), 1)
}

// Space returns how many bytes of address space are left for what a run keeps in memory.
// limited is false where there is no limit.
func Space() (bytes int64, limited bool) {
	space := addressSpace()
	return int64(space) - ownSpace, space < unlimited
}
