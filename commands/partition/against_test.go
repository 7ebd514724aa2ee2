package partition

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/evaluation/planted"
)

// TestAgainst: of a web that has grown, each new page has one line. It is in a set of the earlier result whose
// representative it is similar to, or in a new set, named after its smallest id. The ids of the earlier result
// are not written again, and its files stay. Most new pages are with the pages that one run over all puts them with.
func TestAgainst(t *testing.T) {
	for name, chinese := range map[string]bool{"english": false, "chinese": true} {
		t.Run(name, func(t *testing.T) {
			pages := web(t, chinese)
			shuffled := append([]planted.Page(nil), pages...)
			rand.New(rand.NewPCG(7, 7)).Shuffle(len(shuffled), func(i, j int) {
				shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
			})
			dir := t.TempDir()
			old := write(t, dir+"/old.jsonl", shuffled[:len(pages)*2/3])
			all := write(t, dir+"/all.jsonl", shuffled)
			first := runFolder(t, shuffle.Params{Shards: 3}, "--input="+old)
			before := jobtest.Files(t, first)
			files := runFlags(t, shuffle.Params{Shards: 4, Workers: 2}, "--input="+all, "--against="+first)
			if diff := gocmp.Diff(before, jobtest.Files(t, first)); diff != "" {
				t.Errorf("the earlier result has changed: %s", diff)
			}
			again := runFlags(t, shuffle.Params{Shards: 1}, "--input="+all, "--against="+first)
			if diff := gocmp.Diff(files, again); diff != "" {
				t.Errorf("one shard makes another result (-four +one): %s", diff)
			}

			left := stripped(pages)
			earlier, sets := map[string]record.InSet{}, map[string]bool{} // by id; the names of sets
			for _, v := range setsOf(t, before) {
				earlier[v.ID], sets[v.Set] = v, true
			}
			of := map[string]record.InSet{}
			for id, v := range earlier {
				of[id] = v
			}
			joined, least := 0, map[string]string{}
			for _, v := range setsOf(t, files) {
				if _, ok := of[v.ID]; ok {
					t.Errorf("%+v: the document has a line already", v)
				}
				of[v.ID] = v
				if sets[v.Set] {
					joined++
				} else if id, ok := least[v.Set]; !ok || v.ID < id {
					least[v.Set] = v.ID
				}
			}
			if len(of) != len(pages) || joined < 20 {
				t.Errorf("%d of %d pages have a line; %d are in earlier sets", len(of), len(pages), joined)
			}
			for id, v := range of {
				if _, ok := earlier[id]; ok {
					continue
				}
				first, ok := of[v.Representative]
				if !ok || first.Set != v.Set || first.Representative != first.ID ||
					!sets[v.Set] && least[v.Set] != v.Set {
					t.Errorf("%+v: the representative has %+v", v, first)
				}
				if want := record.Round(r(left[v.Representative], left[v.ID])); v.Representative != v.ID &&
					v.R != want {
					t.Errorf("%+v: r is %v", v, want)
				}
			}

			one := map[string]string{} // the sets of one run over all
			for _, v := range setsOf(t, runFlags(t, shuffle.Params{Shards: 2}, "--input="+all)) {
				one[v.ID] = v.Set
			}
			pairs, same := 0, 0 // with a new page, in one set of either
			for id, v := range of {
				for other, w := range of {
					if _, ok := earlier[id]; ok || id == other {
						continue
					}
					a, b := v.Set == w.Set, one[id] == one[other]
					if a || b {
						pairs++
					}
					if a && b {
						same++
					}
				}
			}
			if share := float64(same) / float64(pairs); share < .97 {
				t.Errorf("%.4f of %d pairs with a new page are those of one run over all", share, pairs)
			} else {
				t.Logf("%.4f of %d pairs with a new page are those of one run over all; %d of %d new pages are in earlier sets", share, pairs, joined, len(pages)-len(earlier))
			}
		})
	}
}

// A new copy of a page has the line of the page, also of one that is no representative. Representatives that are not in
// the input are counted. A result can be made against two, of which the second was made against the first.
func TestAgainstCopies(t *testing.T) {
	dir := t.TempDir()
	page := func(id, text string) planted.Page {
		return planted.Page{Document: planted.Document{ID: id, Text: text}}
	}
	words := strings.Fields("the mayor opened a long new bridge over a wide river in the old town on a cold monday while many people sang and danced")
	text := strings.Join(words, " ")
	edited := strings.Join(append(append([]string{}, words[:22]...), "laughed", "cried"), " ")
	pages := []planted.Page{page("b", text+" until late"), page("c", edited), page("d", "nothing of the kind"),
		page("empty", "")}
	first := runFolder(t, shuffle.Params{Shards: 2}, "--input="+write(t, dir+"/1.jsonl", pages))
	lines := map[string]record.InSet{}
	for _, v := range setsOf(t, jobtest.Files(t, first)) {
		lines[v.ID] = v
	}
	if lines["c"].Set != "b" || lines["c"].R == 1 {
		t.Fatalf("%+v", lines)
	}
	pages = append(pages, page("a", edited), page("a2", edited), page("e", text+" until late"),
		page("f", "something that is quite new here"), page("g", ""))
	second := runFolder(t, shuffle.Params{Shards: 2}, "--input="+write(t, dir+"/2.jsonl", pages), "--against="+first)
	r := lines["c"].R
	want := []record.InSet{{ID: "a", Set: "b", Representative: "b", R: r},
		{ID: "a2", Set: "b", Representative: "b", R: r}, {ID: "e", Set: "b", Representative: "b", R: 1},
		{ID: "f", Set: "f", Representative: "f", R: 1}, {ID: "g", Set: "g", Representative: "g", R: 1}}
	if lines["c"].Representative == "c" {
		want[0], want[1], want[2] = lines["c"], lines["c"], lines["b"]
		want[0].ID, want[1].ID, want[2].ID = "a", "a2", "e"
	}
	files := jobtest.Files(t, second)
	if diff := gocmp.Diff(want, setsOf(t, files)); diff != "" {
		t.Errorf("second run (-want +got): %s", diff)
	}
	sizes := jobtest.Decode[record.SetSize](t, files["sizes-00000-of-00001.jsonl"])
	if len(sizes) != 1 || sizes[0].Set != "b" || sizes[0].Documents != 3 {
		t.Errorf("sizes: %+v", sizes)
	}
	pages = append(pages[1:], page("h", "something that is quite new here"))
	third := runFlags(t, shuffle.Params{Shards: 3}, "--input="+write(t, dir+"/3.jsonl", pages), "--against="+first,
		"--against="+second)
	if got := setsOf(t, third); len(got) != 1 ||
		got[0] != (record.InSet{ID: "h", Set: "f", Representative: "f", R: 1}) {
		t.Errorf("third run: %+v", got)
	}
	if summary := third["summary.json"]; !strings.Contains(summary, `"earlier_sets_without_their_representative": 1`) ||
		!strings.Contains(summary, `"earlier_documents": 8`) {
		t.Errorf("summary.json: %s", summary)
	}
	for flags, want := range map[string]string{
		"--against=" + dir:                      "want the whole result",
		"--against=" + first + " --min_r=.8":    "it was made with min_r 0.5, and this run has min_r 0.8",
		"--against=" + filepath.Join(dir, "no"): "no",
	} {
		p := parse(t, strings.Fields(flags)...)
		if _, err := p.earlierFiles(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", flags, err, want)
		}
	}
}

// A document whose words have changed since the earlier result is counted, and compared as a new one. Its new set has
// another name than the earlier one, in which other documents are left. A later run knows the new text, and the earlier
// one, if it comes back. Punctuation is no change.
func TestAgainstChanged(t *testing.T) {
	words := strings.Fields("the mayor opened a long new bridge over a wide river in the old town on a cold monday while many people sang and danced")
	text := strings.Join(words, " ")
	texts := map[string]string{"a": text + " until late", "b": strings.Join(words[:22], " ") + " laughed cried",
		"d": "nothing of the kind", "e": "",
		"k": "seven ships left the harbour at dawn and came home with fish and salt before the moon had risen",
		"p": "Quite, quite different!"}
	run := func(shards int, flags ...string) (folder string, lines map[string]record.InSet, summary string) {
		var pages []planted.Page
		for _, id := range slices.Sorted(maps.Keys(texts)) {
			pages = append(pages, planted.Page{Document: planted.Document{ID: id, Text: texts[id]}})
		}
		input := write(t, filepath.Join(t.TempDir(), "in.jsonl"), pages)
		folder = runFolder(t, shuffle.Params{Shards: shards}, append(flags, "--input="+input)...)
		files := jobtest.Files(t, folder)
		lines = map[string]record.InSet{}
		for _, v := range jobtest.Decode[record.InSet](t, files["sets-00000-of-00001.jsonl"]) {
			lines[v.ID] = v
		}
		return folder, lines, files["summary.json"]
	}
	first, old, _ := run(2)
	changed := old["a"].Representative
	if old["b"].Set != "a" || len(old) != 6 || old["e"].Words != "0000000000000000" || len(old["a"].Words) != 16 ||
		old["a"].Words == old["b"].Words {
		t.Fatalf("%+v", old)
	}
	was := texts[changed]
	texts[changed], texts["f"] = "some words that nobody else has written down until today",
		"Some words that nobody else has written down until today."
	texts["d"] = texts["k"] + " again"
	texts["p"] = "quite quite different"
	var second string
	var lines map[string]record.InSet
	for _, shards := range []int{1, 3} {
		var summary string
		second, lines, summary = run(shards, "--against="+first)
		name := changed + " " + lines[changed].Words
		want := map[string]record.InSet{
			changed: {ID: changed, Set: name, Representative: changed, R: 1, Words: lines["f"].Words},
			"f":     {ID: "f", Set: name, Representative: changed, R: 1, Words: lines[changed].Words},
			"d":     {ID: "d", Set: "k", Representative: "k", R: lines["d"].R, Words: lines["d"].Words},
		}
		if diff := gocmp.Diff(want, lines); diff != "" || lines["d"].R == 1 || lines["d"].Words == old["d"].Words ||
			lines["f"].Words == old[changed].Words {
			t.Errorf("%d shards (-want +got): %s", shards, diff)
		}
		for _, want := range []string{`"earlier_documents": 4`, `"earlier_documents_changed": 2`,
			`"earlier_sets_without_their_representative": 2`} {
			if !strings.Contains(summary, want) {
				t.Errorf("%d shards: no %s in %s", shards, want, summary)
			}
		}
	}
	texts["g"], texts["h"] = texts["f"], was
	if _, got, summary := run(2, "--against="+first, "--against="+second); got["g"].Set != lines["f"].Set ||
		got["h"].Set != "h" || len(got) != 2 || strings.Contains(summary, "changed") {
		t.Errorf("third run: %+v, %s", got, summary)
	}
	texts[changed] = was
	if _, got, summary := run(2, "--against="+first, "--against="+second); got["h"].Set != "a" || got["h"].R != 1 ||
		len(got) != 2 || strings.Contains(summary, "changed") {
		t.Errorf("with the first text again: %+v, %s", got, summary)
	}

	file := filepath.Join(first, "sets-00000-of-00001.jsonl")
	made := filetest.Read(t, file)
	filetest.Write(t, file, regexp.MustCompile(`,"words":"[0-9a-f]*"`).ReplaceAll(made, nil))
	if _, err := parse(t, "--against="+first).earlierFiles(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "run partition over all documents once") {
		t.Errorf("a result without fingerprints: %v", err)
	}
}

// A parameter that one of two runs alone has differs, too. How the files are read may differ.
func TestAgainstOtherParameters(t *testing.T) {
	first := runFolder(t, shuffle.Params{Shards: 1},
		"--input="+write(t, t.TempDir()+"/in.jsonl",
			[]planted.Page{{Document: planted.Document{ID: "a", Text: "some words"}}}))
	made := filetest.Read(t, first+"/summary.json")
	for _, tc := range []struct{ also, flags, want string }{
		{``, "", ""},
		{`"fold": ["marks", "long_s"],`, "", "it was made with fold [marks long_s], and this run has fold []"},
		{`"fold": ["long_s", "marks"],`, "--fold=marks,long_s", ""},
		{``, "--fold=long_s", "it was made with fold [], and this run has fold [long_s]"},
		{`"new_rule": 2,`, "", "it was made with new_rule 2, and this run has no new_rule"},
		{`"charset": "windows-1252", "pre": ["a"], "against": true,`, "", ""},
	} {
		summary := strings.Replace(string(made), `"parameters": {`, `"parameters": {`+tc.also, 1)
		filetest.Write(t, first+"/summary.json", summary)
		_, err := parse(t, append(strings.Fields(tc.flags), "--against="+first)...).earlierFiles(t.Context())
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s %s: %v, want %s", tc.also, tc.flags, err, tc.want)
		}
	}
}

// A worker may be in another folder than the one that a relative --against is below.
func TestAgainstIsFoundFromEveryFolder(t *testing.T) {
	dir := t.TempDir()
	pages := []planted.Page{{Document: planted.Document{ID: "a", Text: "the mayor opened a bridge"}}}
	first := runFolder(t, shuffle.Params{Shards: 1}, "--input="+write(t, dir+"/in.jsonl", pages))
	t.Chdir(filepath.Dir(first))
	files, err := parse(t, "--against="+filepath.Base(first)).earlierFiles(t.Context())
	if err != nil || len(files) != 1 || !filepath.IsAbs(files[0]) {
		t.Errorf("%q, %v: want one absolute path", files, err)
	}
}

// Where two earlier results have the same documents, their representatives are there once, and are not counted as
// missing. A document that represents a set in one of them does so, whatever the other one says.
func TestAgainstResultsThatOverlap(t *testing.T) {
	dir := t.TempDir()
	page := func(id, text string) planted.Page {
		return planted.Page{Document: planted.Document{ID: id, Text: text}}
	}
	words := strings.Fields("the mayor opened a long new bridge over a wide river in the old town on a cold monday while many people sang and danced")
	text := strings.Join(words, " ")
	longer, edited := page("a", text+" until late at night"), page("b", strings.Join(words[:22], " ")+" laughed cried")
	one := runFolder(t, shuffle.Params{Shards: 2}, "--input="+write(t, dir+"/1.jsonl", []planted.Page{longer, edited}))
	two := runFolder(t, shuffle.Params{Shards: 2}, "--input="+write(t, dir+"/2.jsonl", []planted.Page{edited}))
	represents := setsOf(t, jobtest.Files(t, one))[0].Representative
	all := write(t, dir+"/3.jsonl", []planted.Page{longer, edited, page("c", edited.Text)})
	for _, shards := range []int{1, 3} {
		files := runFlags(t, shuffle.Params{Shards: shards}, "--input="+all, "--against="+one, "--against="+two)
		if got := setsOf(t, files); represents != "a" || len(got) != 1 ||
			got[0] != (record.InSet{ID: "c", Set: "b", Representative: "b", R: 1}) {
			t.Errorf("%d shards: %+v; %s represents the first set", shards, got, represents)
		}
		if summary := files["summary.json"]; !strings.Contains(summary,
			`"earlier_sets_without_their_representative": 0`) {
			t.Errorf("%d shards: summary.json: %s", shards, summary)
		}
		files = runFlags(t, shuffle.Params{Shards: shards}, "--input="+all, "--against="+one, "--against="+one)
		if summary := files["summary.json"]; !strings.Contains(summary,
			`"earlier_sets_without_their_representative": 0`) {
			t.Errorf("%d shards, one result twice: summary.json: %s", shards, summary)
		}
	}
}
