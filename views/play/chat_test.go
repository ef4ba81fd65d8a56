package play

import (
	"slices"
	"strings"
	"testing"

	"hexclub/views/i18n"
)

// A note says who reads the chat, unless everybody does.
func TestChatNotes(t *testing.T) {
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	text := catalogs.Match("en", "")
	ann, ben := Chatter{Seat: 1, Name: "Ann"}, Chatter{Seat: 3, Name: "Ben"}
	with := func(c Chatter, change func(*Chatter)) Chatter { change(&c); return c }
	off := func(c *Chatter) { c.Off = true }
	blocked := func(c *Chatter) { c.Blocked = true }
	gone := func(c *Chatter) { c.Gone, c.Off = true, false }
	const unread = "Nobody can read your messages here."
	for name, tt := range map[string]struct {
		others  []Chatter
		want    []string
		present int
	}{
		"everybody":          {[]Chatter{ann, ben}, nil, 2},
		"nobody yet":         {nil, []string{"Nobody else has joined yet."}, 0},
		"one does not chat":  {[]Chatter{with(ann, off), ben}, []string{"Ann doesn’t chat."}, 2},
		"the only one":       {[]Chatter{with(ann, off)}, []string{"Ann doesn’t chat.", unread}, 1},
		"none of them chats": {[]Chatter{with(ann, off), with(ben, off)}, []string{"Ann doesn’t chat.", "Ben doesn’t chat.", unread}, 2},
		"blocked":            {[]Chatter{with(ann, blocked)}, []string{"You’ve blocked Ann."}, 1},
		"deleted":            {[]Chatter{with(ann, gone)}, []string{unread}, 0},
		"one of two deleted": {[]Chatter{with(ann, gone), ben}, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			c := Chat{T: text, Others: tt.others}
			if got := c.notes(); !slices.Equal(got, tt.want) {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
			if n := len(c.present()); n != tt.present {
				t.Errorf("%d are there, want %d", n, tt.present)
			}
		})
	}
}

// An answer without news keeps what the page has.
func TestChatSince(t *testing.T) {
	for _, tt := range []struct {
		chat Chat
		want string
	}{
		{Chat{}, "0"},
		{Chat{Since: 7}, "7"},
		{Chat{Since: 7, Lines: []ChatLine{{Number: 9}, {Number: 12}}}, "12"},
	} {
		if got := tt.chat.last(); got != tt.want {
			t.Errorf("%+v ends at %s, want %s", tt.chat, got, tt.want)
		}
	}
}

// Messages cannot inject HTML.
func TestChatLinesAreEscaped(t *testing.T) {
	const evil = `"><script>'&</span><a href="x">`
	var b strings.Builder
	c := Chat{Game: "g", Lines: []ChatLine{{Number: 1, Writer: evil, Text: evil}}}
	if err := chatLines(c).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"<script", "<a ", "</span><a"} {
		if strings.Contains(b.String(), tag) {
			t.Errorf("it has %s: %s", tag, b.String())
		}
	}
	if strings.Count(b.String(), "&lt;script&gt;") != 2 {
		t.Errorf("it is %s", b.String())
	}
}
