package shardio

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A Sorter sorts by key, then by line, in little memory as in much, and again with more lines.
func TestSorter(t *testing.T) {
	for _, memory := range []int{300, 1 << 20} {
		for _, n := range []int{0, 1, 20, 5000} {
			random := rand.New(rand.NewPCG(1, 2))
			s := NewSorter(t.Context(), spoolOf(t, true), memory)
			var want [][2]string
			for range 2 {
				for range n {
					key, line := fmt.Sprintf("k%02d", random.IntN(50)), fmt.Sprintf("line %02d", random.IntN(50))
					want = append(want, [2]string{key, line})
					if err := s.Add([]byte(key), []byte(key+"="+line)); err != nil {
						t.Fatal(err)
					}
				}
				slices.SortFunc(want, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
				var got [][2]string
				err := s.Each(func(line []byte) error {
					key, rest, _ := strings.Cut(string(line), "=")
					got = append(got, [2]string{key, rest})
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%d lines, %d bytes (-want +got):\n%s", n, memory, diff)
				}
			}
			stop := errors.New("stop")
			if err := s.Each(func([]byte) error { return stop }); n > 0 && !errors.Is(err, stop) {
				t.Errorf("the error of f: %v", err)
			}
		}
	}
}

func TestSorterIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := NewSorter(ctx, spoolOf(t, true), 1<<20)
	for range 3 * checkLines {
		if err := s.Add([]byte("key"), []byte("line")); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	err := s.Each(func([]byte) error { n++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || n > checkLines {
		t.Errorf("%d lines, then %v", n, err)
	}
}
