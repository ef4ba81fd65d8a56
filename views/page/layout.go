package page

// htmxConfig keeps htmx within the content security policy, makes it swap answers with an error status, removes
// the delay in which a fast second click would navigate, and keeps no copies of pages in the browser.
const htmxConfig = `{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,"defaultSettleDelay":0,` +
	`"historyCacheSize":0,"refreshOnHistoryMiss":true,"responseHandling":[{"code":"204","swap":false},{"code":"...","swap":true}]}`

func pressed(on bool) string {
	if on {
		return "true"
	}
	return "false"
}
