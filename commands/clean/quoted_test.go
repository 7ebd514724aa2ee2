package clean_test

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestQuotations: copies behind marks go with their marks, however deep they are quoted and however the lines are cut;
// what the writer adds stays.
func TestQuotations(t *testing.T) {
	for _, marks := range []struct{ once, twice string }{{"> ", ">> "}, {"|> ", "|>|> "}, {"+", "+ +"}} {
		t.Run(marks.once, func(t *testing.T) { quotations(t, marks.once, marks.twice) })
	}
}

func quotations(t *testing.T, once, twice string) {
	r := rand.New(rand.NewPCG(8, 9))
	quoted := func(mark, text string, width int) string {
		var b strings.Builder
		for i, w := range strings.Fields(text) {
			switch {
			case i%width == 0:
				b.WriteString(mark + w)
			default:
				b.WriteString(" " + w)
			}
			if i%width == width-1 {
				b.WriteByte('\n')
			}
		}
		return strings.TrimSuffix(b.String(), "\n") + "\n"
	}
	first, second := sentence(r, 20)+" "+sentence(r, 25)+" "+sentence(r, 18), sentence(r, 30)+" "+sentence(r, 22)
	answer := sentence(r, 17)
	posts := map[string]string{
		"a": first + "\n\n" + second,
		"b": "In article 7 somebody wrote:\n" + quoted(once, first, 9) + strings.TrimSpace(once) + "\n" +
			quoted(once, second, 9) + "\n" + answer,
		"c": "Another one wrote:\n" + quoted(twice, second, 7) + quoted(once, answer, 7) + "\nSo do I.",
	}
	want := map[string]string{"a": posts["a"], "b": "In article 7 somebody wrote:\n" + answer,
		"c": "Another one wrote:\n\nSo do I."}
	for _, mode := range []string{"--exact=30", "--passes=5"} {
		dir := t.TempDir()
		in := write(t, dir+"/in.jsonl", jsonLines(t, posts))
		mustRun(t, "clean", "--input="+in, "--output="+dir+"/out", mode)
		for id, text := range texts(t, dir+"/out/documents/in.jsonl") {
			if strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(want[id]), " ") {
				t.Errorf("%s: %s is\n%s\nwant\n%s", mode, id, text, want[id])
			}
		}
	}
}
