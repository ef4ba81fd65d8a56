package web

import (
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/rules"
)

// slotsKey is the context key of the function that frees the slots of a request, a func().
const slotsKey = "slots"

// Enter waits for a slot for a request. The request frees it when its answer begins, because clients may read
// slowly, or earlier by ReleaseSlots. The error is that of limit.Slots.
func Enter(c echo.Context, s *limit.Slots, key string) (leave func(), err error) {
	slot, err := s.Enter(c.Request().Context(), key)
	if err != nil {
		return nil, TooBusy(c, s.Name, err)
	}
	if slot == nil { // the number of slots is unlimited
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

// ReleaseSlots frees the slots of a request that waits for something else.
func ReleaseSlots(c echo.Context) {
	if release, ok := c.Get(slotsKey).(func()); ok {
		release()
	}
}

// TooBusy notes the limit that a request met and the time to wait, after an error of limit.Slots, and returns
// the error.
func TooBusy(c echo.Context, limit string, err error) error {
	if known := new(rules.Error); errors.As(err, &known) && known.Kind == rules.TooMany {
		meet(c, limit)
		c.Response().Header().Set("Retry-After", strconv.Itoa(known.Wait))
	}
	return err
}
