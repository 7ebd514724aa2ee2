package explain

import (
	"fmt"
	"slices"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature"
)

// verdict returns in one sentence what came of the pair.
func (e *Explanation) verdict(p partial.Params) string {
	if n := len(e.Passages); n > 0 {
		return line.Many(int64(n), "passage") + " found"
	}
	s := e.Signatures
	switch {
	case e.A.Words == 0 || e.B.Words == 0:
		return "nothing found: one of the two has no word"
	case s.All == 0:
		return "nothing found: the two have no " + s.Kind + " in common" + without(e)
	case s.Used == 0 && s.Thinned == 0:
		return fmt.Sprintf("nothing found: all that the two share is hot: in more than %d documents (--max_documents), the most frequent in %d", e.Collection.MaxDocuments, s.HotDocuments)
	case s.Used == 0:
		return fmt.Sprintf("nothing found: of the %d %s in common, %d are hot (in more than %d documents, --max_documents), and %d are in more than %d documents and not in the sample of such ones that is used", s.All, s.Kind, s.Hot, e.Collection.MaxDocuments, s.Thinned, candidate.KeepDocuments)
	}
	if p.Matching == partial.Diagonal {
		switch {
		case len(e.Runs) > 0 && e.Runs[0].Value < e.Runs[0].Need:
			return fmt.Sprintf("nothing found: the longest run of duplicate sentences has %.0f, and --gamma asks for %.0f", e.Runs[0].Value, e.Runs[0].Need)
		case len(e.Compared) > 0 && !e.Compared[0].Passed:
			return fmt.Sprintf("nothing found: the two most similar sentences have a Jaccard similarity of %.4g, and --tau asks for %.4g", e.Compared[0].Value, e.Compared[0].Need)
		}
		return fmt.Sprintf("nothing found: no %d of the %s that the two share follow each other in both (--gamma asks for so many, --gap=%d)", p.Diagonal.Gamma+1, line.Many(int64(s.Used), "signature"), p.Diagonal.Gap)
	}
	switch c := e.Candidate; {
	case !c.Near:
		return fmt.Sprintf("nothing found: the two were not compared: of the %d that are used, no %d are within 4 sentences of each other in both", s.Used, c.NearNeed)
	case !c.Aligned:
		return fmt.Sprintf("nothing found: similar sentences have %s in common, and %d are needed; so the two were not aligned", line.Many(int64(c.Common), "word"), c.Need)
	case c.Seeds == 0:
		return "nothing found: no two sentences are similar enough"
	}
	return "nothing found: " + e.lastFailure()
}

// without says how many sentences are compared with nothing.
func without(e *Explanation) string {
	switch n := e.Signatures.Without; {
	case n == 0:
		return ""
	case e.Parameters.Signature == signature.IMatch:
		return fmt.Sprintf("; %s have no word that counts (--idf)", line.Many(n, "sentence"))
	default:
		return fmt.Sprintf("; %s have no signature", line.Many(n, "sentence"))
	}
}

// lastFailure returns in words why the range that came furthest is no passage.
func (e *Explanation) lastFailure() string {
	order := []trace.What{trace.Itself, trace.Validation, trace.OneSided, trace.Explained, trace.Length, trace.Words,
		trace.ShortWords, trace.ShortCosine, trace.Faint, trace.Numbers, trace.Evidence, trace.Names, trace.Similarity,
		trace.Amount, trace.Prose}
	best, at := Step{}, -1
	for _, s := range e.Steps {
		if i := slices.Index(order, trace.What(s.What)); !s.Passed &&
			(i > at || i == at && s.AEnd-s.AStart > best.AEnd-best.AStart) {
			best, at = s, i
		}
	}
	if at < 0 {
		return "no range of the two is similar enough as a whole"
	}
	return fmt.Sprintf("the range that came furthest, %d-%d in A and %d-%d in B, failed at: %s", best.AStart, best.AEnd,
		best.BStart, best.BEnd, inWords(best))
}

// inWords returns a step for a table.
func inWords(s Step) string {
	switch trace.What(s.What) {
	case trace.Validation:
		return fmt.Sprintf("cosine of the two ranges %.4g, must be above %.4g", s.Value, s.Need)
	case trace.Itself:
		return "it overlaps its own copy"
	case trace.Explained:
		return "it overlaps a stronger range on both sides"
	case trace.OneSided:
		return fmt.Sprintf("it overlaps a stronger range on one side: cosine %.4g, at least %.4g", s.Value, s.Need)
	case trace.Length:
		return fmt.Sprintf("length of the shorter side %.0f characters, at least %.0f", s.Value, s.Need)
	case trace.ShortWords:
		return fmt.Sprintf("a short passage with %.0f common words, at least %.0f", s.Value, s.Need)
	case trace.ShortCosine:
		return fmt.Sprintf("a short passage with a cosine of %.4g, at least %.4g, or a common run of 12 words",
			s.Value, s.Need)
	case trace.Words:
		return fmt.Sprintf("%.0f common words, at least %.0f, or a run of 8", s.Value, s.Need)
	case trace.Faint:
		return "it is weak, and there is a strong passage"
	case trace.Evidence:
		return fmt.Sprintf("share of the common runs of three words that few documents have: %.4g, at least %.4g: set phrases", s.Value, s.Need)
	case trace.Names:
		return "the names and numbers of the two are not the same: a form filled with other facts"
	case trace.Numbers:
		return "what the two share is numbers, as in lists and tables"
	case trace.Similarity:
		return fmt.Sprintf("similarity %.4g, --min_similarity asks for %.4g", s.Value, s.Need)
	case trace.Amount:
		return fmt.Sprintf("evidence %.4g, --min_evidence asks for %.4g", s.Value, s.Need)
	case trace.Prose:
		return fmt.Sprintf("prose %.4g, --min_prose asks for %.4g", s.Value, s.Need)
	}
	return fmt.Sprintf("%s %.4g, at least %.4g", s.What, s.Value, s.Need)
}
