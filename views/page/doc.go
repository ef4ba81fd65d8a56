// Package page has what pages of all areas are made of: the layout, form fields, problems, times,
// ratings, names and addresses of pages, and the text of errors and letters.
package page
