package serve

import (
	"context"
	"fmt"
	"time"
)

// followed is how often a desk looks whether its index has changed.
const followed = time.Second

// follow opens the index again whenever another run has changed it, until ctx ends. Queries that are running go on with
// the index as it was. After an error, which is logged once, the index stays as it is.
func (d *desk) follow(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	said := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := d.catchUp(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			said = ""
		case err.Error() != said:
			said = err.Error()
			d.log(fmt.Errorf("queries are answered by the index as it was: %w", err))
		}
	}
}

// catchUp opens the index again if it has changed.
func (d *desk) catchUp(ctx context.Context) error {
	done, err := d.change(ctx)
	if err != nil {
		return err
	}
	defer done()
	same, err := d.index.Manifest.Current(ctx, d.params.Index)
	if err != nil || same {
		return err
	}
	return d.reopen(ctx)
}

// reopen opens the index again, and closes it as it was when its queries are answered. The change is the caller's.
func (d *desk) reopen(ctx context.Context) error {
	x, ranks, fresh, err := load(ctx, d.params)
	if err != nil {
		return err
	}
	for range fresh { // each when its query is answered
		(<-d.searchers).Close()
	}
	d.index.Close()
	d.index, d.ranks = x, ranks
	for _, s := range fresh {
		d.searchers <- s
	}
	return nil
}
