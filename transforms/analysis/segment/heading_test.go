package segment

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHeading: the depth of each sentence is before it. What belongs to a heading has no depth.
func TestHeading(t *testing.T) {
	const text = "0|The mill by the river was closed after the flood.\n"
	for _, c := range []string{
		// Marks of Markdown.
		"1|# The mill\n" + text,
		text + "3|### The mill by the river, which was closed after the flood of that year, and its owners.\n" + text,
		text + "\n2|## Why?\n3|### 1. When\n" + text,
		"0|#no heading\n\n" + text,
		"1|# One. Two.\n" + text,
		// A line of marks below.
		"1|The mill\n========\n" + text,
		text + "\n2|The mill\n---\n\n" + text,
		text + "3|3. The mill\n~~~~~~~~~~~\n" + text,
		"0|The mill by the river was closed after the flood, and nobody remembers when it was erected.\n0|---\n" + text,
		text + "\n3|``mill`` and river\n" + strings.Repeat("'", 18) + "\n\n" + text,
		"0|The mill\n0|~~~\n" + text,                  // a fence
		"0|The mill\n0|=== ===\n0|1   2\n0|=== ===\n", // a table
		"0|- the mill\n0|---\n" + text,                // an item
		// Statutes.
		"2|第一章 总则\n0|第一条 为了保护公民，制定本法。\n",
		"1|第二编 物权\n2|第一章 一般规定\n3|第一节 设立\n0|第二条 本法所称物。\n",
		// A line alone in its paragraph.
		"7|The mill\n\n" + text,
		text + "\r\n\r\n7|The mill by the river\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n"),
		text + "\n7|**The mill**\n\n" + text,
		text + "\n7|2.1 Who owns it?\n\n" + text,
		text + "\n7|水磨坊的历史\n\n0|大洪水之后，河边的水磨坊关闭了。\n",
		text + "\n7|The mill\n\n0|- the wheel\n0|- the stones\n",
		text + "0|The mill\n\n" + text,           // not alone
		text + "\n0|The mill\n" + text,           // nor here
		text + "\n0|The mill closed.\n\n" + text, // ends as a sentence
		text + "\n0|The mill:\n\n" + text,
		text + "\n0|- the mill\n\n" + text,
		text + "\n0|> the mill\n\n" + text,
		text + "\n0|the wheel\n\n0|the stones\n\n7|the owners\n\n" + text, // a list with one below another
		text + "\n0|The mill\n",                                           // nothing below
		"0|The mill",
		"0|" + strings.Repeat("mill ", 19) + "\n\n" + text, // too long
	} {
		plain := depths.ReplaceAllString(c, "")
		var want, got []int
		for _, mark := range depths.FindAllString(c, -1) {
			want = append(want, int(mark[0]-'0'))
		}
		end := 0
		for _, s := range Append(nil, []byte(plain)) {
			if s.End <= end {
				continue
			}
			var depth int
			depth, end = Heading([]byte(plain), s)
			got = append(got, depth)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: the sentences have the depths %v, want %v", plain, got, want)
		}
	}
}

var depths = regexp.MustCompile(`[0-7]\|`)
