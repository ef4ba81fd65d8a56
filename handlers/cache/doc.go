// Package cache has values that many requests share. [Shared] is built once for concurrent requests,
// [PerLanguage] once for each language. [Recent] keeps what was used last. [Throttle] announces changes at most once a period.
package cache
