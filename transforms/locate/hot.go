package locate

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

func init() { engine.RegisterReduce[*addHot]() }

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

// Append appends the payload of s to dst.
func (s *hotSum) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(s.documents))
	dst = binary.AppendUvarint(dst, uint64(s.places))
	for _, sample := range s.samples {
		dst = wire.AppendString(dst, sample)
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (s *hotSum) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*s = hotSum{documents: int64(r.Uvarint()), places: int64(r.Uvarint()), samples: s.samples[:0]}
	for r.More() {
		s.samples = append(s.samples, r.Bytes(r.Uvarint()))
	}
	return r.Err()
}

// addPart adds a sum that another worker may have made.
func (s *hotSum) addPart(part *hotSum) {
	s.documents += part.documents
	s.places += part.places
	for _, sample := range part.samples {
		s.addSample(sample)
	}
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
	to     func(hash uint64, s *hotSum)
	sample []byte // scratch
}

func newHotSums(to func(hash uint64, s *hotSum)) *hotSums {
	return &hotSums{sums: map[uint64]*hotSum{}, to: to}
}

// begin begins a document. All places of a document are in one sum.
func (h *hotSums) begin() {
	if len(h.sums) > maxSums {
		h.send()
	}
}

// add adds a place. Those of one document come together.
func (h *hotSums) add(document uint64, sample *hotSample) {
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
func (h *hotSums) send() {
	for _, hash := range slices.Sorted(maps.Keys(h.sums)) {
		h.to(hash, h.sums[hash])
	}
	clear(h.sums)
}

// addHot makes the hot passages of their sums.
type addHot struct {
	Sums   engine.In[hotSum]
	Hot    engine.Elements[record.Excerpt] // of a record.HotPassage
	Ledger engine.Ledger
}

func (st *addHot) Reduce(_ context.Context, hash uint64) error {
	var sum hotSum
	for part := range st.Sums.All {
		sum.addPart(part)
	}
	passage := record.HotPassage{Hash: hashText(hash), Documents: sum.documents, Occurrences: sum.places}
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
		passage.Samples = append(passage.Samples, record.Sample{
			ID: h.Place.ID, Start: h.Place.Start, End: h.Place.End, Source: h.Source,
		})
	}
	value, err := record.JSON(passage)
	if err != nil {
		return err
	}
	st.Ledger.Add(HotPassages, 1)
	st.Ledger.Add(HotOccurrences, passage.Occurrences)
	st.Hot.Emit(record.Excerpt{
		Origin: first.Origin, ByteStart: first.Place.ByteStart, ByteEnd: first.Place.ByteEnd, Value: value,
	})
	return nil
}
