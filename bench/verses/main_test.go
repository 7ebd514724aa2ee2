package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func written(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// The numbers of psalms and verses are those of their lines. What is before the first psalm is none.
func TestPsalms(t *testing.T) {
	got, err := readPsalms(written(t,
		" 1 \t 2 \n 1 title\n PSALMUS 1 \n\n 1 beatus vir \n 2 sed in lege \nPSALMUS 21\n2 Deus meus\n"))
	want := []verse{{"Ps 1:1", "beatus vir"}, {"Ps 1:2", "sed in lege"}, {"Ps 21:2", "Deus meus"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// All verses are looked up, and those that quote are quotations. A reference may name several verses.
func TestPairs(t *testing.T) {
	verses, quotations, err := readPairs(written(t,
		"NT_ref\tNT_text\treuse_label\tPs_ref\tPs_text\nMt 1:1\ta \"b\tquotation\tPs 2:1-3\tx\n"+
			"Mt 1:2\tc\techo\tPs 2:4\ty\n"))
	if diff := cmp.Diff([]verse{{"Mt 1:1", `a "b`}, {"Mt 1:2", "c"}}, verses); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if len(quotations) != 1 || quotations[0].by != "Mt 1:1" ||
		!cmp.Equal(quotations[0].psalms, []string{"Ps 2:1", "Ps 2:2", "Ps 2:3"}) {
		t.Errorf("%+v", quotations)
	}
	if !cmp.Equal(quotations[0].words, quotations[0].psalms) {
		t.Errorf("numbers.tsv does not have the reference: %v", quotations[0].words)
	}
	if _, _, err := readPairs(written(t, "h\th\th\th\th\na\ta\tquotation\tPs 2\tx\n")); err == nil {
		t.Error("a reference without a verse is none")
	}
}

// A quotation is found if one of its verses is among the first answers. Answers are ranked, and each psalm counts once.
func TestFound(t *testing.T) {
	answers := ranked([]answer{
		{A: "Mt 1:1", B: "Ps 1:1", Similarity: .2}, {A: "Mt 1:1", B: "Ps 9:9", Similarity: .9},
		{A: "Mt 1:1", B: "Ps 9:9", Similarity: .8},
		{Query: "Mt 1:2", ID: "Ps 3:3", Similarity: .1}, {Query: "Mt 1:2", ID: "Ps 3:2", Similarity: .1},
	}, func(a answer) float64 { return a.Similarity })
	if diff := cmp.Diff(map[string][]string{"Mt 1:1": {"Ps 9:9", "Ps 1:1"}, "Mt 1:2": {"Ps 3:2", "Ps 3:3"}},
		answers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	all := []quotation{
		{"Mt 1:1", []string{"Ps 1:1", "Ps 1:2"}, []string{"Ps 9:9"}},
		{"Mt 1:2", []string{"Ps 3:2"}, []string{"Ps 3:4"}},
		{"Mt 1:3", []string{"Ps 3:2"}, []string{"Ps 3:2"}},
	}
	for k, want := range map[int]int{1: 1, 2: 2, 20: 2} {
		if got := found(all, quotation.asNumbered, answers, k); got != want {
			t.Errorf("rank %d: %d found, want %d", k, got, want)
		}
		if got := found(all, quotation.byWords, answers, k); got != 1 { // Ps 9:9 alone
			t.Errorf("rank %d: %d found by words, want 1", k, got)
		}
	}
}

// Each line of the table is two references, and no reference stands for itself. The Septuagint's Psalm 115 begins with
// verse 1, that of the file with verse 10; verse 7 of Psalm 8 is divided there.
func TestNumbers(t *testing.T) {
	numbers := numbersOf(numbersTable)
	if len(numbers) != 25 {
		t.Errorf("%d references, want the 25 lines of the table", len(numbers))
	}
	for list, verses := range numbers {
		a, err := versesIn(list)
		b, err2 := versesIn(verses)
		if err != nil || err2 != nil || cmp.Equal(a, b) {
			t.Errorf("%s is %s: %v, %v", list, verses, err, err2)
		}
	}
	if numbers["Ps 115:1"] != "Ps 115:10" || numbers["Ps 8:7"] != "Ps 8:7-8" {
		t.Errorf("%v", numbers)
	}
}

func TestStem(t *testing.T) {
	for word, want := range map[string]string{"dominus": "domin", "dominorum": "domin", "rex": "rex", "eos": "eos"} {
		if got := stem(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}
