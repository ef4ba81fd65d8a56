// Package cache has values that many requests share: [Shared] is built once for all who ask at the
// same time, [PerLanguage] once a language. [Throttle] announces changes at most once a period.
package cache
