package web

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/table"
)

// ReadSwitch returns whether a form switches something on. It fails with an *rules.Error of kind Invalid for
// anything but on and off.
func ReadSwitch(c echo.Context, name string) (on bool, err error) {
	value := c.FormValue(name)
	if value != "on" && value != "off" {
		return false, rules.Errorf(rules.Invalid, "error.form", "%s=%.30q", name, value)
	}
	return value == "on", nil
}

// ReadReason is Reason for the form's field.
func ReadReason(c echo.Context) (string, error) { return Reason(c.FormValue("reason")) }

// Reason returns the reason for an organiser's act as it is stored. It fails with an *rules.Error of kind
// Invalid (error.reason) for an empty or long reason and for invisible characters.
func Reason(typed string) (string, error) {
	reason := PlainText(typed)
	return reason, db.CheckReason(reason, "reason")
}

// Choice returns the value of a filter: empty or one of these.
func Choice(c echo.Context, name string, values ...string) (string, error) {
	value := c.QueryParam(name)
	if value != "" && !slices.Contains(values, value) {
		return "", ErrChoice(name, value)
	}
	return value, nil
}

// ErrChoice returns the error for a value that the field does not offer. It is an *rules.Error of kind
// Invalid.
func ErrChoice(name, value string) error {
	return rules.Errorf(rules.Invalid, "archive.bad-choice", "%s=%.30q", name, value)
}

// formKey is the context key of whether the form was parsed completely.
const formKey = "form" // true

// ParseForm parses the form of a request. It fails with an *echo.HTTPError: 413 for a body that is too large,
// else 400.
func ParseForm(c echo.Context) error {
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

// ReadPointing returns the part of a board that the address points at.
func ReadPointing(c echo.Context) table.Pointing {
	return table.Pointing{
		Picks: c.QueryParams()["pick"], Claim: c.QueryParam("claim"), Declare: c.QueryParam("declare") != "",
	}
}
