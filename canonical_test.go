package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// formed are texts that Unicode writes in several ways.
var formed = map[string]string{
	"French":     "Dans l’été de cette année-là, près de la forêt où vivaient les bêtes, Zoë s’étonna de ne plus voir l’élève étranger qui répétait sans arrêt la même leçon à côté du château.",
	"Greek":      "Μῆνιν ἄειδε, θεά, Πηληϊάδεω Ἀχιλῆος οὐλομένην, ἣ μυρί᾽ Ἀχαιοῖς ἄλγε᾽ ἔθηκεν, πολλὰς δ᾽ ἰφθίμους ψυχὰς Ἄϊδι προΐαψεν ἡρώων, τῷ δ᾽ ᾠδῇ.",
	"Hebrew":     "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ׃ וְהָאָרֶץ הָיְתָה תֹהוּ וָבֹהוּ וְחֹשֶׁךְ עַל־פְּנֵי תְהוֹם וְרוּחַ אֱלֹהִים מְרַחֶפֶת עַל־פְּנֵי הַמָּיִם׃",
	"Japanese":   "ガラスのコップが割れたので、ボブは学校へ行かずにデパートで新しいコップを買うことにした。「大丈夫ですか」と聞かれたが、彼はただ微笑んで、ずっと窓の外を眺めていた。",
	"Korean":     "대한민국은 민주공화국이다. 대한민국의 주권은 국민에게 있고 모든 권력은 국민으로부터 나온다. 대한민국의 국민이 되는 요건은 법률로 정한다. 국가는 법률이 정하는 바에 의하여 재외국민을 보호할 의무를 진다. 재산권의 행사는 공공복리에 적합하도록 하여야 한다.",
	"Vietnamese": "Tiếng Việt là ngôn ngữ của người Việt và là ngôn ngữ chính thức tại Việt Nam. Đây là tiếng mẹ đẻ của khoảng tám mươi lăm phần trăm dân cư Việt Nam cùng với hơn bốn triệu người Việt hải ngoại.",
}

// presented is the first Hebrew letters as one rune each, as no form of Unicode has them.
var presented = strings.NewReplacer("בְּ", "\ufb31\u05b0", "שִׁ", "\ufb2a\u05b4", "בָּ", "\ufb31\u05b8")

// Canonically equal texts are found by every command, and are copies word for word.
func TestCanonicallyEqual(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{}
	for name, text := range formed {
		files["in/"+name+".C.txt"], files["in/"+name+".D.txt"] = presented.Replace(norm.NFC.String(text)),
			norm.NFD.String(text)
		files["C/"+name+".txt"], files["D/"+name+".txt"] = files["in/"+name+".C.txt"], files["in/"+name+".D.txt"]
	}
	filetest.Put(t, dir, files)
	run := func(args ...string) string {
		t.Helper()
		o := finish(t, dir, program(dir, args...))
		if o.code != 0 {
			t.Fatalf("%q: exit %d, %s", args, o.code, o.stderr)
		}
		return o.stdout
	}
	// whole holds that each text is a passage of its two files, from end to end.
	whole := func(what, folder, a, b string) {
		t.Helper()
		passages := readLines[record.Passage](t, filepath.Join(dir, folder, "passages-00000-of-00001.jsonl"))
		found := map[string]bool{}
		for _, p := range passages {
			left, right := files[a+p.A], files[b+p.B]
			x, y := left[p.AByteStart:p.AByteEnd], right[p.BByteStart:p.BByteEnd]
			if norm.NFD.String(x) != norm.NFD.String(y) || p.Kind != record.Verbatim {
				t.Errorf("%s: a %s passage of %s: %s; and %s", what, p.Kind, p.A, x, y)
			}
			if string([]rune(left)[p.AStart:p.AEnd]) != x || string([]rune(right)[p.BStart:p.BEnd]) != y {
				t.Errorf("%s: the offsets of %s in code points are not those in bytes", what, p.A)
			}
			name, _, _ := strings.Cut(p.A, ".")
			found[name] = true
		}
		for name := range formed {
			if !found[name] {
				t.Errorf("%s: no passage of %s", what, name)
			}
		}
	}
	for what, args := range map[string][]string{
		"refine": nil, "imatch": {"--matching=diagonal", "--gamma=0"},
		"shingle":  {"--matching=diagonal", "--gamma=0", "--signature=shingle"},
		"spotsigs": {"--matching=diagonal", "--gamma=0", "--signature=spotsigs"},
	} {
		run(append([]string{"partial", "--input=in", "--output=" + what}, args...)...)
		whole(what, what, "in/", "in/")
	}
	run("index", "--input=C", "--index=index")
	run("lookup", "--index=index", "--input=D", "--output=looked")
	whole("lookup", "looked", "D/", "C/")

	run("resemblance", "--input=in", "--output=resemblance", "--equal_pairs")
	for _, p := range readLines[record.SimilarPair](t,
		filepath.Join(dir, "resemblance", "pairs-00000-of-00001.jsonl")) {
		if p.Resemblance != 1 {
			t.Errorf("%s and %s: resemblance %v", p.A, p.B, p.Resemblance)
		}
	}
	run("partition", "--input=in", "--output=partition")
	if sets := readLines[record.InSet](t,
		filepath.Join(dir, "partition", "sets-00000-of-00001.jsonl")); len(sets) != len(formed)*2 {
		t.Errorf("%d documents in sets", len(sets))
	} else {
		for _, m := range sets {
			if name, _, _ := strings.Cut(m.ID, "."); m.Set != name+".C.txt" {
				t.Errorf("%s is in the set of %s", m.ID, m.Set)
			}
		}
	}
	run("clean", "--input=in", "--output=clean", "--exact=20")
	for name := range formed {
		kept := 0
		for _, form := range []string{".C.txt", ".D.txt"} {
			if _, err := os.Stat(filepath.Join(dir, "clean", "documents", name+form)); err == nil {
				kept++
			}
		}
		if kept != 1 {
			t.Errorf("clean keeps %d documents of %s", kept, name)
		}
	}
}
