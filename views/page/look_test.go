package page

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyLook generates looks that can be chosen.
var anyLook = rapid.Custom(func(t *rapid.T) Look {
	return Look{
		Theme:   rapid.SampledFrom(Themes).Draw(t, "theme"),
		Style:   rapid.SampledFrom(Styles).Draw(t, "style"),
		Palette: rapid.SampledFrom(Palettes).Draw(t, "palette"),
		Names:   rapid.Bool().Draw(t, "names"),
		Turn:    rapid.IntRange(0, Turns-1).Draw(t, "turn"),
		Table:   rapid.Bool().Draw(t, "table"),
		Sound:   rapid.Bool().Draw(t, "sound"),
	}
})

func TestLookIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		look := anyLook.Draw(t, "look")
		if got := ParseLook(look.String()); got != look {
			t.Fatalf("%q is read as %+v, was %+v", look, got, look)
		}
	})
}

// Any cookie gives a look that can be chosen, with all valid parts of the cookie.
func TestParseLook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		look, junk := anyLook.Draw(t, "look"), rapid.String().Draw(t, "junk")
		got := ParseLook(junk)
		if ParseLook(got.String()) != got {
			t.Fatalf("%q is read as %+v, which is no look", junk, got)
		}
		spoilt := rapid.SampledFrom(LookParts).Draw(t, "part")
		values, err := url.ParseQuery(look.String())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := look.With(spoilt, ParseLook("").part(spoilt))
		values.Set(spoilt, "~"+junk)
		if got := ParseLook(values.Encode()); got != want {
			t.Fatalf("%q is read as %+v, want %+v", values.Encode(), got, want)
		}
	})
	standard := Look{Theme: "auto", Style: "wood", Palette: "standard"}
	dark := standard
	dark.Theme = "dark"
	for text, want := range map[string]Look{
		"": standard, "theme=dark": dark, "theme=dark&colour=pink": dark, "theme=dark&turn=6": dark, "turn=-1&theme=dark": dark,
		"theme=dark&turn=%2B1": dark, "theme=dark&turn=01": dark, "theme=dark&names=": dark, "theme=dark&%zz=1": dark, "theme=dark&theme=light": dark,
		"theme=Dark": standard, "theme=dark;style=paper": standard, "&&==&": standard, "sound=yes": standard,
	} {
		if got := ParseLook(text); got != want {
			t.Errorf("%q is read as %+v, want %+v", text, got, want)
		}
	}
}

// part writes one part of a look.
func (l Look) part(name string) string {
	values, _ := url.ParseQuery(l.String())
	return values.Get(name)
}

func TestLookWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		look, other := anyLook.Draw(t, "look"), anyLook.Draw(t, "other")
		part := rapid.SampledFrom(LookParts).Draw(t, "part")
		got, ok := look.With(part, other.part(part))
		if !ok || got.part(part) != other.part(part) {
			t.Fatalf("%s=%s makes %q of %q", part, other.part(part), got, look)
		}
		for _, same := range LookParts {
			if same != part && got.part(same) != look.part(same) {
				t.Fatalf("%s=%s makes %q of %q", part, other.part(part), got, look)
			}
		}
		for _, bad := range [][2]string{{part, ""}, {part, "pink"}, {"", "on"}, {"name", "on"}} {
			if got, ok := look.With(bad[0], bad[1]); ok || got != look {
				t.Fatalf("%q makes %q of %q", bad, got, look)
			}
		}
	})
}

func TestLookOfPages(t *testing.T) {
	for _, tt := range []struct{ look, classes, scheme string }{
		{"", "style-wood palette-standard", "light dark"},
		{"theme=dark&names=on", "style-wood palette-standard theme-dark names", "dark"},
		{"theme=light&style=slate&sound=on", "style-slate palette-standard theme-light sound", "light"},
		{"palette=safe&style=paper", "style-paper palette-safe", "light dark"},
	} {
		look := ParseLook(tt.look)
		if got := look.Classes(); got != tt.classes {
			t.Errorf("%q has the classes %q, want %q", tt.look, got, tt.classes)
		}
		if got := look.colorScheme(); got != tt.scheme {
			t.Errorf("%q has the scheme %q, want %q", tt.look, got, tt.scheme)
		}
	}
}

// The bar of the browser has the colour of the paper.
func TestBars(t *testing.T) {
	var css []byte
	for _, file := range []string{"theme.css", "styles.css"} {
		sheet, err := os.ReadFile("../../static/" + file)
		if err != nil {
			t.Fatal(err)
		}
		css = append(css, sheet...)
	}
	_, paper, ok := strings.Cut(string(css), "--paper: ")
	if !ok {
		t.Fatal("theme.css has no --paper")
	}
	paper, _, _ = strings.Cut(paper, ";")
	for look, switches := range map[string][]string{
		"": {"--light", "--dark"}, "theme=light": {"--light"}, "theme=dark": {"--dark"}, "palette=contrast": {"--bright", "--deep"},
		"palette=contrast&theme=dark": {"--deep"}, "palette=safe&theme=light": {"--light"},
	} {
		bars := ParseLook(look).bars()
		if len(bars) != len(switches) {
			t.Fatalf("%q has the bars %v", look, bars)
		}
		for i, b := range bars {
			if want := "var(" + switches[i] + ", " + b.colour + ")"; !strings.Contains(paper, want) {
				t.Errorf("%q has a bar in %s, but the paper is %s", look, b.colour, paper)
			}
			if (b.media == "") != (len(bars) == 1) {
				t.Errorf("%q has bars for %q", look, b.media)
			}
		}
	}
}

// Every value that can be chosen has its class in the style sheet.
func TestLooksHaveStyles(t *testing.T) {
	var css []byte
	for _, file := range []string{"theme.css", "styles.css"} {
		sheet, err := os.ReadFile("../../static/" + file)
		if err != nil {
			t.Fatal(err)
		}
		css = append(css, sheet...)
	}
	for start, values := range map[string][]string{"theme": Themes[1:], "style": Styles, "palette": Palettes} {
		for _, value := range values {
			if !strings.Contains(string(css), "."+start+"-"+value+" {") && !strings.Contains(string(css), "."+start+"-"+value+",") {
				t.Errorf("no sheet knows %s %s", start, value)
			}
		}
	}
}
