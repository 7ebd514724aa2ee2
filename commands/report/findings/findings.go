// Package findings reads the result of any command as one kind of thing: documents, passages
// that two of them share, and pairs of documents. A result that has no passages has ranges that
// are like them: what clean removed and where the same words stay, or, if whole documents were
// compared, the two texts from end to end.
package findings

import (
	"cmp"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

// Document is a document that the result names.
type Document struct {
	ID string
	// Side is where it was read from. Only a comparison with a source has both.
	Side record.Side
	// Fields are the fields of its record that the result has kept.
	Fields record.Fields
	// Pairs and Passages count those of the document with other documents.
	Pairs, Passages int64
}

// ToEnd is the end of a range that goes to the end of its text.
const ToEnd = -1

// Unknown is a number of bytes or a similarity that the result does not have.
const Unknown = -1

// Range is a half-open range of a text, in code points. The bytes are Unknown if the result does
// not have them.
type Range struct{ Start, End, ByteStart, ByteEnd int64 }

// Whole is the range of a whole text.
var Whole = Range{0, ToEnd, 0, ToEnd}

// Passage is what two documents share, or one has twice.
type Passage struct {
	// DocumentA and DocumentB are numbers of documents.
	DocumentA, DocumentB int
	A, B                 Range
	// LocA and LocB are the places as one cites them, if the result has them.
	LocA, LocB string
	// ShareA and ShareB are the shares of the texts that the passage is, 0 if the result does not have them.
	ShareA, ShareB float64
	// Kind is one of a few words, such as record.Verbatim.
	Kind string
	// Matched is the number of pairs of sentences, 0 if the result does not have it.
	Matched uint32
	// Similarity is from 0 to 1, or Unknown.
	Similarity float64
	// Line counts the passages of the result, from 0.
	Line int
}

// Pair is two documents, or one, with all their passages.
type Pair struct {
	A, B int
	// First is the number of the first passage. Those of a pair follow each other.
	First, Passages int
	// ACharacters and BCharacters are how many code points of each document are in passages;
	// each counts once. They are Unknown if a range goes to the end of a text.
	ACharacters, BCharacters int64
	// AShare and BShare are the shares of the texts that the passages are, as the result measures them: without what is
	// between sentences, such as lines of signs. They are Unknown if it does not have them.
	AShare, BShare float64
	// Similarity is the highest of a passage, or Unknown.
	Similarity float64
	// Scores are numbers of the pair, by ScoreNames.
	Scores []float64
}

// Within reports whether the pair is a document with itself.
func (p *Pair) Within() bool { return p.A == p.B }

// Count counts pairs and their passages.
type Count struct{ Pairs, Passages int64 }

// Share is what the result says of a document.
type Share struct {
	Document int
	record.DocumentShare
}

// Hot is a hot passage. The documents of its samples are numbers.
type Hot struct {
	record.HotPassage
	SampleDocuments []int
	// FirstPlace is the number of its first place; Places is how many there are.
	FirstPlace, Places int
}

// HotPlace is a place of a hot passage. Hot is its number, Unknown if the passage is not in the result.
type HotPlace struct {
	Hot, Document int
	Range         Range
}

// Findings is a result.
type Findings struct {
	// Command is the one that made the result.
	Command string
	// Parameters are those of the summary.
	Parameters map[string]any
	Summary    *result.Summary
	// Run is run.json; nil if there is none.
	Run map[string]any
	// Directed is true if all documents of a are of the input and all of b of a source.
	Directed bool

	// Documents are in order of their sides and ids.
	Documents []Document
	// Passages are in order of their pairs, then as they are in the texts.
	Passages []Passage
	Pairs    []Pair
	// ScoreNames names the Scores of pairs.
	ScoreNames []string
	// Between counts the pairs of two documents and their passages, Within the documents that have passages
	// with themselves, and these.
	Between, Within Count
	// Shares are in the order of the result, the largest first.
	Shares []Share
	// Rest are the documents that share nothing with others, as far as they were added (AddRest).
	Rest []int
	Hot  []Hot
	// HotPlaces are the places of hot passages, in the order of the result.
	HotPlaces []HotPlace
	// Clusters are in the order of the result, with most of it in other documents first. Places are in the order of
	// Clusters.
	Clusters []Cluster
	Places   []ClusterPlace
	// Others are the streams that are none of the above, with their files.
	Others []Stream

	// Hidden is true if documents have names that Hide has given. named are these, by side and id.
	Hidden bool
	// Located is true if passages have places as one cites them.
	Located bool
	named   map[string]string
}

// Stream is a stream of the result, which is shown line by line.
type Stream struct {
	Name  string
	Files []string
	Lines int64
}

// finish numbers documents by side and id, brings passages into order, and makes the pairs.
func (f *Findings) finish(scores map[[2]int][]float64) {
	order := make([]int, len(f.Documents))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := f.Documents[i], f.Documents[j]
		return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(a.ID, b.ID))
	})
	number, sorted := make([]int, len(order)), make([]Document, len(order))
	for n, i := range order {
		number[i], sorted[n] = n, f.Documents[i]
	}
	f.Documents = sorted
	for i := range f.Shares {
		f.Shares[i].Document = number[f.Shares[i].Document]
	}
	for i := range f.Hot {
		for k, d := range f.Hot[i].SampleDocuments {
			f.Hot[i].SampleDocuments[k] = number[d]
		}
	}
	for i := range f.Rest {
		f.Rest[i] = number[f.Rest[i]]
	}
	slices.Sort(f.Rest)
	for i := range f.HotPlaces {
		f.HotPlaces[i].Document = number[f.HotPlaces[i].Document]
	}
	for i := range f.Places {
		p := &f.Places[i]
		if p.Document = number[p.Document]; p.From != Unknown {
			p.From = number[p.From]
		}
	}
	f.orderPlaces()
	f.orderDates()
	for i := range f.Passages {
		p := &f.Passages[i]
		p.DocumentA, p.DocumentB = number[p.DocumentA], number[p.DocumentB]
	}
	renumbered := map[[2]int][]float64{}
	for pair, s := range scores {
		renumbered[[2]int{number[pair[0]], number[pair[1]]}] = s
	}
	slices.SortFunc(f.Passages, func(p, q Passage) int {
		return cmp.Or(cmp.Compare(p.DocumentA, q.DocumentA), cmp.Compare(p.DocumentB, q.DocumentB),
			cmp.Compare(p.A.Start, q.A.Start), cmp.Compare(p.B.Start, q.B.Start),
			cmp.Compare(p.A.End, q.A.End), cmp.Compare(p.B.End, q.B.End), cmp.Compare(p.Line, q.Line))
	})
	f.makePairs(renumbered)
}

// again numbers the documents once more, after they have changed. It is for results without scores.
func (f *Findings) again() {
	f.Pairs, f.Between, f.Within = nil, Count{}, Count{}
	for i := range f.Documents {
		f.Documents[i].Pairs, f.Documents[i].Passages = 0, 0
	}
	for i := range f.Clusters {
		f.Clusters[i].First, f.Clusters[i].Size = 0, 0
	}
	f.finish(nil)
}

// AddRest adds documents of the input that the result of partial does not name, because they share nothing.
func (f *Findings) AddRest(ids []string) {
	if len(ids) == 0 {
		return
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		f.Rest = append(f.Rest, len(f.Documents))
		f.Documents = append(f.Documents, Document{ID: id, Side: record.Input})
	}
	f.again()
}

// makePairs makes the pairs of passages in order.
func (f *Findings) makePairs(scores map[[2]int][]float64) {
	for i := 0; i < len(f.Passages); {
		p := f.Passages[i]
		end := i + 1
		for end < len(f.Passages) && f.Passages[end].DocumentA == p.DocumentA &&
			f.Passages[end].DocumentB == p.DocumentB {
			end++
		}
		own := f.Passages[i:end]
		pair := Pair{A: p.DocumentA, B: p.DocumentB, First: i, Passages: len(own), Similarity: Unknown,
			Scores: scores[[2]int{p.DocumentA, p.DocumentB}]}
		as, bs := make([]Range, len(own)), make([]Range, len(own))
		for k, q := range own {
			as[k], bs[k] = q.A, q.B
			pair.AShare, pair.BShare = pair.AShare+q.ShareA, pair.BShare+q.ShareB
			pair.Similarity = max(pair.Similarity, q.Similarity)
		}
		pair.ACharacters, pair.BCharacters = Covered(as), Covered(bs)
		pair.AShare, pair.BShare = once(pair.AShare, as, pair.ACharacters), once(pair.BShare, bs, pair.BCharacters)
		f.Pairs = append(f.Pairs, pair)
		if pair.Within() {
			f.Within.Pairs++
			f.Within.Passages += int64(len(own))
		} else {
			f.Between.Pairs++
			f.Between.Passages += int64(len(own))
			for _, d := range []int{p.DocumentA, p.DocumentB} {
				f.Documents[d].Pairs++
				f.Documents[d].Passages += int64(len(own))
			}
		}
		i = end
	}
}

// once returns the share of a text that ranges are, of the sum of their shares: what is in several counts once.
func once(sum float64, ranges []Range, covered int64) float64 {
	all := int64(0)
	for _, r := range ranges {
		all += r.End - r.Start
	}
	if sum == 0 || covered == Unknown || all == 0 {
		return Unknown
	}
	return record.Round(min(1, sum*float64(covered)/float64(all)))
}

// Covered returns how many code points are in at least one of the ranges, which it sorts. It is
// Unknown if one goes to the end of its text.
func Covered(ranges []Range) int64 {
	slices.SortFunc(ranges, func(r, s Range) int { return cmp.Compare(r.Start, s.Start) })
	sum, end := int64(0), int64(0)
	for _, r := range ranges {
		if r.End == ToEnd {
			return Unknown
		}
		sum += max(r.End, end) - max(r.Start, end)
		end = max(end, r.End)
	}
	return sum
}
