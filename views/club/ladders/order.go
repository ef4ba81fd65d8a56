package ladders

import (
	"net/url"
	"strconv"

	"hexclub/views/page"
)

// Fields of the form that orders the players of a ladder.
const (
	OrderField     = "order" // ids, from the top
	OrderUpField   = "up"    // id of the player to move up
	OrderDownField = "down"
	OrderByField   = "by" // OrderByRating or OrderByDraw
	OrderSaveField = "save"
	OrderSeenField = "seen" // number of the ladder's last event when its places were shown
	OrderSeedField = "seed" // of the random draw that the order is
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
	Rated   bool // there are ratings to order by
	Decided bool // a reason is needed
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
	Remove          string // address of the form that takes the player off the ladder
	Move            Move   // from the place so far
	Rating          *page.RatingMark
	First, Last     bool
}

// An OrderInput is an order of players in the form.
type OrderInput struct {
	People   []string // ids, from the top
	Seen     int      // number of the ladder's last event when its places were shown
	Seed     string   // of the random draw that this is
	Conflict bool     // places have changed since
}

// NewOrder returns the form for an order of players, with additional data by id.
func NewOrder(f page.Frame, in Input, order OrderInput, rows map[string]RowInput) OrderPage {
	p := OrderPage{Head: in.frame(f, OrderPath), Action: Href(in.ID) + OrderPath, Seen: strconv.Itoa(order.Seen), Seed: order.Seed}
	if order.Conflict {
		for _, player := range in.State.Players {
			p.Now = append(p.Now, in.name(player.ID))
		}
	}
	for i, id := range order.People {
		row := OrderRow{
			Was: strconv.Itoa(in.State.Place(id)), Remove: Href(in.ID) + CorrectPath + "?" + url.Values{"what": {CorrectRemove}, "player": {in.name(id)}}.Encode(),
			ID: id, Place: strconv.Itoa(i + 1), Name: in.name(id), Move: newLadderMove(f.T, in.State.Place(id), i+1), First: i == 0, Last: i == len(order.People)-1,
		}
		if known := rows[id].Rating; known != nil {
			mark := page.NewRatingMark(f.T, *known)
			row.Rating, p.Rated = &mark, true
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}
