package i18n

import (
	"encoding/json"
	"io/fs"
)

// A Term is a word of the games in one language. The catalogs have its name as "term.<ID>" and its meaning as
// "term.<ID>.means".
type Term struct {
	ID    string
	Games []string // keys of those it belongs to; none: all
	Name  string
	Means string
}

// glossaryFile lists the terms, in the order of the page that explains them. For each language it may list words that would be
// another name for the same thing, as regular expressions; tests look for them.
const glossaryFile = "glossary.json"

// loadGlossary reads the list of terms, without their texts.
func loadGlossary(folder fs.FS) ([]Term, error) {
	text, err := fs.ReadFile(folder, glossaryFile)
	if err != nil {
		return nil, err
	}
	var all []struct {
		ID    string
		Games []string
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	terms := make([]Term, len(all))
	for i, one := range all {
		terms[i] = Term{ID: one.ID, Games: one.Games}
	}
	return terms, nil
}

// Glossary returns every term of the games in the catalog's language.
func (c *Catalog) Glossary() []Term {
	terms := make([]Term, len(c.terms))
	for i, term := range c.terms {
		terms[i] = Term{ID: term.ID, Games: term.Games, Name: c.T("term." + term.ID), Means: c.T("term." + term.ID + ".means")}
	}
	return terms
}
