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
	// Bytes and Records are what was shuffled, Disk the most of it that was on disk at a time, in bytes.
	Bytes, Records, Disk float64
	// Output is the bytes of the result, Lines the lines of each of its streams.
	Output float64
	Lines  map[string]float64
}

// Forecast is what the whole takes.
type Forecast struct {
	Documents                                 int64
	CPU, Memory, Bytes, Records, Disk, Output Range
	Lines                                     map[string]Range
}

// Whole works out what a collection of so many bytes of text takes. samples, of growing size, are runs on parts of
// it: each has documents from everywhere in it. start is a run on next to nothing: its CPU does not grow. even says that documents do not meet, so that all grows with the
// text.
//
// Each quantity grows as a power of the text (Growth). Which one, the samples say: what grows with the pairs
// of documents is four times as much in a sample of twice the size, and what is bounded for each document twice.
func Whole(start Sample, samples []Sample, text int64, even bool) Forecast {
	last := samples[len(samples)-1]
	of := func(g Growth, value func(*Sample) float64) Range {
		if even && g.Power > growthMemory.Power {
			g = Growth{Power: growthEven.Power, Noise: growthEven.Noise, Clump: g.Clump}
		}
		var points []point
		for i := range samples {
			points = append(points, point{float64(samples[i].Text), value(&samples[i])})
		}
		return g.at(points, float64(text))
	}
	f := Forecast{
		Documents: int64(float64(last.Documents) * max(1, float64(text)/max(1, float64(last.Text)))),
		CPU:       of(growthCPU, func(s *Sample) float64 { return max(s.CPU-start.CPU, s.CPU/10) }).plus(min(start.CPU, last.CPU)),
		Memory:    of(growthMemory, func(s *Sample) float64 { return s.Memory }),
		Bytes:     of(growthShuffle, func(s *Sample) float64 { return s.Bytes }),
		Records:   of(growthShuffle, func(s *Sample) float64 { return s.Records }),
		Disk:      of(growthDisk, func(s *Sample) float64 { return s.Disk }),
		Output:    of(growthOutput, func(s *Sample) float64 { return s.Output }),
		Lines:     map[string]Range{},
	}
	for _, stream := range slices.Sorted(maps.Keys(last.Lines)) {
		g, ok := growthOf[stream]
		if !ok {
			g = growthLines
		}
		f.Lines[stream] = of(g, func(s *Sample) float64 { return s.Lines[stream] })
	}
	if r, ok := f.Lines["documents"]; ok { // one line for each at most
		most := float64(f.Documents)
		f.Lines["documents"] = Range{min(r.Low, most), min(r.Value, most), min(r.High, most)}
	}
	return f
}
