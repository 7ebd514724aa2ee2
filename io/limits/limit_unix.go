//go:build unix

package limits

import "syscall"

// openFiles is how many files this process may have open at once.
func openFiles() uint64 { return limit(syscall.RLIMIT_NOFILE) }

// addressSpace is how many bytes of address space this process may take.
func addressSpace() uint64 { return limit(syscall.RLIMIT_AS) }

// limit is a limit of this process; unlimited if there is none, or it is not known.
func limit(resource int) uint64 {
	var l syscall.Rlimit
	if syscall.Getrlimit(resource, &l) != nil {
		return unlimited
	}
	return min(uint64(l.Cur), unlimited)
}
