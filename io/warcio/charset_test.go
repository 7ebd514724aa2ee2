package warcio

import (
	"strings"
	"testing"

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
		{"UTF-8 with bad bytes", strings.Repeat(zhHans, 2) + "\xff", "utf-8", strings.Repeat(zhHans, 2) + "\xff", "utf-8"},
		{"ASCII with a bad byte", strings.Repeat("The text. ", 100) + "\xe9", "utf-8", strings.Repeat("The text. ", 100) + "\xe9", "utf-8"},
		{"ASCII with a bad byte, no label", strings.Repeat("The text. ", 100) + "\xe9", "", strings.Repeat("The text. ", 100) + "\xe9", "utf-8"},
		{"ASCII with a bad byte, another label", strings.Repeat("The text. ", 100) + "\xe9", "latin1", strings.Repeat("The text. ", 100) + "é", "windows-1252"},
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
		{"nothing fits", "\x81\xff\x81\xff", "", "\uFFFDÿ\uFFFDÿ", "windows-1252"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, charset := toUTF8([]byte(tt.in), tt.label, true)
			if string(got) != tt.want || charset != tt.charset {
				t.Errorf("%q (%s), want %q (%s)", got, charset, tt.want, tt.charset)
			}
		})
	}
}

func TestMetaCharset(t *testing.T) {
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
		if got := metaCharset([]byte(in)); got != want {
			t.Errorf("metaCharset(%.80q) = %q, want %q", in, got, want)
		}
	}
}

func TestCharsetParam(t *testing.T) {
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
		if got := charsetParam(in); got != want {
			t.Errorf("charsetParam(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestDetectSteady holds that the guess is the same each time: the statistics behind
// it run in parallel and come in any order.
func TestDetectSteady(t *testing.T) {
	for _, text := range []string{encode(t, fr, "windows-1252"), encode(t, ru, "koi8-r"), "\xe9", "caf\xe9 \xfc\xf1"} {
		want := detect([]byte(text))
		for range 50 {
			if got := detect([]byte(text)); got != want {
				t.Fatalf("%q: %s, then %s", text, want, got)
			}
		}
	}
}
