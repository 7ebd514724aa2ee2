package ignored

import (
	"strings"
	"testing"
)

// running is text with citations, which is no list.
const running = `The oldest of these books was printed in the town in 1523, as Miller (1987, p. 12) has shown, and it was read far
beyond it. In the winter of 1611 a second printer took the text, changed the first lines of it and left out what he did
not understand, among it the names of all witnesses, which nobody has missed since then (Weber 1999; Sato 2004, 31-33).
What he had left out came back with the third edition, whose preface says nothing of the first two.
`

var lists = map[string]string{
	"APA": `Miller, A. B., & Weber, C. (1987). The printers of the town: A history. Oxford University Press.
Sato, K. (2004). Who reads what. Journal of Reading, 71(3), 31–45. https://doi.org/10.1000/182
Weber, C. (Ed.). (1999). Texts and their witnesses. Brill.
`,
	"MLA": `Miller, Anna. The Printers of the Town. Oxford University Press, 1987.
Sato, Kenji. "Who Reads What." Journal of Reading, vol. 71, no. 3, 2004, pp. 31-45.
Weber, Carl, ed. Texts and Their Witnesses. Brill, 1999.
`,
	"wrapped and numbered": `[1] A. Miller and C. Weber. The printers of the town,
    a history. Oxford University Press, 1987.
[2] K. Sato. Who reads what. In: Proceedings of the
    third workshop on reading, pp. 31-45, 2004.
[3] C. Weber (ed.). Texts and their witnesses. 1999.
`,
	"German": `Müller, Anna: Die Drucker der Stadt. Eine Geschichte. Leipzig: Insel Verlag 1987.
Sato, K.: Wer liest was? In: Zeitschrift für Lesen 71 (2004), S. 31-45.
Weber, Carl (Hrsg.): Texte und ihre Zeugen. Bd. 3. Berlin 1999.
`,
	"Chinese": `[1] 王某, 李某. 城市的印刷者[M]. 北京: 人民出版社, 1987.
[2] 佐藤. 谁在读什么[J]. 阅读学报, 2004, 71(3): 31-45.
[3] 韦伯. 文本及其见证[D]. 北京大学, 1999.
`,
}

func TestReferences(t *testing.T) {
	text := strings.Repeat(running, 3)
	for name, list := range lists {
		for _, heading := range []string{"References", "## 7. Works Cited:", "LITERATURVERZEICHNIS", "参考文献"} {
			for _, behind := range []string{"", "\nAppendix\n" + text} {
				whole := text + "\n" + heading + "\n\n" + list + behind
				if got := strings.TrimSpace(parts(whole,
					References(nil, []byte(whole)))); got != strings.TrimSpace(list) {
					t.Errorf("%s under %s, %d bytes behind it: found %q", name, heading, len(behind), got)
				}
			}
		}
		whole := text + "\n" + list
		if got := strings.TrimSpace(parts(whole, References(nil, []byte(whole)))); got != strings.TrimSpace(list) {
			t.Errorf("%s at the end: found %q", name, got)
		}
	}
}

// A list whose entries have long titles and full names, each in a line of its own.
const longTitles = `- (1)Anna Miller and Carl Weber. “The printers of the town and what they did in the winter”. In Proceedings of the Symposium on the History of Printing and Reading (SHPR'04), pages 137-150, 2004.
- (2)Kenji Sato, Maria Rossi and Jean Petit. “Finding readers of large libraries”. In Proceedings of the Eleventh International Conference on Knowledge of Old Books and their Makers, pages 394 - 400, 2005
- (3)“The Library of the Town”, <http://library.example.org/Data/town09/>
`

func TestLongTitles(t *testing.T) {
	whole := running + "\n# References\n\n" + longTitles
	if got := strings.TrimSpace(parts(whole, References(nil, []byte(whole)))); got != strings.TrimSpace(longTitles) {
		t.Errorf("found %q", got)
	}
}

func TestHeading(t *testing.T) {
	for _, line := range []string{
		"References", "# References", "**References**", "REFERENCES:", "7. References", "7 References",
		"VII. REFERENCES", "A. References", "## 5.2. References {#sec:refs}",
		"Chapter 7: References", "References and Notes", "Notes and References", "== References ==",
		"\\section*{References}", "Appendix B. Bibliography", "[References]",
		"Literatur", "Literaturverzeichnis", "8 Quellen und Literatur", "Bibliographie", "Références bibliographiques",
		"Bibliografía", "Referências", "Opere citate", "Referenser", "Literatuurlijst",
		"Список литературы", "ЛИТЕРАТУРА:", "Βιβλιογραφία", "Kaynakça", "المراجع", "참고문헌", "参考文献", "【参考文献】", "参 考 文 献",
		"七、参考文献", "第七章 參考文獻", "6. 引用文献",
	} {
		if !isHeading([]byte(line + "\n")) {
			t.Errorf("%q is no heading", line)
		}
	}
	for _, line := range []string{
		"", "References are in the next part", "See References", "Literatur ist Leben", "Cross-references", "参考文献很多",
		"a b c", "1. 2. 3.", "Referencesses",
		"In 1987 the sources dried up", "The sources",
	} {
		if isHeading([]byte(line)) {
			t.Errorf("%q is a heading", line)
		}
	}
}

func TestNoReferences(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":      "",
		"running text": strings.Repeat(running, 3),
		"a heading": running + "\nReferences\n\n" + "Nobody has written of this. " +
			strings.Repeat("There is nothing to say of it. ", 10),
		"one entry":           running + "\nMiller, A. (1987). The printers of the town. Oxford University Press.\n",
		"a list in the midst": running + "\n" + lists["MLA"] + "\n" + strings.Repeat(running, 3),
		"verses":              strings.Repeat("The sun was warm and bright,\nthe sea was blue and wide,\n", 20),
	} {
		if got := parts(text, References(nil, []byte(text))); got != "" {
			t.Errorf("%s: found %q", name, got)
		}
	}
}
