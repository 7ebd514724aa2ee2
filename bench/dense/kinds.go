package main

import (
	"fmt"
	"slices"
	"strings"

	"example.org/diagonal/bench/madeup"
)

// kinds are the collections, in the order of the table. The first one is the measure of the others.
var kinds = []madeup.Kind{
	{Name: "novels", Share: 1, Documents: novels},
	{Name: "replies", Share: 1, Documents: replies},
	{Name: "rolls", Share: 1, Documents: rolls},
	{Name: "laws", Share: 1, Documents: laws},
	{Name: "mails", Share: 1, Documents: mails},
	{Name: "answers", Share: 1, Documents: answers},
	{Name: "code", Share: 1, Documents: code},
	{Name: "chronicles", Share: 1, Documents: chronicles},
}

// paragraph is so many sentences of running text.
func paragraph(w *madeup.Writer, sentences int) string {
	var all []string
	for range sentences {
		all = append(all, w.Sentence(6, 30))
	}
	return strings.Join(all, " ")
}

// paragraphs are so many of them, of min to max sentences.
func paragraphs(w *madeup.Writer, n, min, max int) []string {
	var all []string
	for range n {
		all = append(all, paragraph(w, between(w, min, max)))
	}
	return all
}

func between(w *madeup.Writer, min, max int) int { return min + w.Random.IntN(max-min+1) }

func pick[T interface{}](w *madeup.Writer, of []T) T { return of[w.Random.IntN(len(of))] }

// chance is true in share of all calls.
func chance(w *madeup.Writer, share float64) bool { return w.Random.Float64() < share }

// novels are chapters. One in ten quotes a paragraph of another.
func novels(w *madeup.Writer, _ int) func() string {
	var quotable []string
	return func() string {
		chapter := paragraphs(w, 12, 3, 8)
		if len(quotable) > 0 && chance(w, .1) {
			chapter[w.Random.IntN(len(chapter))] = pick(w, quotable)
		}
		quotable = append(quotable, pick(w, chapter))
		return strings.Join(chapter, "\n\n")
	}
}

// replies are threads of messages. Each quotes the whole message that it answers, and what that quotes.
func replies(w *madeup.Writer, _ int) func() string {
	var thread []string
	return func() string {
		if len(thread) == 0 || len(thread) == 24 {
			thread = []string{strings.Join(paragraphs(w, 4, 2, 5), "\n\n")}
			return thread[0]
		}
		quoted := "> " + strings.ReplaceAll(thread[max(0, len(thread)-1-w.Random.IntN(3))], "\n", "\n> ")
		thread = append(thread, madeup.Word(w.Random.Uint64N(64))+" wrote:\n"+quoted+"\n\n"+
			paragraph(w, between(w, 1, 4)))
		return thread[len(thread)-1]
	}
}

// rolls are debates: some speeches, and how each of six hundred members has voted, in one order.
func rolls(w *madeup.Writer, _ int) func() string {
	var members []string
	for range 600 {
		name := func() string { return madeup.Capital(madeup.Word(70 + w.Random.Uint64N(4000))) }
		members = append(members, name()+", "+name())
	}
	return func() string {
		text := strings.Join(paragraphs(w, 10, 3, 8), "\n\n")
		for _, vote := range []string{"Ayes", "Noes"} {
			text += "\n\nThe members who voted are these. " + vote + ": "
			for _, member := range members {
				if chance(w, .35) {
					text += member + "; "
				}
			}
		}
		return text
	}
}

// laws are versions of laws of sixty sections. Each version changes some words in three of them.
func laws(w *madeup.Writer, _ int) func() string {
	var law []string
	left := 0 // versions of the law
	return func() string {
		if left == 0 {
			law, left = paragraphs(w, 60, 1, 4), 30
		}
		left--
		text := ""
		for i, section := range law {
			text += fmt.Sprintf("§ %d. %s\n\n", i+1, section)
		}
		for range 3 {
			i := w.Random.IntN(len(law))
			law[i] = w.Exchanged(law[i], 3)
		}
		return text
	}
}

// mails are short messages with one head, but for its numbers and the addressee, and one long foot.
func mails(w *madeup.Writer, _ int) func() string {
	foot := paragraph(w, 6)
	return func() string {
		n := w.Random.IntN
		return fmt.Sprintf("Received: from mx%d.example.org by mail.example.org with id %06x for the list of all who have asked for it\n", n(9), n(1<<24)) +
			fmt.Sprintf("Date: Monday, %d June 2003 %02d:%02d:%02d\n", 1+n(30), n(24), n(60), n(60)) +
			"Precedence: bulk, with the software of the list in its version of last year, run by those who run the list\n" +
			"To: " + madeup.Word(w.Random.Uint64N(4000)) + "\n\n" +
			paragraph(w, between(w, 2, 6)) + "\n\n" + w.Exchanged(foot, between(w, 0, 2))
	}
}

// answers are eighty answers to each question, made of sentences that many of them have, in any order, with a word or
// two of their own.
func answers(w *madeup.Writer, _ int) func() string {
	var known []string
	left := 0 // answers to the question
	return func() string {
		if left == 0 {
			known, left = nil, 80
			for range 40 {
				known = append(known, w.Sentence(10, 30))
			}
		}
		left--
		var text []string
		for range between(w, 8, 16) {
			sentence := pick(w, known)
			if chance(w, .6) {
				sentence = w.Exchanged(sentence, between(w, 1, 3))
			}
			text = append(text, sentence)
		}
		return strings.Join(append(text, w.Sentence(6, 30)), " ")
	}
}

// code is source files: one licence, then functions of a few words, one in five of them that of another file with other
// names.
func code(w *madeup.Writer, _ int) func() string {
	licence := "// " + strings.Join(paragraphs(w, 4, 1, 3), "\n// ")
	name := func() string { return madeup.Word(w.Random.Uint64N(3000)) }
	local := func() string { return madeup.Word(w.Random.Uint64N(12)) }
	var functions []string
	function := func() string {
		if len(functions) > 50 && chance(w, .2) {
			return strings.ReplaceAll(pick(w, functions), "value", name())
		}
		text := fmt.Sprintf("func %s(%s, %s int) (value int, err error) {\n", name(), local(), local())
		for range between(w, 4, 24) {
			text += pick(w, []func() string{
				func() string { return "\tif err != nil {\n\t\treturn value, err\n\t}\n" },
				func() string { return fmt.Sprintf("\t%s, err := %s(%s, %s)\n", local(), name(), local(), local()) },
				func() string {
					return fmt.Sprintf("\tfor %s := range %s {\n\t\t%s(%s)\n\t}\n", local(), local(), name(), local())
				},
				func() string { return fmt.Sprintf("\tvalue = append(%s, %s.%s)\n", local(), local(), name()) },
			})()
		}
		functions = append(functions, text+"\treturn value, nil\n}\n")
		return functions[len(functions)-1]
	}
	return func() string {
		text := licence + "\n\npackage " + name() + "\n\n"
		for range between(w, 4, 16) {
			text += function() + "\n"
		}
		return text
	}
}

// chronicles are Chinese annals. A year is told in a form, and an event often as an earlier chapter tells it, with
// another clause in place of one.
func chronicles(w *madeup.Writer, _ int) func() string {
	const first, characters = '一', 4000
	clause := func() string {
		var text []rune
		for range between(w, 3, 8) {
			text = append(text, first+rune(w.Rank()%characters))
		}
		return string(text)
	}
	var events [][]string // of clauses
	return func() string {
		text := ""
		for range between(w, 20, 60) {
			text += fmt.Sprintf("%c年春正月，", []rune("元二三四五六七八九十")[w.Random.IntN(10)])
			for range between(w, 1, 6) {
				if len(events) > 100 && chance(w, .5) {
					event := slices.Clone(pick(w, events))
					event[w.Random.IntN(len(event))] = clause()
					text += strings.Join(event, "，") + "。"
					continue
				}
				var event []string
				for range between(w, 2, 7) {
					event = append(event, clause())
				}
				events = append(events, event)
				text += strings.Join(event, "，") + "。"
			}
			text += "\n"
		}
		return text
	}
}
