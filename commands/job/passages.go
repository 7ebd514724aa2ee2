package job

import (
	"fmt"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
)

// PassageParams chooses how a command writes passages.
type PassageParams struct {
	// OutputFormat is that of the passages: JSONL, Parquet, Arrow, CSV or PAN.
	OutputFormat string
	// WithText is how many code points of the texts of passages are written with them; 0 is none.
	WithText int
	// WithLocs writes the citable places of passages (analysis.Cited), and of the places of clusters.
	WithLocs bool
}

// The formats of passages.
const (
	JSONL   = "jsonl"
	Parquet = "parquet"
	Arrow   = "arrow"
	CSV     = "csv"
	// PAN is JSONL, and beside it a PAN folder.
	PAN = "pan"
)

// maxText is the largest number of code points of a text that is written with a passage.
const maxText = 1_000_000

// Flags defines --output_format, --with_text and --with_locs in fs, with their defaults. Their help begins with
// prefix.
func (p *PassageParams) Flags(fs *pflag.FlagSet, prefix string) {
	fs.StringVar(&p.OutputFormat, "output_format", JSONL,
		prefix+
			"format of the passages: jsonl; parquet, with the same fields as columns, in the same order; arrow, files of\n"+
			"Arrow IPC with the same columns; csv, with the same columns, for spreadsheets; or pan, jsonl and a folder pan/ for the evaluators of PAN, with one small\n"+
			"XML file for each pair of documents: for test collections, and on a disk only")
	fs.IntVar(&p.WithText, "with_text", 0,
		prefix+
			"write the texts of the passages, too: a_text and b_text, without markup and of at most so many\n"+
			"`characters`; 1000 if you give no number")
	fs.Lookup("with_text").NoOptDefVal = "1000"
	fs.BoolVar(&p.WithLocs, "with_locs", false,
		prefix+
			"write where passages of TEI and of recognised pages (ALTO, PAGE, hOCR) are, as one cites them: a_loc and b_loc,\n"+
			"as in act 1, scene 2, p. 14, l. 3 – l. 5, and loc of the places of clusters")
}

// Check returns an error about a format that is unknown or cannot be written to the folder output, and
// about texts of an impossible length.
func (p PassageParams) Check(output string) error {
	if p.WithText < 0 || p.WithText > maxText {
		return fmt.Errorf("--with_text=%d: want 0 (no texts) to %d characters", p.WithText, maxText)
	}
	switch p.OutputFormat {
	case JSONL, Parquet, Arrow, CSV:
	case PAN:
		if !store.IsLocal(output) {
			return fmt.Errorf("--output_format=pan writes one small file for each pair of documents, and only on a disk, not to --output=%s; use jsonl there", output)
		}
	default:
		return fmt.Errorf("--output_format=%s: want jsonl, parquet, arrow, csv or pan", p.OutputFormat)
	}
	return nil
}

// Written returns a stream of passages of two documents that is written in this format. A table has the
// columns c, and those of texts and citable places if there are any.
func (p PassageParams) Written(stream shardio.Stream, c passageio.Columns) shardio.Stream {
	if p.OutputFormat == PAN {
		return stream.To(shardio.JSONL, passageio.PAN)
	}
	return p.WrittenWithin(stream, c)
}

// WrittenWithin is Written for passages inside one document, which a PAN folder does not contain.
func (p PassageParams) WrittenWithin(stream shardio.Stream, c passageio.Columns) shardio.Stream {
	c.Texts, c.Locs = p.WithText > 0, p.WithLocs
	switch p.OutputFormat {
	case Parquet:
		return stream.To(passageio.Parquet(c))
	case Arrow:
		return stream.To(passageio.Arrow(c))
	case CSV:
		return stream.To(passageio.CSV(c))
	}
	return stream
}
