package report

import (
	"fmt"
	"maps"
	"slices"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/io/record"
)

// chart counts things by steps. The pages draw it, and show it as a table.
type chart struct {
	ID, Title, Axis string
	Labels          []string
	Counts          []int64
}

type kind struct {
	Name  string
	Count int64
	Share float64
}

// counted is the passages that the overview counts: those of two documents, and of clean all that was
// removed.
func (b *builder) counted(yield func(*findings.Passage) bool) {
	for i := range b.f.Passages {
		if p := &b.f.Passages[i]; (p.DocumentA != p.DocumentB || b.f.Command == "clean") && !yield(p) {
			return
		}
	}
}

// kinds returns the number of passages of each kind.
func (b *builder) kinds() []kind {
	counts, sum := map[string]int64{}, int64(0)
	for p := range b.counted {
		counts[p.Kind]++
		sum++
	}
	var all []kind
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, kind{name, counts[name], float64(counts[name]) / float64(sum)})
	}
	return all
}

// lengths counts passages by length, in steps of 1, 2, 5, 10, …
func (b *builder) lengths() chart {
	c := chart{ID: "length", Title: "Passages by length", Axis: "characters"}
	var bounds []int64
	for n := int64(10); n < 1e12; n *= 10 {
		bounds = append(bounds, n, 2*n, 5*n)
	}
	counts := make([]int64, len(bounds)+1)
	first, last := len(counts), -1
	for p := range b.counted {
		if p.A.End == findings.ToEnd {
			continue
		}
		i, found := slices.BinarySearch(bounds, p.A.End-p.A.Start)
		if found {
			i++
		}
		counts[i]++
		first, last = min(first, i), max(last, i)
	}
	for i := first; i <= last; i++ {
		label := "0"
		if i > 0 {
			label = short(bounds[i-1])
		}
		c.Labels, c.Counts = append(c.Labels, label+"–"+short(bounds[i])), append(c.Counts, counts[i])
	}
	return c
}

// short writes 20000 as 20k.
func short(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n >= unit.size {
			return fmt.Sprint(n/unit.size) + unit.name
		}
	}
	return fmt.Sprint(n)
}

// stepCount is the number of steps of a chart of numbers from 0 to 1.
const stepCount = 20

// steps counts numbers from 0 to 1 in equal steps; 1 is in the last one.
func steps(c chart, values func(yield func(float64) bool)) chart {
	counts, any := make([]int64, stepCount), false
	for v := range values {
		counts[max(0, min(stepCount-1, int(v*stepCount)))]++
		any = true
	}
	if !any {
		return chart{}
	}
	for i := range counts {
		c.Labels = append(c.Labels, fmt.Sprintf("%d–%d %%", 100*i/stepCount, 100*(i+1)/stepCount))
	}
	c.Counts = counts
	return c
}

// similarities counts passages, or pairs of whole documents, by similarity.
func (b *builder) similarities() chart {
	c := chart{ID: "similarity", Title: "Passages by similarity", Axis: "similarity"}
	if b.whole() {
		c.Title = "Pairs by similarity"
	}
	return steps(c, func(yield func(float64) bool) {
		for p := range b.counted {
			if p.Similarity != findings.Unknown && !yield(p.Similarity) {
				return
			}
		}
	})
}

// shares counts documents by their share of reused text.
func (b *builder) shares() chart {
	return steps(chart{ID: "share", Title: "Documents by share of reused text", Axis: "share"},
		func(yield func(float64) bool) {
			for _, s := range b.f.Shares {
				if !yield(s.Share) {
					return
				}
			}
		})
}

// maxYears is how many bars the chart of years has at most.
const maxYears = 60

// years counts the places of clusters by the years of their documents, in steps of 1, 2, 5, 10, … years.
func (b *builder) years() chart {
	counts := map[int64]int64{}
	for _, p := range b.f.Places {
		if d, err := record.ParseDate(p.Date); err == nil {
			counts[d.Year()]++
		}
	}
	if len(counts) < 2 {
		return chart{}
	}
	all := slices.Sorted(maps.Keys(counts))
	first, last := all[0], all[len(all)-1]
	step := int64(1)
	for i := 0; (last-first)/step >= maxYears; i++ {
		step = step * [...]int64{2, 5, 2}[i%3] / [...]int64{1, 2, 1}[i%3]
	}
	down := func(year int64) int64 { return year - ((year%step)+step)%step }
	c := chart{ID: "year", Title: "Places of texts by year", Axis: "year"}
	for from := down(first); from <= last; from += step {
		label := fmt.Sprint(from)
		if step > 1 {
			label += fmt.Sprintf("–%d", from+step-1)
		}
		c.Labels, c.Counts = append(c.Labels, label), append(c.Counts, 0)
	}
	for year, n := range counts {
		c.Counts[(down(year)-down(first))/step] += n
	}
	return c
}
