package viewstest

import (
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"
	"unicode/utf8"

	"hexclub/rules/lesson"
	"hexclub/views/i18n"
)

// PseudoTag is the tag of the pseudo-language: English with accents, 40 % longer, between brackets and marks of
// bidirectional text. It shows texts that come from no catalog, and layouts that do not stretch. XA is CLDR's region for
// such texts. The language is one that no test asks for: en-XA would match readers of en-GB better than en does.
const PseudoTag = "eo-XA"

// The brackets around each text of the pseudo-language, within marks that isolate the direction of text
// (UAX #9, 2.4).
const (
	PseudoStart = "\u2068⟦"
	PseudoEnd   = "⟧\u2069"
)

// accents are the letters of the pseudo-language.
var accents = strings.NewReplacer(
	"a", "å", "b", "ƀ", "c", "ç", "d", "ð", "e", "é", "f", "ƒ", "g", "ĝ", "h", "ĥ", "i", "î", "j", "ĵ", "k", "ķ", "l", "ļ", "m", "ɱ",
	"n", "ñ", "o", "ö", "p", "þ", "q", "ǫ", "r", "ŕ", "s", "š", "t", "ţ", "u", "û", "v", "ṽ", "w", "ŵ", "x", "ẋ", "y", "ý", "z", "ž",
	"A", "Å", "C", "Ç", "D", "Ð", "E", "É", "G", "Ĝ", "H", "Ĥ", "I", "Î", "K", "Ķ", "L", "Ļ", "N", "Ñ", "O", "Ö", "P", "Þ", "R", "Ŕ",
	"S", "Š", "T", "Ţ", "U", "Û", "V", "Ṽ", "W", "Ŵ", "Y", "Ý", "Z", "Ž",
)

// untouched matches what a text keeps: placeholders, addresses, cells and keys between marks of Markdown.
var untouched = regexp.MustCompile(`{{\.\w+}}|%[.0-9]*[a-z]|https?://[^\s)]+|\*\*[^*]+\*\*|` + "`[^`]+`")

// Pseudo returns a text in the pseudo-language.
func Pseudo(text string) string {
	var b strings.Builder
	b.WriteString(PseudoStart)
	end := 0
	for _, at := range untouched.FindAllStringIndex(text, -1) {
		b.WriteString(accents.Replace(text[end:at[0]]))
		b.WriteString(text[at[0]:at[1]])
		end = at[1]
	}
	b.WriteString(accents.Replace(text[end:]))
	const filler = " öñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ"
	for missing := utf8.RuneCountInString(placeholderFree(text)) * 2 / 5; missing > 0; {
		part := []rune(filler)[:min(missing+1, utf8.RuneCountInString(filler))]
		b.WriteString(string(part))
		missing -= len(part)
	}
	b.WriteString(PseudoEnd)
	return b.String()
}

// placeholderFree returns a text without its placeholders.
func placeholderFree(text string) string { return untouched.ReplaceAllString(text, "") }

// technical matches keys whose texts are no words, or words that forms accept.
var technical = regexp.MustCompile(`^(?:number|punctuation|list)\.|^player\.reserved-names$|^log\.operator-names$`)

// PseudoCatalogs returns the catalogs of all languages and of the pseudo-language.
func PseudoCatalogs() (*i18n.Catalogs, error) {
	further := fstest.MapFS{}
	var messages map[string]any
	if err := read(i18n.Tags[0]+".json", &messages); err != nil {
		return nil, err
	}
	for key, message := range messages {
		if technical.MatchString(key) {
			continue
		}
		switch message := message.(type) {
		case string:
			messages[key] = Pseudo(message)
		case map[string]any:
			for form, text := range message {
				message[form] = Pseudo(text.(string))
			}
		}
	}
	var details map[string]string
	if err := read("details."+i18n.Tags[1]+".json", &details); err != nil {
		return nil, err
	}
	for english := range details {
		details[english] = Pseudo(english)
	}
	for name, content := range map[string]any{PseudoTag + ".json": messages, "details." + PseudoTag + ".json": details} {
		text, err := json.Marshal(content)
		if err != nil {
			return nil, err
		}
		further[name] = &fstest.MapFile{Data: text}
	}
	return i18n.LoadFrom(with{i18n.Files, further}, append(slices.Clone(i18n.Tags), PseudoTag))
}

// read reads an embedded file of texts.
func read(name string, content any) error {
	text, err := fs.ReadFile(i18n.Files, name)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, content)
}

// with is a file system with further files.
type with struct {
	fs.FS
	further fstest.MapFS
}

func (w with) Open(name string) (fs.File, error) {
	if w.further[name] != nil {
		return w.further.Open(name)
	}
	return w.FS.Open(name)
}

// PseudoCourses returns the courses of all games, with lessons in the pseudo-language too.
func PseudoCourses() (lesson.Courses, error) {
	courses := lesson.NewCourses(i18n.Typeset)
	all, err := courses.All()
	for _, course := range all {
		for _, l := range course.Lessons {
			text := l.Text(i18n.Tags[0])
			text.Title, text.Task, text.Done = Pseudo(text.Title), Pseudo(text.Task), Pseudo(text.Done)
			text.Hints, text.Wrong = slices.Clone(text.Hints), maps.Clone(text.Wrong)
			for i, hint := range text.Hints {
				text.Hints[i] = Pseudo(hint)
			}
			for name, wrong := range text.Wrong {
				text.Wrong[name] = Pseudo(wrong)
			}
			l.Texts[PseudoTag] = text
		}
	}
	return courses, err
}
