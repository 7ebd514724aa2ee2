package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

// The labels. The first three are what the program looks for.
var (
	reused = []string{"reuse", "quotation", "reprint"}
	noise  = []string{"formula", "furniture", "list", "chance"}
)

// labelled is a passage of a sample, and what it is. Ranges are code points, as in the result.
type labelled struct {
	// Drawn is what had the same chance: text or record, or rank.
	Drawn      string       `json:"drawn"`
	A          string       `json:"a"`
	AStart     int64        `json:"a_start"`
	AEnd       int64        `json:"a_end"`
	B          string       `json:"b"`
	BStart     int64        `json:"b_start"`
	BEnd       int64        `json:"b_end"`
	Kind       string       `json:"kind"`
	Matched    uint32       `json:"matched"`
	Similarity float64      `json:"similarity"`
	Evidence   float64      `json:"evidence,omitempty"`
	Prose      record.Prose `json:"prose,omitzero"`
	// Documents and Records are how many of them the text had in the result that was read.
	Documents int64 `json:"documents"`
	Records   int   `json:"records"`
	// Label is one of reused or noise.
	Label string `json:"label"`
	// Note says more, in the words of the reader.
	Note string `json:"note,omitempty"`
}

func (l labelled) isReuse() bool { return slices.Contains(reused, l.Label) }

// readLabels reads a file of labels.
func readLabels(ctx context.Context, file string) ([]labelled, error) {
	var all []labelled
	err := result.EachLine(ctx, []string{file}, func(_ int, line []byte) error {
		var l labelled
		if err := json.Unmarshal(line, &l); err != nil {
			return err
		}
		if !l.isReuse() && !slices.Contains(noise, l.Label) {
			return fmt.Errorf("label %q: want one of %q or %q", l.Label, reused, noise)
		}
		if !slices.Contains(ways, l.Drawn) {
			return fmt.Errorf("drawn %q: want one of %q", l.Drawn, ways)
		}
		all = append(all, l)
		return nil
	})
	return all, err
}

func writeLines(w io.Writer, all []labelled) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, l := range all {
		if err := e.Encode(l); err != nil {
			return err
		}
	}
	return nil
}
