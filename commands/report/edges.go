package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/network"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// ownColumns are the columns of nodes that every network may have, and names with a meaning of their own in other
// programs. A field with one of these names gets "field " before it.
var ownColumns = []string{"side", "characters", "characters of text", "share", "pairs", "passages", "label",
	"weight", "id"}

// networkOf returns the network of a result: its documents, and its pairs of two documents.
func networkOf(f *findings.Findings) *network.Network {
	n := &network.Network{Directed: f.Directed, NodeColumns: []network.Column{{Name: "side", Type: network.Text},
		{Name: "pairs", Type: network.Whole}, {Name: "passages", Type: network.Whole}}}
	shares := map[int]record.DocumentShare{}
	for _, s := range f.Shares {
		shares[s.Document] = s.DocumentShare
	}
	if len(shares) > 0 {
		n.NodeColumns = append(n.NodeColumns, network.Column{Name: "characters of text", Type: network.Whole},
			network.Column{Name: "share", Type: network.Real})
	}
	names, fields := fieldsOf(f)
	n.NodeColumns = append(n.NodeColumns, names...)
	labels := map[string]bool{}
	for i := range f.Documents {
		d := &f.Documents[i]
		label := d.ID
		for labels[label] { // the input and the source may have the same ids, and the input comes first
			label += " (source)"
		}
		labels[label] = true
		values := []any{[...]string{record.Input: "input", record.Source: "source"}[d.Side], d.Pairs, d.Passages}
		if len(shares) > 0 {
			if s, ok := shares[i]; ok {
				values = append(values, s.Characters, s.Share)
			} else {
				values = append(values, nil, nil)
			}
		}
		n.Nodes = append(n.Nodes, network.Node{Key: keyOf(d), Label: label, Values: append(values, fields[i]...)})
	}
	n.EdgeColumns = []network.Column{{Name: "passages", Type: network.Whole},
		{Name: "source characters", Type: network.Whole}, {Name: "target characters", Type: network.Whole},
		{Name: "similarity", Type: network.Real}}
	for _, name := range f.ScoreNames {
		n.EdgeColumns = append(n.EdgeColumns, network.Column{Name: name, Type: network.Real})
	}
	for i := range f.Pairs {
		p := &f.Pairs[i]
		if p.Within() {
			continue
		}
		values := []any{int64(p.Passages), known(p.ACharacters), known(p.BCharacters), known(p.Similarity)}
		for k := range f.ScoreNames {
			var score any
			if k < len(p.Scores) {
				score = p.Scores[k]
			}
			values = append(values, score)
		}
		n.Edges = append(n.Edges, network.Edge{From: p.A, To: p.B, Weight: weightOf(p), Values: values})
	}
	return n
}

// weightOf returns how much two documents share: characters of the side that has fewer; where whole documents
// are compared the similarity, or 1 if there is none.
func weightOf(p *findings.Pair) float64 {
	switch {
	case p.ACharacters != findings.Unknown && p.BCharacters != findings.Unknown:
		return float64(min(p.ACharacters, p.BCharacters))
	case p.Similarity != findings.Unknown:
		return p.Similarity
	}
	return 1
}

// fieldsOf returns the kept fields as columns, by name, and their values for each document. A field that has only
// numbers is a number.
func fieldsOf(f *findings.Findings) ([]network.Column, [][]any) {
	read := make([]map[string]any, len(f.Documents))
	numeric := map[string]bool{}
	for i, d := range f.Documents {
		decoder := json.NewDecoder(bytes.NewReader([]byte(d.Fields)))
		decoder.UseNumber()
		if d.Fields == "" || decoder.Decode(&read[i]) != nil {
			continue // a line of a result has been read as JSON
		}
		for name, v := range read[i] {
			number, is := v.(json.Number)
			if is {
				_, err := number.Float64()
				is = err == nil
			}
			before, seen := numeric[name]
			numeric[name] = (is || v == nil) && (before || !seen)
		}
	}
	names := slices.Sorted(maps.Keys(numeric))
	taken := slices.Clone(ownColumns)
	var columns []network.Column
	for _, name := range names {
		c := network.Column{Name: name, Type: network.Text}
		for slices.Contains(taken, c.Name) {
			c.Name = "field " + c.Name
		}
		if numeric[name] {
			c.Type = network.Real
		}
		taken, columns = append(taken, c.Name), append(columns, c)
	}
	values := make([][]any, len(f.Documents))
	for i := range f.Documents {
		texts, _ := f.Documents[i].Fields.Texts()
		for k, name := range names {
			var value any
			if text, ok := texts[name]; ok && read[i][name] != nil {
				value = text
				if columns[k].Type == network.Real {
					value, _ = read[i][name].(json.Number).Float64()
				}
			}
			values[i] = append(values[i], value)
		}
	}
	return columns, values
}

// checkNetwork returns an error if the file of --network cannot be written: its name is of no format, or it exists, or
// it belongs to the result, to the report or to the input.
func (p *Params) checkNetwork(ctx context.Context, plan *docio.Plan) error {
	if p.Network == "" {
		return nil
	}
	if err := network.Check(p.Network); err != nil {
		return line.Usage(fmt.Errorf("--network=%w", err))
	}
	for _, folder := range []string{p.Result, p.Output} {
		if folder != "" && store.Within(p.Network, folder) {
			return line.Usage(fmt.Errorf("--network=%s is in the folder %s: choose a file beside it",
				p.Network, folder))
		}
	}
	if plan != nil {
		if err := plan.Outside(p.Network); err != nil {
			return line.Usage(fmt.Errorf("--network=%s is read as a document: choose another file", p.Network))
		}
	}
	return p.absent(ctx, "network", p.Network)
}

// absent returns an error if the file of a flag cannot be written: it exists, and Overwrite is not given.
func (p *Params) absent(ctx context.Context, flag, file string) error {
	files, err := store.For(file)
	if err != nil {
		return line.Usage(fmt.Errorf("--%s=%w", flag, err))
	}
	if p.Overwrite {
		return nil
	}
	r, err := files.Open(ctx, file, 0)
	if err == nil {
		r.Close()
		return line.Usage(fmt.Errorf("--%s=%s exists: choose another file, or give --overwrite", flag, file))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return line.Usage(fmt.Errorf("--%s=%s: %w", flag, file, err))
	}
	return nil
}

// putNetwork begins the file of --network with all of its content. Close gives it its name.
func (p *Params) putNetwork(ctx context.Context, n *network.Network) (store.Writer, error) {
	files, err := store.For(p.Network)
	if err != nil {
		return nil, err
	}
	w, err := files.Create(ctx, p.Network)
	if err != nil {
		return nil, line.Usage(fmt.Errorf("--network=%w", err))
	}
	buffered := bufio.NewWriterSize(w, 64<<10)
	if err := errors.Join(network.Write(buffered, p.Network, n), buffered.Flush()); err != nil {
		w.Abort()
		return nil, err
	}
	return w, nil
}
