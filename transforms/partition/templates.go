package partition

import (
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/partition/site"
)

func init() { tally.Register[templates]() }

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
func Templates(s beam.Scope, p Params, counts shuffle.Blocks[SiteCount]) tally.Table[site.Table] {
	s = start(s, "Templates", p)
	return tally.Make[site.Table](s, templates{p.Shuffle}, shuffle.Group(s, p.Shuffle, counts))
}

// templates makes the table (tally.Method). Its parts are shards.
type templates struct{ Shuffle shuffle.Params }

// Sum returns a byte, and what site.AppendCount makes of the keys of a shard.
func (t templates) Sum(_ int, counted func(*[]byte) bool) ([]byte, error) {
	sum := []byte{0}
	err := t.Shuffle.EachGroup("partition.Templates", counted, func(sorted *block.Sorted, from, to int) error {
		n := uint64(0)
		for i := from; i < to; i++ { // the key is a bijection of the site.Key
			count, _ := binary.Uvarint(sorted.Payload(i)[8:])
			n += count
		}
		sum = site.AppendCount(sum, site.Key(binary.BigEndian.Uint64(sorted.Payload(from))), n)
		return nil
	})
	return sum, err
}

// Join returns the table of all parts.
func (t templates) Join(summed func(*[]byte) bool) ([]byte, error) {
	counts := map[site.Key]uint64{}
	var b []byte
	for summed(&b) {
		if err := site.Join(counts, b[1:]); err != nil {
			return nil, err
		}
	}
	return site.AppendTable(nil, counts), nil
}

// siteCounter counts the sentences of sites in a bundle.
type siteCounter struct {
	out    *engine.Out[SiteCount]
	counts map[site.Key]uint64
	keys   []site.Key // scratch
}

// maxSiteCounts is the number of sentences whose counts are held in memory, 16 MB, before they are
// sent.
const maxSiteCounts = 1 << 18

// page counts the sentences of a page, each once.
func (c *siteCounter) page(id site.ID, t *text) {
	c.keys = append(c.keys[:0], id.Pages())
	start := uint32(0)
	for _, end := range t.ends {
		if end > start {
			c.keys = append(c.keys, id.Sentence(t.words[start:end]))
		}
		start = end
	}
	slices.Sort(c.keys)
	for _, k := range slices.Compact(c.keys) {
		c.counts[k]++
	}
	if len(c.counts) >= maxSiteCounts {
		c.send()
	}
}

func (c *siteCounter) send() {
	for k, n := range c.counts {
		c.out.Add(mix.Full(uint64(k)), SiteCount{k, n})
	}
	clear(c.counts)
}
