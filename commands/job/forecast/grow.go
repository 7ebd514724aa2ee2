package forecast

import "math"

// Sample is what a run on a share of a collection took, and found.
type Sample struct {
	// Share is the share of the documents that were chosen, each by chance.
	Share float64
	// Text is the bytes of text, Documents the number of documents.
	Text, Documents int64
	// CPU is in seconds, without what the first run of a process takes beside.
	CPU float64
	// Bytes and Records are what was shuffled, Received the bytes that each stage received of it.
	Bytes, Records float64
	Received       map[string]float64
	// Output is the bytes of the result, Lines the lines of each of its streams.
	Output float64
	Lines  map[string]float64
	// Matches is pairs of places that share a signature, Near pairs of documents that are aligned
	// (--matching=refine).
	Matches, Near Pairs
}

// Pairs is a number of pairs. They grow in two ways.
type Pairs struct {
	// Across is of two documents: a sample of a share f has f of f of them. Within is of a document
	// with itself: the sample has a share f of them.
	Across, Within float64
}

// whole returns how many pairs the whole has, of which s is a sample.
func (p Pairs) whole(s Sample) Pairs {
	return Pairs{Across: p.Across / (s.Share * s.Share), Within: p.Within / s.Share}
}

func (p Pairs) all() float64 { return p.Across + p.Within }

// Forecast is what the whole takes.
type Forecast struct {
	Documents      int64
	CPU            float64
	Bytes, Records float64
	Output         float64
	Lines          map[string]float64
}

// The means of the runs of docs/scale.md.
const (
	// secondsPerByte is the work on what is shuffled beyond its part of the text: pairs.
	secondsPerByte = 12e-9
	// steady is what a byte of text takes in a long run, as a part of what it takes in a short one, whose
	// blocks are smaller.
	steady         = .85
	matchesInBlock = .3  // records of the shuffle for a match
	bytesPerLine   = 330 // a passage as a line of the result
	bytesPerOwn    = 260 // a line about one document
	bytesPerCount  = 14  // a word and its count
)

// The stages of --matching=refine that receive pairs, and documents for them.
const (
	matchStage    = "candidate.Near, pairs"
	deliveryStage = "alignment.Refine"
)

// countStages receive counts of words. How many these are depends on the number of readers and of
// different words more than on the text.
var countStages = map[string]bool{"signature.Sample": true, "signature.Count": true, "reuse.Count": true}

// Cold is what the first run of a process takes.
type Cold struct {
	// CPU is in seconds, from the start of the process on.
	CPU float64
	// Text is the bytes of text that it reads.
	Text int64
}

// Whole works out what a collection of so many bytes of text takes. small and large are runs on a
// smaller and a larger sample of it. cap is the number of documents above which text is boilerplate, 0 for none.
//
// What a stage receives grows with the text, or as it grew from the small sample to the large one.
// What two documents share grows with the square of the documents. CPU grows with the text, and with
// what is shuffled beyond that.
func Whole(small, large Sample, cold Cold, text, cap float64) Forecast {
	times := text / math.Max(1, float64(large.Text))
	f := Forecast{Documents: int64(math.Round(float64(large.Documents) * times)), Lines: map[string]float64{}}
	received, linear, all := 0.0, 0.0, 0.0
	for stage, v := range large.Received {
		all += v
		linear += v * times
		switch {
		case stage == matchStage && large.Matches.all() > 0:
			received += v * large.Matches.whole(large).all() / large.Matches.all()
		case stage == deliveryStage && large.Near.all() > 0:
			received += v * deliveries(large.Near.whole(large), float64(f.Documents), text) / deliveries(large.Near, float64(large.Documents), float64(large.Text))
		default:
			received += v * math.Pow(times, growth(small, large, small.Received[stage], v))
		}
	}
	scale := 1.0 // some stages may not count what they receive
	if all > 0 {
		scale = large.Bytes / all
	}
	f.Bytes = received * scale
	f.CPU = seconds(small, large, cold, text) + secondsPerByte*math.Max(0, received-linear)*scale
	f.Records = records(small, large, times)
	f.result(small, large, times, cap)
	return f
}

// leastBytes is what a stage must have received in the large sample for its growth to be known.
const leastBytes = 8 << 10

// growth returns the power of the text with which something grows that was small and large in two
// samples. 1 is in proportion.
func growth(small, large Sample, first, second float64) float64 {
	step := math.Log(float64(large.Text) / math.Max(1, float64(small.Text)))
	if first <= 0 || second < leastBytes || step < .5 {
		return 1
	}
	power := math.Log(second/first) / step
	if math.Abs(power-1) < .12 { // chance
		return 1
	}
	return math.Max(0, math.Min(power, 2))
}

// seconds returns the CPU of what is in proportion to the text, and of the start of a run.
func seconds(small, large Sample, cold Cold, text float64) float64 {
	most := large.CPU / math.Max(1, float64(large.Text))
	each := most
	if large.Text > small.Text {
		each = (large.CPU - small.CPU) / float64(large.Text-small.Text)
	}
	each = math.Max(most/2, math.Min(each, most))
	return math.Max(0, cold.CPU-each*float64(cold.Text)) + steady*each*text
}

// records returns the number of records that are shuffled.
func records(small, large Sample, times float64) float64 {
	counts, all := 0.0, 0.0
	for stage := range countStages {
		v := large.Received[stage]
		counts += v / bytesPerCount
		all += v * math.Pow(times, growth(small, large, small.Received[stage], v)) / bytesPerCount
	}
	own := math.Max(0, large.Records-matchesInBlock*large.Matches.all()-counts)
	if large.Share > 0 {
		all += matchesInBlock * large.Matches.whole(large).all()
	}
	return own*times + all
}

// A document travels once to each group of documents in which it has a candidate. Workers with much memory have
// larger groups, and fewer (candidate.GroupsFor).
const (
	bytesPerGroup = 20 << 20 // of text
	leastGroups   = 2
)

// deliveries returns how often documents travel to the groups in which they have candidates, if there
// are so many of them, with so many bytes of text. The numbers of the candidates of documents are
// spread as those of an exponential distribution.
func deliveries(near Pairs, documents, text float64) float64 {
	documents = math.Max(1, documents)
	groups := math.Max(leastGroups, math.Floor(text/bytesPerGroup))
	none := 1 / (1 + 2*near.Across/documents/groups) // no candidate in one group
	own := 1 - (1-math.Min(1, near.Within/documents))*none
	return documents * ((groups-1)*(1-none) + own)
}

// result sets what is written. A document meets at most cap others in text that is no boilerplate.
func (f *Forecast) result(small, large Sample, times, cap float64) {
	for stream, n := range large.Lines {
		f.Lines[stream] = n * times
	}
	f.Output = large.Output * times
	documents := math.Max(1, float64(large.Documents))
	for _, stream := range []string{"passages", "pairs"} {
		n := large.Lines[stream]
		met := 2 * n / documents // how many others a document shares a passage with in the sample
		if met == 0 || times <= 1 {
			continue
		}
		all := met / math.Max(large.Share, 1e-9)
		if cap > 0 {
			all = math.Min(all, math.Max(cap, met))
		}
		more := math.Max(0, all/met-1) * n * times
		f.Lines[stream] += more
		f.Output += bytesPerLine * more
		if lines := large.Lines["documents"]; lines > 0 { // those that share nothing in the sample may in the whole
			alike := math.Min(1, met)
			others := math.Max(0, lines/documents-alike) // for what does not depend on the size
			found := float64(f.Documents) * (1 - (1-math.Min(1, others))*math.Pow(1-alike, all/met))
			f.Output += bytesPerOwn * math.Max(0, found-f.Lines["documents"])
			f.Lines["documents"] = math.Max(found, f.Lines["documents"])
		}
	}
}
