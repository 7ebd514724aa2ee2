package network

import (
	"strings"
	"testing"
)

// small is a directed network with markup, a line end, a formula and values that are not there.
func small() *Network {
	return &Network{
		Directed:    true,
		NodeColumns: []Column{{"author", Text}, {"pairs", Whole}},
		EdgeColumns: []Column{{"similarity", Real}},
		Nodes:       []Node{{"a1", "<a>\n\x00", []any{"-x", int64(1)}}, {"b2", "b", []any{nil, int64(1)}}},
		Edges:       []Edge{{0, 1, 12, []any{.5}}, {0, 1, .25, []any{nil}}},
	}
}

// The bytes of each format are these: who reads them counts on names, types and the namespace.
func TestWrite(t *testing.T) {
	for name, want := range map[string]string{
		"a.gexf": `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
 <graph defaultedgetype="directed" mode="static">
  <attributes class="node">
   <attribute id="0" title="author" type="string"></attribute>
   <attribute id="1" title="pairs" type="long"></attribute>
  </attributes>
  <attributes class="edge">
   <attribute id="0" title="similarity" type="double"></attribute>
  </attributes>
  <nodes>
   <node id="a1" label="&lt;a&gt;&#xA;�">
    <attvalues>
     <attvalue for="0" value="-x"></attvalue>
     <attvalue for="1" value="1"></attvalue>
    </attvalues>
   </node>
   <node id="b2" label="b">
    <attvalues>
     <attvalue for="1" value="1"></attvalue>
    </attvalues>
   </node>
  </nodes>
  <edges>
   <edge id="0" source="a1" target="b2" weight="12">
    <attvalues>
     <attvalue for="0" value="0.5"></attvalue>
    </attvalues>
   </edge>
   <edge id="1" source="a1" target="b2" weight="0.25">
    <attvalues></attvalues>
   </edge>
  </edges>
 </graph>
</gexf>
`,
		"A.GRAPHML": `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <key id="node0" for="node" attr.name="label" attr.type="string"></key>
 <key id="node1" for="node" attr.name="author" attr.type="string"></key>
 <key id="node2" for="node" attr.name="pairs" attr.type="long"></key>
 <key id="edge0" for="edge" attr.name="weight" attr.type="double"></key>
 <key id="edge1" for="edge" attr.name="similarity" attr.type="double"></key>
 <graph id="documents" edgedefault="directed">
  <node id="a1">
   <data key="node0">&lt;a&gt;
�</data>
   <data key="node1">-x</data>
   <data key="node2">1</data>
  </node>
  <node id="b2">
   <data key="node0">b</data>
   <data key="node2">1</data>
  </node>
  <edge id="e0" source="a1" target="b2">
   <data key="edge0">12</data>
   <data key="edge1">0.5</data>
  </edge>
  <edge id="e1" source="a1" target="b2">
   <data key="edge0">0.25</data>
  </edge>
 </graph>
</graphml>
`,
		"gs://b/a.csv": "\ufeffSource,Target,Type,Weight,similarity,source author,source pairs,target author,target pairs\n" +
			"\"<a>\n\x00\",b,Directed,12,0.5,'-x,1,,1\n\"<a>\n\x00\",b,Directed,0.25,,'-x,1,,1\n",
	} {
		if err := Check(name); err != nil {
			t.Error(err)
		}
		var b strings.Builder
		if err := Write(&b, name, small()); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%q, want\n%q", name, err, b.String(), want)
		}
		if err := Write(&b, name, &Network{}); err != nil {
			t.Errorf("%s: a network of nothing: %v", name, err)
		}
	}
	if err := Check("gexf"); err == nil {
		t.Error("a name without an end has a format")
	}
}
