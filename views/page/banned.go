package page

import "time"

// BannedText returns the text for a banned visitor.
func BannedText(c Calendar, until time.Time) string {
	return c.T.T("ban.told", "When", c.Written(until))
}
