package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

// A PairingStatus is how far a pairing is.
type PairingStatus string

// The statuses of a pairing.
const (
	PairingOpen PairingStatus = "open"
	PairingOver PairingStatus = "over"
	PairingOff  PairingStatus = "off" // called off: it counts for nothing
)

// A PairingEnd is how a pairing came to its end.
type PairingEnd string

// The ends of a pairing.
const (
	EndPlayed   PairingEnd = "played"   // by the games on this site
	EndEntered  PairingEnd = "entered"  // by what one player entered and the other confirmed
	EndRecorded PairingEnd = "recorded" // by what an organiser recorded of a game over the board

	EndForfeit PairingEnd = "forfeit" // somebody gave up what was still to be played
	EndDecided PairingEnd = "decided" // by an organiser
	EndLapsed  PairingEnd = "lapsed"  // its time was over, and it is called off

	EndRetracted PairingEnd = "retracted" // the organisers took back its round: it is called off

	EndReplaced PairingEnd = "replaced" // others play in its place, since a result before was corrected: it is called off
)

// A Pairing is two people who play one unit against each other, on this site or over the board,
// with its result. Player 1, first of Players, has seat 1 in the first game.
type Pairing struct {
	ID       string
	Key      string // of the rules
	Rules    int    // their version when the two were paired, by which all is played and judged
	Options  map[string]string
	Unit     pairing.Unit
	Control  record.Control
	Rated    bool
	Decisive bool // it has to have a winner
	Site     bool // it is played here; else over the board
	Players  [2]Player
	Revision int // rises with every change that its page shows
	Status   PairingStatus
	How      PairingEnd // empty while it is open
	Made     time.Time
	Due      time.Time        // when it is to be over; zero: whenever
	Ended    time.Time        // when it was over, or called off; zero while it is open
	Games    []pairing.Game   // that are over and count, in order
	Chosen   int              // player 1 or 2, whom the organiser made the winner where the games left it open; else 0
	Standing pairing.Standing // of Games; not over when it was called off
	Entered  *EnteredResult   // what a player says came of it, as long as it is open; nil: nothing
	Decided  *OrganisersWord  // nil: no organiser has decided anything
	Touched  []Game           // games that were made, or ended, with the last change; known only to who did it
	Others   []Pairing        // that were made, or replaced, with the last change; known only to who did it
	NoLogin  [2]bool          // which players cannot answer, as they have no account to log in to
	Ladder   *LadderNews      // what its end has come to on a ladder; nil for nothing, and known only to who did it
}

// An EnteredResult is what a player says came of a pairing over the board.
type EnteredResult struct {
	By      string // id of the player
	At      time.Time
	Games   []pairing.Game
	Against string // id of who contests it; empty: nobody
	Contest string // in whose words, why it is not so; may be empty

	ContestedAt time.Time
}

// An OrganisersWord is the last that an organiser decided about a pairing.
type OrganisersWord struct {
	By     Player
	At     time.Time
	Reason string
}

// Terms returns the terms of the pairing for package pairing.
func (p Pairing) Terms() (pairing.Terms, error) {
	game, err := games.Find(p.Key)
	return pairing.Terms{Game: game, Setup: rules.Setup{Version: p.Rules, Options: p.Options}, Unit: p.Unit, Decisive: p.Decisive}, err
}

// Player returns 1 or 2 for a player, and 0 for any other person.
func (p Pairing) Player(person string) int {
	for i, player := range p.Players {
		if person != "" && player.ID == person {
			return i + 1
		}
	}
	return 0
}

// Unanswerable reports whether a player has entered a result, and the other one cannot answer. An organiser confirms it.
func (p Pairing) Unanswerable() bool {
	return p.Status == PairingOpen && p.Entered != nil && p.Entered.Against == "" && p.NoLogin[2-p.Player(p.Entered.By)]
}

// AwaitsOrganiser reports whether a pairing awaits an organiser's decision: its result is contested or lacks the winner
// that it needs, or the opponent of the player who entered it cannot answer.
func (p Pairing) AwaitsOrganiser() bool {
	contested := p.Entered != nil && p.Entered.Against != ""
	return p.Status == PairingOpen && (contested || p.Standing.Undecided || p.Unanswerable())
}

// A NewPairing is what is asked for who pairs two people.
type NewPairing struct {
	Key      string // of the rules
	Options  map[string]string
	Unit     pairing.Unit
	Control  record.Control
	Rated    bool
	Decisive bool
	Site     bool
	First    string // id of who starts the first game
	Second   string
	Due      time.Time // zero: whenever
}

// Check returns the errors of addPairing that do not depend on the players: an *rules.Error of kind
// NotFound when there are no such rules, and of kind Invalid as pairing.Terms.CheckTerms does, for
// a rated pairing over the board (error.pairing-rated), and for a rated pairing without a clock
// (error.rated-clock).
func (n NewPairing) Check() error {
	game, err := games.Find(n.Key)
	if err != nil {
		return err
	}
	terms := pairing.Terms{Game: game, Setup: rules.Setup{Options: n.Options}, Unit: n.Unit, Decisive: n.Decisive}
	switch err := terms.CheckTerms(); {
	case err != nil:
		return err
	case n.Rated && !n.Site:
		return rules.Errorf(rules.Invalid, "error.pairing-rated", "rated over the board")
	case n.Rated && n.Control.None():
		return rules.Errorf(rules.Invalid, "error.rated-clock", "rated without a clock")
	}
	return nil
}

// addPairing pairs two people. On the site it creates their first game, which runs at once, or with
// a live clock waits for both with their seats reserved. Blocks and the limits of waiting games do
// not apply. It fails as NewPairing.Check does, with kind NotFound when there is no such person,
// with kind Invalid when both are the same (error.pairing-self) or the deadline has passed
// (error.pairing-due), and with kind Forbidden for a person without an account
// (error.pairing-members).
func (d *DB) addPairing(ctx context.Context, tx *sql.Tx, n NewPairing, now time.Time) (Pairing, error) {
	if err := n.Check(); err != nil {
		return Pairing{}, err
	}
	if n.First == n.Second {
		return Pairing{}, rules.Errorf(rules.Invalid, "error.pairing-self", "person %s", n.First)
	}
	if !n.Due.IsZero() && !n.Due.After(now) {
		return Pairing{}, rules.Errorf(rules.Invalid, "error.pairing-due", "due %s", n.Due)
	}
	if err := mustHaveAccounts(ctx, tx, n.First, n.Second); err != nil {
		return Pairing{}, err
	}
	id := NewID(pairingLetters)
	if err := insertPairing(ctx, tx, id, n, now); err != nil {
		return Pairing{}, err
	}
	p, err := pairingIn(ctx, tx, id)
	if err != nil || !p.Site {
		return p, err
	}
	g, err := d.beginPairingGame(ctx, tx, p, 1, time.Time{}, now)
	p.Touched = []Game{g}
	return p, err
}

// pairingLetters is the length of a pairing's id, as in db.go.
const pairingLetters = 12

func mustHaveAccounts(ctx context.Context, tx *sql.Tx, people ...string) error {
	for _, id := range people {
		p, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1 AND NOT deleted", id))
		if err != nil {
			return err
		}
		if p.Guest() {
			return rules.Errorf(rules.Forbidden, "error.pairing-members", "guest %s", id)
		}
	}
	return nil
}

func insertPairing(ctx context.Context, tx *sql.Tx, id string, n NewPairing, now time.Time) error {
	options, err := optionsText(rules.Setup{Options: n.Options})
	if err != nil {
		return err
	}
	game, err := games.Find(n.Key)
	if err != nil {
		return err
	}
	control := n.Control.String()
	if !n.Site {
		control = "" // clocks on tables are none of ours
	}
	_, err = exec(ctx, tx, `INSERT INTO pairings (id, game, options, unit, control, rated, decisive, site, first, second,
		revision, status, how, made, due, results, chosen, undecided, winner, half_wins_1, half_wins_2, points_1, points_2,
		worth_1, worth_2, contest, reason, rules)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, 'open', '', $11, $12, '[]', 0, false, 0, 0, 0, 0, 0, 0, 0, '', '', $13)`,
		id, n.Key, options, string(n.Unit), control, n.Rated, n.Decisive, n.Site, n.First, n.Second, now.UnixMilli(), nullTime(n.Due), game.Info().Version)
	return err
}

// nullTime returns a time as stored: NULL for the zero time.
func nullTime(at time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: at.UnixMilli(), Valid: !at.IsZero()}
}

// Pairing returns the pairing with the id. It fails with kind NotFound (error.no-pairing-page)
// if there is none.
func (d *DB) Pairing(ctx context.Context, id string) (Pairing, error) {
	return onePairing(d.read.QueryContext(ctx, selectPairing+"WHERE p.id = $1", id))
}

// pairingIn is Pairing in a transaction.
func pairingIn(ctx context.Context, tx *sql.Tx, id string) (Pairing, error) {
	return onePairing(tx.QueryContext(ctx, selectPairing+"WHERE p.id = $1", id))
}

// PairingsOf lists the open pairings of a person: those that are due first come
// first, then those that are never due, the oldest first, by rounds.
func (d *DB) PairingsOf(ctx context.Context, person string) ([]Pairing, error) {
	return scanPairings(d.read.QueryContext(ctx, selectPairing+openPairings("$1")+`ORDER BY p.due IS NULL, p.due, p.made,
		(SELECT n.round FROM tournament_pairings n WHERE n.pairing = p.id), p.id`, person))
}

// PairedIn is the purpose of a pairing.
type PairedIn struct {
	Of    string // name of the ladder or tournament
	Round int    // of the tournament; 0 for a ladder
}

// The columns of a PairedIn, and the tables that have them beside pairings p.
const (
	pairedIn     = "coalesce(l.name, t.name, ''), coalesce(n.round, 0)"
	withPairedIn = `LEFT JOIN challenges c ON c.pairing = p.id LEFT JOIN ladders l ON l.id = c.ladder
		LEFT JOIN tournament_pairings n ON n.pairing = p.id LEFT JOIN tournaments t ON t.id = n.tournament`
)

// PairedIn returns what a person's open pairings were made for, by their ids.
func (d *DB) PairedIn(ctx context.Context, person string) (map[string]PairedIn, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT p.id, "+pairedIn+" FROM pairings p "+withPairedIn+" "+openPairings("$1"), person)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	of := map[string]PairedIn{}
	for rows.Next() {
		var id string
		var in PairedIn
		if err := rows.Scan(&id, &in.Of, &in.Round); err != nil {
			return nil, kind(err)
		}
		of[id] = in
	}
	return of, kind(errors.Join(rows.Err(), rows.Close()))
}

// openPairings selects the open pairings of a person, of pairings p.
func openPairings(person string) string {
	return `WHERE p.id IN (SELECT id FROM pairings WHERE first = ` + person + ` AND status = 'open'
		UNION SELECT id FROM pairings WHERE second = ` + person + ` AND status = 'open') `
}

// PairingGames lists the games of a pairing on this site, in order; those that
// were called off for its sake among them.
func (d *DB) PairingGames(ctx context.Context, id string) ([]Game, error) {
	return sound(d.readGames(ctx, d.read, selectPairingGames, id))
}

// PairingGame returns the id of the nth game of a pairing on this site; the last one if earlier
// ones were called off. It is empty if there is none.
func (d *DB) PairingGame(ctx context.Context, pairing string, nth int) (string, error) {
	return d.idOf(ctx, "SELECT id FROM games WHERE pairing = $1 AND nth = $2 ORDER BY created DESC, id DESC LIMIT 1", pairing, nth)
}

// noLogin selects whether a person cannot log in: walk-ins and imported members before they join, and people with a closed
// or deleted account.
func noLogin(person string) string {
	return "(" + person + ".hash IS NULL OR " + person + ".closed IS NOT NULL)"
}

// selectPairingGames takes a pairing.
const selectPairingGames = selectGame + "WHERE g.pairing = $1 ORDER BY g.nth, g.created, g.id, s.seat"

var selectPairing = `SELECT p.id, p.game, p.rules, p.options, p.unit, p.control, p.rated, p.decisive, p.site,
	p.first, coalesce(a.name, ''), a.deleted, ` + noLogin("a") + `, p.second, coalesce(b.name, ''), b.deleted, ` + noLogin("b") + `,
	p.revision, p.status, p.how, p.made, p.due, p.ended, p.results, p.chosen,
	coalesce(p.entered, ''), coalesce(p.entered_by, ''), coalesce(p.entered_at, 0), coalesce(p.contested_by, ''), coalesce(p.contested_at, 0), p.contest,
	coalesce(p.decided_by, ''), coalesce(o.name, ''), coalesce(o.deleted, false), coalesce(p.decided_at, 0), p.reason
	FROM pairings p JOIN people a ON a.id = p.first JOIN people b ON b.id = p.second LEFT JOIN people o ON o.id = p.decided_by `

func onePairing(rows *sql.Rows, err error) (Pairing, error) {
	list, err := scanPairings(rows, err)
	return found(list, err, "error.no-pairing-page")
}

func scanPairings(rows *sql.Rows, err error) (list []Pairing, _ error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		p, err := scanPairing(rows)
		if err != nil {
			return nil, kind(err)
		}
		list = append(list, p)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

func scanPairing(rows *sql.Rows) (p Pairing, err error) {
	var options, control, results, entered string
	var made, enteredAt, contestedAt, decidedAt int64
	var due, ended sql.NullInt64
	var said EnteredResult
	var word OrganisersWord
	first, second := &p.Players[0], &p.Players[1]
	err = rows.Scan(&p.ID, &p.Key, &p.Rules, &options, &p.Unit, &control, &p.Rated, &p.Decisive, &p.Site,
		&first.ID, &first.Name, &first.Deleted, &p.NoLogin[0], &second.ID, &second.Name, &second.Deleted, &p.NoLogin[1],
		&p.Revision, &p.Status, &p.How, &made, &due, &ended, &results, &p.Chosen,
		&entered, &said.By, &enteredAt, &said.Against, &contestedAt, &said.Contest,
		&word.By.ID, &word.By.Name, &word.By.Deleted, &decidedAt, &word.Reason)
	if err != nil {
		return p, err
	}
	p.Made = fromMS(made)
	if due.Valid {
		p.Due = fromMS(due.Int64)
	}
	if ended.Valid {
		p.Ended = fromMS(ended.Int64)
	}
	if p.Control, err = record.ParseControl(control); err != nil {
		return p, err
	}
	if said.By != "" {
		if said.At = fromMS(enteredAt); said.Against != "" {
			said.ContestedAt = fromMS(contestedAt)
		}
		if err := json.Unmarshal([]byte(entered), &said.Games); err != nil {
			return p, err
		}
		p.Entered = &said
	}
	if word.By.ID != "" {
		word.At = fromMS(decidedAt)
		p.Decided = &word
	}
	if err := errors.Join(json.Unmarshal([]byte(options), &p.Options), json.Unmarshal([]byte(results), &p.Games)); err != nil {
		return p, err
	}
	return p, p.addUp()
}

// addUp makes the standing of the games.
func (p *Pairing) addUp() error {
	terms, err := p.Terms()
	if err != nil {
		return err
	}
	if p.Standing = (pairing.Standing{}); p.Status == PairingOff {
		return nil
	}
	p.Standing = terms.Standing(p.Games)
	if p.Chosen != 0 {
		p.Standing, err = p.Standing.Decided(p.Chosen)
	}
	return err
}
