package report

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/io/record"
)

// A link of the pages stays the same if the report is made again of a result with more documents. So it
// names what it leads to by hashes of ids, and by places:
//
//	document.html#DOCUMENT
//	pair.html#a=DOCUMENT&b=DOCUMENT, and &at=START-END,START-END for a passage
//	cluster.html#CLUSTER
//	places.html#of=HASH
//
// DOCUMENT is 16 hexadecimal digits, CLUSTER and HASH are those of the result. Tables with names that end
// in -keys are in order of these, and have the rows that they stand for. The scripts of the pages make the
// same links (cells.js).

// keyOf returns the key of a document: a hash of its side and id.
func keyOf(d *findings.Document) string {
	return fmt.Sprintf("%016x", xxhash.Sum64String(record.SidedID(d.ID, d.Side == record.Source)))
}

// documentPage returns the link to a document.
func (b *builder) documentPage(document int) string {
	return "document.html#" + keyOf(&b.f.Documents[document])
}

// pairPage returns the link to a pair.
func (b *builder) pairPage(p *findings.Pair) string {
	return "pair.html#" + url.Values{"a": {keyOf(&b.f.Documents[p.A])}, "b": {keyOf(&b.f.Documents[p.B])}}.Encode()
}

// clusterPage returns the link to a cluster.
func clusterPage(c *findings.Cluster) string { return "cluster.html#" + c.Key }

// addKeys writes the table of the keys of another table, each with the values that it stands for.
func (b *builder) addKeys(table string, keys []string, values func(i int) []any) error {
	t := b.s.Table(table + "-keys")
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
	for _, i := range order {
		if err := t.Add(append([]any{keys[i]}, values(i)...)...); err != nil {
			return err
		}
	}
	return t.Close()
}
