package cluster

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/group"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/forest"
)

// leastLength is the least length of the shorter one of a place of a cluster and the representative, as a
// share of the longer one.
const leastLength = 0.5

// labelFn joins the last forests, and tells each spot its component: the smallest key of a spot in it.
type labelFn struct{ Params Params }

func (fn *labelFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	joined := forest.New()
	keys := map[uint64]bool{}
	if err := fn.Params.Shuffle.EachPart("cluster.Join, forests", blocks, func(links *block.Sorted) error {
		return group.EachLink(links, joined, func(_ int, a, b resemblance.Vertex) { keys[a.Key], keys[b.Key] = true, true })
	}); err != nil {
		return err
	}
	smallest := make([]uint64, joined.Len())
	for key := range keys {
		if c := joined.Component(key); smallest[c] == 0 || key < smallest[c] {
			smallest[c] = key
		}
	}
	packer := shuffle.NewPacker(fn.Params.Shuffle)
	for key := range keys {
		packer.Add(key, binary.BigEndian.AppendUint64([]byte{tagLabel}, smallest[joined.Component(key)]), emit)
	}
	packer.Flush(emit)
	return nil
}

// meetFn sends each spot to its component.
type meetFn struct{ Params Params }

func (fn *meetFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	packer := shuffle.NewPacker(fn.Params.Shuffle)
	err := fn.Params.Shuffle.EachGroup("cluster.Join, spots", blocks, func(sorted *block.Sorted, from, to int) error {
		if first := sorted.Payload(from); first[0] == tagLabel {
			for i := from + 1; i < to; i++ {
				packer.Add(binary.BigEndian.Uint64(first[1:]), sorted.Payload(i), emit)
			}
		}
		return nil
	})
	packer.Flush(emit)
	return err
}

// memberFn makes the clusters of each component.
type memberFn struct{ Params Params }

func (fn *memberFn) ProcessElement(_ int, blocks func(*[]byte) bool, clusters func(record.Excerpt), places func(record.ClusterPlace), count func(string, int64)) error {
	ledger := shuffle.Ledger{}
	ledger.Add(Clusters, 0)
	err := fn.Params.Shuffle.EachGroup("cluster.Join, clusters", blocks, func(sorted *block.Sorted, from, to int) error {
		members := make([]member, to-from)
		for i := range members {
			var err error
			if members[i], err = readMember(sorted.Payload(from + i)); err != nil {
				return err
			}
		}
		all, left := divide(members)
		ledger.Add(Left, int64(left))
		for _, own := range all {
			c, err := clusterOf(own, fn.Params.DateField)
			if err != nil {
				return err
			}
			value, err := record.JSON(c)
			if err != nil {
				return err
			}
			ledger.Add(Clusters, 1)
			ledger.Add(Places, c.Size)
			if c.Prose.Below(record.LeastProse) {
				ledger.Add(NoProse, 1)
			}
			clusters(record.Excerpt{Origin: own[0].Origin, ByteStart: own[0].ByteStart, ByteEnd: own[0].ByteEnd, Value: value})
			for _, m := range own {
				places(record.ClusterPlace{
					Cluster: c.Cluster, ID: m.ID, Start: m.Start, End: m.End, ByteStart: m.ByteStart, ByteEnd: m.ByteEnd,
					Similarity: m.Similarity, Source: m.Source, Fields: m.Fields,
				})
			}
		}
		return nil
	})
	ledger.Flush(count)
	return err
}

// comparePlaces compares two members by document and place.
func comparePlaces(x, y *member) int {
	return cmp.Or(cmp.Compare(record.SidedID(x.ID, x.Source), record.SidedID(y.ID, y.Source)), cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End))
}

// divide divides the members of a component into clusters of two and more places, each with its
// representative first. left is the number of members in none. It sorts members.
func divide(members []member) (clusters [][]member, left int) {
	slices.SortFunc(members, func(x, y member) int {
		return cmp.Or(cmp.Compare(y.Passages, x.Passages), cmp.Compare(y.length(), x.length()), comparePlaces(&x, &y))
	})
	for len(members) > 0 {
		first := members[0].length()
		var own, rest []member
		for _, m := range members {
			if n := m.length(); float64(min(n, first)) >= leastLength*float64(max(n, first)) {
				own = append(own, m)
			} else {
				rest = append(rest, m)
			}
		}
		kept := apart(own)
		left += len(own) - len(kept)
		if len(kept) > 1 {
			clusters = append(clusters, kept)
		} else {
			left += len(kept)
		}
		members = rest
	}
	return clusters, left
}

// apart returns the members without those that overlap an earlier one of their document by half of the
// shorter one or more.
func apart(members []member) []member {
	type document struct {
		id     string
		source bool
	}
	kept := members[:0]
	byDocument := map[document][]member{}
	for _, m := range members {
		d := document{m.ID, m.Source}
		if slices.ContainsFunc(byDocument[d], func(o member) bool {
			return 2*(min(m.End, o.End)-max(m.Start, o.Start)) >= min(m.length(), o.length())
		}) {
			continue
		}
		byDocument[d] = append(byDocument[d], m)
		kept = append(kept, m)
	}
	return kept
}

// clusterOf returns the line of a cluster, whose representative is the first of its members. dateField is
// Params.DateField. The error is about a date.
func clusterOf(members []member, dateField string) (record.Cluster, error) {
	first := &members[0]
	name := fmt.Appendf(nil, "%s\x00%d %d", record.SidedID(first.ID, first.Source), first.Start, first.End)
	c := record.Cluster{
		Cluster: fmt.Sprintf("%016x", xxhash.Sum64(name)), Size: int64(len(members)), Representative: first.sample(),
		Kind: record.Verbatim, Similarity: 1, Prose: first.Prose,
	}
	documents := map[string]bool{}
	for i := range members {
		m := &members[i]
		documents[record.SidedID(m.ID, m.Source)] = true
		c.Similarity = min(c.Similarity, m.Similarity)
		if !m.Verbatim {
			c.Kind = record.Reworded
		}
	}
	c.Documents = int64(len(documents))
	var err error
	if dateField != "" {
		c.Earliest, c.Latest, err = dated(members, dateField)
	}
	return c, err
}

// dated returns the members with the earliest and the latest date; nil if none has one.
func dated(members []member, field string) (earliest, latest *record.ClusterSample, err error) {
	type dating struct {
		*member
		date record.Date
		text string
	}
	var all []dating
	for i := range members {
		m := &members[i]
		date, text, ok, err := m.Fields.Date(field)
		if err != nil {
			return nil, nil, fmt.Errorf("document %s, field %s: %w", m.ID, field, err)
		}
		if ok {
			all = append(all, dating{m, date, text})
		}
	}
	if len(all) == 0 {
		return nil, nil, nil
	}
	sample := func(d dating) *record.ClusterSample {
		s := d.sample()
		s.Date = d.text
		return &s
	}
	first := slices.MinFunc(all, func(x, y dating) int { return cmp.Or(x.date.Compare(y.date), comparePlaces(x.member, y.member)) })
	last := slices.MinFunc(all, func(x, y dating) int { return cmp.Or(y.date.Compare(x.date), comparePlaces(x.member, y.member)) })
	return sample(first), sample(last), nil
}
