package record

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Number reads a number as JSON writes it, or a date, whose number is that of its years: they have one order. Of two
// with the same x that with the smaller rest is before: it is what a float64 loses of an integer, or of the time within
// a year. ok is false if the text is neither.
func Number(text string) (x float64, rest int64, ok bool) {
	text = strings.TrimSpace(text)
	if x, rest, ok := numberOf(text); ok {
		return x, rest, true
	}
	d, err := ParseDate(text)
	if err != nil {
		return 0, 0, false
	}
	x, rest = d.Years()
	return x, rest, true
}

// numberOf reads a number as JSON writes it.
func numberOf(text string) (x float64, rest int64, ok bool) {
	if text == "" || !('0' <= text[0] && text[0] <= '9' || text[0] == '-') || !json.Valid([]byte(text)) {
		return 0, 0, false
	}
	x, _ = strconv.ParseFloat(text, 64) // what is too large is infinite
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		if x == 1<<63 { // it is no int64
			return x, n - math.MaxInt64 - 1, true
		}
		rest = n - int64(x)
	}
	return x, rest, true
}

// OrderedBits returns bits of a number that order as numbers do. They are never 0, and -0 is 0.
func OrderedBits(x float64) uint64 {
	if x == 0 {
		x = 0 // not -0
	}
	bits := math.Float64bits(x)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

// NumberBits returns the OrderedBits of a date or number (Number), or of its year, which is the whole number below it;
// 0 if the text is neither.
func NumberBits(text string, year bool) uint64 {
	x, _, ok := Number(text)
	switch {
	case !ok:
		return 0
	case year:
		x = math.Floor(x)
	}
	return OrderedBits(x)
}
