package warcio

import "testing"

// TestDateOf: ARC files have dates of the form of WARC files.
func TestDateOf(t *testing.T) {
	for digits, want := range map[string]string{
		"20080430204825":    "2008-04-30T20:48:25Z",
		"20080430204825123": "2008-04-30T20:48:25Z",
		"200804302048":      "2008-04-30T20:48:00Z",
		"2008043020482":     "2008-04-30T20:48:20Z",
		"20081330204825":    "20081330204825",
	} {
		if got := dateOf(digits); got != want {
			t.Errorf("%s is %s, want %s", digits, got, want)
		}
	}
}
