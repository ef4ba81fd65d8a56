// What is open over a page that no board fills.
(() => {
	"use strict";
	const on = (type, act) => document.addEventListener(type, act, true);
	const all = (selector) => document.querySelectorAll(selector);

	// The exact moment of a time that has the pointer or the focus is below it, until Escape hides it.
	const hide = (hidden) => document.documentElement.classList.toggle("no-moments", hidden);
	const place = () => {
		for (const time of all(".moment:is(:hover, :focus), :focus .moment, li:focus-within .moment")) {
			const { x, bottom } = time.getBoundingClientRect();
			time.style.cssText = `--x:${x}px;--y:${bottom}px`;
		}
	};
	const show = () => {
		place();
		hide(false);
	};
	on("pointerover", show);
	on("focusin", show);
	on("scroll", place);

	// The menu closes when the focus leaves it.
	on("focusin", ({ target }) => {
		if (!target.closest(".top")) for (const menu of all(".menu[open]")) menu.open = false;
	});

	// Escape closes what is open, and the focus returns to its button.
	on("keydown", ({ key }) => {
		if (key !== "Escape") return;
		for (const popup of all("[open]:is(.menu, .popup, #sharing)")) {
			popup.open = false;
			popup.firstElementChild.focus();
		}
		hide(true);
	});
})();
