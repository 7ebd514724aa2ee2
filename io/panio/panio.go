// Package panio reads and writes the folders of the PAN text alignment tasks: gold
// corpora and submissions, one XML file for each pair of a suspicious and a source
// document.
//
// # Format
//
//	<document reference="suspicious-document00005.txt">
//	<feature name="plagiarism" this_offset="3593" this_length="698"
//	         source_reference="source-document01090.txt" source_offset="1300" source_length="698" />
//	</document>
//
// Offsets and lengths are in Unicode code points. The name is "plagiarism" in gold
// and "detected-plagiarism" in submissions; any feature with a source_reference is
// read, other features ("about", "md5") are not. A corpus is
//
//	NAME/CATEGORY/pairs                  one pair a line: suspicious file, source file
//	NAME/CATEGORY/SUSPICIOUS-SOURCE.xml
//	NAME/susp/*.txt, NAME/src/*.txt      the texts, which need not be there
//
// where CATEGORY begins with a digit ("02-no-obfuscation").
package panio

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	// Detected is the feature name of a detection.
	Detected = "detected-plagiarism"
	// pairsFile is the list of the pairs of a category.
	pairsFile = "pairs"
)

// Annotation is one case or detection. All numbers are Unicode code points.
type Annotation struct {
	Suspicious             string // file name of the suspicious document
	ThisOffset, ThisLength int
	Source                 string // file name of the source document
	SourceOffset           int
	SourceLength           int
}

// Pair is a suspicious and a source document that are compared.
type Pair struct{ Suspicious, Source string }

// Name returns the name that PAN's files use for the document with an id, whatever folder it was
// read from: the base name, with ".txt" if it does not end so.
func Name(id string) string {
	id = path.Base(filepath.ToSlash(id))
	if !strings.HasSuffix(id, ".txt") {
		id += ".txt"
	}
	return id
}

// ReadXML returns the annotations of one file. Its errors begin with name.
func ReadXML(r io.Reader, name string) ([]Annotation, error) {
	var all []Annotation
	var suspicious string
	depth := 0
	d := xml.NewDecoder(r)
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			if suspicious == "" {
				return nil, fmt.Errorf("%s: no document with a reference", name)
			}
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: broken XML: %w", name, err)
		}
		switch el := tok.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			if depth == 1 {
				suspicious = attributes(el)["reference"]
				continue
			}
			attr := attributes(el)
			if el.Name.Local != "feature" || attr["source_reference"] == "" {
				continue
			}
			if suspicious == "" {
				return nil, fmt.Errorf("%s: the document has no reference", name)
			}
			a := Annotation{Suspicious: suspicious, Source: attr["source_reference"]}
			for _, f := range a.fields() {
				if *f.value, err = strconv.Atoi(attr[f.name]); err != nil || *f.value < 0 {
					line, _ := d.InputPos()
					return nil, fmt.Errorf("%s:%d: %s is %q, want a number of code points", name, line, f.name,
						attr[f.name])
				}
			}
			all = append(all, a)
		}
	}
}

type field struct {
	name  string
	value *int
}

// fields are the numbers of a, in the order in which they are written.
func (a *Annotation) fields() []field {
	return []field{
		{"this_offset", &a.ThisOffset}, {"this_length", &a.ThisLength},
		{"source_offset", &a.SourceOffset}, {"source_length", &a.SourceLength},
	}
}

func attributes(el xml.StartElement) map[string]string {
	m := make(map[string]string, len(el.Attr))
	for _, a := range el.Attr {
		m[a.Name.Local] = a.Value
	}
	return m
}

// Detections reads the XML files of a submission: those in dir, or in its folders
// where it has one for each category.
func Detections(dir string) ([]Annotation, error) {
	var all []Annotation
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(name), ".xml") {
			return err
		}
		as, err := readFile(name)
		all = append(all, as...)
		return err
	})
	return all, err
}

func readFile(name string) (as []Annotation, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return ReadXML(f, name)
}

// IsFolder reports whether dir holds XML files, itself or one level below, or a pair list.
func IsFolder(dir string) bool {
	for _, pattern := range []string{"*.xml", pairsFile, filepath.Join("[0-9]*", "*.xml"),
		filepath.Join("[0-9]*", pairsFile)} {
		if m, err := fs.Glob(os.DirFS(dir), filepath.ToSlash(pattern)); err == nil && len(m) > 0 {
			return true
		}
	}
	return false
}

// sortedXML lists the XML files of dir.
func sortedXML(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.EqualFold(filepath.Ext(e.Name()), ".xml") {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return slices.Clip(names), nil
}

// AppendXML appends the file of one pair; all annotations, at least one, are of that pair.
func AppendXML(dst []byte, feature string, as []Annotation) []byte {
	dst = fmt.Appendf(dst, "<document reference=%s>\n", quote(as[0].Suspicious))
	for _, a := range as {
		dst = fmt.Appendf(dst, "<feature name=%s source_reference=%s", quote(feature), quote(a.Source))
		for _, f := range a.fields() {
			dst = fmt.Appendf(dst, ` %s="%d"`, f.name, *f.value)
		}
		dst = append(dst, " />\n"...)
	}
	return append(dst, "</document>\n"...)
}

func quote(s string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	xml.EscapeText(&b, []byte(s)) // a bytes.Buffer returns no error
	b.WriteByte('"')
	return b.String()
}
