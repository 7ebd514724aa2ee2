package forecast

import "math"

// Sample is what a run on a share of a collection took, and found.
type Sample struct {
	// Text is the bytes of text, Documents the number of documents.
	Text, Documents int64
	// Takes is what it took: CPU seconds by stage (ByStage), Records and Bytes shuffled, Output, and
	// the lines of each stream of the result.
	Takes map[string]float64
	// Passages is the number of passages of two documents; Near is the number of pairs of documents
	// that were compared, Matches that of pairs of places that share a signature.
	Passages, Near, Matches float64
	// Words is the number of words. Cells says that documents travel to groups of them
	// (alignment.Refine).
	Words float64
	Cells bool
}

// The names in Sample.Takes beside the stages.
const (
	Records = "shuffled records"
	Bytes   = "shuffled bytes"
	Output  = "output bytes"
)

// What a passage adds to what is shuffled, and to the result. They are means of the runs of
// docs/scale.md.
const (
	bytesPerMatch     = 14 // a match, or its part of a candidate
	matchesPerPassage = 60 // pairs of places of its words that share a signature
	secondsPerPassage = 7e-5
	alignedCost       = 10  // the work on a pair with a passage, in pairs that chance brought
	bytesPerLine      = 330 // a passage as a line
	bytesPerOwn       = 260 // a line about one document
	passageRecords    = 10  // in all shuffles
)

// A document travels once to each group of documents in which it has a candidate.
const (
	bytesPerGroup  = 20 << 20 // of text (candidate.GroupsFor)
	leastGroups    = 2
	bytesPerWord   = 5.2    // of a document on its way
	secondsPerWord = .15e-6 // to read a document and index its words again
)

// deliveries returns the number of groups of a collection of so many bytes of text in which a document
// has one of its candidates.
func deliveries(text, candidates float64) float64 {
	groups := math.Max(leastGroups, math.Floor(text/bytesPerGroup))
	return groups * (1 - math.Pow(1-1/groups, candidates))
}

// pairStages are the stages whose work is in proportion to the pairs of documents that share text.
var pairStages = []string{"align", "locate", "write"}

// Whole works out what a collection of so many bytes of text takes. last is a run on a part of it,
// chosen by chance. start is the CPU seconds that a run takes whatever its size: those of a run on
// very little text.
//
// Most costs are in proportion to the text. What two documents of the collection share is not. Of n
// documents that have a text, a share f of the collection has f·n, so it has f² of their pairs. So
// passages grow with the square of the size, and what they cost is added. A document meets at most cap
// others in this way: text in more documents is boilerplate. cap 0 is no cap.
func Whole(last Sample, start, text, cap float64) Sample {
	whole := Sample{Text: int64(text), Takes: map[string]float64{}}
	times := text / math.Max(1, float64(last.Text))
	for name, v := range last.Takes {
		whole.Takes[name] = v * times
	}
	if start = math.Min(start, last.Takes[AllCPU]); times > 1 {
		line := Fit([]Point{{0, map[string]float64{AllCPU: start}}, {float64(last.Text), map[string]float64{AllCPU: last.Takes[AllCPU]}}})
		whole.Takes[AllCPU] = line[AllCPU].At(text)
	}
	whole.Documents = int64(math.Round(float64(last.Documents) * times))
	if last.Cells {
		met := 2 * last.Near / math.Max(1, float64(last.Documents))
		more := math.Max(0, deliveries(text, met)-deliveries(float64(last.Text), met)) * last.Words * times
		whole.Takes[Bytes] += bytesPerWord * more
		whole.Takes[AllCPU] += secondsPerWord * more
	}
	whole.Near, whole.Matches, whole.Passages = last.Near*times, last.Matches*times, last.Passages*times
	// met is how many others a document shares a passage with in the sample.
	met := 2 * last.Passages / math.Max(1, float64(last.Documents))
	if met == 0 || times <= 1 {
		return whole
	}
	all := met * times
	if cap > 0 {
		all = math.Min(all, math.Max(cap, met))
	}
	more := math.Max(0, all/met-1) // that the line does not have, in parts of it
	add := func(name string, v float64) { whole.Takes[name] += v }
	pairs := 0.0
	for _, stage := range pairStages {
		pairs += last.Takes[stage]
	}
	if chance := last.Near - last.Passages; chance > 0 { // these grow with the text
		pairs *= alignedCost * last.Passages / (alignedCost*last.Passages + chance)
	}
	add(AllCPU, math.Min(pairs*times, secondsPerPassage*whole.Passages)*more)
	matches := math.Min(whole.Matches, matchesPerPassage*whole.Passages) * more
	add(Bytes, bytesPerMatch*matches)
	add(Records, passageRecords*whole.Passages*more)
	add(Output, bytesPerLine*whole.Passages*more)
	whole.Matches += matches
	whole.Near += whole.Passages * more
	whole.Passages += whole.Passages * more
	whole.Takes["passages"] = whole.Passages
	if lines := last.Takes["documents"]; lines > 0 { // those that share nothing in the sample may in the whole
		alike := math.Min(1, met)
		others := math.Max(0, lines/float64(last.Documents)-alike) // for what does not depend on the size
		found := float64(whole.Documents) * (1 - (1-others)*math.Pow(1-alike, all/met))
		add(Output, bytesPerOwn*math.Max(0, found-whole.Takes["documents"]))
		whole.Takes["documents"] = math.Max(found, whole.Takes["documents"])
	}
	return whole
}
