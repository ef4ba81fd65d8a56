// Package limit bounds how often something is done ([Limiter]), how often at the same time ([Gauge],
// [Slots]) and how many wait for it ([Queue]). It knows no HTTP.
package limit
