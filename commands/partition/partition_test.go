package partition

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/evaluation/planted"
	"example.org/diagonal/transforms/partition/similar"
	"example.org/diagonal/transforms/partition/site"
)

// texts returns texts of made-up words, or of Chinese characters.
func texts(chinese bool) (documents []planted.Document) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 150 {
		var b strings.Builder
		for range 60 {
			for w := range 8 + r.IntN(12) {
				switch {
				case chinese:
					b.WriteRune(rune(0x4e00 + int(3000*r.Float64()*r.Float64())))
				case w > 0:
					fmt.Fprintf(&b, " w%x", int(1000*r.Float64()*r.Float64()))
				default:
					fmt.Fprintf(&b, "The w%x", r.IntN(1000))
				}
			}
			if chinese {
				b.WriteString("。")
			} else {
				b.WriteString(". ")
			}
		}
		documents = append(documents, planted.Document{ID: fmt.Sprint(i), Text: strings.Map(letter, b.String())})
	}
	return documents
}

// letter returns a letter in place of a digit: words with digits are numbers, for templates.
func letter(r rune) rune {
	if '0' <= r && r <= '9' {
		return 'g' + r - '0'
	}
	return r
}

// web plants a web, with an empty document and a copy of a page at another site beside it.
func web(t *testing.T, chinese bool) []planted.Page {
	t.Helper()
	w, err := planted.PlantWeb(planted.WebParams{Seed: 1, Size: 900, PerThousand: 25, SitePages: 20, Documents: 300},
		texts(chinese))
	if err != nil {
		t.Fatal(err)
	}
	copied := w.Pages[len(w.Pages)-1]
	copied.ID = "http://zzz.example/copy"
	empty := planted.Page{Document: planted.Document{ID: "empty"}, Set: "empty"}
	return append(w.Pages, copied, empty)
}

// write writes pages as JSON Lines.
func write(t *testing.T, path string, pages []planted.Page) string {
	t.Helper()
	var documents []jobtest.Document
	for _, p := range pages {
		documents = append(documents, jobtest.Document{ID: p.ID, Text: p.Text})
	}
	return filetest.Write(t, path, jobtest.Lines(documents))
}

// parse reads and checks flags.
func parse(t *testing.T, flags ...string) (p Params) {
	t.Helper()
	fs := jobtest.Parse(t, p.Flags, flags...)
	if err := p.check(fs); err != nil {
		t.Fatal(err)
	}
	return p
}

// runFlags returns the files of a run.
func runFlags(t *testing.T, sh shuffle.Params, flags ...string) map[string]string {
	t.Helper()
	return jobtest.Files(t, runFolder(t, sh, flags...))
}

// runFolder returns the folder of a run, which is whole.
func runFolder(t *testing.T, sh shuffle.Params, flags ...string) string {
	t.Helper()
	p := parse(t, flags...)
	earlier, err := p.earlierFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := jobtest.Run(t, p.Job.Docs, sh, p.parameters(), func(s beam.Scope, g job.Graph) { build(s, p, g, earlier) })
	filetest.Write(t, dir+"/"+result.SuccessFile, "")
	return dir
}

func setsOf(t *testing.T, files map[string]string) []record.InSet {
	t.Helper()
	sets := jobtest.Decode[record.InSet](t, files["sets-00000-of-00001.jsonl"])
	for i := range sets {
		sets[i].Words = "" // TestAgainstChanged has them
	}
	return sets
}

// stripped returns the words of pages without the templates of their sites, by the definition: a
// sentence is a template if at least four pages of a site have it, and the square of their number is
// at least that of the pages of the site. Pages with the same words are one.
func stripped(pages []planted.Page) map[string][]uint32 {
	type sentence struct{ host, words string }
	sentences := map[string][]string{} // by id; as text
	words := map[string][][]uint32{}
	first := map[string]string{} // id of the page, by all words
	copies := map[string]string{}
	count, of := map[sentence]int{}, map[string]int{}
	for _, p := range pages {
		_, all := analysis.WordsOf(&record.Document{ID: p.ID, Text: []byte(p.Text)})
		for _, s := range all {
			var hashes []uint32
			for _, w := range s {
				hashes = append(hashes, w.Hash)
			}
			if len(s) > 0 {
				sentences[p.ID] = append(sentences[p.ID], fmt.Sprint(hashes))
				words[p.ID] = append(words[p.ID], hashes)
			}
		}
		whole := fmt.Sprint(slices.Concat(words[p.ID]...))
		if id, ok := first[whole]; ok { // pages are in order of id
			copies[p.ID] = id
		} else {
			first[whole] = p.ID
			of[site.Host(p.ID)]++
			for _, s := range slices.Compact(slices.Sorted(slices.Values(sentences[p.ID]))) {
				count[sentence{site.Host(p.ID), s}]++
			}
		}
	}
	left := map[string][]uint32{}
	for _, p := range pages {
		if id, ok := copies[p.ID]; ok {
			left[p.ID] = left[id]
			continue
		}
		host := site.Host(p.ID)
		for i, s := range sentences[p.ID] {
			if n := count[sentence{host, s}]; host == "" || n < 4 || n*n < of[host] {
				left[p.ID] = append(left[p.ID], words[p.ID][i]...)
			}
		}
	}
	return left
}

// A partition is a partition: every document is in one set, the set is its smallest id, the
// representative is in the set, and r is that of the two texts. Precision and recall on sites are at
// least those that docs/partition.md promises.
func TestPartition(t *testing.T) {
	for name, chinese := range map[string]bool{"english": false, "chinese": true} {
		t.Run(name, func(t *testing.T) {
			pages := web(t, chinese)
			sets := setsOf(t,
				runFlags(t, shuffle.Params{Shards: 4, Workers: 2}, "--input="+write(t, t.TempDir()+"/in.jsonl", pages)))
			left := stripped(pages)
			of := map[string]record.InSet{}
			least := map[string]string{}
			for _, v := range sets {
				if _, ok := of[v.ID]; ok {
					t.Errorf("%s has two lines", v.ID)
				}
				of[v.ID] = v
				if id, ok := least[v.Set]; !ok || v.ID < id {
					least[v.Set] = v.ID
				}
			}
			if len(of) != len(pages) {
				t.Errorf("%d documents, want %d", len(of), len(pages))
			}
			var planted, found, both int
			for i, p := range pages {
				v := of[p.ID]
				first, ok := of[v.Representative]
				if !ok || first.Set != v.Set || first.R != 1 || least[v.Set] != v.Set {
					t.Errorf("%+v: the set begins with %s, and the representative has %+v", v, least[v.Set], first)
				}
				if want := r(left[v.Representative], left[v.ID]); v.Representative != v.ID &&
					v.R != record.Round(want) {
					t.Errorf("%+v: r is %.4f", v, want)
				}
				for _, q := range pages[:i] {
					if site.Host(p.ID) == "" || site.Host(q.ID) == "" {
						continue
					}
					if q.Set == p.Set {
						planted++
					}
					if of[q.ID].Set == v.Set {
						found++
						if q.Set == p.Set {
							both++
						}
					}
				}
			}
			precision, recall := float64(both)/float64(found), float64(both)/float64(planted)
			if precision < .98 || recall < .97 || planted < 20 {
				t.Errorf("precision %.4f, recall %.4f of %d pairs", precision, recall, planted)
			}
		})
	}
}

// r is r of two pages that are alone in the world.
func r(a, b []uint32) float64 {
	if slices.Equal(a, b) {
		return 1
	}
	_, members, _ := similar.Divide(similar.Params{Method: similar.LCS, MinR: 1e-9, MinCosine: 1},
		[]similar.Page{{ID: "a", Words: a}, {ID: "b", Words: b}})
	return members[1].R
}

// The bytes are the same for any order and cutting of the input, and any number of shards and
// workers, and with little memory.
func TestSameBytes(t *testing.T) {
	pages := web(t, false)
	one := write(t, t.TempDir()+"/in.jsonl", pages)
	rand.New(rand.NewPCG(5, 5)).Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	several := t.TempDir()
	write(t, several+"/a.jsonl", pages[:20])
	write(t, several+"/b.jsonl", pages[20:21])
	write(t, several+"/c.jsonl", pages[21:])
	for _, flags := range [][]string{
		nil, {"--max_set=5", "--n=1"}, {"--method=cosine"},
		{"--method=simhash", "--distance=7", "--site_templates=off"},
		{"--method=none", "--max_set=7", "--hashed=sentences", "--smallest=2"},
	} {
		want := runFlags(t, shuffle.Params{Shards: 1}, append(flags, "--input="+one)...)
		for _, sh := range []shuffle.Params{{Shards: 37, Workers: 2}, {Shards: 2, Memory: 1 << 20}} {
			got := runFlags(t, sh, append(flags, "--input="+several)...)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("%v, %+v: files (-want +got):\n%s", flags, sh, diff[:min(len(diff), 2000)])
			}
		}
	}
}
