package handlers

import (
	"errors"
	"hexclub/rules"
	"hexclub/views/page"
	"hexclub/views/table"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// readSwitch is whether a form switches something on. Anything but on and off is
// an *rules.Error of kind Invalid.
func readSwitch(c echo.Context, name string) (on bool, err error) {
	value := c.FormValue(name)
	if value != "on" && value != "off" {
		return false, rules.Errorf(rules.Invalid, "error.form", "%s=%.30q", name, value)
	}
	return value == "on", nil
}

// readReason is Reason of what a form gives.
func readReason(c echo.Context) (string, error) { return Reason(c.FormValue("reason")) }

// Reason is a reason for what is done to somebody as it is stored, by what was typed, or
// an *rules.Error of kind Invalid (error.pairing-reason) when there is none, too much of
// it, or something in it that nobody sees.
func Reason(typed string) (string, error) {
	reason := plainText(typed)
	if n := utf8.RuneCountInString(reason); n == 0 || n > page.MaxReason {
		return "", rules.Errorf(rules.Invalid, "error.pairing-reason", "%d characters", n)
	}
	return reason, validateReason(reason, "error.pairing-reason")
}

// choice is the value of a filter, empty or one of these.
func choice(c echo.Context, name string, values ...string) (string, error) {
	value := c.QueryParam(name)
	if value != "" && !slices.Contains(values, value) {
		return "", errChoice(name, value)
	}
	return value, nil
}

func errChoice(name, value string) error {
	return rules.Errorf(rules.Invalid, "archive.bad-choice", "%s=%.30q", name, value)
}

// formKey keeps with a request that its form was read, whole.
const formKey = "form" // true

func parseForm(c echo.Context) error {
	_, err := c.FormParams()
	if err == nil {
		c.Set(formKey, true)
		return nil
	}
	if known := new(echo.HTTPError); errors.As(err, &known) {
		return known
	}
	return echo.NewHTTPError(http.StatusBadRequest).SetInternal(err)
}

// readPointing is what the address says has been pointed at on a board.
func readPointing(c echo.Context) table.Pointing {
	return table.Pointing{
		Picks: c.QueryParams()["pick"], Claim: c.QueryParam("claim"), Declare: c.QueryParam("declare") != "",
	}
}
