package condition

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
)

// number reads a number, and the dates of the tests.
func number(text string, year bool) uint64 {
	n, ok := map[string]float64{"-0055-03-15": -54.8, "-0055-07": -54.5, "0426": 426, "1898-02": 1898.08,
		"1898-12-31": 1898.99}[text]
	if !ok {
		var err error
		if n, err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
			return NoNumber
		}
	}
	if year {
		n = math.Floor(n)
	}
	return uint64(1e6 + 100*n)
}

func TestHolds(t *testing.T) {
	nyt := map[string]string{"series": "nyt", "year": "1890", "m.lang": "en"}
	sun := map[string]string{"series": "sun", "year": "1890", "m.lang": "en"}
	none := map[string]string{}
	early, late := map[string]string{"date": "-0055-03-15"}, map[string]string{"date": "0426"}
	for _, tc := range []struct {
		condition string
		a, b      map[string]string
		want      bool
	}{
		{"", nyt, sun, true},
		{"  ", nyt, nyt, true},
		{"a.series != b.series", nyt, sun, true},
		{"a.series!=b.series", nyt, nyt, false},
		{"a.series == b.series", nyt, nyt, true},
		{"a.series != b.series", nyt, none, true},
		{"a.series != b.series", none, none, false},
		{"a.series == ''", none, nyt, true},
		{"b.series == ''", none, nyt, false},
		{"a.year == 1890", nyt, sun, true},
		{"a.year == '1890'", nyt, sun, true},
		{"1890 != a.year", nyt, sun, false},
		{`a.m.lang == "en" && a.series != b.series && b.series == 'sun'`, nyt, sun, true},
		{`a.m.lang == "en" && a.series != b.series && b.series == 'nyt'`, nyt, sun, false},
		{"a.series == b.year", nyt, sun, false},
		{"a.date < b.date", early, late, true},
		{"a.date < b.date", late, early, false},
		{"a.date < b.date", early, early, false},
		{"a.date <= b.date", early, early, true},
		{"a.date > b.date", late, early, true},
		{"a.date >= b.date", early, late, false},
		{"a.date < b.date", nyt, late, false}, // nobody knows
		{"a.date >= b.date", nyt, late, false},
		{"year(a.date) == year(b.date)", map[string]string{"date": "1898-02"},
			map[string]string{"date": "1898-12-31"}, true},
		{"year(a.date) != year(b.date)", early, none, false},
		{"year(a.date) <= -44 && year(b.date) > 1890.5", early, nyt, false},
		{"year(a.date) <= -44 && b.year >= 1890", early, nyt, true},
		{"a.date < '-0055-07'", early, nyt, true},
		{"a.price < 2.75", map[string]string{"price": "2.5"}, none, true},
		{"a.price < 2.75", map[string]string{"price": " 12026 "}, none, false},
		{"a.price < 2.75", map[string]string{"price": "cheap"}, none, false},
		{"a.price < 10 && a.price != '9.0'", map[string]string{"price": "9"}, none, true},
	} {
		c, err := Parse(tc.condition, number)
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(c) // as Beam sends it to the workers
		if err != nil {
			t.Fatal(err)
		}
		var sent Condition
		if err := json.Unmarshal(b, &sent); err != nil {
			t.Fatal(err)
		}
		for _, c := range []Condition{c, sent} {
			if got := c.Holds(c.AppendTraits(nil, tc.a, number),
				c.AppendTraits(nil, tc.b, number)); got != tc.want {
				t.Errorf("%q for %v and %v: %v", tc.condition, tc.a, tc.b, got)
			}
		}
		if c.None() != (strings.TrimSpace(tc.condition) == "") {
			t.Errorf("%q: None is %v", tc.condition, c.None())
		}
	}
	c, _ := Parse("a.series != b.series", number)
	if c.Holds(nil, c.AppendTraits(nil, none, number)) ||
		!c.Holds(nil, c.AppendTraits(nil, nyt, number)) {
		t.Error("a document without traits has a field")
	}
}

func TestParseErrors(t *testing.T) {
	const operand = "a field (a.NAME or b.NAME), its year (year(a.NAME)), a text in quotes or a number"
	const operator = "==, !=, <, <=, > or >="
	for condition, want := range map[string]string{
		"series != b.series":  operand + " at character 1, where it has series != b.…",
		"a.series":            operator + " at its end",
		"a.series = b.series": operator + " at character 10, where it has = b.series",
		"a.series != ":        operand + " at its end",
		"a. != b.series":      "the name of a field at character 3, where it has  != b.series",
		"a.x == 'en":          "a second ' for the text at character 8, where it has 'en",
		"a.x == b.x a.y":      "&& or the end at character 12, where it has a.y",
		"a.é == b.é || a.y":   "&& or the end at character 12, where it has || a.y",
		"1 == '1'":            "a field, such as a.series, in each comparison, and none at character 6, where it has '1'",
		"a.x == b.x &&":       operand + " at its end",
		"(a.x == b.x)":        operand + " at character 1, where it has (a.x == b.x)",
		"a.x =< 3":            operator + " at character 5, where it has =< 3",
		"a.x < 'May'":         "a date or a number at character 7, where it has 'May'",
		"year(a.x == 3":       ") behind the field at character 10, where it has == 3",
		"year(1898) < a.x":    "a field (a.NAME or b.NAME) at character 6, where it has 1898) < a.x",
	} {
		if c, err := Parse(condition, number); err == nil || err.Error() != want || !c.None() {
			t.Errorf("%q: %v, want %s", condition, err, want)
		}
	}
}

// Any text is read or refused, and what is read names each field once.
func FuzzParse(f *testing.F) {
	f.Add("a.series != b.series && 'x' == b.y")
	f.Add("a.x==-1&&\"\"!=b.x")
	f.Add("a.x<b.x&&year(a.x)>='1898-02'")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s, number)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, name := range c.Fields {
			if name == "" || seen[name] {
				t.Errorf("%q: fields %q", s, c.Fields)
			}
			seen[name] = true
		}
		c.Holds(c.AppendTraits(nil, nil, number), nil)
	})
}
