package ladders

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/ladder"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An Own is what concerns the reader on a ladder.
type Own struct {
	Place     string // empty for a reader without a place
	May       string // players open to a challenge by the reader; empty for a reader without a place
	Challenge *Ask   // the highest player among them who has joined the site; nil for none
	Open      []Link // the reader's open challenges: those that await the reader first
	Join      *Join
	Leave     *Leave
	LogIn     bool   // the reader has no account and could join with one
	Record    string // address at which the reader records a game; empty if that is not possible
}

// Awaits reports whether a challenge awaits the reader.
func (o Own) Awaits() bool { return len(o.Open) > 0 && o.Open[0].Mine }

// A Join offers the reader to join the ladder.
type Join struct {
	Text   string // the place that the reader would get
	Button string // empty if it is not possible
}

// A Leave explains what leaving means.
type Leave struct {
	Text string // for open challenges; empty without any
	Back string // for a later return; empty if the ladder is closed
}

// A Link is a link to a challenge of the reader, or to its pairing.
type Link struct {
	Avatar     string // of the other player
	Text, Href string
	Note       page.Phrase // deadline
	Mine       bool        // it awaits the reader's answer, or is the next game of a tournament
	Accept     string      // address at which the reader accepts it; empty if it does not await the reader
}

// own returns what concerns the reader.
func (b *rowBuilder) own() Own {
	state, own := b.State, Own{LogIn: b.Reader == "" && b.State.Closed == 0}
	switch place := state.Place(b.Reader); {
	case b.Reader == "":
	case place > 0:
		own.Place = b.t.T("ladder.your-place", "Place", strconv.Itoa(place))
		own.May, own.Challenge = b.may(place)
		if !b.Season.Archived {
			own.Leave = b.leave(b.t)
		}
	case state.Closed == 0:
		own.Join = b.join(b.t)
	}
	for _, c := range b.busy[b.Reader] {
		own.Open = append(own.Open, b.link(c))
	}
	slices.SortStableFunc(own.Open, func(x, y Link) int {
		switch {
		case x.Mine == y.Mine:
			return 0
		case x.Mine:
			return -1
		}
		return 1
	})
	return own
}

// mostNamed is the number of players that are named as possible opponents.
const mostNamed = 3

// may describes the players that the reader may challenge from a place, and returns the link to a challenge of the highest of them who
// can answer. A free challenge is proposed only if there is no other.
func (b *rowBuilder) may(place int) (words string, best *Ask) {
	var names, free []string
	for _, o := range b.reach {
		ask := b.ask(o)
		switch {
		case ask == nil:
			continue
		case o.Free:
			free = append(free, b.name(o.Player))
		default:
			names = append(names, b.name(o.Player))
		}
		if !b.NotJoined[o.Player] && (best == nil || best.Free && !ask.Free) {
			best = ask
		}
	}
	if len(names) == 0 {
		names = free
	}
	switch {
	case b.State.Closed != 0:
		return "", nil
	case len(names) > mostNamed:
		return b.t.N("ladder.may-many", len(names)), best
	case len(names) > 0:
		return b.t.T("ladder.may", "Players", oneOf(b.t, names)), best
	case place == 1 && !b.State.Settings.Downwards:
		return b.t.T("ladder.leads"), nil
	}
	return b.t.T("ladder.may-none"), nil
}

// oneOf returns names as alternatives: "Anna, Ben or Carl".
func oneOf(t *i18n.Catalog, names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + t.T("list.or") + names[last]
}

// link returns the link to an open challenge of the reader.
func (b *rowBuilder) link(c ladder.Challenge) Link {
	link := Link{Avatar: c.To, Href: b.hrefOf(c), Mine: c.To == b.Reader && c.Accepted == 0}
	if c.To == b.Reader {
		link.Avatar = c.From
	}
	key, due := "ladder.own-made", c.AnswerBy
	switch {
	case b.Entered[c.ID] == b.Reader && b.Unanswerable[c.ID]:
		key = "ladder.own-entered-organiser"
	case b.Entered[c.ID] == b.Reader:
		key = "ladder.own-entered"
	case b.Entered[c.ID] != "":
		key, link.Mine = "ladder.own-confirm", true
	case c.Accepted != 0:
		key, due = "ladder.own-play", c.PlayBy
	case link.Mine:
		key, link.Accept = "ladder.own-received", ChallengeHrefOf(c.ID)+"/accept"
	}
	link.Text = b.t.T(key, "Player", b.name(link.Avatar))
	if b.Entered[c.ID] != "" {
		return link // the game is played
	}
	calendar, at := b.calendar(b.t).InClub(), time.UnixMilli(due)
	if c.Accepted != 0 {
		link.Note = page.NewPhrase(b.t, "ladder.play-by", "When", calendar.On(at))
	} else {
		link.Note = page.NewPhrase(b.t, "ladder.answer-by", "When", calendar.Near(at))
	}
	return link
}

func (in Input) leave(t *i18n.Catalog) *Leave {
	leave := &Leave{}
	if in.State.Closed == 0 {
		leave.Back = in.say(t, ladder.ReturningRule)
	}
	var texts []string
	open := false // a challenge that no result decides
	for _, c := range in.State.Challenges {
		other := c.To
		switch in.Reader {
		case c.From:
		case c.To:
			other = c.From
		default:
			continue
		}
		switch {
		case c.Entered.By == "":
			open = true
		case c.Entered.Counts(in.Reader, false):
			texts = append(texts, t.T(countsKey(c.Entered, in.Reader), "Other", in.name(other)))
		default:
			open, texts = true, append(texts, t.T("ladder.leave-given-up", "Other", in.name(other)))
		}
	}
	if open {
		texts = slices.Insert(texts, 0, in.leaving(t, "ladder.leave-lost", "ladder.leave-lapses"))
	}
	leave.Text = strings.Join(texts, " ")
	return leave
}

// leaving describes what happens to the open challenges of a player who leaves: lost or lapsed.
func (in Input) leaving(t *i18n.Catalog, lost, lapsed string, pairs ...string) string {
	if in.State.Settings.Leaving == ladder.Lost {
		return t.T(lost, pairs...)
	}
	return t.T(lapsed, pairs...)
}

// join describes how the reader, if logged in to an account, can join the ladder.
func (in Input) join(t *i18n.Catalog) *Join {
	place, why := in.State.PreviewEntry(in.Now.UnixMilli(), in.Reader)
	switch {
	case place == 0:
		return &Join{Text: t.T("ladder.refuse.entry")}
	case why == ladder.ReturningRule:
		return &Join{Text: t.T("ladder.come-back-on", "Place", strconv.Itoa(place)), Button: t.T("ladder.come-back")}
	}
	return &Join{Text: t.T("ladder.join-on", "Place", strconv.Itoa(place)), Button: t.T("ladder.join")}
}
