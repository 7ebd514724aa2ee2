package signature

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"example.org/diagonal/transforms/analysis/token"
)

// readWords reads a file of antecedents: one word a line, blank lines and those that
// begin with # passed over.
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
