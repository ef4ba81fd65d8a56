package db

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/rules/tourney"
)

// A TournamentKind is a system by which a tournament pairs its entrants.
type TournamentKind string

// The kinds of tournaments.
const (
	RoundRobin TournamentKind = "robin"    // all play each other
	Swiss      TournamentKind = "swiss"    // entrants with equal scores play each other
	Knockout   TournamentKind = "knockout" // losers are eliminated
)

// TournamentKinds returns the kinds in the order of the form.
func TournamentKinds() []TournamentKind { return []TournamentKind{Swiss, RoundRobin, Knockout} }

// A TournamentStatus is the phase of a tournament.
type TournamentStatus string

// The statuses of a tournament.
const (
	TournamentEntry   TournamentStatus = "entry"   // people enter
	TournamentRunning TournamentStatus = "running" // its ranking is fixed; rounds are published one by one
	TournamentOver    TournamentStatus = "over"
	TournamentOff     TournamentStatus = "off" // called off
)

// A Seeding is the order of entrants in the ranking when a tournament begins.
type Seeding string

// The seedings.
const (
	SeedByRating Seeding = "rating" // by the rules and class of clock; unrated entrants come last
	SeedByHand   Seeding = "hand"   // by the organisers' numbers
	SeedAtRandom Seeding = "lot"
)

// Bounds of a tournament.
const (
	MaxEntrants       = 200
	MinEntrants       = 2
	MaxRounds         = 20 // of a Swiss
	MaxRoundDays      = 90
	MaxTournamentName = 60   // letters
	MaxAbout          = 4000 // letters
)

// TournamentSettings are a tournament's rules. They are stored as JSON.
type TournamentSettings struct {
	Kind      TournamentKind
	Double    bool `json:",omitempty"` // a round robin is played twice, with seats changed
	AllAtOnce bool `json:",omitempty"` // all rounds of a round robin are published with the first
	Rounds    int  `json:",omitempty"` // of a Swiss; 0: as many as fit the field
	Third     bool `json:",omitempty"` // a knockout has a match for third place
	Late      int  `json:",omitempty"` // last round of a Swiss into which people may enter; 0 and 1: none after the first; or LateHalf

	MissedHalf bool `json:",omitempty"` // rounds before a late entry into a Swiss are half-point byes, else no points
	HalfByes   int  `json:",omitempty"` // half-point byes of an entrant of a Swiss for rounds to which the entrant cannot come

	Key     string            `json:"Game"` // of the rules; stored under an older name
	Options map[string]string `json:",omitempty"`
	Unit    pairing.Unit
	Control string `json:",omitempty"` // as record.Control writes it; empty for none
	Rated   bool   `json:",omitempty"`
	Site    bool   `json:",omitempty"` // played on this site; else over the board

	ByDate  bool      `json:",omitempty"` // rounds are published automatically, the first at Opens
	Opens   time.Time `json:",omitzero"`
	Days    int       `json:",omitempty"` // for each round; 0: without deadline
	Forfeit bool      `json:",omitempty"` // a player who is to act when a round is due loses; else organisers decide

	Seeding Seeding
	Breaks  []tourney.TieBreak `json:",omitempty"` // in their order
	Closed  bool               `json:",omitempty"` // only organisers enter people
	Most    int                `json:",omitempty"` // entrants; 0: MaxEntrants
}

// LateHalf as TournamentSettings.Late lets people enter until half of the rounds are over.
const LateHalf = -1

// LastEntry returns the last round into which people may enter by themselves, of a Swiss with a number of rounds.
func (s TournamentSettings) LastEntry(rounds int) int {
	if s.Late == LateHalf {
		return rounds/2 + 1
	}
	return min(s.Late, rounds)
}

// Limit returns the maximum number of entrants.
func (s TournamentSettings) Limit() int {
	if s.Most == 0 {
		return MaxEntrants
	}
	return s.Most
}

// control returns the time control; a test reads all stored ones.
func (s TournamentSettings) control() record.Control {
	c, _ := record.ParseControl(s.Control)
	return c
}

// Seated reports whether the starter is part of the pairing: in units of one game.
func (s TournamentSettings) Seated() bool { return s.Unit == pairing.OneGame }

// newPairing returns the pairing of two entrants.
func (s TournamentSettings) newPairing(first, second string, due time.Time) NewPairing {
	n := NewPairing{
		Key: s.Key, Options: s.Options, Unit: s.Unit, Rated: s.Rated, Decisive: s.Kind == Knockout, Site: s.Site,
		First: first, Second: second, Due: due,
	}
	if s.Site {
		n.Control = s.control()
	}
	return n
}

// Check returns all errors in the settings, joined: those of NewPairing.Check, and errors of kind
// Invalid for an unknown choice (error.choice), rounds, days, entrants or a last round to enter out
// of bounds (error.tournament-rounds, -days, -most, -late, -byes), a missing date of the first round where
// rounds are published by date (error.tournament-opens), and a repeated or unknown tie-break
// (error.tournament-breaks).
func (s TournamentSettings) Check() error {
	_, badControl := record.ParseControl(s.Control)
	wrong := []error{badControl, s.newPairing("", "", time.Time{}).Check()}
	bad := func(is bool, key, format string, value any, fields ...string) {
		if is {
			wrong = append(wrong, rules.Errorf(rules.Invalid, key, format, value).In(fields...))
		}
	}
	bad(!slices.Contains(TournamentKinds(), s.Kind), "error.choice", "kind %q", s.Kind)
	bad(!slices.Contains([]Seeding{SeedByRating, SeedByHand, SeedAtRandom}, s.Seeding), "error.choice", "seeding %q", s.Seeding)
	bad(s.Rounds < 0 || s.Rounds > MaxRounds, "error.tournament-rounds", "%d rounds", s.Rounds, "rounds")
	bad(s.Late < LateHalf || s.Late > MaxRounds, "error.tournament-late", "late entry to round %d", s.Late, "late")
	bad(s.HalfByes < 0 || s.HalfByes > MaxRounds, "error.tournament-byes", "%d half-point byes", s.HalfByes, "byes")
	bad(s.Days < 0 || s.Days > MaxRoundDays || s.ByDate && s.Days == 0, "error.tournament-days", "%d days", s.Days, "every", "within")
	bad(s.ByDate && s.Opens.IsZero(), "error.tournament-opens", "first round %s", s.Opens, "opens")
	bad(s.Most != 0 && (s.Most < MinEntrants || s.Most > MaxEntrants), "error.tournament-most", "%d entrants", s.Most, "most")
	bad(!knownBreaks(s.Breaks), "error.tournament-breaks", "%v", s.Breaks, "breaks")
	return errors.Join(wrong...)
}

// knownBreaks reports whether these are tie-breaks, each once.
func knownBreaks(breaks []tourney.TieBreak) bool {
	for i, b := range breaks {
		if !slices.Contains(tourney.TieBreaks(), b) || slices.Contains(breaks[:i], b) {
			return false
		}
	}
	return true
}

// A Tournament is a tournament without its entrants.
type Tournament struct {
	ID     string
	Season string // id
	Name   string
	About  string // Markdown
	TournamentSettings
	Status  TournamentStatus
	Length  int // number of rounds; 0 until it begins
	Planned int // number of rounds before an organiser ended it earlier; 0 if none did
	Round   int // the last that was published, 0 before the first
	Made    time.Time
	Begun   time.Time // zero if not begun
	Ended   time.Time // zero if not ended
	Next    time.Time // when the next round is published automatically; zero: when an organiser publishes it

	drawSeed int64 // drawn at the beginning; odd: the first of the ranking has seat 1 in round 1
}

// A NewTournament is the input for a tournament.
type NewTournament struct {
	Season string // id
	Name   string
	About  string
	TournamentSettings
}

// Check returns all errors in the input, joined: those of the settings, and of CheckName.
func (n NewTournament) Check() error {
	return errors.Join(n.CheckName(), n.TournamentSettings.Check())
}

// CheckName returns an error of kind Invalid for a missing or long name (error.title),
// and for a long description (error.text).
func (n NewTournament) CheckName() (wrong error) {
	if name := utf8.RuneCountInString(strings.TrimSpace(n.Name)); IsBlank(n.Name) || name > MaxTournamentName || !IsLine(n.Name) {
		wrong = rules.Errorf(rules.Invalid, "error.title", "%.200q", n.Name).In("name")
	}
	if utf8.RuneCountInString(n.About) > MaxAbout || !IsText(n.About) {
		wrong = errors.Join(wrong, rules.Errorf(rules.Invalid, "error.text", "%d bytes", len(n.About)).In("about"))
	}
	return wrong
}

// tournamentLetters is the length of a tournament's id, as in db.go.
const tournamentLetters = 12

// CreateTournament creates a tournament that people may enter. It fails with kind Forbidden when by
// is no organiser (error.organisers-only), NotFound when there is no such season, Conflict when the
// season is closed (error.season-closed) or has too many tournaments (error.many-tournaments), and
// Invalid as NewTournament.Check does.
func (d *DB) CreateTournament(ctx context.Context, n NewTournament, by string, now time.Time) (Tournament, error) {
	if err := n.Check(); err != nil {
		return Tournament{}, err
	}
	settings, err := json.Marshal(n.TournamentSettings)
	if err != nil {
		return Tournament{}, err
	}
	id := NewID(tournamentLetters)
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if err := mustBeOpen(ctx, tx, n.Season); err != nil {
			return err
		}
		const count = "SELECT count(*) FROM tournaments WHERE season = $1"
		if err := mustHaveRoom(ctx, tx, maxTournaments, rules.Conflict, "error.many-tournaments", count, n.Season); err != nil {
			return err
		}
		_, err := exec(ctx, tx, `INSERT INTO tournaments (id, season, name, about, kind, settings, forfeits, status, rounds, round, lot, made)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 'entry', 0, 0, 1, $8)`,
			id, n.Season, strings.TrimSpace(n.Name), n.About, string(n.Kind), string(settings), n.Forfeit, now.UnixMilli())
		if err != nil {
			return err
		}
		return auditTournament(ctx, tx, Tournament{ID: id, Name: strings.TrimSpace(n.Name)}, Act{By: by, Act: "tournament-made"}, now)
	})
	if err != nil {
		return Tournament{}, err
	}
	return d.Tournament(ctx, id)
}

// auditTournament writes an act about a tournament to the audit log.
func auditTournament(ctx context.Context, tx *sql.Tx, t Tournament, act Act, now time.Time) error {
	act.About = t.Ref()
	detail := map[string]string{"Tournament": t.Name}
	for name, value := range act.Detail {
		detail[name] = value
	}
	act.Detail = detail
	return writeAudit(ctx, tx, act, now)
}

// EditTournament changes a tournament that has not begun. It fails as CreateTournament does, with
// kind NotFound when there is no such tournament, and with kind Conflict when it has begun
// (error.tournament-begun) or has more entrants than the new limit (error.tournament-most).
func (d *DB) EditTournament(ctx context.Context, id string, n NewTournament, by string, now time.Time) error {
	if err := n.Check(); err != nil {
		return err
	}
	settings, err := json.Marshal(n.TournamentSettings)
	if err != nil {
		return err
	}
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		if t.Status != TournamentEntry {
			return errBegun(t.Tournament)
		}
		if len(t.Entrants) > n.Limit() {
			return rules.Errorf(rules.Conflict, "error.tournament-most", "%d entrants of %d", len(t.Entrants), n.Limit()).In("most")
		}
		_, err := exec(ctx, tx, "UPDATE tournaments SET name = $2, about = $3, kind = $4, settings = $5, forfeits = $6 WHERE id = $1",
			id, strings.TrimSpace(n.Name), n.About, string(n.Kind), string(settings), n.Forfeit)
		if err != nil {
			return err
		}
		return auditEdits(ctx, tx, t.Tournament, n, by, now)
	})
}

// DescribeTournament changes the name and the description of a tournament, also after it has begun or ended.
// It fails as NewTournament.CheckName does, with kind Forbidden when by is no organiser
// (error.organisers-only), NotFound when there is no such tournament, and Conflict when its season is
// archived (error.season-archived).
func (d *DB) DescribeTournament(ctx context.Context, id, name, about, by string, now time.Time) error {
	n := NewTournament{Name: strings.TrimSpace(name), About: about}
	if err := n.CheckName(); err != nil {
		return err
	}
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		if _, err := exec(ctx, tx, "UPDATE tournaments SET name = $2, about = $3 WHERE id = $1", id, n.Name, n.About); err != nil {
			return err
		}
		n.TournamentSettings = t.TournamentSettings
		return auditEdits(ctx, tx, t.Tournament, n, by, now)
	})
}

func errBegun(t Tournament) error {
	return rules.Errorf(rules.Conflict, "error.tournament-begun", "tournament %s is %s", t.ID, t.Status)
}

// organiseTournament runs an organiser's act on a tournament. It fails with kind Forbidden when by
// is no organiser (error.organisers-only), NotFound when there is no such tournament, and Conflict
// when its season is archived (error.season-archived).
func (d *DB) organiseTournament(
	ctx context.Context, id, by string, do func(context.Context, *sql.Tx, FullTournament) error,
) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		t, err := fullTournament(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := mustNotBeArchived(ctx, tx, t.Season); err != nil {
			return err
		}
		return do(ctx, tx, t)
	})
}

// Tournament returns the tournament with the id. It fails with kind NotFound (error.no-tournament).
func (d *DB) Tournament(ctx context.Context, id string) (Tournament, error) {
	return oneTournament(d.read.QueryContext(ctx, selectTournament+"WHERE t.id = $1", id))
}

// TournamentsOf returns the tournaments of seasons, the newest first.
func (d *DB) TournamentsOf(ctx context.Context, seasons ...string) ([]Tournament, error) {
	list, args := inList(seasons)
	return scanTournaments(d.read.QueryContext(ctx, selectTournament+"WHERE t.season IN "+list+" ORDER BY t.made DESC, t.id", args...))
}

const selectTournament = `SELECT t.id, t.season, t.name, t.about, t.settings, t.status, t.rounds, t.round, t.lot, t.made,
	t.begun, t.ended, t.opens, coalesce(t.planned, 0) FROM tournaments t `

func oneTournament(rows *sql.Rows, err error) (Tournament, error) {
	list, err := scanTournaments(rows, err)
	return found(list, err, "error.no-tournament")
}

func scanTournaments(rows *sql.Rows, err error) (list []Tournament, _ error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var t Tournament
		var settings string
		var made int64
		var begun, ended, next sql.NullInt64
		if err := rows.Scan(&t.ID, &t.Season, &t.Name, &t.About, &settings, &t.Status, &t.Length, &t.Round, &t.drawSeed, &made,
			&begun, &ended, &next, &t.Planned); err != nil {
			return nil, kind(err)
		}
		if err := json.Unmarshal([]byte(settings), &t.TournamentSettings); err != nil {
			return nil, err
		}
		t.Made, t.Begun, t.Ended, t.Next = fromMS(made), timeOf(begun), timeOf(ended), timeOf(next)
		list = append(list, t)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// timeOf returns a stored optional time, the zero Time if missing.
func timeOf(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return fromMS(ms.Int64)
}

// newDrawSeed returns the random number from which all draws of a tournament follow, when the
// tournament begins. It cannot be foreseen, pages do not show it, and it does not change; only a
// reader of the database can know a later round's draw. Tournaments that began when only the seat
// was drawn have 1 or 2 here, and predictable draws.
func newDrawSeed() int64 { return 1 + rand.Int64N(math.MaxInt64) }

// topSecond reports whether the first of the ranking has the second seat in round 1.
func (t Tournament) topSecond() bool { return t.drawSeed%2 == 0 }

// drawStarters draws who starts, in units that balance seats, where no rule decides it. The draw
// for two players in a round depends on nothing else. So the published round is the proposed one,
// and swaps leave other pairs as they are.
func (t Tournament) drawStarters(round int, pairs []ProposedPair) {
	for i, pair := range pairs {
		if pair.Second != "" && !t.Seated() && !t.starts(round, pair.First, pair.Second) {
			pairs[i].First, pairs[i].Second = pair.Second, pair.First
			pairs[i].Gone = [2]bool{pair.Gone[1], pair.Gone[0]}
		}
	}
}

// starts reports whether the draw lets a person start against another in a round, with probability
// 1/2.
func (t Tournament) starts(round int, person, other string) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %d %s %s", t.drawSeed, t.ID, round, min(person, other), max(person, other)))
	return (sum[0]&1 == 0) == (person < other)
}
