package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/token"
)

// document is one of a collection.
type document struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// quotation is the range, in bytes, of a sentence of one document that contains words of
// another.
type quotation struct {
	words    int
	from, in string // ids
	at, to   [2]int
}

// frames are sentences to quote in.
var frames = [][2]string{
	{"He wrote: “", "” and then went home."},
	{"In the letter, which nobody had opened for years, one reads “", "” — a sentence the family never forgave."},
	{"“", "”, she said."},
	{"As the old author has it, ", ", and so it remained until the war."},
	{"他在信的开头这样写道：“", "”，随后便离开了那座城市。"},
}

// lengths of quotations, in words or Han characters.
var lengths = []int{25, 40, 60, 90, 120}

// quote puts n quotations of words of one half of the documents into the other half, and
// returns where. A document takes part once.
func quote(r *rand.Rand, docs []document, n int) (all []quotation) {
	r.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
	for i := 0; i+1 < len(docs) && len(all) < n; i += 2 {
		origin, host := &docs[i], &docs[i+1]
		q := quotation{words: lengths[len(all)%len(lengths)], from: origin.ID, in: host.ID}
		tokens := token.Append(nil, []byte(origin.Text))
		places := token.Append(nil, []byte(host.Text))
		if len(tokens) <= q.words || len(places) == 0 {
			continue
		}
		first := r.IntN(len(tokens) - q.words)
		q.at = [2]int{int(tokens[first].Start), int(tokens[first+q.words-1].End)}
		frame := frames[r.IntN(len(frames))]
		place := int(places[r.IntN(len(places))].End)
		before := host.Text[:place] + ".\n\n" + frame[0]
		quoted := origin.Text[q.at[0]:q.at[1]]
		q.to = [2]int{len(before), len(before) + len(quoted)}
		host.Text = before + quoted + frame[1] + "\n\n" + host.Text[place:]
		all = append(all, q)
	}
	return all
}

// quoted counts the quotations of one length by how well they were found.
type quoted struct{ cases, found, exact, verbatim int }

// score counts the quotations that passages find: a passage contains a part of them on both
// sides, those with all four ends at the right word, those called verbatim. text contains
// the documents by id.
func score(quotations []quotation, passages []record.Passage, text map[string]string) map[int]quoted {
	counts := map[int]quoted{}
	for _, q := range quotations {
		c := counts[q.words]
		c.cases++
		i := slices.IndexFunc(passages, func(p record.Passage) bool {
			from, in := sides(p, q)
			return from != nil && from[0] < q.at[1] && q.at[0] < from[1] && in[0] < q.to[1] && q.to[0] < in[1]
		})
		if i >= 0 {
			c.found++
			if from, in := sides(passages[i], q); sameWords(text[q.from], *from, q.at) &&
				sameWords(text[q.in], *in, q.to) {
				c.exact++
			}
			if passages[i].Kind == record.Verbatim {
				c.verbatim++
			}
		}
		counts[q.words] = c
	}
	return counts
}

// sameWords reports whether between the ends of x and those of y there is no word.
func sameWords(text string, x, y [2]int) bool {
	for i := range x {
		if len(token.Append(nil, []byte(text[min(x[i], y[i]):max(x[i], y[i])]))) > 0 {
			return false
		}
	}
	return true
}

// sides are the ranges of a passage in the two documents of q, nil where it is of others.
func sides(p record.Passage, q quotation) (from, in *[2]int) {
	a, b := [2]int{int(p.AByteStart), int(p.AByteEnd)}, [2]int{int(p.BByteStart), int(p.BByteEnd)}
	switch {
	case p.A == q.from && p.B == q.in:
		return &a, &b
	case p.A == q.in && p.B == q.from:
		return &b, &a
	}
	return nil, nil
}

// quotations measures where settings say that words end that were quoted inside other
// sentences.
func (b *bench) quotations(ctx context.Context, chosen []setting) error {
	clean := filepath.Join(b.Keep, "clean")
	_, err := b.diagonal(ctx, "plant", "--quiet", "--overwrite", "--input="+b.params.Text, "--output="+clean,
		"--per_thousand=0", "--boilerplate=0",
		fmt.Sprintf("--documents=%d", 2*b.params.Quotations), fmt.Sprintf("--seed=%d", b.params.Seed))
	if err != nil {
		return err
	}
	docs, err := program.ReadLines[document](filepath.Join(clean, "corpus.jsonl"))
	if err != nil {
		return err
	}
	all := quote(rand.New(rand.NewPCG(b.params.Seed, 1)), docs, b.params.Quotations)
	text := map[string]string{}
	for _, d := range docs {
		text[d.ID] = d.Text
	}
	corpus := filepath.Join(b.Keep, "quotations.jsonl")
	for _, d := range docs {
		if !utf8.ValidString(d.Text) {
			return fmt.Errorf("%s: the text of %s was cut inside a character", corpus, d.ID)
		}
	}
	if err := program.WriteLines(corpus, docs); err != nil {
		return err
	}
	fmt.Println("| setting | words | quotations | found | all ends exact | verbatim |\n|---|---|---|---|---|---|")
	for _, s := range chosen {
		f, err := b.find(ctx, "quoted-"+s.name, append(s.flags, "--input="+corpus)...)
		if err != nil {
			return err
		}
		passages, err := program.ReadLines[record.Passage](filepath.Join(f.dir, "passages-*.jsonl"))
		if err != nil {
			return err
		}
		counts := score(all, passages, text)
		for _, words := range lengths {
			c := counts[words]
			fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", s.name, words, c.cases, c.found, c.exact, c.verbatim)
		}
	}
	fmt.Println()
	return nil
}
