package charfilter

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// licences makes a page of about a megabyte of the licences in testdata, with the
// markup, navigation and script of a page of the web. It returns the page and the
// paragraphs in it.
func licences(tb testing.TB) (page []byte, paragraphs []string) {
	text := filetest.Read(tb, "testdata/licences.txt")
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Licences</title>\n" +
		"<script>var a = '<p>' < 1 && b;</script>\n</head>\n<body>\n")
	paragraphs = append(paragraphs, "Licences")
	for copies := 0; b.Len() < 1<<20; copies++ {
		for i, p := range strings.Split(string(text), "\n\n") {
			words := strings.Fields(p)
			if len(words) == 0 {
				continue
			}
			paragraphs = append(paragraphs, strings.Join(words, " "))
			fmt.Fprintf(&b, "<div class=\"section level-%d\" id=\"s%d-%d\">\n  <p>", i%4, copies, i)
			for k, w := range words {
				if k > 0 {
					b.WriteByte(' ')
				}
				w = html.EscapeString(w)
				switch k % 17 {
				case 5:
					fmt.Fprintf(&b, "<a href=\"/licence?id=%d&amp;part=%d\" title=\"a > b\">%s</a>", i, k, w)
				case 11:
					fmt.Fprintf(&b, "<em>%s</em>%s", w[:1], w[1:])
				default:
					b.WriteString(w)
				}
			}
			b.WriteString("</p>\n  <!-- end -->\n</div>\n")
		}
	}
	b.WriteString("</body>\n</html>\n")
	return b.Bytes(), paragraphs
}

func TestLicences(t *testing.T) {
	page, want := licences(t)
	text, m := HTML(page)
	var got []string
	for p := range strings.SplitSeq(string(text), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			got = append(got, p)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
	check(t, page, text, m)
}

func BenchmarkHTML(b *testing.B) {
	page, _ := licences(b)
	plain := filetest.Read(b, "testdata/licences.txt")
	for _, c := range []struct {
		name string
		page []byte
	}{
		{"page", page},
		{"plain", bytes.Repeat(bytes.ReplaceAll(plain, []byte("<"), nil), 1+(1<<20)/len(plain))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.page)))
			b.ReportAllocs()
			for b.Loop() {
				HTML(c.page)
			}
		})
	}
}

func BenchmarkMap(b *testing.B) {
	page, _ := licences(b)
	text, m := HTML(page)
	b.Run("Cursor", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c := m.Cursor()
			for pos := 6; pos <= len(text); pos += 6 {
				c.Start(pos - 6)
				c.End(pos - 1)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)/6), "ns/word")
	})
	b.Run("Map", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for pos := 6; pos <= len(text); pos += 6 {
				m.Start(pos - 6)
				m.End(pos - 1)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)/6), "ns/word")
	})
}
