package parquetio

import (
	"bytes"
	"errors"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// A text is a string or a list of strings. The strings of a list are the lines of the text: a line end is between two
// of them. A list that is written again has a string for each line. So it is in JSON, too.

// list is a column that is a list.
type list struct {
	name string
	// empty is the definition level of a list without elements. A list that is null has a lower one.
	empty int
}

// list returns the list whose elements a column of a file is, if it is no list of lists or of structs. It is known by
// its form, as writers have made it: a repeated column; in a group, LIST; or in a group of its own there. See
// https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists
func (f *File) list(c *parquet.Column) (list, bool) {
	if c.MaxRepetitionLevel() != 1 {
		return list{}, false
	}
	nodes, at, empty := []*parquet.Column{}, f.file.Root(), 0
	for _, name := range c.Path() {
		at = at.Column(name)
		nodes = append(nodes, at)
	}
	repeated := 0
	for !nodes[repeated].Repeated() {
		if nodes[repeated].Optional() {
			empty++
		}
		repeated++
	}
	last := len(nodes) - 1
	single := func(i int) bool { return i >= 0 && len(nodes[i].Columns()) == 1 }
	switch {
	case repeated == last-1 && single(last-1) && single(last-2):
		return list{nameOf(nodes[last-2]), empty}, true
	case repeated == last && single(last-1) && isList(nodes[last-1]):
		return list{nameOf(nodes[last-1]), empty}, true
	case repeated == last:
		return list{nameOf(c), empty}, true
	}
	return list{}, false
}

// isList reports whether a group says that it is a list.
func isList(c *parquet.Column) bool { return c.Type() != nil && c.Type().String() == "LIST" }

// texts reads the texts of a row group.
type texts struct {
	cursor
	list  *list // nil: they are no lists
	limit record.Limit
	text  []byte // scratch
}

var errElement = errors.New("the text is a list with a null in it")

// next returns the next text, a view that is valid up to the following call. refused is why it is none, broken the
// error of the row group.
func (t *texts) next() (text []byte, null bool, refused, broken error) {
	v, err := t.cursor.next()
	if err != nil || t.list == nil {
		return v.ByteArray(), v.IsNull(), nil, err
	}
	t.text = resized(t.text, 0)
	null = v.DefinitionLevel() < t.list.empty
	for first := true; v.DefinitionLevel() > t.list.empty; first = false {
		if v.IsNull() {
			refused = errElement
		}
		if int64(len(t.text)) <= t.limit.Bytes { // a longer text is refused
			if !first {
				t.text = append(t.text, '\n')
			}
			t.text = append(t.text, v.ByteArray()...)
		}
		more, err := t.cursor.goesOn()
		if err != nil {
			return nil, false, nil, err
		}
		if !more {
			break
		}
		if v, err = t.cursor.next(); err != nil {
			return nil, false, nil, err
		}
	}
	return t.text, null, refused, nil
}

// addLines adds a text as the list of its lines. begins is whether a row begins with it.
func (w *chunkWriter) addLines(text []byte, begins bool) error {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if err := w.add(line, false, begins && i == 0, uint8(min(i, 1)), w.maxDef); err != nil {
			return err
		}
	}
	return nil
}
