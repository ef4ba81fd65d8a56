// What HTML, CSS and htmx cannot do by themselves on the page of a game.
(() => {
	"use strict";
	const shownRevision = () => Number(document.getElementById("revision")?.value);

	// Answers may overtake each other. A board never gives way to an older one,
	// nor a turn in the making to news of the same revision.
	let open = [];
	let focused = false;
	document.addEventListener("htmx:beforeSwap", (event) => {
		const { xhr, requestConfig, target } = event.detail;
		const revision = Number(xhr.getResponseHeader("X-Revision"));
		const news = requestConfig.elt.id === "news";
		if (revision && (revision < shownRevision() || (news && revision === shownRevision()))) {
			event.detail.shouldSwap = false;
			return;
		}
		open = Array.from(target.querySelectorAll("details[open]"), (details) => details.id);
		focused = target.contains(document.activeElement);
	});

	// What was open stays open. Focus on something that is gone moves to what is
	// to be done next.
	document.addEventListener("htmx:afterSwap", (event) => {
		for (const id of open) document.getElementById(id)?.setAttribute("open", "");
		if (focused && document.activeElement === document.body) {
			const next = document.getElementById("confirm") ?? event.detail.target.querySelector(".status");
			next?.focus({ preventScroll: true });
		}
	});

	// Whoever is cut off is told so, and told when it is over.
	const say = (name) => {
		const notice = document.getElementById("connection");
		if (!notice) return;
		notice.textContent = name ? notice.dataset[name] : "";
		notice.hidden = !name;
	};
	let waiting;
	document.addEventListener("htmx:sendError", () => say("unsent"));
	document.addEventListener("htmx:beforeSwap", () => say());
	document.addEventListener("htmx:sseError", () => {
		waiting ??= setTimeout(say, 2000, "lost");
	});
	document.addEventListener("htmx:sseOpen", () => {
		clearTimeout(waiting);
		waiting = undefined;
		say();
	});

	// Browsers keep pages that were left, and such a page keeps its stream: six of
	// them would leave no connection to the site for a seventh. So a stream ends
	// with its page, and who comes back gets the page anew.
	let stream;
	const connect = htmx.createEventSource;
	htmx.createEventSource = (address) => (stream = connect(address));
	addEventListener("pagehide", () => stream?.close());
	addEventListener("pageshow", (event) => event.persisted && stream && location.reload());
})();
