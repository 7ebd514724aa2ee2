package partition

import (
	"fmt"
	"strings"
	"testing"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/evaluation/planted"
)

// Sentences of a site that differ in their dates and numbers only are templates: two pages of two sites that have one
// article between such sentences have the same words left.
func TestNearTemplates(t *testing.T) {
	for name, near := range map[string][2][]string{
		"english": {
			{"This page was last updated by the desk of the daily on %d May 20%02d",
				"Read by %d people who are registered here since 19%02d"},
			{"The editors of the courier have checked this article on May %d, 20%02d",
				"There are %d comments by readers, and %d that wait to be seen"},
		},
		"chinese": {
			{"本页由日报编辑部最后更新于20%02d年%d月", "今天共有%d位读者阅读了这篇文章，其中%d位是注册用户"},
			{"信使报的编辑已经在20%02d年%d月核对了这篇文章", "读者一共写了%d条评论，还有%d条在等待审核"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			end := map[string]string{"english": ". ", "chinese": "。"}[name]
			page := func(site, i int, words string) planted.Page {
				text := fmt.Sprintf(near[site][0]+end, 1+i, 10+i) + words + fmt.Sprintf(near[site][1]+end, 20+3*i, 40+i)
				return planted.Page{Document: planted.Document{ID: fmt.Sprintf("http://site%d.example/%d", site, i),
					Text: text}}
			}
			article := func(i int) string {
				var b strings.Builder
				if name == "english" {
					b.WriteString("The ")
				}
				for n := range 18 {
					if name == "chinese" {
						b.WriteRune(rune(0x4e00 + 40*(9*i+n)%4001))
					} else {
						fmt.Fprintf(&b, "%c%c%c ", 'b'+i, 'a'+n, 'k'+(i*n)%9)
					}
				}
				return b.String() + end
			}
			var pages []planted.Page
			for i := range 8 {
				pages = append(pages, page(0, i, article(i)), page(1, i, article(i)))
			}
			for _, v := range setsOf(t,
				runFlags(t, shuffle.Params{Shards: 3}, "--input="+write(t, t.TempDir()+"/in.jsonl", pages))) {
				if want := "http://site0.example/" + v.ID[len("http://site0.example/"):]; v.Set != want || v.R != 1 {
					t.Errorf("%+v, want the set %s, and an r of 1", v, want)
				}
			}
		})
	}
}
