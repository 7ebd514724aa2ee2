package record

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Each line of dates is before the next one, and dates of one line are equal.
var orderedDates = [][]string{
	{"-999999999999999"},
	{"-13800000000"},
	{"-1000", "-1000-01-01"},
	{"-0055", "-55"},
	{"-0020", "-20-01"},
	{"0", "0000", "-0"},
	{"0-12-31T23:59:59.999999999"},
	{"50", "0050", "+50", "0050-01-01T00:00Z"},
	{"98", " 98 ", "98.0", "+0098"},
	{"1000"},
	{"1664"},
	{"1897-12-31T23:30:00Z", "1898-01-01T00:30+01:00", "1897-12-31T18:00:00-0530"},
	{"1898", "1898-01", "1898-01-01", "1898-01-01T00:00", "1898-01-01 00:00:00", "1898-01-01T00:00:00.000Z"},
	{"1898-01-01T00:00:00.000000001"},
	{"1898-01-02"},
	{"1898-02", "1898-02-01"},
	{"1898-02-15"},
	{"1898-02-15T04:59:59-00"},
	{"1898-02-15T00:00-05:00", "1898-02-15T05:00"},
	{"1900-02-28"},
	{"1900-02-29"},
	{"1900-03"},
	{"2000-02-29"},
	{"9999"},
	{"+12026"},
}

func TestDatesAreComparedByValue(t *testing.T) {
	for i, line := range orderedDates {
		for k, other := range orderedDates {
			for _, x := range line {
				for _, y := range other {
					d, err := ParseDate(x)
					if err != nil {
						t.Fatal(err)
					}
					e, err := ParseDate(y)
					if err != nil {
						t.Fatal(err)
					}
					want := 0
					if i != k {
						want = 1 - 2*min(1, max(0, k-i))
					}
					if got := d.Compare(e); got != want {
						t.Errorf("%q and %q: %d, want %d", x, y, got, want)
					}
				}
			}
		}
	}
}

func TestNoDate(t *testing.T) {
	for _, text := range []string{
		"ca. 1850", "1850?", "185X", "1850/1851", "18500101", "12026", "1700000000", "1898-13", "1898-00", "1898-2",
		"1898-02-30", "1899-02-29", "1898-04-31", "1898-046", "1898-W07",
		"1898-02-15T24:00", "1898-02-15T5:04", "1898-02-15T05", "1898-02-15T05:60", "1898-02-15T05:04:60",
		"1898-02-15T05:04+24", "1898-02-15T05:04+0560", "1898-02-15Z", "+", "-", "--5", "1898.5", "1e3",
		"15.02.1898", "55 BC", "true", `["1898"]`, "+1234567890123456", "\u22120055",
	} {
		_, err := ParseDate(text)
		if e := (*DateError)(nil); !errors.As(err, &e) || e.Text != text {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got, want := (&DateError{strings.Repeat("é", 41)}).Error(),
		strings.Repeat("é", 40)+`…" is no date: `; !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestDateOfFields(t *testing.T) {
	const fields = Fields(`{"n":1898,"f":1898.0,"s":" -0055","none":null,"empty":" ","list":[1898],"bad":"n.d."}`)
	for name, want := range map[string]string{"n": "1898", "f": "1898", "s": "-55", "none": "", "empty": "",
		"missing": "", "list": "error", "bad": "error"} {
		d, text, ok, err := fields.Date(name)
		if want == "" || want == "error" {
			if ok || (err != nil) != (want == "error") {
				t.Errorf("%s: %q, %v, %v", name, text, ok, err)
			}
			continue
		}
		if e, _ := ParseDate(want); !ok || err != nil || d != e || text == "" {
			t.Errorf("%s: %v (%q), %v, %v, want %v", name, d, text, ok, err, e)
		}
	}
	if _, _, _, err := Fields("[").Date("x"); err == nil {
		t.Error("what is no JSON has a date")
	}
}

// obvious is the value of a date as a number: seconds in years of 12 months of 31 days.
func obvious(text string) *big.Rat {
	text = strings.TrimSpace(text)
	sign := int64(1)
	switch text[0] {
	case '-':
		sign, text = -1, text[1:]
	case '+':
		text = text[1:]
	}
	var year, month, day, hour, minute int64 = 0, 1, 1, 0, 0
	n, _ := fmt.Sscanf(text, "%d-%d-%d", &year, &month, &day)
	second, zone := new(big.Rat), int64(0)
	if i := strings.IndexAny(text, "T "); i >= 0 {
		text = text[i+1:]
		fmt.Sscanf(text, "%d:%d", &hour, &minute)
		if i := strings.IndexAny(text, "Z+-"); i >= 0 {
			var h, m int64
			fmt.Sscanf(strings.ReplaceAll(text[i:], ":", "")+"00", "%3d%2d", &h, &m)
			if zone = 60*h + m; text[i] == '-' {
				zone = 60*h - m
			}
			text = text[:i]
		}
		if len(text) > 6 {
			second.SetString(strings.ReplaceAll(text[6:], ",", "."))
		}
	}
	_ = n
	minutes := ((sign*year*12+month-1)*31+day-1)*1440 + 60*hour + minute
	of := new(big.Rat).SetInt64(minutes*60 - zone*60)
	return of.Add(of, second)
}

// Dates are ordered as the numbers that an obvious reading makes of them. It knows no lengths of months,
// so days near the end of one are not compared where a zone may carry them over.
func FuzzDate(f *testing.F) {
	for _, line := range orderedDates {
		for _, x := range line {
			f.Add(x, "1898-02-15T00:00-05:00")
			f.Add("-0055", x)
		}
	}
	f.Add("1898-02-30", "185X")
	f.Fuzz(func(t *testing.T, x, y string) {
		d, err := ParseDate(x)
		e, err2 := ParseDate(y)
		if err != nil || err2 != nil {
			return
		}
		if d.Compare(e) != -e.Compare(d) || d.Compare(d) != 0 {
			t.Errorf("%q and %q: %d and %d", x, y, d.Compare(e), e.Compare(d))
		}
		for _, s := range []string{x, y} {
			year := strings.SplitN(strings.TrimLeft(strings.TrimSpace(s), "+-"), "-", 2)[0]
			if len(strings.TrimLeft(year, "0")) > 9 ||
				strings.Contains(s, "T") && slices.ContainsFunc([]string{"-28T", "-29T", "-30T", "-31T", "-01T"},
					func(at string) bool { return strings.Contains(strings.ReplaceAll(s, " ", "T"), at) }) {
				return
			}
		}
		if got, want := d.Compare(e), obvious(x).Cmp(obvious(y)); got != want {
			t.Errorf("%q and %q: %d, want %d", x, y, got, want)
		}
	})
}

// Years orders dates as Compare does, from one moment to the next, and a year is its number.
func TestDateYears(t *testing.T) {
	inOrder := []string{"-55", "0", "1898", "1898-01-01T00:00:00.000000001Z", "1898-02-28", "1898-03-01",
		"1898-12-31T23:59:59.999999998Z", "1898-12-31T23:59:59.999999999Z", "1899", "1900-02-29", "2003-01-02",
		"2003-01-02T10:00", "+12026", "+999999999999999-12-31"}
	var last float64
	var lastRest int64
	for i, text := range inOrder {
		d, err := ParseDate(text)
		if err != nil {
			t.Fatal(err)
		}
		years, rest := d.Years()
		if i > 0 && !(last < years || last == years && lastRest < rest) {
			t.Errorf("%s is %v and %d, and not behind %v and %d", text, years, rest, last, lastRest)
		}
		if n, err := strconv.ParseFloat(text, 64); err == nil && (years != n || rest != 0) {
			t.Errorf("the year %s is %v and %d", text, years, rest)
		}
		last, lastRest = years, rest
	}
}
