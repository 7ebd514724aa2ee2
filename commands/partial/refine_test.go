package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/cluster"
)

// author writes text of its own: sentences of words that are hardly ever the same.
type author struct {
	r   *rand.Rand
	han bool
}

func (w *author) word() string {
	if w.han {
		return string(rune(0x4e00 + w.r.IntN(3000)))
	}
	var b []byte
	for range 2 + w.r.IntN(3) {
		b = append(b, "bcdfghklmnprstvz"[w.r.IntN(16)], "aeiou"[w.r.IntN(5)])
	}
	return string(b)
}

// sentences writes n sentences of about 12 words, or 20 characters.
func (w *author) sentences(n int) []string {
	var all []string
	for range n {
		var words []string
		for range 8 + w.r.IntN(10) {
			words = append(words, w.word())
			if w.han {
				words = append(words, w.word())
			}
		}
		all = append(all, w.sentence(words))
	}
	return all
}

func (w *author) sentence(words []string) string {
	if w.han {
		return strings.Join(words, "") + "。"
	}
	return strings.ToUpper(words[0][:1]) + strings.Join(words, " ")[1:] + "."
}

func (w *author) text(sentences ...[]string) string {
	sep := " "
	if w.han {
		sep = ""
	}
	return strings.Join(slices.Concat(sentences...), sep)
}

// edit replaces about one word in n.
func (w *author) edit(sentences []string, n int) []string {
	var out []string
	for _, s := range sentences {
		words := strings.Fields(strings.TrimSuffix(strings.ToLower(s), "."))
		if w.han {
			words = strings.Split(strings.TrimSuffix(s, "。"), "")
		}
		for i := range words {
			if w.r.IntN(n) == 0 {
				words[i] = w.word()
			}
		}
		out = append(out, w.sentence(words))
	}
	return out
}

// planted is what a test expects: a passage of a and one of b, as texts.
type planted struct {
	a, aText, b, bText string
	kind               string // "" is any
}

// refined runs the job on documents and compares what it found with what was planted.
// Where the kind is verbatim the ends must be exact, else they may be off by a tenth.
func refined(t *testing.T, docs []testDocument, want []planted, flags ...string) result {
	t.Helper()
	if !slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, "--input") }) {
		flags = append(flags, "--input="+jobtest.Input(t, docs))
	}
	r := runWith(t, shuffle.Params{Shards: 3}, append(flags, "--matching=refine")...)
	text := map[string]string{}
	for _, d := range docs {
		text[d.ID] = d.Text
	}
	got := r.passages(t)
	var all []string
	for _, p := range got {
		all = append(all, fmt.Sprintf("%s %d-%d %s %d-%d %s", p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd, p.Kind))
	}
	if len(got) != len(want) {
		t.Errorf("%d passages, want %d: %q", len(got), len(want), all)
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(p record.Passage) bool {
			return p.A == w.a && p.B == w.b && (w.kind == "" || p.Kind == w.kind) &&
				closeTo(text[w.a], w.aText, p.AStart, p.AEnd, w.kind) && closeTo(text[w.b], w.bText, p.BStart,
				p.BEnd, w.kind)
		}) {
			t.Errorf("no passage %s %.30q %s %.30q (%s) in %q", w.a, w.aText, w.b, w.bText, w.kind, all)
		}
	}
	for _, p := range got {
		if a := string([]rune(text[p.A])[p.AStart:p.AEnd]); a != text[p.A][p.AByteStart:p.AByteEnd] {
			t.Errorf("code points and bytes of a are not the same text: %+v", p)
		}
		if b := string([]rune(text[p.B])[p.BStart:p.BEnd]); b != text[p.B][p.BByteStart:p.BByteEnd] {
			t.Errorf("code points and bytes of b are not the same text: %+v", p)
		}
	}
	return r
}

// closeTo reports whether start to end, in code points, is where the passage stands in the
// text.
func closeTo(text, passage string, start, end int64, kind string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], passage)
		if at < 0 {
			return false
		}
		at += from
		lo := int64(utf8.RuneCountInString(text[:at]))
		n := int64(utf8.RuneCountInString(passage))
		slack := n / 10
		if kind == "verbatim" {
			slack = 0
		}
		if max(start-lo, lo-start) <= slack && max(end-lo-n, lo+n-end) <= slack {
			return true
		}
		from = at + len(passage)
	}
}

func TestRefineFindsEveryKind(t *testing.T) {
	for _, candidates := range []string{"grams", "chains"} {
		t.Run(candidates, func(t *testing.T) { refinedKinds(t, "--candidates="+candidates) })
	}
}

func refinedKinds(t *testing.T, flag string) {
	for _, han := range []bool{false, true} {
		w := &author{rand.New(rand.NewPCG(7, 7)), han}
		own := func() []string { return w.sentences(12) }
		p := w.sentences(10) // what is reused
		reordered := slices.Clone(p)
		w.r.Shuffle(len(reordered), func(i, j int) { reordered[i], reordered[j] = reordered[j], reordered[i] })
		fifth, source := w.edit(p, 5), w.text(p)
		noise := []testDocument{{"n0", ""}} // enough text for content words
		for n := range 40 {
			noise = append(noise, testDocument{fmt.Sprintf("n%d", n+1), w.text(own(), own())})
		}
		s := testDocument{"b", w.text(own(), p, own())}
		whole := w.sentences(40)
		edited := w.edit(whole, 20)
		for _, tc := range []struct {
			name string
			docs []testDocument
			want []planted
		}{
			{"verbatim", []testDocument{{"a", w.text(own(), p, own())}, s},
				[]planted{{"a", source, "b", source, "verbatim"}}},
			{"at the head", []testDocument{{"a", w.text(p, own())}, s},
				[]planted{{"a", source, "b", source, "verbatim"}}},
			{"at the end", []testDocument{{"a", w.text(own(), p)}, s},
				[]planted{{"a", source, "b", source, "verbatim"}}},
			{"reworded", []testDocument{{"a", w.text(own(), fifth, own())}, s},
				[]planted{{"a", w.text(fifth), "b", source, "reworded"}}},
			{"reworded at the head and at the end",
				[]testDocument{{"a", w.text(fifth, own())}, {"b", w.text(own(), p)}},
				[]planted{{"a", w.text(fifth), "b", source, "reworded"}}},
			{"reworded within a document", []testDocument{{"a", w.text(p, own(), fifth)}},
				[]planted{{"a", source, "a", w.text(fifth), "reworded"}}},
			{"reordered at the head", []testDocument{{"a", w.text(reordered, own())}, s},
				[]planted{{"a", w.text(reordered), "b", source, "reworded"}}},
			{"reordered", []testDocument{{"a", w.text(own(), reordered, own())}, s},
				[]planted{{"a", w.text(reordered), "b", source, "reworded"}}},
			{"within a document", []testDocument{{"a", w.text(own(), p, own(), p, own())}},
				[]planted{{"a", source, "a", source, "verbatim"}}},
			{"whole document", []testDocument{{"a", w.text(whole)}, {"b", w.text(whole)}},
				[]planted{{"a", w.text(whole), "b", w.text(whole), "verbatim"}}},
			{"whole document, edited", []testDocument{{"a", w.text(whole)}, {"b", w.text(edited)}},
				[]planted{{"a", w.text(whole), "b", w.text(edited), "reworded"}}},
			{"nothing", nil, nil},
		} {
			t.Run(fmt.Sprintf("%s/han=%v", tc.name, han), func(t *testing.T) {
				refined(t, append(tc.docs, noise...), tc.want, flag)
			})
		}
		t.Run(fmt.Sprintf("twice/han=%v", han), func(t *testing.T) {
			r := refined(t, append([]testDocument{{"a", w.text(own(), p, own(), p, own())}, s}, noise...), []planted{
				{"a", source, "a", source, "verbatim"}, {"a", source, "b", source, "verbatim"},
				{"a", source, "b", source, "verbatim"},
			}, flag)
			at := map[int64]bool{}
			for _, p := range r.passages(t) {
				if p.B == "b" {
					at[p.AStart] = true
				}
			}
			if len(at) != 2 {
				t.Errorf("both copies are to be found, not one twice: %v", at)
			}
		})
	}
}

func TestRefineOfNothing(t *testing.T) {
	refined(t, []testDocument{{"a", ""}, {"b", " \n"}, {"c", "Word."}, {"d", "Words."}, {"e", "\xff\xfe。"}}, nil)
}

// Identical documents are reported however short they are.
func TestRefineIdenticalDocuments(t *testing.T) {
	for _, candidates := range []string{"grams", "chains"} {
		docs := []testDocument{{"a", "Word."}, {"b", "Word."}, {"c", "三个字"}, {"d", "三个字"}, {"e", "Two words"}}
		refined(t, docs, []planted{{"a", "Word.", "b", "Word.", record.Verbatim},
			{"c", "三个字", "d", "三个字", record.Verbatim}}, "--candidates="+candidates)
	}
}

// TestRefineDirected compares input with source only; both sides may use the same ids.
func TestRefineDirected(t *testing.T) {
	for _, han := range []bool{false, true} {
		t.Run(fmt.Sprintf("han=%v", han), func(t *testing.T) { refineDirected(t, han) })
	}
}

func refineDirected(t *testing.T, han bool) {
	w := &author{rand.New(rand.NewPCG(8, 8)), han}
	p, q := w.sentences(10), w.sentences(10)
	input := []testDocument{{"x", w.text(w.sentences(9), p, w.sentences(9))}, {"y", w.text(w.sentences(9), p)}}
	source := []testDocument{{"x", w.text(p, w.sentences(5))}, {"q1", w.text(q)}, {"q2", w.text(q)}}
	dir := t.TempDir()
	r := runWith(t, shuffle.Params{Shards: 3}, "--matching=refine",
		"--input="+filetest.Write(t, dir+"/i.jsonl", jobtest.Lines(input)),
		"--source="+filetest.Write(t, dir+"/s.jsonl", jobtest.Lines(source)))
	var got []string
	for _, p := range r.passages(t) {
		got = append(got, fmt.Sprintf("%s %q %s %q", p.A, input[p.A[0]-'x'].Text[p.AByteStart:p.AByteEnd], p.B,
			source[0].Text[p.BByteStart:p.BByteEnd]))
	}
	want := []string{fmt.Sprintf("x %q x %q", w.text(p), w.text(p)), fmt.Sprintf("y %q x %q", w.text(p), w.text(p))}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRefineHot: a notice in more documents than the cap is one hot passage and makes no
// pairs, and what is reused beside it is found.
func TestRefineHot(t *testing.T) {
	for _, han := range []bool{false, true} {
		w := &author{rand.New(rand.NewPCG(9, 9)), han}
		notice, p := w.sentences(5), w.sentences(10)
		var docs []testDocument
		for n := range 15 {
			reused := w.sentences(10)
			if n == 3 || n == 11 {
				reused = p
			}
			docs = append(docs,
				testDocument{fmt.Sprintf("d%02d", n), w.text(w.sentences(8), notice, w.sentences(8), reused)})
		}
		for n := range 40 { // enough text for content words
			docs = append(docs, testDocument{fmt.Sprintf("n%02d", n), w.text(w.sentences(24))})
		}
		hotIn(t, w, docs, notice, p, "--candidates=grams")
		hotIn(t, w, docs, notice, p, "--candidates=chains")
	}
}

func hotIn(t *testing.T, w *author, docs []testDocument, notice, p []string, flag string) {
	t.Run(fmt.Sprintf("%s/han=%v", flag, w.han), func(t *testing.T) {
		r := refined(t, docs, []planted{{"d03", w.text(p), "d11", w.text(p), "verbatim"}}, "--max_documents=12", flag)
		hot := jobtest.Decode[record.HotPassage](t, r.stream("hot"))
		if len(hot) != 1 || hot[0].Documents != 15 || !strings.HasPrefix(hot[0].Text, w.text(notice[:2])) {
			t.Errorf("hot passages %+v, want one in 15 documents", hot)
		}
		if n := strings.Count(r.stream("hot-occurrences"), "\n"); n != 15 {
			t.Errorf("%d hot occurrences, want 15", n)
		}
	})
}

// TestRefineHotAfterShortSentence: a notice whose first sentence was joined to a short one
// before it is hot as a whole; it makes no record of the rest of it.
func TestRefineHotAfterShortSentence(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(10, 9)), false}
	notice := w.sentences(5)
	var docs []testDocument
	for n := range 34 {
		before := w.sentences(8)
		if n%2 == 0 {
			before = append(before, "So "+letters(n)+".")
		}
		docs = append(docs, testDocument{fmt.Sprintf("d%02d", n), w.text(before, notice, w.sentences(8))})
	}
	for n := range 40 { // enough text for content words
		docs = append(docs, testDocument{fmt.Sprintf("n%02d", n), w.text(w.sentences(24))})
	}
	for _, flag := range []string{"--candidates=grams", "--candidates=chains"} {
		hot := jobtest.Decode[record.HotPassage](t, refined(t, docs, nil, "--max_documents=12", flag).stream("hot"))
		if len(hot) != 1 || hot[0].Documents != 34 || !strings.HasPrefix(hot[0].Text, w.text(notice[:2])) {
			t.Errorf("%s: hot passages %+v, want the whole notice in 34 documents", flag, hot)
		}
	}
}

// A notice in every document is a hot passage, also where the sentence before it contains a
// number of its own document and is hot otherwise. With its default, --max_documents
// depends on the collection: 20 documents of 20 are pairs, 25 of 30 are one hot passage.
func TestRefineNotice(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(10, 11)), false}
	notice := w.sentences(5)
	notices := strings.Join(notice, " ")
	collection := func(n, with int) (docs []testDocument) {
		for i := range n {
			d := testDocument{fmt.Sprintf("d%02d", i), w.text(w.sentences(8))}
			if i < with {
				d.Text = w.text(w.sentences(8)) + " This is document " + letters(i) + " of the great library of all books that nobody will ever read to the end again, as is well known. " + notices + " " + w.text(w.sentences(8))
			}
			docs = append(docs, d)
		}
		return docs
	}
	for _, tc := range []struct {
		n, with         int
		flags           []string
		max, hot, pairs int
	}{
		{30, 25, nil, 20, 25, 0},
		{20, 20, nil, 20, 0, 190},
		{30, 25, []string{"--max_documents=25"}, 25, 0, 300},
		{20, 20, []string{"--max_documents=5"}, 5, 20, 0},
	} {
		in := "--input=" + jobtest.Input(t, collection(tc.n, tc.with))
		r := runWith(t, shuffle.Params{Shards: 3}, append(tc.flags, in, "--candidates=grams")...)
		name := fmt.Sprintf("%d of %d documents, %v", tc.with, tc.n, tc.flags)
		if got := r.summary(t).Counts["max_documents"]; got != int64(tc.max) {
			t.Errorf("%s: max_documents = %d, want %d", name, got, tc.max)
		}
		pairs := 0
		for _, p := range jobtest.Decode[record.Passage](t, r.stream("passages")) {
			if p.A != p.B && p.AEnd-p.AStart > int64(len(notices))/2 {
				pairs++
			}
		}
		if pairs != tc.pairs {
			t.Errorf("%s: %d pairs of documents share the notice, want %d", name, pairs, tc.pairs)
		}
		hot := jobtest.Decode[record.HotPassage](t, r.stream("hot"))
		switch {
		case tc.hot == 0 && len(hot) > 0:
			t.Errorf("%s: hot passages %+v, want none", name, hot)
		case tc.hot > 0 && (len(hot) != 1 || hot[0].Documents != int64(tc.hot) ||
			!strings.HasPrefix(hot[0].Text, w.text(notice[:1]))):
			t.Errorf("%s: hot passages %+v, want the notice in %d documents", name, hot, tc.hot)
		}
	}
}

// refineMix is licences, many of them reworded from each other, and statutes.
func refineMix(t *testing.T) []testDocument {
	return append(readCorpus(t, "licences")[:70], readCorpus(t, "statutes")[:12]...)
}

// TestRefineSameBytes: shards, workers (and with them groups), order and cutting of the
// input do not change a byte.
func TestRefineSameBytes(t *testing.T) {
	for _, candidates := range []string{"grams", "chains"} {
		t.Run(candidates, func(t *testing.T) { refinedSameBytes(t, "--candidates="+candidates) })
	}
}

func refinedSameBytes(t *testing.T, flag string) {
	docs := refineMix(t)
	flags := []string{"--matching=refine", "--max_documents=10", flag}
	input := jobtest.Input(t, docs)
	want := runWith(t, one, append(flags, "--input="+input)...)
	if len(want.passages(t)) < 100 || want.stream("hot") == "" {
		t.Fatalf("too little is found to compare: %d passages", len(want.passages(t)))
	}
	for _, sh := range []shuffle.Params{{Shards: 3, Workers: 2}, {Shards: 17, Workers: 5}} {
		t.Run(fmt.Sprintf("%+v", sh), func(t *testing.T) {
			same(t, want, runWith(t, sh, append(flags, "--input="+input)...))
		})
	}
	t.Run("order and files", func(t *testing.T) {
		shuffled := slices.Clone(docs)
		rand.New(rand.NewPCG(6, 6)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		dir := t.TempDir()
		for n := range 3 {
			filetest.Write(t, fmt.Sprintf("%s/%d.jsonl", dir, n),
				jobtest.Lines(shuffled[len(docs)*n/3:len(docs)*(n+1)/3]))
		}
		same(t, want, runWith(t, shuffle.Params{Shards: 5}, append(flags, "--input="+dir)...))
	})
}

// TestRefineSwappedIDs: with the ids in the opposite order, A-B is B-A.
func TestRefineSwappedIDs(t *testing.T) {
	checkSwappedIDs(t, refineMix(t), "--matching=refine", "--max_documents=30")
}

// What is less alike than --min_similarity, or has less evidence than --min_evidence, is left out and counted; nothing
// else changes.
func TestBounds(t *testing.T) {
	input := "--input=" + jobtest.Input(t, readCorpus(t, "statutes"))
	all := runWith(t, one, input)
	for _, tc := range []struct {
		flag, ledger string
		stays        func(p record.Passage) bool
	}{
		{"--min_similarity=.9", "passages_below_min_similarity", func(p record.Passage) bool {
			return p.Similarity >= .9
		}},
		{"--min_evidence=.5", "passages_below_min_evidence", func(p record.Passage) bool { return p.Evidence >= .5 }},
	} {
		t.Run(tc.flag, func(t *testing.T) {
			r := runWith(t, one, input, tc.flag)
			var want []record.Passage
			for _, p := range all.passages(t) {
				if tc.stays(p) {
					want = append(want, p)
				}
			}
			left := r.ledger(t)[tc.ledger]
			if len(want) == 0 || left == 0 || left != int64(len(all.passages(t))-len(want)) {
				t.Errorf("%d of %d passages stay, the ledger has %d others", len(want), len(all.passages(t)), left)
			}
			if diff := cmp.Diff(want, r.passages(t)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff[:min(len(diff), 2000)])
			}
		})
	}
}

// Texts of little evidence are counted, and named at the end with the flag that leaves them out.
func TestLittleEvidence(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	said, err := jobtest.Execute(t.Context(), Command(), "--input="+jobtest.Input(t, readCorpus(t, "statutes")),
		"--output="+dir)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, c := range jobtest.Stream[record.Cluster](t, dir, "clusters") {
		if !c.Prose.Below(record.MinProse) && c.Evidence < record.LittleEvidence {
			want++
		}
	}
	if got := readResult(t, dir).counts(t)[cluster.LittleEvidence]; want == 0 || got != int64(want) {
		t.Errorf("the summary counts %d texts, %d have little evidence", got, want)
	}
	if line := fmt.Sprintf("%d of them have little evidence", want); !strings.Contains(said, line) {
		t.Errorf("%q is not in\n%s", line, said)
	}
}

// A passage that is too short to be reported is counted.
func TestTooShort(t *testing.T) {
	const shared = "The ferry to the island leaves at noon today, and nobody in town had bought one ticket."
	w := &author{r: rand.New(rand.NewPCG(9, 9))}
	docs := []testDocument{{"a", w.text(w.sentences(9), []string{shared}, w.sentences(9))},
		{"b", w.text(w.sentences(9), []string{shared}, w.sentences(9))}}
	r := runWith(t, one, "--input="+jobtest.Input(t, docs))
	if n := r.ledger(t)["passages_too_short"]; len(r.passages(t)) != 0 || n != 1 {
		t.Errorf("passages %+v, ledger %v", r.passages(t), r.ledger(t))
	}
}

// Words that are quoted inside a sentence begin and end where they do, behind and before
// quotation marks, and Chinese ones at the character.
func TestQuotation(t *testing.T) {
	for _, han := range []bool{false, true} {
		w := &author{r: rand.New(rand.NewPCG(4, 4)), han: han}
		sep := " "
		if han {
			sep = ""
		}
		words := func(n int) string {
			var all []string
			for range n {
				all = append(all, w.word())
			}
			return strings.Join(all, sep)
		}
		quoted := words(50)
		source := w.text(w.sentences(9), []string{words(9) + sep + quoted + sep + words(9) + "。"}, w.sentences(9))
		report := w.text(w.sentences(9), []string{words(4) + sep + "“" + quoted + "”" + sep + words(12) + "。"},
			w.sentences(9))
		r := runWith(t, one, "--input="+jobtest.Input(t, []testDocument{{"a", source}, {"b", report}}))
		ps := r.passages(t)
		if len(ps) != 1 || ps[0].Kind != record.Verbatim || ps[0].Similarity != 1 {
			t.Fatalf("Chinese %v: %+v", han, ps)
		}
		a, b := source[ps[0].AByteStart:ps[0].AByteEnd], report[ps[0].BByteStart:ps[0].BByteEnd]
		if a != quoted || b != "“"+quoted+"”" {
			t.Errorf("Chinese %v: %q and %q, want %q", han, a, b, quoted)
		}
	}
}
