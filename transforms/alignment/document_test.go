package alignment

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
)

// A document that was read keeps nothing of its item, whose memory the next one gets.
func TestDocumentKeepsNoView(t *testing.T) {
	spans := &record.Spans{}
	var words []uint32
	for i := range uint32(40) {
		words = append(words, i*i)
		spans.From, spans.To = append(spans.From, i*5), append(spans.To, i*5+4)
		spans.ByteFrom, spans.ByteTo = append(spans.ByteFrom, i*7), append(spans.ByteTo, i*7+6) // wide
	}
	a := record.Analysed{Key: 77, Words: words, Ends: []uint32{4, 40}, Spans: record.AppendSpans(nil, spans),
		Spelling: []byte("letters"), Numbers: []byte{3}, Traits: []byte("traits")}
	item := delivery.Item[document]{Key: 77,
		Delivered: appendDelivered(nil, []byte{0, 1}, record.AppendAnalysed(nil, a))}
	payload := item.Append(nil)
	fn := &align{}
	want, err := fn.document(append([]byte(nil), payload...))
	if err != nil {
		t.Fatal(err)
	}
	got, err := fn.document(payload)
	if err != nil {
		t.Fatal(err)
	}
	for i := range payload {
		payload[i] = 255
	}
	if diff := gocmp.Diff(want.analysed, got.analysed); diff != "" {
		t.Errorf("analysed (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff(want.spans, got.spans, cmpopts.IgnoreUnexported(record.Spans{})); diff != "" {
		t.Errorf("places of words (-want +got):\n%s", diff)
	}
	if want, got := want.spans.Range(7, 39), got.spans.Range(7, 39); want != got || got.Start != 35 {
		t.Errorf("words 7 to 38 are at %v, want %v", got, want)
	}
}
