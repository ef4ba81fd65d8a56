// Package learn has the pages of lessons, rules, the glossary and the sandbox. The state of a sandbox is
// in its address alone: sandbox.go reads it, edit.go changes a board by hand.
package learn
