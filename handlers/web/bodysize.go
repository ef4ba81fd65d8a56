package web

import (
	"strings"

	"github.com/labstack/echo/v4"
)

// BringsList reports whether a request may contain a list of members.
func BringsList(c echo.Context) bool { return strings.HasPrefix(c.Path(), ListPath) }

// ListPath is the beginning of the paths that accept lists of members.
const ListPath = "/club/import"

// MaxList is the maximum size of a request with a list of members: the longest names and addresses of the
// largest import, encoded as a form.
const MaxList = "512K"
