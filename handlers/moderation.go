package handlers

import (
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/page"
	"hexclub/views/play"
)

// readReason is Reason of what a form gives.
func readReason(c echo.Context) (string, error) { return Reason(c.FormValue("reason")) }

// Reason is a reason for what is done to somebody as it is stored, by what was typed, or
// an *rules.Error of kind Invalid (error.pairing-reason) when there is none, too much of
// it, or something in it that nobody sees.
func Reason(typed string) (string, error) {
	reason := plainText(typed)
	if n := utf8.RuneCountInString(reason); n == 0 || n > page.MaxReason {
		return "", rules.Errorf(rules.Invalid, "error.pairing-reason", "%d characters", n)
	}
	return reason, validateReason(reason, "error.pairing-reason")
}

// mayClose tells whether the visitor sees to a member's account: organisers to those of
// members, admins to those of all others.
func mayClose(v *visitor, member db.Person) bool {
	return v.person.ID != member.ID && (member.Role == db.Member || v.person.Role == db.Admin)
}

// mayRename tells whether the visitor may change the name of an account.
func mayRename(v *visitor, member db.Person) bool {
	return member.Role == db.Member || v.person.Role == db.Admin
}

// renameMember changes a member's name, and tells the pages that show it.
func (a *App) renameMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	name := trimName(c.FormValue("name"))
	if err = a.checkName(c, name); err == nil {
		err = a.DB.RenameMember(c.Request().Context(), person.ID, name, v.person.ID, a.Now())
	}
	if err != nil {
		return a.refusedMember(c, person, club.FieldName, err)
	}
	if name == person.Name {
		return c.Redirect(http.StatusSeeOther, page.MemberHref(name))
	}
	a.publishName(c, person)
	a.logSecurity(c, "member-account.renamed", "person", person.ID, "by", v.person.ID)
	return a.backToMember(c, name, "members.renamed")
}

// closeMember closes a member's account, when the sender is sure of that. Pages that are
// open with it end.
func (a *App) closeMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	reason, err := readReason(c)
	if err != nil {
		return a.refusedMember(c, person, club.FieldReason, err)
	}
	if c.FormValue("sure") != "yes" {
		return a.refusedMember(c, person, club.FieldClosing, rules.Errorf(rules.Invalid, "delete.unsure", "closing %s", person.ID))
	}
	changed, err := a.DB.CloseAccount(c.Request().Context(), person.ID, reason, v.person.ID, a.Now())
	if err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.Live.End(person.ID)
	for _, game := range changed {
		a.publishMeeting(game)
	}
	a.logSecurity(c, "member-account.closed", "person", person.ID, "by", v.person.ID)
	return a.backToMember(c, person.Name, "closing.done")
}

// openMember opens a member's account again.
func (a *App) openMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	if err := a.DB.OpenAccount(c.Request().Context(), person.ID, v.person.ID, a.Now()); err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.logSecurity(c, "member-account.opened", "person", person.ID, "by", v.person.ID)
	return a.backToMember(c, person.Name, "closing.opened")
}

// backToMember leads to the page of a member, with what was done to them.
func (a *App) backToMember(c echo.Context, name, notice string) error {
	if err := a.leaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, page.MemberHref(name))
}

// overseenChat is the chat of a game in which the visitor does not play, for an organiser.
func (a *App) overseenChat(c echo.Context, v *visitor, which db.Messages) (play.Chat, error) {
	stored, err := a.DB.OverseenChat(c.Request().Context(), c.Param("id"), v.person.ID, which)
	if err != nil {
		return play.Chat{}, err
	}
	chat := newChat(a.catalog(c), c.Param("id"), v.person.ID, stored)
	chat.Overseen = true
	return chat, nil
}

// oversees tells whether the visitor is an organiser whom the page of a game leads to the
// chat of others.
func (a *App) oversees(c echo.Context, game string, chat *play.Chat) (bool, error) {
	v, err := a.visitor(c)
	if err != nil || chat != nil || !v.signedIn() || !v.person.Role.Organises() {
		return false, err
	}
	return a.DB.HasMessages(c.Request().Context(), game)
}

// removeMessage takes a message away, and tells the pages that show it.
func (a *App) removeMessage(c echo.Context) error {
	number, err := strconv.Atoi(c.FormValue("number"))
	if err != nil {
		return rules.Errorf(rules.Invalid, "error.form", "number=%.20q", c.FormValue("number"))
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	game := c.Param("id")
	if err := a.DB.RemoveMessage(c.Request().Context(), game, number, v.person.ID, a.Now()); err != nil {
		return err
	}
	a.Live.Publish(chatTopic(game))
	a.logSecurity(c, "message.removed", "game", game, "number", number, "by", v.person.ID)
	if err := a.leaveNotice(c, "chat.remove-done"); err != nil {
		return err
	}
	return a.backToChat(c)
}
