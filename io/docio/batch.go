package docio

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"example.org/diagonal/io/record"
)

// rangeCost is the cost of opening a range, in bytes that could be read meanwhile.
const rangeCost = 16 << 10

func cost(ranges ...Range) (sum int64) {
	for _, r := range ranges {
		sum += r.TextBytes + rangeCost
	}
	return sum
}

// maxElements bounds the elements of Read: they are a part of the pipeline that is sent to
// the runner.
const maxElements = 1000

// minCost is the least cost of an element, in bytes. With cheaper ones, the elements of many small
// files take longer to be decoded than the files to be opened.
const minCost = 1 << 20

// minElements is the number of elements that are never too many.
const minElements = 64

// batch is one element of Read.
type batch struct {
	Dir      string // relative paths are below it
	Ranges   []Range
	Rejected []record.Rejected
}

// elements returns the encoded batches of the plan, at least one and at most so many.
func (p *Plan) elements(limit int) [][]byte {
	batches := []batch{{}}
	limit = min(limit, max(minElements, int(cost(p.ranges...)/minCost)))
	for i, ranges := range deal(p.ranges, limit) {
		batches = append(batches[:i], batch{Dir: p.dir, Ranges: ranges})
	}
	batches[0].Rejected = p.Rejected
	encoded := make([][]byte, len(batches))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, b := range batches {
		g.Go(func() error {
			encoded[i] = encodeBatch(b)
			return nil
		})
	}
	g.Wait()
	return encoded
}

// deal cuts ranges, in their order, into at most so many batches of about equal cost. The
// most expensive batches come first, so that the readers end together.
func deal(ranges []Range, max int) (batches [][]Range) {
	total := cost(ranges...)
	taken := int64(0)
	first, part := 0, int64(0)
	for i, r := range ranges {
		// A range belongs to the part of the total in which it begins.
		if at := taken / (total/int64(max) + 1); i > 0 && at != part {
			batches = append(batches, ranges[first:i])
			first, part = i, at
		}
		taken += cost(r)
	}
	if len(ranges) > 0 {
		batches = append(batches, ranges[first:])
	}
	slices.SortStableFunc(batches, func(a, b []Range) int { return cmp.Compare(cost(b...), cost(a...)) })
	return batches
}

// encoders bounds how many batches are compressed at a time. An encoder takes longer to make than a small batch to
// compress, so more of them would cost time on many cores.
const encoders = 4

// The paths of a batch have much in common: compressed, a million of them are no
// burden to the pipeline they are a part of.
var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(encoders))
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
