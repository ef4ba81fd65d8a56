package sitetest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

var (
	mailLink = regexp.MustCompile(`https?://\S+`)
	loads    = regexp.MustCompile(`(?i)\s(?:src|srcset|background|poster|action)=|url\(|@import|<(?:img|link|script|object|iframe|form|video|audio)\b`)
)

// JudgeLetter lists the faults of an e-mail. Its two forms have the same words, and the same links in the same
// order, where a link that follows itself counts once; nothing is loaded; a language is given.
func JudgeLetter(subject, text, html string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(html))
	if err != nil {
		return []string{err.Error()}
	}
	if found := loads.FindString(html); found != "" {
		fault("it loads something: %s", found)
	}
	if doc.Find("html[lang][dir]").Length() != 1 || doc.Find("h1").Length() != 1 || doc.Find("title").Text() != doc.Find("h1").Text() {
		fault("it lacks a language, a heading or a title")
	}
	var links []string
	doc.Find("a").Each(func(_ int, a *goquery.Selection) { links = append(links, a.AttrOr("href", "")) })
	links = slices.Compact(links)
	if want := slices.Compact(mailLink.FindAllString(text, -1)); !slices.Equal(links, want) {
		fault("it has the links %q as HTML, %q as text", links, want)
	}
	doc.Find(".preview, .site").Remove()
	doc.Find("h1, p, a, a span").Each(func(_ int, e *goquery.Selection) {
		if own := strings.TrimSpace(e.Contents().First().Text()); own != "" && !strings.Contains(subject+"\n"+text, own) {
			fault("the text lacks %q", own)
		}
	})
	page := doc.Find("body").Text()
	for line := range strings.Lines(text) {
		line = strings.TrimRight(mailLink.ReplaceAllString(line, ""), ": \u202f\n")
		if line = strings.TrimPrefix(strings.TrimSpace(line), "- "); line != "--" && !strings.Contains(page, line) {
			fault("the HTML lacks %q", line)
		}
	}
	return faults
}
