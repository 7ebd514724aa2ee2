package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/panio"
)

// query is the reused passage of a case, and where it is from.
type query struct {
	Kind, ID, Text string
	// Source is the id of the source document; the passage there is from Start to End, in code
	// points.
	Source     string
	Start, End int64
}

// readQueries reads cases of each kind of a corpus: those whose hashes are the smallest, so that the
// choice is always the same.
func readQueries(dir string, max int) (queries []query, err error) {
	corpus, err := panio.ReadCorpus(dir)
	if err != nil {
		return nil, err
	}
	texts := map[string][]rune{}
	for _, c := range corpus.Categories {
		cases := slices.Clone(c.Cases)
		hash := func(a panio.Annotation) uint64 { return xxhash.Sum64String(fmt.Sprint(a)) }
		slices.SortFunc(cases, func(a, b panio.Annotation) int { return cmp.Compare(hash(a), hash(b)) })
		for i, a := range cases[:min(max, len(cases))] {
			if texts[a.Suspicious] == nil {
				b, err := os.ReadFile(filepath.Join(dir, "susp", a.Suspicious))
				if err != nil {
					return nil, err
				}
				texts[a.Suspicious] = []rune(string(b))
			}
			text := texts[a.Suspicious]
			from, to := min(a.ThisOffset, len(text)), min(a.ThisOffset+a.ThisLength, len(text))
			queries = append(queries, query{
				Kind: c.Name, ID: fmt.Sprint(c.Name, "-", i), Text: string(text[from:to]),
				Source: a.Source, Start: int64(a.SourceOffset), End: int64(a.SourceOffset + a.SourceLength),
			})
		}
	}
	return queries, nil
}
