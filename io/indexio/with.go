package indexio

import (
	"context"
	"slices"

	"example.org/diagonal/io/result"
)

// With is a result of another command that has the documents of a segment. The segment counts if that result is there,
// and only then: so both appear at once, by the one step that gives the result its name.
type With struct {
	// Result is the folder of the result, from any folder.
	Result string `json:"result"`
	// Mark is that of the result: another result in the folder is not the one.
	Mark
}

// Mark is a part of the run.json of a result, of which With knows it: a random text; "" of a result that no index waits
// for.
type Mark struct {
	Mark string `json:"index_mark,omitempty"`
}

// there reports whether the result is there.
func (w *With) there(ctx context.Context) (bool, error) {
	folder, err := result.Open(ctx, w.Result)
	if err != nil || !folder.Whole() || !folder.Has(result.RunFile) {
		return false, err
	}
	var run Mark
	err = folder.Run(ctx, &run)
	return run == w.Mark, err
}

// settle takes out the segments whose result is not there, and reports whether there were some. The others wait for
// nothing any more.
func (m *Manifest) settle(ctx context.Context) (some bool, err error) {
	var absent []string
	for i := range m.Segments {
		s := &m.Segments[i]
		if s.With == nil {
			continue
		}
		there, err := s.With.there(ctx)
		if err != nil {
			return false, err
		}
		if !there {
			absent = append(absent, s.Name)
		}
		s.With = nil
	}
	m.Segments = slices.DeleteFunc(m.Segments, func(s Segment) bool { return slices.Contains(absent, s.Name) })
	return len(absent) > 0, nil
}

// waits reports whether a segment waits for its result.
func (m *Manifest) waits() bool {
	return slices.ContainsFunc(m.Segments, func(s Segment) bool { return s.With != nil })
}

// Settle writes that the segments wait for no result any more. The caller holds the lock of the index.
func Settle(ctx context.Context, dir string) error {
	old, err := ReadManifest(ctx, dir)
	if err != nil {
		return err
	}
	now := *old
	return now.Write(ctx, dir, old)
}
