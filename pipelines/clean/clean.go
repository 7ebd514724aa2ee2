// Package clean removes repeated text from documents. Of a text that occurs in several places,
// one place stays.
//
// Find takes documents from anywhere, with what was found in them: the passages and hot
// occurrences of package partial, the groups of package resemblance, or both. It returns the
// cleaned documents, and an account of every range that was removed, with the place that keeps
// its words. Words are removed only if the same words, in the same order, stay in another
// place, except with the policy cleaning.DropAll; see package removal for the rule.
//
// Find cleans once. A second search, of the cleaned documents, may find passages that the first
// one did not report. To clean again, give Find the account of the first pass as
// Input.EarlierRemoved and Input.EarlierCuts: then the places that it has kept stay.
//
// Find does not search for passages. It searches only for runs of equal words (Params.Runs).
package clean

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/parameter"
)

// MinRuns is the least number of words of runs that are searched for.
const MinRuns = 20

// Params configures Find. Start from Defaults.
type Params struct {
	// Policy chooses which place of equal words stays: cleaning.KeepFirst, KeepLongest or
	// DropAll.
	//
	// Required.
	Policy string
	// Keep chooses the place that stays by fields of the documents, with the policy cleaning.KeepFirst; see
	// cleaning.ParseKeep.
	Keep cleaning.Keep
	// Passages chooses which passages are copies.
	Passages cleaning.PassageParams
	// MinText is the least number of characters, in sentences, that must be left of a document
	// that something was removed from. A document with less is dropped, unless it has a place
	// that is kept for others. 0 drops none.
	MinText int
	// MinCut is the least number of words of a cut, or of Han characters. 0 is no limit. What is
	// shorter stays, unless it is the whole text of a document.
	MinCut int
	// Runs makes Find search for runs of so many words that occur twice: at least MinRuns; 0
	// searches for none. 50 is usual.
	Runs int
	// Exact makes Find remove parts of sentences as well, so that little is left of a run of
	// Runs words. It needs Runs. Otherwise it removes whole sentences and long parts of them.
	Exact bool
	// Result and Collection name what was found, and the documents, in errors. They may be
	// empty.
	Result, Collection string
	// Sample says that the documents are a sample of those that something was found in. What was found
	// in others is left out; otherwise it is an error.
	Sample bool
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Defaults returns Params with a value for every field that has a default: all but Shuffle. They
// look at the passages of package partial with its defaults, and cut nothing of fewer
// than 12 words, and drop a document only if nothing is left of it. Of the cuts in 9,804 news items 15 % are shorter,
// which are 1.5 % of what is cut, and of those in web pages 6 % and .3 %: names and titles before a sentence that goes
// on otherwise, lines of tables, headings.
func Defaults() Params { return Params{Policy: cleaning.KeepFirst, MinText: 1, MinCut: 12} }

// Validate returns a *parameter.Error about the first field with an impossible value, or nil.
func (p Params) Validate() error {
	impossible := parameter.Of("clean.Params").Impossible
	switch {
	case p.MinText < 0:
		return impossible("MinText", p.MinText, "0 or more")
	case p.MinCut < 0:
		return impossible("MinCut", p.MinCut, "0 or more")
	case p.Runs != 0 && p.Runs < MinRuns:
		return impossible("Runs", p.Runs, fmt.Sprintf("0, or %d and more", MinRuns))
	case p.Exact && p.Runs == 0:
		return impossible("Exact", p.Exact, "false, or Runs of so many words: what Exact removes is runs")
	}
	if err := p.Passages.Validate(); err != nil {
		return err
	}
	return p.Cleaning().Validate()
}

// Cleaning returns the parameters of the stages.
func (p Params) Cleaning() cleaning.Params {
	return cleaning.Params{Policy: p.Policy, Keep: p.Keep, Result: p.Result, Collection: p.Collection, Sample: p.Sample,
		Shuffle: p.Shuffle}
}

// units returns what is removed.
func (p Params) units() removal.Params {
	units := removal.Sentences
	if p.Exact {
		units = removal.RunsOf(p.Runs)
	}
	units.MinCut = p.MinCut
	return units
}

// Input is documents, and what was found in them.
type Input struct {
	// Documents is a PCollection<record.Document>: the documents that are to be cleaned, of the
	// side record.Input, and those that stay as they are, of the side record.Source. What
	// the latter contain is removed from the former. They are not in the Result. Of the documents
	// of a side with one ID one is kept; the others are rejected. The Date has no effect: give
	// captures of one page different IDs.
	Documents beam.PCollection
	// Findings is what searches have found in Documents. It is an error if it names other
	// documents, or places outside of them.
	cleaning.Findings
	// Spans is a PCollection<record.Removed>: what is to be removed, as another run has found, or
	// somebody has decided. If it is set, Find removes that and nothing else: of Params, MinText
	// and MinCut have an effect, and there are no Findings.
	Spans beam.PCollection
}

// Result is the cleaned documents, and the account of what was done.
type Result struct {
	// Documents is a PCollection<record.Document>: those that are left. Text is the text that
	// is left; all other fields are those of the input.
	Documents beam.PCollection
	// Removed is a PCollection<record.Removed>: the ranges that were removed.
	Removed beam.PCollection
	// Dropped is a PCollection<record.Removed>: the documents that were dropped.
	Dropped beam.PCollection
	// Cuts is a PCollection<record.Cut>: exactly what was cut from the documents that are left.
	Cuts beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents with an ID that another one has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>: counts by name, to be summed.
	Ledger beam.PCollection
}

// Find cleans documents. It panics with the error of Params.Validate if p is not valid, and if
// in has no Documents.
//
// Texts travel to the decisions about them, in one or two shuffles.
func Find(s beam.Scope, p Params, in Input) Result {
	if !in.Documents.IsValid() {
		panic("clean.Find: Input.Documents is not set; want a PCollection<record.Document>")
	}
	shuffle.CheckGlobal("clean.Find", in.Documents, in.Passages, in.HotOccurrences, in.Groups, in.Sets, in.Near,
		in.Matches, in.Equals, in.EarlierRemoved, in.EarlierCuts, in.Spans)
	return FindAt(s, p, in, &cleaning.Travel{})
}

// FindAt is Find for documents that meet the decisions about them by meeting. What
// meeting.Apply returns may lack collections; the Result then lacks them, too.
func FindAt(s beam.Scope, p Params, in Input, meeting cleaning.Meeting) Result {
	s = s.Scope("clean.Find")
	parameter.Must(p.Validate())
	cp := p.Cleaning()
	cp.Near = in.Near.IsValid()
	homes, counted := meeting.Homes(s, cp, in.Documents)
	if in.Spans.IsValid() {
		cleaned := meeting.Apply(s, cp, cleaning.EditorParams{MinText: int64(p.MinText), Units: p.units()},
			cleaning.Spans(s, cp, homes, in.Spans))
		return result(s, cleaned, counted)
	}
	copies := cleaning.CopiesOf(s, cp, p.Passages, in.Findings)
	places, searched := copies.Places, copies.Searched
	if p.Runs > 0 {
		places, searched = shuffle.Flatten(s, places, cleaning.Runs(s, cp, p.Runs, in.Documents)), true
	}
	kept, edits, twins := cleaning.Documents(s, cp, homes, copies.Groups)
	if searched {
		orders := cleaning.Orders(s, cp, kept, places)
		units, taken := meeting.Look(s, cp, p.units(), orders)
		edits = shuffle.Flatten(s, edits, orders, taken, cleaning.First(s, cp, units))
	}
	cleaned := meeting.Apply(s, cp, cleaning.EditorParams{
		MinText: int64(p.MinText), Units: p.units(), Again: in.EarlierRemoved.IsValid() || in.EarlierCuts.IsValid(),
	}, edits)
	ledger := append(copies.Ledger, counted)
	if cleaned.Fates.IsValid() {
		removed, dropped, more := cleaning.Twins(s, cp, twins, cleaned.Fates)
		cleaned.Removed, cleaned.Dropped = beam.Flatten(s, cleaned.Removed, removed),
			beam.Flatten(s, cleaned.Dropped, dropped)
		ledger = append(ledger, more)
	}
	return result(s, cleaned, ledger...)
}

// result returns the result that is what Apply returns, with counts.
func result(s beam.Scope, cleaned cleaning.Cleaned, ledger ...beam.PCollection) Result {
	return Result{
		Documents: cleaned.Documents, Removed: cleaned.Removed, Dropped: cleaned.Dropped, Cuts: cleaned.Cuts,
		Rejected: cleaned.Rejected,
		Ledger:   beam.Flatten(s, append(ledger, cleaned.Ledger)...),
	}
}
