package handlers

import "time"

// SetMailTimeouts says how long a mail may take, and how long one under way
// when the site stops.
func (a *App) SetMailTimeouts(timeout, patience time.Duration) {
	a.post.sender.Timeout, a.post.sender.Patience = timeout, patience
}
