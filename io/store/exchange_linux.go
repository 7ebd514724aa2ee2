package store

import "golang.org/x/sys/unix"

// exchangeNames gives two folders each other's names, at once. Not every file system can.
func exchangeNames(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
