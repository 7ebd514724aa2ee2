package parquetio

import "encoding/binary"

// fields are the fields of a Thrift structure, as they are written. What is written again from
// them has the fields that this program does not know, too.
type fields []field

// field is one of them. value is what follows its head; true and false have nothing there.
type field struct {
	id    int64
	kind  byte
	value []byte
}

// fieldsOf returns the fields of the structure at the head of b.
func fieldsOf(b []byte) (fields, error) {
	w := walker{b: b}
	var all fields
	for id := int64(0); w.err == nil; {
		head := w.byte()
		if head == 0 || w.err != nil {
			break
		}
		if delta := int64(head >> 4); delta > 0 {
			id += delta
		} else {
			id = unzigzag(w.uvarint())
		}
		from, kind := w.at, head&15
		if kind != thriftTrue && kind != thriftFalse {
			w.value(kind, 1)
		}
		if w.err == nil {
			all = append(all, field{id, kind, b[from:w.at]})
		}
	}
	return all, w.err
}

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// get returns the value of a field, nil if it is not there.
func (f fields) get(id int64) []byte {
	for _, field := range f {
		if field.id == id {
			return field.value
		}
	}
	return nil
}

// number returns the value of a field that is an integer, 0 if it is not there.
func (f fields) number(id int64) int64 {
	v, _ := binary.Varint(f.get(id))
	return v
}

// only returns the fields with these ids.
func (f fields) only(ids ...int64) (kept fields) {
	for _, field := range f {
		for _, id := range ids {
			if field.id == id {
				kept = append(kept, field)
			}
		}
	}
	return kept
}

// without returns all other fields.
func (f fields) without(ids ...int64) (kept fields) {
next:
	for _, field := range f {
		for _, id := range ids {
			if field.id == id {
				continue next
			}
		}
		kept = append(kept, field)
	}
	return kept
}

// with returns the fields with this one, in the order of their ids.
func (f fields) with(id int64, kind byte, value []byte) fields {
	all := make(fields, 0, len(f)+1)
	added := false
	for _, old := range f {
		if old.id >= id && !added {
			all, added = append(all, field{id, kind, value}), true
		}
		if old.id != id {
			all = append(all, old)
		}
	}
	if !added {
		all = append(all, field{id, kind, value})
	}
	return all
}

// Integers of all widths are written in the same way.
func (f fields) i16(id, v int64) fields { return f.with(id, thriftI16, binary.AppendVarint(nil, v)) }
func (f fields) i32(id, v int64) fields { return f.with(id, thriftI32, binary.AppendVarint(nil, v)) }
func (f fields) i64(id, v int64) fields { return f.with(id, thriftI64, binary.AppendVarint(nil, v)) }

func (f fields) bool(id int64, v bool) fields {
	if v {
		return f.with(id, thriftTrue, nil)
	}
	return f.with(id, thriftFalse, nil)
}

func (f fields) structure(id int64, v fields) fields { return f.with(id, thriftStruct, v.bytes()) }

// list adds a list of elements of a kind.
func (f fields) list(id int64, kind byte, elements ...[]byte) fields {
	return f.with(id, thriftList, appendList(nil, kind, elements...))
}

// bytes returns the structure.
func (f fields) bytes() (b []byte) {
	last := int64(0)
	for _, field := range f {
		if delta := field.id - last; delta > 0 && delta < 16 {
			b = append(b, byte(delta)<<4|field.kind)
		} else {
			b = binary.AppendVarint(append(b, field.kind), field.id)
		}
		b = append(b, field.value...)
		last = field.id
	}
	return append(b, 0)
}

func appendList(b []byte, kind byte, elements ...[]byte) []byte {
	if n := len(elements); n < 15 {
		b = append(b, byte(n)<<4|kind)
	} else {
		b = binary.AppendUvarint(append(b, 15<<4|kind), uint64(n))
	}
	for _, e := range elements {
		b = append(b, e...)
	}
	return b
}

// listOf returns the elements of a list of structures.
func listOf(b []byte) (elements [][]byte, err error) {
	w := walker{b: b}
	head := w.byte()
	size := uint64(head >> 4)
	if size == 15 {
		size = w.uvarint()
	}
	if head&15 != thriftStruct {
		w.fail(errStructure)
	}
	for ; size > 0 && w.err == nil; size-- {
		from := w.at
		w.structure(1)
		elements = append(elements, b[from:w.at])
	}
	return elements, w.err
}
