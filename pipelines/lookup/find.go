package lookup

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Plain(&findFn{})
	register.Function1x2(unreadFn)
	register.Function3x0(onceFn)
	register.Emitter1[record.Passage]()
	register.Emitter1[record.NearText]()
	register.Emitter1[record.Rejected]()
	register.Emitter2[string, int64]()
	register.Iter1[int]()
}

// Result contains the collections that Find returns.
type Result struct {
	// Passages is a PCollection<record.Passage>, Texts a PCollection<record.NearText>. The one that
	// Params.Answer does not name is empty.
	Passages, Texts beam.PCollection
	// Unread is a PCollection<record.Rejected>: each document of the index that could not be read.
	Unread beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Find answers queries, a PCollection<record.Document>, from the index in the folder dir in the state
// of a manifest. Every worker reads the index and its documents where they are. Find panics with a
// *parameter.Error if p is not valid.
func Find(s beam.Scope, p Params, dir string, m *indexio.Manifest, queries beam.PCollection) Result {
	s = s.Scope("lookup.Find")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	manifest, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("lookup.Find: the manifest: %v", err))
	}
	passages, texts, unread, ledger := beam.ParDo4(s, &findFn{Params: p, Dir: dir, Manifest: manifest}, queries)
	once := beam.ParDo(s, onceFn, beam.GroupByKey(s, beam.ParDo(s, unreadFn, unread)))
	return Result{passages, texts, once, ledger}
}

// findFn answers queries.
type findFn struct {
	Params   Params
	Dir      string
	Manifest []byte // JSON, so that all workers read one state of the index

	index    *indexio.Index
	searcher *Searcher
}

// open opens the index with the first query of a worker.
func (fn *findFn) open(ctx context.Context) error {
	var m indexio.Manifest
	if err := json.Unmarshal(fn.Manifest, &m); err != nil {
		return fmt.Errorf("lookup: the manifest: %w", err)
	}
	x, err := indexio.OpenManifest(context.WithoutCancel(ctx), fn.Dir, &m) // it is used by other bundles, too
	if err != nil {
		return err
	}
	ranks, err := Ranks(x)
	if err == nil {
		fn.searcher, err = NewSearcher(x, ranks, fn.Params)
	}
	if err != nil {
		x.Close()
		return err
	}
	fn.index = x
	return nil
}

func (fn *findFn) ProcessElement(ctx context.Context, query record.Document, passages func(record.Passage), texts func(record.NearText), unread func(record.Rejected), ledger func(string, int64)) error {
	if fn.searcher == nil {
		if err := fn.open(ctx); err != nil {
			return err
		}
	}
	answer, err := fn.searcher.Find(ctx, &query)
	if err != nil {
		return err
	}
	for _, p := range answer.Passages {
		passages(p)
	}
	for _, t := range answer.Texts {
		texts(t)
	}
	for _, r := range answer.Unread {
		unread(r)
	}
	ledger("documents", 1)
	ledger("bytes", int64(len(query.Text)))
	for _, name := range slices.Sorted(maps.Keys(answer.Ledger)) {
		ledger(name, answer.Ledger[name])
	}
	return nil
}

func (fn *findFn) Teardown() {
	if fn.index != nil {
		fn.index.Close()
	}
}

// unreadFn and onceFn keep one of equal records.
func unreadFn(r record.Rejected) (string, int) {
	line, err := record.JSON(r)
	if err != nil {
		panic(fmt.Sprintf("lookup: %+v: %v", r, err)) // such a record is always JSON
	}
	return string(line), 1
}

func onceFn(line string, _ func(*int) bool, emit func(record.Rejected)) {
	var r record.Rejected
	if err := record.FromJSON([]byte(line), &r); err != nil {
		panic(fmt.Sprintf("lookup: %s: %v", line, err))
	}
	emit(r)
}
