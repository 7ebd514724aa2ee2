package network

import (
	"encoding/xml"
	"fmt"
	"io"
)

// document writes an XML file: what fill writes, inside of an element. Letters that XML does not have become U+FFFD.
type document struct {
	e   *xml.Encoder
	err error
}

// writeXML writes an XML file.
func writeXML(w io.Writer, fill func(d *document)) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	d := &document{e: xml.NewEncoder(w)}
	d.e.Indent("", " ")
	fill(d)
	if d.err == nil {
		d.err = d.e.Close()
	}
	if d.err == nil {
		_, d.err = io.WriteString(w, "\n")
	}
	return d.err
}

// token writes a token, unless an error came before.
func (d *document) token(t xml.Token) {
	if d.err == nil {
		d.err = d.e.EncodeToken(t)
	}
}

// in writes an element, with attributes as names and values in turn, and what inside writes; it may be nil.
func (d *document) in(name string, attributes []string, inside func()) {
	start := xml.StartElement{Name: xml.Name{Local: name}}
	for i := 0; i < len(attributes); i += 2 {
		start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: attributes[i]}, Value: attributes[i+1]})
	}
	d.token(start)
	if inside != nil {
		inside()
	}
	d.token(start.End())
}

// types are the names of types, which are the same in both formats.
var types = [...]string{Text: "string", Whole: "long", Real: "double"}

func writeGEXF(w io.Writer, n *Network) error {
	return writeXML(w, func(d *document) {
		columns := func(class string, columns []Column) {
			d.in("attributes", []string{"class", class}, func() {
				for i, c := range columns {
					d.in("attribute", []string{"id", fmt.Sprint(i), "title", c.Name, "type", types[c.Type]}, nil)
				}
			})
		}
		values := func(values []any) {
			d.in("attvalues", nil, func() {
				for i, v := range values {
					if text, ok := written(v); ok {
						d.in("attvalue", []string{"for", fmt.Sprint(i), "value", text}, nil)
					}
				}
			})
		}
		d.in("gexf", []string{"xmlns", "http://gexf.net/1.3", "version", "1.3"}, func() {
			d.in("graph", []string{"defaultedgetype", n.directedness(), "mode", "static"}, func() {
				columns("node", n.NodeColumns)
				columns("edge", n.EdgeColumns)
				d.in("nodes", nil, func() {
					for _, v := range n.Nodes {
						d.in("node", []string{"id", v.Key, "label", v.Label}, func() { values(v.Values) })
					}
				})
				d.in("edges", nil, func() {
					for i, e := range n.Edges {
						weight, _ := written(e.Weight)
						d.in("edge", []string{"id", fmt.Sprint(i), "source", n.Nodes[e.From].Key, "target",
							n.Nodes[e.To].Key, "weight", weight},
							func() { values(e.Values) })
					}
				})
			})
		})
	})
}

func writeGraphML(w io.Writer, n *Network) error {
	nodes := append([]Column{{"label", Text}}, n.NodeColumns...)
	edges := append([]Column{{"weight", Real}}, n.EdgeColumns...)
	return writeXML(w, func(d *document) {
		keys := func(class string, columns []Column) {
			for i, c := range columns {
				d.in("key", []string{"id", fmt.Sprint(class, i), "for", class, "attr.name", c.Name, "attr.type",
					types[c.Type]}, nil)
			}
		}
		data := func(class string, first any, rest []any) {
			for i, v := range append([]any{first}, rest...) {
				if text, ok := written(v); ok {
					d.in("data", []string{"key", fmt.Sprint(class, i)}, func() { d.token(xml.CharData(text)) })
				}
			}
		}
		d.in("graphml", []string{"xmlns", "http://graphml.graphdrawing.org/xmlns"}, func() {
			keys("node", nodes)
			keys("edge", edges)
			d.in("graph", []string{"id", "documents", "edgedefault", n.directedness()}, func() {
				for _, v := range n.Nodes {
					d.in("node", []string{"id", v.Key}, func() { data("node", v.Label, v.Values) })
				}
				for i, e := range n.Edges {
					d.in("edge", []string{"id", fmt.Sprint("e", i), "source", n.Nodes[e.From].Key, "target",
						n.Nodes[e.To].Key},
						func() { data("edge", e.Weight, e.Values) })
				}
			})
		})
	})
}
