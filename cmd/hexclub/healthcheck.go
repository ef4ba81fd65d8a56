package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// healthcheckCommand checks that the server on this machine responds. The container image has no
// other program that could.
type healthcheckCommand struct {
	Listen  string        `default:"localhost:8080" env:"HEXCLUB_LISTEN" help:"Address that the server listens on."`
	Timeout time.Duration `default:"3s" name:"patience" help:"Maximum time to wait for an answer, such as 3s."`
}

// Run prints ok. It fails unless the server answers with 200 in time.
func (h healthcheckCommand) Run(ctx context.Context) error {
	address, err := localAddress(h.Listen)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return err
	}
	direct := http.Client{Transport: &http.Transport{}} // ignores the proxies that the environment names
	response, err := direct.Do(request)
	if err != nil {
		return err
	}
	_ = response.Body.Close() // only the status matters
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", request.URL, response.Status)
	}
	fmt.Println("ok")
	return nil
}

// localAddress returns the address at which this machine reaches a server with a listen address.
// For a server that listens on all interfaces that is the loopback interface.
func localAddress(listen string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", configError(fmt.Errorf("--listen (HEXCLUB_LISTEN): %q is not like localhost:8080", listen))
	}
	switch address, err := netip.ParseAddr(host); {
	case host == "", err == nil && address.IsUnspecified() && address.Is4():
		host = "127.0.0.1"
	case err == nil && address.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}
