package i18n

import "encoding/json"

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

// loadGlossary reads the terms, by language.
func loadGlossary() (map[string][]Term, error) {
	text, err := files.ReadFile(glossaryFile)
	if err != nil {
		return nil, err
	}
	var all []struct {
		ID    string
		Games []string
		In    map[string]struct{ Term, Means string }
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	terms := map[string][]Term{}
	for _, one := range all {
		for tag, in := range one.In {
			terms[tag] = append(terms[tag], Term{ID: one.ID, Games: one.Games, Name: Typeset(tag, in.Term), Means: Typeset(tag, in.Means)})
		}
	}
	return terms, nil
}

// Glossary returns every term of the games in the catalog's language.
func (c *Catalog) Glossary() []Term { return c.terms }
