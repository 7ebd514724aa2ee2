package shuffle

import (
	"fmt"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// word and page name two types of record.
type (
	word struct{}
	page struct{}
)

// panicOf returns what f panics with, "" if it returns.
func panicOf(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// A graph whose stages do not agree is not built.
func TestBlocksPanic(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	three, four := Params{Shards: 3}, Params{Shards: 4, Workers: 2}
	col := beam.ParDo(s, &packFn{Shards: 3}, beam.Create(s, "a"))
	words, pages := BlocksOf[word](three, col), BlocksOf[page](four, col)
	for name, tc := range map[string]struct {
		build func()
		want  string // empty: none
	}{
		"group": {func() { Group(s, three, words, BlocksOf[page](Params{Shards: 3, Workers: 9}, col)) }, ""},
		"other shards": {func() {
			Group(s, three, words, pages)
		}, "shuffle.Group: blocks of shuffle.page were packed with 4 Shards, want 3"},
		"all other shards": {func() {
			Group(s, four, words)
		}, "shuffle.Group: blocks of shuffle.word were packed with 3 Shards, want 4"},
		"not valid": {func() { Group(s, Params{}, words) }, "Shards is 0"},
		"nothing":   {func() { Group(s, three) }, "shuffle.Group: there is no collection"},
		"none": {func() {
			Group(s, three, Blocks[word]{}, Blocks[page]{})
		}, "shuffle.Group: there is no collection"},
		"blocks":  {func() { BlocksOf[word](Params{}, col) }, "Shards is 0"},
		"flatten": {func() { Flatten(s, words, Blocks[word]{}, words) }, ""},
		"flatten shards": {func() {
			Flatten(s, Blocks[word]{}, words, BlocksOf[word](four, col))
		}, "shuffle.Flatten: blocks of shuffle.word were packed with 4 Shards, want 3"},
	} {
		if got := panicOf(tc.build); (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%s: panic %q, want %q", name, got, tc.want)
		}
	}
}

func TestFlattenNone(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	if Flatten[word](s).IsValid() || Flatten(s, Blocks[word]{}, Blocks[word]{}).IsValid() {
		t.Error("a collection was made of none")
	}
	words := BlocksOf[word](Params{Shards: 3}, beam.ParDo(s, &packFn{Shards: 3}, beam.Create(s, "a")))
	if got := Flatten(s, Blocks[word]{}, words); got != words {
		t.Errorf("Flatten of one collection is %+v, want %+v", got, words)
	}
}
