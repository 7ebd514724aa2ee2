package job

import (
	"fmt"
	"strings"
	"time"

	"example.org/diagonal/engine/local"
)

// leg is a stage of a run in words, with a weight: about how much of a run it takes, compared
// with the other stages.
type leg struct {
	stage, words string
	weight       float64
	reading      int  // the number of the reading of the input, from 0
	text         bool // see stageWords
}

// stageWords are the words of the stages whose names (local.Progress) begin in these ways, and whether these stages
// read all of the text. What comes after the last of those works on what documents share, which says little of how
// long reading takes, and the other way round.
var stageWords = []struct {
	begin, words string
	text         bool
}{
	{readStage, "reading", true},
	{"tally.", "counting words", true},
	{"signature.emit", "signing", true},
	{"signature.", "counting words", true},
	{"candidate.", "finding candidates", false},
	{"alignment.deliver", "delivering", false},
	{"alignment.", "aligning", false},
	{"letters.", "comparing letters", false},
	{"hot.", "finding hot text", false},
	{"locate.", "locating", false},
	{"share.", "measuring shares", false},
	{"resemblance.repeats", "counting", true},
	{"resemblance.emit", "sketching", true},
	{"resemblance.", "comparing", false},
	{"group.", "grouping", false},
	{"cleaning.", "cleaning", false},
	{"lookup.", "indexing", false},
	{"reuse.", "scoring", false},
	{"partition.", "dividing", false},
	{"docio.excerpt", "reading excerpts", false},
	{"shardio.", "writing", false},
}

const (
	readStage    = "docio.readFn"
	alignStage   = "alignment.align"
	lettersStage = "letters.alignCells"
)

// compareStages are the stages whose work is pairs of documents. Their queues have few elements.
var compareStages = []string{alignStage, lettersStage}

// Stages that take longer than others, by their names. The weights are shares of the time, in
// percent, of runs on prose, code and made-up text; those of letters, which a run has only for text with reading
// errors, of laws that were read from scans. They differ by a factor of ten from text to text, so the time left follows
// the stage at work as soon as that is under way.
var stageWeights = map[string]float64{
	readStage:                    40,
	alignStage:                   40,
	"candidate.unitMatcher":      12,
	"candidate.pairJaccard":      15,
	"candidate.dense":            2,
	"letters.post":               3,
	"letters.meet":               20,
	"letters.chainPairs":         20,
	lettersStage:                 20,
	"letters.merge":              2,
	"signature.emitUnitsByTable": 25,
	"signature.emitByTable":      15,
	"resemblance.repeats":        10,
	"resemblance.emit":           20,
	"locate.place":               2,
	"locate.join":                2,
	"share.measure":              1,
	"shardio.runs":               2,
}

// otherWeight is the weight of other stages.
const otherWeight = .2

// course is the legs of a run in this process.
type course struct {
	legs []leg
	most float64 // the largest share that was returned
	// crossed is when the first leg began that was seen at work behind the crossing; zero: none yet.
	crossed time.Time
}

// crossing returns the number of the first leg behind those that read all of the text.
func (c *course) crossing() int {
	i := len(c.legs)
	for i > 0 && !c.legs[i-1].text {
		i--
	}
	return i
}

// legsOf returns the legs of the stages of these names.
func legsOf(stages []string) []leg {
	legs := make([]leg, len(stages))
	words, text, readings := "starting", false, 0
	for _, name := range stages {
		if name == readStage {
			readings++
		}
	}
	reading := 0
	for i, name := range stages {
		for _, w := range stageWords {
			if strings.HasPrefix(name, w.begin) {
				words, text = w.words, w.text
				break
			}
		}
		weight, ok := stageWeights[name]
		if !ok {
			weight = otherWeight
		}
		legs[i] = leg{stage: name, words: words, weight: weight, text: text}
		if name == readStage {
			if readings > 1 {
				legs[i].words = fmt.Sprintf("%s, %d of %d", words, reading+1, readings)
			}
			legs[i].reading = reading
			reading++
		}
	}
	return legs
}

// position is how far a run has come.
type position struct {
	leg leg
	// share is the part of the run that is done, 0 to 1. It never falls.
	share float64
	// left is how long the rest is expected to take; negative if that is not known yet.
	left time.Duration
}

// Times that a leg must have taken, and the part of it that must be done, before its own rate
// says how long its rest takes.
const (
	ratedTime = time.Second
	ratedPart = .02
)

// position returns how far a run is that began elapsed ago. at is its stage, done the part of
// that which is done, 0 to 1.
func (c *course) position(elapsed time.Duration, at local.At, done float64) position {
	var before, after, behind float64 // behind: of before, what is behind the crossing
	crossing := c.crossing()
	for i, l := range c.legs {
		switch {
		case i < at.Stage:
			before += l.weight
			if i >= crossing {
				behind += l.weight
			}
		case i > at.Stage:
			after += l.weight
		}
	}
	now := c.legs[at.Stage]
	c.most = max(c.most, (before+done*now.weight)/(before+now.weight+after))
	p := position{leg: now, share: c.most, left: -1}
	inLeg := time.Since(at.Began)
	rated := inLeg >= ratedTime && done >= ratedPart
	if elapsed < ratedTime || !rated && before == 0 {
		return p
	}
	perWeight := float64(elapsed) / (before + done*now.weight)
	if at.Stage >= crossing {
		if c.crossed.IsZero() {
			c.crossed = at.Began
		}
		if took := time.Since(c.crossed); took >= ratedTime && behind+done*now.weight > 0 {
			perWeight = float64(took) / (behind + done*now.weight)
		}
	}
	rest := perWeight * (1 - done) * now.weight
	if rated {
		rest = float64(inLeg) * (1 - done) / done
	}
	p.left = time.Duration(rest + perWeight*after)
	return p
}
