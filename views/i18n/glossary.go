package i18n

import (
	"encoding/json"
	"io/fs"
)

// A Term is a word of the games in one language.
type Term struct {
	ID    string
	Games []string // keys of those it belongs to; none: all
	Name  string
	Means string
}

// glossaryFile holds every term of the games, in all languages, so that one thing
// has one name.
const glossaryFile = "glossary.json"

// loadGlossary reads the terms, by language. A term that a language lacks is that of the default language.
func loadGlossary(folder fs.FS, standard string) (map[string][]Term, error) {
	text, err := fs.ReadFile(folder, glossaryFile)
	if err != nil {
		return nil, err
	}
	type words struct{ Term, Means string }
	var all []struct {
		ID    string
		Games []string
		In    map[string]words
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	terms := map[string][]Term{}
	for _, one := range all {
		for tag := range one.In {
			terms[tag] = nil
		}
	}
	for tag := range terms {
		for _, one := range all {
			from, in := tag, one.In[tag]
			if in.Term == "" || in.Means == "" {
				from, in = standard, one.In[standard]
			}
			terms[tag] = append(terms[tag], Term{ID: one.ID, Games: one.Games, Name: Typeset(from, in.Term), Means: Typeset(from, in.Means)})
		}
	}
	return terms, nil
}

// Glossary returns every term of the games in the catalog's language.
func (c *Catalog) Glossary() []Term { return c.terms }
