// Command charset measures how often the character set of a text is found by its bytes, and how often a wrong guess is
// called sure:
//
//	go run ./bench/charset --texts=FOLDER
//
// FOLDER has files LANGUAGE.txt in UTF-8, such as de.txt and zh_TW.txt. Pieces of each are converted to the sets that
// are used for the language, cut to 200, 1,000 and 10,000 bytes, and given to charset.Decide. A guess is right if at
// most one character in 50 beyond ASCII reads in another way.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/charset"
)

var (
	texts = pflag.String("texts", "", "`folder` of files LANGUAGE.txt in UTF-8")
	tries = pflag.Int("tries", 20, "number of pieces of each language, set and size")
)

func main() { program.Main("charset", run) }

// languages are those that a set is tried with.
var languages = []struct{ set, languages string }{
	{"utf-16le", "zh_CN ja ko ru de"}, {"utf-16be", "zh_CN ja ko el"},
	{"gb18030", "zh_CN zh_TW"}, {"big5", "zh_TW"}, {"shift_jis", "ja"}, {"euc-jp", "ja"}, {"euc-kr", "ko"},
	{"windows-1252", "de fr es it pt nl sv da fi nb is ca ga eu gl af"}, {"iso-8859-15", "de fr fi"},
	{"windows-1250", "pl cs sk hu sl hr ro sq"}, {"iso-8859-2", "pl cs sk hu sl hr"},
	{"windows-1251", "ru uk bg sr mk be"}, {"koi8-r", "ru bg"}, {"koi8-u", "uk"}, {"iso-8859-5", "ru"},
	{"windows-1253", "el"}, {"iso-8859-7", "el"}, {"windows-1254", "tr"}, {"windows-1255", "he"}, {"windows-1256", "ar fa"},
	{"ibm850", "de fr es it pt sv da fi"}, {"ibm852", "pl cs sk hu"}, {"ibm866", "ru"}, {"macintosh", "de fr es it pt sv da fi"}, {"x-mac-cyrillic", "ru"},
	{"utf-8+windows-1252", "de fr es it pt sv da fi"}, {"utf-8+windows-1250", "pl cs"}, {"utf-8+windows-1251", "ru"},
	{"windows-1257", "lt lv et"}, {"windows-874", "th"},
}

var sizes = []int{200, 1000, 10_000}

// counts is how many guesses there were, how many were right, and how many of the wrong ones were called sure.
type counts struct{ all, right, unsure, wrong int }

func run(ctx context.Context) error {
	if *texts == "" {
		return errors.New("--texts is missing: name a folder of files LANGUAGE.txt")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var total counts
	var spent time.Duration
	fmt.Println("% right / right and not sure / wrong and called sure, of pieces of 200, 1,000 and 10,000 bytes")
	for _, l := range languages {
		line := fmt.Sprintf("%-18s", l.set)
		for _, size := range sizes {
			var c counts
			for _, language := range strings.Fields(l.languages) {
				text, err := os.ReadFile(filepath.Join(*texts, language+".txt"))
				if errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err != nil {
					return err
				}
				for range *tries {
					if err := ctx.Err(); err != nil {
						return err
					}
					raw, want := piece(rng, text, l.set, size)
					start := time.Now()
					choice := charset.Decide(raw, "", "")
					spent += time.Since(start)
					c.add(choice, reads(raw, choice.Name, want))
				}
			}
			line += fmt.Sprintf(" | %3d %3d %3d", percent(c.right, c.all), percent(c.unsure, c.all), percent(c.wrong, c.all))
			total.all, total.right, total.unsure, total.wrong = total.all+c.all, total.right+c.right, total.unsure+c.unsure, total.wrong+c.wrong
		}
		fmt.Println(line)
	}
	fmt.Printf("%d pieces: %d right, of which %d are not sure; %d wrong and called sure; %v each\n", total.all, total.right, total.unsure, total.wrong, spent/time.Duration(max(total.all, 1)))
	return nil
}

func percent(n, of int) int { return 100 * n / max(of, 1) }

func (c *counts) add(choice charset.Choice, right bool) {
	c.all++
	switch {
	case right && choice.Unsure:
		c.unsure++
		c.right++
	case right:
		c.right++
	case !choice.Unsure:
		c.wrong++
	}
}

// piece returns a piece of a text in a set, without the characters that the set does not have, and the same piece in
// UTF-8. It has a character beyond ASCII if the text has any.
func piece(rng *rand.Rand, text []byte, set string, size int) (raw []byte, want string) {
	at := rng.IntN(max(1, len(text)-3*size))
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	var b strings.Builder
	rest, mixed := strings.CutPrefix(set, charset.UTF8+"+") // the second half is in UTF-8
	for _, r := range string(text[at:]) {
		code, err := charset.Encoder(rest).String(string(r))
		if mixed && len(raw) > size/2 {
			code = string(r)
		}
		if err != nil || string(charset.Decode([]byte(code), set).UTF8) != string(r) {
			continue
		}
		b.WriteRune(r)
		if raw = append(raw, code...); len(raw) >= size {
			break
		}
	}
	return raw, b.String()
}

// reads reports whether bytes read nearly as want in a set.
func reads(raw []byte, set, want string) bool {
	text := string(raw)
	if set != charset.UTF8 {
		text = string(charset.Decode(raw, set).UTF8)
	}
	x, y := []rune(text), []rune(want)
	if len(x) != len(y) {
		return false
	}
	bad, all := 0, 0
	for i, r := range y {
		if r >= utf8.RuneSelf {
			all++
			if x[i] != r {
				bad++
			}
		}
	}
	return bad*50 <= all
}
