package parquetio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// errRuns reports that bytes are no runs.
var errRuns = errors.New("broken run-length encoding")

// runSlack is how many values more than a page has its runs may have: the last group of a
// packed run is filled up.
const runSlack = 512

// countRuns makes sure that runs of numbers of so many bits, in the encoding RLE, are no
// more than a page of so many values has, and counts those of the values that are equal to
// want: a run of two billion takes six bytes.
// https://parquet.apache.org/docs/file-format/data-pages/encodings/
func countRuns(b []byte, width int, values int64, want uint32) (equal int64, err error) {
	if width < 0 || width > 32 {
		return 0, fmt.Errorf("%w: numbers of %d bits", errRuns, width)
	}
	for total := int64(0); len(b) > 0; {
		head, n := binary.Uvarint(b)
		if n <= 0 {
			return 0, errRuns
		}
		b = b[n:]
		count, packed := head>>1, head&1 == 1
		if count > uint64(values+runSlack) {
			return 0, fmt.Errorf("%w: a run of %d values, the page has %d", errRuns, count, values)
		}
		size := (width + 7) / 8
		if packed {
			size = int(count) * width
			count *= 8
		}
		if size > len(b) {
			return 0, io.ErrUnexpectedEOF
		}
		run := b[:size]
		b = b[size:]
		for i := total; i < min(total+int64(count), values); i++ {
			if !packed {
				var word [4]byte
				copy(word[:], run)
				if binary.LittleEndian.Uint32(word[:]) == want {
					equal += min(total+int64(count), values) - total
				}
				break
			}
			if bitsAt(run, uint64(i-total)*uint64(width), byte(width)) == want {
				equal++
			}
		}
		if total += int64(count); total > values+runSlack {
			return 0, fmt.Errorf("%w: more than %d values, the page has %d", errRuns, total, values)
		}
	}
	return equal, nil
}

// bitsAt is the number of width bits, 32 at most, that begins at a bit of b, the lowest bit
// first. Bits that are missing are 0.
func bitsAt(b []byte, at uint64, width byte) uint32 {
	var word [8]byte
	if at/8 < uint64(len(b)) {
		copy(word[:], b[at/8:])
	}
	return uint32(binary.LittleEndian.Uint64(word[:]) >> (at % 8) & (1<<min(width, 32) - 1))
}

// sizeOfPlain returns how many bytes so many texts take in the encoding PLAIN.
func sizeOfPlain(b []byte, texts int64) (size int, err error) {
	for ; texts > 0; texts-- {
		left := b[size:]
		if len(left) < 4 || int64(binary.LittleEndian.Uint32(left)) > int64(len(left)-4) {
			return 0, io.ErrUnexpectedEOF
		}
		size += 4 + int(binary.LittleEndian.Uint32(left))
	}
	return size, nil
}
