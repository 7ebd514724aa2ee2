// Package signature turns sentences into signatures: the keys under which sentences
// of different documents meet in the shuffle.
//
// The algorithms are in the packages below this one and know nothing of Beam.
package signature

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/signature/imatch"
	"example.org/diagonal/transforms/signature/spotsigs"
)

// The methods.
const (
	IMatch   = "imatch"
	Shingle  = "shingle"
	SpotSigs = "spotsigs"
)

// Params configures Emit.
type Params struct {
	// Method is how signatures are taken: IMatch, one hash over the words of a
	// sentence that are neither too frequent nor too rare, fastest, finds equal
	// sentences; Shingle, all runs of N words, finds edited ones as Tau says;
	// SpotSigs, chains of words behind frequent ones, a few for each sentence.
	Method string
	// Idf is the idf range of the words that IMatch hashes.
	Idf imatch.Range
	// Sorted hashes the sorted set of the words (the original I-Match), so that a
	// sentence and its reordering have the same signature.
	Sorted bool
	// N is the number of words in a shingle. A smaller N forgives more edits.
	N int
	// Antecedents is the words that SpotSigs start at.
	Antecedents Antecedents
	// Spots is the chains behind the antecedents.
	Spots spotsigs.Params
	// Tau is the Jaccard similarity that Pair will ask for: it decides how many
	// signatures of a sentence are indexed.
	Tau float64
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Antecedents says which words SpotSigs start at.
type Antecedents struct {
	// Share is the share of all words of the collection that the antecedents make
	// up, most frequent first, if Count is 0 and Words is empty.
	Share float64
	// Count is the number of most frequent words.
	Count int
	// Words are given words, as hashes.
	Words []uint32
}

// What String says: the begin of a share, the end of given words.
const (
	ShareOf    = "share of "
	GivenWords = " given words"
)

// String is how the antecedents are chosen: a number of words, a share, or given words.
func (a Antecedents) String() string {
	switch {
	case len(a.Words) > 0:
		return strconv.Itoa(len(a.Words)) + GivenWords
	case a.Count > 0:
		return strconv.Itoa(a.Count)
	}
	return fmt.Sprintf("%s%g", ShareOf, a.Share)
}

// DefaultShare makes some 4 signatures a sentence in English, the advice of the paper.
const DefaultShare = 0.4

// Defaults is Params with a value for every field that has a default: all but the
// required ones, with a Tau of 0.9.
func Defaults() Params {
	return Params{
		Method: IMatch, Idf: imatch.Range{Lo: 0.1, Hi: 1}, N: 4,
		Antecedents: Antecedents{Share: DefaultShare}, Spots: spotsigs.Params{Distance: 1, Chain: 2}, Tau: 0.9,
	}
}

// Flags sets the defaults, and defines a flag in fs for each field that is the user's.
func (p *Params) Flags(fs *pflag.FlagSet) {
	*p = Defaults()
	fs.StringVar(&p.Method, "signature", p.Method, "diagonal: how sentences are compared: imatch, by all their words but very frequent ones; shingle, by runs\nof words, so that edited sentences match; spotsigs, by chains of words after frequent ones")
	fs.Var(&rangeFlag{&p.Idf}, "idf", "imatch: range LOW,HIGH of the normalised idf of words that count; 0.1,1.0 leaves out words in more than\nN^0.9 of N documents")
	fs.BoolVar(&p.Sorted, "sorted", false, "imatch: hash the sorted set of words, so that their order does not count")
	fs.IntVar(&p.N, "n", p.N, "shingle: number of words (or Han characters) in a shingle")
	fs.Var(&antecedentsFlag{&p.Antecedents}, "antecedents", "spotsigs: words at which chains start: the number of most frequent words, or a file with one word on each\nline; 0 takes the most frequent words that make up 40 % of all words")
	fs.IntVar(&p.Spots.Distance, "spot_distance", p.Spots.Distance, "spotsigs: distance of the words in a chain: 1 takes the words next to an antecedent, 2 every second one")
	fs.IntVar(&p.Spots.Chain, "chain", p.Spots.Chain, "spotsigs: number of words in a chain")
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	switch {
	case p.Method != IMatch && p.Method != Shingle && p.Method != SpotSigs:
		return fmt.Errorf("--signature=%s: want imatch, shingle or spotsigs", p.Method)
	case p.Idf.Validate() != nil:
		return fmt.Errorf("--idf: %w", p.Idf.Validate())
	case p.N < 1:
		return fmt.Errorf("--n=%d: a shingle has at least one word", p.N)
	case p.Spots.Distance < 1:
		return fmt.Errorf("--spot_distance=%d: want at least 1", p.Spots.Distance)
	case p.Spots.Chain < 1 || p.Spots.Chain > spotsigs.MaxChain:
		return fmt.Errorf("--chain=%d: want 1 to %d", p.Spots.Chain, spotsigs.MaxChain)
	case p.Antecedents.Count < 0 || !(p.Antecedents.Share > 0 && p.Antecedents.Share < 1):
		return fmt.Errorf("--antecedents=%d: want a number of words, or a file", p.Antecedents.Count)
	case !(p.Tau > 0 && p.Tau <= 1):
		return fmt.Errorf("--tau=%g: want a similarity above 0 and at most 1", p.Tau)
	}
	return p.Shuffle.Validate()
}

// Exact says whether a sentence has one signature, so that to share it is to be equal.
func (p Params) Exact() bool { return p.Method == IMatch }

// NeedsTable says whether Emit needs statistics of the collection.
func (p Params) NeedsTable() bool { return p.Method != Shingle }

// rangeFlag reads LOW,HIGH.
type rangeFlag struct{ r *imatch.Range }

func (f *rangeFlag) String() string { return fmt.Sprintf("%g,%g", f.r.Lo, f.r.Hi) }
func (f *rangeFlag) Type() string   { return "low,high" }
func (f *rangeFlag) Set(s string) error {
	lo, hi, _ := strings.Cut(s, ",")
	var r imatch.Range
	var errs [2]error
	r.Lo, errs[0] = strconv.ParseFloat(strings.TrimSpace(lo), 64)
	r.Hi, errs[1] = strconv.ParseFloat(strings.TrimSpace(hi), 64)
	if errs[0] != nil || errs[1] != nil {
		return fmt.Errorf("want two numbers, as in 0.1,1.0")
	}
	if err := r.Validate(); err != nil {
		return err
	}
	*f.r = r
	return nil
}

// antecedentsFlag reads a number of words or the name of a file of them.
type antecedentsFlag struct{ a *Antecedents }

func (f *antecedentsFlag) String() string {
	if f.a == nil || len(f.a.Words) == 0 && f.a.Count == 0 {
		return "0"
	}
	return f.a.String()
}
func (f *antecedentsFlag) Type() string { return "number|file" }
func (f *antecedentsFlag) Set(s string) error {
	a := Antecedents{Share: DefaultShare}
	if n, err := strconv.Atoi(s); err == nil {
		a.Count = n
	} else if a.Words, err = readWords(s); err != nil {
		return err
	}
	*f.a = a
	return nil
}
