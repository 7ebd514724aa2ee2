package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	api "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// errNoUpload is the error of an upload that is not there, or not any more.
var errNoUpload = errors.New("no upload")

// uploadKey is the metadata that says which upload has made an object, if it took several requests.
const uploadKey = "diagonal-upload"

// s3Attributes are what an object has beside its content.
type s3Attributes struct{ contentType, run string }

func (a s3Attributes) metadata() map[string]string {
	if a.run == "" {
		return map[string]string{}
	}
	return map[string]string{runKey: a.run}
}

// put makes an object with one request.
func (s s3) put(ctx context.Context, k key, content []byte, a s3Attributes, c condition) error {
	_, err := s.putTag(ctx, k, content, a, c)
	return err
}

func (s3) putTag(ctx context.Context, k key, content []byte, a s3Attributes, c condition) (tag string, err error) {
	client, err := s3Client(ctx)
	if err != nil {
		return "", err
	}
	match, noneMatch := c.headers()
	made, err := client.PutObject(ctx, &api.PutObjectInput{
		Bucket: &k.bucket, Key: &k.name, Body: bytes.NewReader(content), ContentLength: aws.Int64(int64(len(content))),
		ContentType: aws.String(a.contentType), Metadata: a.metadata(), IfMatch: match, IfNoneMatch: noneMatch,
	})
	if err != nil {
		return "", s3Error(k, err)
	}
	return bare(made.ETag), nil
}

// upload makes an object with several requests.
type upload struct {
	ctx    context.Context
	client *api.Client
	key    key
	id     *string
	mark   string // in the metadata
	parts  []types.CompletedPart
}

func (s3) begin(ctx context.Context, k key, a s3Attributes) (*upload, error) {
	client, err := s3Client(ctx)
	if err != nil {
		return nil, err
	}
	u := &upload{ctx: ctx, client: client, key: k, mark: rand.Text()}
	metadata := a.metadata()
	metadata[uploadKey] = u.mark
	begun, err := client.CreateMultipartUpload(ctx, &api.CreateMultipartUploadInput{
		Bucket: &k.bucket, Key: &k.name, ContentType: aws.String(a.contentType), Metadata: metadata})
	if err != nil {
		return nil, s3Error(k, err)
	}
	u.id = begun.UploadId
	return u, nil
}

// number is that of the next part.
func (u *upload) number() *int32 { return aws.Int32(int32(len(u.parts)) + 1) }

func (u *upload) add(number *int32, tag *string) {
	u.parts = append(u.parts, types.CompletedPart{PartNumber: number, ETag: tag})
}

// send sends a part.
func (u *upload) send(content []byte) error {
	n := u.number()
	sent, err := u.client.UploadPart(u.ctx, &api.UploadPartInput{
		Bucket: &u.key.bucket, Key: &u.key.name, UploadId: u.id, PartNumber: n, Body: bytes.NewReader(content),
		ContentLength: aws.Int64(int64(len(content)))})
	if err != nil {
		return s3Error(u.key, err)
	}
	u.add(n, sent.ETag)
	return nil
}

// copy takes bytes of an object as a part.
func (u *upload) copy(from key, tag string, start, end int64) error {
	n := u.number()
	copied, err := u.client.UploadPartCopy(u.ctx, &api.UploadPartCopyInput{
		Bucket: &u.key.bucket, Key: &u.key.name, UploadId: u.id, PartNumber: n, CopySource: aws.String(from.source()),
		CopySourceIfMatch: quoted(tag), CopySourceRange: aws.String(fmt.Sprintf("bytes=%d-%d", start, end-1))})
	if err != nil {
		return s3Error(u.key, err)
	}
	u.add(n, copied.CopyPartResult.ETag)
	return nil
}

// complete makes the object of the parts, and returns its tag as the server says it to those who ask for the object.
func (u *upload) complete(c condition) (tag string, err error) {
	match, noneMatch := c.headers()
	_, err = u.client.CompleteMultipartUpload(u.ctx, &api.CompleteMultipartUploadInput{
		Bucket: &u.key.bucket, Key: &u.key.name, UploadId: u.id, IfMatch: match, IfNoneMatch: noneMatch,
		MultipartUpload: &types.CompletedMultipartUpload{Parts: u.parts}})
	o, metadata, failed := s3Head(u.ctx, u.key)
	switch {
	case failed == nil && lower(metadata, uploadKey) == u.mark: // also if the answer to an earlier try was lost
		return o.tag, nil
	case err != nil:
		return "", s3Error(u.key, err)
	case failed != nil:
		return "", failed
	}
	return "", errCondition // another one has written there since
}

// drop removes the parts.
func (u *upload) drop() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(u.ctx), abortTime)
	defer cancel()
	u.client.AbortMultipartUpload(ctx, &api.AbortMultipartUploadInput{Bucket: &u.key.bucket, Key: &u.key.name,
		UploadId: u.id})
}

// s3Writer collects a chunk, and sends it when there is more.
type s3Writer struct {
	ctx        context.Context
	key        key
	attributes s3Attributes
	condition  condition
	chunk      []byte
	upload     *upload // nil: nothing is sent yet
	err        error
}

func (s3) write(ctx context.Context, k key, run string, c condition) io.WriteCloser {
	return &s3Writer{ctx: ctx, key: k, attributes: s3Attributes{"application/octet-stream", run}, condition: c}
}

// room is the size of the next chunk. An object has 10,000 parts at most, so each thousand are twice as large as the
// thousand before.
func (w *s3Writer) room() int {
	if w.upload == nil {
		return chunk
	}
	return chunk << (len(w.upload.parts) / 1000)
}

func (w *s3Writer) Write(p []byte) (int, error) {
	n := 0
	for w.err == nil && n < len(p) {
		if len(w.chunk) == w.room() {
			w.err = w.flush()
			continue
		}
		k := min(len(p)-n, w.room()-len(w.chunk))
		w.chunk, n = append(w.chunk, p[n:n+k]...), n+k
	}
	return n, w.err
}

func (w *s3Writer) flush() (err error) {
	if w.upload == nil {
		if w.upload, err = (s3{}).begin(w.ctx, w.key, w.attributes); err != nil {
			return err
		}
	}
	err = w.upload.send(w.chunk)
	w.chunk = w.chunk[:0]
	return err
}

func (w *s3Writer) Close() error {
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	switch {
	case w.upload == nil && w.err == nil:
		return s3{}.put(w.ctx, w.key, w.chunk, w.attributes, w.condition)
	case w.upload == nil:
		return w.err
	case w.err == nil:
		w.err = w.flush()
	}
	if w.err == nil {
		_, w.err = w.upload.complete(w.condition)
	}
	if w.err != nil {
		w.upload.drop()
	}
	return w.err
}

// copyPart is how much one request copies. Five times as much is allowed.
const copyPart = 1 << 30

// copy copies on a condition, which a request for a copy has only in a few servers: so a small object is read and
// written, and a large one is copied as the parts of a new one.
func (s s3) copy(ctx context.Context, from, to key, run string, c condition) (tag string, err error) {
	o, err := s.stat(ctx, from)
	if err != nil {
		return "", err
	}
	if run == "" {
		run = o.run
	}
	a := s3Attributes{contentType(to.name), run}
	if o.size <= chunk {
		content, err := s.whole(ctx, from, o)
		if err != nil {
			return "", err
		}
		return s.putTag(ctx, to, content, a, c)
	}
	u, err := s.begin(ctx, to, a)
	if err != nil {
		return "", err
	}
	for at := int64(0); at < o.size && err == nil; at += copyPart {
		err = u.copy(from, o.tag, at, min(at+copyPart, o.size))
	}
	if err == nil {
		tag, err = u.complete(c)
	}
	if err != nil {
		u.drop()
	}
	return tag, err
}

// whole reads an object.
func (s s3) whole(ctx context.Context, k key, o object) ([]byte, error) {
	d := newDownload(ctx)
	defer d.end()
	r, _, err := s.read(d.ctx, k, o.tag, 0, -1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		err = d.errorOf(err)
	}
	return content, err
}
