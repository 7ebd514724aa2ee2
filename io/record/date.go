package record

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Date is a date of a record, which is compared by its value. A year, and a month, stand for their first
// day; a day stands for its first moment; a time without a zone is one of UTC. So 1898 is equal to
// 1898-01-01, and before 1898-01-02. The zero value is the beginning of the year 0.
type Date struct {
	year   int64
	within time.Duration // from the beginning of the year, as if it were a leap year
}

// Compare returns -1, 0 or 1 if d is before e, at the same moment or after it.
func (d Date) Compare(e Date) int {
	return cmp.Or(cmp.Compare(d.year, e.year), cmp.Compare(d.within, e.within))
}

// Year returns the year. The year before 1 is 0.
func (d Date) Year() int64 { return d.year }

// Years returns the date as a number of years, with the part of its year: 1898-07-02 is about 1898.5. Of two dates the
// earlier one has less years, or as many and a smaller rest. The first moment of a year has no rest.
func (d Date) Years() (years float64, rest int64) {
	const year = 366 * 24 * time.Hour
	years = float64(d.year) + float64(d.within)/float64(year)
	return min(years, math.Nextafter(float64(d.year+1), math.Inf(-1))), int64(d.within)
}

// isoDate is a date: year, month, day, hour, minute, second, fraction, zone.
var isoDate = regexp.MustCompile(`^([+-]\d{1,15}|\d{1,4})(?:\.0+|-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$`)

// ParseDate reads a date of ISO 8601: YYYY, YYYY-MM or YYYY-MM-DD, or YYYY-MM-DDThh:mm, also with
// seconds, their fractions down to nanoseconds, and a zone (Z, +hh:mm, +hhmm, +hh). A blank may stand for
// the T.
//
// A year has one to four digits, or a sign and up to 15 digits: 98, -55, +12026. It is the year itself,
// never one of a century, and the year before 1 is 0. White space around a date does not count, nor does
// ".0" behind a year, as programs write a number that was a fraction. February has 29 days in every
// fourth year, as in the Julian calendar. The error is a *DateError.
func ParseDate(text string) (Date, error) {
	bad := &DateError{text}
	parts := isoDate.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return Date{}, bad
	}
	year, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return Date{}, bad
	}
	number := func(s string, absent int) int {
		if n, err := strconv.Atoi(s); err == nil {
			return n
		}
		return absent
	}
	month, day := number(parts[2], 1), number(parts[3], 1)
	hour, minute, second := number(parts[4], 0), number(parts[5], 0), number(parts[6], 0)
	nano := number((parts[7] + "000000000")[:9], 0)
	same := 2000 // the calendar of a leap year
	if year%4 != 0 {
		same = 2001
	}
	if d := time.Date(same, time.Month(month), day, 0, 0, 0, 0, time.UTC); d.Year() != same ||
		int(d.Month()) != month || d.Day() != day {
		return Date{}, bad
	}
	offset, ok := zoneOf(parts[8])
	if !ok || hour > 23 || minute > 59 || second > 59 {
		return Date{}, bad
	}
	t := time.Date(same, time.Month(month), day, hour, minute, second, nano, time.UTC).Add(-offset)
	leap := time.Date(2000, t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
	return Date{year + int64(t.Year()-same), leap.Sub(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))}, nil
}

// zoneOf returns how far a zone, such as +05:30, is before UTC. None is UTC.
func zoneOf(zone string) (offset time.Duration, ok bool) {
	digits := strings.Trim(strings.ReplaceAll(zone, ":", ""), "+-Z")
	if digits == "" {
		return 0, true
	}
	t, err := time.Parse("1504", (digits + "00")[:4])
	offset = time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
	if zone[0] == '-' {
		offset = -offset
	}
	return offset, err == nil
}

// DateError is about a text that is no date.
type DateError struct{ Text string }

// Error says what a date looks like.
func (e *DateError) Error() string {
	text := e.Text
	const shown = 40 // code points
	if r := []rune(text); len(r) > shown {
		text = string(r[:shown]) + "…"
	}
	return fmt.Sprintf("%q is no date: write YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, with a sign before a year below 0 or of more than four digits (-0055, +12026), or leave it out", text)
}

// Date returns the date in a field, and its text. ok is false if there is none: no such field, null, or
// white space. The error is a *DateError, or that of encoding/json.
func (f Fields) Date(name string) (d Date, text string, ok bool, err error) {
	texts, err := f.Texts()
	if text = texts[name]; err != nil || strings.TrimSpace(text) == "" {
		return Date{}, "", false, err
	}
	d, err = ParseDate(text)
	return d, text, err == nil, err
}
