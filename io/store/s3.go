package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	api "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// s3 is the protocol of Amazon S3, which many servers speak: s3://BUCKET/OBJECT. Server, region and credentials are
// those of the usual chain: AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_PROFILE, roles of machines and
// containers. The tag of an object is its ETag, which is the same for the same bytes.
type s3 struct{}

func (s3) about() about {
	return about{
		scheme: "s3://", name: "S3", tag: "ETag",
		reading:       "read it: the credentials of this run need the rights s3:GetObject and s3:ListBucket",
		writing:       "write there: the credentials of this run need the rights s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket",
		noBucket:      "there is no bucket %[1]s; check the name and AWS_ENDPOINT_URL, or make it: aws s3 mb s3://%[1]s",
		noCredentials: "no credentials for S3 that it takes; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or run `aws configure`",
	}
}

// s3Settings are what a client depends on.
var s3Settings = []string{"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE",
	"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}

// s3Region is the region where none is named: servers other than Amazon's mostly have none.
const s3Region = "us-east-1"

// s3Clients holds a client for each setting that was asked for.
var s3Clients struct {
	sync.Mutex
	of map[string]*api.Client
}

func s3Client(ctx context.Context) (*api.Client, error) {
	setting := ""
	for _, name := range s3Settings {
		setting += os.Getenv(name) + "\x00"
	}
	s3Clients.Lock()
	defer s3Clients.Unlock()
	if c := s3Clients.of[setting]; c != nil {
		return c, nil
	}
	c, err := config.LoadDefaultConfig(ctx,
		// Servers other than Amazon's may not know newer checksums.
		config.WithRequestChecksumCalculation(aws.RequestChecksumCalculationWhenRequired),
		config.WithResponseChecksumValidation(aws.ResponseChecksumValidationWhenRequired))
	if err != nil {
		return nil, &failure{errNoCredentials, err}
	}
	client := api.NewFromConfig(c, func(o *api.Options) {
		o.UsePathStyle = o.BaseEndpoint != nil // a name of a host for each bucket is Amazon's
		if o.Region == "" {
			o.Region = s3Region
		}
		o.HTTPClient = &http.Client{Transport: &stallTransport{http.DefaultTransport.(*http.Transport).Clone()}}
		o.Retryer = s3Retryer()
	})
	if s3Clients.of == nil {
		s3Clients.of = map[string]*api.Client{}
	}
	s3Clients.of[setting] = client
	return client, nil
}

// s3Retryer makes a request again as often, and after as long, as gs does.
func s3Retryer() aws.Retryer {
	silence := retry.IsErrorRetryableFunc(func(err error) aws.Ternary {
		var silent *stallError
		if errors.As(err, &silent) {
			return aws.BoolTernary(silent.Temporary())
		}
		return aws.UnknownTernary
	})
	// Two requests on a condition at once; one of them goes on.
	conflict := retry.RetryableErrorCode{Codes: map[string]struct{}{"ConditionalRequestConflict": {}}}
	status := retry.RetryableHTTPStatusCode{Codes: map[int]struct{}{http.StatusTooManyRequests: {},
		http.StatusRequestTimeout: {}}}
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = attempts
		o.RateLimiter = ratelimit.None
		o.Retryables = append([]retry.IsErrorRetryable{silence, conflict, status}, o.Retryables...)
		o.Backoff = retry.BackoffDelayerFunc(func(attempt int, _ error) (time.Duration, error) {
			wait, pause := retryWait, time.Duration(0)
			for range attempt {
				pause = wait.Pause()
			}
			return pause, nil
		})
	})
}

// quoted is a tag as a header has it, nil for none.
func quoted(tag string) *string {
	if tag == "" {
		return nil
	}
	return aws.String(`"` + tag + `"`)
}

// bare is a tag without its quotes.
func bare(tag *string) string { return strings.Trim(aws.ToString(tag), `"`) }

// headers are those of a condition.
func (c condition) headers() (match, noneMatch *string) {
	switch {
	case !c.holds:
		return nil, nil
	case c.tag == "":
		return nil, aws.String("*")
	}
	return quoted(c.tag), nil
}

// lower are metadata as S3 keeps them.
func lower(metadata map[string]string, name string) string {
	for k, v := range metadata {
		if strings.EqualFold(k, name) {
			return v
		}
	}
	return ""
}

func (s3) stat(ctx context.Context, k key) (object, error) {
	o, _, err := s3Head(ctx, k)
	return o, err
}

// s3Head is stat, with the metadata.
func s3Head(ctx context.Context, k key) (object, map[string]string, error) {
	c, err := s3Client(ctx)
	if err != nil {
		return object{}, nil, err
	}
	h, err := c.HeadObject(ctx, &api.HeadObjectInput{Bucket: &k.bucket, Key: &k.name})
	if err != nil {
		return object{}, nil, s3Error(k, err)
	}
	return object{name: k.name, tag: bare(h.ETag), size: aws.ToInt64(h.ContentLength), run: lower(h.Metadata, runKey),
		updated: aws.ToTime(h.LastModified)}, h.Metadata, nil
}

func (s3) each(ctx context.Context, bucket, prefix, delimiter string, f func(object) error) error {
	c, err := s3Client(ctx)
	if err != nil {
		return err
	}
	in := &api.ListObjectsV2Input{Bucket: &bucket, Prefix: &prefix}
	if delimiter != "" {
		in.Delimiter = &delimiter
	}
	for pages := api.NewListObjectsV2Paginator(c, in); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return s3Error(key{bucket, prefix}, err)
		}
		for _, o := range page.Contents {
			if err := f(object{name: aws.ToString(o.Key), tag: bare(o.ETag), size: aws.ToInt64(o.Size),
				updated: aws.ToTime(o.LastModified)}); err != nil {
				return err
			}
		}
		for _, p := range page.CommonPrefixes {
			if err := f(object{name: aws.ToString(p.Prefix), folder: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s s3) read(ctx context.Context, k key, tag string, start, length int64) (io.ReadCloser, object, error) {
	end := int64(-1)
	if length >= 0 {
		end = start + length
	}
	body, o, err := s3Get(ctx, k, tag, start, end)
	if err != nil {
		return nil, object{}, err
	}
	if end < 0 {
		end = o.size
	}
	return &resumed{ReadCloser: body, ctx: ctx, at: start, end: end, reopen: func(at int64) (io.ReadCloser, error) {
		body, _, err := s3Get(ctx, k, o.tag, at, end)
		return body, err
	}}, o, nil
}

// s3Get makes one request for the bytes up to end, < 0 all.
func s3Get(ctx context.Context, k key, tag string, start, end int64) (io.ReadCloser, object, error) {
	c, err := s3Client(ctx)
	if err != nil {
		return nil, object{}, err
	}
	in := &api.GetObjectInput{Bucket: &k.bucket, Key: &k.name, IfMatch: quoted(tag)}
	switch {
	case end >= 0:
		in.Range = aws.String(fmt.Sprintf("bytes=%d-%d", start, end-1))
	case start > 0:
		in.Range = aws.String(fmt.Sprintf("bytes=%d-", start))
	}
	got, err := c.GetObject(ctx, in)
	if err != nil {
		err = s3Error(k, err)
		if errors.Is(err, errCondition) {
			err = &Error{Path: buckets{s3{}}.path(k), Why: "the object changed while it was read", Err: err}
		}
		return nil, object{}, err
	}
	o := object{name: k.name, tag: bare(got.ETag), size: aws.ToInt64(got.ContentLength)}
	if r := aws.ToString(got.ContentRange); r != "" {
		var first, last int64
		if _, err := fmt.Sscanf(r, "bytes %d-%d/%d", &first, &last, &o.size); err != nil || first != start {
			got.Body.Close()
			return nil, object{}, fmt.Errorf("the server gives another part (%q) than it was asked for (%s)",
				r, *in.Range)
		}
	}
	return got.Body, o, nil
}

func (s s3) remove(ctx context.Context, k key, c condition) error {
	client, err := s3Client(ctx)
	if err != nil {
		return err
	}
	in := &api.DeleteObjectInput{Bucket: &k.bucket, Key: &k.name}
	if c.holds { // not all servers look at the condition
		o, err := s.stat(ctx, k)
		if err != nil {
			return err
		}
		if o.tag != c.tag {
			return errCondition
		}
		in.IfMatch = quoted(c.tag)
	}
	_, err = client.DeleteObject(ctx, in)
	var known smithy.APIError
	if c.holds && errors.As(err, &known) && known.ErrorCode() == "NotImplemented" {
		in.IfMatch = nil
		_, err = client.DeleteObject(ctx, in)
	}
	if err = s3Error(k, err); errors.Is(err, errCondition) {
		if _, gone := s.stat(ctx, k); errors.Is(gone, errNoObject) { // the answer to an earlier try was lost
			return gone
		}
	}
	return err
}

// noConditions is the error of a server on which two runs cannot tell each other.
const noConditions = "the server does not write on conditions (If-None-Match, If-Match), so two runs could mix their results; write into a folder, and copy it"

func (s s3) try(ctx context.Context, k key) error {
	if err := s.put(ctx, k, nil, s3Attributes{}, condition{}); err != nil {
		return err
	}
	defer s.remove(context.WithoutCancel(ctx), k, condition{})
	for _, c := range []condition{ifIs(""), ifIs(strings.Repeat("0", 32))} {
		err := s.put(ctx, k, nil, s3Attributes{}, c)
		var known smithy.APIError
		switch {
		case errors.Is(err, errCondition):
		case err == nil || errors.As(err, &known) && known.ErrorCode() == "NotImplemented":
			return &Error{Path: buckets{s}.path(k), Why: noConditions}
		default:
			return err
		}
	}
	return s.remove(ctx, k, condition{})
}

// s3Error gives an error of the client its kind.
func s3Error(k key, err error) error {
	if err == nil {
		return nil
	}
	var answer *smithyhttp.ResponseError
	var known smithy.APIError
	status, code := 0, ""
	if errors.As(err, &answer) {
		status = answer.HTTPStatusCode()
		if region := answer.Response.Header.Get("X-Amz-Bucket-Region"); region != "" &&
			(status == http.StatusMovedPermanently || status == http.StatusBadRequest) {
			return &Error{Path: buckets{s3{}}.path(k),
				Why: fmt.Sprintf("the bucket %s is in another region: set AWS_REGION=%s", k.bucket, region), Err: err}
		}
	}
	if errors.As(err, &known) {
		code = known.ErrorCode()
	}
	var kind error
	switch {
	case code == "NoSuchBucket":
		kind = errNoBucket
	case code == "NoSuchUpload":
		kind = errNoUpload
	case code == "InvalidAccessKeyId" || code == "SignatureDoesNotMatch" || code == "ExpiredToken" ||
		code == "InvalidToken":
		kind = errNoCredentials
	case status == http.StatusNotFound:
		kind = errNoObject
	case status == http.StatusPreconditionFailed:
		kind = errCondition
	case status == http.StatusRequestedRangeNotSatisfiable:
		kind = errRange
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		kind = errRights
	case status == 0 && strings.Contains(err.Error(), "get identity: get credentials"):
		kind = errNoCredentials
	default:
		return err
	}
	return &failure{kind, err}
}

// source is an object as a request for a copy names it.
func (k key) source() string { return k.bucket + "/" + (&url.URL{Path: k.name}).EscapedPath() }
