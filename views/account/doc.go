// Package account has the pages of accounts: sign-up, log-in, passwords, e-mail, settings, privacy and
// deletion.
package account
