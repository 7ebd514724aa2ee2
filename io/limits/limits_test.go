package limits

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		files, space uint64
		want         string // a part of the error; empty: none
	}{
		{unlimited, unlimited, ""},
		{40, 2_300_000_000, ""},
		{39, unlimited, "only 39 files may be open at once, and 40 are needed"},
		{1024, 2_299_000_000, "limited to 2299 MB, and 2300 MB are needed"},
	} {
		err := check(tc.files, tc.space, 2)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%d files, %d bytes: %v, want %q", tc.files, tc.space, err, tc.want)
		}
	}
}

func TestRuns(t *testing.T) {
	for files, want := range map[uint64]int{unlimited: 256, 288: 256, 287: 255, 40: 8, 12: 1} {
		if got := runs(256, files, 2); got != want {
			t.Errorf("%d files: %d runs, want %d", files, got, want)
		}
	}
}
