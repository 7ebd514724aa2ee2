package clean_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// jsonLines returns documents as lines, in the order of their ids.
func jsonLines(t *testing.T, all map[string]string) (b []byte) {
	t.Helper()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		line, err := json.Marshal(map[string]string{"id": id, "text": all[id]})
		if err != nil {
			t.Fatal(err)
		}
		b = append(append(b, line...), '\n')
	}
	return b
}

// sentence returns a sentence of n words that has no words in common with others but by chance.
func sentence(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%dx", r.IntN(1<<30))
	}
	return "S" + strings.Join(words, " ") + "."
}

// paragraph returns n sentences.
func paragraph(r *rand.Rand, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = sentence(r, 12)
	}
	return strings.Join(all, " ")
}

// TestAgainst: what the old collection has goes from the new one, in which it may have the ids of
// the old one; the old one is not written.
func TestAgainst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shared, own, twice, edited := paragraph(r, 8), paragraph(r, 8), paragraph(r, 8), paragraph(r, 10)
	change := strings.Fields(edited)
	change[3] = "other"
	old := map[string]string{
		"a":      paragraph(r, 5) + "\n\n" + shared + "\n\n" + paragraph(r, 5),
		"same":   paragraph(r, 6),
		"short":  "Hi.",
		"edited": edited,
		"z":      own + " " + own, // what only the old one contains twice
	}
	fresh := map[string]string{
		"a":      paragraph(r, 5) + "\n\n" + shared + "\n\n" + paragraph(r, 5),
		"same":   old["same"],
		"brief":  old["short"],
		"edited": strings.Join(change, " "),
		"b":      paragraph(r, 5) + "\n\n" + twice,
		"c":      paragraph(r, 5) + "\n\n" + twice,
	}
	for _, mode := range []string{"--passes=5", "--exact=50", "--passes=1", "--policy=keep_longest", "--passes=5 index",
		"--exact=50 index"} {
		t.Run(mode, func(t *testing.T) {
			dir := t.TempDir()
			in, stays := write(t, dir+"/new/docs.jsonl", jsonLines(t, fresh)),
				write(t, dir+"/old/docs.jsonl", jsonLines(t, old))
			mode, indexed := strings.CutSuffix(mode, " index")
			if indexed {
				mustRun(t, "index", "--input="+stays, "--index="+dir+"/ix")
				stays = dir + "/ix"
			}
			out := dir + "/out"
			closing := mustRun(t, "clean", "--input="+in, "--against="+stays, "--output="+out, mode)
			if !strings.Contains(closing, "(source)") {
				t.Errorf("the closing lines name no document of the source:\n%s", closing)
			}
			files, err := filepath.Glob(out + "/documents/*")
			if err != nil || len(files) != 1 {
				t.Fatalf("%v, %v", files, err)
			}
			left := texts(t, files[0])
			if _, ok := left["same"]; ok {
				t.Error("a document that the old collection has is left")
			}
			if _, ok := left["brief"]; ok {
				t.Error("a short document that the old collection has is left")
			}
			if strings.Contains(left["a"], shared[:40]) || len(left["a"]) < 500 {
				t.Errorf("of a is left %q", left["a"])
			}
			if n := strings.Count(left["b"]+left["c"], twice); n != 1 {
				t.Errorf("a passage of two new documents is left %d times, want once", n)
			}
			if len(left["edited"]) > 2*len(sentence(r, 12)) {
				t.Errorf("of a document with one word changed is left %q", left["edited"])
			}
			if _, ok := left["z"]; ok {
				t.Error("a document of the old collection is written")
			}
			matched := map[string]bool{}
			manifest := append(jobtest.Stream[record.Removed](t, out, "manifest"),
				jobtest.Stream[record.Removed](t, out, "dropped")...)
			for _, v := range manifest {
				if v.Source {
					matched[v.ID+" "+v.KeptID] = true
					if kept := []rune(old[v.KeptID]); v.KeptEnd > int64(len(kept)) || v.Reason == "repeat" {
						t.Errorf("%+v is not in the old collection", v)
					} else if words := wordsOf(fresh[v.ID], v.Start, v.End); words != wordsOf(
						old[v.KeptID], v.KeptStart, v.KeptEnd) {
						t.Errorf("%+v: %q is not %q", v, words, wordsOf(old[v.KeptID], v.KeptStart, v.KeptEnd))
					}
				}
			}
			want := []string{"a a", "brief short", "edited edited", "same same"}
			if got := slices.Sorted(maps.Keys(matched)); !cmp.Equal(got, want) {
				t.Errorf("the manifest names %q of the old collection, want %q", got, want)
			}
			if n := summary(t, out).Counts["documents_written"]; n != int64(len(left)) {
				t.Errorf("%d documents written, and %d are there", n, len(left))
			}
		})
	}
}

// TestAgainstResults: a result of partial with --source, with the texts of both sides; and one of
// resemblance with --source, by which whole documents go, with those that equal them.
func TestAgainstResults(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	page, own := paragraph(r, 20), paragraph(r, 20)
	words := strings.Fields(page)
	words[100] = "changed"
	old := map[string]string{"page": page}
	fresh := map[string]string{"one": strings.Join(words, " "), "two": strings.ToUpper(strings.Join(words, " ")),
		"own": own}
	dir := t.TempDir()
	in, stays := write(t, dir+"/new.jsonl", jsonLines(t, fresh)), write(t, dir+"/old.jsonl", jsonLines(t, old))

	mustRun(t, "resemblance", "--input="+in, "--source="+stays, "--output="+dir+"/similar")
	mustRun(t, "clean", "--input="+in, "--result="+dir+"/similar", "--output="+dir+"/dropped")
	if left := texts(t, dir+"/dropped/documents/new.jsonl"); len(left) != 1 || left["own"] != own {
		t.Errorf("left is %q", left)
	}
	for _, v := range jobtest.Stream[record.Removed](t, dir+"/dropped", "dropped") {
		if v.KeptID != "page" || !v.Source || v.Reason != "document" {
			t.Errorf("dropped %+v, want it to be for page of the source", v)
		}
	}

	mustRun(t, "partial", "--input="+in, "--source="+stays, "--output="+dir+"/found")
	search(t, in, dir+"/alone")
	refused(t, 2, []string{"without --source"}, "clean", "--input="+in, "--against="+stays, "--result="+dir+"/alone",
		"--output="+dir+"/no")
	mustRun(t, "clean", "--input="+in, "--against="+stays, "--result="+dir+"/found", "--output="+dir+"/cut")
	left := texts(t, dir+"/cut/documents/new.jsonl")
	if len(left["one"]) > len(page)/10 || left["own"] != own {
		t.Errorf("left is %q", left)
	}
	refused(t, 2, []string{"--against", "stay"}, "clean", "--input="+in, "--against="+dir+"/*.jsonl",
		"--output="+dir+"/no")
	refused(t, 2, []string{"--against"}, "clean", "--input="+in, "--source="+stays, "--output="+dir+"/no")
}

// TestDayByDay: what is left of a crawl that is cleaned day by day, each day against what is left of
// the days before, is what is left if it is cleaned at once. The days before are files, or an index that each day is
// added to.
func TestDayByDay(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const days, pages = 10, 6
	var passages []string
	for range 12 {
		passages = append(passages, paragraph(r, 6))
	}
	dir := t.TempDir()
	var all []string
	for d := range days {
		day := map[string]string{}
		for p := range pages {
			text := paragraph(r, 2)
			for range 3 {
				text += "\n\n" + passages[r.IntN(len(passages))] + "\n\n" + paragraph(r, 1)
			}
			day[fmt.Sprintf("%d-%d", d, p)] = text
		}
		all = append(all, write(t, fmt.Sprintf("%s/day-%d.jsonl", dir, d), jsonLines(t, day)))
	}
	mustRun(t, "clean", "--input="+dir+"/day-*.jsonl", "--output="+dir+"/once")
	once, byDay, byIndex := map[string]string{}, map[string]string{}, map[string]string{}
	var before []string
	for d, day := range all {
		name := filepath.Base(day)
		maps.Copy(once, texts(t, dir+"/once/documents/"+name))
		out := fmt.Sprintf("%s/out-%d", dir, d)
		args := []string{"clean", "--input=" + day, "--output=" + out}
		for _, b := range before {
			args = append(args, "--against="+b)
		}
		mustRun(t, args...)
		before = append(before, out+"/documents/"+name)
		maps.Copy(byDay, texts(t, out+"/documents/"+name))

		out += "-index"
		mustRun(t, "clean", "--input="+day, "--output="+out, "--against="+dir+"/ix", "--add") // one command a day
		maps.Copy(byIndex, texts(t, out+"/documents/"+name))
	}
	if diff := cmp.Diff(byDay, byIndex); diff != "" {
		t.Errorf("(-against files +against an index):\n%s", diff)
	}
	if diff := cmp.Diff(once, byDay); diff != "" {
		t.Errorf("(-at once +day by day):\n%s", diff)
	}
	for i, p := range passages {
		n := 0
		for _, text := range byDay {
			n += strings.Count(text, p)
		}
		if n > 1 {
			t.Errorf("passage %d is left %d times", i, n)
		}
	}
}

// TestAgainstIndexes: old documents of two indexes and of a file; of one that has changed the closing lines tell. An
// index that shares nothing with the input leaves it as it is.
func TestAgainstIndexes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	shared := []string{paragraph(r, 6), paragraph(r, 6), paragraph(r, 6)}
	fresh := map[string]string{}
	for i, s := range shared {
		fresh[fmt.Sprint("n", i)] = paragraph(r, 6) + "\n\n" + s
	}
	dir := t.TempDir()
	in := write(t, dir+"/new.jsonl", jsonLines(t, fresh))
	var olds []string
	for i, s := range shared {
		olds = append(olds,
			write(t, fmt.Sprintf("%s/old-%d.jsonl", dir, i),
				jsonLines(t, map[string]string{fmt.Sprint("o", i): s + " " + paragraph(r, 4)})))
	}
	other := write(t, dir+"/other.jsonl", jsonLines(t, map[string]string{"x": paragraph(r, 9)}))
	mustRun(t, "index", "--input="+olds[0], "--index="+dir+"/ix0")
	mustRun(t, "index", "--input="+olds[1], "--index="+dir+"/ix1")
	mustRun(t, "index", "--input="+other, "--index="+dir+"/none")
	args := []string{"clean", "--input=" + in, "--against=" + dir + "/none"}
	mustRun(t, append(args, "--output="+dir+"/same")...)
	if diff := cmp.Diff(fresh, texts(t, dir+"/same/documents/new.jsonl")); diff != "" {
		t.Errorf("against nothing (-want +got):\n%s", diff)
	}
	args = append(args, "--against="+dir+"/ix0", "--against="+olds[2])
	out := mustRun(t, append(args, "--output="+dir+"/two")...)
	if strings.Contains(out, "could not be read") || strings.Contains(out, "/ix0") {
		t.Errorf("the closing lines are\n%s", out)
	}
	left := texts(t, dir+"/two/documents/new.jsonl")
	for i, s := range shared {
		if has := strings.Contains(left[fmt.Sprint("n", i)], s); has != (i == 1) {
			t.Errorf("document %d has what is shared: %v", i, has)
		}
	}
	write(t, olds[1], jsonLines(t, map[string]string{"o1": shared[1] + " It is another one."}))
	out = mustRun(t, "clean", "--input="+in, "--against="+dir+"/ix1", "--output="+dir+"/changed")
	if !strings.Contains(out, "1 document of the index could not be read, or changed since") ||
		summary(t, dir+"/changed").Counts["documents_of_indexes_not_read"] != 1 {
		t.Errorf("the closing lines are\n%s", out)
	}
	args = []string{"clean", "--input=" + in, "--against=" + dir + "/none", "--output=" + dir + "/skipped",
		"--skip_done", "--overwrite"}
	for i, skips := range []bool{false, true, false} {
		if i == 2 {
			mustRun(t, "index", "--add", "--input="+olds[0], "--index="+dir+"/none")
		}
		if out := mustRun(t, args...); strings.Contains(out, "The cleaned collection") == skips {
			t.Errorf("run %d with --skip_done says\n%s", i, out)
		}
	}
	refused(t, 2, []string{"leave it out"}, "clean", "--input="+in, "--against="+dir+"/ix0", "--result="+dir+"/two",
		"--output="+dir+"/no")
	refused(t, 2, []string{"--format"}, "clean", "--input="+in, "--against="+dir+"/ix0", "--format=text",
		"--output="+dir+"/no")
}
