package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
)

// judged is a passage of the labels, and the passage of a result that is the same, nil if there is none.
type judged struct {
	labelled
	at        *record.Passage
	documents int64
}

// outcome is how a result looks by the labels of its collection.
type outcome struct {
	name   string
	found  *found
	judged []judged
}

// judge looks for each passage of the labels among those that were found: one that has half of it, or more, on both
// sides. Of several it is the one that has most.
func (f *found) judge(labels []labelled) []judged {
	byPair := map[[2]string][]int{}
	for i, p := range f.passages {
		byPair[[2]string{p.A, p.B}] = append(byPair[[2]string{p.A, p.B}], i)
	}
	all := make([]judged, len(labels))
	for i, l := range labels {
		all[i].labelled = l
		most := 0.0
		for _, x := range byPair[[2]string{l.A, l.B}] {
			p := &f.passages[x]
			in := min(share(l.AStart, l.AEnd, p.AStart, p.AEnd), share(l.BStart, l.BEnd, p.BStart, p.BEnd))
			if in >= .5 && in > most {
				most, all[i].at, all[i].documents = in, p, f.documents[f.textOf[x]]
			}
		}
	}
	return all
}

// share is the part of a range that is in another one.
func share(start, end, otherStart, otherEnd int64) float64 {
	return max(0, float64(min(end, otherEnd)-max(start, otherStart))) / float64(end-start)
}

// precision is how many passages were read, are found, and are reuse of those that are found.
type precision struct{ read, found, reuse int }

func (p precision) String() string {
	if p.found == 0 {
		return fmt.Sprintf("%d | 0 | –", p.read)
	}
	return fmt.Sprintf("%d | %d | %.2f", p.read, p.found, float64(p.reuse)/float64(p.found))
}

func precisionOf(all []judged, drawn string) (p precision) {
	for _, j := range all {
		if j.Drawn != drawn {
			continue
		}
		p.read++
		if j.at != nil {
			p.found++
			if j.isReuse() {
				p.reuse++
			}
		}
	}
	return p
}

// measures are what a record says, as numbers that are larger for what is more likely reuse.
var measures = []struct {
	name string
	of   func(j judged) float64
}{
	{"evidence", func(j judged) float64 { return j.at.Evidence }},
	{"length", func(j judged) float64 { return float64(j.at.Length()) }},
	{"similarity", func(j judged) float64 { return j.at.Similarity }},
	{"prose", func(j judged) float64 { return j.at.Prose.Float() }},
	{"few documents", func(j judged) float64 { return -float64(j.documents) }},
}

// auc is that of passages that are reuse and of those that are not. There is none without one of each.
func auc(all []judged, of func(judged) float64) (float64, bool) {
	var reuse, other []float64
	for _, j := range all {
		switch {
		case j.at == nil:
		case j.isReuse():
			reuse = append(reuse, of(j))
		default:
			other = append(other, of(j))
		}
	}
	return program.AUC(reuse, other), len(reuse) > 0 && len(other) > 0
}

// tables prints what was measured.
func tables(w io.Writer, all []outcome) {
	fmt.Fprintln(w,
		"| collection | passages | distinct texts | drawn by | read | still found | precision |\n"+
			"|---|---|---|---|---|---|---|")
	for _, o := range all {
		for _, by := range ways {
			if p := precisionOf(o.judged, by); p.read > 0 {
				fmt.Fprintf(w, "| %s | %d | %d | %s | %v |\n", o.name, len(o.found.passages), len(o.found.texts), by, p)
			}
		}
	}
	labels := slices.Concat(reused, noise)
	header(w, "still found of read", labels)
	for _, o := range all {
		fmt.Fprintf(w, "\n| %s |", o.name)
		for _, l := range labels {
			read, found := 0, 0
			for _, j := range o.judged {
				if j.Label == l {
					read++
					if j.at != nil {
						found++
					}
				}
			}
			fmt.Fprintf(w, " %d of %d |", found, read)
		}
	}
	fmt.Fprintln(w)
	var names []string
	for _, m := range measures {
		names = append(names, m.name)
	}
	header(w, "AUC of", names)
	for _, o := range all {
		fmt.Fprintf(w, "\n| %s |", o.name)
		for _, m := range measures {
			if a, ok := auc(o.judged, m.of); ok {
				fmt.Fprintf(w, " %.2f |", a)
			} else {
				fmt.Fprint(w, " – |")
			}
		}
	}
	fmt.Fprintln(w)
}

// header prints the head of a table, without the end of its last line.
func header(w io.Writer, first string, others []string) {
	fmt.Fprintf(w, "\n| %s | %s |\n|---|%s", first, strings.Join(others, " | "), strings.Repeat("---|", len(others)))
}
