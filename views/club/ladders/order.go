package ladders

import (
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
}

// An OrderRow is a player in the new order.
type OrderRow struct {
	ID, Place, Name string
	Move            Move // from the place so far
	Rating          *page.RatingMark
	First, Last     bool
}

// NewOrder returns the form for an order of players, with additional data by id.
func NewOrder(f page.Frame, in Input, order []string, rows map[string]RowInput) OrderPage {
	p := OrderPage{Head: in.frame(f, OrderPath), Action: Href(in.ID) + OrderPath}
	for i, id := range order {
		row := OrderRow{
			ID: id, Place: strconv.Itoa(i + 1), Name: in.name(id), Move: newLadderMove(f.T, in.State.Place(id), i+1), First: i == 0, Last: i == len(order)-1,
		}
		if known := rows[id].Rating; known != nil {
			mark := page.NewRatingMark(f.T, *known)
			row.Rating, p.Rated = &mark, true
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}
