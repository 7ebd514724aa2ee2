package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// netted makes a report of a result with three documents, one of them without pairs, and returns the network in a
// format. One id would be a formula, has markup, and a letter that XML does not have.
func netted(t *testing.T, extension string) []byte {
	t.Helper()
	a := text{"=1+1<&\"\x01", "The quick brown fox jumps over the lazy dog. End."}
	b := text{"ü", "So: The quick brown fox jumps over the dog."}
	p := passage(t, a, "The quick brown fox jumps over the lazy dog", b, "The quick brown fox jumps over the dog",
		record.Reworded, .875)
	p.AFields, p.BFields = `{"author":"@Sand","share":"x","year":1832}`, `{"author":null,"year":1670.5}`
	share := func(id string, share float64, fields record.Fields) record.DocumentShare {
		return record.DocumentShare{ID: id, Characters: 50, Share: share, Fields: fields}
	}
	dir := resultOf(t, map[string]any{"command": "partial"}, map[string]int64{"documents": 3},
		written{"passages", []any{p}}, written{"within", []any{passage(t, b, "The", b, "the", record.Verbatim, 1)}},
		written{"documents", []any{share(a.ID, .5, p.AFields), share(b.ID, .25, p.BFields), share("alone", 0, "")}})
	file := filepath.Join(t.TempDir(), "found"+extension)
	params := Params{Result: dir, Docs: docio.Defaults(), Output: filepath.Join(t.TempDir(), "pages"), Network: file}
	if _, err := Run(t.Context(), params, t.Output()); err != nil {
		t.Fatal(err)
	}
	content := filetest.Read(t, file)
	params.Overwrite = true
	if _, err := Run(t.Context(), params, t.Output()); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(file); !bytes.Equal(content, again) {
		t.Error("the bytes differ in another run")
	}
	return content
}

// A list of edges has the mark by which Excel knows UTF-8, and no formula; a passage inside a document is no edge.
func TestNetworkCSV(t *testing.T) {
	content, ok := bytes.CutPrefix(netted(t, ".csv"), []byte("\xef\xbb\xbf"))
	if !ok {
		t.Error("no byte order mark")
	}
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"Source", "Target", "Type", "Weight", "passages", "source characters", "target characters", "similarity",
			"source side", "source pairs", "source passages", "source characters of text", "source share",
			"source author", "source field share", "source year",
			"target side", "target pairs", "target passages", "target characters of text", "target share",
			"target author", "target field share", "target year"},
		{"'=1+1<&\"\x01", "ü", "Undirected", "38", "1", "43", "38", "0.875",
			"input", "1", "1", "50", "0.5", "'@Sand", "x", "1832",
			"input", "1", "1", "50", "0.25", "", "", "1670.5"},
	}
	if fmt.Sprintf("%q", rows) != fmt.Sprintf("%q", want) {
		t.Errorf("rows\n%q, want\n%q", rows, want)
	}
}

// Another program reads both formats of XML as the same network, with types.
func TestNetworkReadElsewhere(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || exec.Command(python, "-c", "import networkx").Run() != nil {
		t.Skip("no networkx is installed: GEXF and GraphML are not read by another program (pip install networkx)")
	}
	const script = `
import sys, json, networkx
g = getattr(networkx, "read_" + sys.argv[1])(sys.argv[2])
label = lambda n: g.nodes[n]["label"]
nodes = sorted(({k: v for k, v in d.items()} for _, d in g.nodes(data=True)), key=lambda d: d["label"])
edges = [[sorted([label(a), label(b)]), {k: v for k, v in d.items() if k != "id"}] for a, b, d in g.edges(data=True)]
print(json.dumps([g.is_directed(), nodes, edges]))`
	var want any
	err = json.Unmarshal([]byte(`[false,
		[{"label": "=1+1<&\"\ufffd", "side": "input", "pairs": 1, "passages": 1, "characters of text": 50, "share": 0.5, "author": "@Sand", "field share": "x", "year": 1832},
		 {"label": "alone", "side": "input", "pairs": 0, "passages": 0, "characters of text": 50, "share": 0},
		 {"label": "ü", "side": "input", "pairs": 1, "passages": 1, "characters of text": 50, "share": 0.25, "year": 1670.5}],
		[[["=1+1<&\"\ufffd", "ü"], {"weight": 38, "passages": 1, "source characters": 43, "target characters": 38, "similarity": 0.875}]]]`), &want)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"gexf", "graphml"} {
		file := filetest.Write(t, filepath.Join(t.TempDir(), "network"), netted(t, "."+format))
		out, err := exec.Command(python, "-c", script, format, file).CombinedOutput()
		var got any
		if err := errors.Join(err, json.Unmarshal(out, &got)); err != nil {
			t.Fatalf("%s: %v\n%s", format, err, out)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s is\n%v, want\n%v", format, got, want)
		}
	}
}

// The file of a network is never a file of something else, and there is no report where it cannot be written.
func TestNetworkRefused(t *testing.T) {
	dir, _ := hostile(t)
	input := corpus(t, "c.csv", one, two)
	folder := t.TempDir()
	taken := filetest.Write(t, filepath.Join(folder, "taken.csv"), "")
	for _, tc := range []struct {
		network, want string
		overwrite     bool
	}{
		{filepath.Join(folder, "a.txt"), "want a name that ends in .gexf, .graphml or .csv", false},
		{taken, "exists: choose another file, or give --overwrite", false},
		{filepath.Join(dir, "a.gexf"), "is in the folder", false},
		{filepath.Join(folder, "pages", "a.gexf"), "is in the folder", false},
		{filepath.Join(folder, "none", "a.gexf"), "no such file", false},
		{input, "is read as a document", true},
	} {
		p := Params{Result: dir, Docs: docio.Defaults(), Output: filepath.Join(folder, "pages"), Network: tc.network,
			Overwrite: tc.overwrite}
		p.Docs.Input, p.Docs.Format = []string{input}, "jsonl"
		_, err := Run(t.Context(), p, t.Output())
		if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "--network=") ||
			line.ExitCode(err) != 2 {
			t.Errorf("--network=%s: %v", tc.network, err)
		}
		if _, err := os.Stat(p.Output); err == nil {
			t.Errorf("--network=%s: there is a report", tc.network)
		}
	}
}

// Edges lead from the input to the source, and documents of one id on both sides are two nodes. The weight is what
// two documents share, or how alike they are if they are compared as a whole.
func TestNetworkOf(t *testing.T) {
	f := &findings.Findings{
		Directed:   true,
		ScoreNames: []string{"score"},
		Documents: []findings.Document{{ID: "x", Pairs: 2}, {ID: "x", Side: record.Source, Pairs: 1},
			{ID: "y", Side: record.Source, Pairs: 1}},
		Pairs: []findings.Pair{
			{A: 0, B: 0, ACharacters: 5, BCharacters: 5},
			{A: 0, B: 1, Passages: 2, ACharacters: 30, BCharacters: 20, Similarity: .5, Scores: []float64{7}},
			{A: 0, B: 2, Passages: 1, ACharacters: findings.Unknown, BCharacters: 20, Similarity: .75},
			{A: 0, B: 2, Passages: 1, ACharacters: findings.Unknown, BCharacters: findings.Unknown,
				Similarity: findings.Unknown},
		},
	}
	n := networkOf(f)
	if got := fmt.Sprint(n.Directed, n.Edges); got != "true [{0 1 20 [2 30 20 0.5 7]} {0 2 0.75 [1 <nil> 20 0.75 <nil>]} {0 2 1 [1 <nil> <nil> <nil> <nil>]}]" {
		t.Errorf("edges %s", got)
	}
	if n.Nodes[0].Label != "x" || n.Nodes[1].Label != "x (source)" || n.Nodes[0].Key == n.Nodes[1].Key ||
		fmt.Sprint(n.Nodes[1].Values) != "[source 1 0]" {
		t.Errorf("nodes %v", n.Nodes)
	}
}
