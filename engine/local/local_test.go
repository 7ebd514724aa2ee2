package local

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, Name) }

func init() {
	register.Function1x2(letterFn)
	register.Function2x1(joinFn)
	register.Function3x1(coJoinFn)
	register.Function2x1(besideFn)
	register.Function3x0(bothFn)
	register.Function2x1(countFn)
	register.Function2x1(amongFn)
	register.Function2x2(failFn)
	register.Function2x0(slowFn)
	register.DoFn2x0[string, func(string)](&bundleFn{})
	register.Emitter1[string]()
	register.Iter1[string]()
}

func letterFn(w string) (string, string) { return w[:1], w }

// joinFn joins the values of a key, in order.
func joinFn(key string, words func(*string) bool) string {
	return key + ":" + joined(words)
}

func joined(words func(*string) bool) string {
	var all []string
	var w string
	for words(&w) {
		all = append(all, w)
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

func coJoinFn(key string, a, b func(*string) bool) string {
	return key + ":" + joined(a) + "|" + joined(b)
}

func countFn(w string, n int) string { return fmt.Sprint(w, n) }

func bothFn(w string, x, y func(string)) {
	x(w)
	y(w + "'")
}

func besideFn(w, side string) string                   { return w + side }
func amongFn(w string, side func(*string) bool) string { return w + "<" + joined(side) + ">" }

func TestGroups(t *testing.T) {
	p, s, words := ptest.CreateList(strings.Fields("pear apple 中文 avocado plum apple 中国"))
	got := beam.ParDo(s, joinFn, beam.GroupByKey(s, beam.ParDo(s, letterFn, words)))
	passert.Equals(s, got, "a:apple,apple,avocado", "p:pear,plum", "\xe4:中国,中文")
	ptest.RunAndValidate(t, p)
}

// The keys with the most bytes come first, and where values are no bytes those with the most values, whatever the order
// of the keys.
func TestLargestGroupFirst(t *testing.T) {
	g := &group{keys: map[string]*keyed{}}
	for key, length := range map[string][2]int{"a": {1, 1}, "b": {0, 4}, "c": {3, 0}, "d": {2, 1}} {
		g.keys[key] = &keyed{key: key,
			values: []values{valuesOf(make([]any, length[0])...), valuesOf(make([]any, length[1])...)}}
	}
	g.keys["e"] = &keyed{key: "e", values: []values{valuesOf(make([]byte, 10)), {}}}
	g.keys["f"] = &keyed{key: "f", values: []values{valuesOf([]byte("one"), []byte("two")), valuesOf([]byte("three"))}}
	var got []any
	for i := range g.open(blocks{}.size) {
		v, _ := g.take(i)
		got = append(got, v.Elm)
	}
	if want := []any{"f", "e", "b", "c", "d", "a"}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

func TestCoGroup(t *testing.T) {
	p, s, a, b := ptest.CreateList2([]string{"ab", "ac"}, []string{"ad", "be"})
	got := beam.ParDo(s, coJoinFn, beam.CoGroupByKey(s, beam.ParDo(s, letterFn, a), beam.ParDo(s, letterFn, b)))
	passert.Equals(s, got, "a:ab,ac|ad", "b:|be")
	ptest.RunAndValidate(t, p)
}

// One Flatten joins two outputs of one ParDo, and another the outputs of two stages.
func TestFlatten(t *testing.T) {
	p, s, a, b := ptest.CreateList2([]string{"a1"}, []string{"a2", "b3"})
	x, y := beam.ParDo2(s, bothFn, b)
	grouped := beam.ParDo(s, joinFn, beam.GroupByKey(s, beam.ParDo(s, letterFn, a)))
	all := beam.Flatten(s, beam.Flatten(s, x, y, x), grouped)
	got := beam.ParDo(s, joinFn, beam.GroupByKey(s, beam.ParDo(s, letterFn, all)))
	passert.Equals(s, got, "a:a2,a2,a2',a:a1", "b:b3,b3,b3'")
	passert.Count(s, all, "all", 7)
	ptest.RunAndValidate(t, p)
}

// A side input may come of the main input itself, or be there before it.
func TestSideInputs(t *testing.T) {
	p, s, words := ptest.CreateList([]string{"a", "b"})
	self := beam.ParDo(s, amongFn, words, beam.SideInput{Input: words})
	passert.Equals(s, self, "a<a,b>", "b<a,b>")
	table := beam.Create(s, "!")
	later := beam.Create(s, "c", "d")
	passert.Equals(s, beam.ParDo(s, besideFn, later, beam.SideInput{Input: table}), "c!", "d!")
	both := beam.ParDo(s, besideFn, beam.Flatten(s, later, self), beam.SideInput{Input: table})
	passert.Equals(s, both, "c!", "d!", "a<a,b>!", "b<a,b>!")
	ptest.RunAndValidate(t, p)
}

// A ParDo is fused with what makes its main input if its side input does not need that, in
// whatever order the graph was built.
func TestSideInputsComeFirst(t *testing.T) {
	for name, tc := range map[string]struct {
		build  func(s beam.Scope)
		begins int
	}{
		"another source": {func(s beam.Scope) {
			words := beam.ParDo(s, letterFn, beam.CreateList(s, []string{"a", "b"}))
			side := stats.CountElms(s, beam.CreateList(s, []string{"x"}))
			beam.ParDo(s, countFn, beam.DropKey(s, words), beam.SideInput{Input: side})
		}, 0},
		"the same source": {func(s beam.Scope) {
			words := beam.CreateList(s, []string{"a", "b"})
			beam.ParDo(s, countFn, words, beam.SideInput{Input: stats.CountElms(s, words)})
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p, s := beam.NewPipelineWithRoot()
			tc.build(s)
			edges, _, err := p.Build()
			if err != nil {
				t.Fatal(err)
			}
			stages, err := cut(edges, blocks{})
			if err != nil {
				t.Fatal(err)
			}
			if begins := len(stages[0].p.begins); begins != tc.begins {
				t.Errorf("%d ParDos begin a stage, want %d", begins, tc.begins)
			}
		})
	}
}

func TestReshuffleAndCombine(t *testing.T) {
	p, s, n := ptest.CreateList([]int{1, 2, 3, 4})
	passert.Equals(s, stats.Sum(s, beam.Reshuffle(s, n)), 10)
	counts := stats.Count(s, beam.Create(s, "x", "y", "x"))
	passert.Equals(s, beam.ParDo(s, countFn, counts), "x2", "y1")
	ptest.RunAndValidate(t, p)
}

// bundleFn emits what a bundle has seen when the bundle ends.
type bundleFn struct {
	Suffix string
	seen   []string
}

func (fn *bundleFn) StartBundle(func(string))                { fn.seen = nil }
func (fn *bundleFn) ProcessElement(w string, _ func(string)) { fn.seen = append(fn.seen, w) }
func (fn *bundleFn) FinishBundle(emit func(string)) {
	for _, w := range fn.seen {
		emit(w + fn.Suffix)
	}
}

// Workers, and two uses of one DoFn value, have instances of their own.
func TestInstances(t *testing.T) {
	var words, want []string
	for i := range 1000 {
		words = append(words, fmt.Sprint(i))
		want = append(want, fmt.Sprint(i, "!"), fmt.Sprint(i, "!"))
	}
	p, s, in := ptest.CreateList(words)
	in = beam.Reshuffle(s, in)
	fn := &bundleFn{Suffix: "!"}
	passert.EqualsList(s, beam.Flatten(s, beam.ParDo(s, fn, in), beam.ParDo(s, fn, in)), want)
	ptest.RunAndValidate(t, p)
}

func failFn(ctx context.Context, w string) (string, error) {
	switch w {
	case "error":
		return "", errors.New("it is an error")
	case "panic":
		panic("it is a panic")
	}
	return w, nil
}

func TestErrors(t *testing.T) {
	for _, w := range []string{"error", "panic"} {
		p, s, in := ptest.CreateList([]string{"a", w, "b"})
		beam.ParDo(s, failFn, beam.Reshuffle(s, in))
		if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), "it is a") {
			t.Errorf("%s: the run ends with %v", w, err)
		}
	}
}

var slowSeen atomic.Int64

func slowFn(ctx context.Context, _ string) {
	slowSeen.Add(1)
	<-ctx.Done()
}

func TestCancel(t *testing.T) {
	slowSeen.Store(0)
	p, s, in := ptest.CreateList(make([]string, 100))
	beam.ParDo0(s, slowFn, beam.Reshuffle(s, in))
	ctx, cancel := context.WithCancel(WithWorkers(t.Context(), 2)) // fewer than elements, however many cores there are
	go func() {
		for slowSeen.Load() == 0 {
		}
		cancel()
	}()
	if _, err := Execute(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
	if n := slowSeen.Load(); n == 100 {
		t.Error("every element is processed after the run was cancelled")
	}
}

// A run always has a worker: without one it would end with empty collections.
func TestWorkers(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 3} {
		p, s, in := ptest.CreateList([]string{"a", "error"})
		beam.ParDo(s, failFn, in)
		if _, err := Execute(WithWorkers(t.Context(), workers), p); err == nil {
			t.Errorf("%d workers: nothing is processed", workers)
		}
	}
}

func TestUnsupported(t *testing.T) {
	p, s, in := ptest.CreateList([]string{"a"})
	beam.WindowInto(s, window.NewFixedWindows(1), in)
	if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), "the local runner has no windows") {
		t.Errorf("windows: %v", err)
	}
}
