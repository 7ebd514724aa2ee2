package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
)

// entry is a count of the ledger, in words.
type entry struct {
	Count      string
	What, Lost string
}

// ledger returns the counts of the result that are not 0, the largest first.
func (b *builder) ledger() []entry {
	counts := b.f.Summary.Ledger
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(x, y string) int { return int(counts[y] - counts[x]) })
	var all []entry
	for _, name := range names {
		if counts[name] == 0 {
			continue
		}
		e, ok := ledgerWords[name]
		if !ok {
			e.What = strings.ReplaceAll(name, "_", " ")
		}
		e.Count = humanize.Comma(counts[name])
		all = append(all, e)
	}
	return all
}

// ledgerWords contains the tables of docs/ledger.md, without their marks; a test compares them.
var ledgerWords = map[string]entry{
	"passages_of_rejected_documents":        {What: "passages with a document that was rejected because another one has its id", Lost: "with the document"},
	"page_furniture_characters":             {What: "visible characters of web pages that are no main text (a Han character counts three); --html=all compares them, too", Lost: "text of navigation, side bars, footers, forms and lists of links"},
	"document_pairs_on_a_hot_ngram":         {What: "pairs that were not compared on a run of three words (or a chain of rare ones), because more than --max_documents documents contain it", Lost: "only if they share nothing else; boilerplate is reported as hot"},
	"document_pairs_on_a_thinned_ngram":     {What: "pairs that were not compared on a run from which we sample, because many documents contain it, but not more than --max_documents", Lost: "only if they share little else: a passage of 100 characters has a dozen runs"},
	"ngrams_repeated_in_a_document":         {What: "places of a run after the fourth in one document", Lost: "only in documents that repeat themselves"},
	"document_pairs_without_near_ngrams":    {What: "pairs that share only runs far from each other", Lost: "no passage known"},
	"document_pairs_without_similar_units":  {What: "pairs that share runs, in sentences with too few words in common", Lost: "very short or heavily reworded passages"},
	"passages_too_short":                    {What: "matches of less than 100 characters (40 Han characters) on one side", Lost: "yes, by that limit"},
	"passages_of_set_phrases":               {What: "passages of a similarity below .8 that are no copy, and of whose shared runs of three words less than a quarter are rare: in 3 documents at most, and up to 10 in a collection of less than 16,000", Lost: "reuse of which nearly all words were exchanged; a copied run of 150 characters stays. Not with --candidates=chains, whose runs are of rare words"},
	"passages_of_numbers":                   {What: "in collections for which it is not known which runs are rare: passages of a similarity below .9 that are no copy, and share numbers as much as words: of the words of their shared runs of three words, half are numbers of up to four digits (Roman ones up to XLIX). These are lists of chapters, months or lines, and tables", Lost: "an edited list or table; a copied run of 150 characters stays"},
	"passages_below_min_similarity":         {What: "passages left out by --min_similarity", Lost: "yes, you asked for it"},
	"rare_sentences_of_hot_units":           {What: "places of sentences that are boilerplate but for a few words, such as a title or a number, or whose boilerplate differs from that of other documents, beside the hot passages", Lost: "the words of its own; all other words are in hot passages"},
	"sentences_without_signature":           {What: "sentences with no word in the range of --idf, or no antecedent", Lost: "yes: compared with nothing"},
	"sentences_too_long_for_parts":          {What: "sentences of more than 256 different shingles, compared only as a whole", Lost: "if edited"},
	"document_pairs_on_a_hot_sentence":      {What: "pairs of documents that were not made from a sentence in more than --max_documents documents", Lost: "no, it is reported as hot"},
	"sentence_pairs_on_a_hot_signature":     {What: "pairs of sentences that were not compared on a shingle in more than --max_documents documents", Lost: "if no other shingle brings them together"},
	"sentence_pairs_by_length_ratio":        {What: "pairs too different in length to reach --tau", Lost: "no"},
	"sentences_equal_to_the_one_before":     {What: "in a run of equal sentences, all but the first: the run is compared with other runs, not with itself", Lost: "the repeat inside the run"},
	"sentences_repeated_in_a_document":      {What: "places of a sentence after its fourth run in one document", Lost: "only in documents that repeat themselves"},
	"documents_without_elements":            {What: "documents in which the method finds nothing to compare: no word; with --method=spotsigs no antecedent; with --method=modm no shingle in the sample. A document of 1 to --n - 1 words is one shingle, and resembles documents with the same words", Lost: "resembles nothing, not even an equal one"},
	"pairs_of_equal_documents":              {What: "pairs of two documents with the same words in the same order", Lost: "no: equal-*.jsonl has the documents; --equal_pairs writes the pairs"},
	"pairs_of_copies":                       {What: "pairs with a document that equals another one, whose pair is written", Lost: "no: as above"},
	"documents_with_a_fingerprint_taken":    {What: "documents whose 63-bit fingerprint other words have, too; with a hundred million different documents, one run in two thousand has such a pair", Lost: "resembles nothing"},
	"parts_of_sentences_too_short_to_cut":   {What: "parts of sentences that occur elsewhere, but have too few words to be worth a hole in a sentence", Lost: "stays"},
	"reworded_passages_of_a_source":         {What: "passages with a source that are not word by word: the source is not read", Lost: "stays"},
	"passages_left":                         {What: "what a search of the cleaned collection still finds", Lost: "stays"},
	"hot_passages_left":                     {What: "what a search of the cleaned collection still finds", Lost: "stays"},
	"documents_with_fewer_signatures":       {What: "documents of the index that were not looked at for a query, because others share more signatures with it", Lost: "yes, if one of them is more alike than its signatures say"},
	"documents_with_little_in_common":       {What: "documents that share few signatures with the query, and little around them", Lost: "no similar document known"},
	"documents_with_one_frequent_signature": {What: "documents that share one signature with the query, which more documents have than are read for one query", Lost: "yes: a passage that is short, or changed so much that one signature is left"},
	"documents_beyond_the_cap":              {What: "documents that certainly share text with the query, and were not looked at: 100 are for each 100 signatures of a query, the most similar first", Lost: "yes: copies of boilerplate"},
}
