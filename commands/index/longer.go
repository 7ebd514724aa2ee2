package index

import (
	"context"
	"fmt"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/frequency"
)

// longer returns a line for the terminal if a build of all documents of an index would choose longer signatures than
// those of its first build: lookups cost more until it is renewed. Else it returns "".
func longer(ctx context.Context, dir string, m *indexio.Manifest) (string, error) {
	p := lookup.WinnowOf(m)
	places := int64(0) // as many as q-grams, or more
	for i := range m.Segments {
		places += m.Segments[i].Counts["places"]
	}
	if p.Length(places) == p.Q {
		return "", nil
	}
	first, err := frequencies(ctx, dir, m)
	if err != nil {
		return "", err
	}
	x, err := indexio.OpenManifest(ctx, dir, m)
	if err != nil {
		return "", err
	}
	defer x.Close()
	now := &frequency.Counts{}
	for i := range m.Segments {
		if err := x.SegmentCounts(ctx, i, now.AddPage); err != nil {
			return "", err
		}
	}
	is, would := p.Length(first.Stats().Grams), p.Length(now.Stats().Grams)
	if would <= is {
		return "", nil
	}
	return fmt.Sprintf("Signatures have %d letters, as at the first build; of all documents they would have %d, and lookups would cost less: --compact --renew", is, would), nil
}
