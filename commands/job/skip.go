package job

import (
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/record"
)

// SkipFlag defines --skip, of a command that finds passages, in fs. Its help begins with prefix.
func SkipFlag(fs *pflag.FlagSet, skip *[]string, prefix string) {
	fs.StringSliceVar(skip, "skip", nil, prefix+"`parts` of documents that do not count, some of "+strings.Join(record.Skips, ", ")+": text in quotation marks or behind\n> as in mail, and lists of references at the end of a document or under a heading such as Bibliography. They make no passages and no shares")
}
