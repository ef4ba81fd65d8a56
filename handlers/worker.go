package handlers

import (
	"context"
	"time"
)

// tidyEvery is the time between two rounds of tidying up.
const tidyEvery = time.Hour

// Work does what no request asks for, until ctx is done: it forgets sessions
// that have expired.
func (a *App) Work(ctx context.Context) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		if err := a.DB.DeleteExpiredSessions(ctx, a.Now()); err != nil && ctx.Err() == nil {
			a.Log.Error("tidying up failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
