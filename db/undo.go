package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"hexclub/rules"
)

// UndoLife is how long after an act organisers can undo it.
const UndoLife = 24 * time.Hour

// undoesDetail is the detail with the number of the act that an act undoes.
const undoesDetail = "Undoes"

type undoneKey struct{}

// Undoing returns a context for acts that undo an act of the audit log. The log marks them by the detail Undoes.
func Undoing(ctx context.Context, number int) context.Context {
	return context.WithValue(ctx, undoneKey{}, number)
}

// ForgetUndo deletes what was stored to undo acts, once they can be undone no longer.
func (d *DB) ForgetUndo(ctx context.Context, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, query := range []string{"DELETE FROM round_saves WHERE at <= $1", "DELETE FROM undo_data WHERE at <= $1"} {
			if _, err := exec(ctx, tx, query, now.Add(-UndoLife).UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
}

// UndoableActs returns the acts of the audit log that another act takes back. What ended with them stays ended: challenges of a
// removed player, and invitations and games of a closed account.
func UndoableActs() []string {
	return []string{
		"role", "renamed", "member-renamed", "account-closed", "club-name", "club-sign-up", "club-guests", "club-zone",
		"season-name", "season-status",
		"ladder-closed", "ladder-opened", "ladder-set", "ladder-about", "ladder-added", "ladder-placed", "ladder-removed",
		"ladder-members", "ladder-ordered", "ladder-drawn", "ladder-recorded", "ladder-result",
		"tournament-entrant", "tournament-entrants", "tournament-withdrawn", "tournament-numbers", "tournament-begun", "tournament-finished", "tournament-reopened",
		"round-published", "round-relaxed", "round-deadline",
		"pairing-entered", "pairing-decided", "pairing-corrected", "pairing-off",
	}
}

// NeedsAdmin reports whether only admins can undo the act.
func (e AuditEntry) NeedsAdmin() bool {
	return slices.Contains([]string{"role", "club-name", "club-sign-up", "club-guests", "club-zone"}, e.Act)
}

// ErrUndone is the sentinel error for an act that cannot be undone because of a later one.
var ErrUndone = &rules.Error{Kind: rules.Conflict, Key: "error.undo-changed"}

// ActToUndo returns an act that an organiser wants to undo. It fails with kind NotFound when there is no such entry in
// the audit log, and Conflict when such an act cannot be undone (error.undo-never), it is older than UndoLife
// (error.undo-late), or something else was done to the same thing since (error.undo-changed).
func (d *DB) ActToUndo(ctx context.Context, number int, now time.Time) (AuditEntry, error) {
	list, _, err := d.AuditLog(ctx, AuditFilter{Before: number + 1}, 1)
	if err != nil {
		return AuditEntry{}, err
	}
	if len(list) == 0 || list[0].Number != number {
		return AuditEntry{}, kind(sql.ErrNoRows)
	}
	e := list[0]
	switch {
	case !slices.Contains(UndoableActs(), e.Act):
		return e, rules.Errorf(rules.Conflict, "error.undo-never", "act %d is %s", number, e.Act)
	case !e.At.After(now.Add(-UndoLife)):
		return e, rules.Errorf(rules.Conflict, "error.undo-late", "act %d of %s", number, e.At)
	}
	last, err := d.LastActs(ctx, now)
	if err == nil && !slices.Contains(last, number) {
		err = ErrUndone.Errorf("act %d is not the last", number)
	}
	return e, err
}

// LastActs returns the numbers of the acts within UndoLife that are the last about what they changed. Only these can be
// undone.
func (d *DB) LastActs(ctx context.Context, now time.Time) (numbers []int, err error) {
	last := map[changedBy]int{}
	err = eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var number int
		var e AuditEntry
		var detail string
		if err := rows.Scan(&number, &e.About.Kind, &e.About.ID, &e.Subject.ID, &e.Act, &detail); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(detail), &e.Detail); err != nil {
			return err
		}
		last[e.changed()] = number
		return nil
	}, selectLastActs, now.Add(-UndoLife).UnixMilli())
	return slices.Sorted(maps.Values(last)), err
}

const selectLastActs = `SELECT number, about_kind, about_id, coalesce(subject, ''), act, CASE WHEN act LIKE 'round-%' THEN detail ELSE '{}' END
	FROM audit_log WHERE number > ` + recentActs + ` AND at > $1 ORDER BY number`

// changedBy is what an act changed.
type changedBy struct {
	about         Ref
	subject, what string
	round         string
}

// changed returns what the act changed: of acts that do so, the last can be undone.
func (e AuditEntry) changed() changedBy {
	what := e.Act
	for name, acts := range actsTogether {
		if slices.Contains(acts, e.Act) {
			what = name
		}
	}
	return changedBy{e.About, e.Subject.ID, what, e.Detail["Round"]}
}

// actsTogether are acts that change the same, by its name. Any other act changes what no act of another kind does.
var actsTogether = map[string][]string{
	"account":  {"account-closed", "account-opened"},
	"terms":    {"ladder-set", "ladder-about"},
	"closing":  {"ladder-closed", "ladder-opened"},
	"place":    {"ladder-added", "ladder-placed", "ladder-removed"},
	"places":   {"ladder-members", "ladder-members-removed", "ladder-ordered", "ladder-drawn"},
	"result":   {"ladder-recorded", "ladder-result", "pairing-entered", "pairing-decided", "pairing-corrected", "pairing-off", "pairing-replaced", "pairing-undone", "pairing-confirmed"},
	"entrant":  {"tournament-entrant", "tournament-withdrawn", "tournament-paused", "tournament-resumed"},
	"entrants": {"tournament-entrants", "tournament-entrants-removed"},
	"begin":    {"tournament-begun", "tournament-entry"},
	"end":      {"tournament-finished", "tournament-reopened", "tournament-off"},
	"round":    {"round-published", "round-opened", "round-relaxed", "round-retracted", "round-swapped"},
}

// isPublication reports whether an act published a round.
func isPublication(act string) bool { return act == "round-published" || act == "round-relaxed" }

// JustDone returns the number of the last act that a person has done since a time, if it can be undone; else 0.
func (d *DB) JustDone(ctx context.Context, person string, since time.Time) (number int, err error) {
	var at int64
	var act string
	err = kind(d.read.QueryRowContext(ctx, "SELECT number, at, act FROM audit_log WHERE person = $1 ORDER BY number DESC LIMIT 1", person).Scan(&number, &at, &act))
	if rules.IsKind(err, rules.NotFound) {
		return 0, nil
	}
	if err != nil || at < since.UnixMilli() || !slices.Contains(UndoableActs(), act) {
		return 0, err
	}
	e, err := d.ActToUndo(ctx, number, since)
	if err == nil {
		var why map[int]error
		if why, err = d.UndoableNow(ctx, []AuditEntry{e}, since); err == nil {
			err = why[number]
		}
	}
	if rules.IsKind(err, rules.Conflict) {
		return 0, nil
	}
	return number, err
}

// ReturnToEntry takes back the beginning of a tournament that has had no round: people can enter it again. It fails as
// BeginTournament does, with kind Conflict when it is not running or has had a round (error.tournament-status).
func (d *DB) ReturnToEntry(ctx context.Context, id, by string, now time.Time) error {
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		if t.Status != TournamentRunning || t.Round > 0 {
			return rules.Errorf(rules.Conflict, "error.tournament-status", "tournament %s is %s, in round %d", id, t.Status, t.Round)
		}
		if _, err := exec(ctx, tx, "UPDATE tournaments SET status = 'entry', rounds = 0, lot = 1, begun = NULL, opens = NULL WHERE id = $1", id); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, "DELETE FROM absences WHERE tournament = $1", id); err != nil {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-entry"}, now)
	})
}

// A nowForUndo is what decides whether acts can be undone.
type nowForUndo struct {
	places      map[[2]string]int // by ladder and player
	moved       map[string]int    // number of the last event that changed a place lately, by ladder
	tournaments map[string]Tournament
	entered     map[[2]string]int // round from which on an entrant is paired, by tournament and person
	rounds      map[string]roundsNow
	pairings    map[string]pairingNow
	now         time.Time
	archived    map[string]bool // ladders and tournaments of archived seasons; rounds and pairings know it themselves
	challenged  lastChallenged
}

// UndoableNow returns for each act, by number, why it cannot be undone now; nil if it can. The acts
// are those of UndoableActs that are the last about what they changed. It reads what can be read
// for all of them at once; undoing an act checks the rest. The errors are of kind Conflict: an
// act on a ladder of which places have changed since (error.undo-ladder), a recorded game that
// decided an open challenge (error.undo-challenge), an act in an archived season (error.season-archived), a published round that has begun
// (error.undo-begun), a result of a challenge, a contested one and one that ended a game on this site
// (error.undo-never), and others that depend on something later (error.undo-changed).
func (d *DB) UndoableNow(ctx context.Context, acts []AuditEntry, now time.Time) (map[int]error, error) {
	is := nowForUndo{places: map[[2]string]int{}, moved: map[string]int{}, tournaments: map[string]Tournament{}, entered: map[[2]string]int{}, archived: map[string]bool{}, now: now}
	var ladders, tournaments, published, people, pairings []string
	for _, e := range acts {
		people = append(append(people, e.Subject.ID), e.many()...)
		switch {
		case e.Detail[ladderDetail] != "":
			ladders = append(ladders, e.Detail[ladderDetail])
		case e.About.Kind == RefLadder:
			ladders = append(ladders, e.About.ID)
		case isPublication(e.Act):
			published = append(published, e.About.ID)
		case e.About.Kind == RefPairing:
			pairings = append(pairings, e.About.ID)
		case e.About.Kind == RefTournament:
			tournaments = append(tournaments, e.About.ID)
		}
	}
	since := now.Add(-UndoLife).UnixMilli()
	for _, read := range []func() error{
		func() error { return d.placesForUndo(ctx, is, ladders, people) },
		func() error { return d.movedForUndo(ctx, is, ladders, since) },
		func() (err error) {
			is.challenged, err = challengedSince(ctx, d.read, ladders, since)
			return err
		},
		func() error { return d.tournamentsForUndo(ctx, is, tournaments) },
		func() error { return d.archivedForUndo(ctx, is, ladders, tournaments) },
		func() error { return d.entrantsForUndo(ctx, is, tournaments, people) },
		func() (err error) { is.rounds, err = roundsForUndo(ctx, d.read, published); return err },
		func() (err error) { is.pairings, err = pairingsForUndo(ctx, d.read, pairings, now); return err },
	} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	why := map[int]error{}
	for _, e := range acts {
		why[e.Number] = is.may(e)
	}
	return why, nil
}

// twoLists returns two lists for IN conditions, with their arguments. Each text is in them once.
func twoLists(first, second []string) (one, two string, args []any) {
	first, second = slices.Compact(slices.Sorted(slices.Values(first))), slices.Compact(slices.Sorted(slices.Values(second)))
	one, args = inList(first)
	two = "(NULL"
	for _, text := range second {
		args = append(args, text)
		two += ", $" + strconv.Itoa(len(args))
	}
	return one, two + ")", args
}

func (d *DB) placesForUndo(ctx context.Context, is nowForUndo, ladders, people []string) error {
	in, of, args := twoLists(ladders, people)
	return eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var id, person string
		var place int
		err := rows.Scan(&id, &person, &place)
		is.places[[2]string{id, person}] = place
		return err
	}, "SELECT ladder, person, place FROM ladder_players WHERE ladder IN "+in+" AND person IN "+of+" AND place IS NOT NULL", args...)
}

func (d *DB) movedForUndo(ctx context.Context, is nowForUndo, ladders []string, since int64) error {
	in, _, args := twoLists(ladders, nil)
	args = append(args, since)
	return eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var id string
		var number int
		err := rows.Scan(&id, &number)
		is.moved[id] = number
		return err
	}, "SELECT ladder, max(number) FROM ladder_events WHERE ladder IN "+in+" AND at > $"+strconv.Itoa(len(args))+" AND moved GROUP BY ladder", args...)
}

func (d *DB) tournamentsForUndo(ctx context.Context, is nowForUndo, tournaments []string) error {
	in, _, args := twoLists(tournaments, nil)
	return eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var t Tournament
		err := rows.Scan(&t.ID, &t.Kind, &t.Status, &t.Round)
		is.tournaments[t.ID] = t
		return err
	}, "SELECT id, kind, status, round FROM tournaments WHERE id IN "+in, args...)
}

func (d *DB) archivedForUndo(ctx context.Context, is nowForUndo, ladders, tournaments []string) error {
	in, of, args := twoLists(ladders, tournaments)
	return eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		is.archived[id] = true
		return err
	}, "SELECT l.id FROM ladders l JOIN seasons s ON s.id = l.season WHERE l.id IN "+in+" AND s.status = 'archived'"+
		" UNION SELECT t.id FROM tournaments t JOIN seasons s ON s.id = t.season WHERE t.id IN "+of+" AND s.status = 'archived'", args...)
}

func (d *DB) entrantsForUndo(ctx context.Context, is nowForUndo, tournaments, people []string) error {
	in, of, args := twoLists(tournaments, people)
	return eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var id, person string
		var from int
		err := rows.Scan(&id, &person, &from)
		is.entered[[2]string{id, person}] = from
		return err
	}, "SELECT tournament, person, entered FROM entrants WHERE tournament IN "+in+" AND person IN "+of+" AND withdrawn IS NULL", args...)
}

// may returns nil if an act can be undone now.
func (is nowForUndo) may(e AuditEntry) error {
	if is.archived[cmp.Or(e.Detail[ladderDetail], e.About.ID)] {
		return rules.Errorf(rules.Conflict, "error.season-archived", "act %d", e.Number)
	}
	switch e.Act {
	case "ladder-members", "ladder-ordered", "ladder-drawn", "ladder-recorded", "ladder-result":
		if err := is.challenged.since(e); err != nil { // of those who were added together
			return err
		}
		return e.undoOnLadder(func(event int) (bool, error) { return is.moved[e.Detail[ladderDetail]] > event, nil })
	case "ladder-added", "ladder-placed", "ladder-removed":
		if place := is.places[[2]string{e.About.ID, e.Subject.ID}]; strconv.Itoa(place) != e.Detail["Is"] {
			return ErrUndone.Errorf("player %s is on place %d", e.Subject.ID, place)
		}
		return nil
	}
	switch {
	case isPublication(e.Act):
		return is.rounds[e.About.ID].mayRetract(e)
	case e.About.Kind == RefPairing:
		_, err := is.pairings[e.About.ID].before(e)
		return err
	case e.About.Kind != RefTournament:
		return nil
	}
	t := is.tournaments[e.About.ID]
	if was := statedDeadline(e.Detail, "Was"); e.Act == "round-deadline" && (t.Status != TournamentRunning || e.round() > t.Round || !was.IsZero() && !was.After(is.now)) {
		return ErrUndone.Errorf("the tournament is %s, and the deadline was %s", t.Status, was)
	}
	if !t.mayUndo(e) || (e.Act == "tournament-entrant" || e.Act == "tournament-entrants") && !is.unpaired(t, append(e.many(), e.Subject.ID)) {
		return ErrUndone.Errorf("%s in round %d of a tournament that is %s", e.Act, t.Round, t.Status)
	}
	return nil
}

// round returns the number of the round in the details of an act, 0 for none.
func (e AuditEntry) round() int {
	n, _ := strconv.Atoi(e.Detail["Round"]) // "" for none
	return n
}

// unpaired reports whether some of several people are in a tournament, and none of these in a round.
func (is nowForUndo) unpaired(t Tournament, people []string) bool {
	some := false
	for _, person := range people {
		from, entered := is.entered[[2]string{t.ID, person}]
		if entered && t.Round > 0 && from <= t.Round {
			return false
		}
		some = some || entered
	}
	return some
}

// mayUndo reports whether an act on the tournament can be undone in its status.
func (t Tournament) mayUndo(e AuditEntry) bool {
	open := t.Status == TournamentEntry || t.Status == TournamentRunning
	switch e.Act {
	case "tournament-entrant", "tournament-entrants":
		return open
	case "tournament-withdrawn":
		return open && e.Detail["Round"] == "0"
	case "tournament-numbers":
		return t.Status == TournamentEntry
	case "tournament-begun":
		return t.Status == TournamentRunning && t.Round == 0
	case "tournament-finished": // rounds are added to a Swiss only
		return t.Status == TournamentOver && (e.Detail["Round"] == e.Detail["Rounds"] || t.Kind == Swiss)
	case "tournament-reopened":
		return t.Status == TournamentRunning
	}
	return true
}
