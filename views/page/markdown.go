package page

import (
	"bytes"
	"net/url"
	"regexp"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Markdown renders a text of a lesson as HTML. Embedded HTML is removed.
func Markdown(source string) templ.Component {
	var b bytes.Buffer
	if err := goldmark.Convert([]byte(source), &b); err != nil { // a buffer takes everything
		return templ.NopComponent
	}
	return templ.Raw(b.String())
}

// MemberMarkdown renders a text of a club member as HTML. It removes pictures, links to anything but pages and
// mailboxes, and embedded HTML. Headings get levels below those of the page. Scripts and styles within a
// paragraph are removed with their content.
func MemberMarkdown(source string) templ.Component {
	writer := goldmark.New(goldmark.WithParserOptions(
		parser.WithASTTransformers(util.Prioritized(tamed{}, 1000)),
	))
	var b bytes.Buffer
	if err := writer.Convert([]byte(source), &b); err != nil { // a buffer takes everything
		return templ.NopComponent
	}
	return templ.Raw(b.String())
}

// tamed removes from a document what members may not publish.
type tamed struct{}

// Transform changes the document.
func (tamed) Transform(document *ast.Document, reader text.Reader, _ parser.Context) {
	source := reader.Source()
	var found []ast.Node
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // nothing in it fails
		if entering {
			found = append(found, n)
		}
		return ast.WalkContinue, nil
	})
	within := "" // the script or style that is being removed
	for _, n := range found {
		tag, isTag := n.(*ast.RawHTML)
		switch {
		case n.Type() == ast.TypeBlock:
			within = ""
		case isTag:
			within = afterTag(within, tag.Segments.Value(source))
		}
		if isTag || within != "" {
			unwrap(n) // its children come next
			continue
		}
		switch n := n.(type) {
		case *ast.Heading:
			n.Level = 2
		case *ast.HTMLBlock:
			n.Parent().RemoveChild(n.Parent(), n)
		case *ast.Image:
			unwrap(n)
		case *ast.Link:
			if !mayLead(string(n.Destination)) {
				unwrap(n)
			}
		case *ast.AutoLink:
			if n.AutoLinkType != ast.AutoLinkEmail && !mayLead(string(n.URL(source))) {
				n.Parent().ReplaceChild(n.Parent(), n, ast.NewString(n.Label(source)))
			}
		}
	}
}

// wordless matches tags of elements whose text is not for people.
var wordless = regexp.MustCompile(`^(?i:<(/?)(script|style)[\s/>])`)

// afterTag returns the enclosing script or style after a tag, empty if there is none; within is the one before
// it.
func afterTag(within string, tag []byte) string {
	found := wordless.FindSubmatch(tag)
	if found == nil {
		return within
	}
	name, closes := strings.ToLower(string(found[2])), len(found[1]) > 0
	switch {
	case within == "" && !closes:
		return name
	case within == name && closes:
		return ""
	}
	return within
}

// unwrap replaces a node by its children, such as a link or a picture by its words.
func unwrap(n ast.Node) {
	parent := n.Parent()
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		parent.InsertBefore(parent, n, child) // takes it out of n
	}
	parent.RemoveChild(parent, n)
}

// mayLead reports whether a member's link may have an address: a page here or elsewhere, or a mailbox.
func mayLead(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return true
	case "":
		return u.Host == "" && strings.HasPrefix(address, "/") && !strings.ContainsAny(address, "\\")
	}
	return false
}
