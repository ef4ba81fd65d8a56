package styleguide

// The tokens of theme.css.
var (
	colours = []string{
		"paper", "card", "sunk", "line", "field-line", "ink", "quiet", "accent", "on-accent", "bad", "bad-paper", "mine-paper", "focus",
		"felt", "on-felt", "table-line", "coin", "coin-ink", "flight", "planet",
		"tile-fixed", "tile-fixed-edge", "tile-fixed-ink", "tile-white", "tile-white-edge", "tile-white-ink",
		"tile-grey", "tile-grey-edge", "tile-grey-ink", "tile-black", "tile-black-edge", "tile-black-ink",
		"tile-dark", "tile-dark-edge", "tile-dark-ink", "tile-gone-line", "flower-1", "flower-2", "flower-3", "flower-edge", "flower-ink",
		"tile-sky", "tile-sky-edge", "tile-sky-ink", "tile-model", "tile-model-edge", "tile-model-ink",
		"tile-avoid", "tile-avoid-edge", "tile-avoid-ink", "star", "star-edge",
		"blue", "blue-edge", "blue-line", "red", "red-edge", "red-line", "white", "white-edge", "white-line", "black", "black-edge", "black-line",
		"green", "green-edge", "green-line", "yellow", "yellow-edge", "yellow-line", "purple", "purple-edge", "purple-line",
		"orange", "orange-edge", "orange-line",
		"mark-last", "mark-draft", "mark-picked", "mark-open", "mark-must", "mark-decisive", "mark-doomed", "mark-choice", "mark-focus", "mark-case",
		"way-a", "way-b", "on-way",
	}
	fonts    = []string{"tiny", "small", "note", "label", "title", "heading", "headline", "sans", "mono"}
	measures = []string{
		"gap", "round-s", "round", "round-l", "pill", "lift", "float", "felt-image", "fast", "move", "ease",
		"edge-width", "rim-width", "tile-width", "dash-width", "mark-width",
	}
)
