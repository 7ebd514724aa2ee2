package serve

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"example.org/diagonal/io/indexio"
)

// An error is logged when a second look has it, and once, until a look has none.
func TestComplaints(t *testing.T) {
	a, b := errors.New("a"), errors.New("b")
	var c complaints
	for i, look := range []struct {
		err error
		due bool
	}{{nil, false}, {a, false}, {nil, false}, {a, false}, {a, true}, {a, false}, {b, false}, {b, true}, {b,
		false}, {nil, false}, {b, false}, {b, true}} {
		if got := c.due(look.err); got != look.due {
			t.Errorf("look %d, error %v: logged: %v", i, look.err, got)
		}
	}
}

// What another run adds to the index and removes from it is known to later queries, while others ask. If the index
// cannot be read, that is said once, and queries are answered by the index as it was.
func TestFollow(t *testing.T) {
	dir, ix := made(t)
	d, s := opened(t, ix, nil)
	// else it would be opened again each time
	if same, err := d.index.Manifest.Current(t.Context(), ix); err != nil || !same {
		t.Fatalf("the index is another one at once: %v, %v", same, err)
	}
	said := make(chan error, 100)
	d.log = func(err error) { said <- err }
	ctx, stop := context.WithCancel(t.Context())
	var following, asking sync.WaitGroup
	following.Go(func() { d.follow(ctx, 5*time.Millisecond) })
	t.Cleanup(func() { stop(); following.Wait() })

	text := prose(99, 200)
	until := func(about string, passages int) {
		t.Helper()
		for end := time.Now().Add(5 * time.Minute); len(ask(t, d, s,
			Question{Text: text}).Passages) != passages; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not %d passages", about, passages)
			}
		}
	}
	until("before", 0)
	for range 4 {
		asking.Go(func() {
			for range 20 {
				if got := ask(t, d, s, queries()[0]); len(got.Passages) == 0 {
					t.Error("no passages any more")
				}
			}
		})
	}
	change := func(args ...string) {
		t.Helper()
		if out, code := execute(t, IndexCommand(), append(args, "--index="+ix, "--quiet")...); code != 0 {
			t.Fatal(out)
		}
	}
	change("--input="+files(t, filepath.Join(dir, "more.jsonl"), Question{"new", text}), "--add")
	until("added", 1)
	change("--compact")
	change("--remove=new")
	until("removed", 0)
	asking.Wait()

	manifest := filepath.Join(ix, indexio.ManifestFile)
	broken := manifest + ".broken" // in one step, so that no look sees a part of it and says another thing
	if err := os.WriteFile(broken, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(broken, manifest); err != nil {
		t.Fatal(err)
	}
	select {
	case <-said:
	case <-time.After(5 * time.Minute):
		t.Fatal("nothing is said of a manifest that cannot be read")
	}
	time.Sleep(50 * time.Millisecond)
	if len(said) > 0 {
		t.Errorf("said more than once: %v", <-said)
	}
	if got := ask(t, d, s, queries()[0]); len(got.Passages) == 0 {
		t.Error("no passages with the index as it was")
	}
}
