package job

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
)

// Remarks is lines, ready for a terminal, about the input of the result: what was rejected, by kind, which files were
// converted from other character sets, and which patterns no file has. It is empty if there is nothing to say.
func (r *Result) Remarks() string {
	var lines []string
	if r.Summary.Lines[Rejected] > 0 {
		lines = append(lines, rejections(r.Dir, fmt.Sprintf(": %s-*.jsonl", Rejected)))
	}
	if r.Summary.Lines[Converted] > 0 {
		lines = append(lines, conversions(r.Dir)...)
	}
	if n := r.Summary.Counts[docio.UndecodedCharacters]; n > 0 {
		lines = append(lines,
			fmt.Sprintf("%s of %s could not be decoded: each counts as one character that is in no word",
				line.Many(n, "character"), line.Many(r.Summary.Counts[docio.Undecoded], "document")))
	}
	if n := r.Summary.Counts[docio.EncodedBytes]; n > 0 {
		lines = append(lines, fmt.Sprintf("%s of base64 in lines of %s, such as attachments, count as words: name mail .eml or .mbox, and they are left out; or decode them with --pre",
			humanize.Bytes(uint64(n)), line.Many(r.Summary.Counts[docio.Encoded], "document")))
	}
	for _, note := range r.Unused {
		lines = append(lines, visible.Text(note))
	}
	return strings.Join(lines, "\n")
}

const (
	// shownKinds is how many kinds of rejected records are shown. Of maxKinds kinds the records are counted; all
	// records of other kinds count as one kind.
	shownKinds = 10
	maxKinds   = 10_000
	otherKinds = "other reasons"
	// shownUnsure is how many files are named whose character set is a guess.
	shownUnsure = 3
)

// kind is the rejected records of one kind.
type kind struct {
	name    string
	first   record.Rejected
	records int64
}

// rejections is lines about the rejected records of a folder: for each kind how many there are, and the first of them;
// the largest kind comes first. where says where all of them are.
func rejections(dir, where string) string {
	kinds, total := map[string]*kind{}, int64(0)
	err := Each(context.Background(), dir, Rejected, func(r record.Rejected) {
		name := r.Kind()
		if kinds[name] == nil && len(kinds) >= maxKinds {
			name = otherKinds
		}
		if kinds[name] == nil {
			kinds[name] = &kind{name: name, first: r}
		}
		kinds[name].records++
		total++
	})
	all := slices.SortedFunc(maps.Values(kinds), func(a, b *kind) int {
		return cmp.Or(cmp.Compare(b.records, a.records), cmp.Compare(a.name, b.name))
	})
	var lines []string
	for _, k := range all[:min(len(all), shownKinds)] {
		total -= k.records
		example := visible.Text(k.first.String())
		if k.records > 1 {
			example = fmt.Sprintf("%s such as %s", humanize.Comma(k.records), example)
		}
		lines = append(lines, "  "+example)
	}
	switch {
	case total > 0:
		lines = append(lines,
			fmt.Sprintf("  and %s of %s%s", humanize.Comma(total), line.Many(int64(len(all)-shownKinds), "other kind"),
				where))
	case where != "" && slices.ContainsFunc(all, func(k *kind) bool { return k.records > 1 }):
		lines = append(lines, "  all of them"+where)
	}
	if err != nil && !os.IsNotExist(err) {
		lines = append(lines, fmt.Sprintf("  (%s)", visible.Error(err)))
	}
	return strings.Join(lines, "\n")
}

// conversions returns lines about the files that were converted from other character sets.
func conversions(dir string) []string {
	files, unsure, total := map[string]int64{}, []string{}, int64(0)
	guessed := int64(0)
	err := Each(context.Background(), dir, Converted, func(c record.Converted) {
		total++
		files[c.Charset]++
		if c.Unsure {
			if guessed++; guessed <= shownUnsure {
				unsure = append(unsure, visible.Text(c.File)+" ("+c.Charset+")")
			}
		}
	})
	if err != nil {
		return []string{visible.Error(err)}
	}
	sets := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return cmp.Or(cmp.Compare(files[b], files[a]), cmp.Compare(a, b))
	})
	for i, set := range sets {
		sets[i] = fmt.Sprintf("%s from %s", humanize.Comma(files[set]), set)
	}
	lines := []string{fmt.Sprintf("%s not in UTF-8, and converted: %s", line.Subject(total, "file", "is", "are"),
		strings.Join(sets, ", "))}
	if guessed > 0 {
		if guessed > shownUnsure {
			unsure = append(unsure, "...")
		}
		lines = append(lines, fmt.Sprintf("The character set of %s was guessed, and may be wrong: %s; --charset=NAME names the right one, and %s-*.jsonl lists the files",
			line.Many(guessed, "file"), strings.Join(unsure, ", "), Converted))
	}
	return lines
}
