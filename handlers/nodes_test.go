package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/record"
)

// A page on one node shows what happens on another: turns, chats, the lobby, the end of a session. Each event comes once.
func TestNodesTellEachOther(t *testing.T) {
	t.Parallel()
	nodes := sitetest.Nodes(t, 2, web.Config{})
	game, host, guest := nodes[0].TwoPlayers(t)
	away, hostAway := guest.On(nodes[1]), host.On(nodes[1])
	guests, hosts := away.Connect(away.Get(game)), hostAway.Connect(hostAway.Get(game))
	visitor := nodes[1].Client(t)
	lobby := visitor.Connect(visitor.Get("/lobby"))
	for _, s := range []*sitetest.Stream{guests, hosts, lobby} {
		s.Want(sitetest.Opening)
	}

	host.Turn(game, "c2", 0).WantStatus(t, http.StatusOK)
	guests.Want(sitetest.Changed)
	hosts.Want(sitetest.Changed)
	if n := away.EventCount(game); n != 1 {
		t.Errorf("the other node shows %d turns", n)
	}
	away.Turn(game, "d3", 1).WantStatus(t, http.StatusOK)
	guests.Want(sitetest.Changed)
	hosts.Want(sitetest.Changed)
	host.Say(game, "hello")
	guests.Want(sitetest.Chatted)

	third := nodes[0].Client(t)
	seek := third.Seek("game", "tartan")
	if first := lobby.Next(); !strings.HasPrefix(first, "event: ") {
		t.Errorf("the lobby's stream says %q", first)
	}
	visitor.Get("/lobby").WantCount(t, sitetest.Row(seek), 1)

	nodes[0].Live.End(nodes[0].GameAt(t, game).Players[1].ID)
	guests.WantEnd()
}

// A person who is on another node is present, and of several nodes one runs the jobs of all. If it stops, another one does.
func TestNodesShareWork(t *testing.T) {
	t.Parallel()
	nodes := sitetest.Nodes(t, 3, web.Config{})
	leads := func() (list []sitetest.Node) {
		for _, n := range nodes {
			if n.Peers.Leads() {
				list = append(list, n)
			}
		}
		return list
	}
	sitetest.Await(t, sitetest.EventTimeout, "one node leads", func() bool { return len(leads()) == 1 })

	anna, person := nodes[0].NewAccount(t, "Anna")
	anna.Get("/play")
	for _, n := range nodes {
		sitetest.Await(t, sitetest.EventTimeout, "Anna is present", func() bool { return n.Presence.Here(person.ID) && len(n.Presence.Accounts()) == 1 })
	}

	first := leads()[0]
	first.Stop()
	sitetest.Await(t, 5*time.Second, "another node leads", func() bool {
		now := leads()
		return len(now) == 1 && now[0].Site != first.Site
	})
}

// The site's status begins with a node that does not respond.
func TestNodeGone(t *testing.T) {
	t.Parallel()
	nodes := sitetest.Nodes(t, 2, web.Config{})
	admin, _ := nodes[0].WithRole(t, "Alma", db.Admin)
	admin.Get("/admin").WantCount(t, ".concerns.well", 1).WantText(t, "#nodes", "this node")
	nodes[1].Stop()
	if err := nodes[1].DB.Beat(t.Context(), db.Node{Name: "node-2", Version: "1.2.3", Streams: 7, Leader: true}, nodes[0].Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	p := admin.Get("/admin").WantText(t, "#nodes", "on this page are those of this node").WantText(t, `.concerns a[href="#nodes"]`, "node-2 is not responding").WantText(t, ".concerns li", "This node’s log is on its machine")
	if text := p.Text("#nodes"); !strings.Contains(text, "not responding") || strings.Contains(text, "Live connections: 7") {
		t.Errorf("the nodes are %q", text)
	}
}

// A game with a bot is played by one of the nodes, and by another one if that node stops during the turn.
func TestNodesShareBots(t *testing.T) {
	t.Parallel()
	nodes := sitetest.Nodes(t, 2, web.Config{})
	c := nodes[0].Client(t)
	game := c.AgainstBot("game", "hexone")
	for moved := 0; moved < 6; moved += 2 {
		turn := "c2"
		if moved > 0 {
			turn = legalTurn(t, nodes[0].GameAt(t, game).Record)
		}
		c.Turn(game, turn, moved).WantStatus(t, http.StatusOK)
		sitetest.Await(t, sitetest.EventTimeout, "the bot has answered", func() bool { return sitetest.Answered(nodes[1].GameAt(t, game)) })
	}
	ctx, now := t.Context(), nodes[0].DB.Now()
	turn := db.BotTurn{Game: "some", Revision: 7}
	claim := func(n sitetest.Node, turn db.BotTurn, now time.Time, want bool) {
		t.Helper()
		if got, err := n.DB.ClaimBotTurn(ctx, turn, now); err != nil || got != want {
			t.Errorf("the claim is %t, %v; want %t", got, err, want)
		}
	}
	claim(nodes[0], turn, now, true)
	claim(nodes[1], turn, now, false)
	claim(nodes[0], turn, now, true) // again, after an error
	claim(nodes[1], db.BotTurn{Game: "some", Revision: 8}, now, true)
	claim(nodes[0], turn, now, false)                                                  // of an old position
	claim(nodes[0], db.BotTurn{Game: "some", Revision: 8}, now.Add(time.Minute), true) // node 2 was killed
	if err := nodes[0].DB.LeaveNodes(ctx, now); err != nil {
		t.Error(err)
	}
	claim(nodes[1], db.BotTurn{Game: "some", Revision: 8}, now, true)
}

// legalTurn returns a whole turn of the seat to act.
func legalTurn(t *testing.T, r *record.Record) string {
	t.Helper()
	state, number := r.State().Clone(), r.State().Turn().Number
	var texts []string
	for state.Turn().Seat != 0 && state.Turn().Number == number {
		action := state.Actions(nil)[0]
		texts = append(texts, state.Text(action))
		state.Play(action)
	}
	return strings.Join(texts, ",")
}

// Attempts to log in count on all nodes together.
func TestNodesShareLimits(t *testing.T) {
	t.Parallel()
	nodes := sitetest.Nodes(t, 2, web.Config{Limits: web.DefaultLimits()})
	nodes[0].NewAccount(t, "Anna")
	for range 10 {
		nodes[0].Client(t).Post("/login", "name", "Anna", "password", "guess guess")
	}
	sitetest.Await(t, sitetest.EventTimeout, "the other node refuses attempts, too", func() bool {
		return nodes[1].Client(t).Post("/login", "name", "Anna", "password", "guess guess").Status == http.StatusTooManyRequests
	})
}

// A node that starts while another one serves the site finds that the site was not down: no clock is credited. It does not lead.
func TestNewNode(t *testing.T) {
	t.Parallel()
	nodes := sitetest.Nodes(t, 1, web.Config{})
	game, host, _ := nodes[0].TwoPlayers(t)
	host.Turn(game, "c2", 0)
	raw := nodes[0].Raw(t)
	if _, err := raw.Exec("UPDATE games SET control = '3d', since = 1000, deadline = 9000000000000"); err != nil {
		t.Fatal(err)
	}
	starting := sitetest.OpenFile(t, nodes[0].File, web.Config{Node: "node-2"})
	since := 0
	if err := raw.QueryRow("SELECT since FROM games").Scan(&since); err != nil || since != 1000 {
		t.Errorf("the clock runs since %d, %v", since, err)
	}
	if starting.Peers.Leads() {
		t.Error("a node leads before it works")
	}
	if list, err := nodes[0].DB.Nodes(t.Context()); err != nil || len(list) != 2 || list[1].Leader {
		t.Errorf("the nodes are %+v, %v", list, err)
	}
	nodes[0].Stop()
	sitetest.Await(t, sitetest.EventTimeout, "nobody serves the site", func() bool {
		alone, err := nodes[0].DB.ServesAlone(t.Context())
		return err == nil && alone
	})
}
