package engine

import (
	"context"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"

	"example.org/diagonal/engine/dofn"
)

// Beam learns the methods of a DoFn, and the types of its emitters, from a table that may hold functions in place of
// the methods of the struct. So the methods of a stage are made here: their types of its ports, their bodies by
// running.

// stageFn is the DoFn of a stage, a pointer to a struct that travels as JSON.
type stageFn[S any] interface {
	stage() any
	setStage(S)
	methods(*ports) []method
}

// method is a method of a DoFn.
type method struct {
	name string
	typ  reflect.Type
	call func(args []any) error
}

func (m method) Name() string       { return m.name }
func (m method) Type() reflect.Type { return m.typ }
func (m method) Call(args []any) []any {
	if err := m.call(args); err != nil {
		return []any{err}
	}
	return []any{nil}
}

// registerStage registers the DoFn of a stage.
func registerStage[S any, F stageFn[S]](fn F) {
	fn.setStage(reflect.New(reflect.TypeFor[S]().Elem()).Interface().(S))
	for _, p := range portsOf(fn.stage()).all {
		p.register()
	}
	reflectx.RegisterStructWrapper(reflect.TypeFor[F]().Elem(), func(fn any) map[string]reflectx.Func {
		f := fn.(F)
		methods := map[string]reflectx.Func{}
		for _, m := range f.methods(portsOf(f.stage())) {
			methods[m.name] = m
		}
		return methods
	})
	dofn.Plain(fn)
}

// ports are the ports of a stage, in the order of its fields.
type ports struct {
	all   []port
	ins   []input
	tags  []byte // of ins, if there are several
	outs  []output
	sides []side
}

// portsOf returns the ports of a stage, a pointer to its struct. Those of a struct that is embedded are among them.
func portsOf(stage any) *ports {
	p := &ports{}
	p.add(reflect.ValueOf(stage).Elem())
	for _, in := range p.ins {
		tag, _ := in.tag()
		p.tags = append(p.tags, tag)
	}
	return p
}

// add adds the ports of a struct.
func (p *ports) add(fields reflect.Value) {
	for i := range fields.NumField() {
		field := fields.Type().Field(i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			p.add(fields.Field(i))
			continue
		}
		if !field.IsExported() {
			continue
		}
		found, ok := fields.Field(i).Addr().Interface().(port)
		if !ok {
			continue
		}
		p.all = append(p.all, found)
		switch found := found.(type) {
		case input:
			p.ins = append(p.ins, found)
		case output:
			p.outs = append(p.outs, found)
		case side:
			p.sides = append(p.sides, found)
		}
	}
}

// checkTags panics unless the tags of several inputs ascend.
func (p *ports) checkTags(name string) {
	for i, in := range p.ins {
		switch _, ok := in.tag(); {
		case len(p.ins) > 1 && !ok:
			panic(fmt.Sprintf("%s: the records of input %d have no Tag, but meet those of another type", name, i))
		case i > 0 && p.tags[i-1] >= p.tags[i]:
			panic(fmt.Sprintf("%s: the inputs have the tags %v: they must ascend", name, p.tags))
		}
	}
}

// configure gives each Out its Params. own may be nil.
func (p *ports) configure(stage Params, own []Params) {
	for _, out := range p.outs {
		if out, ok := out.(packing); ok {
			var of *Params
			if len(own) > 0 {
				of, own = &own[0], own[1:]
			}
			out.configure(stage, of)
		}
	}
}

// configured returns the Params of each Out.
func (p *ports) configured() (params []Params) {
	for _, out := range p.outs {
		if out, ok := out.(packing); ok {
			params = append(params, out.configured())
		}
	}
	return params
}

// parDo applies the DoFn to a collection and the side inputs, and connects the outputs.
func (p *ports) parDo(s beam.Scope, fn any, col beam.PCollection) {
	var options []beam.Option
	for _, v := range p.sides {
		options = append(options, dofn.Side(fn, v.collection(s)))
	}
	cols, err := beam.TryParDo(s, fn, col, options...)
	if err != nil {
		panic(err)
	}
	for i, out := range p.outs {
		out.connect(cols[i])
	}
}

// method returns the type of a method with these parameters, then sides and emitters.
func (p *ports) method(in ...reflect.Type) reflect.Type {
	if len(in) == 0 {
		in = []reflect.Type{reflect.TypeFor[context.Context]()}
	}
	for _, v := range p.sides {
		in = append(in, v.typ())
	}
	for _, out := range p.outs {
		in = append(in, out.emitter())
	}
	return reflect.FuncOf(in, []reflect.Type{reflect.TypeFor[error]()}, false)
}

// divide divides the last arguments of a method.
func (p *ports) divide(args []any) (sides, emitters []any) {
	n := len(args) - len(p.outs)
	return args[n-len(p.sides) : n], args[n:]
}

// bind gives the ports what they emit to, and the sides their values, if there are any.
func (p *ports) bind(sides, emitters []any) {
	for i, v := range sides {
		p.sides[i].bind(v)
	}
	for i, emit := range emitters {
		p.outs[i].bind(emit)
	}
}

// What every stage may have.
type (
	bundleStarter interface{ StartBundle() }
	bundleEnder   interface{ FinishBundle() error }
)

// bundle is a stage in a worker, in a bundle or between two.
type bundle struct {
	stage any
	ports *ports
	begun bool
}

// begin binds the ports, and begins the bundle if it has not begun. That is not done in StartBundle: Flink may ask for
// side inputs there before it can give them. run is nil without inputs.
func (b *bundle) begin(run *running, sides, emitters []any) error {
	b.ports.bind(sides, emitters)
	if b.begun {
		return nil
	}
	if len(sides) > 0 {
		for _, v := range b.ports.sides {
			if err := v.read(); err != nil {
				return err
			}
		}
	}
	b.begun = true
	for _, port := range b.ports.all {
		port.start(run)
	}
	if s, ok := b.stage.(bundleStarter); ok {
		s.StartBundle()
	}
	return nil
}

// finish ends the bundle, if it had an element.
func (b *bundle) finish(emitters []any) error {
	if !b.begun {
		return nil
	}
	b.begun = false
	b.ports.bind(nil, emitters)
	if s, ok := b.stage.(bundleEnder); ok {
		if err := s.FinishBundle(); err != nil {
			return err
		}
	}
	for _, out := range b.ports.outs {
		out.finish()
	}
	return nil
}
