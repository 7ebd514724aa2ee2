package engine

import (
	"context"
	"iter"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/spool"
)

// Joiner is a stage that gets all records of a key at once, in no order: a pointer to a struct with ports, but no In.
// It may keep the records.
type Joiner[K, R any] interface {
	Join(ctx context.Context, key K, records iter.Seq[*R]) error
}

// Sent is a collection of records of the type R by keys of the type K: a Send of one stage, which a Joiner receives.
type Sent[K, R any] struct {
	col beam.PCollection
	_   [0]R // collections of different records cannot be converted
}

// SentOf returns what is in a PCollection<KV<K,[]byte>> of encoded records.
func SentOf[K, R any](col beam.PCollection) Sent[K, R] { return Sent[K, R]{col: col} }

// Collection returns the PCollection<KV<K,[]byte>>.
func (s Sent[K, R]) Collection() beam.PCollection { return s.col }

// sealed returns a record as it travels: as a block that is inline (spool.New), because a runner takes all bytes under
// a key for sealed blocks.
func sealed(r Record) []byte { return r.Append(spool.New(nil)) }

// unsealed returns the record in what sealed returned.
func unsealed(payload []byte) []byte { return payload[len(spool.New(nil)):] }

// Nothing is the key 0 without a record: with it a Joiner is called also if nothing was sent.
func Nothing[R any](s beam.Scope) Sent[int, R] {
	return SentOf[int, R](beam.ParDo(s, nothingFn, beam.Impulse(s)))
}

func nothingFn(_ []byte, emit func(int, []byte)) { emit(0, nil) }

func init() {
	register.Function2x0(nothingFn)
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// RegisterJoin registers a stage, as RegisterReduce does.
func RegisterJoin[S Joiner[K, R], K, R any]() {
	checkRecord[R]()
	registerStage[S](&joinFn[S, K, R]{})
}

// Join brings the records of each key together, and connects the outputs of a stage. It returns the stage. It is for
// few records, which need no Params; an Out of the stage needs those of To.
func Join[S Joiner[K, R], K, R any](s beam.Scope, name string, stage S, sent ...Sent[K, R]) S {
	s = s.Scope(name)
	cols := make([]beam.PCollection, len(sent))
	for i, c := range sent {
		cols[i] = c.col
	}
	portsOf(stage).parDo(s, &joinFn[S, K, R]{mapperOf(Params{}, stage)}, beam.GroupByKey(s, beam.Flatten(s, cols...)))
	return stage
}

// joinFn is the DoFn of a Joiner.
type joinFn[S Joiner[K, R], K, R any] struct{ mapper[S] }

func (fn *joinFn[S, K, R]) methods(ports *ports) []method {
	return fn.methodsFor(ports, func(args []any) error {
		return join(args[0].(context.Context), fn.Stage, args[1].(K), args[2].(func(*[]byte) bool))
	}, reflect.TypeFor[context.Context](), reflect.TypeFor[K](), reflect.TypeFor[func(*[]byte) bool]())
}

// join gives a stage the records of a key.
func join[K, R any](ctx context.Context, stage Joiner[K, R], key K, payloads func(*[]byte) bool) error {
	var unread error
	err := stage.Join(ctx, key, func(yield func(*R) bool) {
		for {
			var payload []byte // the iterator may otherwise decode into the memory of the one before
			if !payloads(&payload) {
				return
			}
			if len(payload) == 0 { // Nothing
				continue
			}
			record := new(R)
			if unread = any(record).(Record).Read(unsealed(payload)); unread != nil || !yield(record) {
				return
			}
		}
	})
	if unread != nil {
		return unread
	}
	return err
}

// RunJoin gives a stage the records of a key, without Beam, as RunReduce does.
func RunJoin[S Joiner[K, R], K, R any](ctx context.Context, stage S, key K, records []R, emitters ...any) error {
	b := bundle{stage: stage, ports: portsOf(stage)}
	b.ports.configure(Params{}, nil)
	if err := b.begin(nil, nil, emitters); err != nil {
		return err
	}
	if err := join(ctx, stage, key, func(payload *[]byte) bool {
		if len(records) == 0 {
			return false
		}
		*payload, records = sealed(any(&records[0]).(Record)), records[1:]
		return true
	}); err != nil {
		return err
	}
	return b.finish(emitters)
}
