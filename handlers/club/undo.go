package club

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
)

// Undo undoes an act of the audit log by the opposite act, which is in the log too. If that is not possible, the log's
// page says why.
func (a *Area) Undo(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(c.Param("number"))
	if err != nil {
		return rules.Errorf(rules.NotFound, "error.not-found", "act %.20q", c.Param("number"))
	}
	e, err := a.DB.ActToUndo(c.Request().Context(), number, a.Now())
	if err == nil {
		err = a.mayUndo(c.Request().Context(), e)
	}
	if err == nil {
		err = a.undos()[e.Act](undoing{db.Undoing(c.Request().Context(), e.Number), e, v.Person.ID, a.Catalog(c).T("undo.reason")})
	}
	switch {
	case web.ShowAgain(err, rules.NotFound) && e.Number > 0:
		return a.logPage(c, http.StatusConflict, err)
	case err != nil:
		return err
	}
	a.reportUndone(c, e, v.Person.ID)
	notice := map[string]string{"ladder-removed": "undo.done-removed", "account-closed": "undo.done-opened", "round-published": "undo.done-round", "round-relaxed": "undo.done-round"}[e.Act]
	if e.Detail["Removed"] != "" {
		notice = "undo.done-removed"
	}
	if err := a.LeaveNotice(c, cmp.Or(notice, "undo.done")); err != nil {
		return err
	}
	back := a.Referrer(c)
	if (e.Act == "round-published" || e.Act == "round-relaxed") && strings.HasPrefix(back, web.Href(e.About)) { // its page is deleted
		back = ""
	}
	return c.Redirect(http.StatusSeeOther, cmp.Or(back, web.Href(e.About), "/club/log"))
}

// reportUndone publishes and logs what the undone act changed, as the opposite act does.
func (a *Area) reportUndone(c echo.Context, e db.AuditEntry, by string) {
	switch e.Act {
	case "role":
		a.LogSecurity(c, "member-role.changed", "person", e.Subject.ID, "role", e.Detail["WasKey"], "by", by)
	case "renamed", "member-renamed":
		a.PublishName(c, db.Person{ID: e.Subject.ID})
		a.LogSecurity(c, "member-account.renamed", "person", e.Subject.ID, "by", by)
	case "account-closed":
		a.LogSecurity(c, "member-account.opened", "person", e.Subject.ID, "by", by)
	}
}

// An undoing is an act to undo.
type undoing struct {
	ctx    context.Context
	act    db.AuditEntry
	by     string // id of the organiser who undoes it
	reason string // for acts that need one
}

// undos returns how each of db.UndoableActs is undone.
func (a *Area) undos() map[string]func(undoing) error {
	return map[string]func(undoing) error{
		"role":    a.undoRole,
		"renamed": a.undoName, "member-renamed": a.undoName,
		"account-closed": func(u undoing) error { return a.DB.OpenAccount(u.ctx, u.act.Subject.ID, u.by, a.Now()) },
		"club-name":      a.undoClub, "club-sign-up": a.undoClub, "club-guests": a.undoClub, "club-zone": a.undoClub,

		"season-name": func(u undoing) error {
			return a.DB.RenameSeason(u.ctx, u.act.About.ID, u.act.Detail["Was"], u.by, a.Now())
		},
		"season-status": a.undoSeason,

		"ladder-closed": a.undoClosing, "ladder-opened": a.undoClosing,
		"ladder-set": a.undoTerms, "ladder-about": a.undoTerms,
		"ladder-added": a.undoPlace, "ladder-placed": a.undoPlace, "ladder-removed": a.undoPlace,

		"ladder-ordered": a.undoOrder, "ladder-drawn": a.undoOrder,
		"ladder-members":  a.undoMembers,
		"ladder-recorded": a.undoResult, "ladder-result": a.undoResult,

		"round-published": a.undoRound, "round-relaxed": a.undoRound,
		"round-deadline":  a.undoDeadline,
		"pairing-entered": a.undoDecision, "pairing-decided": a.undoDecision, "pairing-corrected": a.undoDecision, "pairing-off": a.undoDecision,

		"tournament-entrant":   a.undoEntry,
		"tournament-entrants":  func(u undoing) error { return a.DB.UndoEntrants(u.ctx, u.act, u.by, a.Now()) },
		"tournament-withdrawn": a.undoWithdrawal,
		"tournament-numbers":   a.undoNumbers,
		"tournament-begun":     func(u undoing) error { return a.DB.ReturnToEntry(u.ctx, u.act.About.ID, u.by, a.Now()) },
		"tournament-finished":  a.undoFinish,
		"tournament-reopened":  func(u undoing) error { return a.DB.FinishTournament(u.ctx, u.act.About.ID, u.by, a.Now()) },
	}
}

func (a *Area) undoRole(u undoing) error {
	for _, role := range db.Roles() {
		if role.Key() == u.act.Detail["WasKey"] {
			return a.DB.SetRole(u.ctx, u.act.Subject.ID, role, u.by, a.Now())
		}
	}
	return db.ErrUndone.Errorf("role %q", u.act.Detail["WasKey"])
}

// undoName gives a member the old name back, if it is still free.
func (a *Area) undoName(u undoing) error {
	was := u.act.Detail["Was"]
	if was == "" { // an entry of an earlier version
		return db.ErrUndone.Errorf("act %d has no former name", u.act.Number)
	}
	return a.DB.RenameMember(u.ctx, u.act.Subject.ID, was, u.by, a.Now())
}

// undoClub puts a setting of the club back.
func (a *Area) undoClub(u undoing) error {
	is, err := a.DB.Club(u.ctx)
	if err != nil {
		return err
	}
	welcome, err := a.DB.Welcome(u.ctx)
	if err != nil {
		return err
	}
	switch u.act.Act {
	case "club-name":
		is.Name = u.act.Detail["Was"]
	case "club-sign-up":
		is.Open = u.act.Detail["WasKey"] == "club.sign-up-open"
	case "club-guests":
		is.Guests = u.act.Detail["WasKey"] == "club.guests-yes"
	case "club-zone":
		was, known := u.act.Detail["Was"]
		if !known { // an entry of an earlier version
			return db.ErrUndone.Errorf("act %d has no former zone", u.act.Number)
		}
		is.Zone = strings.TrimPrefix(was, "UTC")
	}
	changed, err := a.DB.SetClub(u.ctx, is, welcome, u.by, a.Now())
	for _, game := range changed { // games that guests had to leave
		a.PublishMeeting(game)
	}
	return err
}

func (a *Area) undoSeason(u undoing) error {
	for _, status := range []db.SeasonStatus{db.SeasonOpen, db.SeasonClosed, db.SeasonArchived} {
		if status.Key() == u.act.Detail["WasKey"] {
			return a.DB.SetSeason(u.ctx, u.act.About.ID, status, u.by, a.Now())
		}
	}
	return db.ErrUndone.Errorf("status %q", u.act.Detail["WasKey"])
}

// published publishes what has happened on a ladder.
func (a *Area) published(news db.LadderNews, err error) error {
	if err == nil {
		a.PublishLadder(news)
	}
	return err
}

func (a *Area) undoClosing(u undoing) error {
	return a.published(a.DB.CloseLadder(u.ctx, u.act.About.ID, u.act.Act == "ladder-opened", u.by, a.Now()))
}

// undoTerms puts the terms of a ladder back to those before they were edited.
func (a *Area) undoTerms(u undoing) error {
	var was db.LadderTerms
	if err := json.Unmarshal([]byte(u.act.Detail["Terms"]), &was); err != nil { // an entry of an earlier version
		return db.ErrUndone.Errorf("act %d: %v", u.act.Number, err)
	}
	_, err := a.DB.EditLadder(u.ctx, u.act.About.ID, was, u.by, a.Now())
	return err
}

// undoPlace puts a player of a ladder back to the place before an organiser's act, if games have not changed it since.
func (a *Area) undoPlace(u undoing) error {
	id, player := u.act.About.ID, u.act.Subject.ID
	l, err := a.DB.LadderNow(u.ctx, id, a.Now())
	if err != nil {
		return err
	}
	was, err := strconv.Atoi(u.act.Detail["Was"])
	switch {
	case err != nil:
		return err
	case u.act.Act == "ladder-added":
		return a.published(a.DB.RemoveFromLadder(u.ctx, id, player, u.by, u.reason, a.Now()))
	case u.act.Act == "ladder-removed":
		return a.published(a.DB.AddToLadder(u.ctx, id, player, min(was, len(l.State.Players)+1), u.by, u.reason, a.Now()))
	}
	return a.published(a.DB.PlaceOnLadder(u.ctx, id, player, was, u.by, u.reason, a.Now()))
}

// undoOrder puts the players of a ladder back in their order before.
func (a *Area) undoOrder(u undoing) error {
	return a.published(a.DB.UndoOrder(u.ctx, u.act, u.by, u.reason, a.Now()))
}

// undoMembers takes players off a ladder who were put on it together.
func (a *Area) undoMembers(u undoing) error {
	return a.published(a.DB.UndoMembers(u.ctx, u.act, u.by, u.reason, a.Now()))
}

// undoResult takes back a recorded game or a corrected result of a ladder.
func (a *Area) undoResult(u undoing) error {
	r, err := a.DB.UndoResult(u.ctx, u.act, u.by, u.reason, a.Now())
	if err != nil {
		return err
	}
	a.PublishLadder(r.News)
	if r.Pairing.ID != "" {
		a.PublishPairing(r.Pairing)
	}
	return nil
}

// undoRound takes back published rounds.
func (a *Area) undoRound(u undoing) error {
	off, err := a.DB.RetractRound(u.ctx, u.act, u.by, a.Now())
	if err == nil {
		a.PublishPairings(off)
	}
	return err
}

// undoDeadline moves the deadline of a round back.
func (a *Area) undoDeadline(u undoing) error {
	open, err := a.DB.UndoDeadline(u.ctx, u.act, u.by, a.Now())
	if err == nil {
		a.PublishPairings(open)
	}
	return err
}

// undoDecision takes back a decision about a pairing of a tournament.
func (a *Area) undoDecision(u undoing) error {
	p, err := a.DB.UndoDecision(u.ctx, u.act, u.by, a.Now())
	if err == nil {
		a.PublishPairing(p)
	}
	return err
}

// undoEntry takes a player out of a tournament.
func (a *Area) undoEntry(u undoing) error {
	_, err := a.DB.Withdraw(u.ctx, u.act.About.ID, u.act.Subject.ID, u.by, u.reason, a.Now())
	return err
}

// undoWithdrawal enters a player again who was in no round.
func (a *Area) undoWithdrawal(u undoing) error {
	return a.DB.AddEntrant(u.ctx, u.act.About.ID, u.act.Subject.ID, u.by, a.Now())
}

// undoNumbers puts the ranking of a tournament back.
func (a *Area) undoNumbers(u undoing) error {
	numbers := map[string]int{}
	for i, person := range strings.Fields(u.act.Detail["WasPeople"]) {
		numbers[person] = i + 1
	}
	return a.DB.RenumberEntrants(u.ctx, u.act.About.ID, numbers, u.by, a.Now())
}

// undoFinish resumes a tournament with the rounds that it had.
func (a *Area) undoFinish(u undoing) error {
	round, err := strconv.Atoi(u.act.Detail["Round"])
	if err != nil {
		return err
	}
	rounds, err := strconv.Atoi(u.act.Detail["Rounds"])
	if err != nil {
		return err
	}
	return a.DB.ReopenTournament(u.ctx, u.act.About.ID, rounds-round, u.by, u.reason, a.Now())
}
