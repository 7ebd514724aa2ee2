package shardio

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A Sorter sorts by key, then by line, holds no more than its memory, and keeps few runs.
func TestSorter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 20, 5000} {
		dir := t.TempDir()
		const memory = 256
		s := NewSorter(t.Context(), dir, memory)
		var want, got [][2]string
		for range n {
			key, line := fmt.Sprintf("k%02d", random.IntN(50)), fmt.Sprintf("line %02d", random.IntN(50))
			want = append(want, [2]string{key, line})
			if err := s.Add([]byte(key), []byte(key+"="+line)); err != nil {
				t.Fatal(err)
			}
			if files, _ := os.ReadDir(dir); len(files) > mergedRuns {
				t.Fatalf("%d runs", len(files))
			}
		}
		slices.SortFunc(want, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
		for range 2 {
			got = nil
			err := s.Each(func(line []byte) error {
				var key string
				for i, c := range line {
					if c == '=' {
						key, line = string(line[:i]), line[i+1:]
						break
					}
				}
				got = append(got, [2]string{key, string(line)})
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%d lines (-want +got):\n%s", n, diff)
			}
		}
		if s.Held() > memory {
			t.Errorf("%d bytes were held, at most %d", s.Held(), memory)
		}
		stop := errors.New("stop")
		if err := s.Each(func([]byte) error { return stop }); n > 0 && !errors.Is(err, stop) {
			t.Errorf("the error of f: %v", err)
		}
	}
}
