package docio

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"diagonal/io/record"
)

// rangeCost is what opening a range costs, in bytes that could be read meanwhile.
const rangeCost = 16 << 10

func cost(r Range) int64 { return r.TextBytes + rangeCost }

// deal gives each range, the largest first, to the branch that has least to do so
// far. Inside a branch the ranges keep their order.
func deal(ranges []Range, branches int) [][]Range {
	order := make([]int, len(ranges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(cost(ranges[j]), cost(ranges[i])) })
	dealt := make([][]int, max(1, min(branches, len(ranges))))
	load := make([]int64, len(dealt))
	for _, i := range order {
		least := 0
		for b := range load {
			if load[b] < load[least] {
				least = b
			}
		}
		dealt[least] = append(dealt[least], i)
		load[least] += cost(ranges[i])
	}
	result := make([][]Range, len(dealt))
	for b, own := range dealt {
		slices.Sort(own)
		for _, i := range own {
			result[b] = append(result[b], ranges[i])
		}
	}
	return result
}

// maxElements bounds the elements of a branch: they are a part of the pipeline that
// is sent to the runner.
const maxElements = 1000

// batch is one element of Read: some ranges of one branch.
type batch struct {
	Dir      string // relative paths are below it
	Ranges   []Range
	Rejected []record.Rejected
}

// elements are the encoded batches of a branch, at least one and about as many as most.
func (p *Plan) elements(branch, most int) [][]byte {
	if branch < 0 || branch >= len(p.branches) {
		panic(fmt.Sprintf("docio.Read: branch is %d, the plan has %d", branch, len(p.branches)))
	}
	ranges := p.branches[branch]
	each := max(1, (len(ranges)+most-1)/most)
	batches := []batch{}
	for part := range slices.Chunk(ranges, each) {
		batches = append(batches, batch{Dir: p.dir, Ranges: part})
	}
	if len(batches) == 0 {
		batches = []batch{{}}
	}
	if branch == 0 {
		batches[0].Rejected = p.Rejected
	}
	encoded := make([][]byte, len(batches))
	for i, b := range batches {
		encoded[i] = encodeBatch(b)
	}
	return encoded
}

// The paths of a batch have much in common: compressed, a million of them are no
// burden to the pipeline they are a part of.
var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic("docio: " + err.Error()) // the options are constants
		}
		return e
	})
	unpacker = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil)
		if err != nil {
			panic("docio: " + err.Error())
		}
		return d
	})
)

// encodeBatch uses gob, because paths need not be UTF-8.
func encodeBatch(b batch) []byte {
	var raw bytes.Buffer
	if err := gob.NewEncoder(&raw).Encode(b); err != nil {
		panic("docio: " + err.Error()) // a batch has nothing that gob has not
	}
	return packer().EncodeAll(raw.Bytes(), nil)
}

func decodeBatch(element []byte) (b batch, err error) {
	raw, err := unpacker().DecodeAll(element, nil)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(raw)).Decode(&b)
	}
	if err != nil {
		err = fmt.Errorf("docio: element is no batch: %w", err)
	}
	return b, err
}
