package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/visible"
)

// removeDocuments hides the documents of some ids.
func removeDocuments(ctx context.Context, p *Params, old *indexio.Manifest) (changed, error) {
	ids := slices.Clone(p.Remove)
	if p.RemoveList != "" {
		err := result.EachLine(ctx, []string{p.RemoveList}, func(_ int, id []byte) error {
			ids = append(ids, string(bytes.TrimSuffix(id, []byte("\r"))))
			return nil
		})
		if err != nil {
			if errors.As(err, new(*result.OpenError)) {
				err = line.Usage(fmt.Errorf("--remove_list=%w", err))
			}
			return changed{}, err
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	x, err := indexio.OpenManifest(ctx, p.Index, old)
	if err != nil {
		return changed{}, err
	}
	defer x.Close()
	hidden := make([][]uint64, len(old.Segments))
	var unknown []string
	removed := 0
	for _, id := range ids {
		refs, err := x.Named(id)
		if err != nil {
			return changed{}, err
		}
		if len(refs) == 0 {
			unknown = append(unknown, id)
			continue
		}
		removed++
		for _, r := range refs {
			hidden[r.Segment] = append(hidden[r.Segment], r.Key)
		}
	}
	if len(unknown) > 0 {
		return changed{},
			line.Usage(fmt.Errorf("%s not in the index; nothing was removed:%s", are(len(unknown)), listed(unknown)))
	}
	m := *old
	m.Segments = slices.Clone(old.Segments)
	for i, keys := range hidden {
		m.Segments[i].Hide(keys)
	}
	return changed{manifest: &m, report: func(_ context.Context, out io.Writer) error {
		fmt.Fprintf(out, "%s removed from the index in %s\n", are(removed), visible.Text(p.Index))
		return nil
	}}, nil
}
