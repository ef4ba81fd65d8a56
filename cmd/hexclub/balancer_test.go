package main

import (
	"bytes"
	"errors"
	"hash/fnv"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"
)

// balancerPoll is the interval at which the load balancer asks for /readyz.
const balancerPoll = 200 * time.Millisecond

// A balancer is a load balancer in front of nodes, which behaves as Caddy does: requests of one address go to one node. It
// sends a request to the next node if one does not accept the connection, and a GET also if a node ends before it answers.
// With health checks it sends none to a node whose /readyz fails, if another one is left.
type balancer struct {
	*httptest.Server
	mu     sync.Mutex
	nodes  []*backend
	failed []string // the requests that no node answered
}

// A backend is a node behind the balancer.
type backend struct {
	url  *url.URL
	down bool // by the health checks
}

// balance starts a load balancer. It asks the nodes for their health if checks is set.
func balance(t testing.TB, checks bool, nodes ...*node) *balancer {
	t.Helper()
	b := &balancer{}
	for _, n := range nodes {
		b.add(t, n)
	}
	b.Server = httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetXForwarded() },
		Transport:     b,
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil { // otherwise the client left
				b.mu.Lock()
				b.failed = append(b.failed, r.Method+" "+r.URL.Path+": "+err.Error())
				b.mu.Unlock()
			}
			w.WriteHeader(http.StatusBadGateway)
		},
	})
	t.Cleanup(b.CloseClientConnections) // streams are open for ever
	t.Cleanup(b.Close)
	if checks {
		b.poll(t)
	}
	return b
}

// poll asks all nodes for their health until the test ends.
func (b *balancer) poll(t testing.TB) {
	var polling sync.WaitGroup
	polling.Go(func() {
		tick := time.NewTicker(balancerPoll)
		defer tick.Stop()
		for t.Context().Err() == nil {
			b.mu.Lock()
			nodes := slices.Clone(b.nodes)
			b.mu.Unlock()
			for _, n := range nodes {
				answer, err := http.Get(n.url.JoinPath("readyz").String())
				if err == nil {
					_ = answer.Body.Close()
				}
				b.mu.Lock()
				n.down = err != nil || answer.StatusCode != http.StatusOK
				b.mu.Unlock()
			}
			<-tick.C
		}
	})
	t.Cleanup(polling.Wait)
}

// add adds a node.
func (b *balancer) add(t testing.TB, n *node) {
	t.Helper()
	address, err := url.Parse(n.url)
	if err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.nodes = append(b.nodes, &backend{url: address})
}

// node returns the address of a node other than one.
func (b *balancer) node(t testing.TB, not *node) string {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.nodes, func(n *backend) bool { return n.url.String() != not.url })
	if i < 0 {
		t.Fatal("there is no other node")
	}
	return b.nodes[i].url.String()
}

// remove removes a node.
func (b *balancer) remove(n *node) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.nodes = slices.DeleteFunc(b.nodes, func(to *backend) bool { return to.url.String() == n.url })
}

// order returns the nodes in the order in which a request of a client tries them.
func (b *balancer) order(client string) (list []*backend) {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(client)) // never fails
	b.mu.Lock()
	defer b.mu.Unlock()
	var down []*backend
	for i := range b.nodes {
		n := b.nodes[(i+int(hash.Sum32()%uint32(len(b.nodes))))%len(b.nodes)]
		if n.down {
			down = append(down, n)
		} else {
			list = append(list, n)
		}
	}
	return append(list, down...)
}

// nodeHeader names the node that answered.
const nodeHeader = "X-Node"

// RoundTrip sends a request to a node.
func (b *balancer) RoundTrip(r *http.Request) (answer *http.Response, err error) {
	var body []byte
	if r.Body != nil {
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	err = errors.New("there is no node")
	for _, n := range b.order(r.Header.Get("X-Forwarded-For")) {
		try := r.Clone(r.Context())
		try.URL.Scheme, try.URL.Host = n.url.Scheme, n.url.Host
		try.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		try.Body, _ = try.GetBody()
		if len(body) == 0 {
			try.Body, try.GetBody = http.NoBody, nil
		}
		answer, err = http.DefaultTransport.RoundTrip(try)
		if err == nil {
			answer.Header.Set(nodeHeader, n.url.String())
			return answer, nil
		}
		refused := new(net.OpError)
		if r.Context().Err() != nil || r.Method != http.MethodGet && !(errors.As(err, &refused) && refused.Op == "dial") {
			break
		}
	}
	return nil, err
}

// failures returns the requests that no node answered since the last call.
func (b *balancer) failures() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.failed
	b.failed = nil
	return list
}
