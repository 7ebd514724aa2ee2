// Package scratch contains what the inner loops of alignment have in common: memory that is used again, and counting
// without a branch.
package scratch

// Resize returns s with length n, with room to grow. Its contents are of no use.
func Resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// Exactly returns s with length n, with no more room than that: for what is kept. Its
// contents are of no use.
func Exactly[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// Zeroed returns s with length n, all zero.
func Zeroed[T any](s []T, n int) []T {
	s = Resize(s, n)
	clear(s)
	return s
}

// Bit returns 1 if b is true, or 0. The compiler makes no branch of it, so it costs the same where b follows no order.
func Bit(b bool) (n uint32) {
	if b {
		n = 1
	}
	return n
}

// Fill sets all marks.
func Fill(marks []bool) {
	for x := range marks {
		marks[x] = true
	}
}

// Count returns how many marks are set.
func Count(marks []bool) int {
	n := 0
	for _, m := range marks {
		if m {
			n++
		}
	}
	return n
}
