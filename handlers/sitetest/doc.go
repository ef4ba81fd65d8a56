// Package sitetest has what tests and benchmarks of the site share with those of the
// program: turns by chance, how long things took, and (on Linux) connections whose
// readers are gone without a word, or take nothing of what is sent.
package sitetest
