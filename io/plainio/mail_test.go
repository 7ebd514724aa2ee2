package plainio

import (
	"strings"
	"testing"
)

func TestMail(t *testing.T) {
	const one, two = "From jo@example.org Thu Jan  1 00:00:01 1998\nReceived: by x\n\nHello.\n\n",
		"From al@example.org  Thu Jan 01 00:00 MET 1998\r\n>From: x\r\n\r\nHello.\r\n"
	line := strings.Repeat("QUJDREVGR0hJSktMTU5P", 3) + "\n"
	for text, want := range map[string]string{
		"":                                     "",
		one:                                    "",
		one + two:                              "mailbox",
		one + "From here on\nNote: it is long": "",
		two + one:                              "mailbox",
		"x" + one + two:                        "",
		"From Rome to Ostia 12:30 in 1998\nthe road: it is long.\n" + one + two: "",
		strings.Repeat(line, 20):                            "base64",
		strings.Repeat(line, 5):                             "",
		strings.Repeat(strings.Repeat("ACGT", 16)+"\n", 20): "",
		strings.Repeat("Some words that are read. ", 60) + "\n" + strings.Repeat(line, 10): "",
		"Subject: x\n\n" + strings.Repeat(line, 20) + "==\n":                               "base64",
		strings.Repeat("人民依照法律规定管理国家事务", 100):                                              "",
		strings.Repeat(strings.Repeat("wordswithoutspaces", 3)+"!\n", 40):                  "",
	} {
		err := mail([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}
