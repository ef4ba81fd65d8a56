// Package limit limits how often something is done ([Limiter]), how often concurrently ([Gauge],
// [Slots]), and how many wait for it ([Queue]). It does not depend on HTTP.
package limit
