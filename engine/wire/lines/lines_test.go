package lines

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/engine/wire"
)

func read(batch []byte) (all []string, err error) {
	err = Each(batch, func(key, line []byte) error {
		all = append(all, fmt.Sprintf("%s %s", key, line))
		return nil
	})
	return all, err
}

func TestBatch(t *testing.T) {
	var batch []byte
	for _, line := range []string{"key value", "", "abc"} {
		batch = Append(batch, min(len(line), 3), []byte(line))
	}
	got, err := read(batch)
	if want := []string{"key key value", " ", "abc abc"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, error %v, want %q", got, err, want)
	}
	if got, err := read(nil); len(got) > 0 || err != nil {
		t.Errorf("no line: %q, error %v", got, err)
	}
	broken := errors.New("broken")
	if err := Each(batch, func(_, _ []byte) error { return broken }); err != broken {
		t.Errorf("the error is %v", err)
	}
}

// FuzzEach: a batch that is damaged is an error, or the lines of another batch.
func FuzzEach(f *testing.F) {
	f.Add(Append(Append(nil, 1, []byte("ab")), 0, nil))
	f.Add([]byte{3, 2, 'a', 'b'})
	f.Fuzz(func(t *testing.T, b []byte) {
		size := 0
		err := Each(b, func(key, line []byte) error {
			if size += len(line); len(key) > len(line) || size > len(b) {
				t.Fatalf("%x: key %x, line %x", b, key, line)
			}
			return nil
		})
		if err != nil && err != wire.ErrShort {
			t.Fatalf("%x: %v", b, err)
		}
	})
}
