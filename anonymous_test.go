package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/filetest"
)

// TestAnonymousRun: the texts of a collection with ids in one order of bytes, and in the other one, have the same
// report, byte by byte, if the same text has the same name. So a report with hidden names does not say whose id is
// before whose.
func TestAnonymousRun(t *testing.T) {
	dir := t.TempDir()
	var texts []string
	for _, line := range licences(t) {
		if len(line) == 0 { // the end
			continue
		}
		var d struct{ Text string }
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, d.Text)
	}
	ids := [2]func(i int) string{func(i int) string {
		return fmt.Sprintf("%03d", i)
	}, func(i int) string { return fmt.Sprintf("%03d", len(texts)-1-i) }}
	hash := func(id string) string { return fmt.Sprintf("h%016x", xxhash.Sum64String(id)) }
	rows := [][]string{{"name", "side", "id", "hash"}}
	for i := range texts {
		id := ids[0](i)
		rows = append(rows, []string{fmt.Sprintf("document %s", hash(id)[1:6]), "input", id, hash(id)})
	}
	var reports [2]map[string]string
	for k, id := range ids {
		var lines []string
		for i, text := range texts {
			line, err := json.Marshal(map[string]string{"id": id(i), "text": text})
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(line)+"\n")
			rows[i+1][2], rows[i+1][3] = id(i), hash(id(i))
		}
		slices.Sort(lines)
		var key strings.Builder
		csv.NewWriter(&key).WriteAll(rows)
		filetest.Put(t, dir, map[string]string{"c.jsonl": strings.Join(lines, ""), "key.csv": key.String()})
		for _, args := range [][]string{
			{"partial", "--input=c.jsonl", "--output=found", "--quiet", "--overwrite"},
			{"report", "found", "--anonymous", "--key=key.csv", "--output=pages", "--quiet", "--overwrite"},
		} {
			if o := finish(t, dir, program(dir, args...)); o.code != 0 {
				t.Fatalf("%q: %s", args, o.stderr)
			}
		}
		reports[k] = map[string]string{}
		for _, pattern := range []string{"*.html", "data/*.js"} {
			names, err := filepath.Glob(filepath.Join(dir, "pages", filepath.FromSlash(pattern)))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				b := filetest.Read(t, name)
				reports[k][filepath.Base(name)] = string(b)
			}
		}
	}
	if len(reports[0]) < 15 || len(reports[0]) != len(reports[1]) {
		t.Errorf("%d and %d files", len(reports[0]), len(reports[1]))
	}
	for name, content := range reports[0] {
		if reports[1][name] != content {
			t.Errorf("%s differs", name)
		}
	}
}
