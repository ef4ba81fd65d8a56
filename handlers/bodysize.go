package handlers

import (
	"strings"

	"github.com/labstack/echo/v4"
)

// bringsList tells whether a request may bring a list of members.
func bringsList(c echo.Context) bool { return strings.HasPrefix(c.Path(), listPath) }

// listPath is where lists of members are sent to, and what such paths begin with.
const listPath = "/club/import"

// maxList is the size of the largest request with a list of members: one of
// mostImported long names and addresses, as a form writes it.
const maxList = "512K"
