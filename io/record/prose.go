package record

import (
	"fmt"
	"math"
	"strconv"
)

// Prose is how much of prose a text has (package prose), in hundredths, and one more. 0 is what is not known.
type Prose uint8

// MinProse is the limit below which text is taken for no prose: that of text with as many function words as the
// distinct pairs of neighbouring words of its collection. Running text has about twice as many.
const MinProse = 0.5

// ProseOf returns how much of prose a text has: its function words, of those that all of prose would have. It is not
// known if that is 0.
func ProseOf(function, all float64) Prose {
	if all <= 0 {
		return 0
	}
	return 1 + Prose(math.Round(100*min(1, function/all)))
}

// Float returns it as 0 to 1; 0 if it is not known.
func (p Prose) Float() float64 { return float64(max(p, 1)-1) / 100 }

// Below reports whether it is known, and less than min.
func (p Prose) Below(min float64) bool { return p > 0 && p.Float() < min }

// rank puts text that is no prose after all other text.
func (p Prose) rank() byte {
	if p.Below(MinProse) {
		return 1
	}
	return 0
}

// MarshalJSON returns it with two digits.
func (p Prose) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, p.Float(), 'g', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON wrote. What is not known is in no JSON.
func (p *Prose) UnmarshalJSON(b []byte) error {
	share, err := strconv.ParseFloat(string(b), 64)
	if err != nil || !(share >= 0 && share <= 1) {
		return fmt.Errorf("record: %q is no prose, 0 to 1", b)
	}
	*p = 1 + Prose(math.Round(100*share))
	return nil
}
