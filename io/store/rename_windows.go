package store

import "syscall"

// rename gives a folder another name, which is free or that of an empty folder. Windows does not put a folder in the
// place of an empty one, so that goes first. RemoveDirectory leaves a file, and a folder with something in it.
func rename(from, to string) error {
	if name, err := syscall.UTF16PtrFromString(to); err == nil {
		_ = syscall.RemoveDirectory(name)
	}
	return syscall.Rename(from, to)
}
