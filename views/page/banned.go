package page

import (
	"time"

	"hexclub/views/i18n"
)

// BannedText is what somebody is told who is kept out.
func BannedText(t *i18n.Catalog, until time.Time) string {
	return t.T("ban.told", "When", MomentWords(t, until))
}
