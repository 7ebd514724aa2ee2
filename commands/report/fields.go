package report

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/diagonal/commands/report/network"
	"example.org/diagonal/commands/report/site"
)

const (
	// maxFields is how many fields are columns of tables. The page of a document has all of them.
	maxFields = 6
	// shownField is how much of the text of a field a table shows, in code points.
	shownField = 80
)

// addFields writes the table of the kept fields of the documents: those that most documents have, as columns.
func (b *builder) addFields() error {
	columns, values := fieldsOf(b.f)
	counts := make([]int, len(columns))
	for _, row := range values {
		for k, v := range row {
			if v != nil && v != "" {
				counts[k]++
			}
		}
	}
	order := make([]int, len(columns))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(k, l int) int { return cmp.Compare(counts[l], counts[k]) })
	order = order[:min(maxFields, len(order))]
	if len(order) == 0 {
		return nil
	}
	t := b.s.Table("fields")
	for _, row := range values {
		var own []any
		for _, k := range order {
			v := row[k]
			if text, ok := v.(string); ok {
				v = clip(text, shownField)
			}
			own = append(own, v)
		}
		if err := t.Add(own...); err != nil {
			return err
		}
	}
	for _, k := range order {
		typ := site.Text
		if columns[k].Type != network.Text {
			typ = site.Plain
		}
		b.fields = append(b.fields, site.Column{Title: clip(columns[k].Name, 40), Type: typ})
	}
	return t.Close()
}

// fieldColumns returns the columns of the fields of the documents in columns of a table. They come behind all
// others, and their values are in the table of fields.
func (b *builder) fieldColumns(of ...int) (all []site.Column) {
	for _, document := range of {
		for k, c := range b.fields {
			c.From = &site.From{Document: document, Field: k}
			all = append(all, c)
		}
	}
	if len(of) > 1 {
		for i := range all {
			all[i].Title = fmt.Sprintf("%s of %c", all[i].Title, 'A'+rune(i/len(b.fields)))
		}
	}
	return all
}
