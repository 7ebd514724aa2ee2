package spool

import "testing"

// taken ends the test: how much of the disk a file takes is not counted here.
func taken(t *testing.T, _ *Folder) int64 {
	t.Skip("the system does not say how much of the disk a file takes")
	return 0
}
