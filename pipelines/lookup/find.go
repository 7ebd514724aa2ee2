package lookup

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/cluster"
	"example.org/diagonal/transforms/locate"
)

func init() {
	dofn.Plain(&findFn{})
	register.Function1x2(unreadFn)
	register.Function3x0(onceFn)
	register.Function4x1(joinHotFn)
	register.Emitter1[record.HotPassage]()
	register.Emitter1[record.HotOccurrence]()
	register.Emitter2[string, []byte]()
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
	// Hot is a PCollection<record.HotPassage>: each hot passage of the queries, once. HotOccurrences is a
	// PCollection<record.HotOccurrence>: where they stand, in queries and in documents that were read.
	Hot, HotOccurrences beam.PCollection
	// Unread is a PCollection<record.Rejected>: each document of the index that could not be read.
	Unread beam.PCollection
	// Twice is a PCollection<record.Rejected>: each query whose id an earlier one has. It is answered, too.
	Twice beam.PCollection
	// QueryClusters and IndexClusters are each a PCollection<record.Excerpt> of record.Cluster: those whose
	// representative is in a query, whose text has still to be read, and those whose representative is in a
	// document of the index, with its text. ClusterPlaces is a PCollection<record.ClusterPlace>. They are
	// not valid unless Params.Clusters is set.
	QueryClusters, IndexClusters, ClusterPlaces beam.PCollection
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
	shuffle.CheckGlobal("lookup.Find", queries)
	manifest, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("lookup.Find: the manifest: %v", err))
	}
	access := access{Params: p, Dir: dir, Manifest: manifest}
	passages, texts, unread, hot, ledger, sides := beam.ParDo6(s, &findFn{Access: access}, queries)
	r := Result{Passages: passages, Texts: texts, Twice: twice(s, queries), Ledger: ledger}
	r.Hot, r.HotOccurrences = beam.ParDo2(s, joinHotFn, beam.GroupByKey(s, hot))
	r.Unread = beam.ParDo(s, onceFn, beam.GroupByKey(s, beam.ParDo(s, unreadFn, unread)))
	if p.Answer == Passages {
		r.Ledger = beam.Flatten(s, r.Ledger, candidate.Used(s, int(p.MaxDocuments), beam.Create(s, documentsOf(m)+1)))
	}
	if p.Clusters {
		joined := cluster.Join(s, cluster.Params{Shuffle: p.Shuffle}, shuffle.BlocksOf[locate.Side](p.Shuffle, sides))
		r.QueryClusters, r.IndexClusters = beam.ParDo2(s, &excerptFn{Access: access}, joined.Clusters)
		r.ClusterPlaces = joined.Places
		r.Ledger = beam.Flatten(s, r.Ledger, joined.Ledger)
	}
	return r
}

// access opens the index with the first element of a worker that needs it.
type access struct {
	Params   Params
	Dir      string
	Manifest []byte // JSON, so that all workers read one state of the index

	index    *indexio.Index
	searcher *Searcher
}

// open returns a Searcher of the index.
func (a *access) open(ctx context.Context) (*Searcher, error) {
	if a.searcher != nil {
		return a.searcher, nil
	}
	var m indexio.Manifest
	if err := json.Unmarshal(a.Manifest, &m); err != nil {
		return nil, fmt.Errorf("lookup: the manifest: %w", err)
	}
	x, err := indexio.OpenManifest(context.WithoutCancel(ctx), a.Dir, &m) // it is used by other bundles, too
	if err != nil {
		return nil, err
	}
	ranks, err := Ranks(x)
	if err == nil {
		a.searcher, err = NewSearcher(x, ranks, a.Params)
	}
	if err != nil {
		x.Close()
		return nil, err
	}
	a.index = x
	return a.searcher, nil
}

func (a *access) close() {
	if a.index != nil {
		a.index.Close()
	}
}

// findFn answers queries.
type findFn struct {
	Access access

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *findFn) StartBundle(_ func(record.Passage), _ func(record.NearText), _ func(record.Rejected), _ func(string, []byte), _ func(string, int64), _ func(int, []byte)) {
	if fn.Access.Params.Clusters {
		fn.packer = shuffle.NewPacker(fn.Access.Params.Shuffle)
	}
}

func (fn *findFn) ProcessElement(ctx context.Context, query record.Document, passages func(record.Passage), texts func(record.NearText), unread func(record.Rejected), hot func(string, []byte), ledger func(string, int64), sides func(int, []byte)) error {
	searcher, err := fn.Access.open(ctx)
	if err != nil {
		return err
	}
	answer, err := searcher.Find(ctx, &query)
	if err != nil {
		return err
	}
	for _, p := range answer.Passages {
		passages(p)
	}
	if fn.packer != nil {
		fn.sides(&query, answer.Passages, sides)
	}
	for i := range answer.Hot {
		h := &answer.Hot[i]
		encoded, err := json.Marshal(h)
		if err != nil {
			return err
		}
		hot(h.Passage.Hash, encoded)
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

func (fn *findFn) FinishBundle(_ func(record.Passage), _ func(record.NearText), _ func(record.Rejected), _ func(string, []byte), _ func(string, int64), located func(int, []byte)) {
	if fn.packer != nil {
		fn.packer.Flush(located)
	}
}

func (fn *findFn) Teardown() { fn.Access.close() }

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

// joinHotFn joins what queries say about one hot passage.
func joinHotFn(hash string, parts func(*[]byte) bool, passages func(record.HotPassage), places func(record.HotOccurrence)) error {
	var all []Hot
	for {
		var b []byte
		if !parts(&b) {
			break
		}
		var h Hot
		if err := json.Unmarshal(b, &h); err != nil {
			return fmt.Errorf("lookup: hot passage %s: %w", hash, err)
		}
		all = append(all, h)
	}
	joined := joinHot(all)
	passages(joined.Passage)
	for _, p := range joined.Places {
		places(p)
	}
	return nil
}
