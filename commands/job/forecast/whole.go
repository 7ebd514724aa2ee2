package forecast

import (
	"maps"
	"slices"
)

// Sample is what a run on a part of a collection took, and found.
type Sample struct {
	// Text is the bytes of text, Documents the number of documents.
	Text, Documents int64
	// CPU is in seconds, Memory the peak in bytes.
	CPU, Memory float64
	// Passes is how many times the job read and searched the collection, 0 where that does not depend on the
	// collection. The CPU grows with it.
	Passes float64
	// Bytes and Records are what was shuffled, Disk the most of it that was on disk at a time, in bytes.
	Bytes, Records, Disk float64
	// Output is the bytes of the result, Lines the lines of each of its streams.
	Output float64
	Lines  map[string]float64
}

// Size is that of the whole: the bytes of its text, and its documents, or -1 if nobody knows how many.
type Size struct{ Text, Documents int64 }

// Forecast is what the whole takes.
type Forecast struct {
	Documents                                 int64
	CPU, Memory, Bytes, Records, Disk, Output Range
	Lines                                     map[string]Range
}

// Whole works out what a collection of a size takes. samples, of growing size, are runs on parts of
// it: each has documents from everywhere in it. start is a run on a smaller part: it says how much of the CPU does not
// grow. even says that documents do not meet, so that all grows with the text.
//
// Each quantity grows as a power of the text (Growth). Which one, the samples say: what grows with the pairs
// of documents is four times as much in a sample of twice the size, and what is bounded for each document twice.
func Whole(start Sample, samples []Sample, size Size, even bool) Forecast {
	text := size.Text
	last := samples[len(samples)-1]
	growth := func(g Growth) Growth {
		if even && g.Power > growthMemory.Power {
			return Growth{Power: growthEven.Power, Noise: growthEven.Noise, Clump: g.Clump}
		}
		return g
	}
	of := func(g Growth, measured func(*Sample) point) Range {
		var points []point
		for i := range samples {
			p := measured(&samples[i])
			p.text = float64(samples[i].Text)
			points = append(points, p)
		}
		return growth(g).at(lastOf(points), float64(text))
	}
	cpu := func(s *Sample) point {
		return point{text: float64(s.Text), value: s.CPU / max(1, s.Passes)}
	}
	passes, runs := 0.0, []point{}
	for i := range samples {
		passes += max(1, samples[i].Passes) / float64(len(samples))
		runs = append(runs, cpu(&samples[i]))
	}
	f := Forecast{
		Documents: int64(float64(last.Documents) * max(1, float64(text)/max(1, float64(last.Text)))),
		CPU:       growth(growthCPU).above(cpu(&start), lastOf(runs), float64(text)).times(passes),
		Memory:    of(growthMemory, func(s *Sample) point { return point{value: s.Memory} }),
		Bytes:     of(growthShuffle, func(s *Sample) point { return point{value: s.Bytes} }),
		Records:   of(growthShuffle, func(s *Sample) point { return point{value: s.Records} }),
		Disk:      of(growthDisk, func(s *Sample) point { return point{value: s.Disk} }),
		Output:    of(growthOutput, func(s *Sample) point { return point{value: s.Output} }),
		Lines:     map[string]Range{},
	}
	if size.Documents >= 0 && last.Text < text {
		f.Documents = size.Documents
	}
	for _, stream := range slices.Sorted(maps.Keys(last.Lines)) {
		g, ok := growthOf[stream]
		if !ok {
			g = growthLines
		}
		f.Lines[stream] = of(g, func(s *Sample) point { return point{value: s.Lines[stream]} })
	}
	if r, ok := f.Lines["documents"]; ok { // one line for each at most
		max := float64(f.Documents)
		f.Lines["documents"] = Range{min(r.Low, max), min(r.Value, max), min(r.High, max)}
	}
	return f
}

// lastOf returns the points that say how a quantity grows.
func lastOf(points []point) []point { return points[max(0, len(points)-LastSamples):] }
