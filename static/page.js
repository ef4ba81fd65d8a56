// Behaviour of every page.
(() => {
	"use strict";

	// The server writes times in the time zone of the device.
	document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;

	// The ways to share a page: buttons that copy an address, or hand it to the device's other programs, where the browser
	// supports it. The element after a button confirms a copy.
	const on = (type, act) => document.addEventListener(type, act, true);
	const all = (selector) => document.querySelectorAll(selector);
	const offer = () => {
		for (const button of all("[data-copy]")) button.hidden = !navigator.clipboard;
		// Where nothing can be handed over, a button copies, unless the one next to it does.
		for (const button of all("[data-share]")) button.hidden = !(navigator.share ?? (!button.parentNode.querySelector("[data-copy]") && navigator.clipboard));
	};
	on("click", ({ target }) => {
		if (target.closest("[data-print]")) print();
		if (target.closest("[data-full]")) document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
		const { copy, copied, share } = target.dataset;
		const url = share && new URL(share, location).href;
		if (url && navigator.share) navigator.share({ url }).catch(() => {}); // the reader changed their mind
		else if (url ?? copy) navigator.clipboard.writeText(url ?? document.getElementById(copy).value).then(() => (target.nextElementSibling.textContent = copied));
	});

	// A chosen file is named in the language of the page.
	on("change", ({ target }) => {
		if (target.className === "with-name") target.parentNode.querySelector("b").textContent = target.files[0]?.name ?? "";
	});

	// On the page of a game the address follows the turn that is shown.
	on("toggle", ({ target }) => {
		const [path] = /^\/games\/\w+(\/turns\/\d+)?/.exec(location.pathname) ?? [];
		if (!path || target.id !== "sharing" || !target.open) return;
		const [link, share, picture, code] = ["input", "[data-share]", "a", "img"].map((selector) => target.querySelector(selector));
		link.value = new URL(path, link.value).href;
		share.dataset.share = path;
		picture.href = path + "/preview.png";
		code.src = "/qr.svg?path=" + path;
	});

	on("htmx:afterSettle", offer);
	on("DOMContentLoaded", offer);
})();
