package chain

// A place is where a chain begins: the unit, and the number of the word inside it, in
// the low PlaceBits bits. Units have fewer words than WholeUnit.
const (
	PlaceBits = 6
	// WholeUnit is the number in the place of a signature of all words of a unit.
	WholeUnit = 1<<PlaceBits - 1
)

// PlaceOf returns the place of a word of a unit, or of the whole unit (WholeUnit).
func PlaceOf(unit int, word uint32) uint32 { return uint32(unit)<<PlaceBits | word }

// UnitOf returns the unit of a place.
func UnitOf(place uint32) uint32 { return place >> PlaceBits }
