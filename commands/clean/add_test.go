package clean_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/clean"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/store/storetest"
)

// idsIn returns which of the ids an index has; "no index" if there is none.
func idsIn(t *testing.T, ix string, ids ...string) string {
	t.Helper()
	x, err := indexio.Open(t.Context(), ix)
	if err != nil {
		if _, ok := err.(*indexio.NotIndexError); !ok {
			t.Fatal(err)
		}
		return "no index"
	}
	defer x.Close()
	found := ""
	for _, id := range ids {
		refs, err := x.Named(id)
		if err != nil {
			t.Fatal(err)
		}
		if len(refs) > 0 {
			found += id
		}
	}
	return found
}

// days writes a collection of two days: b of the second one repeats what a of the first one has.
func days(t *testing.T, dir string) (first, second string) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 12))
	shared := paragraph(r, 8)
	first = write(t, dir+"/day-0/docs.jsonl", jsonLines(t, map[string]string{"a": paragraph(r, 5) + "\n\n" + shared}))
	second = write(t, dir+"/day-1/docs.jsonl",
		jsonLines(t, map[string]string{"b": shared + "\n\n" + paragraph(r, 5), "c": paragraph(r, 6)}))
	return first, second
}

// TestKilledAdd: a run that is killed at any moment leaves the old index and no result, or the new index and the
// result. The next run with the same flags, --skip_done for the retries of an orchestrator, leaves both.
func TestKilledAdd(t *testing.T) {
	if moment := os.Getenv("CLEAN_TEST_KILL"); moment != "" { // the run to be killed
		clean.KillAt(func(at string) {
			if at == moment {
				self, _ := os.FindProcess(os.Getpid())
				self.Kill()
				select {}
			}
		})
		_, err := command(t.Context(), strings.Split(os.Getenv("CLEAN_TEST_ARGS"), "\n")...)
		t.Fatalf("not killed: %v", err)
	}
	for day, before := range []string{"no index", "a"} {
		for _, moment := range clean.Moments {
			t.Run(fmt.Sprint(day, " ", moment), func(t *testing.T) {
				dir := t.TempDir()
				files := make([]string, 2)
				files[0], files[1] = days(t, dir)
				ix, out := dir+"/ix", dir+"/kept"
				after := "a"
				if day == 1 {
					mustRun(t, "clean", "--input="+files[0], "--against="+ix, "--add", "--output="+dir+"/kept-0")
					after = "abc"
				}
				args := []string{"clean", "--input=" + files[day], "--against=" + ix, "--add", "--output=" + out,
					"--skip_done"}
				run := exec.Command(os.Args[0], "-test.run=^TestKilledAdd$")
				run.Env = append(os.Environ(), "CLEAN_TEST_KILL="+moment, "CLEAN_TEST_ARGS="+strings.Join(args, "\n"))
				said, err := run.CombinedOutput()
				if err == nil || strings.Contains(string(said), "not killed") {
					t.Fatalf("%v: %s", err, said)
				}
				_, err = os.Stat(out)
				want := before
				if moment == "published" {
					want = after
				}
				if got := idsIn(t, ix, "a", "b", "c"); got != want || (err == nil) != (moment == "published") {
					t.Errorf("after the kill the index has %q, want %q; the result: %v", got, want, err)
				}
				for range 2 {
					mustRun(t, args...)
					if got := idsIn(t, ix, "a", "b", "c"); got != after {
						t.Errorf("after the next run the index has %q, want %q", got, after)
					}
				}
				if day == 1 && strings.Contains(texts(t, out+"/documents/docs.jsonl")["b"], "\n\n") {
					t.Error("b has what a has")
				}
				// What one reads in the index is where the result is.
				mustRun(t, "clean", "--input="+files[day], "--against="+ix, "--output="+dir+"/again")
				if n := summary(t, dir+"/again").Counts[clean.UnreadOld]; n != 0 {
					t.Errorf("%d documents of the index could not be read", n)
				}
				if left, _ := filepath.Glob(dir + "/.*partial*"); len(left) > 0 {
					t.Errorf("left is %v", left)
				}
				// The next change of the index forgets the result.
				mustRun(t, "index", "--index="+ix, "--remove=a")
				if b := string(read(t, ix+"/"+indexio.ManifestFile)); strings.Contains(b, `"with"`) {
					t.Errorf("the manifest is %s", b)
				}
			})
		}
	}
}

// TestAddElsewhere: another result in the place of the one that the index waits for does not count.
func TestAddElsewhere(t *testing.T) {
	dir := t.TempDir()
	first, second := days(t, dir)
	ix, out := dir+"/ix", dir+"/kept"
	mustRun(t, "index", "--input="+first, "--index="+ix)
	run := exec.Command(os.Args[0], "-test.run=^TestKilledAdd$")
	run.Env = append(os.Environ(), "CLEAN_TEST_KILL=waiting",
		"CLEAN_TEST_ARGS="+strings.Join([]string{"clean", "--input=" + second, "--against=" + ix, "--add",
			"--output=" + out}, "\n"))
	if said, err := run.CombinedOutput(); err == nil {
		t.Fatalf("not killed: %s", said)
	}
	mustRun(t, "clean", "--input="+second, "--output="+out)
	if got := idsIn(t, ix, "a", "b", "c"); got != "a" {
		t.Errorf("the index has %q, want \"a\"", got)
	}
}

// TestAddToBucket: index and result in a bucket.
func TestAddToBucket(t *testing.T) {
	storetest.Start(t, "b")
	dir := t.TempDir()
	first, second := days(t, dir)
	mustRun(t, "clean", "--input="+first, "--against=gs://b/ix", "--add", "--output=gs://b/kept-0")
	mustRun(t, "clean", "--input="+second, "--against=gs://b/ix", "--add", "--output=gs://b/kept-1")
	if got := idsIn(t, "gs://b/ix", "a", "b", "c"); got != "abc" {
		t.Errorf("the index has %q", got)
	}
	mustRun(t, "clean", "--input="+second, "--against=gs://b/ix", "--add", "--output="+dir+"/again")
	if s := summary(t, dir+"/again"); s.Counts["documents_written"] != 0 || s.Counts[clean.UnreadOld] != 0 {
		t.Errorf("a day that is there already: %v", s.Counts)
	}
}

func TestAddRefused(t *testing.T) {
	dir := t.TempDir()
	first, second := days(t, dir)
	mustRun(t, "index", "--input="+first, "--index="+dir+"/ix")
	mustRun(t, "index", "--input="+second, "--index="+dir+"/iy")
	in, out := "--input="+second, "--output="+dir+"/no"
	for _, c := range []struct {
		words []string
		flags []string
	}{
		{[]string{"--add", "0 of the paths"}, nil},
		{[]string{"--add", "0 of the paths"}, []string{"--against=" + first}},
		{[]string{"--add", "2 of the paths"}, []string{"--against=" + dir + "/ix", "--against=" + dir + "/iy"}},
		{[]string{"--overwrite"}, []string{"--against=" + dir + "/ix", "--overwrite"}},
		{[]string{"--policy=annotate"}, []string{"--against=" + dir + "/ix", "--policy=annotate"}},
	} {
		refused(t, 2, c.words, append([]string{"clean", in, out, "--add"}, c.flags...)...)
	}
	if got := idsIn(t, dir+"/ix", "a", "b", "c"); got != "a" {
		t.Errorf("the index has %q", got)
	}
}

// shares returns how many characters texts have, and the share of their words that begin a run of 50 words that occurs
// twice.
func shares(all map[string]string) (characters, repeated float64) {
	runs, words := map[string]int{}, 0
	for _, text := range all {
		characters += float64(len(text))
		w := strings.Fields(strings.ToLower(text))
		words += len(w)
		for i := 50; i <= len(w); i++ {
			runs[strings.Join(w[i-50:i], " ")]++
		}
	}
	for _, n := range runs {
		if n > 1 {
			repeated += float64(n)
		}
	}
	return characters, repeated / float64(words)
}

// TestTenDays: ten days of licences, which share much and reworded text, too, are cleaned with one command a day. The
// days keep the same documents as a run over all, at most 6 % more characters, and as copies at most 2 % of what is
// left. The bounds are in docs/clean/against.md.
func TestTenDays(t *testing.T) {
	dir := t.TempDir()
	const all = "../../testdata/corpora/licences/corpus.jsonl.gz"
	licences := texts(t, all)
	byDay := make([]map[string]string, 10)
	for i, id := range slices.Sorted(maps.Keys(licences)) {
		day := i * 7 % 10 // versions of one licence come on different days
		if byDay[day] == nil {
			byDay[day] = map[string]string{}
		}
		byDay[day][fmt.Sprint(day, "-", id)] = licences[id]
	}
	kept, once := map[string]string{}, map[string]string{}
	for day, documents := range byDay {
		in := write(t, fmt.Sprintf("%s/in/day-%d.jsonl", dir, day), jsonLines(t, documents))
		out := fmt.Sprintf("%s/kept-%d", dir, day)
		mustRun(t, "clean", "--input="+in, "--against="+dir+"/ix", "--add", "--output="+out)
		maps.Copy(kept, texts(t, out+"/documents/"+filepath.Base(in)))
	}
	mustRun(t, "clean", "--input="+dir+"/in", "--output="+dir+"/once")
	for day := range byDay {
		maps.Copy(once, texts(t, fmt.Sprintf("%s/once/documents/day-%d.jsonl", dir, day)))
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(once)), slices.Sorted(maps.Keys(kept))); diff != "" {
		t.Errorf("documents (-at once +day by day):\n%s", diff)
	}
	want, _ := shares(once)
	got, repeated := shares(kept)
	_, before := shares(licences)
	t.Logf("%.0f characters at once, %.0f day by day; repeated %.3f before and %.4f after", want, got, before, repeated)
	if more := got/want - 1; more < -.01 || more > .06 {
		t.Errorf("day by day leaves %.1f %% more characters, want 0 to 6", 100*more)
	}
	if before < .5 || repeated > .02 {
		t.Errorf("%.4f of the words are copies, %.3f before; want .02 at most", repeated, before)
	}
}
