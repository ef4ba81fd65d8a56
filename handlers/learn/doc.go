// Package learn has the handlers of lessons, the pages of the rules, and the sandbox.
package learn
