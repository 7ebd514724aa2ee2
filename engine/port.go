package engine

import (
	"encoding/binary"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
)

// In is an input of records of the type R. In a method of a stage it is the records of the key at hand.
type In[R any] struct {
	blocks Blocks[R]

	run      *running
	from, to int // of the sorted records
	record   R
	as       Record // a pointer to record
}

// From returns the input of blocks.
func From[R any](blocks Blocks[R]) In[R] { return In[R]{blocks: blocks} }

// Len returns how many records the key has.
func (in *In[R]) Len() int { return in.to - in.from }

// Payload returns the bytes of record i, from 0. They are valid until the stage is called for the next key.
func (in *In[R]) Payload(i int) []byte { return in.run.sorted.Payload(in.from + i) }

// Whole returns the bytes of record i, from 0, in a stage with portions, where Payload may have the first bytes only.
// They may be in memory, which is replaced if it is too small.
func (in *In[R]) Whole(memory *[]byte, i int) ([]byte, error) {
	return in.run.sorted.Whole(memory, in.from+i)
}

// Size returns the size of what Whole returns.
func (in *In[R]) Size(i int) int { return in.run.sorted.Size(in.from + i) }

// Read reads record i, from 0.
func (in *In[R]) Read(i int, into *R) error {
	return any(into).(Record).Read(in.run.sorted.Payload(in.from + i))
}

// All yields the records of the key, as a range does: for r := range stage.Words.All. Each one is in the memory of the
// one before. If one cannot be read, the range ends, and the job fails.
func (in *In[R]) All(yield func(*R) bool) {
	for i := in.from; i < in.to; i++ {
		if err := in.as.Read(in.run.sorted.Payload(i)); err != nil {
			in.run.fail(err)
			return
		}
		if !yield(&in.record) {
			return
		}
	}
}

// Distinct is All without records that are equal to the one before.
func (in *In[R]) Distinct(yield func(*R) bool) {
	for i := in.from; i < in.to; i++ {
		payload := in.run.sorted.Payload(i)
		if i > in.from && string(payload) == string(in.run.sorted.Payload(i-1)) {
			continue
		}
		if err := in.as.Read(payload); err != nil {
			in.run.fail(err)
			return
		}
		if !yield(&in.record) {
			return
		}
	}
}

// Named yields, in the method Name of a stage, the records of all keys of the name. They may be kept.
func (in *In[R]) Named(yield func(key uint64, record *R) bool) {
	tag, tagged := in.tag()
	for i := in.run.from; i < in.run.to; i++ {
		payload := in.run.sorted.Payload(i)
		if tagged && (len(payload) == 0 || payload[0] != tag) {
			continue
		}
		record := new(R)
		if err := any(record).(Record).Read(payload); err != nil {
			in.run.fail(err)
			return
		}
		if !yield(in.run.sorted.Key(i), record) {
			return
		}
	}
}

func (in *In[R]) tag() (tag byte, ok bool) {
	if t, ok := any(&in.record).(Tagged); ok {
		return t.Tag(), true
	}
	return 0, false
}

func (in *In[R]) register()              { checkRecord[R]() }
func (in *In[R]) start(run *running)     { in.run, in.as = run, any(&in.record).(Record) }
func (in *In[R]) set(from, to int)       { in.from, in.to = from, to }
func (in *In[R]) packed() shuffle.Packed { return in.blocks }

// checkRecord panics if R is no record.
func checkRecord[R any]() {
	if _, ok := any(new(R)).(Record); !ok {
		panic(fmt.Sprintf("engine: *%v has no methods Append and Read", reflect.TypeFor[R]()))
	}
}

// Out sends records of the type R to another stage.
type Out[R any] struct {
	blocks Blocks[R]

	params  Params
	packer  *shuffle.Packer // nil until the bundle adds a record
	emit    func(int, []byte)
	record  R
	as      Record // a pointer to record
	payload []byte // never emitted
}

// To returns an output that is packed for other Params than those of its stage.
func To[R any](p Params) Out[R] { return Out[R]{params: p} }

// Blocks returns what a stage has sent, after Reduce or Map.
func (o *Out[R]) Blocks() Blocks[R] { return o.blocks }

// Shards returns the number of shards of the output, in a method of a stage.
func (o *Out[R]) Shards() int { return o.params.Shards }

// Add sends a record under a key.
func (o *Out[R]) Add(key uint64, r R) { o.AddTo(shuffle.ShardOf(key, o.params.Shards), key, r) }

// AddTo is Add with a shard that the stage chooses.
func (o *Out[R]) AddTo(shard int, key uint64, r R) {
	o.record = r
	o.payload = o.as.Append(o.payload[:0])
	o.pack().AddTo(shard, key, o.payload, o.emit)
	if cap(o.payload) > maxKept {
		o.payload = nil
	}
}

// maxKept is the largest size, in bytes, of a payload whose memory is used again.
const maxKept = 16 << 20

func (o *Out[R]) pack() *shuffle.Packer {
	if o.packer == nil {
		o.packer = shuffle.NewPacker(o.params)
	}
	return o.packer
}

func (o *Out[R]) register()                       { checkRecord[R]() }
func (o *Out[R]) start(*running)                  { o.packer, o.as = nil, any(&o.record).(Record) }
func (o *Out[R]) emitter() reflect.Type           { return reflect.TypeFor[func(int, []byte)]() }
func (o *Out[R]) bind(emit any)                   { o.emit = emit.(func(int, []byte)) }
func (o *Out[R]) connect(col beam.PCollection)    { o.blocks = shuffle.BlocksOf[R](o.params, col) }
func (o *Out[R]) configure(p Params, own *Params) { o.params = *either(own, &o.params, &p) }
func (o *Out[R]) configured() Params              { return o.params }

// either returns the first Params that are given.
func either(all ...*Params) *Params {
	for _, p := range all {
		if p != nil && p.Shards > 0 {
			return p
		}
	}
	return &Params{}
}

func (o *Out[R]) finish() {
	if o.packer != nil {
		o.packer.Flush(o.emit)
		o.packer = nil
	}
}

// Elements emits elements of the type T. T has a coder, as record.Passage has.
type Elements[T any] struct {
	col beam.PCollection

	emit func(T)
}

// Collection returns what a stage has emitted, a PCollection<T>, after Reduce or Map.
func (e *Elements[T]) Collection() beam.PCollection { return e.col }

// Emit emits an element, which nobody may change after that.
func (e *Elements[T]) Emit(element T) { e.emit(element) }

func (e *Elements[T]) register()                    { register.Emitter1[T]() }
func (e *Elements[T]) start(*running)               {}
func (e *Elements[T]) emitter() reflect.Type        { return reflect.TypeFor[func(T)]() }
func (e *Elements[T]) bind(emit any)                { e.emit = emit.(func(T)) }
func (e *Elements[T]) connect(col beam.PCollection) { e.col = col }
func (e *Elements[T]) finish()                      {}

// Send sends records of the type R to a Joiner, by keys of the type K, which has a coder. It is for few records: each
// one is an element of Beam.
type Send[K, R any] struct {
	sent Sent[K, R]

	emit func(K, []byte)
}

// Sent returns what a stage has sent, after Reduce, Map or Join.
func (o *Send[K, R]) Sent() Sent[K, R] { return o.sent }

// Add sends a record under a key.
func (o *Send[K, R]) Add(key K, r R) { o.emit(key, sealed(any(&r).(Record))) }

func (o *Send[K, R]) register() {
	checkRecord[R]()
	register.Emitter2[K, []byte]()
}
func (o *Send[K, R]) start(*running)               {}
func (o *Send[K, R]) emitter() reflect.Type        { return reflect.TypeFor[func(K, []byte)]() }
func (o *Send[K, R]) bind(emit any)                { o.emit = sender[K, R](emit) }
func (o *Send[K, R]) connect(col beam.PCollection) { o.sent = SentOf[K, R](col) }
func (o *Send[K, R]) finish()                      {}

// sender returns the emitter of a Send. A test may give one of records.
func sender[K, R any](emit any) func(K, []byte) {
	records, ok := emit.(func(K, R))
	if !ok {
		return emit.(func(K, []byte))
	}
	return func(key K, payload []byte) {
		record, err := Read[R](unsealed(payload))
		if err != nil {
			panic(err)
		}
		records(key, record)
	}
}

// Ledger counts outcomes by name.
type Ledger struct {
	Expected []string // outcomes that are 0 unless they are counted; others are missing then

	col    beam.PCollection
	counts shuffle.Ledger
	emit   func(string, int64)
}

// Counting returns a Ledger of outcomes that are 0 unless the stage counts them. It may count others.
func Counting(expected ...string) Ledger { return Ledger{Expected: expected} }

// Collection returns the counts, a PCollection<KV<string,int64>>, after Reduce or Map.
func (l *Ledger) Collection() beam.PCollection { return l.col }

// Add counts n outcomes.
func (l *Ledger) Add(name string, n int64) { l.counts.Add(name, n) }

func (l *Ledger) register() {}
func (l *Ledger) start(*running) {
	l.counts = shuffle.Ledger{}
	for _, name := range l.Expected {
		l.counts.Add(name, 0)
	}
}
func (l *Ledger) emitter() reflect.Type        { return reflect.TypeFor[func(string, int64)]() }
func (l *Ledger) bind(emit any)                { l.emit = emit.(func(string, int64)) }
func (l *Ledger) connect(col beam.PCollection) { l.col = col }
func (l *Ledger) finish()                      { l.counts.Flush(l.emit) }

// Count is a count of a Ledger.
//
//	count [8] big-endian
type Count int64

// Append appends the payload of c to dst.
func (c *Count) Append(dst []byte) []byte { return binary.BigEndian.AppendUint64(dst, uint64(*c)) }

// Read reads a payload.
func (c *Count) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*c = Count(r.Uint64())
	return r.Err()
}

// Counts returns one or more PCollection<KV<string,int64>> of Ledgers as what a Joiner receives, by their names.
func Counts(s beam.Scope, ledgers ...beam.PCollection) Sent[string, Count] {
	return SentOf[string, Count](beam.ParDo(s, countFn, beam.Flatten(s, ledgers...)))
}

func countFn(name string, n int64) (string, []byte) {
	c := Count(n)
	return name, sealed(&c)
}

func init() { register.Function2x2(countFn) }

// port is an In, Out, Elements, Send, Ledger or Side.
type port interface {
	register()
	// start begins a bundle.
	start(run *running)
}

type input interface {
	port
	tag() (tag byte, ok bool)
	set(from, to int)
	packed() shuffle.Packed
}

type output interface {
	port
	emitter() reflect.Type
	bind(emit any)
	connect(col beam.PCollection)
	finish()
}

// packing is an Out.
type packing interface {
	output
	// configure sets the Params: own, else those of To, else p.
	configure(p Params, own *Params)
	configured() Params
}

type side interface {
	port
	typ() reflect.Type
	bind(value any)
	// read reads the value that was bound.
	read() error
	collection(s beam.Scope) beam.PCollection
}

// Read returns the record of a payload.
func Read[R any](payload []byte) (record R, err error) {
	err = any(&record).(Record).Read(payload)
	return record, err
}

// Bytes is a record of which the engine knows nothing.
type Bytes []byte

// Append appends the payload of b to dst.
func (b *Bytes) Append(dst []byte) []byte { return append(dst, *b...) }

// Read reads a payload, a view.
func (b *Bytes) Read(payload []byte) error {
	*b = payload
	return nil
}
