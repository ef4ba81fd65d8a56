// Package sitetest has the means by which tests and benchmarks use the site: sites with a real
// database and the real router, clients, browsers, page states, random turns, measured durations,
// and (on Linux) connections whose clients stop reading.
package sitetest
