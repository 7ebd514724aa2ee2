package record

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Keyed is a catalogue entry with the key of its document.
type Keyed struct {
	Key   uint64
	Entry *Entry
}

// name is the side and the id of a document.
func (k Keyed) name() string { return string(rune(SideOf(k.Key))) + k.Entry.ID }

// Keep decides about the documents of one name: it rejects those whose id another one
// has, and returns the others by key. all has every document whose key says the name
// (NameOf), in any order. Entries of captures get the ids that tell them apart.
func Keep(all []Keyed) (kept map[uint64]*Entry, rejected []Rejected) {
	nameCaptures(all)
	best := map[string]*Entry{}
	for _, k := range all {
		if b, ok := best[k.name()]; !ok || k.Entry.Less(b) {
			best[k.name()] = k.Entry
		}
	}
	kept = map[uint64]*Entry{}
	for _, k := range all {
		if b := best[k.name()]; b != k.Entry {
			rejected = append(rejected, Rejected{
				File: UTF8(k.Entry.File), Record: k.Entry.Record, ID: k.Entry.ID,
				Reason: DuplicateID(b.ID, k.Entry.Origin(), b.Origin()),
			})
			continue
		}
		if other, ok := kept[k.Key]; ok { // two ids with one 64-bit key
			loser, winner := k.Entry, other
			if loser.Less(winner) {
				loser, winner = winner, loser
			}
			rejected = append(rejected, Rejected{
				File: UTF8(loser.File), Record: loser.Record, ID: loser.ID,
				Reason: fmt.Sprintf("its document key is also that of %q", winner.ID),
			})
			kept[k.Key] = winner
			continue
		}
		kept[k.Key] = k.Entry
	}
	return kept, rejected
}

// DuplicateID is the reason why the record at loser is rejected: its id is that of the
// record at winner. Where the ids are paths below two arguments it says what to do.
func DuplicateID(id string, loser, winner Origin) string {
	reason := "duplicate id; kept is " + Where(UTF8(winner.File), winner.Record)
	if loser.File != winner.File && isPath(id, loser) && isPath(id, winner) {
		reason += "; give the folder above both as one --input or --source, and their ids are different: they are paths below it"
	}
	return reason
}

// isPath says whether the id of a record is the end of the path of its file, with the
// line behind it where the file has records.
func isPath(id string, at Origin) bool {
	id = strings.TrimSuffix(id, fmt.Sprintf(":%d", at.Record+1))
	return strings.HasSuffix("/"+filepath.ToSlash(UTF8(at.File)), "/"+id)
}

// nameCaptures gives captures of one page the ids that tell them apart: where dated
// documents of one side and id have more than one date between them, each is named by
// id and date. A page that was captured once keeps its id, as do documents without a
// date. all has every document of its ids, so the order of the input is of no
// consequence.
func nameCaptures(all []Keyed) {
	dates := map[string]string{} // the first date of each name
	several := map[string]bool{}
	for _, k := range all {
		if k.Entry.Date == "" {
			continue
		}
		if date, ok := dates[k.name()]; ok && date != k.Entry.Date {
			several[k.name()] = true
		} else {
			dates[k.name()] = k.Entry.Date
		}
	}
	for _, k := range all {
		if k.Entry.Date != "" && several[k.name()] {
			k.Entry.ID = Dated(k.Entry.ID, k.Entry.Date)
		}
	}
}
