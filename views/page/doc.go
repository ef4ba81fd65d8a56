// Package page has the parts that pages of all areas share: the layout, form fields, problems, times, ratings,
// names and addresses of pages, and the texts of errors and e-mails.
package page
