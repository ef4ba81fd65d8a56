// Behaviour of pages with a board that HTML, CSS and htmx do not provide.
(() => {
	"use strict";
	const on = (type, act) => document.addEventListener(type, act, true);
	const still = matchMedia("(prefers-reduced-motion: reduce)");
	const byId = (id) => document.getElementById(id);
	const all = (selector, within = document) => [...within.querySelectorAll(selector)];
	const panOf = (node) => node.closest(".pan");
	const cellOf = (node) => panOf(node) && node.closest("[id^=c-]");
	const cells = (pan = panOf(current)) => all("[id^=c-]", pan);

	// The position of a cell: in units of the drawing, and on the screen.
	const place = (cell) => (cell.getAttribute("transform") ?? cell.parentNode.dataset.place).match(/-?\d+/g).map(Number);
	const box = (cell) => (cell.firstElementChild ?? cell).getBoundingClientRect();

	// The animation of a turn is above the board to play on. A press ends it, and does nothing else.
	const filmed = () => document.querySelector(".film > .whole");
	const endFilm = (whole) => {
		whole.nextElementSibling.remove();
		whole.removeAttribute("class");
		whole.parentNode.classList.remove("film", "quick");
	};
	on("animationend", ({ target }) => target === filmed() && endFilm(target));
	on("click", (event) => {
		const whole = filmed();
		if (!event.detail || !whole?.parentNode.contains(event.target)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		endFilm(whole);
	});

	// One cell of each board is in the tab order: the last one with focus, or the nearest to it on
	// a new board; at first a marked one.
	let current;
	let column; // of steps up and down, because rows are staggered
	const enter = (cell) => {
		for (const other of cells(panOf(cell))) other.tabIndex = other === cell ? 0 : -1;
		current = cell;
		column = undefined;
	};
	const setUp = () => {
		const was = current;
		const [x, y] = was ? place(was) : [];
		const rank = (cell) => [".picked", ".must", ".last", ".open", "*"].findIndex((mark) => cell.closest(mark));
		const off = (cell) => Math.hypot(place(cell)[0] - x, place(cell)[1] - y);
		for (const pan of all(".pan").reverse()) {
			if (pan.querySelector("[tabindex='0']")) continue;
			const far = was && panOf(was).firstChild.id === pan.firstChild.id ? off : rank;
			const [first] = cells(pan).sort((a, b) => far(a) - far(b));
			if (first) enter(first);
		}
		if (was?.isConnected) current = was;
	};
	on("focusin", ({ target }) => cellOf(target) && enter(cellOf(target)));
	on("click", (event) => {
		if (!event.target.closest("[href='#board']")) return;
		event.preventDefault();
		current?.focus();
	});

	// The list of keys. Keys that are bound by position have other letters on other layouts.
	const nameKeys = async () => {
		for (const help of all("#keys")) help.hidden = false;
		const letters = await navigator.keyboard?.getLayoutMap().catch(() => {});
		if (!letters?.size) return;
		for (const key of all("kbd[data-code]")) key.textContent = letters.get(key.dataset.code)?.toUpperCase() ?? "?";
		for (const note of all(".layouts")) note.remove();
	};

	// Directions by the position of the key.
	const ways = {};
	for (const line of [
		"-52 0 ArrowLeft KeyA Numpad4",
		"52 0 ArrowRight KeyD Numpad6",
		"-26 -45 KeyW Numpad7",
		"26 -45 KeyE Numpad9",
		"-26 45 KeyZ Numpad1",
		"26 45 KeyX Numpad3",
		"0 -45 ArrowUp Numpad8",
		"0 45 ArrowDown Numpad2",
	]) {
		const [dx, dy, ...codes] = line.split(" ");
		for (const code of codes) ways[code] = [+dx, +dy];
	}

	// The next cell in a direction, across holes too. Up and down it is the cell nearest to the
	// column in the next row that has cells.
	const move = ([dx, dy]) => {
		const [x, y] = place(current);
		const keep = dx ? x : (column ?? x);
		let [next, least] = [current, Infinity];
		for (const cell of cells()) {
			const [toX, toY] = place(cell);
			const steps = dy ? (toY - y) / dy : (toX - x) / dx;
			const off = Math.abs(toX - x - steps * dx);
			const far = steps + Math.abs(toX - keep) / 1e4;
			const there = toY === y + steps * dy && off <= (dx ? 0 : 26 * steps);
			if (steps > 0 && there && far <= least) [next, least] = [cell, far];
		}
		next.focus();
		if (!dx) column = keep;
	};

	// Keys of replays. On the board, arrow keys move between cells, except on a projector.
	const turns = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
	const boardTurns = { PageUp: "previous", PageDown: "next" };
	const ends = { Home: 0, End: -1 };
	on("keydown", (event) => {
		const { key, code, target, repeat, shiftKey } = event;
		if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea")) return;
		const cell = cellOf(target);
		const large = target.closest(".projector");
		const turn = (cell && !large ? boardTurns : turns)[key] ?? (large && boardTurns[key]);
		const [opened] = key === "Escape" ? all(".menu[open] summary, .tabs [aria-expanded=true]") : [];
		if (opened) {
			opened.parentNode.open = false;
			opened.focus();
			return play && show();
		}
		const pressed = turn === "play" && target.closest("a, button, summary");
		const link = !pressed && byId(key === "Escape" ? "undo" : `replay-${shiftKey ? "step-" : ""}${turn}`);
		if (link?.href) {
			if (!repeat) link.click();
		} else if (cell && ways[code]) move(ways[code]);
		else if (cell && code in ends) cells().slice(ends[code])[0].focus();
		else if (repeat && /^( |Enter)$/.test(key) && target.closest("a, button")); // ignore repetitions
		else if (cell && key === " ") cell.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
		else return;
		event.preventDefault();
	});

	// A turn in a list that has the pointer or the focus marks its cells on the board.
	const mark = ({ target }) => {
		for (const cell of all(".named")) cell.classList.remove("named");
		const line = target.closest?.(".turns a");
		for (const [name] of line?.textContent.matchAll(/([a-z]:)?[a-z]\d+|-?\d+,-?\d+/g) ?? []) byId("c-" + name.replace(/[,:]/g, "_"))?.classList.add("named");
	};
	on("pointerover", mark);
	on("focusin", mark);

	// Sound, if it is switched on. Browsers allow it only after a user action.
	let audio;
	const wake = () => {
		if (!document.documentElement.matches(".sound")) return;
		audio ??= new AudioContext();
		audio.resume();
	};
	on("click", wake);
	on("keydown", wake);
	const chime = (...notes) => {
		if (audio?.state !== "running") return;
		notes.forEach((hertz, i) => {
			const start = audio.currentTime + i / 6;
			const [tone, volume] = [audio.createOscillator(), audio.createGain()];
			tone.frequency.value = hertz;
			volume.gain.setValueAtTime(0.1, start);
			volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
			tone.connect(volume).connect(audio.destination);
			tone.start(start);
			tone.stop(start + 0.5);
		});
	};

	// Flights that start together make one sound.
	let flown = 0;
	on("animationstart", ({ animationName, timeStamp }) => {
		if (animationName === "fly" && timeStamp - flown > 50) chime(440);
		if (animationName === "fly") flown = timeStamp;
	});

	// Responses can arrive out of order. An older board never replaces a newer one. Nor does a
	// known revision replace a turn in progress: an event about the same revision, or the response
	// to a turn that comes after its event.
	let settle;
	on("htmx:beforeSwap", ({ detail }) => {
		const { target, xhr } = detail;
		const { elt, verb } = detail.requestConfig;
		// A load balancer answers when no node does. Its page must not replace the board.
		if (xhr.status > 501 && !xhr.getResponseHeader("X-Request-Id")) {
			detail.shouldSwap = false;
			return say(elt.id === "news" ? "lost" : "unsent");
		}
		const revision = Number(xhr.getResponseHeader("X-Revision"));
		const shown = Number(byId("revision")?.value);
		const news = elt.id === "news";
		say();
		settle = undefined;
		const known = revision === shown && (news || (verb === "post" && xhr.status === 200));
		if (revision && (revision < shown || known)) detail.shouldSwap = false;
		else if (target.querySelector(".pan")) settle = hold(target, elt, news, revision > shown);
	});
	on("htmx:afterSettle", () => {
		begin();
		if (filmed() && still.matches) endFilm(filmed());
		settle = settle?.();
		if (byId("more")?.matches(".open") && document.querySelector(".ended")) show();
	});

	// When a new board is swapped in: open sections stay open. The cell that was clicked keeps its
	// position on the screen. An old refusal disappears. If the focused element disappears, or
	// keys completed a turn, the focus moves to the next action.
	const hold = (table, elt, news, played) => {
		const open = all("details[open]");
		const before = document.activeElement;
		const byKey = before.matches(":focus-visible");
		const acted = cellOf(elt) ?? current;
		const view = table.querySelector(".board")?.getAttribute("viewBox");
		const { x, y } = box(acted);
		if (!news) byId("refusal")?.remove();
		return () => {
			for (const { id } of open) byId(id)?.setAttribute("open", "");
			if (document.activeElement === document.body) byId(before.id)?.focus({ preventScroll: true });
			setUp();
			const cell = byId(acted.id) ?? current;
			const pan = panOf(cell);
			pan.scrollLeft += box(cell).x - x;
			pan.scrollTop += box(cell).y - y;
			if (!table.closest(".play") && y > 0 && y < innerHeight) scrollBy(0, box(cell).y - y);
			glide(table.querySelector(".board"), view);
			const confirm = byId("confirm");
			const now = document.activeElement;
			const lost = now !== before && now === document.body;
			const here = table.contains(current) ? current : table.querySelector("[tabindex='0']");
			if (lost || (byKey && confirm && table.contains(now))) (confirm ?? here).focus({ preventScroll: !byKey });
			if (played && table.querySelector(".status.over")) chime(523, 659, 784);
			else if (news) chime(659);
		};
	};

	// A board that has grown or shrunk glides from its old part of the plane to the new one.
	const glide = (board, old) => {
		const now = board?.getAttribute("viewBox");
		if (!now || !old || now === old || still.matches) return;
		const [from, to] = [old, now].map((text) => text.split(" ").map(Number));
		let start;
		const step = (time) => {
			start ??= time;
			const part = Math.min(1, (time - start) / 200);
			const at = 1 - (1 - part) ** 3;
			board.setAttribute("viewBox", part < 1 ? to.map((n, i) => from[i] + (n - from[i]) * at).join(" ") : now);
			if (part < 1 && board.isConnected) requestAnimationFrame(step);
		};
		board.setAttribute("viewBox", old);
		requestAnimationFrame(step);
	};

	// A pinch changes the size of the board. The point between the fingers stays in place.
	let apart;
	const pinch = (event) => {
		const [one, other] = event.touches;
		const pan = panOf(event.target);
		if (!other || !pan) return;
		event.preventDefault();
		const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
		const by = now / (apart ||= now);
		const sizes = all("[name=zoom]");
		const size = sizes[sizes.findIndex((s) => s.checked) + (by > 1.3) - (by < 0.77)];
		if (!size || size.checked) return;
		const [x, y] = [one.clientX + other.clientX, one.clientY + other.clientY].map((sum) => sum / 2);
		const spot = () => pan.firstChild.getBoundingClientRect();
		const was = spot();
		size.checked = true;
		apart = now;
		const is = spot();
		pan.scrollBy(is.x - x + ((x - was.x) / was.width) * is.width, is.y - y + ((y - was.y) / was.height) * is.height);
	};
	on("touchstart", () => (apart = 0));
	byId("table")?.addEventListener("touchmove", pinch, { passive: false });

	// Tabs open what they lead to: over the page on a phone, in place of the rest beside the board.
	const play = byId("play");
	const opens = (link) => byId(link.hash.slice(1));
	const show = (panel) => {
		for (const link of all(".tabs a[href^='#']")) link.setAttribute("aria-expanded", panel === opens(link));
		for (const other of all(".panel")) other.classList.toggle("open", other === panel);
		if (panel) play.dataset.open = panel.id;
		else delete play.dataset.open;
	};
	on("click", (event) => {
		const link = event.target.closest(".tabs a[href^='#'], #to-chat");
		if (link) {
			event.preventDefault();
			const panel = link.id ? byId("chat-panel") : opens(link);
			const closes = !link.id && panel.matches(".open");
			show(closes ? undefined : panel);
			if (!closes) panel.focus({ preventScroll: true });
		} else if (play?.dataset.open && event.target.closest(".field, .top")) show();
	});

	// Clocks count down from the server's times; only the server decides. They use Date because
	// performance.now() may stop while the machine sleeps.
	const begin = () => {
		for (const clock of all(".clock[data-left]:not([data-ends])")) clock.dataset.ends = Date.now() + Number(clock.dataset.left);
	};
	const two = (n) => String(n).padStart(2, "0");
	const count = () => {
		for (const clock of all("[data-ends]")) {
			const { ends, full, days } = clock.dataset;
			const left = Math.min(ends - Date.now(), full ?? Infinity);
			const s = Math.max(0, left / 1000) | 0;
			if (s >= 86400) continue;
			const [h, m] = [(s / 3600) | 0, ((s / 60) | 0) % 60];
			clock.textContent = days?.replace("H", h).replace("M", m) ?? (h ? `${h}:${two(m)}` : m) + ":" + two(s % 60);
			if (left < full) byId("begins")?.remove();
			clock.classList.toggle("low", s < 20);
		}
	};
	setInterval(count, 250);

	// Leaving the chat marks its messages as read.
	on("focusout", ({ target }) => target.closest("#chat") && byId("chat-new")?.replaceChildren());

	// The chat's field is emptied when its message has arrived, except for later input.
	let sent = "";
	on("htmx:configRequest", ({ detail }) => (sent = detail.parameters.text ?? sent));
	on("htmx:oobBeforeSwap", ({ detail, detail: { target } }) => {
		if (target.id !== "chat-text" || target.value === sent) return;
		detail.shouldSwap = false;
		target.value = target.value.replace(sent, "");
	});

	// Shows a notice while the connection is lost.
	const say = (name) => {
		const notice = byId("connection");
		if (!notice) return;
		notice.textContent = notice.dataset[name] ?? "";
		notice.hidden = !name;
	};
	let waiting;
	on("htmx:sendError", () => say("unsent"));
	on("htmx:sseError", () => (waiting ??= setTimeout(say, 2000, "lost")));
	on("htmx:sseOpen", () => {
		waiting = clearTimeout(waiting);
		const notice = byId("connection");
		if (notice?.textContent === notice?.dataset.lost) say(); // what was not sent is still not sent
	});

	// Browsers keep pages of the history in memory. Streams of six of them would leave no
	// connection for a seventh, so streams end with their pages, which reload when they are shown
	// again.
	let stream;
	const connect = htmx.createEventSource;
	htmx.createEventSource = (url) => (stream = connect(url));
	addEventListener("pagehide", () => stream?.close());
	addEventListener("pageshow", (event) => event.persisted && stream && location.reload());

	if (play) show();
	if (filmed() && still.matches) endFilm(filmed());
	setUp();
	begin();
	nameKeys();
})();
