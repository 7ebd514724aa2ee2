package record

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
)

// Cluster is the places of one text.
type Cluster struct {
	// Cluster is a hash of the representative's place: 16 hexadecimal digits.
	Cluster string `json:"cluster"`
	// Size is the number of places, Documents that of the documents that they are in.
	Size      int64 `json:"size"`
	Documents int64 `json:"documents"`
	// Representative is the place with the most passages. Of several it is the longest, then the one
	// with the smallest id, then the first one.
	Representative ClusterSample `json:"representative"`
	// Earliest is the place whose document has the earliest date (Date), if dates were asked for and there is
	// one. Of several it is the one with the smallest id, then the first one.
	Earliest *ClusterSample `json:"earliest,omitempty"`
	// Latest is the place whose document has the latest date, chosen in the same way.
	Latest *ClusterSample `json:"latest,omitempty"`
	// Kind is Verbatim if all passages between places are, else Reworded.
	Kind string `json:"kind"`
	// Similarity is the least of those of the places.
	Similarity float64 `json:"similarity"`
	// Evidence is that of the representative, the mean of its passages, as if no document had the text but those of the
	// cluster. If it is not known, it is not there.
	Evidence float64 `json:"evidence,omitempty"`
	// Prose is that of the representative: the largest of its passages.
	Prose Prose `json:"prose,omitzero"`
	// Text is the beginning of the representative's text.
	Text string `json:"text"`
}

// LittleEvidence is the limit below which most texts of the labelled collections are set phrases, or say the same as
// another one about the same topic. Retold text can have as little.
const LittleEvidence = 0.25

// HasLittleEvidence reports whether the evidence is known, and below LittleEvidence.
func (c Cluster) HasLittleEvidence() bool { return c.Evidence > 0 && c.Evidence < LittleEvidence }

// ClusterSample is a place of a cluster that its line names. Start and End are code points.
type ClusterSample struct {
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	// Source is true if the document is one of the source.
	Source bool `json:"source,omitempty"`
	// Date is that of the document; only the earliest and the latest place have it.
	Date string `json:"date,omitempty"`
	// Fields are the fields of the record that were kept.
	Fields Fields `json:"fields,omitempty"`
}

// SortKey orders clusters by their length, times the root of the number of other documents, times the fourth power of
// the evidence, so that long texts and texts in many documents come first, unless they consist of what still more
// documents have; then by length and other places in the same way, then by hash. Text that is no prose (MinProse) comes
// after all other text.
//
// A text in many documents is often what a site, a house or a form puts into them, so the tenth document counts less
// than the second. The powers were chosen by the labels of bench/labels, all of them together. A lower power of the
// documents would order these a little better still, and texts of very many documents would come late.
func (c Cluster) SortKey() []byte {
	evidence := c.Evidence
	if evidence == 0 { // not known
		evidence = 1
	}
	square := evidence * evidence
	weight := float64(c.Representative.End-c.Representative.Start) * square * square
	descending := func(k []byte, x float64) []byte { return binary.BigEndian.AppendUint64(k, ^math.Float64bits(x)) }
	k := descending([]byte{c.Prose.rank()}, weight*math.Sqrt(float64(c.Documents-1)))
	return append(descending(k, weight*math.Sqrt(float64(c.Size-1))), c.Cluster...)
}

// ClusterPlace is one place of a cluster. Start and End are code points, the byte ones bytes.
type ClusterPlace struct {
	Cluster   string `json:"cluster"`
	ID        string `json:"id"`
	Start     int64  `json:"start"`
	End       int64  `json:"end"`
	ByteStart int64  `json:"byte_start"`
	ByteEnd   int64  `json:"byte_end"`
	// Similarity is the largest of the passages that the place has.
	Similarity float64 `json:"similarity"`
	// Source is true if the document is one of the source.
	Source bool `json:"source,omitempty"`
	// From is the place that this one was most likely copied from, if dates were asked for and there is one.
	From *ClusterSource `json:"from,omitempty"`
	// Loc is the place as one cites it, if it was asked for: that of a passage (Passage.ALoc).
	Loc string `json:"loc,omitempty"`
	// Fields are the fields of the record that were kept.
	Fields Fields `json:"fields,omitempty"`
}

// ClusterSource is a place of a cluster that another one was most likely copied from: of the places whose documents
// have an earlier date (Date), and that a passage connects with it, the one of the most similar passage. Of several it
// is the one of the earliest date, then the one with the smallest id, then the first one. Start and End are code
// points.
type ClusterSource struct {
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	// Source is true if the document is one of the source.
	Source bool `json:"source,omitempty"`
	// Similarity is that of the passage.
	Similarity float64 `json:"similarity"`
}

// SortKey orders places: cluster, id, start, end.
func (p ClusterPlace) SortKey() []byte {
	k := wire.AppendOrdered([]byte(p.Cluster), SidedID(p.ID, p.Source))
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(k, uint64(p.Start)), uint64(p.End))
}
