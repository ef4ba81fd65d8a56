package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/record"
)

// A Venue is where the challenges of a ladder are played.
type Venue string

// The venues.
const (
	OnSite    Venue = "site"
	OverBoard Venue = "board"
	Either    Venue = "either" // the challenger says
)

// Allows reports whether a challenge may be played on the site, or over the board.
func (v Venue) Allows(site bool) bool {
	return v == Either || (v == OnSite) == site
}

// Lengths of ids, as in db.go.
const (
	ladderLetters    = 12
	challengeLetters = 12
)

// The most characters of what is written about a ladder.
const (
	MaxLadderName  = 60
	MaxLadderAbout = 4000
)

// A Ladder is a challenge ladder of a season.
type Ladder struct {
	ID     string
	Season string // id
	LadderTerms
	Continues string // id of the ladder whose players began this one; empty for none
	Made      time.Time
	Closed    time.Time // zero while it is open

	zone string // of the club, as stored
}

// LadderTerms are an organiser's settings of a ladder.
type LadderTerms struct {
	Name      string
	About     string // Markdown
	Settings  ladder.Settings
	Venue     Venue
	Control   record.Control // of games on the site
	Rated     bool           // games on the site count
	Automatic bool           // new members of the club join
}

// Open reports whether the ladder takes challenges.
func (l Ladder) Open() bool { return l.Closed.IsZero() }

// Problems returns the faults of the terms, each an *rules.Error of kind Invalid: those of
// ladder.Settings.Problems, of the name (error.title), the description (error.text)
// and the venue (error.ladder-venue), and of a rating that could not change, over the board
// (error.pairing-rated) or without a clock (error.rated-clock).
func (t LadderTerms) Problems() []*rules.Error {
	var wrong []*rules.Error
	if n := utf8.RuneCountInString(t.Name); IsBlank(t.Name) || n > MaxLadderName || strings.TrimSpace(t.Name) != t.Name || !IsLine(t.Name) {
		wrong = append(wrong, rules.Errorf(rules.Invalid, "error.title", "name %.100q", t.Name).In("name"))
	}
	if n := utf8.RuneCountInString(t.About); n > MaxLadderAbout || !IsText(t.About) {
		wrong = append(wrong, rules.Errorf(rules.Invalid, "error.text", "about: %d characters", n).In("about"))
	}
	wrong = append(wrong, t.Settings.Problems()...)
	switch {
	case t.Venue != OnSite && t.Venue != OverBoard && t.Venue != Either:
		wrong = append(wrong, rules.Errorf(rules.Invalid, "error.ladder-venue", "venue %.20q", t.Venue).In("venue"))
	case t.Rated && t.Venue == OverBoard:
		wrong = append(wrong, rules.Errorf(rules.Invalid, "error.pairing-rated", "rated over the board").In("rated"))
	case t.Rated && t.Control.None():
		wrong = append(wrong, rules.Errorf(rules.Invalid, "error.rated-clock", "rated without a clock").In("rated"))
	}
	return wrong
}

// Check returns nil for terms that a ladder can have, else all Problems, joined as by
// errors.Join.
func (t LadderTerms) Check() error {
	var wrong []error
	for _, problem := range t.Problems() {
		wrong = append(wrong, problem)
	}
	return errors.Join(wrong...)
}

// pairing returns the pairing of a challenge. The first player has seat 1 in the first game.
func (t LadderTerms) pairing(c ladder.Challenge, site bool, first, second string) NewPairing {
	return NewPairing{
		Key: c.Game, Unit: c.Unit, Control: t.Control, Rated: t.Rated && site, Site: site,
		First: first, Second: second, Due: fromMS(c.PlayBy),
	}
}

// CreateLadder creates a ladder in an open season. A ladder that continues another takes over its
// players in their order, except those who have left or whose accounts are deleted. It fails as
// LadderTerms.Check does, with kind Forbidden when by is no organiser (error.organisers-only),
// Conflict when the season is closed (error.season-closed) or has too many ladders
// (error.many-ladders), and NotFound when there is no such season or ladder to continue.
func (d *DB) CreateLadder(ctx context.Context, season, continues string, t LadderTerms, by string, now time.Time) (Ladder, error) {
	if err := t.Check(); err != nil {
		return Ladder{}, err
	}
	l := Ladder{ID: NewID(ladderLetters), Season: season, LadderTerms: t, Continues: continues, Made: fromMS(now.UnixMilli())}
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if err := mustBeOpen(ctx, tx, season); err != nil {
			return err
		}
		const count = "SELECT count(*) FROM ladders WHERE season = $1"
		if err := mustHaveRoom(ctx, tx, maxLadders, rules.Conflict, "error.many-ladders", count, season); err != nil {
			return err
		}
		if err := insertLadder(ctx, tx, l); err != nil {
			return err
		}
		act := Act{By: by, Act: "ladder-made", About: l.Ref(), Detail: map[string]string{"Name": l.Name}}
		if continues != "" {
			from, err := ladderIn(ctx, tx, continues)
			if err != nil {
				return err
			}
			act = Act{By: by, Act: "ladder-carried", About: l.Ref(), Detail: map[string]string{"Name": l.Name, "From": from.Name}}
			if _, err := d.onLadder(ctx, tx, l.ID, now, func(s *storedLadder) ([]ladder.Event, error) {
				return carryOver(ctx, tx, s, continues, now)
			}); err != nil {
				return err
			}
		}
		return writeAudit(ctx, tx, act, now)
	})
	return l, err
}

// carryOver begins a ladder with the players of another, in their order. None is
// a newcomer any more.
func carryOver(ctx context.Context, tx *sql.Tx, s *storedLadder, from string, now time.Time) ([]ladder.Event, error) {
	people, err := scanTexts(tx.QueryContext(ctx, `SELECT lp.person FROM ladder_players lp JOIN people p ON p.id = lp.person
		WHERE lp.ladder = $1 AND lp.place IS NOT NULL AND p.name IS NOT NULL AND NOT p.deleted ORDER BY lp.place`, from))
	if err != nil {
		return nil, err
	}
	free := s.Settings.Free
	s.Settings.Free = 0
	defer func() { s.Settings.Free = free }()
	var events []ladder.Event
	for i, person := range people {
		added, err := s.Add(now.UnixMilli(), person, i+1)
		if err != nil {
			return nil, err
		}
		events = append(events, added...)
	}
	return events, nil
}

func insertLadder(ctx context.Context, tx *sql.Tx, l Ladder) error {
	settings, err := json.Marshal(l.Settings)
	if err != nil {
		return err
	}
	_, err = exec(ctx, tx, `INSERT INTO ladders (id, season, name, about, settings, venue, control, rated, automatic, continues, made)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		l.ID, l.Season, l.Name, l.About, string(settings), string(l.Venue), l.Control.String(), l.Rated, l.Automatic, null(l.Continues), l.Made.UnixMilli())
	return err
}

// EditLadder changes the terms of a ladder. Existing challenges keep their terms: deadlines, unit,
// where they are played. The audit log has each changed term, with its old and new value. It fails
// as CreateLadder does, but also works in a closed season, and fails with kind Conflict when the
// season is archived (error.season-archived).
func (d *DB) EditLadder(ctx context.Context, id string, t LadderTerms, by string, now time.Time) (Ladder, error) {
	if err := t.Check(); err != nil {
		return Ladder{}, err
	}
	return d.editLadder(ctx, id, by, now, func(LadderTerms) LadderTerms { return t })
}

// AutomateLadder lets new members of the club join a ladder automatically. It fails as EditLadder does.
func (d *DB) AutomateLadder(ctx context.Context, id, by string, now time.Time) (Ladder, error) {
	return d.editLadder(ctx, id, by, now, func(t LadderTerms) LadderTerms {
		t.Automatic = true
		return t
	})
}

// editLadder is EditLadder to the terms that edit returns for the present ones.
func (d *DB) editLadder(ctx context.Context, id, by string, now time.Time, edit func(LadderTerms) LadderTerms) (l Ladder, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if l, err = ladderIn(ctx, tx, id); err != nil {
			return err
		}
		t := edit(l.LadderTerms)
		if err := mustNotBeArchived(ctx, tx, l.Season); err != nil {
			return err
		}
		changes := t.changes(l.LadderTerms)
		if len(changes) == 0 {
			return nil
		}
		if len(settingsChanged(l.Settings, t.Settings)) > 0 {
			if _, err := d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
				return s.Change(now.UnixMilli(), t.Settings)
			}); err != nil {
				return err
			}
		}
		if err := updateLadder(ctx, tx, id, t); err != nil {
			return err
		}
		was := l.LadderTerms
		l.LadderTerms = t
		return auditChanges(ctx, tx, l, changes, was, by, now)
	})
	return l, err
}

func updateLadder(ctx context.Context, tx *sql.Tx, id string, t LadderTerms) error {
	settings, err := json.Marshal(t.Settings)
	if err != nil {
		return err
	}
	_, err = exec(ctx, tx, "UPDATE ladders SET name = $2, about = $3, settings = $4, venue = $5, control = $6, rated = $7, automatic = $8 WHERE id = $1",
		id, t.Name, t.About, string(settings), string(t.Venue), t.Control.String(), t.Rated, t.Automatic)
	return err
}

// A change is one term of a ladder before and after.
type change struct{ name, was, is string }

// changes returns the terms that differ from others, by name.
func (t LadderTerms) changes(was LadderTerms) []change { return differing(was.named(), t.named()) }

// settingsChanged returns the rules that differ.
func settingsChanged(was, is ladder.Settings) []change {
	return differing(settingsNamed(was), settingsNamed(is))
}

// differing returns the changes between two lists of terms with the same names.
func differing(before, after []change) (list []change) {
	for i, term := range after {
		if before[i].is != term.is {
			list = append(list, change{term.name, before[i].is, term.is})
		}
	}
	return list
}

// named lists the terms by name, always in the same order; of what is about the ladder
// just that it changed is of interest.
func (t LadderTerms) named() []change {
	yesNo := map[bool]string{true: "yes", false: "no"}
	list := []change{
		{name: "name", is: t.Name},
		{name: "about", is: t.About},
		{name: "venue", is: string(t.Venue)},
		{name: "control", is: t.Control.String()},
		{name: "rated", is: yesNo[t.Rated]},
		{name: "automatic", is: yesNo[t.Automatic]},
	}
	return append(list, settingsNamed(t.Settings)...)
}

// settingsNamed lists the rules by the names that they are stored under.
func settingsNamed(s ladder.Settings) []change {
	var stored map[string]json.RawMessage
	text, err := json.Marshal(s)
	if err != nil || json.Unmarshal(text, &stored) != nil {
		return nil // which no settings make happen
	}
	var list []change
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		list = append(list, change{name: name, is: strings.NewReplacer(`"`, "", "[", "", "]", "").Replace(string(stored[name]))})
	}
	return list
}

// auditChanges records each changed term in the audit log, each with all former terms, to which the edit can be undone.
func auditChanges(ctx context.Context, tx *sql.Tx, l Ladder, changes []change, was LadderTerms, by string, now time.Time) error {
	terms, err := json.Marshal(was)
	if err != nil {
		return err
	}
	for _, c := range changes {
		act := Act{By: by, Act: "ladder-set", About: l.Ref(), Detail: map[string]string{
			"Name": l.Name, "SettingKey": "ladder.set." + strings.ReplaceAll(c.name, "_", "-"), "Terms": string(terms),
		}}
		for name, value := range map[string]string{"Was": c.was, "Is": c.is} {
			if key := choiceKey(c.name, value); key != "" {
				act.Detail[name+"Key"] = key
			} else {
				act.Detail[name] = value
			}
		}
		if c.name == "about" {
			act = Act{By: by, Act: "ladder-about", About: l.Ref(), Detail: map[string]string{"Name": l.Name, "Terms": string(terms)}}
		}
		if err := writeAudit(ctx, tx, act, now); err != nil {
			return err
		}
	}
	return nil
}

// choiceKey returns the catalog key of a term's value. It is empty for a value that is its own
// text.
func choiceKey(name, value string) string {
	switch name + " " + value {
	case "unplayed lost":
		return "ladder.choice.lost-awaited"
	case "leaving lost":
		return "ladder.choice.lost-leaver"
	case "venue either":
		return "ladder.venue-either"
	case "control ":
		return "setup.no-clock"
	case "downwards true", "rated yes", "automatic yes":
		return "ladder.yes"
	case "downwards false", "rated no", "automatic no":
		return "ladder.no"
	}
	switch name {
	case "venue":
		return "pairing." + value
	case "unit", "refuse", "unanswered", "unplayed", "win", "loss", "entry", "leaving":
		return "ladder.choice." + value
	case "games":
		if !strings.Contains(value, ",") {
			return value + ".name"
		}
	}
	return ""
}

// CloseLadder closes a ladder, or opens it again. It is no error when it is so already. It
// fails with kind Forbidden when by is no organiser (error.organisers-only),
// NotFound when there is no such ladder, and Conflict when it is to be opened in a
// season that is closed (error.season-closed).
func (d *DB) CloseLadder(ctx context.Context, id string, closed bool, by string, now time.Time) (news LadderNews, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		news = LadderNews{}
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		l, err := ladderIn(ctx, tx, id)
		if err != nil || l.Open() != closed {
			return err
		}
		act, do := Act{By: by, Act: "ladder-closed", About: l.Ref(), Detail: map[string]string{"Name": l.Name}}, (*ladder.State).Close
		if !closed {
			act, do = Act{By: by, Act: "ladder-opened", About: l.Ref(), Detail: act.Detail}, (*ladder.State).Reopen
			if err := mustBeOpen(ctx, tx, l.Season); err != nil {
				return err
			}
		}
		news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			return do(&s.State, now.UnixMilli()), nil
		})
		if err != nil {
			return err
		}
		return writeAudit(ctx, tx, act, now)
	})
	return news, err
}

// Ladder returns the ladder with the id. It fails with kind NotFound (error.no-ladder) if there
// is none.
func (d *DB) Ladder(ctx context.Context, id string) (Ladder, error) {
	return oneLadder(d.read.QueryContext(ctx, selectLadder+"WHERE id = $1", id))
}

// ladderIn is Ladder in a transaction.
func ladderIn(ctx context.Context, tx *sql.Tx, id string) (Ladder, error) {
	return oneLadder(tx.QueryContext(ctx, selectLadder+"WHERE id = $1", id))
}

// LaddersOf returns the ladders of seasons, the oldest first.
func (d *DB) LaddersOf(ctx context.Context, seasons ...string) ([]Ladder, error) {
	list, args := inList(seasons)
	return scanLadders(d.read.QueryContext(ctx, selectLadder+"WHERE season IN "+list+" ORDER BY made, id", args...))
}

// LaddersWith returns the ids of the ladders on which a person is.
func (d *DB) LaddersWith(ctx context.Context, person string) ([]string, error) {
	return scanTexts(d.read.QueryContext(ctx, "SELECT ladder FROM ladder_players WHERE person = $1 AND place IS NOT NULL", person))
}

const selectLadder = `SELECT id, season, name, about, settings, venue, control, rated, automatic, coalesce(continues, ''), made, closed,
	(SELECT zone FROM club) FROM ladders `

func oneLadder(rows *sql.Rows, err error) (Ladder, error) {
	list, err := scanLadders(rows, err)
	return found(list, err, "error.no-ladder")
}

func scanLadders(rows *sql.Rows, err error) (list []Ladder, _ error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var l Ladder
		var settings, control string
		var made int64
		var closed sql.NullInt64
		if err := rows.Scan(&l.ID, &l.Season, &l.Name, &l.About, &settings, &l.Venue, &control, &l.Rated, &l.Automatic, &l.Continues, &made, &closed, &l.zone); err != nil {
			return nil, kind(err)
		}
		if err := json.Unmarshal([]byte(settings), &l.Settings); err != nil {
			return nil, err
		}
		if l.Control, err = record.ParseControl(control); err != nil {
			return nil, err
		}
		if l.Made = fromMS(made); closed.Valid {
			l.Closed = fromMS(closed.Int64)
		}
		list = append(list, l)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}
