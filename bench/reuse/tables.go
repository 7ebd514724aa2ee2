package main

import (
	"context"
	"fmt"
	"strings"
)

// tables are what can be measured. Each prints a table in Markdown.
var tables = map[string]func(context.Context, bench) error{
	"recall": recallTable, "wanted": wantedTable, "10k": smallTables, "100k": largeTable, "size": sizeTable,
}

// unbounded compares everything, as the paper does.
const unbounded = "--max_documents=0"

// recallTable is Figure 4: recall of lsh over the threshold of the score, for 24 and 48 bits that differ in
// five.
func recallTable(ctx context.Context, b bench) error {
	file, err := b.collection(10_000)
	if err != nil {
		return err
	}
	truth, err := b.measure(ctx, file, unbounded)
	if err != nil {
		return err
	}
	fmt.Printf("| `lsh` | pairs met | θd 5 | 10 | 15 | 20 |\n|---|---|---|---|---|---|\n")
	for _, tables := range []int{4, 16} {
		for _, bits := range []int{24, 48} {
			o, err := b.measure(ctx, file, unbounded, "--method=lsh", "--diff_bits=5", fmt.Sprint("--bits=", bits),
				fmt.Sprint("--tables=", tables))
			if err != nil {
				return err
			}
			fmt.Printf("| %d bits, %d tables | %s |", bits, tables, count(o.met))
			for _, thetaD := range []float64{5, 10, 15, 20} {
				fmt.Printf(" %.3f |", o.recall(truth, thetaD))
			}
			fmt.Println()
		}
	}
	fmt.Print("| pairs of documents | |")
	for _, thetaD := range []float64{5, 10, 15, 20} {
		fmt.Printf(" %d |", truth.above(thetaD))
	}
	fmt.Println()
	return nil
}

// above returns the number of pairs with a score of at least thetaD.
func (o outcome) above(thetaD float64) (n int) {
	for _, score := range o.pairs {
		if score >= thetaD {
			n++
		}
	}
	return n
}

// smallTables are Figures 5 and 7: time against recall among 10,000 entries, of documents with a score of
// 15, and of sentences.
func smallTables(ctx context.Context, b bench) error {
	ways := [][]string{{"--method=exact"}}
	for _, bits := range []string{"32", "16"} {
		for _, method := range []string{"lsh", "partenum", "qsign"} {
			for _, diff := range []string{"1", "2", "3"} {
				ways = append(ways, []string{"--method=" + method, "--bits=" + bits, "--diff_bits=" + diff})
			}
		}
	}
	for _, thetaS := range []string{"0.9", "0.8", "0.7", "0.6"} {
		ways = append(ways, []string{"--method=divideskip", "--theta_s=" + thetaS})
	}
	return compare(ctx, b, 10_000, append(ways, []string{"--method=inverted"}))
}

// largeTable is Figure 6: the same among 100,000 entries, for 32 bits.
func largeTable(ctx context.Context, b bench) error {
	ways := [][]string{{"--method=exact"}}
	for _, diff := range []string{"1", "2", "3"} {
		ways = append(ways, []string{"--method=lsh", "--bits=32", "--diff_bits=" + diff})
	}
	return compare(ctx, b, 100_000, append(ways, []string{"--method=divideskip"}, []string{"--method=inverted"}))
}

// wantedTable is the recall that is reached over that which is wanted.
func wantedTable(ctx context.Context, b bench) error {
	ways := [][]string{{"--method=exact"}, {"--method=lsh"}}
	for _, recall := range []string{".8", ".9", ".95", ".99"} {
		ways = append(ways, []string{"--method=lsh", "--recall=" + recall})
	}
	return compare(ctx, b, 10_000, ways)
}

// compare measures ways to find the pairs of a collection of so many entries.
func compare(ctx context.Context, b bench, entries int, ways [][]string) error {
	file, err := b.collection(entries)
	if err != nil {
		return err
	}
	truth, err := b.measure(ctx, file, unbounded, "--theta_d=0.5") // one pair of sentences is enough
	if err != nil {
		return err
	}
	fmt.Printf(
		"| flags | CPU s | peak MB | pairs met | compared | recall, θd 15 | recall, θd 5 | recall of sentences |\n" +
			"|---|---|---|---|---|---|---|---|\n")
	for _, way := range ways {
		o, err := b.measure(ctx, file, append(way, unbounded, "--theta_d=0.5")...)
		if err != nil {
			return err
		}
		name := "`" + strings.Join(way, " ") + "`"
		if o.ended {
			fmt.Printf("| %s | more than %d | | | | | | |\n", name, b.limit)
			continue
		}
		fmt.Printf("| %s | %.1f | %d | %s | %s | %.3f | %.3f | %.3f |\n", name, o.cpu, o.memory>>20, count(o.met),
			count(o.compared),
			o.recall(truth, 15), o.recall(truth, 5), o.sentenceRecall(truth))
	}
	return nil
}

// sizeTable is the time over the number of entries, with the default bound.
func sizeTable(ctx context.Context, b bench) error {
	fmt.Printf("| entries | flags | CPU s | peak MB | pairs met | compared | pairs of documents |\n" +
		"|---|---|---|---|---|---|---|\n")
	for _, n := range []int{1000, 10_000, 100_000} {
		file, err := b.collection(n)
		if err != nil {
			return err
		}
		for _, way := range [][]string{{"--method=exact"}, {"--method=lsh"}} {
			o, err := b.measure(ctx, file, way...)
			if err != nil {
				return err
			}
			fmt.Printf("| %d | `%s` | %.1f | %d | %s | %s | %d |\n", n, way[0], o.cpu, o.memory>>20, count(o.met),
				count(o.compared), len(o.pairs))
		}
	}
	return nil
}

// count returns a number of pairs in words.
func count(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f billion", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f million", float64(n)/1e6)
	}
	return fmt.Sprint(n)
}
