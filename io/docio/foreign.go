package docio

import (
	"path"
	"slices"
	"strings"

	"example.org/diagonal/io/plainio"
)

// foreign are files whose records cannot be read yet, by the extensions of their names. As text they would be one
// document.
var foreign = []struct {
	extensions   []string
	kind, advice string
}{
	{[]string{".csv"}, "a CSV file", plainio.ReadTable + "FILE.csv >FILE.jsonl"},
	{[]string{".tsv", ".tab"}, "a TSV file", plainio.ReadTable + "FILE.tsv >FILE.jsonl"},
	{[]string{".mbox", ".mbx"}, "a mailbox", "python3 -c 'import mailbox, pathlib, sys; [pathlib.Path(f\"{i}.txt\").write_bytes(p.get_payload(decode=True)) for i, m in enumerate(mailbox.mbox(sys.argv[1])) for p in m.walk() if p.get_content_type() == \"text/plain\"]' FILE.mbox"},
	{[]string{".eml"}, "a message of mail", "python3 -c 'import email, email.policy, sys; print(email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default).get_body((\"plain\",)).get_content())' <FILE.eml >FILE.txt"},
}

// foreignName returns why a file is not read as text, by its name; "" if it is.
func (p Params) foreignName(file string) string {
	if p.Format != auto {
		return ""
	}
	plain, _ := trim(file)
	extension := strings.ToLower(path.Ext(path.Base(plain)))
	for _, f := range foreign {
		if slices.Contains(f.extensions, extension) {
			return "this is " + f.kind + ", not one text: convert it, for example with " + f.advice + "; --format=text reads it as one text"
		}
	}
	return ""
}
