package ops

import (
	"context"
	"fmt"
	"sync/atomic"

	"hexclub/db"
	"hexclub/handlers/peers"
	"hexclub/views/ops"
)

// self is this program among the nodes.
type self struct {
	name     string
	draining atomic.Bool // it is about to stop
}

// Drain makes /readyz answer that the site is not ready, because this node is about to stop: a load balancer
// sends requests to others then. The node still answers all that come.
func (a *Area) Drain(ctx context.Context) error {
	a.self.draining.Store(true)
	return a.beat(ctx)
}

// beat stores that this node runs, in what state.
func (a *Area) beat(ctx context.Context) error {
	return a.DB.Beat(ctx, db.Node{
		Name: a.self.name, Version: a.version, Started: a.started, Streams: a.Limits.StreamsAt.Total(),
		Leader: a.Peers.Leads(), Draining: a.self.draining.Load(),
	}, a.Now())
}

// checkNodes stores that this node runs, and looks for the others. It fails if this node does not hear of their changes.
func (a *Area) checkNodes(ctx context.Context) check {
	err := a.beat(ctx)
	list, failed := a.DB.Nodes(ctx)
	if err == nil {
		err = failed
	}
	if silence := a.Peers.Silence(); err == nil && silence > peers.MaxSilence {
		err = fmt.Errorf("changes on other nodes have not been heard of for %v", silence.Round(peers.MaxSilence))
	}
	others := []string{}
	for _, n := range list {
		if n.ID != a.DB.NodeID() && !n.Silent(a.Now()) {
			others = append(others, n.Name)
		}
	}
	return newCheck("nodes", map[string]any{"node": a.self.name, "id": a.DB.NodeID(), "leader": a.Peers.Leads(), "peers": others}, err)
}

// nodeStates returns the nodes for the admin page; none where one program serves the site.
func (a *Area) nodeStates(ctx context.Context) (list []ops.NodeState, err error) {
	if !a.DB.OnServer() {
		return nil, nil
	}
	nodes, err := a.DB.Nodes(ctx)
	for _, n := range nodes {
		list = append(list, ops.NodeState{
			Name: n.Name, Version: n.Version, Streams: n.Streams, Leads: n.Leader, Draining: n.Draining,
			This: n.ID == a.DB.NodeID(), Silent: n.Silent(a.Now()),
		})
	}
	return list, err
}
