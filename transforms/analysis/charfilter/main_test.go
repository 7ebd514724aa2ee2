package charfilter

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// article is prose that is main text anywhere in a page.
const article = `<h1>The tide at Wick</h1><p>The harbour master counted nineteen boats that morning. ` +
	`Not one of them had the licence that the council has asked for since the spring, and <a href=l>nobody</a> was surprised. ` +
	`The fee is less than a crate of herring costs.</p><p>By noon the tide had turned.</p>`

const articleText = "The tide at Wick\n\nThe harbour master counted nineteen boats that morning. " +
	"Not one of them had the licence that the council has asked for since the spring, and nobody was surprised. " +
	"The fee is less than a crate of herring costs.\n\nBy noon the tide had turned.\n\n"

// prose is a paragraph that is main text even in a side bar.
var prose = strings.Repeat("A long paragraph of a side bar tells who writes here, and why anyone should care. ", 4)

func TestMain(t *testing.T) {
	links := `<ul><li><a href=a>Politics</a><li><a href=b>Sports and weather</a></ul>`
	for _, tc := range []struct{ name, page, want string }{
		{"only an article", article, articleText},
		{"title", "<title>Wick Gazette</title>" + article, articleText},
		{"lists of links", links + article + links, articleText},
		{"elements of furniture",
			"<nav>Home. Where all begins and ends, as ever.</nav>" + article + "<footer><p>The Wick Gazette has told the news of the harbour for a hundred years. Write to us.</p></footer>", articleText},
		{"names",
			`<div class="site sidebar"><p>The weather of the week is mild, with some rain at night.</p></div>` + article + `<div id=related-posts><p>More about boats, herring and the sea is told here every day.</p></div>`, articleText},
		{"roles", `<div role=navigation>Home. Where all begins and ends, as ever it was.</div>` + article, articleText},
		{"names of frames", `<div class="content-sidebar-wrap has-sidebar">` + article + `</div>`, articleText},
		{"the name of an element with most of the prose", `<div class=widget>` + article + `</div>`, articleText},
		{"a form around the page", "<form>" + article + "</form>", articleText},
		{"a form for comments", article + "<form><p>Your address is not published. Some fields are required, as you see.</p><label>Name</label></form>", articleText},
		{"buttons and options", article + "<button>Send</button><select><option>One<option>Two</select>", articleText},
		{"no scripts", "<noscript><div>JavaScript is off. Please turn it on to read all that this page has to say.</div></noscript>" + article, articleText},
		{"prose in a side bar", article + article + article + "<aside><p>" + prose + "</p><p>Short.</p></aside>",
			articleText + articleText + articleText + prose + "\n\n"},
		{"the header of an article", "<header>Wick Gazette, a paper</header><article><header><p>Nobody has a licence, and nobody minds that at all, or so they say.</p></header>" + article + "</article>", "Nobody has a licence, and nobody minds that at all, or so they say.\n" +
			"\n" + articleText},
		{"what follows a title", links + "<p>Topics</p><h2>Boats</h2><p>Wick</p>" + article + links,
			"Boats\n\nWick\n\n" + articleText},
		{"up to the next heading", article + "<p>9 boats</p><h3>Read on</h3><p>All news</p>" + links,
			articleText + "9 boats\n\n"},
		{"a list inside", article + "<ul><li>Herring<li>Cod</ul>" + article, articleText + "Herring\n\nCod\n\n" +
			articleText},
		{"verse in lines", article + "<div>The sea</div><div>is wide</div>", articleText + "The sea\n\nis wide\n\n"},
		{"preformatted",
			article + "<pre>func main() {\n\tfmt.Println(`a program that is longer than a short block is`)\n}</pre>" +
				links,
			articleText + "func main() {\n\tfmt.Println(`a program that is longer than a short block is`)\n}\n\n"},
		{"Chinese", links + "<p>" + strings.Repeat("中华人民共和国的一切权力属于人民。", 4) + "</p>" + links,
			strings.Repeat("中华人民共和国的一切权力属于人民。", 4) + "\n\n"},
		{"end tags without an element", "</nav></div></p>" + article + "</nav>", articleText},
		{"elements that do not end", "<div><ul><li>" + article, articleText},
		{"notices", links + "<p>" + strings.Repeat("We use cookies, as all do, to count who reads what. ", 5) + "</p>" +
			links + article, articleText},
		{"a paragraph about cookies",
			article + "<p>" + strings.Repeat("Her cookies were famous on both sides of the harbour. ", 4) + "</p>" +
				article, articleText + strings.Repeat("Her cookies were famous on both sides of the harbour. ", 4) +
				"\n\n" + articleText},
		{"a link that does not end", article + "<a href=x>More<div>of this and that</div>", articleText},
		{"an anchor is no link", "<a name=top>" + article, articleText},
	} {
		text, m, dropped, found := Main([]byte(tc.page))
		if diff := cmp.Diff(tc.want, string(text)); diff != "" || !found {
			t.Errorf("%s: Main(%.100q), found %t (-want +got):\n%s", tc.name, tc.page, found, diff)
		}
		if all, _ := HTML([]byte(tc.page)); (dropped > 0) != (len(all) > len(text)) {
			t.Errorf("%s: %d visible characters dropped, and %d of %d bytes", tc.name, dropped,
				len(all)-len(text), len(all))
		}
		check(t, []byte(tc.page), text, m)
	}
}

// TestMainNotFound: a page without main text is read whole.
func TestMainNotFound(t *testing.T) {
	for _, page := range []string{
		"", "plain", "<p>One.</p>", "<nav><a href=x>Home</a></nav>",
		"<ul><li><a href=a>Politics</a><li><a href=b>Sports and weather</a></ul>",
		"<footer>" + article + "</footer>", "<table><tr><td>1<td>2</table>",
	} {
		text, m, dropped, found := Main([]byte(page))
		want, wantMap := HTML([]byte(page))
		if found || dropped != 0 || !bytes.Equal(text, want) ||
			!cmp.Equal(m, wantMap, cmp.AllowUnexported(Map{}, segment{})) {
			t.Errorf("Main(%q) = %q, %v, %d, %t, want %q, %v, 0, false", page, text, m, dropped, found, want, wantMap)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, tc := range []struct {
		value string
		want  bool
	}{
		{"", false}, {"nav", true}, {"main-nav", true}, {"mainNav", true}, {"topNav", true}, {"TOPNAV", true},
		{"navigate", false}, {"x NAVBAR", true},
		{"nav2", true}, {"has-sidebar", false}, {"sidebar__box", true}, {"no-footer", false}, {"canvas", false},
		{"a-href ad", true},
		{"menü menu", true}, {"HTMLMenu", false}, {"col-md-4", false}, {strings.Repeat("menu-", 20), false},
		{"-- --", false},
	} {
		if got := named([]byte(tc.value)); got != tc.want {
			t.Errorf("named(%q) = %t, want %t", tc.value, got, tc.want)
		}
	}
}

func TestLookAt(t *testing.T) {
	for _, tc := range []struct {
		text string
		want looks
	}{
		{"", looks{}}, {" \n", looks{}}, {"One two", looks{7, 0}}, {" One \n two. ", looks{8, 1}},
		{"He said: “Yes!” No?", looks{19, 2}},
		{"v1.2 costs 3.50", looks{15, 0}}, {"...", looks{3, 0}}, {"And then... ", looks{11, 1}},
		{"And so… on", looks{10, 1}}, {"(End.)", looks{6, 1}},
		{"中文。第二！", looks{18, 2}}, {"étage.", looks{6, 1}}, {"a\xff.", looks{3, 1}},
	} {
		if got := lookAt([]byte(tc.text)); got != tc.want {
			t.Errorf("lookAt(%q) = %+v, want %+v", tc.text, got, tc.want)
		}
	}
}

// TestMainDeep runs pages on which a search of the stack or of the text from its start would
// not end.
func TestMainDeep(t *testing.T) {
	const n = 1 << 17
	for _, page := range []string{
		strings.Repeat("<div>", n) + article, strings.Repeat("<div></nav>", n) + article,
		strings.Repeat("<li>x", n) + article,
		strings.Repeat("<section>", n) + strings.Repeat("</div></article>", n) + article,
		"<a href=x>" + strings.Repeat("<p>x", n) + strings.Repeat("<a href>y", n),
		strings.Repeat("<aside>", n) + article, strings.Repeat("<p>x</p>", n) + article,
		"<p class='" + strings.Repeat("x-", n) + "'>" + article,
	} {
		text, m, _, _ := Main([]byte(page))
		if m.text != uint32(len(text)) {
			t.Errorf("Main(%.20q, %d bytes): the map is of %d bytes, the text has %d", page, len(page),
				m.text, len(text))
		}
	}
}

// FuzzMain holds the text and its map to those of HTML: what is left are pieces of it, each in
// its place.
func FuzzMain(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
		f.Add([]byte(article + s + article))
		f.Add([]byte("<div class=nav>" + s + "</div><a href=x>" + article))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		if len(page) > 1<<16 {
			return
		}
		text, m, _, _ := Main(page)
		check(t, page, text, m)
		all, places := HTML(page)
		at := 0
		for x := range text {
			for at < len(all) && (places.Start(at) < m.Start(x) || all[at] != text[x]) {
				at++
			}
			if at == len(all) || places.Start(at) != m.Start(x) || places.End(at+1) != m.End(x+1) {
				t.Fatalf("Main(%.200q) has %q at %d to %d, which HTML has not", page, text[x], m.Start(x), m.End(x+1))
			}
			at++
		}
	})
}
