package store

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The file Last of a folder is its marker: it lists what a run has put there, so that
// nothing else is ever replaced. Its first line is markerHead; then each file and folder
// has a line, in ascending order of the names:
//
//	123 NAME    a file of 123 bytes
//	- NAME      a file whose size is not the same in every run
//	/ NAME      a folder
//
// Names are below the folder, with forward slashes. One that is no plain text (a line
// end, bytes that are not UTF-8) is quoted as Go quotes strings. The marker itself is not
// listed.
const markerHead = "diagonal result, version 1\n"

// listing is the content of a folder: sizes by name.
type listing map[string]int64

// Sizes that are no numbers of bytes.
const (
	anySize    int64 = -1 - iota
	folderSize       // a folder
	oddSize          // no file and no folder: a link, a pipe, a device
)

// plainName returns a name as it is written in a line: quoted where it is no plain text.
func plainName(name string) string {
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}

// marker is the content of the marker of a folder.
func (l listing) marker() []byte {
	b := []byte(markerHead)
	for _, name := range slices.Sorted(maps.Keys(l)) {
		switch size := l[name]; size {
		case anySize:
			b = append(b, '-')
		case folderSize:
			b = append(b, '/')
		default:
			b = strconv.AppendInt(b, size, 10)
		}
		b = append(b, ' ')
		b = append(b, plainName(name)...)
		b = append(b, '\n')
	}
	return b
}

// What is wrong with the marker of a folder that is to be replaced.
const (
	noMarkerWhy    = "is no result of an earlier run: it holds %s, and no %s; choose another folder"
	emptyMarkerWhy = "holds a %s that does not list its files: an earlier version of diagonal has written it, or another program; remove the folder yourself, or choose another one"
	oddMarkerWhy   = "holds a %s that this version of diagonal has not written; remove the folder yourself, or choose another one"
	strangerWhy    = "holds %s, which no run has written there; move it away, or choose another folder"
	changedWhy     = "holds %s, which has changed since a run has written it; move it away, or choose another folder"
)

// readMarker reads a marker. last is its name. The error says why it is none.
func readMarker(r io.Reader, last string) (listing, error) {
	head := make([]byte, len(markerHead))
	n, err := io.ReadFull(r, head)
	if err == io.EOF {
		return nil, fmt.Errorf(emptyMarkerWhy, last)
	}
	if err != nil && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if string(head[:n]) != markerHead {
		return nil, fmt.Errorf(oddMarkerWhy, last)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := listing{}
	for line := range strings.Lines(string(b)) {
		name, size, ok := markerLine(line)
		if !ok {
			return nil, fmt.Errorf(oddMarkerWhy, last)
		}
		l[name] = size
	}
	return l, nil
}

func markerLine(line string) (name string, size int64, ok bool) {
	line, whole := strings.CutSuffix(line, "\n")
	kind, name, ok := strings.Cut(line, " ")
	if !whole || !ok {
		return "", 0, false
	}
	var err error
	if strings.HasPrefix(name, `"`) {
		name, err = strconv.Unquote(name)
	}
	switch kind {
	case "-":
		size = anySize
	case "/":
		size = folderSize
	default:
		if err == nil {
			size, err = strconv.ParseInt(kind, 10, 64)
		}
	}
	return name, size, err == nil && name != "" && size >= folderSize
}

// strange returns which of the things that are found in a folder no run has written there: they
// are not listed, or have another size. It is "" if there is none. The marker, of the name
// last, is not looked at.
func (l listing) strange(found listing, last string) (why string) {
	for _, name := range slices.Sorted(maps.Keys(found)) {
		want, listed := l[name]
		switch got := found[name]; {
		case name == last:
		case !listed || got == oddSize || (got == folderSize) != (want == folderSize):
			return fmt.Sprintf(strangerWhy, plainName(name))
		case want != anySize && want != got:
			return fmt.Sprintf(changedWhy, plainName(name))
		}
	}
	return ""
}

// first is one of the names, for a message.
func (l listing) first() string {
	return plainName(slices.Min(slices.Collect(maps.Keys(l))))
}
