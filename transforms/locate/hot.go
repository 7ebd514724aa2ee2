package locate

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

func init() { dofn.Plain(&hotFn{}) }

// maxSamples is how many places a hot passage shows.
const maxSamples = 10

// maxSums bounds the hot passages that a worker adds up before it sends the sums.
const maxSums = 1 << 12

// hotSum adds up the places of one hot passage. They may be in most documents of a collection, so
// they do not meet: each worker adds up those of its documents, and sends the sum under the hash
// of the words.
//
//	documents, places uvarint; then the samples, each with its length
type hotSum struct {
	documents, places int64
	last              uint64   // the document of the last place
	samples           [][]byte // the first ones, sorted
}

func appendHotSum(dst []byte, s *hotSum) []byte {
	dst = binary.AppendUvarint(dst, uint64(s.documents))
	dst = binary.AppendUvarint(dst, uint64(s.places))
	for _, sample := range s.samples {
		dst = wire.AppendString(dst, sample)
	}
	return dst
}

// addPart adds a sum that another worker may have made. The error is wire.ErrShort.
func (s *hotSum) addPart(b []byte) error {
	r := wire.NewReader(b)
	s.documents += int64(r.Uvarint())
	s.places += int64(r.Uvarint())
	for r.More() {
		s.addSample(r.Bytes(r.Uvarint()))
	}
	return r.Err()
}

// addSample keeps a sample if it is one of the first. The bytes are copied.
func (s *hotSum) addSample(sample []byte) {
	i, _ := slices.BinarySearchFunc(s.samples, sample, bytes.Compare)
	if i == maxSamples {
		return
	}
	s.samples = slices.Insert(s.samples, i, bytes.Clone(sample))
	s.samples = s.samples[:min(len(s.samples), maxSamples)]
}

// hotSample is a place of a hot passage. Bytes order samples by id and start.
//
//	id ordered; start [8]; place; origin; 1 if it is in the source, else 0
type hotSample struct {
	Place  catalogue.Place
	Origin record.Origin
	Source bool
}

func appendHotSample(dst []byte, h *hotSample) []byte {
	dst = wire.AppendOrdered(dst, record.SidedID(h.Place.ID, h.Source))
	dst = binary.BigEndian.AppendUint64(dst, uint64(h.Place.Start))
	dst = appendOrigin(appendPlace(dst, &h.Place), &h.Origin)
	if h.Source {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func readHotSample(b []byte) (hotSample, error) {
	r := wire.NewReader(b)
	for r.Err() == nil && (r.Byte() != 0 || r.Byte() != 1) { // the ordered id ends in 0 1
	}
	r.Bytes(8)
	h := hotSample{Place: readPlace(&r), Origin: readOrigin(&r)}
	h.Source = r.Byte() == 1
	return h, r.Err()
}

// hashText is the hash of a hot passage in the result.
func hashText(hash uint64) string { return fmt.Sprintf("%016x", hash) }

// hotSums are the sums of a bundle, by the hash of the words.
type hotSums struct {
	sums   map[uint64]*hotSum
	packer *shuffle.Packer
	sample []byte // scratch
}

func newHotSums(p shuffle.Params) *hotSums {
	return &hotSums{sums: map[uint64]*hotSum{}, packer: shuffle.NewPacker(p)}
}

// begin begins a document. All places of a document are in one sum.
func (h *hotSums) begin(emit func(int, []byte)) {
	if len(h.sums) > maxSums {
		h.send(emit)
	}
}

// add adds a place. Those of one document come together.
func (h *hotSums) add(document uint64, sample *hotSample, emit func(int, []byte)) {
	s := h.sums[sample.Place.Hash]
	if s == nil {
		s = &hotSum{}
		h.sums[sample.Place.Hash] = s
	}
	if s.places == 0 || document != s.last {
		s.documents, s.last = s.documents+1, document
	}
	s.places++
	h.sample = appendHotSample(h.sample[:0], sample)
	s.addSample(h.sample)
}

// send sends the sums.
func (h *hotSums) send(emit func(int, []byte)) {
	for _, hash := range slices.Sorted(maps.Keys(h.sums)) {
		h.packer.Add(hash, appendHotSum(nil, h.sums[hash]), emit)
	}
	clear(h.sums)
}

func (h *hotSums) flush(emit func(int, []byte)) {
	h.send(emit)
	h.packer.Flush(emit)
}

// hotFn makes the hot passages of their sums.
type hotFn struct {
	Params Params

	ledger shuffle.Ledger
}

func (fn *hotFn) StartBundle(_ func(record.Excerpt), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
}

func (fn *hotFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(record.Excerpt), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("locate.Locate, hot passages", blocks, func(sorted *block.Sorted, i, end int) error {
		var sum hotSum
		hash := hashText(sorted.Key(i))
		for ; i < end; i++ {
			if err := sum.addPart(sorted.Payload(i)); err != nil {
				return err
			}
		}
		return fn.passage(hash, &sum, emit)
	})
}

func (fn *hotFn) passage(hash string, sum *hotSum, emit func(record.Excerpt)) error {
	passage := record.HotPassage{Hash: hash, Documents: sum.documents, Occurrences: sum.places}
	var first hotSample
	for i, b := range sum.samples {
		h, err := readHotSample(b)
		if err != nil {
			return err
		}
		if i == 0 {
			first = h
			passage.Sentences, passage.Words = h.Place.Sentences, h.Place.Words
		}
		passage.Samples = append(passage.Samples, record.Sample{ID: h.Place.ID, Start: h.Place.Start, End: h.Place.End, Source: h.Source})
	}
	value, err := record.JSON(passage)
	if err != nil {
		return err
	}
	fn.ledger.Add(HotPassages, 1)
	fn.ledger.Add(HotOccurrences, passage.Occurrences)
	emit(record.Excerpt{Origin: first.Origin, ByteStart: first.Place.ByteStart, ByteEnd: first.Place.ByteEnd, Value: value})
	return nil
}

func (fn *hotFn) FinishBundle(_ func(record.Excerpt), ledger func(string, int64)) {
	fn.ledger.Flush(ledger)
}
