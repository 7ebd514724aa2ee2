package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"example.org/diagonal/bench/program"
)

// Each shape is what its name says, and the same each time.
func TestShapes(t *testing.T) {
	count := map[string]int{}
	for _, s := range shapes {
		var first, second bytes.Buffer
		if err := errors.Join(s.Write(&first, 20_000), s.Write(&second, 20_000)); err != nil ||
			!bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%s: %v, or two collections differ", s.Name, err)
		}
		_, n, err := s.File(t.TempDir(), .02)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]bool{}
		size, words, shared := 0, map[string]bool{}, 0
		for line := range strings.Lines(first.String()) {
			var d struct{ ID, Text string }
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatalf("%s: %v", s.Name, err)
			}
			texts[d.Text] = true
			size += len(d.Text)
			for w := range strings.FieldsSeq(d.Text) {
				words[w] = true
			}
			if strings.Contains(d.Text, common) {
				shared++
			}
		}
		if s.Share == 1 && n != strings.Count(first.String(), "\n") {
			t.Errorf("%s: %d documents in the file", s.Name, n)
		}
		if size < 19_990 || size > 21_300 {
			t.Errorf("%s: %d bytes of text", s.Name, size)
		}
		if strings.HasPrefix(s.Name, "huge") != (n == 1) {
			t.Errorf("%s: %d documents", s.Name, n)
		}
		if (s.Name == "equal" || n == 1) != (len(texts) == 1) {
			t.Errorf("%s: %d different texts", s.Name, len(texts))
		}
		if strings.HasSuffix(s.Name, "word") != (len(words) == 1) {
			t.Errorf("%s: %d different words", s.Name, len(words))
		}
		if s.Name == "sentence" && shared != n {
			t.Errorf("%s: %d of %d documents have the sentence", s.Name, shared, n)
		}
		count[s.Name] = n
	}
	if count["tiny"] < 500 {
		t.Errorf("tiny: %d documents in 20,000 bytes", count["tiny"])
	}
}

func TestTable(t *testing.T) {
	var out strings.Builder
	table := newTable(&out, 300e6)
	table.begin("tiny", "reuse")
	table.add(outcome{mb: 6, documents: 10, Cost: program.Cost{Wall: time.Second, CPU: 2 * time.Second, Memory: 200e6},
		records: 10})
	table.add(outcome{mb: 12, documents: 20, Cost: program.Cost{Wall: 2 * time.Second, CPU: 5 * time.Second,
		Memory: 301e6}, records: 35})
	table.add(outcome{mb: 24, documents: 40, Cost: program.Cost{Wall: 9 * time.Second, CPU: 15 * time.Second,
		Memory: 299e6}, ended: true})
	table.end()
	table.begin("huge", "index")
	table.add(outcome{mb: 1, documents: 1, refused: "too large"})
	table.end()
	if err := table.notes(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| tiny | 10, 20, 40 | 6, 12, 24 | reuse | 1.0, 2.0, not done after 9.0 | 2.0, 5.0, not done after 15.0 | 2.5 | 10, 35, 0 | 3.5 | 200, 301, 299 | **no** |\n",
		"| huge | 1 | 1 | index | fails | fails |  | 0 |  | 0 | yes |\n\nindex of 1 documents (huge): too large\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
