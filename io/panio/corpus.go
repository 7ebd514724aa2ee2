package panio

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Category is one folder of a gold corpus.
type Category struct {
	Name string
	// Pairs are the pairs that the category asks about. Without a pair list they are
	// those of its XML files.
	Pairs []Pair
	// Listed is true if there was a pair list.
	Listed bool
	Cases  []Annotation
}

// Corpus is a gold corpus.
type Corpus struct {
	Categories []Category
	// Texts are the files of the documents by name, or nil where the corpus comes
	// without those of either side.
	Texts map[string]string
}

// ReadCorpus reads the gold in dir: its folders that begin with a digit and hold a pair
// list or XML files, or dir itself as the only category where there are none.
func ReadCorpus(dir string) (*Corpus, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	c := new(Corpus)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if !e.IsDir() || e.Name()[0] < '0' || e.Name()[0] > '9' || !IsFolder(name) {
			continue
		}
		cat, err := readCategory(name)
		if err != nil {
			return nil, err
		}
		c.Categories = append(c.Categories, cat)
	}
	if len(c.Categories) == 0 {
		cat, err := readCategory(dir)
		if err != nil {
			return nil, err
		}
		c.Categories = append(c.Categories, cat)
	}
	for _, side := range []string{"susp", "src"} {
		n := len(c.Texts)
		if err := c.readTexts(filepath.Join(dir, side)); err != nil {
			return nil, err
		}
		if len(c.Texts) == n {
			c.Texts = nil
			break
		}
	}
	return c, nil
}

func readCategory(dir string) (Category, error) {
	cat := Category{Name: filepath.Base(dir)}
	files, err := sortedXML(dir)
	if err != nil {
		return cat, err
	}
	for _, name := range files {
		as, err := readFile(name)
		if err != nil {
			return cat, err
		}
		cat.Cases = append(cat.Cases, as...)
	}
	cat.Pairs, cat.Listed, err = readPairs(filepath.Join(dir, pairsFile))
	if err != nil || cat.Listed {
		return cat, err
	}
	seen := map[Pair]bool{}
	for _, a := range cat.Cases {
		if p := (Pair{a.Suspicious, a.Source}); !seen[p] {
			seen[p] = true
			cat.Pairs = append(cat.Pairs, p)
		}
	}
	return cat, nil
}

// readPairs reads a pair list; ok is false where there is none.
func readPairs(name string) (pairs []Pair, ok bool, err error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		switch w := strings.Fields(lines.Text()); len(w) {
		case 0:
		case 2:
			pairs = append(pairs, Pair{w[0], w[1]})
		default:
			return nil, false, fmt.Errorf("%s:%d: %d words, want a suspicious and a source document", name, n, len(w))
		}
	}
	return pairs, true, lines.Err()
}

// readTexts adds the files of dir, which need not exist, to the texts.
func (c *Corpus) readTexts(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == ".txt" {
			if c.Texts == nil {
				c.Texts = make(map[string]string)
			}
			c.Texts[e.Name()] = filepath.Join(dir, e.Name())
		}
	}
	return nil
}
