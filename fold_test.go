package main

import (
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// Texts that differ in the letters of --fold are copies with it, from end to end, and nothing without it.
func TestFold(t *testing.T) {
	texts := map[string][3]string{ // the fold, and two ways to write a text
		"greek":  {"marks", "Μῆνιν ἄειδε, θεά, Πηληϊάδεω Ἀχιλῆος οὐλομένην, ἣ μυρί᾽ Ἀχαιοῖς ἄλγε᾽ ἔθηκεν, πολλὰς δ᾽ ἰφθίμους ψυχὰς Ἄϊδι προΐαψεν ἡρώων, αὐτοὺς δὲ ἑλώρια τεῦχε κύνεσσιν.", "Μηνιν αειδε, θεα, Πηληιαδεω Αχιληος ουλομενην, η μυρι᾽ Αχαιοις αλγε᾽ εθηκεν, πολλας δ᾽ ιφθιμους ψυχας Αιδι προιαψεν ηρωων, αυτους δε ελωρια τευχε κυνεσσιν."},
		"arabic": {"marks", "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ ٱلْحَمْدُ لِلَّهِ رَبِّ ٱلْعَالَمِينَ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ مَالِكِ يَوْمِ ٱلدِّينِ إِيَّاكَ نَعْبُدُ وَإِيَّاكَ نَسْتَعِينُ ٱهْدِنَا ٱلصِّرَاطَ ٱلْمُسْتَقِيمَ صِرَاطَ ٱلَّذِينَ أَنْعَمْتَ عَلَيْهِمْ", "بسم الله الرحمن الرحيم الحمد لله رب العالمين الرحمن الرحيم مالك يوم الدين إياك نعبد وإياك نستعين اهدنا الصراط المستقيم صراط الذين أنعمت عليهم"},
		"latin":  {"uv,ij,long_s", "Vniuerſitas jurisperitorum veniam jubet, ut juvenes vulgum vix adjuvent; ſapientia ſolum virtuti ſervit, et juſtitia vera vtilitatem vnicam judicat ac ſuſtinet.", "Uniuersitas iurisperitorum ueniam iubet, vt iuuenes uulgum uix adiuuent; sapientia solum uirtuti seruit, et iustitia uera utilitatem unicam iudicat ac sustinet."},
	}
	for name, x := range texts {
		dir := t.TempDir()
		filetest.Put(t, dir, map[string]string{"in/a.txt": "One.\n\n" + x[1] + "\n", "in/b.txt": x[2] + "\n\nTwo.\n"})
		for _, args := range [][]string{{"--matching=refine", "--noise=off"},
			{"--matching=diagonal", "--gamma=0", "--signature=shingle"}} {
			for _, fold := range []string{"", "--fold=" + x[0]} {
				args := append([]string{"partial", "--input=in", "--output=found", "--overwrite"}, args...)
				if fold != "" {
					args = append(args, fold)
				}
				o := finish(t, dir, program(dir, args...))
				if o.code != 0 {
					t.Fatalf("%q: exit %d, %s", args, o.code, o.stderr)
				}
				passages := readLines[record.Passage](t, filepath.Join(dir, "found", "passages-00000-of-00001.jsonl"))
				if fold == "" {
					if len(passages) > 0 && passages[0].Kind == record.Verbatim &&
						passages[0].AEnd-passages[0].AStart > 100 {
						t.Errorf("%s is found without --fold: %v", name, passages)
					}
					continue
				}
				if len(passages) != 1 || passages[0].Kind != record.Verbatim {
					t.Errorf("%s %q: %v", name, args, passages)
					continue
				}
				p := passages[0]
				a, b := ("One.\n\n" + x[1])[p.AByteStart:p.AByteEnd], x[2][p.BByteStart:p.BByteEnd]
				if strings.TrimRight(a, ".") != strings.TrimRight(x[1], ".") ||
					strings.TrimRight(b, ".") != strings.TrimRight(x[2], ".") {
					t.Errorf("%s: %q and %q", name, a, b)
				}
				if runes := []rune("One.\n\n" + x[1]); string(runes[p.AStart:p.AEnd]) != a {
					t.Errorf("%s: the offsets in code points are not those in bytes", name)
				}
				report := finish(t, dir, program(dir, "report", "found", "--overwrite"))
				if report.code != 0 || strings.Contains(report.stderr, "changed") {
					t.Errorf("%s: the report of an input that has not changed: exit %d, %s", name, report.code,
						report.stderr)
				}
			}
		}
	}
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in/a.txt": "One."})
	for args, want := range map[string]string{
		"partial --input=in --output=x --fold=accents": "--fold=accents: want some of marks, uv, ij, long_s, digits",
		"clean --input=in --output=x --fold=marks":     "clean compares the letters as they are: leave out --fold",
	} {
		if o := finish(t, dir, program(dir, strings.Fields(args)...)); o.code != 2 ||
			!strings.Contains(o.stderr, want) {
			t.Errorf("%s: exit %d, %s", args, o.code, o.stderr)
		}
	}
}
