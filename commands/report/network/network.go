// Package network writes a network of documents for other programs: GEXF 1.3 for Gephi, GraphML for most
// of them, and a list of edges as CSV for spreadsheets. The same network gives the same bytes.
package network

import (
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// Type is the type of a column.
type Type int

// The types of columns. A value of Text is a string, one of Whole an int64, and one of Real a float64.
const (
	Text Type = iota
	Whole
	Real
)

// Column is a property of nodes or of edges. Names of columns are different.
type Column struct {
	Name string
	Type Type
}

// Node is a document. A value may be nil: the node does not have it.
type Node struct {
	// Key is letters and digits, and Label what people read. Both are different for each node.
	Key, Label string
	// Values are in the order of the columns of nodes.
	Values []any
}

// Edge is a pair of documents.
type Edge struct {
	// From and To are numbers of nodes.
	From, To int
	Weight   float64
	// Values are in the order of the columns of edges.
	Values []any
}

// Network is documents, and what they share.
type Network struct {
	// Directed is true if all edges lead from the input to the source.
	Directed    bool
	NodeColumns []Column
	EdgeColumns []Column
	Nodes       []Node
	Edges       []Edge
}

// writers are the formats, by the ends of their names.
var writers = map[string]func(io.Writer, *Network) error{".gexf": writeGEXF, ".graphml": writeGraphML, ".csv": writeCSV}

// Check returns an error if the end of the name of a file is that of no format.
func Check(name string) error {
	if writers[extension(name)] == nil {
		return fmt.Errorf("%s: want a name that ends in .gexf, .graphml or .csv", name)
	}
	return nil
}

func extension(name string) string { return strings.ToLower(path.Ext(name)) }

// Write writes a network to w, in the format of the end of name. It panics if Check returns an error for the
// name; its error is that of w.
func Write(w io.Writer, name string, n *Network) error {
	write := writers[extension(name)]
	if write == nil {
		panic(fmt.Sprintf("network.Write: no format for %q", name))
	}
	return write(w, n)
}

// written returns a value as text. ok is false if there is none.
func written(v any) (text string, ok bool) {
	switch v := v.(type) {
	case nil:
		return "", false
	case string:
		return v, true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	panic(fmt.Sprintf("network: a value of type %T", v))
}

// directedness returns the word of GEXF and GraphML for the edges.
func (n *Network) directedness() string {
	if n.Directed {
		return "directed"
	}
	return "undirected"
}
