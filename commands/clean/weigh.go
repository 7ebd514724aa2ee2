package clean

import (
	"context"
	"os"

	"example.org/diagonal/engine/spool"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// weighed is a line of a manifest while copies are counted. Weight is how many documents have lost the range: that of
// the line, and those that it represents, which have the same text when the range is removed. Only the pass that
// removes it knows them: later it may represent more, or be represented itself. Of a line that another line counts,
// Weight is 0.
type weighed struct {
	record.Removed
	Weight int64 `json:"weight,omitempty"`
}

// represented is so many documents that one represents.
type represented struct {
	By    string
	Count int64
}

// weigh writes the weights of the ranges that one pass has removed into its manifest, which is in the folder dir. The
// folder last has the account of the passes before, and is "" if there were none.
func weigh(ctx context.Context, last, dir string, memory int) error {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp(dir, ".tmp-weights-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	lines, err := spool.Make(temp, true)
	if err != nil {
		return err
	}
	defer lines.Close()
	// Both are by the document that represents others.
	before, all := shardio.NewSorter(ctx, lines, memory), shardio.NewSorter(ctx, lines, memory)
	send := func(r represented, to ...*shardio.Sorter) error {
		for _, s := range to {
			if err := add(s, wire.AppendOrdered(nil, r.By), &r); err != nil {
				return err
			}
		}
		return nil
	}
	if last != "" {
		earlier, err := result.Open(ctx, last)
		if err != nil {
			return err
		}
		if err := eachTwin(ctx, earlier, func(v *record.Removed) error {
			if v.Source { // a document of the source, which loses nothing
				return nil
			}
			return send(represented{v.KeptID, 1}, before, all)
		}); err != nil {
			return err
		}
	}
	counts := countsOf(ctx, before)
	defer counts.close()
	if err := eachTwin(ctx, folder, func(v *record.Removed) error {
		if v.Source {
			return nil
		}
		n, err := counts.of(v.ID)
		if err != nil {
			return err
		}
		return send(represented{v.KeptID, 1 + n}, all)
	}); err != nil {
		return err
	}
	weights := countsOf(ctx, all)
	defer weights.close()
	return rewriteManifest(ctx, folder, temp, func(v *weighed) error {
		n, err := weights.of(v.ID)
		v.Weight = 1 + n
		return err
	})
}

// representedCounts is how many documents others represent, by these.
type representedCounts struct {
	*reading[represented]
	id    string
	count int64
}

func countsOf(ctx context.Context, s *shardio.Sorter) *representedCounts {
	return &representedCounts{reading: linesOf[represented](ctx, s.Each)}
}

// of returns how many documents id represents. Ids are asked for in ascending order.
func (c *representedCounts) of(id string) (int64, error) {
	if id != c.id {
		c.id, c.count = id, 0
	}
	for ; c.more() && c.head.By <= id; c.skip() {
		if c.head.By == id {
			c.count += c.head.Count
		}
	}
	return c.count, c.err
}

// rewriteManifest changes each line of the manifest of a folder. temp is a folder beside it.
func rewriteManifest(ctx context.Context, folder *result.Folder, temp string, change func(v *weighed) error) error {
	dir, err := os.MkdirTemp(temp, "")
	if err != nil {
		return err
	}
	err = shardio.WriteStream(ctx, dir, manifestStream, func(write func([]byte) error) error {
		return result.Each(ctx, folder, manifestStream, func(v weighed, _ []byte) error {
			if err := change(&v); err != nil {
				return err
			}
			line, err := record.JSON(v)
			if err != nil {
				return err
			}
			return write(line)
		})
	})
	if err != nil {
		return err
	}
	return exchange(ctx, folder, dir, manifestStream)
}

// eachTwin calls f with the documents that others represent, in the order of their ids.
func eachTwin(ctx context.Context, folder *result.Folder, f func(v *record.Removed) error) error {
	for _, stream := range []string{droppedStream, manifestStream} { // with --policy=annotate nothing is dropped
		err := result.Each(ctx, folder, stream, func(v record.Removed, _ []byte) error {
			if !cleaning.Whole(v.Reason) || v.KeptID == "" {
				return nil
			}
			return f(&v)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
