package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// healthcheckCommand asks the server on this machine whether it is alive. It is what
// a container asks, which holds nothing else to ask with.
type healthcheckCommand struct {
	Listen   string        `default:"localhost:8080" env:"HEXCLUB_LISTEN" help:"Address that the server listens on."`
	Patience time.Duration `default:"3s" help:"How long to wait for an answer, such as 3s."`
}

// Run prints ok, or fails when no good answer comes in time.
func (h healthcheckCommand) Run(ctx context.Context) error {
	address, err := here(h.Listen)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, h.Patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return err
	}
	direct := http.Client{Transport: &http.Transport{}} // whatever proxies the environment names
	response, err := direct.Do(request)
	if err != nil {
		return err
	}
	_ = response.Body.Close() // all that matters has come
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", request.URL, response.Status)
	}
	fmt.Println("ok")
	return nil
}

// here is where a program on this machine reaches the server that listens on an
// address: one that listens on all of the machine's is asked by way of the loopback.
func here(listen string) (string, error) {
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
