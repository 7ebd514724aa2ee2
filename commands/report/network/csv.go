package network

import (
	"encoding/csv"
	"io"

	"example.org/diagonal/io/passageio"
)

// byteOrderMark tells Excel that a file is UTF-8.
const byteOrderMark = "\ufeff"

// writeCSV writes a list of edges: the labels of both nodes, the columns of edges, and those of both nodes, whose names
// begin with "source" and "target". A text that a spreadsheet would take for a formula gets an apostrophe before it.
// Nodes without an edge are not in it.
func writeCSV(w io.Writer, n *Network) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	rows := csv.NewWriter(w)
	row := []string{"Source", "Target", "Type", "Weight"}
	for _, c := range n.EdgeColumns {
		row = append(row, passageio.Harmless(c.Name))
	}
	for _, side := range []string{"source ", "target "} {
		for _, c := range n.NodeColumns {
			row = append(row, side+c.Name)
		}
	}
	if err := rows.Write(row); err != nil {
		return err
	}
	typ := map[bool]string{false: "Undirected", true: "Directed"}[n.Directed]
	for _, e := range n.Edges {
		from, to := &n.Nodes[e.From], &n.Nodes[e.To]
		row = append(row[:0], passageio.Harmless(from.Label), passageio.Harmless(to.Label), typ)
		for _, values := range [][]any{{e.Weight}, e.Values, from.Values, to.Values} {
			for _, v := range values {
				text, _ := written(v)
				row = append(row, passageio.Harmless(text))
			}
		}
		if err := rows.Write(row); err != nil {
			return err
		}
	}
	rows.Flush()
	return rows.Error()
}
