package segment

// table is the rules. Order matters: the first that matches a place decides.
var table = []Rule{
	// Periods that do not end a sentence.
	{"title", Join, "a title and the name after it", "Dr. Smith met Prof. Jones.| Gen. Lee and Dr.王 left.", atFull, nameAhead | abbreviated, (*scene).title, nil},
	{"added title", Join, "what German adds to a title, unless a usual first word follows", "Dr. phil. Anna Maier und Dr. med. dent. Kohl.| Danach nicht.", atPeriod, nameAhead, (*scene).addedTitle, nil},
	{"reference", Join, "an abbreviated reference and its number, Roman number or letter", "See Fig. 3, No. IV and App. B.| Or pp. 5, 7, Vol. 2.", atPeriod, only(numeric, upper, closing, other) | abbreviated, (*scene).reference, nil},
	{"month", Join, "a month or weekday and its number", "Born on Jan. 5, 1990, on Sat. 4 P.M.| He left.", atPeriod, only(numeric) | abbreviated, (*scene).month, nil},
	{"latin", Join, "an abbreviation that always needs what follows", "Use an editor, e.g. Emacs, cf. Smith, vs. Vi.| It helps.", atFull, anything | abbreviated, (*scene).latin, nil},
	{"quantity", Join, "an abbreviated measure of number before a number", "It took approx. 5,000 B.C. men, max. 7,000 I hear.| Enough.", atPeriod, only(numeric) | abbreviated, (*scene).quantity, nil},
	{"company", Join, "a form of company, unless a usual first word follows", "Apple Inc. Chairman Jobs ran Foo Ltd. Europe.| He left Apple Inc.| The end.", atPeriod, anything | abbreviated, (*scene).company, nil},
	{"degree", Join, "Jr., Ph.D. and the like, unless a usual first word follows", "King Jr. Day is near.| Ann Lee Ph.D. Chair.| I met King Jr.| He spoke.", atPeriod, anything | abbreviated, (*scene).degree, nil},
	{"state", Join, "an abbreviated state, unless a usual first word follows", "He saw Calif. Governor Brown in Pa.| The end.", atPeriod, anything | abbreviated, (*scene).state, nil},
	{"street", Join, "an abbreviated part of an address, unless a usual first word follows", "It is at 5 Main St. Suite 4, in St. Louis.| We live on Elm Ave.| He left.", atPeriod, anything | abbreviated, (*scene).street, nil},
	{"acronym", Join, "letters with dots (U.S., p.m., B.C.), unless a usual first word follows, or a title after a time", "The U.S. Senate and J.K.罗琳 agree.| He left the U.S.| It rained.| At 5 a.m. Mr. Lee came.| He left at 6 P.M.| Mr. Li stayed.", atFull, anything, (*scene).acronym, nil},
	{"initial", Join, "a capital letter before a name", "J. R. R. Tolkien met Michael J. Fox.| This is plan B.| The rest is mine.", atPeriod, only(upper), (*scene).initial, nil},
	{"single letter", Join, "a small letter as an abbreviation", "In Roe v. Wade they win.| Tiere, z. B. Hunde.| Solve for x.| The end.", atPeriod, nameAhead, (*scene).smallLetter, nil},
	{"enumerator", Join, "the number or letter of a list item at the start of a sentence", "1. Scope of this text.| IV. Terms.| 2.1.总则。", atFull, nameAhead, (*scene).enumerator, nil},
	{"section number", Join, "Section 3. and its like at the start of a sentence", "Section 3. Grants are free.| Article IV. Terms.", atPeriod, nameAhead, (*scene).sectionNumber, nil},
	{"run-in enumerator", Join, "the number of an item inside a sentence", "These are: 1. Red, 2. Blue; 3. Green.| Done.\n\n|要：1.学习，2.工作。", atFull, nameAhead, (*scene).runIn, nil},
	{"ordinal", Join, "a number with a point before a month, or behind a German article, unless a usual first word follows", "Am 3. Oktober 2017, dem 24. 10. 2017 folgend, tagte der 19. Bundestag.| Danach nicht.", atPeriod, only(upper, numeric), (*scene).ordinal, nil},
	{"pause", Join, "three dots before I, or at the start of a sentence", "Well... I think so. . . I do.| Yes.\n\n|. . . The end.", atPeriod, only(upper), (*scene).pause, nil},
	{"omission", Join, "[...] and (...) inside a sentence", "The law [...] Applies to all (...) Persons.| Yes.", atWideStop, anything, (*scene).omission, nil},
	{"leading dots", Join, "dots at the start of a word", "The .NET runtime and *.Txt files.\n\n|...Then nothing.| ……他走了。", atTight | atEllipsis, nameAhead | only(lower), (*scene).leadingDots, nil},
	{"omission after a sentence", Split, "a period, and three more with spaces between them before a capital", "It was so.| . . . Then it was not.", atPeriod, only(aterm), (*scene).omittedAfter, nil},
	{"path", Join, "dots before a slash", "Run ./Configure or ..\\Bin now.| Yes.", atTight, only(other), (*scene).path, nil},
	{"dotted code", Join, "a period between a digit and a letter", "See 2.A and v1.B here.| Not in 1999.|There.", atTight, only(upper, lower), (*scene).dottedCode, nil},
	{"address", Join, "marks inside a web or mail address", "Go to http://a.org/?Q=1&b!C or www.b.org/?x now.| Yes.", atTight | atMark, anything, (*scene).address, nil},

	// Periods that do.
	{"missing space", Split, "a period between two words without a space", "He went home.|Then he slept.|I saw him.|We left.", atTight, only(upper), (*scene).missingSpace, nil},
	{"number first", Split, "a number as the first word of a sentence", "They came in 1989.| 5 people stayed there.", atPeriod, only(numeric), (*scene).numberFirst, nil},
	{"camel case", Split, "a name such as iPhone as the first word", "I like it.| iPhone sales rose.", atPeriod, only(lower), (*scene).camelCase, nil},
	{"bullet in line", Split, "a bullet after a period", "It is big.| • cheap and good.| • small", atPeriod, only(other), (*scene).bulletInLine, nil},
	{"dash first", Split, "a dash and a capital after a stop", "He left.| – The rest stayed!| — Why?", atPeriod | atMark, only(scontinue), (*scene).dashFirst, nil},
	{"footnote", Split, "a footnote mark belongs to the sentence before it", "It is so.[12]|Next one.²|这是句子。[1]|下一句。", 0, 0, nil, func(r *ruleSet) { r.footnote = true }},

	// Exclamation and question marks, quotations, brackets.
	{"operator", Join, "a mark that is part of an operator", "Test that a!=b holds.| Yes.", atMark, only(other), (*scene).operator, nil},
	{"name with a mark", Join, "a name that ends in an exclamation mark", "I use Yahoo! Mail daily.| I left Yahoo!| It closed.", atMark, anything, (*scene).markedName, nil},
	{"bracketed mark", Join, "(!) and (?) inside a sentence", "He won (!) Three times （？）三次。|Yes.", atMark, anything, (*scene).bracketedMark, nil},
	{"lower case after a quotation", Join, "a mark with a closing quote or bracket, then a small letter", "\"Why?\" nobody asked.| ‘Go!’ they cried.", atMark, only(lower), (*scene).lowerAfterClose, nil},
	{"lower case after a mark", Join, "a mark, then and, said and the like in small letters", "Why? asked Ann.| Stop! and go.", atMark, only(lower), (*scene).lowerAfterMark, nil},
	{"space before closing mark", Join, "a closing mark after a space", "Il dit « Oui ! »| Elle rit.", 0, 0, nil, func(r *ruleSet) { r.closer = true }},
	{"opening mark", Split, "an opening mark right after a stop begins the next sentence", "他走了。|「好。」|（完。）|He left.|(See me.)", 0, 0, nil, func(r *ruleSet) { r.opening = true }},
	{"book title", Join, "a stop inside the marks of a title", "我看了《谁杀了她？》和《走。》两本书。|好。", atWideStop, anything, (*scene).bookTitle, nil},
	{"speaker", Join, "a quotation and who said it", "“我走了。”他说。|「真的？」她笑着问道：「好！」|他走了。", atWideStop, only(letter), (*scene).speaker, nil},
	{"citation", Join, "a quotation and its source in brackets", "\"It is so.\" (Smith 55).| \"It is.\"| (He lied.)", atWideStop, only(closing), (*scene).citation, nil},
	{"quotation as a word", Join, "a quotation that is part of a phrase", "他用“你好！”的口气说话。|好。", atWideStop, only(letter), (*scene).quotedWord, nil},
	{"bracket in a sentence", Join, "a stop in brackets that a sentence goes on after", "他来了（真的！）以后又走（见图。）的。|好。", atWideStop, only(letter, lower), (*scene).innerBracket, nil},

	// Ellipsis and semicolon.
	{"stammer", Join, "an ellipsis between the same words", "我……我不知道。|好。", atEllipsis, nameAhead, (*scene).stammer, nil},
	{"ellipsis before small letter", Join, "an ellipsis, then a small letter", "Wait… then go.| Yes.", atEllipsis, only(lower), (*scene).lowerNext, nil},
	{"ellipsis", Split, "an ellipsis ends a sentence", "他走了……|我没走。|Wait…| Then go.", 0, 0, nil, func(r *ruleSet) { r.ellipsis = true }},
	{"semicolon in brackets", Join, "a full-width semicolon inside brackets", "三种（甲；乙；丙）都可以。|好。", atSemicolon, anything, (*scene).openBracket, nil},
	{"item in a line", Split, "the next number, letter or bullet of a list that goes on in one line", "1. red paint |2. Blue paint\n\n|1) red |2) blue\n\n|a.) Red |b.) Blue\n\n|• red |• blue", 0, 0, nil, func(r *ruleSet) { r.items = true }},
	{"stop of a script", Split, "the Greek question mark ; and the colon that ends Armenian sentences", "Πού είναι;| Εδώ.| Մութ է:| Ես եմ:", 0, 0, nil, func(r *ruleSet) { r.scripts = true }},
	{"semicolon", Split, "a full-width semicolon ends a sentence", "甲方出资；|乙方出力。", 0, 0, nil, func(r *ruleSet) { r.semicolon = true }},

	// Line breaks. A blank line always ends a sentence (base).
	{"marker alone", Join, "a list number alone on its line and the next line", "2.\nRead the text.\n|（一）\n总则", atLine, anything, (*scene).markerAlone, nil},
	{"markdown heading", Split, "a line that begins with #", "some text\n|# Scope and\n|more text", atLine, anything | unlettered, (*scene).markdownHeading, nil},
	{"ruled line", Split, "a line of dashes, equals signs, asterisks or underscores", "some heading\n|=====\n|some text", atLine, anything | unlettered, (*scene).ruledLine, nil},
	{"table row", Split, "a line that begins with |, as tables do (shown with ¦)", "a cell\n|\u00a6 b \u00a6\n|\u00a6 c \u00a6", atLine, anything | unlettered, (*scene).tableRow, nil},
	{"bullet item", Split, "a line that begins with a bullet", "we need\n|* bread from the baker\n|• wine\n|- oil", atLine, notName, (*scene).bulletItem, nil},
	{"numbered item", Split, "a line that begins with a number or letter of a list", "we need:\n|1. bread\n|2) wine\n|(c) oil\n|iv. salt", atLine, only(upper, lower, numeric, closing), (*scene).numberedItem, nil},
	{"Chinese item", Split, "a line that begins with （一）, 一、 or ①", "有下列情形之一的，\n|（一）甲方，\n|二、乙方，\n|③丙方", atLine, notCased, (*scene).chineseItem, nil},
	{"statute article", Split, "a line that begins with 第一条 and the like, and one that is the heading of a chapter", "中国人民银行法，\n|第一章 总则\n|为了加强管理，制定本法，以及实施\n|第二条 本法所称", atLine, notLower | unlettered, (*scene).article, nil},
	{"paragraph indent", Split, "a line that begins with an ideographic space", "他走了，\n|　　我没走", atLine, anything, (*scene).indent, nil},
	{"labelled line", Split, "a line after a labelled line that is one too", "From: ann of the\n|To: bob and the", atLine, only(upper), (*scene).labelled, nil},
	{"copyright line", Split, "a line that begins with a copyright notice", "the test suite of the\n|Copyright (c) 1990 Ann\n|© 2001 Bob", atLine, only(upper, closing, other), (*scene).copyright, nil},
	{"line left open", Join, "a line break after a comma, an opening mark or a word such as of", "Terms and Conditions of\nUse, Sale and\nMore of the same and the whole story, told anew.", atLine, capitalAhead, (*scene).leftOpen, nil},
	{"colon at line end", Split, "a colon at the end of a line that was cut short", "then he gave us all this long and dull note:\n|Let it be known that all of us, and all of you, are well.", atLine, capitalAhead, (*scene).colonEnd, nil},
	{"heading", Split, "a line in title case or capitals that was cut short", "Terms of the Use and the Sale of the Goods\n|The goods are sold as they are, and no one is liable.", atLine, capitalAhead, (*scene).heading, nil},
	{"long line", Split, "a line too long to be wrapped", "so it was " + longExample + "\n|Then it was not", atLine, capitalAhead, (*scene).longLine, nil},
	{"short line", Split, "a line much shorter than its neighbours", "a small remark\n|Then the text goes on and on, up to the edge of the page.", atLine, capitalAhead, (*scene).shortLine, nil},
	{"wrapped line", Join, "any other line break is a space, but between short lines of words in small letters", "features\n|contact manager\n|events, tasks\n\n|The quick brown fox jumped over the lazy\nDog named Rex.| He saw Prof.\r\nSmith.| Then\nnothing.", atLine, anything, (*scene).wrappedLine, func(r *ruleSet) { r.wrapped = true }},
}

// longExample fills a line beyond every width that text is wrapped to.
const longExample = "and on it went for ages and ages, with no end that anyone could see, through hill and dale and over land and sea, day after day and night after night, year in and year out, as we sing it here today"
