//go:build !linux

package spool

import "os"

// willNeed does nothing: a range is read when it is opened.
func willNeed(*os.File, int64, int64) {}

// forget does nothing.
func forget(*os.File, int64, int64) {}

// readsAtRandom does nothing.
func readsAtRandom(*os.File) {}
