package extract

import "testing"

func TestTEI(t *testing.T) {
	const head, end = `<?xml version="1.0" encoding="ISO-8859-1"?><!-- x --><TEI xmlns="http://www.tei-c.org/ns/1.0"`,
		`<text><body><title>No</title><date when="1"/></body></text></TEI>`
	for name, tc := range map[string]struct {
		file string
		want Header
	}{
		"whole": {head + ` xml:id="t1"><teiHeader><fileDesc><titleStmt><title type="main">De <hi>civitate</hi>
			Dei</title><title>Second</title><author>Augustine</author><author><persName>Some &amp; other</persName></author></titleStmt>
			<publicationStmt><date when="2001">last year</date><idno>no</idno></publicationStmt>
			<sourceDesc><bibl><title>Not this</title><author>Nor this</author><date notBefore="0412" notAfter="0426">about 420</date><date when="1"/></bibl></sourceDesc></fileDesc></teiHeader>` + end,
			Header{"De civitate Dei", "Augustine; Some & other", "0412", "t1"}},
		"made": {head + `><teiHeader><fileDesc><titleStmt><title/></titleStmt><publicationStmt><p><date>1999</date></p><idno type="x"> 7 </idno></publicationStmt></fileDesc>
			<profileDesc><creation><date>-0019</date></creation></profileDesc></teiHeader>` + end, Header{"", "", "-0019", "7"}},
		"play": {head + `><teiHeader><titleStmt><title>Fiesco</title><author><persName><forename>Friedrich</forename><surname>Schiller</surname></persName>
			<idno>Q1</idno> <date>1759</date></author></titleStmt><publicationStmt><idno>p1</idno></publicationStmt><sourceDesc><date>1962</date></sourceDesc></teiHeader>
			<standOff><listPerson><person><birth><date when="1700">1700</date></birth></person></listPerson><listEvent><event type="birth" when="1759"/><event type="premiere" when="1783-07-20"/><event type="print" when="1783"/><event type="written" when="unknown"/></listEvent></standOff>` + end,
			Header{"Fiesco", "Friedrich Schiller", "1783", "p1"}},
		"no event of its own": {head + `><teiHeader><sourceDesc><date>1962</date></sourceDesc></teiHeader>
			<standOff><listPerson><person><birth><date when="1700"/></birth></person></listPerson></standOff>` + end, Header{Date: "1962"}},
		"of a file": {head + `><teiHeader><publicationStmt><date>1999</date></publicationStmt></teiHeader>` + end,
			Header{Date: "1999"}},
		"no header":  {head + `>` + end, Header{}},
		"other":      {`<book id="x"><titleStmt><title>No</title></titleStmt></book>`, Header{}},
		"no XML":     {`no`, Header{}},
		"broken":     {head + `><teiHeader><titleStmt><title>One</title><author>An &unknown; <b`, Header{Title: "One"}},
		"TEI of old": {`<!DOCTYPE TEI.2><TEI.2 id="o"><teiHeader/>` + end, Header{ID: "o"}},
	} {
		if got := TEI([]byte(tc.file)); got != tc.want {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}
