package line

import "testing"

func TestMany(t *testing.T) {
	if got := Many(2, "copy") + ", " + Many(1, "copy"); got != "2 copies, 1 copy" {
		t.Error(got)
	}
	for n, want := range map[int64]string{0: "0 documents", 1: "1 document", 2: "2 documents", 1234: "1,234 documents"} {
		if got := Many(n, "document"); got != want {
			t.Errorf("Many(%d) = %q, want %q", n, got, want)
		}
	}
}
