package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dustin/go-humanize"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/evaluation/agreement"
)

// clustersOfResult returns the clusters of a result: the ids of their documents, sorted.
func clustersOfResult(t *testing.T, r result) []string {
	ids := map[string][]string{}
	for _, p := range jobtest.Decode[record.ClusterPlace](t, r.stream("cluster-places")) {
		ids[p.Cluster] = append(ids[p.Cluster], p.ID)
	}
	var all []string
	for _, c := range jobtest.Decode[record.Cluster](t, r.stream("clusters")) {
		own := ids[c.Cluster]
		slices.Sort(own)
		if c.Size != int64(len(own)) || c.Documents != int64(len(slices.Compact(slices.Clone(own)))) {
			t.Errorf("%+v has the places %v", c, own)
		}
		all = append(all, strings.Join(own, " "))
	}
	slices.Sort(all)
	return all
}

// A document that contains two texts, A and B, one behind the other, does not join the documents that
// contain one of them, also if another document contains both.
func TestClustersDoNotChain(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(16, 1)), false}
	a, b := w.sentences(8), w.sentences(8)
	docs := []testDocument{
		{"a1", w.text(a, w.sentences(6))}, {"a2", w.text(w.sentences(6), a)},
		{"ab", w.text(w.sentences(6), a, b, w.sentences(6))},
		{"b1", w.text(b, w.sentences(6))}, {"b2", w.text(w.sentences(6), b)},
	}
	for _, tc := range []struct {
		more []testDocument
		want []string
	}{
		{nil, []string{"a1 a2 ab", "ab b1 b2"}},
		{[]testDocument{{"both", w.text(a, b, w.sentences(6))}}, []string{"a1 a2 ab both", "ab b1 b2 both", "ab both"}},
	} {
		for _, matching := range []string{"refine", "diagonal"} {
			in := "--input=" + jobtest.Input(t, append(slices.Clone(docs), tc.more...))
			if diff := cmp.Diff(tc.want,
				clustersOfResult(t, runWith(t, one, in, "--clusters", "--max_documents=0",
					"--matching="+matching))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", matching, diff)
			}
		}
	}
}

// The clusters of planted reprints are those that were planted: the adjusted Rand index over the planted
// places is at least .97. They do not depend on the order of documents and on shards.
func TestClustersOfReprints(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 2))
	w := &author{r, false}
	type place struct {
		id         string
		start, end int
		text       int
	}
	var docs []testDocument
	var planted []place
	texts := make([][]string, 60)
	for i := range texts {
		texts[i] = w.sentences(5 + r.IntN(8))
	}
	for n := range 200 {
		var parts [][]string
		id := fmt.Sprintf("d%03d", n)
		for range r.IntN(4) {
			i := r.IntN(len(texts))
			if n%5 == 0 {
				i = 0 // a text in 40 of 200 documents is not hot
			}
			if slices.ContainsFunc(planted, func(p place) bool { return p.id == id && p.text == i }) {
				continue
			}
			copied := texts[i]
			if r.IntN(2) == 0 {
				copied = w.edit(copied, 12)
			}
			parts = append(parts, w.sentences(3+r.IntN(5)))
			start := len(w.text(parts...))
			parts = append(parts, copied)
			planted = append(planted, place{id, start, len(w.text(parts...)), i})
		}
		parts = append(parts, w.sentences(4))
		docs = append(docs, testDocument{id, w.text(parts...)})
	}
	in := "--input=" + jobtest.Input(t, docs)
	got := runWith(t, one, in, "--clusters", "--date_field=date")
	var want, have []string
	places := jobtest.Decode[record.ClusterPlace](t, got.stream("cluster-places"))
	copies := map[int]int{}
	for _, p := range planted {
		copies[p.text]++
	}
	for n, p := range planted {
		if copies[p.text] == 1 {
			continue
		}
		label, best := fmt.Sprint("none ", n), 0
		for _, q := range places {
			if both := min(p.end, int(q.ByteEnd)) - max(p.start, int(q.ByteStart)); q.ID == p.id && both > best &&
				2*both > p.end-p.start {
				label, best = q.Cluster, both
			}
		}
		want, have = append(want, fmt.Sprint(p.text)), append(have, label)
	}
	index := agreement.AdjustedRand(want, have)
	t.Logf("%d planted places of %d texts, %d clusters of %d places: adjusted Rand index %.4f", len(want), len(texts),
		len(jobtest.Decode[record.Cluster](t, got.stream("clusters"))), len(places), index)
	if index < .97 || len(want) < 200 {
		t.Errorf("the adjusted Rand index of %d places is %.4f", len(want), index)
	}
	slices.Reverse(docs)
	turned := "--input=" + filetest.Write(t, filepath.Join(t.TempDir(), "turned.jsonl"), jobtest.Lines(docs))
	again := runWith(t, shuffle.Params{Shards: 37, Workers: 2}, turned, "--clusters", "--date_field=date")
	for _, stream := range []string{"clusters", "cluster-places", "passages"} {
		if got.stream(stream) != again.stream(stream) {
			t.Errorf("%s differs in another order", stream)
		}
	}
	plain := runWith(t, one, in)
	for _, stream := range []string{"passages", "within", "documents", "largest"} {
		if plain.stream(stream) != got.stream(stream) {
			t.Errorf("%s differs with clusters", stream)
		}
	}
}

// A cluster names its representative, its earliest place and the fields of both.
func TestClusterOfFields(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(16, 3)), false}
	shared := w.sentences(8)
	var in strings.Builder
	for i, date := range []string{`"1898-02-17"`, `"1898-02-15"`, "null"} {
		text, err := record.JSON(w.text(w.sentences(5), shared))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&in, `{"id":"p%d","series":"s%d","date":%s,"text":%s}`+"\n", i, i, date, text)
	}
	r := runWith(t, one, "--clusters", "--date_field=date", "--keep_fields=series",
		"--input="+filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), []byte(in.String())))
	clusters := jobtest.Decode[record.Cluster](t, r.stream("clusters"))
	if len(clusters) != 1 {
		t.Fatalf("clusters %+v", clusters)
	}
	c := clusters[0]
	if c.Size != 3 || c.Documents != 3 || c.Kind != record.Verbatim || c.Similarity != 1 || c.Earliest == nil ||
		c.Latest == nil || !strings.HasPrefix(w.text(shared), c.Text[:50]) {
		t.Fatalf("%+v", c)
	}
	got := []string{c.Representative.ID, string(c.Representative.Fields), c.Earliest.ID, c.Earliest.Date,
		string(c.Earliest.Fields), c.Latest.ID, c.Latest.Date}
	want := []string{"p0", `{"series":"s0","date":"1898-02-17"}`, "p1", "1898-02-15",
		`{"series":"s1","date":"1898-02-15"}`, "p0", "1898-02-17"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	from := map[string]string{}
	for _, p := range jobtest.Decode[record.ClusterPlace](t, r.stream("cluster-places")) {
		if p.From != nil {
			from[p.ID] = fmt.Sprint(p.From.ID, p.From.Start, p.From.End, p.From.Similarity)
		}
	}
	// p2 has no date
	if diff := cmp.Diff(map[string]string{"p0": fmt.Sprint("p1", c.Earliest.Start, c.Earliest.End, 1.)},
		from); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

// The earliest place of a cluster has the smallest date by value. A record whose date cannot be read is
// rejected; one without a date is not.
func TestEarliestByValue(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(35, 5)), false}
	shared := w.sentences(8)
	for _, tc := range []struct {
		dates    []string // JSON
		want     string   // the date of the earliest place
		rejected []string
	}{
		{[]string{`"-0020"`, `"-0055"`, `"0050"`}, "-0055", nil},
		{[]string{"1000", "98", "1664"}, "98", nil},
		{[]string{`"+12026"`, `"9999-12"`, `"1898-02-15T01:00+02:00"`, `"1898-02-15"`}, "1898-02-15T01:00+02:00", nil},
		{[]string{`"1898-01-01"`, `"1898"`, `"1898-01"`}, "1898-01-01", nil}, // equal: the smallest id decides
		{[]string{`"ca. 1850"`, "null", `"1900"`, `" "`, "18980215"}, "1900", []string{
			`d0: the field date: "ca. 1850" is no date: write YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, with a sign before a year below 0 or of more than four digits (-0055, +12026), or leave it out`,
			`d4: the field date: "18980215" is no date: write YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, with a sign before a year below 0 or of more than four digits (-0055, +12026), or leave it out`,
		}},
	} {
		var in strings.Builder
		for i, date := range tc.dates {
			text, err := record.JSON(w.text(w.sentences(5), shared))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&in, `{"id":"d%d","date":%s,"text":%s}`+"\n", i, date, text)
		}
		r := runWith(t, one, "--clusters", "--date_field=date",
			"--input="+filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), []byte(in.String())))
		clusters := jobtest.Decode[record.Cluster](t, r.stream("clusters"))
		if len(clusters) != 1 || clusters[0].Earliest == nil || clusters[0].Earliest.Date != tc.want {
			t.Errorf("%v: %+v, want the earliest %s", tc.dates, clusters, tc.want)
		}
		var rejected []string
		for _, x := range jobtest.Decode[record.Rejected](t, r.stream("rejected")) {
			rejected = append(rejected, x.ID+": "+x.Reason)
		}
		slices.Sort(rejected)
		if diff := cmp.Diff(tc.rejected, rejected); diff != "" {
			t.Errorf("%v: rejected (-want +got):\n%s", tc.dates, diff)
		}
	}
}

// A run begins its closing lines with the texts, as many documents and as long as they are, and with their first and
// last dates if dates are known. --clusters=false leaves them out, and changes no passage.
func TestTextsComeFirst(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(36, 4)), false}
	often, long := w.sentences(5), w.sentences(20)
	var in strings.Builder
	for i, date := range []string{"1898-02-17", "1898-02-15", "1899", "1898-02-16"} {
		own := [][]string{w.sentences(6), often}
		if i < 2 {
			own = append(own, w.sentences(6), long)
		}
		text, err := record.JSON(w.text(own...))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&in, `{"id":"p%d","date":%q,"text":%s}`+"\n", i, date, text)
	}
	input := "--input=" + filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), []byte(in.String()))
	run := func(flags ...string) (said, dir string) {
		dir = filepath.Join(t.TempDir(), "out")
		cmd := Command()
		var out strings.Builder
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		cmd.SetArgs(append(flags, input, "--output="+dir))
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		return out.String(), dir
	}
	said, dir := run("--date_field=date")
	clusters, err := job.First[record.Cluster](t.Context(), dir, "clusters", 9)
	if err != nil || len(clusters) != 2 {
		t.Fatalf("%+v, %v", clusters, err)
	}
	rows := strings.Split(said, "\n")
	if !strings.Contains(rows[0], "The most reprinted and the longest texts") ||
		!strings.Contains(said, "2 texts stand in 6 places: cluster-places-*.jsonl") {
		t.Errorf("the closing lines are\n%s", said)
	}
	cells := func(row string, n int) []string { all := strings.Fields(row); return all[:min(n, len(all))] }
	want := [][]string{
		{"cluster", "documents", "places", "characters", "first", "last", "text"},
		{clusters[0].Cluster, "2", "2", humanize.Comma(int64(len(w.text(long)))), "1898-02-15", "1898-02-17",
			strings.Fields(long[0])[0]},
		{clusters[1].Cluster, "4", "4", humanize.Comma(int64(len(w.text(often)))), "1898-02-15", "1899",
			strings.Fields(often[0])[0]},
	}
	if diff := cmp.Diff(want, [][]string{cells(rows[1], 7), cells(rows[3], 7), cells(rows[4], 7)}); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, said)
	}
	plain, without := run("--clusters=false", "--keep_fields=date")
	if strings.Contains(plain, "texts") || strings.Contains(plain, "cluster") {
		t.Errorf("without clusters the closing lines are\n%s", plain)
	}
	files, other := jobtest.Files(t, dir), jobtest.Files(t, without)
	for name := range files {
		switch _, ok := other[name]; {
		case strings.HasPrefix(name, "cluster"):
			if ok {
				t.Errorf("%s is there without clusters", name)
			}
		case strings.HasSuffix(name, ".jsonl") && files[name] != other[name]:
			t.Errorf("%s differs without clusters", name)
		}
	}
}
