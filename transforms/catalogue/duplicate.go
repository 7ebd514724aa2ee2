package catalogue

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
)

// Duplicates is the name in the ledger of documents rejected for their id.
const Duplicates = "rejected_duplicate_id"

// Claim decides which of the records with one id is kept.
type Claim struct {
	// Content is a hash of the text.
	Content uint64
	File    string
	Record  int64
}

// Less reports whether c comes before o, by content, file and record. The first one is kept.
func (c Claim) Less(o Claim) bool {
	return cmp.Or(cmp.Compare(c.Content, o.Content), cmp.Compare(c.File, o.File), cmp.Compare(c.Record, o.Record)) < 0
}

// Claimant is the record of a document.
type Claimant interface {
	comparable
	// Name distinguishes different documents: it is the id, with the side if there are two.
	Name() string
	Claim() Claim
}

// First keeps one record of each name: the one with the first claim. It calls reject for
// each other record, with the one that is kept. all has every record of its names, in any
// order.
func First[C Claimant](all []C, reject func(loser, winner C)) (kept map[string]C) {
	kept = make(map[string]C, len(all))
	for _, c := range all {
		if first, ok := kept[c.Name()]; !ok || c.Claim().Less(first.Claim()) {
			kept[c.Name()] = c
		}
	}
	if len(kept) < len(all) {
		for _, c := range all {
			if first := kept[c.Name()]; first != c {
				reject(c, first)
			}
		}
	}
	return kept
}

// keyed is an entry with the key of its document.
type keyed struct {
	key uint64
	*Entry
}

// Name returns the side and the id of a document.
func (k keyed) Name() string { return string(rune(record.SideOf(k.key))) + k.ID }

// Claim returns the claim of a document.
func (k keyed) Claim() Claim { return Claim{k.Content, k.File, k.Record} }

// KeepNamed reads the entries of the documents of one name (record.NameOf), in a method Name. It rejects and counts
// documents whose id another one has, and returns the entries of the others by key. Entries of captures get the ids
// that tell them apart.
func KeepNamed(
	entries *engine.In[Entry], rejected *engine.Elements[record.Rejected], ledger *engine.Ledger,
) map[uint64]*Entry {
	var all []keyed
	for key, e := range entries.Named {
		all = append(all, keyed{key, e})
	}
	return keep(all, func(r record.Rejected) {
		ledger.Add(Duplicates, 1)
		rejected.Emit(r)
	})
}

// keep is KeepNamed for entries that are read.
func keep(all []keyed, reject func(record.Rejected)) map[uint64]*Entry {
	if len(all) == 1 { // nearly always
		return map[uint64]*Entry{all[0].key: all[0].Entry}
	}
	nameCaptures(all)
	because := func(loser *Entry, reason string) {
		reject(record.Rejected{File: record.UTF8(loser.File), Record: loser.Record, ID: loser.ID, Reason: reason})
	}
	first := First(all, func(loser, winner keyed) {
		because(loser.Entry, DuplicateID(winner.ID, loser.Claim(), winner.Claim()))
	})
	kept := make(map[uint64]*Entry, len(first))
	for _, k := range all {
		other, ok := kept[k.key]
		switch {
		case first[k.Name()] != k: // rejected
		case !ok:
			kept[k.key] = k.Entry
		case k.Claim().Less(keyed{k.key, other}.Claim()): // two ids with one 64-bit key
			because(other, sameKey(k.Entry))
			kept[k.key] = k.Entry
		default:
			because(k.Entry, sameKey(other))
		}
	}
	return kept
}

// sameKey returns the reason why a document is rejected whose key is that of another id.
func sameKey(winner *Entry) string {
	return fmt.Sprintf("its document key is also that of %q", winner.ID)
}

// DuplicateID returns the reason why the record of loser is rejected: its id is that of the
// record of winner. Where the ids are paths below two arguments the reason tells the user what
// to do.
func DuplicateID(id string, loser, winner Claim) string {
	if winner.File == "" { // a document of a program
		return "duplicate id"
	}
	reason := "duplicate id; kept is " + record.Where(record.UTF8(winner.File), winner.Record)
	if loser.File != winner.File && isPath(id, loser) && isPath(id, winner) {
		reason += "; give the folder above both as one --input or --source, and their ids are different: they are paths below it"
	}
	return reason
}

// isPath reports whether the id of a record is the end of the path of its file, with the
// line behind it where the file has records.
func isPath(id string, at Claim) bool {
	id = strings.TrimSuffix(id, fmt.Sprintf(":%d", at.Record+1))
	return strings.HasSuffix("/"+filepath.ToSlash(record.UTF8(at.File)), "/"+id)
}

// nameCaptures gives captures of one page the ids that tell them apart: where dated
// documents of one side and id have more than one date between them, each is named by
// id and date. A page that was captured once keeps its id, as do documents without a
// date. all has every document of its ids, so the order of the input is of no
// consequence.
func nameCaptures(all []keyed) {
	dates := map[string]string{} // the first date of each name
	several := map[string]bool{}
	for _, k := range all {
		if k.Date == "" {
			continue
		}
		if date, ok := dates[k.Name()]; ok && date != k.Date {
			several[k.Name()] = true
		} else {
			dates[k.Name()] = k.Date
		}
	}
	for _, k := range all {
		if k.Date != "" && several[k.Name()] {
			k.ID = record.Dated(k.ID, k.Date)
		}
	}
}
