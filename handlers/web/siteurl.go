package web

import (
	"errors"
	"math"
	"net/url"
	"strconv"
)

func parseSiteURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || (u.Path != "" && u.Path != "/") ||
		u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the public address is not like https://hex.example")
	}
	if port, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || port < 1 || port > math.MaxUint16) {
		return nil, errors.New("the public address has no port that there is")
	}
	return u, nil
}
