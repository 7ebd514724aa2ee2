package segment

import (
	"slices"
	"testing"
)

// goldenRules are the English cases of the golden rules of Pragmatic Segmenter (Kevin S. Dias,
// MIT licence), the test set of the field: | is a boundary. Ours are the cuts alone, because our
// sentences are ranges of the text.
var goldenRules = []struct{ name, text string }{
	{"1 Simple period to end sentence", "Hello World. |My name is Jonas."},
	{"2 Question mark to end sentence", "What is your name? |My name is Jonas."},
	{"3 Exclamation point to end sentence", "There it is! |I found it."},
	{"4 One letter upper case abbreviations", "My name is Jonas E. Smith."},
	{"5 One letter lower case abbreviations", "Please turn to p. 55."},
	{"6 Two letter lower case abbreviations in the middle of a sentence", "Were Jane and co. at the party?"},
	{"7 Two letter upper case abbreviations in the middle of a sentence",
		"They closed the deal with Pitt, Briggs & Co. at noon."},
	{"8 Two letter lower case abbreviations at the end of a sentence", "Let's ask Jane and co. |They should know."},
	{"9 Two letter upper case abbreviations at the end of a sentence",
		"They closed the deal with Pitt, Briggs & Co. |It closed yesterday."},
	{"10 Two letter (prepositive) abbreviations", "I can see Mt. Fuji from here."},
	{"11 Two letter (prepositive & postpositive) abbreviations", "St. Michael's Church is on 5th st. near the light."},
	{"12 Possesive two letter abbreviations", "That is JFK Jr.'s book."},
	{"13 Multi-period abbreviations in the middle of a sentence", "I visited the U.S.A. last year."},
	{"14 Multi-period abbreviations at the end of a sentence", "I live in the E.U. |How about you?"},
	{"15 U.S. as sentence boundary", "I live in the U.S. |How about you?"},
	{"16 U.S. as non sentence boundary with next word capitalized", "I work for the U.S. Government in Virginia."},
	{"17 U.S. as non sentence boundary", "I have lived in the U.S. for 20 years."},
	{"18 A.M. / P.M. as non sentence boundary and sentence boundary",
		"At 5 a.m. Mr. Smith went to the bank. |He left the bank at 6 P.M. |Mr. Smith then went to the store."},
	{"19 Number as non sentence boundary", "She has $100.00 in her bag."},
	{"20 Number as sentence boundary", "She has $100.00. |It is in her bag."},
	{"21 Parenthetical inside sentence",
		"He teaches science (He previously worked for 5 years as an engineer.) at the local University."},
	{"22 Email addresses", "Her email is Jane.Doe@example.com. |I sent her an email."},
	{"23 Web addresses",
		"The site is: https://www.example.50.com/new-site/awesome_content.html. |Please check it out."},
	{"24 Single quotations inside sentence", "She turned to him, 'This is great.' she said."},
	{"25 Double quotations inside sentence", "She turned to him, \"This is great.\" she said."},
	{"26 Double quotations at the end of a sentence",
		"She turned to him, \"This is great.\" |She held the book out to show him."},
	{"27 Double punctuation (exclamation point)", "Hello!! |Long time no see."},
	{"28 Double punctuation (question mark)", "Hello?? |Who is there?"},
	{"29 Double punctuation (exclamation point / question mark)", "Hello!? |Is that you?"},
	{"30 Double punctuation (question mark / exclamation point)", "Hello?! |Is that you?"},
	{"31 List (period followed by parens and no period to end item)", "1.) The first item |2.) The second item"},
	{"32 List (period followed by parens and period to end item)", "1.) The first item. |2.) The second item."},
	{"33 List (parens and no period to end item)", "1) The first item |2) The second item"},
	{"34 List (parens and period to end item)", "1) The first item. |2) The second item."},
	{"35 List (period to mark list and no period to end item)", "1. The first item |2. The second item"},
	{"36 List (period to mark list and period to end item)", "1. The first item. |2. The second item."},
	{"37 List with bullet", "• 9. The first item |• 10. The second item"},
	{"38 List with hypthen", "⁃9. The first item |⁃10. The second item"},
	{"39 Alphabetical list", "a. The first item |b. The second item |c. The third list item"},
	{"40 Errant newlines in the middle of sentences (PDF)", "This is a sentence\ncut off in the middle because pdf."},
	{"41 Errant newlines in the middle of sentences", "It was a cold \nnight in the city."},
	{"42 Lower case list separated by newline", "features\n|contact manager\n|events, activities\n"},
	{"43 Geo Coordinates", "You can find it at N°. 1026.253.553. |That is where the treasure is."},
	{"44 Named entities with an exclamation point", "She works at Yahoo! in the accounting department."},
	{"45 I as a sentence boundary and I as an abbreviation",
		"We make a good team, you and I. |Did you see Albert I. Jones yesterday?"},
	{"46 Ellipsis at end of quotation",
		"Thoreau argues that by simplifying one’s life, “the laws of the universe will appear less complex. . . .”"},
	{"47 Ellipsis with square brackets", "\"Bohr [...] used the analogy of parallel stairways [...]\" (Smith 55)."},
	{"48 Ellipsis as sentence boundary (standard ellipsis rules)", "If words are left off at the end of a sentence, and that is all that is omitted, indicate the omission with ellipsis marks (preceded and followed by a space) and then indicate the end of the sentence with a period . . . . |Next sentence."},
	{"49 Ellipsis as sentence boundary (non-standard ellipsis rules)", "I never meant that.... |She left the store."},
	{"50 Ellipsis as non sentence boundary",
		"I wasn’t really ... well, what I mean...see . . . what I'm saying, the thing is . . . I didn’t mean it."},
	{"51 4-dot ellipsis", "One further habit which was somewhat weakened . . . was that of combining words into self-interpreting compounds. |. . . The practice was not abandoned. . . ."},
	{"52 No whitespace in between sentences",
		"Hello world.|Today is Tuesday.|Mr. Smith went to the store and bought 1,000.|That is a lot."},
}

// TestGoldenRules holds all of them.
func TestGoldenRules(t *testing.T) {
	for _, g := range goldenRules {
		text, want := marked(g.text)
		if got := pieces(text, Append(nil, text)); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", g.name, got, want)
		}
	}
}

// TestOtherLanguages has the stops of other scripts, and abbreviations of other languages.
func TestOtherLanguages(t *testing.T) {
	for name, example := range map[string]string{
		"Armenian":        "Մութ է։| Ես եմ։",
		"Armenian, colon": "Մութ է:| Ես եմ. ոչ: |Ո՞վ է:",
		"Armenian, time":  "Ժամը 10:30 է:| Այո:",
		"Greek":           "Πού είναι;| Εδώ είναι.| Τι; ρώτησε.",
		"Greek, own mark": "Πού είναι\u037e| Εδώ.",
		"Greek letters":   "Let f(λ; X) and α; B be given.| Done.",
		"Arabic":          "من هو؟| هو هنا.| قال د. علي نعم.",
		"Urdu":            "وہ یہاں ہے۔| کون؟| ہاں۔",
		"Persian":         "این کیست؟| او اینجاست.",
		"Danish":          "Jeg mødte Hr. Smith kl. 5, bl.a. Anna, jf. Bogen nr. 7 fra 3. okt. 2012.| Hvad nu?",
		"German, dates": "Er kam am 4. Mai 2020 und am 5. JUNI, der 20. Januar war kalt.| Am 3. Okt. 2010, am 4. 5. 2020 und am 6.\u00a0März war Ruhe.| " +
			"Danach kam nichts.| Es waren 20.| Danach war es still.",
		"German, ordinals": "Die 14. Sitzung der 18. Wahlperiode ist zu seinem 70. Geburtstag und vor dem 1. Advent.| Das sind 24.| Minister waren 3.| " +
			"Er kam auf Platz 4.| Danach ging er.| Es war im 19. Jahrhundert.",
		"German, titles": "Frau Dr. Özdemir traf Prof. Dr. Dr. h. c. mult. Weber und Dr. phil. Anna Maier.| Dr.\n" +
			"Müller auch.| He has phil.| Bob came.",
		"German, a line": "Der Bundestag hat in seiner Sitzung am Freitag, dem\n" +
			"20. Januar 2006, nach langer Beratung in der\n18. Wahlperiode das Gesetz beschlossen.",
		"German, a list":   "1. Mai\n|2. Juni\n|3. Juli",
		"no ordinals":      "I am 5.| Bob is 6.| He was in the 4.| Bob left chapter 7.| Nobody came in 1930.| Danes die 3.| The end.",
		"Danish, an end":   "Jeg bor i E.U.| Hvad med dig?",
		"Bulgarian":        "Живее на ул. Витоша с проф. Иванов, вж. Таблица 2, табл. 3, с. 5.| Той е тук.",
		"Cyrillic initial": "Това е И. П. Иванов.| Той е тук.",
		"Italian":          "Sono l'Ing. Rossi e il Dott. Bianchi del 3 ott. 2012, p.es. Roma.| Buongiorno!",
		"Spanish":          "Soy el Lic. Ruiz, N.º 5, N°. 1026.| Adiós.",
	} {
		text, want := marked(example)
		if got := pieces(text, Append(nil, text)); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", name, got, want)
		}
	}
}

// TestItems has lists in one line, and numbers in a sentence that look like one.
func TestItems(t *testing.T) {
	for _, example := range []string{
		"9. The pen |10. The ink |11. The book",
		"99) pen |100) ink",
		"1. See table 2. |Then go.",
		"1. Of the 5 by 2. |Nothing is left.",
		"1. It is so in 2. |Or not.",
		"• pen |• ink |• book. |• more",
		"a. The pen |b. The ink",
		"z. The pen {. |The ink",
		"A. Smith and B. Jones wrote it.",
		"1) The cat, 2) a dog.",
		"(a) Pens (b) Ink",
	} {
		text, want := marked(example)
		if got := pieces(text, Append(nil, text)); !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}
