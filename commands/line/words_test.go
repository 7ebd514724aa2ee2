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

func TestSided(t *testing.T) {
	if got := Sided("tim.txt", true, 8) + ", " + Sided("tim.txt", false, 8); got != "tim.txt (source), tim.txt" {
		t.Error(got)
	}
}

func TestShort(t *testing.T) {
	for id, want := range map[string]string{"": "", "abcdefgh": "abcdefgh", "abcdefghi": "abc…fghi", "第一章第二节第三条": "第一章…节第三条"} {
		if got := Short(id, 8); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}
