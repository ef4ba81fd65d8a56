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

// A Chat is the chat of a game for one reader.
type Chat struct {
	T        *i18n.Catalog
	Calendar page.Calendar
	Game     string     // id
	Off      bool       // the reader does not chat
	Muted    bool       // the reader does not chat in this game
	Alone    bool       // the reader plays all seats
	Closed   bool       // writing is not possible now, because partners play
	Switched bool       // the chat was closed or opened since the page was drawn
	Lines    []ChatLine // in order
	Earlier  bool       // there are earlier lines
	Since    int        // number of the last line that the page has already
	Read     bool       // the reader is at the chat
	Others   []Chatter
	Removed  []int  // numbers of lines that the page may show still, and that were removed
	Overseen bool   // the reader is an organiser without a seat
	Removes  bool   // the reader is an organiser, and may remove lines
	Text     string // as typed, when it could not be sent
	Problem  string // why not
	Complete bool   // on a page of its own, with times and all that was written
}

// A ChatLine is a message.
type ChatLine struct {
	Number  int // in its game, from 1
	Writer  string
	Avatar  string // id of the writer's avatar
	Own     bool   // the reader's
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

// A ChatPage is a page with all messages of a game.
type ChatPage struct {
	page.Frame
	Heading string
	Chat    Chat
}

// WritingField is the field with the value of Writing when the page was made.
const WritingField = "writing"

// Writing returns "open" while messages can be written, else "closed".
func (c Chat) Writing() string {
	if c.Closed {
		return "closed"
	}
	return "open"
}

// path returns an address below that of the game.
func (c Chat) path(more string) templ.SafeURL {
	return templ.SafeURL("/games/" + c.Game + "/chat" + more)
}

// last returns the number of the last line on the page.
func (c Chat) last() string {
	if len(c.Lines) == 0 {
		return strconv.Itoa(c.Since)
	}
	return strconv.Itoa(c.Lines[len(c.Lines)-1].Number)
}

// fresh reports whether there are new lines of others that the reader may see.
func (c Chat) fresh() bool {
	return !c.Read && slices.ContainsFunc(c.Lines, func(l ChatLine) bool { return !l.Own && !l.Removed })
}

// earlier returns the address of the earlier lines.
func (c Chat) earlier() templ.SafeURL { return c.path("?before=" + strconv.Itoa(c.Lines[0].Number)) }

// notes say who can read the chat, unless everybody can.
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

// present returns the other players whose accounts exist.
func (c Chat) present() []Chatter {
	return slices.DeleteFunc(slices.Clone(c.Others), func(other Chatter) bool { return other.Gone })
}

// live makes a list of messages fetch new ones: when one is written, and when the stream opens, for those missed
// before.
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

// sending makes htmx send the form. The answer has the new lines; it waits for running fetches, so that no line
// comes twice.
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

// lineID returns the id of the line with a number.
func lineID(number int) string { return "said-" + strconv.Itoa(number) }
