package explain

import (
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

func init() {
	dofn.Direct(func(fn *pickFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Document), a[1].(func(record.Document)), a[2].(func(named)), a[3].(func(int64)))
		return nil
	})
	register.Emitter1[int64]()
	register.Emitter1[named]()
}

// named is a number of records with one id.
type named struct {
	Side record.Side
	ID   string
	N    int64
}

// capture is an id with the date of a page, which is "" for other records.
type capture struct {
	side     record.Side
	id, date string
}

// maxDates bounds the captures of one page that are held at the same time. An id that several have
// is an error, which names one.
const maxDates = 8

// pickFn emits the documents with given ids, of each id the one that partial keeps of the bundle; the
// number of records that have it; and the number of all documents.
type pickFn struct {
	IDs []string

	n     int64
	best  map[capture]record.Document
	named map[capture]int64
}

func (fn *pickFn) StartBundle(_ func(record.Document), _ func(named), _ func(int64)) {
	fn.n, fn.best, fn.named = 0, map[capture]record.Document{}, map[capture]int64{}
}

func (fn *pickFn) ProcessElement(d record.Document, _ func(record.Document), _ func(named), _ func(int64)) {
	fn.n++
	dated := d.Date != "" && slices.Contains(fn.IDs, record.Dated(d.ID, d.Date))
	if !dated && !slices.Contains(fn.IDs, d.ID) {
		return
	}
	key := capture{d.Side, d.ID, d.Date}
	fn.named[key]++
	if old, ok := fn.best[key]; ok {
		if claim(&d).Less(claim(&old)) {
			fn.best[key] = d
		}
		return
	}
	if dated || d.Date == "" || len(fn.best) < maxDates {
		fn.best[key] = d
	}
}

func (fn *pickFn) FinishBundle(emit func(record.Document), same func(named), size func(int64)) {
	for _, d := range fn.best {
		emit(d)
	}
	for c, n := range fn.named {
		if c.date == "" {
			same(named{c.side, c.id, n})
		}
	}
	size(fn.n)
}

// claim returns what decides which of several records with one id is kept.
func claim(d *record.Document) catalogue.Claim {
	return catalogue.Claim{Content: record.Content(d.Text), File: d.File, Record: d.Record}
}
