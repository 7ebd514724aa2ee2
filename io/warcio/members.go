package warcio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// An endKind is the way in which a run ended. A run is a stretch of decompressed bytes without
// a break: a plain file is one run; in a gzip file a run ends before each member that begins
// like a record, and where bytes are lost.
type endKind uint8

const (
	open      endKind = iota // not yet
	endFile                  // nothing follows
	endMember                // a member that begins like a record follows
	endCut                   // the file ends inside a gzip member
	endDamage                // bytes are lost here; the run's last record cannot be trusted
	endError                 // the file could not be read on
)

// runs is a file as a sequence of runs. Read gives io.EOF at the end of a run; end then returns
// how it ended, and next moves to the following one.
type runs interface {
	io.Reader
	end() (endKind, string, error)
	next() bool
}

// plain is a file that is not compressed: one run.
type plain struct {
	src io.Reader
	err error
}

func (p *plain) Read(b []byte) (int, error) {
	if p.err != nil {
		return 0, io.EOF
	}
	n, err := p.src.Read(b)
	p.err = err
	if n > 0 {
		return n, nil
	}
	if err != nil {
		return 0, io.EOF
	}
	return 0, nil
}

func (p *plain) end() (endKind, string, error) {
	switch p.err {
	case nil:
		return open, "", nil
	case io.EOF:
		return endFile, "", nil
	}
	return endError, "", p.err
}

func (p *plain) next() bool { return false }

// members is a gzip file. Members that go on in the middle of a record (a file cut
// into blocks by the compressor) are joined into one run.
type members struct {
	tape tape
	br   *bufio.Reader // over tape
	zr   gzip.Reader
	// begin is the offset of the present member in the compressed file.
	begin int64
	// head contains the bytes of a member that were read to see whether it begins like a
	// record.
	head    []byte
	headBuf [4096]byte
	// aligned is true if no member so far began in the middle of a record.
	aligned bool
	// rewound counts bytes read again; it is bounded, so that time is linear.
	rewound int64

	kind   endKind
	reason string
	// failed is why no member begins at the tape's position, for the next run to tell.
	failed error
	// found is true if after damage there is another member, at the tape's position.
	found bool

	probe    gzip.Reader
	probeBuf [4096]byte
}

var magic = []byte{0x1f, 0x8b, 8}

func newMembers(r io.Reader) *members {
	m := &members{tape: tape{src: r}, aligned: true}
	m.br = bufio.NewReaderSize(&m.tape, 64<<10)
	m.openMember()
	if m.kind == endMember {
		m.next()
	}
	return m
}

// pos is the offset in the compressed file of the next byte to inflate.
func (m *members) pos() int64 { return m.tape.served - int64(m.br.Buffered()) }

func (m *members) Read(p []byte) (int, error) {
	for {
		if m.kind != open {
			return 0, io.EOF
		}
		if len(m.head) > 0 {
			n := copy(p, m.head)
			m.head = m.head[n:]
			return n, nil
		}
		n, err := m.zr.Read(p)
		if n > 0 {
			return n, nil // an error comes again at the next call
		}
		switch {
		case err == nil:
		case err == io.EOF:
			m.openMember()
		default:
			m.broken(err)
		}
	}
}

// openMember goes to the member that begins at the present position, past padding,
// and ends the run if the member begins like a record.
func (m *members) openMember() {
	for {
		b, _ := m.br.Peek(len(magic)) // the tape has the error
		if len(b) == 0 {
			m.kind = endFile
			if err := m.tape.failed(); err != nil {
				m.kind = endError
			}
			return
		}
		if b[0] == 0 { // tapes and block devices pad files with zeros
			m.br.Discard(1)
			continue
		}
		m.begin = m.pos()
		m.tape.mark(m.begin)
		if m.failed = gzip.ErrHeader; bytes.HasPrefix(magic, b) {
			m.failed = m.zr.Reset(m.br)
		}
		if m.failed != nil {
			m.kind = endMember
			return
		}
		m.zr.Multistream(false)
		var err error
		m.head, err = readHead(&m.zr, m.headBuf[:0])
		if len(m.head) == 0 && err == io.EOF {
			continue // an empty member
		}
		if len(m.head) == 0 || isStart(m.head) {
			m.kind = endMember // what is wrong with an empty head, Read will tell
			return
		}
		m.aligned = false
		return
	}
}

// readHead appends bytes of r up to a line end or the capacity of buf.
func readHead(r io.Reader, buf []byte) ([]byte, error) {
	for len(buf) < cap(buf) {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err != nil {
			return buf, err
		}
		if bytes.IndexByte(bytes.TrimLeft(buf, "\r\n"), '\n') >= 0 {
			break
		}
	}
	return buf, nil
}

// broken ends the run because the present member cannot be inflated, and looks for
// the next one: from just behind the member's begin, because a broken member may
// have swallowed others.
func (m *members) broken(err error) {
	if m.tape.failed() != nil {
		m.kind = endError
		return
	}
	at := m.pos()
	if cost := at - m.begin - 1; cost > 0 && m.rewound+cost <= 64<<20+2*at {
		m.rewound += cost
		m.tape.rewind(m.begin + 1)
		m.br.Reset(&m.tape)
	}
	m.found = m.scan()
	if m.tape.failed() != nil {
		m.kind = endError
		return
	}
	m.kind = endDamage
	switch {
	case m.found:
		m.reason = fmt.Sprintf("gzip is broken at byte %d (%v), reading went on at byte %d", m.begin,
			gzipReason(err), m.pos())
	case errors.Is(err, io.ErrUnexpectedEOF):
		m.kind = endCut
		m.reason = fmt.Sprintf("the file ends inside the gzip member at byte %d", m.begin)
	default:
		m.reason = fmt.Sprintf("gzip is broken at byte %d (%v), nothing readable follows", m.begin, gzipReason(err))
	}
}

func gzipReason(err error) string {
	switch {
	case errors.Is(err, gzip.ErrChecksum):
		return "wrong checksum"
	case errors.Is(err, gzip.ErrHeader):
		return "not a gzip header"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "no end"
	}
	return "corrupt data"
}

// scan goes to the next place that is the beginning of a gzip member.
func (m *members) scan() bool {
	for {
		b, _ := m.br.Peek(len(m.probeBuf))
		i := bytes.Index(b, magic)
		switch {
		case i < 0 && len(b) < len(m.probeBuf):
			m.br.Discard(len(b))
			return false
		case i < 0:
			m.br.Discard(len(b) - len(magic) + 1)
		case i > 0:
			m.br.Discard(i)
		case m.isMember(b):
			return true
		default:
			m.br.Discard(1)
		}
	}
}

// isMember reports whether b is the head of a gzip member, and of one that begins a record in a
// file where all members do: three bytes are soon found by chance, and pages that were
// compressed on their way hold true members inside a record.
func (m *members) isMember(b []byte) bool {
	if len(b) < 18 || b[3]&0xe0 != 0 || m.probe.Reset(bytes.NewReader(b)) != nil {
		return false
	}
	m.probe.Multistream(false)
	head, err := readHead(&m.probe, m.probeBuf[:0:16])
	if len(head) == 0 {
		return false
	}
	if !m.aligned || bytes.HasPrefix(head, warcMagic) {
		return true
	}
	if err != nil || !arcScheme(head) {
		return false
	}
	head, _ = readHead(&m.probe, m.probeBuf[:len(head)])
	return isStart(head)
}

func (m *members) end() (endKind, string, error) { return m.kind, m.reason, m.tape.failed() }

func (m *members) next() bool {
	switch {
	case m.kind == endMember:
		m.kind = open
		if m.failed != nil {
			m.broken(m.failed)
		}
		return true
	case m.kind == endDamage && m.found:
		m.kind, m.reason, m.found = open, "", false
		if m.openMember(); m.kind == endMember {
			return m.next()
		}
		return true
	}
	return false
}
