// Package names gives documents names that say nothing of them, and keeps who has which name in a file: the key.
package names

import (
	"cmp"
	"crypto/rand"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/record"
)

// Key says which document has which name. A name is drawn at random, so neither the name nor the order of names says
// anything of a document: not its id, and not when it was named.
//
// The file is CSV that a spreadsheet opens, with a line for each document: name, side (input or source), id, and the
// hash of side and id, by which it is found again. In the column id an id that a spreadsheet would take for a formula
// has an apostrophe before it. Only the owner can read the file.
type Key struct {
	entries map[string]entry // by hash
	used    map[string]entry // by name
	changed bool
}

type entry struct{ name, side, id, hash string }

// head is the first line.
var head = []string{"name", "side", "id", "hash"}

// byteOrderMark tells Excel that a file is UTF-8.
const byteOrderMark = "\ufeff"

// ErrNoKey is the error of a file that is no key.
var ErrNoKey = errors.New("the file is no key: its first line is not name,side,id,hash")

// ErrChanged is the error of a key that another run has extended since it was read.
var ErrChanged = errors.New("another run has changed the file meanwhile: run this again")

// Read reads a key. A file that does not exist is an empty one.
func Read(file string) (*Key, error) {
	k := &Key{entries: map[string]entry{}, used: map[string]entry{}}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	mark := make([]byte, len(byteOrderMark))
	// a spreadsheet has written it without
	if n, err := io.ReadFull(f, mark); err != nil || string(mark[:n]) != byteOrderMark {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	rows := csv.NewReader(f)
	if row, err := rows.Read(); err != nil || !slices.Equal(row, head) {
		return nil, ErrNoKey
	}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			return k, nil
		}
		if err != nil {
			return nil, err
		}
		e := entry{row[0], row[1], row[2], row[3]}
		if k.taken(e.name) {
			return nil, fmt.Errorf("the name %q is empty, or there twice", e.name)
		}
		k.add(e)
	}
}

// taken reports whether no other document can have a name.
func (k *Key) taken(name string) bool { return name == "" || k.used[name].name == name }

func (k *Key) add(e entry) { k.entries[e.hash], k.used[e.name] = e, e }

// letters are those of names: no vowels, which would make words, and nothing that looks like another.
const letters = "23456789BCDFGHJKMNPQRSTVWXZ"

// length is the number of letters of a name: there are 14 million.
const length = 5

// Name returns the name of a document.
func (k *Key) Name(id string, side record.Side) string {
	hash := hashOf(id, side)
	if e, ok := k.entries[hash]; ok {
		return e.name
	}
	e := entry{side: "input", id: passageio.Harmless(id), hash: hash}
	kind := "document "
	if side == record.Source {
		e.side, kind = "source", "source "
	}
	for n := length; k.taken(e.name); {
		e.name = kind + code(n)
		if len(k.used) > 1_000_000 {
			n = length + 3
		}
	}
	k.add(e)
	k.changed = true
	return e.name
}

// hashOf returns the hash of a document. It begins with a letter, because a spreadsheet takes digits for a number.
func hashOf(id string, side record.Side) string {
	return fmt.Sprintf("h%016x", xxhash.Sum64String(record.SidedID(id, side == record.Source)))
}

// ID returns the id of the document that has a name; "" if none has it, or if the file cannot say its id.
func (k *Key) ID(name string) string {
	e := k.used[name]
	side := record.Input
	if e.side == "source" {
		side = record.Source
	}
	for _, id := range []string{e.id, strings.TrimPrefix(e.id, "'")} { // it was harmless, or was made so
		if e.hash == hashOf(id, side) {
			return id
		}
	}
	return ""
}

// HideA gives a of a passage its name, and takes out what else says which document it is; HideB does so for b.
func (k *Key) HideA(p *record.Passage, side record.Side) {
	p.A, p.AFields, p.ALoc = k.Name(p.A, side), "", ""
}

func (k *Key) HideB(p *record.Passage, side record.Side) {
	p.B, p.BFields, p.BLoc = k.Name(p.B, side), "", ""
}

// code returns random letters.
func code(n int) string {
	b := make([]byte, 0, n)
	for len(b) < n {
		var one [1]byte
		rand.Read(one[:])                                          // it never fails
		if at := int(one[0]); at < 256/len(letters)*len(letters) { // all letters are as likely
			b = append(b, letters[at%len(letters)])
		}
	}
	return string(b)
}

// Write writes the key, if it has new names. The file appears whole, and only its owner can read it.
func (k *Key) Write(file string) error {
	if !k.changed {
		if err := os.Chmod(file, 0o600); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil // a result without documents
	}
	f, err := os.OpenFile(file+".new", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // only one run at a time has it
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("another run is writing the key; if none is at work, remove %s, which one has left that was killed", file+".new")
	}
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after Rename there is none
	now, err := Read(file)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	for hash, e := range now.entries {
		if k.entries[hash] != e {
			return errors.Join(ErrChanged, f.Close())
		}
	}
	all := make([]entry, 0, len(k.entries))
	for _, e := range k.entries {
		all = append(all, e)
	}
	slices.SortFunc(all, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.side, y.side), cmp.Compare(x.id, y.id), cmp.Compare(x.hash, y.hash))
	})
	_, err = io.WriteString(f, byteOrderMark)
	rows := csv.NewWriter(f)
	rows.Write(head)
	for _, e := range all {
		rows.Write([]string{e.name, e.side, e.id, e.hash})
	}
	rows.Flush()
	if err := errors.Join(err, rows.Error(), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), file); err != nil {
		return err
	}
	k.changed = false
	return nil
}
