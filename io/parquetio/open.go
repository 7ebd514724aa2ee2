package parquetio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// maxFooter is the longest footer that is read, in bytes: it is in memory as a whole.
const maxFooter = 256 << 20

// openFile opens a file after its footer was checked, and returns its row groups, of which
// each page is checked when it is read. limit is that of a record, in bytes.
func openFile(src *source, limit int64) (f *parquet.File, groups []group, err error) {
	if err := checkFooter(src); err != nil {
		return nil, nil, err
	}
	err = guard(func() error {
		f, err = parquet.OpenFile(src, src.size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
		if err != nil {
			return err
		}
		bare, err := bareFile(f)
		if err != nil {
			return err
		}
		for i, g := range f.RowGroups() {
			groups = append(groups, checkedGroup(src, g, bare.RowGroups()[i], &f.Metadata().RowGroups[i], limit))
		}
		return nil
	})
	return f, groups, err
}

// checkFooter makes sure that the lists of the footer lie in it.
func checkFooter(src *source) error {
	footer, err := readFooter(src)
	if err != nil {
		return err
	}
	if _, err := structure(footer); err != nil {
		return fmt.Errorf("the footer: %w", err)
	}
	return nil
}

// readFooter reads the footer after it was made sure that it lies in the file.
func readFooter(src *source) ([]byte, error) {
	const tail = 8 // the length of the footer, and magic again
	if src.size < int64(len(magic))+tail {
		return nil, fmt.Errorf("the file has %d bytes", src.size)
	}
	var end [tail]byte
	if _, err := io.ReadFull(io.NewSectionReader(src, src.size-tail, tail), end[:]); err != nil {
		return nil, err
	}
	if last := string(end[4:]); last == "PARE" {
		return nil, errors.New("the file is encrypted")
	} else if last != magic {
		return nil, fmt.Errorf("it ends with %q, not with %q", last, magic)
	}
	size := int64(binary.LittleEndian.Uint32(end[:]))
	if room := src.size - tail - int64(len(magic)); size > min(room, maxFooter) {
		return nil, fmt.Errorf("a footer of %d bytes in a file of %d", size, src.size)
	}
	footer := make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(src, src.size-tail-size, size), footer); err != nil {
		return nil, err
	}
	return footer, nil
}

// firstPage is where each column chunk of a bare file begins.
const firstPage = 4

// bareFile is a file with the columns and row groups of f, as if nothing in it were
// compressed. It has no pages: those of each column chunk come from a reader of their own,
// and begin at firstPage.
func bareFile(f *parquet.File) (*parquet.File, error) {
	meta := *f.Metadata()
	meta.KeyValueMetadata = nil
	meta.RowGroups = slices.Clone(meta.RowGroups)
	for i := range meta.RowGroups {
		g := &meta.RowGroups[i]
		g.Columns = slices.Clone(g.Columns)
		for j := range g.Columns {
			old := &g.Columns[j].MetaData
			g.Columns[j] = format.ColumnChunk{MetaData: format.ColumnMetaData{
				Type: old.Type, Encoding: old.Encoding, PathInSchema: old.PathInSchema,
				Codec: format.Uncompressed, NumValues: old.NumValues,
				TotalUncompressedSize: old.TotalUncompressedSize,
				TotalCompressedSize:   math.MaxInt64 / 2, DataPageOffset: firstPage,
			}}
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		return nil, err
	}
	file := append([]byte(magic), footer...)
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(footer))), magic...)
	return parquet.OpenFile(bytes.NewReader(file), int64(len(file)), parquet.SkipPageIndex(true),
		parquet.SkipBloomFilters(true))
}
