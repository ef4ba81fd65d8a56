// Package i18n has all texts that users see, one JSON catalog per language, and picks the language
// for a reader.
//
// A message is named by a key such as "play.waiting". Placeholders are written {{.Name}}; messages
// that depend on a number have plural forms ("one", "other", … as in CLDR, as many as the language
// has) and use {{.Count}}. glossary.json lists the terms of the games. A text that a language lacks is
// shown in the default language. To add a language, see .github/CONTRIBUTING.md.
//
// Package rules describes faults of a position in English. A language can have a file of
// translations of such details, as details.fr.json, by the English text.
package i18n

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Files are the catalogs, details and terms.
//
//go:embed *.json
var Files embed.FS

// Tags lists the languages that have a catalog, the default first.
var Tags = []string{"en", "fr", "es", "ko"}

// Incomplete lists those of Tags that may lack texts, which are then in the default language. Tests require all texts
// of the others.
var Incomplete []string

// Names are the languages' own names.
var Names = map[string]string{"en": "English", "fr": "Français", "es": "Español", "ko": "한국어"}

// Catalogs are the catalogs of all languages, each read when it is first asked for.
// They may be used from any goroutine.
type Catalogs struct {
	tags    []string
	byTag   map[string]func() *Catalog
	matcher language.Matcher
}

// Load returns the embedded catalogs.
func Load() (*Catalogs, error) { return LoadFrom(Files, Tags) }

// LoadFrom returns the catalogs of some languages, the default first, from files like the embedded ones. It reads that
// of the default language, and what all have in common.
func LoadFrom(folder fs.FS, tags []string) (*Catalogs, error) {
	terms, err := loadGlossary(folder)
	if err != nil {
		return nil, fmt.Errorf("glossary: %w", err)
	}
	file, err := readMessages(folder, tags[0])
	if err != nil {
		return nil, fmt.Errorf("catalog %s: %w", tags[0], err)
	}
	r := reader{folder: folder, terms: terms, standard: tags[0], plural: pluralKeys(file.Messages)}
	standard, err := r.newCatalog(file)
	if err != nil {
		return nil, err
	}
	c := &Catalogs{tags: tags, byTag: map[string]func() *Catalog{tags[0]: func() *Catalog { return standard }}}
	known := []language.Tag{file.Tag}
	for _, tag := range tags[1:] {
		known = append(known, language.Make(tag))
		c.byTag[tag] = sync.OnceValue(func() *Catalog {
			catalog, err := r.read(tag)
			if err != nil { // which a test would have found
				return standard
			}
			return catalog
		})
	}
	c.matcher = language.NewMatcher(known)
	return c, nil
}

// A reader reads catalogs.
type reader struct {
	folder   fs.FS
	terms    []Term          // without texts
	standard string          // tag of the default language, which has all messages
	plural   map[string]bool // keys of messages with plural forms
}

// read reads the catalog of a language. What it lacks comes from the default language, whose file is read again, as it takes
// a megabyte of memory.
func (r reader) read(tag string) (*Catalog, error) {
	file, err := readMessages(r.folder, tag)
	if err != nil {
		return nil, err
	}
	standard, err := readMessages(r.folder, r.standard)
	if err != nil {
		return nil, err
	}
	return r.newCatalog(file, standard)
}

// readMessages reads the messages of a language.
func readMessages(folder fs.FS, tag string) (*i18n.MessageFile, error) {
	text, err := fs.ReadFile(folder, tag+".json")
	if err != nil {
		return nil, err
	}
	return i18n.ParseMessageFileBytes(text, tag+".json", map[string]i18n.UnmarshalFunc{"json": json.Unmarshal})
}

// loadDetails reads the details of a language, none if it has no file of them.
func loadDetails(folder fs.FS, tag string) (details map[string]string, err error) {
	text, err := fs.ReadFile(folder, "details."+tag+".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &details); err != nil {
		return nil, err
	}
	for english, detail := range details {
		if detail == "" {
			delete(details, english)
			continue
		}
		details[english] = Typeset(tag, detail)
	}
	return details, nil
}

// Match returns the catalog for a reader: the chosen language if there is such a catalog, else
// the best for the Accept-Language header, else the default.
func (c *Catalogs) Match(chosen, acceptLanguage string) *Catalog {
	if catalog, ok := c.byTag[chosen]; ok {
		return catalog()
	}
	_, index := language.MatchStrings(c.matcher, acceptLanguage)
	return c.byTag[c.tags[index]]()
}

// A Catalog is the texts of one language.
type Catalog struct {
	Tag       string // "en"
	localizer *i18n.Localizer
	split     map[string][]string // messages without plural forms, split at their placeholders
	counted   sync.Map            // countedKey to string: small numbers, each rendered once
	details   map[string]string   // by what they are in English
	terms     []Term              // without texts
}

type countedKey struct {
	key string
	n   int
}

// placeholder matches a placeholder in a message.
var placeholder = regexp.MustCompile(`{{\.(\w+)}}`)

// pluralKeys returns the keys of messages with plural forms, taken from the default language,
// which has a form "one". Others may only have "other".
func pluralKeys(messages []*i18n.Message) map[string]bool {
	plural := map[string]bool{}
	for _, message := range messages {
		if message.One != "" {
			plural[message.ID] = true
		}
	}
	return plural
}

// newCatalog returns the catalog of the messages in some files: those that the first lacks, or that are empty, come from
// the next. Only messages with plural forms go to a bundle, which chooses the form.
func (r reader) newCatalog(files ...*i18n.MessageFile) (*Catalog, error) {
	tag := files[0].Tag.String()
	details, err := loadDetails(r.folder, tag)
	if err != nil {
		return nil, fmt.Errorf("details %s: %w", tag, err)
	}
	c := &Catalog{Tag: tag, split: map[string][]string{}, details: details, terms: r.terms}
	bundle, has := i18n.NewBundle(files[len(files)-1].Tag), map[string]bool{}
	for _, from := range files {
		for _, message := range from.Messages {
			if message.Other == "" || has[message.ID] {
				continue
			}
			has[message.ID] = true
			text := typesetMessage(from.Tag.String(), *message)
			if !r.plural[message.ID] {
				c.split[message.ID] = splitMessage(text.Other)
			} else if err := bundle.AddMessages(from.Tag, &text); err != nil {
				return nil, fmt.Errorf("catalog %s: %w", tag, err)
			}
		}
	}
	c.localizer = i18n.NewLocalizer(bundle, tag)
	return c, nil
}

// splitMessage cuts a message into text, name, text, …, text. A page asks for
// dozens of messages, so they are not executed as templates each time.
func splitMessage(text string) []string {
	var parts []string
	end := 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		parts = append(parts, text[end:at[0]], text[at[2]:at[3]])
		end = at[1]
	}
	return append(parts, text[end:])
}

// T returns the message of a key, with placeholders filled from pairs of name and value. A
// placeholder without a value is left out. A key that is in no catalog is its own text; a test
// forbids such keys.
func (c *Catalog) T(key string, pairs ...string) string {
	switch parts := c.split[key]; len(parts) {
	case 0:
		return key
	case 1:
		return parts[0]
	default:
		size := 0
		for _, part := range parts {
			size += len(part)
		}
		for i := 1; i < len(pairs); i += 2 {
			size += len(pairs[i])
		}
		var b strings.Builder
		b.Grow(size)
		c.Write(&b, key, pairs...)
		return b.String()
	}
}

// Write writes what T returns.
func (c *Catalog) Write(b *strings.Builder, key string, pairs ...string) {
	parts, ok := c.split[key]
	if !ok {
		b.WriteString(key)
	}
	last := ""
	for i, part := range parts {
		if i%2 == 0 {
			part = WithoutDoubleStop(last, part)
		} else {
			part = value(pairs, part)
		}
		b.WriteString(part)
		last = part
	}
}

// WithoutDoubleStop returns a text as it follows another one: without a full stop after an abbreviation that ends with
// one, such as the month of a French date.
func WithoutDoubleStop(before, text string) string {
	if strings.HasPrefix(text, ".") && strings.HasSuffix(before, ".") {
		return text[1:]
	}
	return text
}

// Parts returns the message of a key without plural forms, cut into text, name of a placeholder, text, …, text.
// Callers must not change it.
func (c *Catalog) Parts(key string) []string {
	if parts, ok := c.split[key]; ok {
		return parts
	}
	return []string{key}
}

// Asks reports whether the message of a key has a placeholder of that name.
func (c *Catalog) Asks(key, name string) bool {
	for i, part := range c.split[key] {
		if i%2 == 1 && part == name {
			return true
		}
	}
	return false
}

// value returns the value of a name in pairs.
func value(pairs []string, name string) string {
	for i := 1; i < len(pairs); i += 2 {
		if pairs[i-1] == name {
			return pairs[i]
		}
	}
	return ""
}

// Number writes a number with a decimal point as the language does, with separators between thousands.
func (c *Catalog) Number(text string) string {
	whole, part, parted := strings.Cut(text, ".")
	digits := strings.TrimLeft(whole, "+-−±")
	if sign := whole[:len(whole)-len(digits)]; len(digits) >= len(c.T("number.first-grouped")) {
		whole = sign + c.grouped(digits)
	}
	if !parted {
		return whole
	}
	return whole + c.T("number.point") + part
}

// grouped writes digits in groups of three.
func (c *Catalog) grouped(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return c.grouped(digits[:len(digits)-3]) + c.T("number.group") + digits[len(digits)-3:]
}

// Detail formats arguments as fmt.Sprintf does, in the catalog's language if it has a translation
// of the format. It translates arguments that are words too.
func (c *Catalog) Detail(format string, args ...any) string {
	translated, ok := c.details[format]
	if !ok {
		return fmt.Sprintf(format, args...)
	}
	translatedArgs := slices.Clone(args)
	for i, arg := range args {
		if word, ok := c.details[fmt.Sprint(arg)]; ok && reflect.TypeOf(arg).Kind() == reflect.String {
			translatedArgs[i] = word
		}
	}
	return fmt.Sprintf(translated, translatedArgs...)
}

// N returns the message of a key for a number of things, in the plural form of the language.
func (c *Catalog) N(key string, n int) string {
	cached, ok := c.counted.Load(countedKey{key, n})
	if ok {
		return cached.(string)
	}
	text, err := c.localizer.Localize(&i18n.LocalizeConfig{
		MessageID: key, PluralCount: n, TemplateData: map[string]string{"Count": c.Number(strconv.Itoa(n))},
	})
	if err != nil && text == "" {
		return key
	}
	if n >= 0 && n < 100 {
		c.counted.Store(countedKey{key, n}, text)
	}
	return text
}
