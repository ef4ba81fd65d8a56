// Package prioritytest reads the priority of threads, for tests.
package prioritytest
