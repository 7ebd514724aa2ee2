package serve

import (
	"context"
	"fmt"
	"time"
)

// followed is how often a desk looks whether its index has changed.
const followed = time.Second

// complaints says which errors of looks at the index are logged: one that two looks in a row have, once. At one look
// the index may be between two changes of other runs.
type complaints struct{ last, said string }

// due reports whether the error of a look, which may be nil, is to be logged.
func (c *complaints) due(err error) bool {
	switch {
	case err == nil:
		*c = complaints{}
	case err.Error() != c.last:
		c.last = err.Error()
	case c.last != c.said:
		c.said = c.last
		return true
	}
	return false
}

// follow opens the index again whenever another run has changed it, until ctx ends. Queries that are running go on with
// the index as it was. After an error the index stays as it is.
func (d *desk) follow(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var errs complaints
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := d.catchUp(ctx)
		if ctx.Err() != nil {
			return
		}
		if errs.due(err) {
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
