package clean_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// nearCollection has texts, for each a copy, one with every thirtieth word changed, and one with half of its
// paragraphs; and texts of which the second is in others, paragraph by paragraph, so that nothing is left of it.
func nearCollection(r *rand.Rand) map[string]string {
	all := map[string]string{}
	for i := range 6 {
		paragraphs := []string{paragraph(r, 6), paragraph(r, 6), paragraph(r, 6), paragraph(r, 6)}
		text := strings.Join(paragraphs, "\n\n")
		all[fmt.Sprint("a", i)], all[fmt.Sprint("b", i)] = text, text
		all[fmt.Sprint("c", i)] = edited(r, text)
		all[fmt.Sprint("d", i)] = paragraphs[1] + "\n\n" + paragraph(r, 9) + "\n\n" + paragraphs[3]
	}
	first, second := paragraph(r, 8), paragraph(r, 8)
	all["m1"], all["m2"] = first+"\n\n"+paragraph(r, 20), second+"\n\n"+paragraph(r, 20)
	all["n"] = first + "\n\n" + second
	all["o"] = edited(r, all["n"])
	return all
}

// edited returns a text with every thirtieth word changed, which has as many characters.
func edited(r *rand.Rand, text string) string {
	words := strings.Split(text, " ")
	for i := 9; i < len(words); i += 30 {
		if w := words[i]; len(w) > 4 && !strings.Contains(w, "\n") && !strings.Contains(w, ".") {
			words[i] = strings.Repeat(string(rune('a'+r.IntN(26))), len(w))
		}
	}
	return strings.Join(words, " ")
}

// TestNear: --near leaves what resemblance, clean by its groups, and clean again leave, in any order of the input. It
// says which documents were similar, and which identical.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	all := nearCollection(r)
	dir := t.TempDir()
	sorted := jsonLines(t, all)
	lines := strings.SplitAfter(strings.TrimSuffix(string(sorted), "\n"), "\n")
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\n")
	}
	input := write(t, dir+"/in.jsonl", sorted)
	other := write(t, dir+"/other/in.jsonl", []byte(strings.Join(lines, "\n")+"\n"))
	for _, policy := range []string{"--policy=keep_first", "--policy=keep_longest"} {
		for _, exact := range [][]string{nil, {"--exact=20"}} {
			name := strings.Join(append([]string{policy}, exact...), " ")
			at := dir + "/" + name
			command := func(input, output string, more ...string) {
				mustRun(t,
					append(append([]string{"clean", "--quiet", "--input=" + input, "--output=" + at + output, policy},
						exact...), more...)...)
			}
			mustRun(t, "resemblance", "--quiet", "--threshold=.5", "--only_groups", policy, "--input="+input,
				"--output="+at+"similar")
			mustRun(t, "clean", "--quiet", policy, "--input="+input, "--result="+at+"similar", "--output="+at+"once")
			command(at+"once/documents/in.jsonl", "twice")
			want := left(t, at+"twice/documents/in.jsonl")
			command(input, "near", "--near=.5")
			command(other, "mixed", "--near=.5")
			for _, out := range []string{"near", "mixed"} {
				if diff := cmp.Diff(want, left(t, at+out+"/documents/in.jsonl")); diff != "" {
					t.Errorf("%s, %s: (-want +got):\n%s", name, out, diff)
				}
			}
			reasons := map[string][]string{}
			for _, d := range jobtest.Stream[record.Removed](t, at+"near", "dropped") {
				reasons[d.Reason] = append(reasons[d.Reason], d.ID)
				if d.Reason == "document" && all[d.ID] != all[d.KeptID] {
					t.Errorf("%s: %s is not identical to %s", name, d.ID, d.KeptID)
				}
			}
			if len(reasons["document"]) != 6 || len(reasons["similar"]) < 6 {
				t.Errorf("%s: dropped %v", name, reasons)
			}
			if !slices.Equal(reasons["0 characters left"], []string{"n"}) || !slices.Contains(reasons["similar"], "o") {
				t.Errorf("%s: dropped %v, want n, of which nothing is left, and o, which n represented", name, reasons)
			}
			for _, v := range jobtest.Stream[record.Removed](t, at+"near", "manifest") {
				if got, kept := wordsOf(all[v.ID], v.Start, v.End),
					wordsOf(all[v.KeptID], v.KeptStart, v.KeptEnd); got != kept {
					t.Errorf("%s: %+v:\n%q is not\n%q", name, v, got, kept)
				}
			}
			mustRun(t, "clean", "--quiet", "--input="+input, "--apply="+at+"near", "--output="+at+"applied")
			ids := slices.Sorted(maps.Keys(left(t, at+"applied/documents/in.jsonl")))
			if !slices.Equal(ids, slices.Sorted(maps.Keys(want))) {
				t.Errorf("%s: --apply leaves %v", name, ids)
			}
		}
	}
	if out := mustRun(t, "clean", "--input="+input, "--near=.5", "--exact=20",
		"--output="+dir+"/said"); !strings.Contains(out, "because another one resembles it by 0.5 or more") {
		t.Errorf("it says:\n%s", out)
	}
}

// TestNearAgainst: with --near, new documents that resemble an old one go, whatever their ids are, and so do those that
// resemble each other, of which one stays. Old ones stay as they are, and resemble each other.
func TestNearAgainst(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	old, fresh := map[string]string{}, map[string]string{}
	for i := range 4 {
		was, is := paragraph(r, 12), paragraph(r, 12)
		old[fmt.Sprint("a", i)], old[fmt.Sprint("z", i)] = was, edited(r, was)
		fresh[fmt.Sprint("a", i)] = edited(r, was) // another text with the id of an old one
		fresh[fmt.Sprint("b", i)] = was
		fresh[fmt.Sprint("c", i)], fresh[fmt.Sprint("d", i)] = is, edited(r, is)
	}
	dir := t.TempDir()
	oldFile, input := write(t, dir+"/old.jsonl", jsonLines(t, old)), write(t, dir+"/in.jsonl", jsonLines(t, fresh))
	mustRun(t, "index", "--quiet", "--input="+oldFile, "--index="+dir+"/old.index")
	for name, flags := range map[string][]string{
		"search": {"--against=" + oldFile}, "exact": {"--against=" + oldFile, "--exact=50"},
		"index": {"--against=" + dir + "/old.index"},
	} {
		out := dir + "/" + name
		mustRun(t, append([]string{"clean", "--quiet", "--near=.5", "--input=" + input, "--output=" + out},
			flags...)...)
		if got, want := left(t, out+"/documents/in.jsonl"), map[string]string{"c0": fresh["c0"], "c1": fresh["c1"],
			"c2": fresh["c2"], "c3": fresh["c3"]}; !maps.Equal(got, want) {
			t.Errorf("%s: %v are left, want %v", name, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		for _, d := range jobtest.Stream[record.Removed](t, out, "dropped") {
			kept := fresh[d.KeptID]
			if d.Source {
				kept = old[d.KeptID]
			}
			if d.Source != (d.ID[0] != 'd') || d.KeptEnd != int64(len(kept)) ||
				(d.Reason == "document") != (kept == fresh[d.ID]) || d.Reason != "document" && d.Reason != "similar" {
				t.Errorf("%s: %+v", name, d)
			}
		}
	}
}

func TestNearUsage(t *testing.T) {
	in := write(t, t.TempDir()+"/in.jsonl", []byte(`{"id":"a","text":"some words"}`+"\n"))
	unnamed := write(t, t.TempDir()+"/in.jsonl", []byte(`{"text":"some words"}`+"\n"+`{"text":"some words"}`+"\n"))
	for _, tc := range []struct{ input, flag, word string }{
		{in, "--near=1.5", "want 0 to 1"},
		{in, "--policy=annotate", "--near"},
		{in, "--result=found", "--near"},
		{unnamed, "--exact=50", "without an id"},
	} {
		refused(t, 2, []string{tc.word}, "clean", "--input="+tc.input, "--near=.7", tc.flag,
			"--output="+t.TempDir()+"/out")
	}
}
