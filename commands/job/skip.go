package job

import (
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/record"
)

// SkipFlag defines --skip, of a command that finds passages, in fs. Its help begins with prefix. elements says that it
// takes names of elements of XML, too.
func SkipFlag(fs *pflag.FlagSet, skip *[]string, prefix string, elements bool) {
	names := strings.Join(record.Skips, ", ")
	if elements {
		names += ", and elements of XML by their names, as in note"
	}
	fs.StringSliceVar(skip, "skip", nil, prefix+"`parts` of documents that do not count, some of "+names+
		": text in quotation marks or\n"+
		"behind > as in mail, and lists of references at the end of a document or under a heading such as "+
		"Bibliography.\nThey make no passages and no shares")
}
