package play

import (
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// MaxMessage is the length of the longest message in a chat, in characters.
const MaxMessage = 300

// A Chat is what the players of a game write to each other, as one of them sees
// it.
type Chat struct {
	T        *i18n.Catalog
	Game     string     // id
	Off      bool       // the reader does not chat
	Muted    bool       // the reader does not chat in this game
	Alone    bool       // the reader plays all seats
	Closed   bool       // nobody can write now, because partners play
	Switched bool       // the chat was closed or opened since the page was drawn
	Lines    []ChatLine // in order
	Earlier  bool       // there are lines before these
	Since    int        // number of the last line that the page has already
	Read     bool       // the reader is at the chat
	Others   []Chatter
	Removed  []int  // numbers of lines that the page may show still, and that were removed
	Overseen bool   // the reader is an organiser who does not play
	Removes  bool   // the reader is an organiser, who may remove lines
	Text     string // as typed, when it could not be sent
	Problem  string // why not
	Complete bool   // on a page of its own, with times and all that was written
}

// A ChatLine is what somebody wrote.
type ChatLine struct {
	Number  int // in its game, from 1
	Writer  string
	Own     bool // the reader's
	Text    string
	At      time.Time
	Removed bool // by an organiser
}

// A Chatter is another player of the game.
type Chatter struct {
	Seat    int // from 1
	Name    string
	Off     bool // does not chat
	Gone    bool // the account was deleted
	Blocked bool // by the reader
}

// A ChatPage is a page with all that was written in a game.
type ChatPage struct {
	page.Frame
	Heading string
	Chat    Chat
}

// WritingField is the field by which a page sends Writing as it shows it.
const WritingField = "writing"

// Writing is "open" while messages can be written, else "closed".
func (c Chat) Writing() string {
	if c.Closed {
		return "closed"
	}
	return "open"
}

// path is an address below that of the game.
func (c Chat) path(more string) templ.SafeURL {
	return templ.SafeURL("/games/" + c.Game + "/chat" + more)
}

// last is the number of the last line that the page has now.
func (c Chat) last() string {
	if len(c.Lines) == 0 {
		return strconv.Itoa(c.Since)
	}
	return strconv.Itoa(c.Lines[len(c.Lines)-1].Number)
}

// fresh tells whether others wrote something that the reader may not see.
func (c Chat) fresh() bool {
	return !c.Read && slices.ContainsFunc(c.Lines, func(l ChatLine) bool { return !l.Own && !l.Removed })
}

// earlier is the address of the lines before these.
func (c Chat) earlier() templ.SafeURL { return c.path("?before=" + strconv.Itoa(c.Lines[0].Number)) }

// notes say who reads what is written, as far as that is not everybody.
func (c Chat) notes() (notes []string) {
	if c.Closed {
		return nil
	}
	if len(c.Others) == 0 {
		return []string{c.T.T("chat.nobody")}
	}
	readers := 0
	for _, other := range c.present() {
		if other.Off {
			notes = append(notes, c.T.T("chat.silent", "Player", other.Name))
		} else {
			readers++
		}
		if other.Blocked {
			notes = append(notes, c.T.T("chat.blocked", "Player", other.Name))
		}
	}
	if readers == 0 {
		notes = append(notes, c.T.T("chat.unread"))
	}
	return notes
}

// present are the other players, without those whose accounts were deleted.
func (c Chat) present() []Chatter {
	return slices.DeleteFunc(slices.Clone(c.Others), func(other Chatter) bool { return other.Gone })
}

// live lets a list of messages fetch what is new: when somebody writes, and
// when the stream opens, for what came in between.
func (c Chat) live() templ.Attributes {
	if c.Complete {
		return nil
	}
	return templ.Attributes{
		"data-hx-get":     string(c.path("/news")),
		"data-hx-include": "#chat-since, #chat-is",
		"data-hx-trigger": "sse:chat, htmx:sseOpen from:body",
		"data-hx-target":  "this",
		"data-hx-swap":    "beforeend",
		"data-hx-sync":    "this:queue all",
	}
}

// sending lets the form be sent without leaving the page. What it brings is what
// is new; it waits for what is being fetched, so that nothing comes twice.
func (c Chat) sending() templ.Attributes {
	if c.Complete {
		return nil
	}
	return templ.Attributes{
		"data-hx-post":    string(c.path("")),
		"data-hx-include": "#chat-since, #chat-is",
		"data-hx-target":  "#chat-log",
		"data-hx-swap":    "beforeend",
		"data-hx-sync":    "#chat-log:queue all",
	}
}

// clock is when a line was written, in universal time.
func (l ChatLine) clock(t *i18n.Catalog) string {
	return page.RatingDate(t, l.At) + " " + l.At.UTC().Format("15:04")
}

// lineID is the id of the line with a number.
func lineID(number int) string { return "said-" + strconv.Itoa(number) }

func (l ChatLine) at() string { return l.At.UTC().Format(time.RFC3339) }
