package plainio

import (
	"bytes"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/runes"
)

// Auto is the character set that is found by the bytes of a file.
const Auto = "auto"

// Text is the text of a file.
type Text struct {
	// Text is in UTF-8, but for bytes that are not valid in a file that is in UTF-8.
	Text    []byte
	Charset record.Charset
}

// TextOf returns the text of a file with these bytes. set is the name of its character set, or Auto: then
// valid UTF-8 is UTF-8, and other files are in the set that they declare, or in one that their bytes show. The
// error is that the bytes are not in the set, or in none that is known.
func TextOf(raw []byte, markup record.Markup, set string) (Text, error) {
	valid := runes.Valid(raw)
	if valid && (set == charset.UTF8 || set == Auto && charset.IsWide(raw) == "") {
		return Text{Text: raw}, nil
	}
	if set != Auto {
		if charset.Lines(set) && runes.ASCII(raw) { // the same in all such sets
			return Text{Text: raw}, nil
		}
		return forced(raw, set)
	}
	declared := ""
	if markup != record.Plain {
		declared = charset.Declared(raw)
	}
	choice := charset.Decide(raw, "", declared)
	if choice.Name == charset.UTF8 {
		_, invalid := charset.CountUTF8(raw)
		return Text{raw, record.Charset{Undecoded: invalid}}, nil
	}
	t := decoded(raw, choice)
	if letters, odd := strange(t.Text); odd*20 > letters {
		if i := bytes.IndexByte(raw, 0); i >= 0 {
			return Text{}, notText(i)
		}
		return Text{},
			errors.New("in no character set that is known: convert it to UTF-8, or name the set with --charset")
	}
	return t, nil
}

// forced returns the text of a file that is said to be in a set.
func forced(raw []byte, set string) (Text, error) {
	if set != charset.UTF8 {
		t := decoded(raw, charset.Choice{Name: set})
		if letters, _ := strange(t.Text); !charset.Fits(t.Charset.Undecoded, letters) {
			return Text{}, fmt.Errorf("not in %s, which --charset names: %d characters cannot be decoded", set,
				t.Charset.Undecoded)
		}
		return t, nil
	}
	letters, invalid := charset.CountUTF8(raw)
	if !charset.Fits(invalid, letters) {
		if other := charset.Decide(raw, "", "").Name; other != charset.UTF8 {
			return Text{}, seems(other, set)
		}
		return Text{}, fmt.Errorf("not in utf-8, which --charset names: %d bytes are not valid", invalid)
	}
	return Text{raw, record.Charset{Undecoded: invalid}}, nil
}

// seems is the error for a file that is in another character set than it should be.
func seems(other, set string) error {
	return fmt.Errorf("it seems to be in %s, and not in %s, which --charset names", other, set)
}

// decoded converts the bytes of a file.
func decoded(raw []byte, c charset.Choice) Text {
	t := charset.Decode(raw, c.Name)
	return Text{t.UTF8, record.Charset{Name: c.Name, Unsure: c.Unsure, Bytes: t.Bytes, Undecoded: t.Bad}}
}

// strange counts the characters of a text that are letters of any language, and those that are in no text: control
// characters, and what could not be decoded. If there are many, the text was decoded with the wrong set.
func strange(text []byte) (letters, odd int) {
	for _, r := range string(text) {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r) && !unicode.IsSpace(r):
			odd++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters, odd
}
