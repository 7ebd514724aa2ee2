// Command verses measures quotations in other words: how often a verse that another one quotes is among the first
// answers of each command, where verses are the documents.
//
//	go run ./bench/verses --pairs=Ps-NT_reuses_VG.tsv --psalms=bible/psalms.txt
//
// The pairs are those of Tdelaselle/TextReuse_datasets, verses of the New Testament and of the Psalms in the Vulgate;
// the Psalms are those of the Latin Library (cltk/lat_text_latin_library), all of them. Each verse of the pairs is
// looked up. A quotation is found at rank k if one of its verses is among the first k answers. Its verses are counted
// in two ways:
//
//   - as numbered: those that the list names;
//
// - by words: those that have the words of the Greek text that stands beside the number in Ps-NT_reuses.tsv of the same
// list. Its numbers are those of the Septuagint, and numbers.tsv has the references that are other verses in this file
// of the Psalms. All references of the quotations were compared with it, also those that are found, and verses without
//
//	a word of the Greek were taken away.
package main

import (
	"bufio"
	"cmp"
	"context"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

type params struct {
	program.Bench
	Pairs, Psalms string
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	pflag.StringVar(&p.Pairs, "pairs", "", "`file` of pairs of verses: reference, text and label, then reference and text of the psalm, with tabs between them")
	pflag.StringVar(&p.Psalms, "psalms", "",
		"`file` of the Psalms: a line PSALMUS N, then a line for each verse, which begins with its number")
	program.Main("verses", func(ctx context.Context) error { return run(ctx, p) })
}

// verse is a document.
type verse struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// quotation is a verse that quotes psalms: one verse, or several in a row. words are those that have its words.
type quotation struct {
	by            string
	psalms, words []string
}

func (q quotation) asNumbered() []string { return q.psalms }
func (q quotation) byWords() []string    { return q.words }

// ranks are those that the table has. No more answers than the last one are looked at.
var ranks = []int{1, 5, 10, 20, 50}

// A way is a command that ranks psalms for each verse: its flags, the flags of the index it needs, the stream of its
// result, and what its answers are ranked by.
type way struct {
	command, index, stream string
	by                     func(answer) float64
}

func ways() []way {
	similarity := func(a answer) float64 { return a.Similarity }
	const text = "lookup --answer=text --top=50"
	return []way{
		{"partial --min_length=20", "", "passages", similarity},
		{"reuse --theta_s=.1 --theta_d=.01 --top=50 --max_documents=0", "", "pairs", func(a answer) float64 {
			return a.Score
		}},
		{"resemblance --n=1 --threshold=.0001", "", "pairs", func(a answer) float64 { return a.Resemblance }},
		{text, "index", "texts", similarity},
		{text, "index --w=10", "texts", similarity},
		{text, "index --w=3", "texts", similarity},
		{text, "index --w=10 --fold=uv,ij --spelling=stems.tsv", "texts", similarity},
	}
}

func run(ctx context.Context, p params) error {
	if p.Pairs == "" || p.Psalms == "" {
		return errors.New("nothing to measure: give --pairs and --psalms")
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	psalms, err := readPsalms(p.Psalms)
	if err != nil {
		return err
	}
	verses, quotations, err := readPairs(p.Pairs)
	if err != nil {
		return err
	}
	in := func(name string) string { return filepath.Join(p.Keep, name) }
	if err := errors.Join(program.WriteLines(in("verses.jsonl"), verses),
		program.WriteLines(in("psalms.jsonl"), psalms), writeStems(in("stems.tsv"),
			slices.Concat(verses, psalms))); err != nil {
		return err
	}
	fmt.Printf("%d verses are looked up in %d of the Psalms; %d quotations. A quotation is found if a verse that the list names is among "+
		"the answers. The list has the numbers of the Septuagint, and its Greek text. By words, a quotation is found if a verse that has "+
		"words of this Greek text is among them: `bench/verses/numbers.tsv` has the references whose numbers are others.\n"+
		"\n"+
		"| command | index |", len(verses), len(psalms), len(quotations))
	counts := []func(quotation) []string{quotation.asNumbered, quotation.byWords}
	for i := range counts {
		for _, k := range ranks {
			fmt.Printf(" rank %d%s |", k, []string{"", ", by words"}[i])
		}
	}
	fmt.Printf(" answers |\n%s|\n", strings.Repeat("|---", 3+len(counts)*len(ranks)))
	for _, w := range ways() {
		answers, err := w.run(ctx, &p, in)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |", w.command, w.index)
		for _, psalms := range counts {
			for _, k := range ranks {
				fmt.Printf(" %.3f |", float64(found(quotations, psalms, answers, k))/float64(len(quotations)))
			}
		}
		n := 0
		for _, a := range answers {
			n += len(a)
		}
		fmt.Printf(" %d |\n", n)
	}
	return nil
}

// answer is a line of the result of a command.
type answer struct {
	A, B, Query, ID                string
	Similarity, Score, Resemblance float64
}

// run returns the ids of the psalms for each verse, the best first.
func (w way) run(ctx context.Context, p *params, in func(string) string) (map[string][]string, error) {
	flags := func(of string, more ...string) []string {
		args := append(strings.Fields(of), more...)
		for i, a := range args {
			args[i] = strings.Replace(a, "=stems.tsv", "="+in("stems.tsv"), 1)
		}
		return append(args, "--quiet")
	}
	input, psalms, out := "--input="+in("verses.jsonl"), in("psalms.jsonl"), in("found")
	if err := errors.Join(os.RemoveAll(out), os.RemoveAll(in("index"))); err != nil {
		return nil, err
	}
	more := "--source=" + psalms
	if w.index != "" {
		more = "--index=" + in("index")
		if _, err := program.Run(ctx, p.Binary, flags(w.index, "--input="+psalms, more)...); err != nil {
			return nil, err
		}
	}
	if _, err := program.Run(ctx, p.Binary, flags(w.command, input, more, "--output="+out)...); err != nil {
		return nil, err
	}
	all, err := program.ReadLines[answer](filepath.Join(out, w.stream+"-*.jsonl"))
	if err != nil {
		return nil, err
	}
	return ranked(all, w.by), nil
}

// ranked returns the psalms for each verse, the best first and each once, as many as the last of ranks.
func ranked(all []answer, by func(answer) float64) map[string][]string {
	slices.SortStableFunc(all, func(x, y answer) int {
		return cmp.Or(cmp.Compare(by(y), by(x)), cmp.Compare(x.B+x.ID, y.B+y.ID))
	})
	answers := map[string][]string{}
	for _, a := range all {
		of, id := cmp.Or(a.Query, a.A), cmp.Or(a.ID, a.B)
		if len(answers[of]) < ranks[len(ranks)-1] && !slices.Contains(answers[of], id) {
			answers[of] = append(answers[of], id)
		}
	}
	return answers
}

// found returns how many quotations are found at rank k, whose verses are those of psalms.
func found(all []quotation, psalms func(quotation) []string, answers map[string][]string, k int) (n int) {
	for _, q := range all {
		first := answers[q.by]
		if slices.ContainsFunc(first[:min(k, len(first))], func(id string) bool {
			return slices.Contains(psalms(q), id)
		}) {
			n++
		}
	}
	return n
}

var (
	psalmLine = regexp.MustCompile(`^PSALMUS (\d+)`)
	verseLine = regexp.MustCompile(`^(\d+) (.+)`)
)

// readPsalms returns the verses of the Psalms, with ids such as Ps 21:2. A verse that comes twice is the later one.
func readPsalms(name string) ([]verse, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	texts, psalm := map[string]string{}, ""
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if m := psalmLine.FindStringSubmatch(text); m != nil {
			psalm = m[1]
		} else if m := verseLine.FindStringSubmatch(text); m != nil && psalm != "" {
			texts["Ps "+psalm+":"+m[1]] = m[2]
		}
	}
	return versesOf(texts), lines.Err()
}

func versesOf(texts map[string]string) (all []verse) {
	for _, id := range slices.Sorted(maps.Keys(texts)) {
		all = append(all, verse{id, texts[id]})
	}
	return all
}

// readPairs returns the verses that are looked up, and the quotations among the pairs.
func readPairs(name string) ([]verse, []quotation, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	rows := csv.NewReader(f)
	rows.Comma, rows.LazyQuotes = '\t', true
	all, err := rows.ReadAll()
	if err != nil {
		return nil, nil, err
	}
	texts, numbers := map[string]string{}, numbersOf(numbersTable)
	var quotations []quotation
	for _, row := range all[1:] {
		texts[row[0]] = row[1]
		if row[2] == "quotation" {
			psalms, err := versesIn(row[3])
			if err != nil {
				return nil, nil, err
			}
			words, err := versesIn(cmp.Or(numbers[row[3]], row[3]))
			if err != nil {
				return nil, nil, err
			}
			quotations = append(quotations, quotation{row[0], psalms, words})
		}
	}
	return versesOf(texts), quotations, nil
}

//go:embed numbers.tsv
var numbersTable string

// numbersOf returns the references of a table like numbers.tsv, by those of the list.
func numbersOf(table string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(table) {
		if list, verses, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(line, "#") {
			all[list] = verses
		}
	}
	return all
}

// versesIn returns the verses that a reference names: Ps 2:1-2 names two.
func versesIn(reference string) (all []string, err error) {
	psalm, numbers, _ := strings.Cut(reference, ":")
	first, last, ok := strings.Cut(numbers, "-")
	from, err := strconv.Atoi(first)
	to := from
	if err == nil && ok {
		to, err = strconv.Atoi(last)
	}
	if err != nil {
		return nil, fmt.Errorf("%q names no verse: %w", reference, err)
	}
	for n := from; n <= to; n++ {
		all = append(all, fmt.Sprintf("%s:%d", psalm, n))
	}
	return all, nil
}

// endings are those of Latin words, the longer ones first.
var endings = strings.Fields("ibus orum arum erunt abam amus emus imus atis etis itis unt ant ent int tur is us um am em as es os ae ur at et it i o a e u m t s")

// stem returns a word without its ending, if three letters are left.
func stem(word string) string {
	for _, e := range endings {
		if len(word)-len(e) >= 3 && strings.HasSuffix(word, e) {
			return strings.TrimSuffix(word, e)
		}
	}
	return word
}

var word = regexp.MustCompile(`\pL+`)

// writeStems writes a table of the words of verses and their stems, for --spelling.
func writeStems(name string, verses []verse) error {
	table := map[string]string{}
	for _, v := range verses {
		for _, w := range word.FindAllString(strings.ToLower(v.Text), -1) {
			if s := stem(w); s != w {
				table[w] = s
			}
		}
	}
	var out strings.Builder
	for _, w := range slices.Sorted(maps.Keys(table)) {
		fmt.Fprintf(&out, "%s\t%s\n", w, table[w])
	}
	return os.WriteFile(name, []byte(out.String()), 0o600)
}
