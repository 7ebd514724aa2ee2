package job

import (
	"math"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
)

// Spool keeps standard input in a temporary file, if an argument of p is -. remove removes the file. The
// error has the exit code of the command.
func Spool(cmd *cobra.Command, p *docio.Params) (remove func(), err error) {
	remove, err = docio.Spool(cmd.Context(), p, cmd.InOrStdin())
	if cmd.Context().Err() != nil {
		return nil, line.Interrupted
	}
	return remove, usageOf(err)
}

// ReaderFlags sets the defaults of p, and defines the flags of a reader in fs.
func ReaderFlags(fs *pflag.FlagSet, p *docio.Params) {
	*p = docio.Defaults()
	fs.StringArrayVarP(&p.Input, "input", "i", nil, "`path` of a file, a folder or a glob to read (** matches any folders), here, in gs:// or in s3://, or of a file of https://, or - for standard input; repeat the flag for more")
	fs.StringArrayVar(&p.Source, "source", nil,
		"`path` of documents to compare the input with; without it the input is compared with itself;\n"+
			"repeat the flag for more")
	fs.StringArrayVar(&p.Exclude, "exclude", nil,
		"`pattern` of names of files that are not read, as in '*.png' or 'drafts/**'; with a slash it is one of\n"+
			"the name that ids have; repeat the flag for more")
	fs.StringVar(&p.Base, "base", "",
		"`folder` that the ids of files begin at; by default the id of a file is its path below the --input that\n"+
			"found it. With it, ids stay the same when another folder is added")
	fs.StringVar(&p.Format, "format", p.Format, "format of the files: "+strings.Join(docio.Formats(), ", ")+
		"; auto goes by the extension\nof each file, and by the first bytes of standard input")
	fs.StringVar(&p.HTML, "html", p.HTML,
		"what is compared of a page of HTML: main, its main text, without navigation, side bars, footers, forms\n"+
			"and lists of links; or all, its whole text")
	fs.StringVar(&p.IDField, "id_field", p.IDField, "`name` of the field or column that contains a record's id, or its path, as in meta.id; a record without it gets the id FILE:LINE")
	fs.StringVar(&p.TextField, "text_field", p.TextField,
		"`name` of the field or column that contains a record's text; a.b is the field b of the object a")
	fs.StringVar(&p.Charset, "charset", p.Charset,
		"character `set` of the files of text, HTML, XML and JSON Lines, such as windows-1252; utf-8 rejects files in others.\n"+
			"auto is UTF-8, or what a file declares, or what its bytes show: the closing lines say which")
	fs.StringSliceVar(&p.Fold, "fold", nil,
		"`letters` that are the same, besides capitals: marks (accents; points of Hebrew; tashkil, alef, ya and ta marbuta of Arabic),\n"+
			"uv, ij, long_s, digits (of all scripts), as in marks,uv. Offsets stay those of the input")
	fs.Var(line.Spelling(&p.Spelling), "spelling",
		"`file` of words and their standard forms, by which they are compared: UTF-8, a line for each word, with a\n"+
			"tab or a comma between its two columns; # begins a comment. Offsets stay those of the input")
	fs.Var(line.Bytes(&p.MaxRecord, math.MaxInt32, "a size of 1B to 2GB, as in 100MB"), "max_record",
		"largest record in `bytes`, after decompression, as in 100MB: a line, a text file, a row or a page;\n"+
			"larger ones are rejected")
	preFlags(fs, &p.Pre)
	fs.DurationVar(&p.PreTimeout, "pre_timeout", p.PreTimeout,
		"how long --pre may take for a file; a file that takes longer is rejected")
	fs.Float64Var(&p.Share, "input_share", 0, "`share` of the input that is read, for an estimate; 0 is all of it")
	fs.Int64Var(&p.Piece, "input_piece", 0,
		"`bytes` of the pieces that a large file gives to --input_share; 0 for a few thousand")
	for _, name := range []string{"input_share", "input_piece"} { // for the command plan
		fs.MarkHidden(name)
	}
	line.Mark(fs, line.Input)
	line.Main(fs, "input", "text_field")
}

// Input is the documents of a job, as its graph reads them.
type Input struct {
	// Documents is a PCollection<record.Document>.
	Documents beam.PCollection
	// Rejected is a PCollection<record.Rejected>.
	Rejected beam.PCollection
	// Converted is a PCollection<record.Converted>. Graph.Write makes a stream of it.
	Converted beam.PCollection
	// Skipped is a PCollection<KV<string,int64>>: counts of records that are no documents.
	Skipped beam.PCollection
}

// Read adds the reading of the input to the graph.
func (g Graph) Read(s beam.Scope) (in Input) {
	in.Documents, in.Rejected, in.Converted, in.Skipped = docio.Read(s, g.Plan)
	if g.converted != nil { // it is in the graph of a Run
		*g.converted = append(*g.converted, in.Converted)
	}
	return in
}
