package charset

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

const (
	zhHans = "中华人民共和国的一切权力属于人民。人民行使国家权力的机关是全国人民代表大会和地方各级人民代表大会。"
	zhHant = "中華民國之主權屬於國民全體。人民之集會結社自由與講學著作出版之自由，不得以法律限制之。"
	ja     = "この文書は検査のために書かれたもので、だれでも自由に使うことができます。"
	ko     = "이 문서는 검사를 위하여 쓴 것이며 누구나 자유롭게 사용할 수 있습니다."
	fr     = "Les licences de logiciels sont données à tous ceux qui les reçoivent, où qu'ils résident."
	ru     = "Эта книга написана для проверки, и каждый может свободно её использовать и распространять."
)

func encode(t *testing.T, text, label string) string {
	t.Helper()
	enc, _ := lookup(label)
	if enc == nil {
		t.Fatalf("no charset %q", label)
	}
	b, err := encoding.ReplaceUnsupported(enc.NewEncoder()).String(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestToUTF8(t *testing.T) {
	meta := func(label string) string { return `<html><head><meta charset="` + label + `"><title>` }
	utf16 := func(text, order string) string { return encode(t, text, order) }
	for _, tt := range []struct {
		name, in, label string
		want, charset   string
	}{
		{"empty", "", "", "", "utf-8"},
		{"ASCII", "abc", "", "abc", "utf-8"},
		{"UTF-8", zhHans, "utf-8", zhHans, "utf-8"},
		{"UTF-8, label in quotes", zhHans, `"UTF8"`, zhHans, "utf-8"},
		{"UTF-8 without a label", zhHans, "", zhHans, "utf-8"},
		{"UTF-8 with a mark", "\ufeff" + zhHans, "gbk", "\ufeff" + zhHans, "utf-8"},
		{"UTF-8 under another label", zhHans, "gbk", zhHans, "utf-8"},
		{"UTF-8 under the label of Apache", "é", "iso-8859-1", "é", "utf-8"},
		{"UTF-8 with bad bytes", strings.Repeat(zhHans, 2) + "\xff", "utf-8",
			strings.Repeat(zhHans, 2) + "\xff", "utf-8"},
		{"ASCII with a bad byte", strings.Repeat("The text. ", 100) + "\xe9", "utf-8",
			strings.Repeat("The text. ", 100) + "\xe9", "utf-8"},
		{"ASCII with a bad byte, no label", strings.Repeat("The text. ", 100) + "\xe9", "",
			strings.Repeat("The text. ", 100) + "\xe9", "utf-8"},
		{"ASCII with a bad byte, another label", strings.Repeat("The text. ", 100) + "\xe9", "latin1",
			strings.Repeat("The text. ", 100) + "é", "windows-1252"},
		{"UTF-8 cut in a letter", zhHans[:len(zhHans)-1], "", zhHans[:len(zhHans)-1], "utf-8"},

		{"GBK by header", encode(t, zhHans, "gbk"), "GB2312", zhHans, "gbk"},
		{"GBK, two letters", encode(t, "联通", "gbk"), "gbk", "联通", "gbk"},
		{"GBK by meta", encode(t, meta("gbk")+zhHans, "gbk"), "", meta("gbk") + zhHans, "gbk"},
		{"GBK, header is wrong", encode(t, meta("gbk")+zhHans, "gbk"), "utf-8", meta("gbk") + zhHans, "gbk"},
		{"GBK guessed", encode(t, zhHans, "gbk"), "", zhHans, "gb18030"},
		{"GBK, label unknown", encode(t, zhHans, "gbk"), "no-such-charset", zhHans, "gb18030"},
		{"GB18030, four bytes", encode(t, zhHans+"\U00020000", "gb18030"), "gbk", zhHans + "\U00020000", "gbk"},
		{"HZ", encode(t, zhHans, "hz-gb-2312"), "hz-gb-2312", zhHans, "hz-gb-2312"},
		{"Big5 by header", encode(t, zhHant, "big5"), "Big5", zhHant, "big5"},
		{"Big5 guessed", encode(t, zhHant, "big5"), "", zhHant, "big5"},
		{"Shift-JIS by header", encode(t, ja, "shift_jis"), "Shift_JIS", ja, "shift_jis"},
		{"Shift-JIS guessed", encode(t, ja, "shift_jis"), "", ja, "shift_jis"},
		{"EUC-JP guessed", encode(t, ja, "euc-jp"), "", ja, "euc-jp"},
		{"EUC-KR by header", encode(t, ko, "euc-kr"), "ks_c_5601-1987", ko, "euc-kr"},
		{"EUC-KR guessed", encode(t, ko, "euc-kr"), "", ko, "euc-kr"},
		{"windows-1252 by header", encode(t, fr+"“”€", "windows-1252"), "latin1", fr + "“”€", "windows-1252"},
		{"windows-1252 guessed", encode(t, fr, "windows-1252"), "", fr, "windows-1252"},
		{"windows-1251 guessed", encode(t, ru, "windows-1251"), "", ru, "windows-1251"},
		{"UTF-16 little, mark", "\xff\xfe" + utf16(zhHans, "utf-16le"), "gbk", "\ufeff" + zhHans, "utf-16le"},
		{"UTF-16 big, mark", "\xfe\xff" + utf16(zhHans, "utf-16be"), "", "\ufeff" + zhHans, "utf-16be"},
		{"UTF-16 by header", utf16(zhHans, "utf-16be"), "UTF-16BE", zhHans, "utf-16be"},
		{"UTF-16 by its zeros", utf16(meta("utf-16")+zhHans, "utf-16le"), "", meta("utf-16") + zhHans, "utf-16le"},
		{"UTF-16, odd length", utf16("ab", "utf-16le") + "c", "utf-16le", "ab\uFFFD", "utf-16le"},
		{"UTF-16 in a label that could be read", meta("utf-16") + "é", "", meta("utf-16") + "é", "utf-8"},
		{"bytes that no set of Windows has", "\x81\xff\x81\xff", "", "ü\u00a0ü\u00a0", "ibm850"},
		{"a letter at the beginning alone", encode(t, "é alone", "windows-1252"), "", "é alone", "windows-1252"},
		{"DOS by header", encode(t, fr, "cp850"), "CP850", fr, "ibm850"},
		{"UTF-8, then windows-1252", fr + encode(t, fr, "windows-1252"), "", fr + fr, "utf-8+windows-1252"},
		{"windows-1252, then UTF-8", strings.Repeat(encode(t, fr, "windows-1252"), 500) + fr, "",
			strings.Repeat(fr, 501), "utf-8+windows-1252"},
		{"both in each line", strings.Repeat(fr+encode(t, fr, "windows-1252")+"\n", 9), "",
			strings.Repeat(fr+fr+"\n", 9), "utf-8+windows-1252"},
		{"UTF-8 with a piece of windows-1252", strings.Repeat(fr, 14) + strings.Repeat(encode(t, fr, "windows-1252"),
			4), "", strings.Repeat(fr, 18), "utf-8+windows-1252"},
		{"UTF-8 with a wrong byte", strings.Repeat(fr, 7) + "donn\xe9es", "",
			strings.Repeat(fr, 7) + "donn\xe9es", UTF8},
		{"UTF-8 in Chinese, then windows-1251", zhHans + encode(t, ru, "windows-1251"), "", zhHans + ru,
			"utf-8+windows-1251"},
		{"a capital and a quotation mark that are UTF-8 by chance", encode(t, fr+" «CAFÉ»", "windows-1252"), "",
			fr + " «CAFÉ»", "windows-1252"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, charset := ToUTF8([]byte(tt.in), tt.label, Declared([]byte(tt.in)))
			if string(got) != tt.want || charset != tt.charset {
				t.Errorf("%q (%s), want %q (%s)", got, charset, tt.want, tt.charset)
			}
		})
	}
}

func TestDeclared(t *testing.T) {
	for in, want := range map[string]string{
		``: "",
		`<html><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=GB2312">`: "GB2312",
		`<meta charset=big5>`:                                   "big5",
		`<meta charset = 'utf-8' />`:                            "utf-8",
		`<!-- <meta charset="no"> --><meta charset=yes>`:        "yes",
		`<!-- <meta charset="no">`:                              "",
		`<meta name="description" content="x"><meta charset=b>`: "b",
		`<title>charset=no</title>`:                             "",
		`<?xml version="1.0" encoding="GBK"?><html>`:            "GBK",
		`<meta charset`:                                         "",
		strings.Repeat(" ", 5000) + `<meta charset=no>`:         "",
	} {
		if got := Declared([]byte(in)); got != want {
			t.Errorf("Declared(%.80q) = %q, want %q", in, got, want)
		}
	}
}

func TestParameter(t *testing.T) {
	for in, want := range map[string]string{
		"":                                  "",
		"text/html":                         "",
		"text/html; charset=GBK":            "GBK",
		`text/html;CHARSET = "big5" ; a=b`:  "big5",
		"text/html charset=utf-8,text/html": "utf-8",
		"text/html; charset":                "",
		"text/html; charset=":               "",
		"\xff\xff\xff\xff charset=x":        "x",
	} {
		if got := Parameter(in); got != want {
			t.Errorf("Parameter(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestDetectSteady holds that the guess is the same each time: the statistics behind
// it run in parallel and come in any order.
func TestDetectSteady(t *testing.T) {
	for _, text := range []string{encode(t, fr, "windows-1252"), encode(t, ru, "koi8-r"), "\xe9", "caf\xe9 \xfc\xf1"} {
		want := guess([]byte(text))
		for range 50 {
			if got := guess([]byte(text)); got != want {
				t.Fatalf("%q: %v, then %v", text, want, got)
			}
		}
	}
}

// FuzzToUTF8 converts anything under any label: valid UTF-8 comes out, except where the
// text is taken for UTF-8, which is left alone.
func FuzzToUTF8(f *testing.F) {
	f.Add([]byte("\xd6\xd0\xb9\xfa"), "gbk")
	f.Add([]byte("<meta charset=big5>\xa4\xa4"), "")
	f.Add([]byte("caf\xe9 a la cr\xe8me"), "")
	f.Add([]byte("a\x00b\x00c\x00d\x00"), "\xff;charset=utf-16")
	f.Fuzz(func(t *testing.T, b []byte, label string) {
		in := bytes.Clone(b)
		text, set := ToUTF8(b, Parameter(label), Declared(b))
		if !bytes.Equal(in, b) {
			t.Fatal("the input was changed")
		}
		if set == UTF8 && !bytes.Equal(text, b) || set != UTF8 && !utf8.Valid(text) || set == "" {
			t.Errorf("%s: %q", set, text)
		}
	})
}

// FuzzDecode holds Decode and its map equal to a decoder that knows nothing of places: the text is the same, and each
// character of it is where the map says, alone or from the beginning.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\xd6\xd0a\xb9\xfa\x81"), uint8(0))
	f.Add([]byte("\x88\x62\x88"), uint8(1)) // a code of Big5 with two characters
	f.Add([]byte("\x1b$B\x24\x22\x1b(Ba"), uint8(6))
	f.Add([]byte("0\xd8"), uint8(8)) // half a pair
	f.Add([]byte("\xc3\xc3\xa9\xe9\xe2\x82"), uint8(15))
	f.Add([]byte("\x3d\xd8\x00\xdea\x00\x3d"), uint8(8))
	names := []string{"gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "gbk", "iso-2022-jp", "hz-gb-2312",
		"utf-16le", "utf-16be", "utf-32le", "utf-32be", "windows-1251", "koi8-u", "ibm850", "utf-8+windows-1252"}
	f.Fuzz(func(t *testing.T, b []byte, set uint8) {
		name := names[int(set)%len(names)]
		d := Decode(b, name)
		enc, _ := lookup(name)
		if want := convert(b, enc); string(want) != string(d.UTF8) && !Wide(name) {
			t.Fatalf("%s: %q is %q, want %q", name, b, d.UTF8, want)
		}
		if n := strings.Count(string(d.UTF8), "\uFFFD"); n != d.Bad {
			t.Errorf("%s: %q has %d bad characters, want %d", name, b, d.Bad, n)
		}
		c, last := d.Bytes.Cursor(), int64(0)
		for at, r := range string(d.UTF8) {
			end := int64(at + utf8.RuneLen(r))
			from, to := c.ToFile(int64(at)), c.ToFile(end)
			if from != last || to < from || to > int64(len(b)) {
				t.Fatalf("%s: %q: character %d is from %d to %d, the one before ends at %d", name, b, at,
					from, to, last)
			}
			fresh := d.Bytes.Cursor()
			if got := fresh.ToFile(end); got != to {
				t.Fatalf("%s: %q: character %d ends at %d, or at %d", name, b, at, to, got)
			}
			if back := fresh.ToText(to); to > from && back != end {
				t.Fatalf("%s: %q: byte %d of the file is byte %d of the text, want %d", name, b, to, back, end)
			}
			if own := convert(b[from:to], enc); multiByte[name] && !Stateful(name) && from > 0 && r != utf8.RuneError &&
				to-from > 1 && !strings.HasPrefix(string(own), string(r)) {
				t.Fatalf("%s: %q: %q is at %d to %d, which is %q", name, b, r, from, to, own)
			}
			last = to
		}
	})
}

// Each text is found in each set, without a label, or the choice is not sure.
func TestGuess(t *testing.T) {
	const (
		polish    = "Każdy może swobodnie używać tej książki i rozpowszechniać ją dalej, gdziekolwiek mieszka. Gęś i źrebię śpią obok łąki, a wróbel ćwierka na gałęzi.\n"
		german    = "Die Schüler hören früh auf, über das größere Gebäude zu reden; für die Mädchen wären schönere Räume nötig.\n"
		greek     = "Αυτό το βιβλίο γράφτηκε για δοκιμή και ο καθένας μπορεί να το χρησιμοποιεί ελεύθερα και να το διανέμει όπου κι αν κατοικεί.\n"
		ukrainian = "Ця книга написана для перевірки, і кожен може вільно її використовувати й поширювати, де б він не жив; ґанок і їжак тут також є.\n"
		turkish   = "Bu kitap denemek için yazıldı; herkes onu özgürce kullanabilir ve dilediği yerde dağıtabilir. Şimdi güneş doğuyor, ağaçlar ise çiçek açıyor.\n"
		hebrew    = "הספר הזה נכתב לצורך בדיקה, וכל אחד יכול להשתמש בו באופן חופשי ולהפיץ אותו בכל מקום שבו הוא גר.\n"
	)
	for _, tt := range []struct{ text, sets string }{
		{zhHans, "gb18030 utf-16le utf-16be utf-32le utf-32be"},
		{zhHant, "big5 gb18030 utf-16le"},
		{ja, "shift_jis euc-jp utf-16be"},
		{ko, "euc-kr utf-16le"},
		{fr, "windows-1252 iso-8859-15 utf-16le utf-32be ibm850 macintosh"},
		{german, "windows-1252 ibm850 ibm437 macintosh"},
		{ru, "windows-1251 koi8-r iso-8859-5 utf-16be ibm866 x-mac-cyrillic"},
		{ukrainian, "windows-1251 koi8-u"},
		{polish, "windows-1250 iso-8859-2 ibm852"},
		{greek, "windows-1253 iso-8859-7"},
		{turkish, "windows-1254"},
		{hebrew, "windows-1255 iso-8859-8"},
	} {
		for _, set := range strings.Fields(tt.sets) {
			text := strings.Repeat(tt.text, 2)
			b := encode(t, text, set)
			c := Decide([]byte(b), "", "")
			if got := string(Decode([]byte(b), c.Name).UTF8); got != text {
				t.Errorf("%s is read in %s (unsure: %v): %.80q", set, c.Name, c.Unsure, got)
			}
		}
	}
	if c := Decide([]byte(encode(t, "Kot śpi.", "windows-1250")), "", ""); !c.Unsure {
		t.Errorf("a few letters are surely in %s", c.Name)
	}
}
