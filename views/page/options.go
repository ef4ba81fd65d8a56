package page

import (
	"hexclub/rules"
	"hexclub/views/i18n"
)

// OptionName returns the name of the field that sets an option of a game.
func OptionName(option string) string { return "option." + option }

// OptionWords describes the options of a game that differ from their defaults. Missing options have their
// defaults.
func OptionWords(t *i18n.Catalog, info rules.Info, options map[string]string) []string {
	var words []string
	for _, option := range info.Options {
		if value, ok := options[option.Key]; ok && value != option.Values[0] {
			words = append(words, t.T(OptionKey(info, option)+"."+value))
		}
	}
	return words
}

// OptionKey returns the key of the text that asks for an option of a game.
func OptionKey(info rules.Info, option rules.Option) string {
	return info.Key + ".option." + option.Key
}
