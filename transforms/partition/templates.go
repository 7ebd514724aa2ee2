package partition

import (
	"context"
	"encoding/binary"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/partition/site"
)

func init() {
	engine.RegisterReduce[*sumSites]()
	tally.Register[templates]()
}

// SiteCount is how many pages of a site have a sentence, as far as a bundle has counted. Its key is a
// hash, so that the sentences of a large site go to many shards, and the payload is
//
//	site.Key [8]; count uvarint
type SiteCount struct {
	Key site.Key
	N   uint64
}

// Append appends the payload of c to dst.
func (c *SiteCount) Append(dst []byte) []byte {
	return binary.AppendUvarint(binary.BigEndian.AppendUint64(dst, uint64(c.Key)), c.N)
}

// Read reads a payload. The error is wire.ErrShort.
func (c *SiteCount) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*c = SiteCount{site.Key(r.Uint64()), r.Uvarint()}
	return r.Err()
}

// Templates makes the table of the templates of all sites. counts is the result of Gather. Templates
// panics if p is not valid.
func Templates(s beam.Scope, p Params, counts engine.Blocks[SiteCount]) tally.Table[site.Table] {
	return SiteTable(start(s, "Templates", p), p.Shuffle, counts)
}

// SiteTable is Templates for a stage that counts pages with a SiteCounter.
func SiteTable(s beam.Scope, sh engine.Params, counts engine.Blocks[SiteCount]) tally.Table[site.Table] {
	summed := engine.Reduce(s, sh, "partition.Templates", &sumSites{Counts: engine.From(counts)})
	return tally.Make[site.Table](s, templates{}, summed.Sums.Sent())
}

// sumSites sums the counts of a shard.
type sumSites struct {
	Counts engine.In[SiteCount]
	Sums   engine.Send[int, engine.Bytes] // what site.AppendCount makes

	sum []byte
}

func (st *sumSites) StartShard(int) { st.sum = nil }

func (st *sumSites) Reduce(context.Context, uint64) error {
	var sum SiteCount // the key is a bijection of the site.Key
	for c := range st.Counts.All {
		sum = SiteCount{c.Key, sum.N + c.N}
	}
	st.sum = site.AppendCount(st.sum, sum.Key, sum.N)
	return nil
}

func (st *sumSites) FinishShard() error {
	st.Sums.Add(0, st.sum)
	return nil
}

// templates makes the table (tally.Method).
type templates struct{}

// Table returns the table of all sums.
func (templates) Table(sums iter.Seq[*engine.Bytes]) ([]byte, error) {
	counts := map[site.Key]uint64{}
	for sum := range sums {
		if err := site.Join(counts, *sum); err != nil {
			return nil, err
		}
	}
	return site.AppendTable(nil, counts), nil
}

// SiteCounter counts the sentences of sites in a bundle.
type SiteCounter struct {
	out    *engine.Out[SiteCount]
	counts map[site.Key]uint64
	keys   []site.Key // scratch
}

// NewSiteCounter returns a SiteCounter of one bundle, which sends to out.
func NewSiteCounter(out *engine.Out[SiteCount]) *SiteCounter {
	return &SiteCounter{out: out, counts: map[site.Key]uint64{}}
}

// maxSiteCounts is the number of sentences whose counts are held in memory, 16 MB, before they are
// sent.
const maxSiteCounts = 1 << 18

// Page counts the sentences of a page, each once, and their skeletons (site.ID.AppendKeys).
func (c *SiteCounter) Page(id site.ID, words, ends, skeletons []uint32) {
	c.keys = id.AppendKeys(c.keys[:0], words, ends, skeletons)
	for _, k := range c.keys {
		c.counts[k]++
	}
	if len(c.counts) >= maxSiteCounts {
		c.Send()
	}
}

// Send sends the counts. It is called at the end of the bundle, too.
func (c *SiteCounter) Send() {
	for k, n := range c.counts {
		c.out.Add(mix.Full(uint64(k)), SiteCount{k, n})
	}
	clear(c.counts)
}
