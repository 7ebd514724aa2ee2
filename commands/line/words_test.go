package line

import (
	"os/exec"
	"strings"
	"testing"
)

func TestMany(t *testing.T) {
	if got := Many(2, "copy") + ", " + Many(1, "copy"); got != "2 copies, 1 copy" {
		t.Error(got)
	}
	for n, want := range map[int64]string{0: "0 documents", 1: "1 document", 2: "2 documents",
		1234: "1,234 documents"} {
		if got := Many(n, "document"); got != want {
			t.Errorf("Many(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestSubject(t *testing.T) {
	for n, want := range map[int64]string{0: "0 copies are", 1: "1 copy is", 1234: "1,234 copies are"} {
		if got := Subject(n, "copy", "is", "are"); got != want {
			t.Errorf("Subject(%d) = %q, want %q", n, got, want)
		}
	}
}

// A note that is empty leaves no line.
func TestPrintNotes(t *testing.T) {
	var b strings.Builder
	if PrintNotes(&b, "", "one", "", "two"); b.String() != "one\ntwo\n" {
		t.Errorf("printed %q", b.String())
	}
}

// TestQuoted: a shell reads a quoted word as it was.
func TestQuoted(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for _, word := range []string{"essays/", "a b", "it's", "*.gz", "$HOME", "", "~", "书/一", `\`, "a\nb", "gs://b/x"} {
		got, err := exec.Command(shell, "-c", "printf %s "+Quoted(word)).Output()
		if err != nil || string(got) != word {
			t.Errorf("%q: %q, %v", word, got, err)
		}
	}
	if got := Quoted("essays/"); got != "essays/" {
		t.Errorf("a plain word is %s", got)
	}
}
