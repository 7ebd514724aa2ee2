//go:build !unix

package limits

// openFiles is how many files this process may have open at once: Windows sets no such limit.
func openFiles() uint64 { return unlimited }

// addressSpace is how many bytes of address space this process may take.
func addressSpace() uint64 { return unlimited }
