package program

import (
	"strings"
	"testing"
)

type title string

func (t title) Title() string { return string(t) }

func TestChoose(t *testing.T) {
	got, err := Choose("--commands", []title{"partial", "clean", "reuse"}, []string{"reuse", "partial"})
	if err != nil || len(got) != 2 || got[0] != "partial" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Choose("--commands", []title{"partial", "clean", "reuse"}, []string{"all"}); err == nil ||
		!strings.Contains(err.Error(), `no "all": want some of partial, clean, reuse`) {
		t.Errorf("%v", err)
	}
}
