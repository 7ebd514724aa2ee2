package record

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"regexp"
	"strings"

	"example.org/diagonal/engine/wire"
)

// The kinds of passage.
const (
	// Verbatim is the same words in the same order.
	Verbatim = "verbatim"
	// Reworded is any other passage of about the same length on both sides.
	Reworded = "reworded"
	// Summary is a passage of which one side sums up the other.
	Summary = "summary"
)

// Passage is one line of the result: a passage that occurs in a and in b. Ranges are half open;
// starts and ends are code points, the byte ones bytes, of the input text.
type Passage struct {
	A          string `json:"a"`
	AStart     int64  `json:"a_start"`
	AEnd       int64  `json:"a_end"`
	AByteStart int64  `json:"a_byte_start"`
	AByteEnd   int64  `json:"a_byte_end"`
	ASentence  uint32 `json:"a_sentence"`
	ASentences uint32 `json:"a_sentences"`
	B          string `json:"b"`
	BStart     int64  `json:"b_start"`
	BEnd       int64  `json:"b_end"`
	BByteStart int64  `json:"b_byte_start"`
	BByteEnd   int64  `json:"b_byte_end"`
	BSentence  uint32 `json:"b_sentence"`
	BSentences uint32 `json:"b_sentences"`
	Kind       string `json:"kind"`
	// Matched is the number of sentence pairs that made the passage.
	Matched uint32 `json:"matched"`
	// Similarity is from 0 to 1, rounded to four digits.
	Similarity float64 `json:"similarity"`
	// Evidence is the share of the runs of three words of the shorter side that both sides have and hardly any other
	// document, rounded to three digits, with the matching refine. If it is not known, it is not there.
	Evidence float64 `json:"evidence,omitempty"`
	// Prose is how many function words both sides have beside running text (package prose), with the matching refine.
	// If it is not known, because the collection is too small, it is not there.
	Prose Prose `json:"prose,omitzero"`
	// AShare and BShare are the shares of the texts of a and b that the passage is, rounded to four digits. Type
	// follows from them. A passage of lookup does not have them.
	AShare float64 `json:"a_share,omitempty"`
	BShare float64 `json:"b_share,omitempty"`
	// Source is true if b is a document of the source, with which the input was compared.
	Source bool `json:"source,omitempty"`
	// AFields and BFields are the fields of the records of a and b that were kept.
	AFields Fields `json:"a_fields,omitempty"`
	BFields Fields `json:"b_fields,omitempty"`
	// AText and BText are the texts of the passage, as far as they were asked for: without markup. They
	// are cut if ATextCut and BTextCut are true.
	AText    string `json:"a_text,omitempty"`
	ATextCut bool   `json:"a_text_cut,omitempty"`
	BText    string `json:"b_text,omitempty"`
	BTextCut bool   `json:"b_text_cut,omitempty"`
	// ALoc and BLoc are the places of the passage as one cites them, of TEI and of recognised pages (analysis.Cited),
	// if they were asked for.
	ALoc string `json:"a_loc,omitempty"`
	BLoc string `json:"b_loc,omitempty"`
}

// SortKey orders passages: a, a_start, b, b_start, a_end, b_end. Of documents with one id, that of
// the source comes last.
func (p Passage) SortKey() []byte {
	k := wire.AppendOrdered(nil, p.A)
	k = binary.BigEndian.AppendUint64(k, uint64(p.AStart))
	k = wire.AppendOrdered(k, SidedID(p.B, p.Source))
	k = binary.BigEndian.AppendUint64(k, uint64(p.BStart))
	k = binary.BigEndian.AppendUint64(k, uint64(p.AEnd))
	return binary.BigEndian.AppendUint64(k, uint64(p.BEnd))
}

// Turned returns the passage with a in the place of b. Both must be documents of one side.
func (p Passage) Turned() Passage {
	q := p
	q.A, q.AStart, q.AEnd, q.AByteStart, q.AByteEnd, q.ASentence, q.ASentences = p.B, p.BStart, p.BEnd, p.BByteStart,
		p.BByteEnd, p.BSentence, p.BSentences
	q.B, q.BStart, q.BEnd, q.BByteStart, q.BByteEnd, q.BSentence, q.BSentences = p.A, p.AStart, p.AEnd, p.AByteStart,
		p.AByteEnd, p.ASentence, p.ASentences
	q.AShare, q.AFields, q.AText, q.ATextCut, q.ALoc = p.BShare, p.BFields, p.BText, p.BTextCut, p.BLoc
	q.BShare, q.BFields, q.BText, q.BTextCut, q.BLoc = p.AShare, p.AFields, p.AText, p.ATextCut, p.ALoc
	return q
}

// SidedID returns a string that orders ids, and documents of the source with the same id behind
// those of the input.
func SidedID(id string, source bool) string {
	if source {
		return id + "\x00"
	}
	return id
}

// Length returns the length of the passage on its shorter side, in code points. A summary is as long as
// the summary, not as what it sums up.
func (p Passage) Length() int64 { return min(p.AEnd-p.AStart, p.BEnd-p.BStart) }

// Largest is one of the largest passages, with the head of its text in a.
type Largest struct {
	Passage
	Text string `json:"text"`
}

// SortKey orders the largest passages: longest first, and text that is no prose (MinProse) after all other text.
func (l Largest) SortKey() []byte {
	return append(binary.BigEndian.AppendUint64([]byte{l.Prose.rank()}, ^uint64(l.Length())), l.Passage.SortKey()...)
}

// HotPassage is a passage in more documents than the cap, reported once.
type HotPassage struct {
	// Text is up to 300 code points of the first sample.
	Text        string   `json:"text"`
	Documents   int64    `json:"documents"`
	Occurrences int64    `json:"occurrences"`
	Sentences   uint32   `json:"sentences"`
	Words       uint32   `json:"words"`
	Hash        string   `json:"hash"`
	Samples     []Sample `json:"samples"`
}

// Sample is one place of a hot passage.
type Sample struct {
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	// Source is true if the document is one of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey orders hot passages: first those with most text, which is documents times words, then by hash. By documents
// alone, numbers of a list would come before the text of the list.
func (h HotPassage) SortKey() []byte {
	return append(binary.BigEndian.AppendUint64(nil, ^(uint64(h.Documents)*uint64(h.Words))), h.Hash...)
}

// HotOccurrence is one place of a hot passage.
type HotOccurrence struct {
	Hash  string `json:"hash"`
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	// Source is true if the document is one of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey orders occurrences: hash, id, start.
func (h HotOccurrence) SortKey() []byte {
	return binary.BigEndian.AppendUint64(wire.AppendOrdered([]byte(h.Hash), SidedID(h.ID, h.Source)), uint64(h.Start))
}

// SortKey orders rejected records: file, record, reason.
func (r Rejected) SortKey() []byte {
	k := binary.BigEndian.AppendUint64(wire.AppendOrdered(nil, r.File), uint64(r.Record))
	return wire.AppendOrdered(k, r.Reason)
}

// Round rounds to the four digits of the result.
func Round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// JSON returns one line of the result without its line end. Text stays readable: only what
// JSON asks for is escaped.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// FromJSON reads what JSON wrote.
func FromJSON(b []byte, v any) error { return json.Unmarshal(b, v) }

// varying is what is different in the reasons of one kind: numbers, and what is in quotes.
// A number at the end of a word is a part of a name, such as that of a character set.
var varying = regexp.MustCompile(`("[^"]*"|'[^']*'|(^|[^-\pL\pN])[0-9][0-9,.]*)`)

// Kind returns what records that were rejected for the same reason have in common: the reason without numbers, names
// in quotes and explanations behind a semicolon.
func (r Rejected) Kind() string {
	reason, _, _ := strings.Cut(r.Reason, "; ")
	return varying.ReplaceAllString(reason, "${2}…")
}
