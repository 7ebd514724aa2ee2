package lookup

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/cluster"
	"example.org/diagonal/transforms/locate"
)

func init() {
	engine.RegisterMap[*find]()
	engine.RegisterJoin[*once]()
	engine.RegisterJoin[*hotOnce]()
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
	st := &find{Access: access}
	if !p.Clusters { // Shuffle is not needed
		st.Sides = engine.To[locate.Side](engine.Params{Shards: 1})
	}
	engine.Map(s, p.Shuffle, "lookup.Answer", queries, st)
	joined := engine.Join(s, "lookup.Hot", &hotOnce{}, st.Hot.Sent())
	unread := engine.Join(s, "lookup.Unread", &once{}, st.Unread.Sent())
	r := Result{
		Passages: st.Passages.Collection(), Texts: st.Texts.Collection(), Twice: twice(s, queries),
		Ledger: st.Ledger.Collection(),
		Hot:    joined.Passages.Collection(), HotOccurrences: joined.Places.Collection(),
		Unread: unread.Once.Collection(),
	}
	if p.Answer == Passages {
		r.Ledger = beam.Flatten(s, r.Ledger, candidate.Used(s, p.MaxDocuments, beam.Create(s, documentsOf(m)+1)))
	}
	if p.Clusters {
		clusters := cluster.Join(s, cluster.Params{Shuffle: p.Shuffle}, st.Sides.Blocks())
		r.QueryClusters, r.IndexClusters = beam.ParDo2(s, &excerptFn{Access: access}, clusters.Clusters)
		r.ClusterPlaces = clusters.Places
		r.Ledger = beam.Flatten(s, r.Ledger, clusters.Ledger)
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

// find answers queries.
type find struct {
	Access access

	Passages engine.Elements[record.Passage]
	Texts    engine.Elements[record.NearText]
	Unread   engine.Send[string, rejected]   // by what it says
	Hot      engine.Send[string, hotPassage] // by its hash
	Sides    engine.Out[locate.Side]         // none without Params.Clusters
	Ledger   engine.Ledger
}

func (st *find) Map(ctx context.Context, query record.Document) error {
	searcher, err := st.Access.open(ctx)
	if err != nil {
		return err
	}
	answer, err := searcher.Find(ctx, &query)
	if err != nil {
		return err
	}
	for _, p := range answer.Passages {
		st.Passages.Emit(p)
	}
	if st.Access.Params.Clusters {
		st.sides(&query, answer.Passages)
	}
	for _, h := range answer.Hot {
		st.Hot.Add(h.Passage.Hash, hotPassage{Of: h})
	}
	for _, t := range answer.Texts {
		st.Texts.Emit(t)
	}
	for _, r := range answer.Unread {
		said := rejected{Of: r}
		st.Unread.Add(string(said.Append(nil)), said)
	}
	st.Ledger.Add("documents", 1)
	st.Ledger.Add("bytes", int64(len(query.Text)))
	for name, n := range answer.Ledger {
		st.Ledger.Add(name, n)
	}
	return nil
}

// Teardown closes the index.
func (st *find) Teardown() { st.Access.close() }

type (
	rejected   = record.AsJSON[record.Rejected]
	hotPassage = record.AsJSON[Hot]
)

// once keeps one of equal records.
type once struct {
	Once engine.Elements[record.Rejected]
}

func (st *once) Join(_ context.Context, _ string, equal iter.Seq[*rejected]) error {
	for r := range equal {
		st.Once.Emit(r.Of)
		break
	}
	return nil
}

// hotOnce joins what queries say about one hot passage.
type hotOnce struct {
	Passages engine.Elements[record.HotPassage]
	Places   engine.Elements[record.HotOccurrence]
}

func (st *hotOnce) Join(_ context.Context, _ string, said iter.Seq[*hotPassage]) error {
	var all []Hot
	for h := range said {
		all = append(all, h.Of)
	}
	if len(all) == 0 {
		return nil // one that cannot be read
	}
	joined := joinHot(all)
	st.Passages.Emit(joined.Passage)
	for _, p := range joined.Places {
		st.Places.Emit(p)
	}
	return nil
}
