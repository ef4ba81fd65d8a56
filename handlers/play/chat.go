package play

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
	"hexclub/views/table"
)

// The number of messages next to a game, and on a page of their own.
const (
	chatLines     = 50
	chatPageLines = 200
)

// ShowChat serves the whole chat of a game, page by page.
func (a *Area) ShowChat(c echo.Context) error {
	return a.chatPage(c, http.StatusOK, nil)
}

// chatPage renders the page of a chat. After a problem the field keeps its text.
func (a *Area) chatPage(c echo.Context, status int, problem error) error {
	before, _ := strconv.Atoi(c.QueryParam("before")) // 0, also for an invalid number: the last page
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	chat, err := a.chat(c, db.Messages{Before: before, Limit: chatPageLines})
	if rules.IsKind(err, rules.Forbidden) && v.SignedIn() && v.Person.Role.Organises() {
		chat, err = a.overseenChat(c, v, db.Messages{Before: before, Limit: chatPageLines})
	}
	if err != nil {
		return err
	}
	chat.Complete, chat.Removes = true, v.SignedIn() && v.Person.Role.Organises()
	if problem != nil {
		chat.Problem, chat.Text = page.ErrorText(chat.T, problem), c.FormValue("text")
	}
	names := make([]string, len(chat.Others))
	for i, other := range chat.Others {
		names[i] = other.Name
	}
	heading := chat.T.T("chat.title")
	if len(names) > 0 {
		heading = chat.T.T("chat.heading", "Players", strings.Join(names, ", "))
	}
	f, err := a.Frame(c, heading)
	if err != nil {
		return err
	}
	chat.Calendar = f.Calendar()
	return a.Render(c, status, play.ChatAll(play.ChatPage{Frame: f, Heading: heading, Chat: chat}))
}

// ShowChatNews sends the messages after those on the page to htmx.
func (a *Area) ShowChatNews(c echo.Context) error {
	chat, err := a.chatNews(c)
	if err != nil {
		return err
	}
	if chat.Off || chat.Muted {
		return c.NoContent(http.StatusNoContent) // switched off on another page
	}
	return a.Render(c, http.StatusOK, play.ChatNews(chat))
}

// SendMessage sends a message to the other players. A refused message stays in the field, with the reason.
func (a *Area) SendMessage(c echo.Context) error {
	game := c.Param("id")
	if err := a.storeMessage(c, game); err != nil {
		return a.refusedMessage(c, err)
	}
	defer a.Live.Publish(web.ChatTopic(game)) // after the answer to the writer
	if !web.IsHTMX(c) {
		return a.backToChat(c)
	}
	chat, err := a.chatNews(c)
	if err != nil {
		return err
	}
	chat.Read = true
	return a.Render(c, http.StatusOK, play.ChatSent(chat))
}

func (a *Area) storeMessage(c echo.Context, game string) error {
	text, err := cleanMessage(c.FormValue("text"))
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if err := web.AllowVisitor(c, a.Limits.Chat, v); err != nil {
		return err
	}
	_, err = a.DB.Say(c.Request().Context(), game, v.Person.ID, text, a.Now())
	return err
}

// refusedMessage answers a message that was not sent.
func (a *Area) refusedMessage(c echo.Context, problem error) error {
	if errors.Is(problem, db.ErrNotAPlayer) || !web.ShowAgain(problem, rules.Forbidden, rules.Unavailable) {
		return problem // this visitor has no chat
	}
	if !web.IsHTMX(c) {
		return a.chatPage(c, web.StatusOf(problem), problem)
	}
	header := c.Response().Header()
	header.Set("HX-Retarget", "#chat-problem")
	header.Set("HX-Reswap", "innerHTML")
	return a.Render(c, web.StatusOf(problem), play.ChatProblem(page.ErrorText(a.Catalog(c), problem)))
}

// cleanMessage returns a message as it is stored: composed, on one line, without invisible characters that
// change the direction of text. It fails with kind Invalid for a message without visible characters
// (error.chat-empty) or too long a message (error.chat-long).
func cleanMessage(text string) (string, error) {
	text = norm.NFC.String(strings.ToValidUTF8(text, "\ufffd"))
	text = strings.TrimSpace(strings.Map(cleanRune, text))
	if db.IsBlank(text) {
		return "", rules.Errorf(rules.Invalid, "error.chat-empty", "%.30q", text)
	}
	if n := utf8.RuneCountInString(text); n > play.MaxMessage {
		return "", rules.Errorf(rules.Invalid, "error.chat-long", "%d characters", n)
	}
	return text, nil
}

// cleanRune returns the replacement of a character in a message, -1 to remove it.
func cleanRune(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r), '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069':
		return -1
	}
	return r
}

// backToChat redirects to the page whose form was sent.
func (a *Area) backToChat(c echo.Context) error {
	game := "/games/" + c.Param("id")
	from := a.Referrer(c)
	if path, _, _ := strings.Cut(from, "?"); path == game+"/chat" {
		from = "" // to its end, with the latest messages
	}
	return c.Redirect(http.StatusSeeOther, cmp.Or(from, game+"/chat")+"#chat")
}

// chatPanel returns the chat next to a game as the visitor sees it; nil for visitors without one: spectators,
// people who play alone or have no chat, and readers of a replay.
func (a *Area) chatPanel(c echo.Context, shown table.Table) (*play.Chat, error) {
	v, err := a.Visitor(c)
	if err != nil || !v.Known || shown.Replay != nil {
		return nil, err
	}
	stored, err := a.DB.Chat(c.Request().Context(), shown.Head.ID, v.Person.ID, db.Messages{Limit: chatLines})
	if rules.IsKind(err, rules.Forbidden) || err == nil && (stored.Off || stored.Alone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	chat := newChat(shown.T, shown.Head.ID, v.Person.ID, stored)
	return &chat, nil
}

// chatNews returns the part of a chat that the page does not show yet.
func (a *Area) chatNews(c echo.Context) (play.Chat, error) {
	after, _ := strconv.Atoi(c.FormValue("after"))
	chat, err := a.chat(c, db.Messages{After: after, Limit: chatLines})
	chat.Since, chat.Read = after, c.FormValue("read") != ""
	chat.Switched = c.FormValue(play.WritingField) != "" && c.FormValue(play.WritingField) != chat.Writing()
	return chat, err
}

// chat returns the chat of the game in the address, as the visitor sees it.
func (a *Area) chat(c echo.Context, which db.Messages) (play.Chat, error) {
	stored, v, err := a.storedChat(c, which)
	if err != nil {
		return play.Chat{}, err
	}
	return newChat(a.Catalog(c), c.Param("id"), v.Person.ID, stored), nil
}

func (a *Area) storedChat(c echo.Context, which db.Messages) (db.Chat, *web.Visitor, error) {
	v, err := a.Visitor(c)
	if err != nil {
		return db.Chat{}, nil, err
	}
	chat, err := a.DB.Chat(c.Request().Context(), c.Param("id"), v.Person.ID, which)
	return chat, v, err
}

// newChat converts a chat for views, as a person sees it.
func newChat(t *i18n.Catalog, game, person string, stored db.Chat) play.Chat {
	chat := play.Chat{T: t, Calendar: page.Calendar{T: t}, Game: game, Off: stored.Off, Muted: stored.Muted, Alone: stored.Alone, Closed: stored.Closed, Earlier: stored.Earlier, Removed: stored.Removed}
	for _, other := range stored.Others {
		chat.Others = append(chat.Others, play.Chatter{
			Seat: int(other.Seat), Name: web.PlayerName(t, other.Player), Off: other.Off, Gone: other.Deleted, Blocked: other.Blocked,
		})
	}
	for _, m := range stored.Messages {
		chat.Lines = append(chat.Lines, play.ChatLine{
			Number: m.Number, Writer: web.PlayerName(t, m.Writer), Avatar: web.AvatarOf(m.Writer), Own: m.Writer.ID == person, Text: m.Text, At: m.At, Removed: m.Removed,
		})
	}
	return chat
}
