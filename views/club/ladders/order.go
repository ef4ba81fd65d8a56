package ladders

import (
	"strconv"

	"hexclub/rules/ladder"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// Fields of the form that orders the players of a ladder.
const (
	OrderField        = "order" // ids, from the top
	OrderUpField      = "up"    // id of the player to move up
	OrderDownField    = "down"
	OrderRemoveField  = "remove"  // id of the player to remove
	OrderKeepField    = "keep"    // id of the removed player to keep
	OrderRemovedField = "removed" // ids of the players who are removed with the order
	OrderByField      = "by"      // OrderByRating or OrderByDraw
	OrderSaveField    = "save"
	OrderSeenField    = "seen" // number of the ladder's last event when its places were shown
	OrderSeedField    = "seed" // of the random draw that the order is
)

// Ways to order all players.
const (
	OrderByRating = "rating"
	OrderByDraw   = "draw"
)

// An OrderPage is the form that orders the players of a ladder. Until it is saved, it holds the order itself.
type OrderPage struct {
	Head
	Action  string
	Rows    []OrderRow
	Removed []RemovedRow
	Rated   bool // there are ratings to order by
	Reason  bool // is needed
	Words   string
	Problem *page.Problem // why the submitted form failed
	Now     []string      // names from the top, if places have changed since they were shown
	Seen    string
	Seed    string // of the random draw that this is; empty for another order
}

// An OrderRow is a player in the new order.
type OrderRow struct {
	ID, Place, Name string
	Was             string // place so far
	Move            Move   // from the place so far
	Rating          *page.RatingMark
	First, Last     bool
}

// A RemovedRow is a player who is removed with the new order.
type RemovedRow struct {
	ID, Name string
	Was      string   // place so far, in words
	Ends     []string // what happens to open challenges
}

// An OrderInput is an order of players in the form.
type OrderInput struct {
	People   []string // ids, from the top
	Removed  []string // ids of the players who are removed
	Decided  bool     // a challenge of the ladder is decided
	Seen     int      // number of the ladder's last event when its places were shown
	Seed     string   // of the random draw that this is
	Conflict bool     // places have changed since
}

// NewOrder returns the form for an order of players, with additional data by id.
func NewOrder(f page.Frame, in Input, order OrderInput, rows map[string]RowInput) OrderPage {
	p := OrderPage{
		Head: in.frame(f, OrderPath), Action: Href(in.ID) + OrderPath, Seen: strconv.Itoa(order.Seen), Seed: order.Seed,
		Reason: order.Decided || len(order.Removed) > 0,
	}
	if order.Conflict {
		for _, player := range in.State.Players {
			p.Now = append(p.Now, in.name(player.ID))
		}
	}
	for i, id := range order.People {
		row := OrderRow{
			Was: strconv.Itoa(in.State.Place(id)),
			ID:  id, Place: strconv.Itoa(i + 1), Name: in.name(id), Move: newLadderMove(f.T, in.State.Place(id), i+1), First: i == 0, Last: i == len(order.People)-1,
		}
		if known := rows[id].Rating; known != nil {
			mark := page.NewRatingMark(f.T, *known)
			row.Rating, p.Rated = &mark, true
		}
		p.Rows = append(p.Rows, row)
	}
	for _, id := range order.Removed {
		p.Removed = append(p.Removed, RemovedRow{
			ID: id, Name: in.name(id), Was: f.T.T("ladder.order-was", "Place", strconv.Itoa(in.State.Place(id))), Ends: in.ending(f.T, id),
		})
	}
	return p
}

// ending describes what happens to the open challenges of a player who is removed.
func (in Input) ending(t *i18n.Catalog, player string) (ends []string) {
	for _, c := range in.State.Challenges {
		other := c.From
		if other == player {
			other = c.To
		}
		switch {
		case c.From != player && c.To != player:
		case c.Entered.Counts(player, true):
			ends = append(ends, t.T(countsKey(c.Entered, player), "Other", in.name(other)))
		case c.From == player && c.Accepted == 0:
			ends = append(ends, t.T("ladder.order-withdrawn", "Other", in.name(c.To)))
		default:
			ends = append(ends, in.leaving(t, "ladder.order-lost", "ladder.order-lapses", "Other", in.name(other)))
		}
	}
	return ends
}

// countsKey returns the key of the text about an entered result that counts for a player who is removed.
func countsKey(e ladder.Entered, player string) string {
	switch e.Winner {
	case "":
		return "ladder.order-counts-drawn"
	case player:
		return "ladder.order-counts-won"
	}
	return "ladder.order-counts-lost"
}
