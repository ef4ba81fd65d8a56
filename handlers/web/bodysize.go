package web

import (
	"strings"

	"github.com/labstack/echo/v4"
)

// BringsList reports whether a request may bring a list of members.
func BringsList(c echo.Context) bool { return strings.HasPrefix(c.Path(), ListPath) }

// ListPath is where lists of members are sent to, and what such paths begin with.
const ListPath = "/club/import"

// MaxList is the size of the largest request with a list of members: one of
// mostImported long names and addresses, as a form writes it.
const MaxList = "512K"
