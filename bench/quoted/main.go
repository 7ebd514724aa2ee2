// Command quoted measures short quotations: it looks for all runs of five words and more that texts share with their
// sources, word by word, and says how many of them `diagonal partial` finds, and what it finds besides.
//
//	git -C lat_text_latin_library archive HEAD augustine vergil | tar -x -C texts
//	go run ./bench/quoted --input='texts/augustine/civ*.txt' --source='texts/vergil/aen*.txt' \
//		--flags=--min_length=20 --fold=uv
//
// Words are letters, without case, and with the letters of --fold=uv,ij as one. A run is found if a passage covers half
// of it on both sides. Runs of files that all begin or end in the same way, such as the name of the library, are left
// out: those that more than half of the texts have.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
)

// minWords is the number of words of the shortest run.
const minWords = 5

type params struct {
	program.Bench
	Input, Source string
	Flags         []string
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	pflag.StringVar(&p.Input, "input", "", "`glob` of the files of the texts")
	pflag.StringVar(&p.Source, "source", "", "`glob` of the files that they quote")
	pflag.StringArrayVar(&p.Flags, "flags", nil,
		"flags of a run of diagonal partial, with blanks between them; repeat it for more runs")
	program.Main("quoted", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.Input == "" || p.Source == "" {
		return errors.New("nothing to measure: give --input and --source")
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	texts, err := read(p.Input)
	if err != nil {
		return err
	}
	sources, err := read(p.Source)
	if err != nil {
		return err
	}
	runs := runsOf(texts, sources)
	fmt.Printf("%d texts and %d sources, %d runs of %d words and more\n\n",
		len(texts), len(sources), len(runs), minWords)
	fmt.Println("| flags | found | of | passages | passages without a run |\n|---|---|---|---|---|")
	for _, flags := range append([]string{""}, p.Flags...) {
		out := filepath.Join(p.Keep, "quoted")
		args := append([]string{"partial", "--input=" + p.Input, "--source=" + p.Source, "--output=" + out,
			"--overwrite", "--quiet"}, strings.Fields(flags)...)
		if _, err := program.Run(ctx, p.Binary, args...); err != nil {
			return err
		}
		passages, err := program.ReadLines[record.Passage](filepath.Join(out, "passages-*.jsonl"))
		if err != nil {
			return err
		}
		found, others := score(runs, passages)
		fmt.Printf("| %s | %d | %d | %d | %d |\n", flags, found, len(runs), len(passages), others)
	}
	return nil
}

// text is a file: its name, and its words with their places in code points.
type text struct {
	name     string
	words    []string
	from, to []int64
}

func read(glob string) (texts []text, err error) {
	files, err := filepath.Glob(glob)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		t, word := text{name: filepath.Base(file)}, []rune{}
		at := int64(0)
		end := func() {
			if len(word) > 0 {
				t.words, t.from, t.to = append(t.words, string(word)), append(t.from, at-int64(len(word))),
					append(t.to, at)
				word = word[:0]
			}
		}
		for _, r := range string(raw) {
			if unicode.IsLetter(r) {
				word = append(word, folded(unicode.ToLower(r)))
			} else {
				end()
			}
			at++
		}
		end()
		texts = append(texts, t)
	}
	return texts, nil
}

func folded(r rune) rune {
	switch r {
	case 'v':
		return 'u'
	case 'j':
		return 'i'
	}
	return r
}

// shared is a run of words: its places in a text and in a source, in code points.
type shared struct {
	a, b           string
	a0, a1, b0, b1 int64
}

// runsOf returns the longest run at each place of the texts that a source has, too.
func runsOf(texts, sources []text) (runs []shared) {
	type place struct{ source, word int }
	places := map[string][]place{}
	for s, t := range sources {
		for x := 0; x+minWords <= len(t.words); x++ {
			key := strings.Join(t.words[x:x+minWords], " ")
			places[key] = append(places[key], place{s, x})
		}
	}
	in := map[string]map[string]bool{} // texts by the words of a run
	var words []string
	for _, t := range texts {
		for x := 0; x+minWords <= len(t.words); {
			best, where := 0, place{}
			for _, p := range places[strings.Join(t.words[x:x+minWords], " ")] {
				n, of := minWords, sources[p.source].words
				for x+n < len(t.words) && p.word+n < len(of) && t.words[x+n] == of[p.word+n] {
					n++
				}
				if n > best {
					best, where = n, p
				}
			}
			if best == 0 {
				x++
				continue
			}
			s := sources[where.source]
			runs = append(runs, shared{t.name, s.name, t.from[x], t.to[x+best-1], s.from[where.word],
				s.to[where.word+best-1]})
			key := strings.Join(t.words[x:x+best], " ")
			words = append(words, key)
			if in[key] == nil {
				in[key] = map[string]bool{}
			}
			in[key][t.name] = true
			x += best
		}
	}
	kept := runs[:0]
	for x, r := range runs {
		if 2*len(in[words[x]]) <= len(texts) {
			kept = append(kept, r)
		}
	}
	return kept
}

// score returns how many runs are found, and how many passages cover half of none.
func score(runs []shared, passages []record.Passage) (found, others int) {
	half := func(from, to, start, end int64) bool { return 2*(min(to, end)-max(from, start)) >= to-from }
	covers := func(p record.Passage, r shared) bool {
		return p.A == r.a && p.B == r.b && half(r.a0, r.a1, p.AStart, p.AEnd) && half(r.b0, r.b1, p.BStart, p.BEnd)
	}
	for _, r := range runs {
		if slices.ContainsFunc(passages, func(p record.Passage) bool { return covers(p, r) }) {
			found++
		}
	}
	for _, p := range passages {
		if !slices.ContainsFunc(runs, func(r shared) bool { return covers(p, r) }) {
			others++
		}
	}
	return found, others
}
