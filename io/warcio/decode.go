package warcio

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// errTooLarge reports that a body decodes to more than the limit.
var errTooLarge = errors.New("the decoded body is too large")

// decodeBody undoes the transfer and content codings that an HTTP header names, the
// last one first. Many crawlers store bodies decoded and leave the header as it was:
// a coding that the body plainly does not have is passed over. It returns what could
// be read, and in words what could not; an error where that is nothing. The result
// may be a view of body.
func decodeBody(body []byte, f fields, limit int64) ([]byte, string, error) {
	var lost string
	if strings.Contains(strings.ToLower(f.get("Transfer-Encoding")), "chunked") {
		body, lost = dechunk(body)
	}
	codings := strings.Split(f.get("Content-Encoding"), ",")
	for i := len(codings) - 1; i >= 0; i-- {
		name := strings.ToLower(strings.TrimSpace(codings[i]))
		out, why, err := decompress(name, body, limit)
		if err != nil {
			return nil, "", err
		}
		body, lost = out, firstOf(lost, why)
	}
	if bytes.HasPrefix(body, magic) { // coded without a word in the header
		if out, why, err := decompress("gzip", body, limit); err == nil {
			return out, firstOf(lost, why), nil
		}
	}
	return body, lost, nil
}

// firstOf is a, or b where a is empty.
func firstOf(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// dechunk joins the chunks of a chunked body. A body that does not begin with a chunk
// is left as it is. A missing last chunk is no loss; where the chunks break off
// in the middle the rest is lost.
func dechunk(b []byte) ([]byte, string) {
	var out []byte
	rest := b
	for chunks := 0; len(rest) > 0; chunks++ {
		size, n := chunkSize(rest)
		if n == 0 {
			if chunks == 0 {
				return b, ""
			}
			return out, fmt.Sprintf("the chunked body breaks off after %d bytes, %d bytes are lost",
				len(out), len(rest))
		}
		if size == 0 {
			break
		}
		rest = rest[n:]
		if size > len(rest) {
			if chunks == 0 && !bytes.HasSuffix(b[:n], []byte("\r\n")) {
				return b, "" // by chance
			}
			return append(out, rest...), fmt.Sprintf("the last chunk has %d of %d bytes", len(rest), size)
		}
		after := rest[size:]
		if len(after) > 0 && after[0] != '\r' && after[0] != '\n' && chunks == 0 {
			return b, "" // a line of hexadecimal digits, by chance
		}
		out = append(out, rest[:size]...)
		after = bytes.TrimPrefix(after, []byte("\r"))
		rest = bytes.TrimPrefix(after, []byte("\n"))
	}
	return out, ""
}

// chunkSize reads the line that begins a chunk: its size and the length of the line,
// 0 where it is none.
func chunkSize(b []byte) (size, n int) {
	line := b[:min(len(b), 4096)]
	i := bytes.IndexByte(line, '\n')
	if i < 0 {
		return 0, 0
	}
	digits, _, _ := bytes.Cut(line[:i], []byte(";"))
	v, err := strconv.ParseUint(string(bytes.TrimSpace(digits)), 16, 31)
	if err != nil {
		return 0, 0
	}
	return int(v), i + 1
}

// decompress undoes one content coding. Where not one byte can be decoded the body is
// returned as it is if it is text, and refused if not.
func decompress(coding string, body []byte, limit int64) ([]byte, string, error) {
	var r io.Reader
	var err error
	src := bytes.NewReader(body)
	switch coding {
	case "", "identity", "none", "binary", "8bit", "7bit", "utf-8", "utf8":
		return body, "", nil
	case "gzip", "x-gzip":
		r, err = gzip.NewReader(src)
	case "deflate": // zlib by the standard, bare by custom
		if r, err = zlib.NewReader(src); err != nil {
			src.Reset(body)
			r, err = flate.NewReader(src), nil
		}
	case "br":
		r = brotli.NewReader(src)
	case "zstd":
		var z *zstd.Decoder
		if z, err = zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20)); err == nil {
			defer z.Close()
			r = z
		}
	default:
		err = fmt.Errorf("not known")
	}
	var out bytes.Buffer
	if err == nil {
		_, err = io.Copy(&out, io.LimitReader(r, limit+1))
	}
	switch {
	case int64(out.Len()) > limit:
		return nil, "", errTooLarge
	case err == nil && out.Len() < len(body) && looksLikeText(body):
		return body, "", nil // brotli and deflate have no magic: a few letters may pass for a stream
	case err == nil, len(body) == 0, err == gzip.ErrHeader && out.Len() > 0: // the last: junk behind the stream
		return out.Bytes(), "", nil
	case looksLikeText(body):
		return body, "", nil
	case out.Len() == 0:
		return nil, "", fmt.Errorf("content coding %q: %w", coding, err)
	}
	return out.Bytes(), fmt.Sprintf("the body breaks off: content coding %q: %v after %d bytes", coding, err,
		out.Len()), nil
}

// looksLikeText reports whether the first bytes of b have no control character that text has
// not. Compressed bytes pass with a chance of 1 in 10^6.
func looksLikeText(b []byte) bool {
	for _, c := range b[:min(len(b), 128)] {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b {
			return false
		}
	}
	return len(b) > 0
}
