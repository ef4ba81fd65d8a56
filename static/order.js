// The order of a ladder's players, by dragging and by the buttons, on the page itself. Without this script each button asks
// the server. The form stores the order.
(() => {
	"use strict";
	const list = document.querySelector("#order");
	const said = document.querySelector("#order-said");
	const rows = () => [...list.children];
	const mark = (row, sign) => {
		const small = row.querySelector(".main small") ?? row.querySelector(".main").appendChild(document.createElement("small"));
		small.textContent = sign > 0 ? "▲" + sign : sign < 0 ? "▼" + -sign : "";
		small.className = sign > 0 ? "rose" : sign < 0 ? "fell" : "";
		small.removeAttribute("title");
	};
	const renumber = () => {
		rows().forEach((row, i, { length }) => {
			row.querySelector(".place").textContent = i + 1;
			row.querySelector("[name=up]").disabled = i === 0;
			row.querySelector("[name=down]").disabled = i === length - 1;
			mark(row, row.dataset.was - i - 1);
		});
		for (const drawn of document.querySelectorAll("[name=seed], #seed")) drawn.remove(); // it is a draw no more
	};
	list.addEventListener("click", (event) => {
		const button = event.target.closest("[name=up], [name=down]");
		if (!button) return;
		event.preventDefault();
		const row = button.closest("li");
		if (button.name === "up") row.previousElementSibling?.before(row);
		else row.nextElementSibling?.after(row);
		renumber();
		(button.disabled ? row.querySelector("button:not(:disabled)") : button)?.focus();
		said.textContent = row.querySelector(".place").textContent;
	});

	let dragged, y;
	const place = () => {
		const middle = (row) => {
			const { top, height } = row.getBoundingClientRect();
			return top + height / 2;
		};
		const next = rows().find((row) => row !== dragged && y < middle(row));
		if (next !== dragged.nextElementSibling) list.insertBefore(dragged, next ?? null);
	};
	const follow = () => {
		if (!dragged) return;
		if (y < 80) scrollBy(0, -6);
		if (y > innerHeight - 120) scrollBy(0, 6);
		place();
		requestAnimationFrame(follow);
	};
	list.addEventListener("pointerdown", (event) => {
		const grip = event.target.closest(".grip");
		if (!grip || event.button || dragged) return;
		event.preventDefault();
		list.setPointerCapture(event.pointerId); // the row itself loses it when it moves
		dragged = grip.closest("li");
		dragged.classList.add("dragged");
		y = event.clientY;
		follow();
	});
	list.addEventListener("pointermove", ({ clientY }) => (y = clientY));
	const drop = () => {
		if (!dragged) return;
		place();
		dragged.classList.remove("dragged");
		dragged = undefined;
		renumber();
	};
	list.addEventListener("pointerup", drop);
	list.addEventListener("pointercancel", drop);
	for (const grip of list.querySelectorAll(".grip")) {
		grip.hidden = false;
		grip.setAttribute("aria-hidden", true); // the buttons do the same
	}
})();
