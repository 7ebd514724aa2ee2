package line

import (
	"os/exec"
	"testing"
)

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
