package partial

import (
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
)

// A text in traditional characters and the same in simplified ones are a passage, with offsets
// of the input; it is not verbatim, and neither is a possessive.
func TestWritings(t *testing.T) {
	simplified := "后来汉语的发展与头发无关。这条面条干了，国务院关于环境保护的决定已经开始执行，各级机关应当遵守。"
	traditional := "後來漢語的發展與頭髮無關。這條麵條乾了，國務院關於環境保護的決定已經開始執行，各級機關應當遵守。"
	english := "Telemachus sailed to Pylos and heard of the wars from old Nestor, who had come home long before the others did, and then to Sparta."
	docs := []testDocument{
		{"simplified", "甲乙丙丁。" + simplified}, {"traditional", "子丑寅卯辰巳。" + traditional},
		{"one", english}, {"other", strings.ReplaceAll(english, "Telemachus", "Telemachus’s")},
		{"same", "No. " + traditional},
	}
	input := jobtest.Input(t, docs)
	got := map[string]string{}
	for _, p := range runWith(t, shuffle.Params{Shards: 2}, "--input="+input).passages(t) {
		got[p.A+" "+p.B] = p.Kind
		for _, side := range []struct {
			id         string
			start, end int64
		}{{p.A, p.AStart, p.AEnd}, {p.B, p.BStart, p.BEnd}} {
			for _, d := range docs {
				want := map[string]string{"simplified": simplified, "traditional": traditional,
					"same": traditional}[d.ID]
				if d.ID == side.id && want != "" && string([]rune(d.Text)[side.start:side.end]) != want {
					t.Errorf("%+v is %s", p, string([]rune(d.Text)[side.start:side.end]))
				}
			}
		}
	}
	want := map[string]string{"simplified traditional": "reworded", "same simplified": "reworded",
		"same traditional": "verbatim", "one other": "reworded"}
	for pair, kind := range want {
		if got[pair] != kind {
			t.Errorf("%s: %q, want %q", pair, got[pair], kind)
		}
	}
	if len(got) != len(want) {
		t.Errorf("passages %v", got)
	}
}
