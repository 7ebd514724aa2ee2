package line

import "testing"

func TestBytesFlag(t *testing.T) {
	for _, tc := range []struct {
		in, out string
		n       int64
	}{
		{"16GB", "16GB", 16_000_000_000},
		{"1GiB", "1.0GiB", 1 << 30},
		{"500 MB", "500MB", 500_000_000},
		{"1", "1B", 1},
	} {
		var n int64
		f := bytesFlag{&n, 1 << 62, "a size"}
		if err := f.Set(tc.in); err != nil || n != tc.n || f.String() != tc.out {
			t.Errorf("%q is %d, %q (%v); want %d, %q", tc.in, n, f.String(), err, tc.n, tc.out)
		}
	}
	for _, bad := range []string{"", "0", "-1GB", "much", "16XB", "99999999999GB", "5EB"} {
		n := int64(7)
		f := bytesFlag{&n, 1 << 62, "a size"}
		if err := f.Set(bad); err == nil || n != 7 {
			t.Errorf("Set(%q) = %v and left %d", bad, err, n)
		}
	}
	if got := (&bytesFlag{}).String(); got != "" {
		t.Errorf("an unset flag shows %q", got)
	}
}
