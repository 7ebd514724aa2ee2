package partial

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/imatch"
)

// idfFlag reads LOW,HIGH.
type idfFlag struct{ r *imatch.Range }

func (f *idfFlag) String() string { return f.r.String() }
func (f *idfFlag) Type() string   { return "low,high" }
func (f *idfFlag) Set(s string) error {
	r, err := imatch.ReadRange(s)
	if err == nil {
		*f.r = r
	}
	return err
}

// antecedentsFlag reads a number of words or the name of a file of them.
type antecedentsFlag struct{ a *signature.Antecedents }

func (f *antecedentsFlag) String() string {
	if f.a == nil || len(f.a.Words) == 0 && f.a.Count == 0 {
		return "0"
	}
	return f.a.String()
}
func (f *antecedentsFlag) Type() string { return "number|file" }
func (f *antecedentsFlag) Set(s string) error {
	a := signature.Antecedents{Share: signature.DefaultShare}
	if n, err := strconv.Atoi(s); err == nil {
		a.Count = n
	} else if a.Words, err = readWords(s); err != nil {
		return err
	}
	*f.a = a
	return nil
}

// readWords reads a file of antecedents: one word on each line. It skips blank lines and
// lines that begin with #.
func readWords(name string) ([]uint32, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("neither a number nor a file that can be read: %w", err)
	}
	defer f.Close()
	var words []uint32
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		word := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if word == "" || strings.HasPrefix(word, "#") {
			continue
		}
		hash, ok := token.HashWord(word)
		if !ok {
			return nil, fmt.Errorf("%s:%d: %q is not one word", name, n, word)
		}
		words = append(words, hash)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: no word in it", name)
	}
	return words, nil
}
