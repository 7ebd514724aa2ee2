package cleaning

import (
	"cmp"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

func TestParseKeep(t *testing.T) {
	for text, want := range map[string]Keep{
		"first":                       nil,
		"longest":                     {{Down: true}},
		"quality desc, date asc":      {{Field: "quality", Down: true}, {Field: "date"}},
		" meta.my date  asc ,longest": {{Field: "meta.my date"}, {Down: true}},
		"first desc,longest asc":      {{Field: "first", Down: true}, {Field: "longest"}},
		"desc desc":                   {{Field: "desc", Down: true}},
	} {
		got, err := ParseKeep(text)
		if diff := gocmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":                        "an order is empty",
		"quality desc,":           "an order is empty",
		"quality":                 "'quality desc', the largest",
		"quality down":            "does not say which",
		"q asc, q desc":           "q is there twice",
		"longest, q asc, longest": "longest is there twice",
		"first, q desc":           "nothing comes behind it",
	} {
		if _, err := ParseKeep(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q", text, err, want)
		}
	}
}

// orderOf returns the order of a document with the fields, and of a length.
func orderOf(t testing.TB, k Keep, fields string, length int64) string {
	t.Helper()
	order, err := k.Order(&record.Document{Fields: record.Fields(fields)}, length, nil)
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// Values are in the order of their values, whatever way they are written, and what has none comes last.
func TestKeepOrder(t *testing.T) {
	long := strings.Repeat("z", orderedText)
	steps := [][]string{ // values of one step are equal
		{`-1e400`}, {`-2`}, {`-1.5`, `"-1.5"`}, {`-1e-300`}, {`0`, `-0`, `-0.0`, `false`, `" 0 "`}, {`5e-324`},
		{`0.5`, `"0.50"`}, {`1`, `true`, `1.0`, `"1"`},
		{`9`}, {`10`}, {`98`, `"98"`}, {`1898`, `"1898"`, `"1898-01"`, `"1898-01-01"`, `"1898-01-01T00:00Z"`},
		{`"1898-01-01T00:00:00.000000001"`}, {`"1898-01-02"`}, {`"1898-12-31"`},
		{`"1898-12-31T23:59:59.999999999"`}, {`1899`},
		{`9007199254740992`}, {`9007199254740993`}, {`9007199254740994`}, {`9223372036854775806`},
		{`9223372036854775807`}, {`1e300`}, {`1e400`},
		{`"1e"`}, {`"CC-MAIN-2013-20"`}, {`"CC-MAIN-2023-06"`}, {`"n/a"`},
		{`"` + long + `"`, `"` + long + `a"`}, {`"中"`},
	}
	for _, down := range []bool{false, true} {
		k := Keep{{Field: "q", Down: down}}
		type value struct {
			json  string
			order string
			step  int
		}
		var all []value
		for i, step := range steps {
			at := i
			if texts := len(steps) - 6; down && i < texts { // texts come behind numbers in both directions
				at = texts - 1 - i
			} else if down {
				at = texts + len(steps) - 1 - i
			}
			for _, v := range step {
				all = append(all, value{v, orderOf(t, k, `{"q":`+v+`}`, 1), at})
			}
		}
		for _, v := range []string{`null`, `""`, `" "`, `[1]`, `{"a":1}`} {
			all = append(all, value{v, orderOf(t, k, `{"q":`+v+`}`, 1), len(steps)})
		}
		all = append(all, value{"no fields", orderOf(t, k, "", 1), len(steps)},
			value{"no field", orderOf(t, k, `{"Q":1}`, 1), len(steps)})
		for _, x := range all {
			for _, y := range all {
				if got, want := strings.Compare(x.order, y.order), cmp.Compare(x.step, y.step); got != want {
					t.Errorf("down %v: %s and %s compare as %d, want %d", down, x.json, y.json, got, want)
				}
				if x.order != y.order && strings.HasPrefix(x.order, y.order) {
					t.Errorf("the order of %s is the begin of that of %s", y.json, x.json)
				}
			}
		}
	}
}

// The second preference decides among equals of the first one, also behind texts of different lengths.
func TestKeepOrders(t *testing.T) {
	k, err := ParseKeep("dump desc, quality asc, longest")
	if err != nil {
		t.Fatal(err)
	}
	inOrder := []struct {
		fields string
		length int64
	}{
		{`{"dump":"b\u0000","quality":9}`, 1},
		{`{"dump":"b","quality":1}`, 20},
		{`{"dump":"b","quality":1}`, 3},
		{`{"quality":2,"dump":"b"}`, 300},
		{`{"dump":"b"}`, 3},
		{`{"dump":"a","quality":1}`, 5},
		{`{"quality":0}`, 5},
		{``, 5},
	}
	for i := 1; i < len(inOrder); i++ {
		x, y := inOrder[i-1], inOrder[i]
		if a, b := orderOf(t, k, x.fields, x.length), orderOf(t, k, y.fields, y.length); a >= b {
			t.Errorf("%s of %d does not come before %s of %d", x.fields, x.length, y.fields, y.length)
		}
	}
}

// Values are counted by what they are.
func TestKeepCounts(t *testing.T) {
	k, counts := Keep{{Field: "q"}, {}}, shuffle.Ledger{}
	for _, fields := range []string{`{"q":1}`, `{"q":"1898-02"}`, `{"q":"n/a"}`, `{"q":[2]}`, `{"q":null}`, ``} {
		if _, err := k.Order(&record.Document{Fields: record.Fields(fields)}, 1, counts.Add); err != nil {
			t.Fatal(err)
		}
	}
	if diff := gocmp.Diff(shuffle.Ledger{WithValue + "q": 4, WithText + "q": 1, WithList + "q": 1,
		WithoutValue + "q": 2}, counts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := k.Order(&record.Document{ID: "a", Fields: `{"q"`}, 1, nil); err == nil {
		t.Error("fields that are no JSON have an order")
	}
}

// Numbers order as numbers do.
func FuzzKeepNumbers(f *testing.F) {
	f.Add(1.5, -2.0)
	f.Add(0.0, math.SmallestNonzeroFloat64)
	f.Fuzz(func(t *testing.T, x, y float64) {
		k := Keep{{Field: "q", Down: true}}
		order := func(v float64) string {
			b, err := json.Marshal(map[string]string{"q": strconv.FormatFloat(v, 'e', -1, 64)})
			if err != nil {
				t.Skip()
			}
			return orderOf(t, k, string(b), 1)
		}
		if x != x || y != y || math.IsInf(x, 0) || math.IsInf(y, 0) {
			return
		}
		if got, want := strings.Compare(order(x), order(y)), cmp.Compare(y, x); got != want {
			t.Errorf("%g and %g compare as %d, want %d", x, y, got, want)
		}
	})
}
