package views

// htmxConfig keeps htmx within the content security policy, lets it swap what
// comes with an error status, and leaves no time in which a fast second click
// would navigate.
const htmxConfig = `{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,"defaultSettleDelay":0,` +
	`"historyEnabled":false,"responseHandling":[{"code":"204","swap":false},{"code":"...","swap":true}]}`

func pressed(on bool) string {
	if on {
		return "true"
	}
	return "false"
}
