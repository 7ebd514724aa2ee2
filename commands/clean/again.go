package clean

import (
	"context"
	"fmt"
	"io"
	"strings"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/io/result"
	search "example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/signature"
)

// searches reports whether this command searches the collection: for a result, if none is
// given, or again, as r was found.
func (p Params) searches(r *searchResult) bool {
	if p.Exact > 0 || p.Apply != "" {
		return false
	}
	return r.dir == "" || p.Passes > 1 && !p.annotates() && !r.groups && !r.matches && (!r.directed || p.against())
}

// givenAntecedents reports whether the user gave the antecedents of spot signatures word by
// word. A result does not contain them.
func (r *searchResult) givenAntecedents() bool {
	return strings.HasSuffix(r.searched.Antecedents, signature.GivenWords)
}

// searchParams returns the parameters that r was found with, with the least similarity of p. If
// there is no result yet, it returns the defaults.
func (p Params) searchParams(r *searchResult) (params search.Params, err error) {
	params = search.Defaults()
	if r.dir != "" {
		if params, err = r.searched.Params(); err != nil {
			return params, fmt.Errorf("--result=%s: %s: %w", r.dir, result.SummaryFile, err)
		}
	}
	if params.Matching == search.Refine {
		params.MinSimilarity = p.MinSimilarity
	}
	// new documents are compared with old ones, and with each other
	params.Directed, params.AlsoInput = p.against(), p.against() && (r.dir == "" || params.AlsoInput)
	params.Clusters, params.DateField = false, "" // clean reads passages
	return params, nil
}

// checkSearch returns an error if the search that r is the result of cannot be repeated, for
// any other reason than that a result does not contain antecedents.
func (p Params) checkSearch(r *searchResult) error {
	if r.givenAntecedents() {
		return nil
	}
	_, err := p.searchParams(r)
	return err
}

// searchAgain searches what the passes of t have left as r was found, and makes the result in the folder dir.
func searchAgain(
	ctx context.Context, p Params, r *searchResult, t *total, dir string, w io.Writer,
) (*searchResult, error) {
	params, err := p.searchParams(r)
	if err != nil {
		return nil, err
	}
	params.Share = p.share
	found, err := partial.Run(ctx, partial.Params{
		Job:  p.searchJob(t.inputs(p), dir),
		Find: params, PassageParams: job.PassageParams{OutputFormat: job.JSONL},
	}, w)
	if err != nil {
		return nil, fmt.Errorf("searching the collection: %w", err)
	}
	t.took.add(&found.Run)
	return openResult(ctx, dir, p.against())
}

// searchJob returns the parameters of the job of a search: the bounds and the lines of progress are those of the
// passes.
func (p Params) searchJob(inputs []string, dir string) job.Params {
	docs := p.Job.Docs
	docs.Input, docs.Keep = inputs, nil // passages need no fields
	return job.Params{Docs: docs, Output: dir, Quiet: p.Job.Quiet, Memory: p.Job.Memory, Spool: p.Job.Spool}
}
