// Package i18n holds every text that a person sees, one JSON catalog a
// language, and picks the language for a reader.
//
// A message is named by a key such as "play.waiting". Placeholders are
// written {{.Name}}; messages that depend on a number have plural forms
// ("one", "other", … after CLDR) and use {{.Count}}. To add a language, add
// its catalog to this folder and its tag to Tags.
package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// Tags lists the languages that have a catalog, the default first.
var Tags = []string{"en", "fr"}

// Catalogs are the catalogs of all languages. They do not change, so they may
// be used from any goroutine.
type Catalogs struct {
	byTag   map[string]*Catalog
	matcher language.Matcher
}

// Load reads the embedded catalogs.
func Load() (*Catalogs, error) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	c := &Catalogs{byTag: map[string]*Catalog{}}
	var tags []language.Tag
	for _, tag := range Tags {
		file, err := bundle.LoadMessageFileFS(files, tag+".json")
		if err != nil {
			return nil, fmt.Errorf("catalog %s: %w", tag, err)
		}
		c.byTag[tag] = newCatalog(bundle, tag, file.Messages)
		tags = append(tags, file.Tag)
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// Match is the catalog for a reader: the language chosen, if there is such a
// catalog, else the best for the Accept-Language header, else the default.
func (c *Catalogs) Match(chosen, acceptLanguage string) *Catalog {
	if catalog, ok := c.byTag[chosen]; ok {
		return catalog
	}
	_, index := language.MatchStrings(c.matcher, acceptLanguage)
	return c.byTag[Tags[index]]
}

// A Catalog is the texts of one language.
type Catalog struct {
	Tag       string // "en"
	localizer *i18n.Localizer
	plain     map[string]string // messages without placeholders or plural forms
	counted   sync.Map          // countedKey to string: small numbers, each rendered once
}

type countedKey struct {
	key string
	n   int
}

func newCatalog(bundle *i18n.Bundle, tag string, messages []*i18n.Message) *Catalog {
	c := &Catalog{Tag: tag, localizer: i18n.NewLocalizer(bundle, tag), plain: map[string]string{}}
	for _, message := range messages {
		text, err := c.localizer.Localize(&i18n.LocalizeConfig{MessageID: message.ID})
		if err == nil && text == message.Other && message.One == "" {
			c.plain[message.ID] = text
		}
	}
	return c
}

// T is the message of a key, with placeholders filled from pairs of name and
// value. A key that is in no catalog is its own text, which a test forbids.
func (c *Catalog) T(key string, pairs ...string) string {
	if text, ok := c.plain[key]; ok {
		return text
	}
	data := make(map[string]string, len(pairs)/2)
	for i := 1; i < len(pairs); i += 2 {
		data[pairs[i-1]] = pairs[i]
	}
	return c.localize(key, &i18n.LocalizeConfig{MessageID: key, TemplateData: data})
}

// N is the message of a key for a number of things, in the plural form that
// the language has for it.
func (c *Catalog) N(key string, n int) string {
	cached, ok := c.counted.Load(countedKey{key, n})
	if ok {
		return cached.(string)
	}
	text := c.localize(key, &i18n.LocalizeConfig{
		MessageID: key, PluralCount: n, TemplateData: map[string]int{"Count": n},
	})
	if n >= 0 && n < 100 {
		c.counted.Store(countedKey{key, n}, text)
	}
	return text
}

// Has says whether the catalogs know a key.
func (c *Catalog) Has(key string) bool {
	if _, ok := c.plain[key]; ok {
		return true
	}
	_, err := c.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: 1})
	return err == nil
}

func (c *Catalog) localize(key string, config *i18n.LocalizeConfig) string {
	text, err := c.localizer.Localize(config)
	if err != nil && text == "" {
		return key
	}
	return text
}
