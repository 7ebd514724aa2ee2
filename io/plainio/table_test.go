package plainio

import (
	"strings"
	"testing"
)

// Tables are found whatever the name of their file, and no prose, verse, list or source is one.
func TestTable(t *testing.T) {
	poem := strings.Repeat("床前明月光,疑是地上霜。\n举头望明月,低头思故乡。\n", 10)
	for text, want := range map[string]string{
		"":                                     "",
		"id,text\n1,hello\n2,\"hello, you\"\n": "CSV",
		"\ufeffid;title;text\r\n1;a;b\r\n2;c;d\r\n":                      "CSV",
		"id\ttext\n1\tHello, and \"welcome\n2\tBye.\n":                   "TSV",
		"编号,标题,正文\n" + strings.Repeat("1,法,\"人民,国家\"\n", 3):              "CSV",
		strings.Repeat("17|Jo|Hello there, Al.\n", 12):                   "CSV",
		"id,text\n" + strings.Repeat("1,\"A line\nof two, or\"\n", 5000): "CSV", // cut in a record
		"id,text\n1,hello\n": "", // too little to tell
		strings.Repeat("First, there is this; second, there is that.\n", 20):         "",
		strings.Repeat("O Captain, my Captain, our fearful trip is done,\n", 20):     "",
		"Dear Sir,\n" + strings.Repeat("I write to you, as ever, with a plea.\n", 9): "",
		strings.Repeat("\tAn indented line.\n", 20):                                  "",
		strings.Repeat("Name:\tJo Doe\n", 2) + "\nA letter follows.\n":               "",
		strings.Repeat("Chapter one\t17\n", 2) + "The end\n":                         "",
		poem: "",
		strings.Repeat("她说,好,走吧。\n他不说话。\n", 10):                       "",
		strings.Repeat("\"No,\" he said, \"never.\"\n\"Why?\"\n", 10): "",
		strings.Repeat("\"No\", he said, \"never\", and left.\n", 10): "",
		strings.Repeat("x = f(a, b, c);\n", 20):                       "",
		strings.Repeat("a | b | c\n", 20):                             "",
		strings.Repeat("a,b\nc\n", 20):                                "",
	} {
		if got := tableKind([]byte(text)); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	text := []byte(strings.Repeat("There is a line, and there is another; it is prose, and goes on.\n", 60))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		tableKind(text)
	}
}
