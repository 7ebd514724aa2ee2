package warcio

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func TestDechunk(t *testing.T) {
	for _, tt := range []struct{ in, want, lost string }{
		{"", "", ""},
		{"3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n", "onetwo", ""},
		{"3\none\n3\ntwo\n0\n\n", "onetwo", ""},
		{"A;name=value\r\n0123456789\r\n0 \r\nTrailer: x\r\n\r\n", "0123456789", ""},
		{"0003\r\none\r\n", "one", ""}, // no last chunk
		{"0\r\n\r\n", "", ""},
		{"3\r\none\r\n5\r\ntw", "onetw", "the last chunk has 2 of 5 bytes"},
		{"3\r\none\r\nx\r\ntwo", "one", "the chunked body breaks off after 3 bytes, 6 bytes are lost"},
		{"3\r\none\r\nffffffffffffffff\r\n", "one", "the chunked body breaks off after 3 bytes, 18 bytes are lost"},
		{"<html>", "<html>", ""},         // decoded before it was stored
		{"add\nbad\n", "add\nbad\n", ""}, // hexadecimal by chance
		{"3\r\nfour\r\n0\r\n\r\n", "3\r\nfour\r\n0\r\n\r\n", ""},
		{"-1\r\n", "-1\r\n", ""},
	} {
		got, lost := dechunk([]byte(tt.in))
		if string(got) != tt.want || lost != tt.lost {
			t.Errorf("dechunk(%q) = %q, %q, want %q, %q", tt.in, got, lost, tt.want, tt.lost)
		}
	}
}

func TestDecodeBody(t *testing.T) {
	const text = "<html>the same text, the same text, the same text</html>"
	var deflated, bare, br, zst bytes.Buffer
	zw := zlib.NewWriter(&deflated)
	zw.Write([]byte(text))
	zw.Close()
	fw, _ := flate.NewWriter(&bare, 9)
	fw.Write([]byte(text))
	fw.Close()
	bw := brotli.NewWriter(&br)
	bw.Write([]byte(text))
	bw.Close()
	sw, _ := zstd.NewWriter(&zst)
	sw.Write([]byte(text))
	sw.Close()
	gz := pack(text)
	for _, tt := range []struct {
		name, coding, transfer, body string
		want, lost, err              string
	}{
		{name: "none", body: text, want: text},
		{name: "unknown", coding: "rot13", body: text, want: text},
		{name: "unknown, not text", coding: "x", body: "\x00\x01\x02", err: `content coding "x": not known`},
		{name: "a charset, by mistake", coding: "UTF-8", body: "\x00", want: "\x00"},
		{name: "gzip", coding: "gzip", body: gz, want: text},
		{name: "gzip untold", body: gz, want: text},
		{name: "x-gzip, chunked", coding: "X-GZIP", transfer: "Chunked", body: "0a\r\n" + gz[:10] + "\r\n999\r\n" +
			gz[10:], want: text, lost: "the last chunk has " + strconv.Itoa(len(gz)-10) + " of 2457 bytes"},
		{name: "gzip, junk behind", coding: "gzip", body: gz + "junk and more junk", want: text},
		{name: "gzip told, not there", coding: "gzip", body: text, want: text},
		{name: "gzip, cut", coding: "gzip", body: gz[:len(gz)-8], want: text,
			lost: `the body breaks off: content coding "gzip": unexpected EOF after 56 bytes`},
		{name: "gzip, nothing to use", coding: "gzip", body: "\x1f\x8b\x08\x00\x01",
			err: `content coding "gzip": unexpected EOF`},
		{name: "twice", coding: "gzip, gzip", body: pack(gz), want: text},
		{name: "deflate", coding: "deflate", body: deflated.String(), want: text},
		{name: "bare deflate", coding: "deflate", body: bare.String(), want: text},
		{name: "deflate told, not there", coding: "deflate", body: text, want: text},
		{name: "br", coding: "br", body: br.String(), want: text},
		{name: "br told, not there", coding: "br", body: text, want: text},
		{name: "br told, a short text", coding: "br", body: ";", want: ";"},
		{name: "zstd", coding: "zstd", body: zst.String(), want: text},
		{name: "empty", coding: "gzip", body: "", want: ""},
		{name: "a bomb", coding: "gzip", body: pack(strings.Repeat("x", 2000)), err: "the decoded body is too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := fields{{"content-encoding", tt.coding}, {"transfer-encoding", tt.transfer}}
			got, lost, err := decodeBody([]byte(tt.body), f, 1000)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("error %v, want %s", err, tt.err)
				}
				return
			}
			if err != nil || string(got) != tt.want || lost != tt.lost {
				t.Errorf("got %q, lost %q, error %v, want %q, %q", got, lost, err, tt.want, tt.lost)
			}
		})
	}
}
