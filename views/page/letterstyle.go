package page

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// The colours of e-mails are those tokens of theme.css. Mail programs know no custom properties, and each has its
// own idea of style sheets, so every element has its style in light colours, and a style sheet that some programs
// read replaces these by dark ones.
var (
	letterLight = map[string]string{
		"paper": "#f7f4ed", "card": "#fffdf9", "ink": "#1d2729", "quiet": "#596362",
		"line": "#e2dbcd", "accent": "#a8480b", "on-accent": "#ffffff",
	}
	letterDark = map[string]string{
		"paper": "#14191a", "card": "#1d2425", "ink": "#eef2ef", "quiet": "#a7b2af",
		"line": "#3a4547", "accent": "#f0a35e", "on-accent": "#221405",
	}
)

// letterStyles are the styles of the parts of an e-mail. Outlook for Windows ignores maximum widths, rounded
// corners, and the padding of all but table cells. Gmail ignores clip-path, so that the mark is a square there.
var letterStyles = map[string]string{
	"paper": "margin:0;padding:0;background-color:var(--paper);color:var(--ink);" +
		"font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR','Noto Sans CJK KR',sans-serif;" +
		"font-size:16px;line-height:24px;word-break:keep-all;overflow-wrap:break-word",
	"preview": "display:none;max-height:0;overflow:hidden",
	"layout":  "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:0",
	"margin":  "padding:24px 12px",
	"column":  "max-width:560px;margin:0 auto;text-align:left",
	"site":    "margin:0 0 16px;padding:0 12px;font-size:16px;line-height:24px;font-weight:700;color:var(--ink)",
	"mark": "display:inline-block;width:20px;height:22px;margin:0 8px 0 0;border-radius:4px;vertical-align:middle;text-align:center;line-height:20px;" +
		"background-color:var(--accent);clip-path:polygon(50% 0,100% 25%,100% 75%,50% 100%,0 75%,0 25%)",
	"dot":     "display:inline-block;width:8px;height:8px;border-radius:4px;vertical-align:middle;background-color:var(--paper)",
	"card":    "padding:28px 24px;border:1px solid var(--line);border-radius:18px;background-color:var(--card);color:var(--ink)",
	"heading": "margin:0 0 4px;font-size:22px;line-height:28px;font-weight:700;color:var(--ink)",
	"text":    "margin:12px 0 0;color:var(--ink)",
	"about":   "margin:0;color:var(--ink)",
	"rows":    "margin:16px 0 0;padding:0;list-style:none;border-bottom:1px solid var(--line)",
	"row":     "margin:0;padding:0;border-top:1px solid var(--line)",
	"news":    "display:block;padding:12px 0;text-decoration:none;color:var(--ink)",
	"title":   "font-weight:600;color:var(--accent)",
	"note":    "display:block;font-size:14px;line-height:20px;color:var(--quiet)",
	"action":  "margin:20px 0 0;border-collapse:separate;border-spacing:0",
	"button":  "border-radius:12px;background-color:var(--accent)",
	"press":   "display:block;padding:12px 24px;border-radius:12px;font-weight:600;text-align:center;text-decoration:none;color:var(--on-accent)",
	"address": "margin:12px 0 0;font-size:14px;line-height:24px;word-break:break-all;color:var(--quiet)",
	"plain":   "display:inline-block;color:var(--quiet)",
	"more":    "margin:16px 0 0",
	"link":    "display:inline-block;color:var(--accent)",
	"why":     "margin:0;padding:16px 12px 4px;font-size:13px;line-height:20px;color:var(--quiet)",
	"footer":  "margin:0;padding:0 12px;font-size:13px;line-height:24px;color:var(--quiet)",
	"other":   "display:inline-block;margin:0 16px 0 0;color:var(--quiet)",
}

// What only Outlook for Windows reads: the padding of buttons, and a column of fixed width.
const (
	letterOutlook = `<!--[if mso]><style>.button{padding:12px 24px}.preview{mso-hide:all}</style><![endif]-->`
	columnBegins  = `<!--[if mso]><table role="presentation" width="560" align="center"><tr><td><![endif]-->`
	columnEnds    = `<!--[if mso]></td></tr></table><![endif]-->`
)

// letterPart returns the attributes of a part of an e-mail: its class and its style.
func letterPart(name string) templ.OrderedAttributes {
	return templ.OrderedAttributes{Attribute("class", name), Attribute("style", coloured(letterStyles[name], letterLight))}
}

// openingPart returns the part that a paragraph of the opening is: what the letter is about follows the greeting
// closely.
func openingPart(n int) string {
	if n == 1 {
		return "about"
	}
	return "text"
}

// letterSheet returns the style sheet of e-mails: all colours again, for dark screens.
func letterSheet() string {
	var b strings.Builder
	b.WriteString("<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){")
	for _, name := range slices.Sorted(maps.Keys(letterStyles)) {
		var dark []string
		for declaration := range strings.SplitSeq(letterStyles[name], ";") {
			if strings.Contains(declaration, "var(") {
				dark = append(dark, coloured(declaration, letterDark)+"!important")
			}
		}
		if len(dark) > 0 {
			b.WriteString("." + name + "{" + strings.Join(dark, ";") + "}")
		}
	}
	b.WriteString("}</style>")
	return b.String()
}

var letterColour = regexp.MustCompile(`var\(--([a-z-]+)\)`)

// coloured returns a style with the values of its tokens.
func coloured(style string, tokens map[string]string) string {
	return letterColour.ReplaceAllStringFunc(style, func(token string) string {
		return tokens[letterColour.FindStringSubmatch(token)[1]]
	})
}
