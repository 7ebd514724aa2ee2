package docio

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/record"
)

// Sentences, long enough to show their character sets.
const (
	french  = "Les licences de logiciels sont données à tous ceux qui les reçoivent, où qu'ils résident, et l'élève a été prévenu à l'école.\n"
	russian = "Эта книга написана для проверки, и каждый может свободно её использовать и распространять, где бы он ни жил.\n"
	chinese = "中华人民共和国的一切权力属于人民。人民行使国家权力的机关是全国人民代表大会和地方各级人民代表大会。\n"
)

// in returns a text in a character set.
func in(t testing.TB, name, text string) string {
	t.Helper()
	b, err := charset.Encoder(name).String(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// jsonLines returns records with these texts.
func jsonLines(texts ...string) string {
	var b strings.Builder
	for i, text := range texts {
		fmt.Fprintf(&b, "{\"id\":\"%d\",\"text\":%q}\n", i, strings.TrimSpace(text))
	}
	return b.String()
}

// Files in other character sets have the text of those in UTF-8, and so they have when they are read again, by each way
// of reading. The places of their text are those of the files.
func TestCharsets(t *testing.T) {
	page := func(set, text string) string {
		return "<html><head><meta charset=" + set + "></head><p>" + text + "</p></html>"
	}
	for name, tc := range map[string]struct{ content, want, set string }{
		"utf8.txt":   {french, french, ""},
		"marked.txt": {"\ufeff" + french, "\ufeff" + french, ""},
		"1252.txt":   {in(t, "windows-1252", french), french, "windows-1252"},
		"ascii1.txt": {strings.Repeat("plain English text. ", 200) +
			"caf\xe9 au lait, tr\xe8s bien fait, d\xe9j\xe0 vu.", strings.Repeat("plain English text. ", 200) +
			"café au lait, très bien fait, déjà vu.", "windows-1252"},
		"half.txt": {french + in(t, "windows-1252", french), french + french, "utf-8+windows-1252"},
		"half.jsonl": {"{\"text\":\"" + strings.TrimSpace(french) + in(t, "windows-1252", strings.TrimSpace(french)) +
			"\"}\n", strings.Repeat(strings.TrimSpace(french), 2), "utf-8+windows-1252"},
		"850.txt":  {in(t, "cp850", french+french), french + french, "ibm850"},
		"mac.txt":  {in(t, "macintosh", french+french), french + french, "macintosh"},
		"1251.txt": {in(t, "windows-1251", russian), russian, "windows-1251"},
		"koi8.txt": {in(t, "koi8-r", russian), russian, "koi8-r"},
		"gb.txt":   {in(t, "gb18030", chinese), chinese, "gb18030"},
		"le.txt":   {in(t, "utf-16le", chinese), chinese, "utf-16le"},
		"be.txt":   {in(t, "utf-16be", "\ufeff"+french), "\ufeff" + french, "utf-16be"},
		"32.txt":   {in(t, "utf-32le", french), french, "utf-32le"},
		"gb.html":  {in(t, "gbk", page("gbk", chinese)), page("gbk", chinese), "gbk"},
		"1252.xml": {in(t, "windows-1252", "<?xml version='1.0' encoding='latin1'?><a>"+french+"</a>"),
			"<?xml version='1.0' encoding='latin1'?><a>" + french + "</a>", "windows-1252"},
		"wrong.html":  {page("gbk", french), page("gbk", french), ""}, // valid UTF-8 wins
		"mostly.txt":  {french + "\xff" + russian, french + "\xff" + russian, ""},
		"1252.jsonl":  {in(t, "windows-1252", jsonLines(french)), strings.TrimSpace(french), "windows-1252"},
		"gb.jsonl":    {in(t, "gb18030", jsonLines(chinese)), strings.TrimSpace(chinese), "gb18030"},
		"le.jsonl":    {in(t, "utf-16le", "\ufeff"+jsonLines(chinese)), strings.TrimSpace(chinese), "utf-16le"},
		"1252.txt.gz": {gz(t, in(t, "windows-1252", french)), french, "windows-1252"},
		"gb.jsonl.gz": {gz(t, in(t, "gb18030", jsonLines(chinese))), strings.TrimSpace(chinese), "gb18030"},
	} {
		t.Run(name, func(t *testing.T) {
			p := params(folder(t, map[string]string{name: tc.content}))
			docs, rejected := each(t, p)
			if len(docs) != 1 || len(rejected) > 0 {
				t.Fatalf("%d documents, rejected %v", len(docs), rejected)
			}
			d := docs[0]
			if string(d.Text) != tc.want || d.Charset.Name != tc.set {
				t.Errorf("%q in %q, want %q in %q", d.Text, d.Charset.Name, tc.want, tc.set)
			}
			if got := d.Charset.Unsure; got {
				t.Error("the set is not sure")
			}
			raw := tc.content
			if tc.set != "" && !strings.Contains(name, "jsonl") && !strings.HasSuffix(name, ".gz") {
				places, points := d.Charset.Bytes.Cursor(), 0
				for at, r := range string(d.Text) {
					from, to := places.ToFile(int64(at)), places.ToFile(int64(at+len(string(r))))
					if own := charset.Decode([]byte(raw[from:to]), tc.set).UTF8; string(own) != string(r) {
						t.Fatalf("character %d, %q, is %q in the file", points, r, own)
					}
					points++
				}
			}
			again := NewAgain(p)
			defer again.Close()
			text, err := again.Text(t.Context(), d.File, d.Offset)
			if err != nil || string(text.Text) != string(d.Text) || text.Charset != d.Charset {
				t.Errorf("read again: %+v, error %v", text, err)
			}
			one, err := Text(t.Context(), p, d.File, d.Offset)
			if err != nil || string(one.Text) != string(d.Text) || one.Charset.Name != d.Charset.Name ||
				one.Charset.Bytes != d.Charset.Bytes {
				t.Errorf("read again alone: %+v, error %v", one, err)
			}
		})
	}
}

// A file of lines in another set has the same documents in any ranges, and is told once.
func TestCharsetOfRanges(t *testing.T) {
	var texts []string
	for i := range 300 {
		texts = append(texts, fmt.Sprintf("%d %s", i, chinese))
	}
	for _, name := range []string{"gb18030", "utf-16be"} {
		p := params(folder(t, map[string]string{"a.jsonl": in(t, name, jsonLines(texts...))}))
		plan := newPlan(t, p)
		whole := plan.ranges[0]
		want := readAll(t, p, plan.ranges)
		if len(want) != len(texts) {
			t.Fatalf("%s: %d lines", name, len(want))
		}
		for _, target := range []int64{100, 5000} {
			ranges, err := splitLines(t.Context(), p, whole, target)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, readAll(t, p, ranges)); diff != "" {
				t.Errorf("%s in %d ranges (-want +got):\n%s", name, len(ranges), diff)
			}
			if many := len(ranges) > 1; many != (name == "gb18030") {
				t.Errorf("%s has %d ranges", name, len(ranges))
			}
			var told []string
			fn := &readFn{Params: p}
			for _, r := range ranges {
				if err := fn.readRange(t.Context(), "/", r, func(record.Document) {}, func(record.Rejected) {},
					func(c record.Converted) {
						told = append(
							told, c.Name+" "+c.Charset,
						)
					}, map[string]int64{}); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(told, []string{"a.jsonl " + name}) {
				t.Errorf("told: %q", told)
			}
		}
	}
}

// --charset names the set of all files. Files that are not in it are rejected.
func TestNamedCharset(t *testing.T) {
	files := map[string]string{"a.txt": french, "b.txt": in(t, "windows-1252", french),
		"c.txt": in(t, "gb18030", chinese), "d.txt": "plain", "e.txt": in(t, "utf-16le", "\ufeff"+french)}
	for set, want := range map[string][]string{
		"utf-8": {"a.txt", "d.txt", "b.txt: it seems to be in windows-1252, and not in utf-8, which --charset names",
			"c.txt: it seems to be in gb18030, and not in utf-8, which --charset names",
			"e.txt: it seems to be in utf-16le, and not in utf-8, which --charset names"},
		"gb18030": {"a.txt", "b.txt", "c.txt", "d.txt"},
		"euc-kr":  {"a.txt", "b.txt", "d.txt"},
		"latin1": {"a.txt", "b.txt", "c.txt", "d.txt",
			"e.txt: it seems to be in utf-16le, and not in windows-1252, which --charset names"},
		"LATIN1 ": {"a.txt", "b.txt", "c.txt", "d.txt",
			"e.txt: it seems to be in utf-16le, and not in windows-1252, which --charset names"},
	} {
		p := params(folder(t, files))
		p.Charset = set
		docs, rejected := each(t, p)
		var got []string
		for _, d := range docs {
			got = append(got, d.ID)
		}
		for _, r := range rejected {
			r.File = filepath.Base(r.File)
			got = append(got, r.String())
		}
		if set == "utf-8" && !slices.Equal(got, want) || set == "latin1" && !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", set, got, want)
		}
	}
	p := params(folder(t, files))
	p.Charset = "utf-9"
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "--charset=utf-9 is unknown") {
		t.Errorf("error %v", err)
	}
}

// An attachment in a text that is mostly something else is counted, in each format; a key is too short for it.
func TestCountEncoded(t *testing.T) {
	encode := func(n int) string {
		data := make([]byte, n)
		rand.NewChaCha8([32]byte{}).Read(data)
		all := base64.StdEncoding.EncodeToString(data)
		lines := ""
		for ; len(all) > 76; all = all[76:] {
			lines += all[:76] + "\n"
		}
		return lines + all + "\n"
	}
	said := strings.Repeat("Please find the picture of the garden below.\n", 60)
	text, key := said+encode(1500)+said, said+encode(300)+said
	p := params(folder(t, map[string]string{"a.txt": text, "b.txt": key, "c.jsonl": jsonLines(text)}))
	counts := map[string]int64{}
	fn := &readFn{Params: p}
	for _, r := range newPlan(t, p).ranges {
		if err := fn.readRange(t.Context(), "/", r, func(record.Document) {}, func(r record.Rejected) {
			t.Errorf("rejected: %v", r)
		}, nil, counts); err != nil {
			t.Fatal(err)
		}
	}
	want := int64(2 * 26 * 77) // of 2,000 letters 26 lines of 76, each with its end; the last 24 are too few
	if counts[Encoded] != 2 || counts[EncodedBytes] != want {
		t.Errorf("counts %v, want 2 documents and %d bytes", counts, want)
	}
}

// What is in no set is rejected, and what cannot be decoded is counted.
func TestUndecoded(t *testing.T) {
	noise := make([]byte, 2000)
	for i := range noise {
		noise[i] = byte(1 + (i*i*31+i*7)%255)
	}
	p := params(folder(t, map[string]string{"a.txt": string(noise), "b.txt": french + "\xff" + russian,
		"c.jsonl": jsonLines(french) + "{\"text\":\"caf\xe9 \xe9\"}\n"}))
	counts := map[string]int64{}
	var rejected []string
	fn := &readFn{Params: p}
	for _, r := range newPlan(t, p).ranges {
		if err := fn.readRange(t.Context(), "/", r, func(record.Document) {}, func(r record.Rejected) {
			rejected = append(rejected, r.Reason)
		}, func(c record.Converted) { t.Errorf("converted: %v", c) }, counts); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(map[string]int64{Undecoded: 2, UndecodedCharacters: 3}, counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if len(rejected) != 1 || !strings.HasPrefix(rejected[0], "in no character set that is known: convert it") {
		t.Errorf("rejected: %q", rejected)
	}
}
