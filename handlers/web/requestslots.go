package web

import (
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/rules"
)

// slotsKey is the key of the function that gives back the slots of a request, a func().
const slotsKey = "slots"

// Enter waits for a slot for a request. The request gives it back when its answer begins, because
// readers may take the answer as slowly as they like, or earlier by releaseSlots. The error is that
// of slots.enter.
func Enter(c echo.Context, s *limit.Slots, key string) (leave func(), err error) {
	slot, err := s.Enter(c.Request().Context(), key)
	if err != nil {
		return nil, TooBusy(c, s.Name, err)
	}
	if slot == nil { // there is any number of slots
		return func() {}, nil
	}
	c.Response().Before(slot.Leave)
	before, _ := c.Get(slotsKey).(func())
	c.Set(slotsKey, func() {
		slot.Leave()
		if before != nil {
			before()
		}
	})
	return slot.Leave, nil
}

// ReleaseSlots gives back the slots of a request that goes on to wait for something else.
func ReleaseSlots(c echo.Context) {
	if release, ok := c.Get(slotsKey).(func()); ok {
		release()
	}
}

// TooBusy notes with a request which limit it met and how long to wait, after an error of
// slots.enter, and returns the error.
func TooBusy(c echo.Context, limit string, err error) error {
	if known := new(rules.Error); errors.As(err, &known) && known.Kind == rules.TooMany {
		meet(c, limit)
		c.Response().Header().Set("Retry-After", strconv.Itoa(known.Wait))
	}
	return err
}
