package extract

import (
	"strconv"

	"example.org/diagonal/io/charset"
)

// pageSet is the set of a code page of Windows, DOS or the Macintosh.
func pageSet(number int) string {
	switch number {
	case 932:
		return charset.Name("shift_jis")
	case 936:
		return charset.Name("gb18030")
	case 949:
		return charset.Name("euc-kr")
	case 950:
		return charset.Name("big5")
	case 65001:
		return charset.UTF8
	case 10000:
		return charset.Name("macintosh")
	case 10007:
		return charset.Name("x-mac-cyrillic")
	}
	if set := charset.Name("windows-" + strconv.Itoa(number)); set != "" {
		return set
	}
	return charset.Name("cp" + strconv.Itoa(number))
}

// fontSet is the set of the letters of a font; "" for that of the file.
func fontSet(number int) string {
	pages := map[int]int{
		77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
		186: 1257, 204: 1251, 222: 874, 238: 1250,
	}
	if page := pages[number]; page != 0 {
		return pageSet(page)
	}
	return ""
}
