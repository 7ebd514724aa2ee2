package candidate

import (
	"encoding/binary"

	"example.org/diagonal/io/wire"
)

// sharedRun is consecutive equal sentences of one document that stand elsewhere, too, with
// their signature. Its key is the document.
//
//	first [4], count [4], signature [8]
type sharedRun struct {
	First, Count uint32
	Signature    uint64
}

func appendSharedRun(dst []byte, r sharedRun) []byte {
	dst = binary.BigEndian.AppendUint32(dst, r.First)
	dst = binary.BigEndian.AppendUint32(dst, r.Count)
	return binary.BigEndian.AppendUint64(dst, r.Signature)
}

// readSharedRun reads a payload. The error is wire.ErrShort.
func readSharedRun(b []byte) (sharedRun, error) {
	if len(b) != 16 {
		return sharedRun{}, wire.ErrShort
	}
	return sharedRun{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint64(b[8:])}, nil
}

// sequences is Count equal sequences of consecutive sentences of one document, which begin
// at First, First+1, and so on. Its key is the hash of the signatures of the sentences.
//
//	document [8], first [4], count [4]
type sequences struct {
	Document     uint64
	First, Count uint32
}

func appendSequences(dst []byte, s sequences) []byte {
	dst = binary.BigEndian.AppendUint64(dst, s.Document)
	dst = binary.BigEndian.AppendUint32(dst, s.First)
	return binary.BigEndian.AppendUint32(dst, s.Count)
}

// readSequences reads a payload. The error is wire.ErrShort.
func readSequences(b []byte) (sequences, error) {
	if len(b) != 16 {
		return sequences{}, wire.ErrShort
	}
	return sequences{binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint32(b[12:])}, nil
}
