//go:build !windows

package store

import "syscall"

// rename gives a folder another name, which is free or that of an empty folder.
func rename(from, to string) error { return syscall.Rename(from, to) }
