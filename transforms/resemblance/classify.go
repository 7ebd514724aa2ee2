package resemblance

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/parameter"
)

func init() { engine.RegisterReduce[*classify]() }

// Classified is the result of Classify.
type Classified struct {
	// Members is by class, one for each shard that has members of it.
	Members engine.Blocks[Members]
	// Listed is the members of each class, by class, in the shard of the document.
	Listed engine.Blocks[Member]
	// Earlier is the documents that an earlier result has with the same words, by class. They are no members, and not
	// listed.
	Earlier engine.Blocks[Earlier]
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Classify finds the members of each class, and rejects documents whose id another one has.
// entries is the catalogue, in which each document has one sentence: the whole text.
// fingerprints is the result of Emit. Classify panics if p is not valid.
func Classify(
	s beam.Scope, p Params, entries engine.Blocks[catalogue.Entry], fingerprints engine.Blocks[Fingerprint],
) Classified {
	return classified(start(s, "Classify", p), p, entries, fingerprints, engine.Blocks[Earlier]{})
}

// Classes is Classify for pipelines that compare documents in other ways, with the shuffle sh.
// The document with the smallest id represents a class. earlier is the lines of an earlier result by name, or the zero
// value.
func Classes(
	s beam.Scope, sh engine.Params, entries engine.Blocks[catalogue.Entry], fingerprints engine.Blocks[Fingerprint],
	earlier engine.Blocks[Earlier],
) Classified {
	parameter.Must(sh.Validate())
	return classified(s.Scope("resemblance.Classes"), Params{Shuffle: sh}, entries, fingerprints, earlier)
}

func classified(
	s beam.Scope, p Params, entries engine.Blocks[catalogue.Entry], fingerprints engine.Blocks[Fingerprint],
	earlier engine.Blocks[Earlier],
) Classified {
	st := engine.Reduce(s, p.Shuffle, "resemblance.Classify", &classify{
		Params: p, Entries: engine.From(entries), Fingerprints: engine.From(fingerprints),
		Earlier: engine.From(earlier),
	})
	return Classified{st.Members.Blocks(), st.Listed.Blocks(), st.Known.Blocks(), st.Rejected.Collection(),
		st.Ledger.Collection()}
}

// classify finds the class of each document in a shard.
type classify struct {
	Params Params

	Entries      engine.In[catalogue.Entry]
	Fingerprints engine.In[Fingerprint]
	Earlier      engine.In[Earlier]
	Members      engine.Out[Members]
	Listed       engine.Out[Member]
	Known        engine.Out[Earlier]
	Rejected     engine.Elements[record.Rejected]
	Ledger       engine.Ledger

	shard   int
	kept    map[uint64]*catalogue.Entry // of the name
	earlier map[string][]*Earlier       // of the name, by id
	byClass map[classID]*Members        // of the shard
}

// classID tells classes apart, even those with one key.
type classID struct{ class, check uint64 }

func (st *classify) StartShard(shard int) {
	st.shard, st.byClass, st.earlier = shard, map[classID]*Members{}, map[string][]*Earlier{}
}

func (st *classify) Name(int) error {
	st.kept = catalogue.KeepNamed(&st.Entries, &st.Rejected, &st.Ledger)
	if !st.Params.Directed {
		st.Ledger.Add(Singletons, int64(len(st.kept))) // Deliver and group.Join subtract those in groups
	}
	clear(st.earlier)
	for _, e := range st.Earlier.Named {
		st.earlier[e.ID] = append(st.earlier[e.ID], e)
	}
	return nil
}

// earlierLine returns the line of a document in earlier results, in which it has the same words, and counts the
// document. Of several lines, that counts in which it represents a set, then that of the smallest set. changed is true
// if there are lines, and all have other words.
func (st *classify) earlierLine(id, words string) (line *Earlier, changed bool) {
	for _, e := range st.earlier[id] {
		if e.Words != words {
			continue
		}
		own := e.ID == e.Representative
		if own {
			st.Ledger.Add(EarlierWithoutText, -1) // partition.Earlier has counted all
		}
		if line == nil {
			line = e
		} else if was := line.ID == line.Representative; own && !was || own == was && e.Set < line.Set {
			line = e
		}
	}
	switch {
	case line != nil:
		st.Ledger.Add(EarlierDocuments, 1)
		st.Ledger.Add(Singletons, -1)
	case len(st.earlier[id]) > 0:
		st.Ledger.Add(EarlierChanged, 1)
		return nil, true
	}
	return line, false
}

func (st *classify) Reduce(_ context.Context, document uint64) error {
	entry, n := st.kept[document], st.Fingerprints.Len()
	if entry == nil || n == 0 {
		return nil
	}
	var f Fingerprint
	if err := st.Fingerprints.Read(n-1, &f); err != nil {
		return err
	}
	changed := false
	if len(st.earlier) > 0 {
		var line *Earlier
		if line, changed = st.earlierLine(entry.ID, WordsOf(f.Class, f.Check)); line != nil {
			st.Known.Add(f.Class, Earlier{f.Check, line.InSet})
			return nil
		}
	}
	st.Listed.AddTo(st.shard, f.Class, Member{f.Check, entry.ID})
	c := classID{f.Class, f.Check}
	m := st.byClass[c]
	if m == nil {
		m = &Members{Check: f.Check, Shard: uint32(st.shard)}
		st.byClass[c] = m
	}
	st.Params.join(m, Members{First: Vertex{Key: f.Class, Length: lengthOf(entry), ID: entry.ID, Copies: 1},
		Changed: changed, IDs: []string{entry.ID}})
	return nil
}

func (st *classify) FinishShard() error {
	for c, m := range st.byClass {
		st.Members.Add(c.class, *m)
	}
	return nil
}

// join adds members of a class to m, which has members of the same class or none.
func (p Params) join(m *Members, other Members) {
	if n := m.First.Copies; n == 0 || other.First.Before(&m.First, p.Longest) {
		m.First, other.First = other.First, m.First
		m.Changed = other.Changed
	}
	m.First.Copies += other.First.Copies
	if p.EqualPairs {
		m.IDs = append(m.IDs, other.IDs...)
	}
}

// lengthOf returns the length of a text, in code points.
func lengthOf(e *catalogue.Entry) int64 {
	if n := len(e.Sentences); n > 0 {
		return e.Sentences[n-1].End
	}
	return 0
}
