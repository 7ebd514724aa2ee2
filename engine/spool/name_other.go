//go:build !windows

package spool

// losesName: a file that is open can be removed, and is there until it is closed.
const losesName = true

// removedWhenClosed is no flag here: the file is removed while it is open.
const removedWhenClosed = 0
