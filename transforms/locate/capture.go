package locate

import "diagonal/io/record"

// keyed is a catalogue entry with the key of its document.
type keyed struct {
	key   uint64
	entry *record.Entry
}

// name is the side and the id of a document.
func (k keyed) name() string { return string(rune(record.SideOf(k.key))) + k.entry.ID }

// nameCaptures gives captures of one page the ids that tell them apart: where dated
// documents of one side and id have more than one date between them, each is named by
// id and date. A page that was captured once keeps its id, as do documents without a
// date. all has every document of its ids, so the order of the input is of no
// consequence.
func nameCaptures(all []keyed) {
	dates := map[string]string{} // the first date of each name
	several := map[string]bool{}
	for _, k := range all {
		if k.entry.Date == "" {
			continue
		}
		if date, ok := dates[k.name()]; ok && date != k.entry.Date {
			several[k.name()] = true
		} else {
			dates[k.name()] = k.entry.Date
		}
	}
	for _, k := range all {
		if k.entry.Date != "" && several[k.name()] {
			k.entry.ID = record.Dated(k.entry.ID, k.entry.Date)
		}
	}
}
