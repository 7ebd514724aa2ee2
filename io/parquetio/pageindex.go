package parquetio

import (
	"encoding/binary"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// close writes what follows the row groups: Bloom filters, the page index, the footer.
func (w *fileWriter) close() error {
	for g := range w.groups {
		for i := range w.groups[g].chunks {
			if err := w.bloom(&w.groups[g].chunks[i]); err != nil {
				return err
			}
		}
	}
	for _, write := range []func(*chunkWritten) error{w.columnIndex, w.offsetIndex} {
		for g := range w.groups {
			for i := range w.groups[g].chunks {
				if err := write(&w.groups[g].chunks[i]); err != nil {
					return err
				}
			}
		}
	}
	var groups [][]byte
	for _, g := range w.groups {
		var chunks [][]byte
		for _, c := range g.chunks {
			c.chunk = c.chunk.i64(chunkOffset, 0).structure(chunkMeta, c.meta)
			chunks = append(chunks, c.chunk.bytes())
		}
		groups = append(groups, g.list(groupColumns, thriftStruct, chunks...).bytes())
	}
	footer := w.footer.i64(fileRows, w.rows).list(fileGroups, thriftStruct, groups...).bytes()
	return w.write(append(binary.LittleEndian.AppendUint32(footer, uint32(len(footer))), magic...))
}

// bloom copies the Bloom filter of a chunk. A filter of more values than there are is right, too.
func (w *fileWriter) bloom(c *chunkWritten) error {
	from, size := c.meta.number(metaBloom), c.meta.number(metaBloomSize)
	if from <= 0 || size <= 0 || from > w.f.src.size-size {
		c.meta = c.meta.without(metaBloom, metaBloomSize)
		return nil
	}
	c.meta = c.meta.i64(metaBloom, w.at)
	return w.copy(w.section(from, size))
}

// columnIndex copies the bounds of the pages of a chunk. A chunk that was rebuilt has none.
func (w *fileWriter) columnIndex(c *chunkWritten) error {
	from, size := c.chunk.number(chunkColumnIndex), c.chunk.number(chunkColumnIndexSize)
	if !w.indexed || !c.copied || from <= 0 || size <= 0 || from > w.f.src.size-size {
		c.chunk = c.chunk.without(chunkColumnIndex, chunkColumnIndexSize)
		return nil
	}
	c.chunk = c.chunk.i64(chunkColumnIndex, w.at)
	return w.copy(w.section(from, size))
}

// offsetIndex writes the places of the pages of a chunk.
func (w *fileWriter) offsetIndex(c *chunkWritten) error {
	from, size := c.chunk.number(chunkOffsetIndex), c.chunk.number(chunkOffsetIndexSize)
	c.chunk = c.chunk.without(chunkOffsetIndex, chunkOffsetIndexSize)
	if !w.indexed {
		return nil
	}
	var index format.OffsetIndex
	for _, p := range c.pages {
		index.PageLocations = append(index.PageLocations, format.PageLocation{
			Offset: c.first + p.at, CompressedPageSize: int32(p.size), FirstRowIndex: p.row,
		})
	}
	if c.copied {
		if from <= 0 || size > maxFooter || from > w.f.src.size-size {
			return nil
		}
		b := make([]byte, size)
		if _, err := io.ReadFull(w.section(from, size), b); err != nil {
			return err
		}
		var protocol thrift.CompactProtocol
		if n, err := structure(b); err != nil || thrift.Unmarshal(&protocol, b[:n], &index) != nil {
			return nil // a hint that cannot be read is not written
		}
		for i := range index.PageLocations {
			index.PageLocations[i].Offset += c.moved
		}
	}
	b, err := thrift.Marshal(new(thrift.CompactProtocol), &index)
	if err != nil {
		return err
	}
	c.chunk = c.chunk.i64(chunkOffsetIndex, w.at).i32(chunkOffsetIndexSize, int64(len(b)))
	return w.write(b)
}
