package frequent

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/diagonal/engine/shuffle/mix"
)

// If Frequent is true, it was false for more than max other documents of the signature, and for
// all postings of a document it is the same. So it is after signatures were forgotten.
func TestFrequent(t *testing.T) {
	for _, max := range []int{1, 5, 100} {
		random := rand.New(rand.NewPCG(uint64(max), 0))
		f := New(max)
		before := map[uint64]map[uint64]bool{} // documents for which it was false
		found := 0
		for i := range 60_000 {
			if i%20_000 == 10_000 {
				fill(f, window, uint64(i)<<32)
			}
			document := random.Uint64N(20_000) // some come again
			said := map[uint64]bool{}
			for range random.IntN(8) {
				signature := uint64(random.ExpFloat64() * 200)
				got := f.Frequent(signature, document)
				if was, ok := said[signature]; ok && was != got {
					t.Fatalf("signature %d, document %d: %v after %v", signature, document, got, was)
				}
				said[signature] = got
				if before[signature] == nil {
					before[signature] = map[uint64]bool{}
				}
				if !got {
					before[signature][document] = true
				} else if found++; len(before[signature]) <= max {
					t.Fatalf("signature %d is frequent after %d documents, want more than %d", signature,
						len(before[signature]), max)
				}
			}
		}
		if found < 60_000 {
			t.Errorf("most %d: %d postings of frequent signatures", max, found)
		}
	}
}

// fill adds postings to f, each of a document and a signature of its own, which are above a number.
func fill(f *Finder, postings, above uint64) {
	for n := range postings {
		f.Frequent(mix.Full(above+n), mix.Full(above+n))
	}
}

// A frequent signature is found among many rare ones, soon and with bounded memory.
func TestFindsOneAmongMany(t *testing.T) {
	f := New(100)
	kept := 0
	for document := range uint64(500_000) {
		if document%10 == 0 && !f.Frequent(1<<63, document) {
			kept++
		}
		for i := range uint64(6) {
			if f.Frequent(document*6+i, document) {
				t.Fatalf("document %d: a signature of one document is frequent", document)
			}
		}
	}
	if kept > minPostings+101 {
		t.Errorf("%d postings of a frequent signature were not seen to be", kept)
	}
	if f.kept > maxDocuments || len(f.counts) > 1000 {
		t.Errorf("%d documents are kept for %d signatures", f.kept, len(f.counts))
	}
}

// With 0 nothing is frequent.
func TestNone(t *testing.T) {
	f := New(0)
	for document := range uint64(1000) {
		if f.Frequent(1, document) {
			t.Fatal("a signature is frequent without a bound")
		}
	}
}

// crawl is pages sorted by site: a page has the signatures of the template of its site, and own ones.
type crawl struct{ sites, pages, own uint64 }

// What a site of a crawl has.
const (
	pagesOfSite = 300
	ofTemplate  = 200
	ofPage      = 50
)

// postingsOfSite is the number of postings of a site.
const postingsOfSite = pagesOfSite * (ofTemplate + ofPage)

// site adds the pages of the next site to f, and returns how many postings were of a frequent signature.
func (c *crawl) site(f *Finder) (frequent int) {
	c.sites++
	for range pagesOfSite {
		c.pages++
		document := mix.Full(c.pages)
		for k := range uint64(ofTemplate) {
			if f.Frequent(mix.Full(c.sites<<10|k), document) {
				frequent++
			}
		}
		for range ofPage {
			c.own++
			if f.Frequent(mix.Full(1<<63|c.own), document) {
				frequent++
			}
		}
	}
	return frequent
}

// The signatures of sites that are done are forgotten, and those of each site are found.
func TestForgetsSites(t *testing.T) {
	const limit, sites = 100, 200
	f, c := New(limit), crawl{}
	found, counts := 0, 0
	for range sites {
		found += c.site(f)
		counts = max(counts, len(f.counts))
	}
	if inWindow := ofTemplate * (window/postingsOfSite + 2); counts > 4*inWindow {
		t.Errorf("%d signatures are counted at a time; a window has %d of templates", counts, inWindow)
	}
	const all = sites * ofTemplate * (pagesOfSite - minPostings - limit) // if they were all found as soon as possible
	if found < all*9/10 || found > all {
		t.Errorf("%d postings are of a frequent signature, want about %d", found, all)
	}
}

// A signature that was forgotten is found again, when as many other documents have it.
func TestFindsAgain(t *testing.T) {
	const max = 100
	f := New(max)
	for time := range uint64(3) {
		first := -1 // the document from which on it is frequent
		for n := range uint64(1000) {
			document := time<<40 | n<<8
			fill(f, 5, document+1)
			if f.Frequent(1<<63, mix.Full(document)) && first < 0 {
				first = int(n)
			}
		}
		if first <= max || first > max+minPostings+1 {
			t.Errorf("time %d: document %d is the first one, want more than %d before it", time, first, max)
		}
		fill(f, 2*window, time<<40|1<<32)
		if len(f.counts) > 0 {
			t.Errorf("%d signatures are still counted", len(f.counts))
		}
	}
}

// Within a document the result is the same, however long the document is.
func TestLongDocument(t *testing.T) {
	f := New(5)
	for document := range uint64(100) {
		f.Frequent(1<<63, document)
	}
	for i := range uint64(5 * window) {
		if i%(window+window/2) == 0 && !f.Frequent(1<<63, 1000) {
			t.Fatalf("a frequent signature is forgotten at posting %d of a document", i)
		}
		f.Frequent(i, 1000)
	}
}

// A posting costs the same after many sites.
func BenchmarkSites(b *testing.B) {
	for _, before := range []int{0, 400, 800, 2000} {
		b.Run(fmt.Sprint("after ", before), func(b *testing.B) {
			f, c := New(100), crawl{}
			for range before {
				c.site(f)
			}
			b.ReportAllocs()
			for b.Loop() {
				c.site(f)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/postingsOfSite, "ns/posting")
			b.ReportMetric(float64(len(f.counts)), "counts")
		})
	}
}
