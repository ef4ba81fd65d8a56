package page

import (
	"regexp"
	"strings"
	"testing"
)

func asHTML(t *testing.T, source string) string {
	t.Helper()
	var b strings.Builder
	if err := MemberMarkdown(source).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func TestMemberMarkdown(t *testing.T) {
	for name, tt := range map[string]struct{ source, want string }{
		"words":                {"We **play** *all*.", "<p>We <strong>play</strong> <em>all</em>.</p>"},
		"a list":               {"- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
		"headings are parts":   {"# One\n\n##### Five", "<h2>One</h2>\n<h2>Five</h2>"},
		"a link":               {"[us](https://hex.example/a?b=1&c)", `<p><a href="https://hex.example/a?b=1&amp;c">us</a></p>`},
		"a link here":          {"[log](/club/log)", `<p><a href="/club/log">log</a></p>`},
		"a mailbox":            {"[write](mailto:club@mail.example)", `<p><a href="mailto:club@mail.example">write</a></p>`},
		"a link by itself":     {"<https://hex.example>", `<p><a href="https://hex.example">https://hex.example</a></p>`},
		"a mailbox by itself":  {"<club@mail.example>", `<p><a href="mailto:club@mail.example">club@mail.example</a></p>`},
		"script":               {"[x](javascript:alert(1))", "<p>x</p>"},
		"script, hidden":       {"[x](JaVa\tScript:alert(1)) [y](<java script:a>) [z](&#106;avascript:a)", "<p>[x](JaVa\tScript:alert(1)) y z</p>"},
		"script by itself":     {"<javascript:alert(1)>", "<p>javascript:alert(1)</p>"},
		"data":                 {"[x](data:text/html,x)", "<p>x</p>"},
		"elsewhere, half":      {"[x](//evil.example) [y](/\\evil.example) [z](http:evil)", "<p>x y z</p>"},
		"relative":             {"[x](settings)", "<p>x</p>"},
		"a reference":          {"[x][y]\n\n[y]: ftp://x", "<p>x</p>"},
		"a picture":            {"![a *cat*](https://evil.example/cat.png)", "<p>a <em>cat</em></p>"},
		"a picture in a link":  {"[![cat](https://evil.example/cat.png)](https://hex.example)", `<p><a href="https://hex.example">cat</a></p>`},
		"a link in a bad link": {"![[in](https://hex.example)](x)", `<p><a href="https://hex.example">in</a></p>`},
		"HTML":                 {"<script>alert(1)</script>", ""},
		"script within":        {"Hi <script>alert(1)</script> you", "<p>Hi  you</p>"},
		"script over lines":    {"Hi <SCRIPT a=\"b\">a\n**b** [l](https://x.example) `c` ![d](e) <f@g.example> <ftp://h></script > you", "<p>Hi  you</p>"},
		"style within":         {"- Hi <style>p{}</style> *you*", "<ul>\n<li>Hi  <em>you</em></li>\n</ul>"},
		"script, left open":    {"Hi <script>x <style>y</style> z\n\nyou", "<p>Hi </p>\n<p>you</p>"},
		"script, half within":  {"Hi *<script>* x </script> you", "<p>Hi <em></em> you</p>"},
		"close alone":          {"Hi </script> you", "<p>Hi  you</p>"},
		"a block of script":    {"Hi\n<script>\nx\n\ny</script> z\n\nyou", "<p>Hi</p>\n<p>you</p>"},
		"HTML within":          {"a <b onclick=x>b</b> <img src=x> c", "<p>a b  c</p>"},
		"a comment":            {"a\n\n<!-- x -->\n\nb", "<p>a</p>\n<p>b</p>"},
		"signs":                {"1 < 2 & 3 \"q\"", "<p>1 &lt; 2 &amp; 3 &quot;q&quot;</p>"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := asHTML(t, tt.source); got != tt.want {
				t.Errorf("%q is\n%s\nwant\n%s", tt.source, got, tt.want)
			}
		})
	}
}

// allowed matches the markup that MemberMarkdown may write.
var allowed = regexp.MustCompile(`<(/?(p|h2|strong|em|code|pre|ul|ol|li|blockquote|a)|br /|hr /|br|hr|ol start="[0-9]+"|code class="language-[^"<>]*"|a href="((?i:https?://)|(?i:mailto:)|/)[^"<>]*"( title="[^"<>]*")?)>`)

func FuzzMemberMarkdown(f *testing.F) {
	for _, source := range []string{
		"# a\n[x](javascript:y)\n<b>", "![x](y \"z\")", "a <script>*b <style>c* [d](https://e)</script> f", "<a href=x>", "```html\n<x>\n```", "[a]: <javascript:x>\n[a]", "1. x\n   <div>\n", "&lt;script&gt;",
		"[x](https://a\"onclick=\"y)", "<http://a<b>", "[![[x](y)](z)](https://w)", "\\<b\\>", "<!DOCTYPE x>", "<?x?>", "[x](mailto:a\"b)",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if left := allowed.ReplaceAllString(asHTML(t, source), ""); strings.ContainsAny(left, "<>") {
			t.Errorf("%q becomes %q", source, asHTML(t, source))
		}
	})
}
